"""The facts of a state as the trace writes them (rule book, "Facts")."""

from referee.games.new_york_zoo.components import MARKERS
from referee.games.new_york_zoo.state import State, next_text
from referee.games.new_york_zoo.texts import pen_text
from referee.games.new_york_zoo.zoo import Zoo
from referee.strict_json import Json


def facts(state: State) -> dict[str, Json]:
    """All facts; ``solo`` only for one player."""
    known: dict[str, Json] = {
        "el": state.elephant,
        "tiles": sum(map(len, state.stacks)),
        "att": list(state.supply),
        "unc": [zoo.uncovered for zoo in state.zoos],
        "houses": [zoo.houses for zoo in state.zoos],
        "enc": [pen_texts(zoo) for zoo in state.zoos],
        "next": next_text(state),
    }
    if state.setup.is_solo:
        known["solo"] = {"laps": state.laps, "markers": marker_texts(state)}
    return known


def pen_texts(zoo: Zoo) -> str:
    """The animals of each enclosure, e1 first."""
    return " ".join(map(pen_text, zoo.pens))


def marker_texts(state: State) -> list[str]:
    """The range markers in hand."""
    return [MARKERS[marker] for marker in state.markers]
