"""The facts of a state as the trace writes them (rule book, "facts")."""

from referee.games.sanssouci.components import WIDTH
from referee.games.sanssouci.garden import Garden, rows_of
from referee.games.sanssouci.scoring import scores
from referee.games.sanssouci.state import State, next_text
from referee.strict_json import Json


def facts(state: State) -> dict[str, Json]:
    """All facts; ``sides`` exactly with the expansion."""
    known: dict[str, Json] = {
        "next": next_text(state),
        "turn": state.turns,
        "scores": scores(state),
        "gardens": [garden_text(own.garden) for own in state.owns],
        "nobles": [noble_text(own.garden) for own in state.owns],
        "display": [symbol or None for symbol in state.display],
        "stacks": [len(stack) for stack in state.stacks],
        "hands": [list(own.hand) for own in state.owns],
    }
    if state.setup.has_expansion:
        known["sides"] = [side or None for side in state.sides]
    return known


def garden_text(garden: Garden) -> str:
    """The six rows of a garden, joined by ``/``."""
    return "/".join(rows_of(garden))


def noble_text(garden: Garden) -> str:
    """The rows of the nobles a to i, one digit each."""
    assert len(garden.nobles) == WIDTH
    return "".join(map(str, garden.nobles))
