"""The facts of a state as the trace writes them (rule book, "Facts")."""

from referee.games.zooloretto.scoring import scores
from referee.games.zooloretto.state import State, next_text
from referee.strict_json import Json

FACT_KEYS = frozenset({"next", "round", "left", "bank", "coins", "hand", "trucks", "zoos", "scores"})


def facts(state: State) -> dict[str, Json]:
    """All facts; texts and scores of the zoos are kept with the zoos."""
    return {
        "next": next_text(state),
        "round": state.round,
        "left": state.left,
        "bank": state.bank,
        "coins": list(state.coins),
        "hand": ",".join(state.hand),
        "trucks": truck_texts(state),
        "zoos": [zoo.text for zoo in state.zoos],
        "scores": scores(state),
    }


def truck_texts(state: State) -> list[str]:
    """Each truck's tiles, or the seat that took it."""
    return [
        f"@{taker}" if taker else ",".join(tiles)
        for tiles, taker in zip(state.trucks, state.takers, strict=True)
    ]
