"""The facts of a state as the trace writes them, and the ranks (rule books, "Facts" and section 7)."""

from referee.games.trucks.state import AnyState, next_text
from referee.strict_json import Json

FACT_KEYS = frozenset({"next", "round", "left", "bank", "coins", "hand", "trucks", "zoos", "scores"})


def facts(state: AnyState, scores: list[int]) -> dict[str, Json]:
    """All facts; the texts of the zoos are kept with the zoos.

    :param scores: what each seat would score if the match ended now.
    """
    return {
        "next": next_text(state),
        "round": state.round,
        "left": state.left,
        "bank": state.bank,
        "coins": list(state.coins),
        "hand": ",".join(state.hand),
        "trucks": truck_texts(state),
        "zoos": [zoo.text for zoo in state.zoos],
        "scores": scores,
    }


def truck_texts(state: AnyState) -> list[str]:
    """Each truck's tiles, or the seat that took it."""
    return [
        f"@{taker}" if taker else ",".join(tiles)
        for tiles, taker in zip(state.trucks, state.takers, strict=True)
    ]
