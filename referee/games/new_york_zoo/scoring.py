"""The end and the result (rule book, sections 6 and 8)."""

from referee.games.engine import Result
from referee.games.new_york_zoo.components import LAPS_ALLOWED, SPACES, START_SPACE
from referee.games.new_york_zoo.state import State
from referee.games.written import ranks_of

BREAKDOWN_KEYS = frozenset({"uncovered", "complete", "penned", "housed", "animals"})


def scores(state: State) -> list[int]:
    """What each seat would score if the match ended now: minus uncovered cells; solo by section 8."""
    if state.setup.is_solo and state.zoos[0].is_complete:
        return [spaces_ahead(state.elephant) if state.laps < LAPS_ALLOWED else 0]
    return [-zoo.uncovered for zoo in state.zoos]


def spaces_ahead(elephant: int) -> int:
    """How many strip spaces lie between the elephant and the start space, that one counted; a lap if on it."""
    return (START_SPACE - elephant - 1) % SPACES + 1


def result(state: State) -> Result:
    """Scores, ranks and breakdown, as if the match ended now."""
    breakdown: list[dict[str, int]] = []
    for zoo in state.zoos:
        penned, housed = zoo.penned, len(zoo.houses)
        breakdown.append(
            {
                "uncovered": zoo.uncovered,
                "complete": zoo.is_complete,
                "penned": penned,
                "housed": housed,
                "animals": penned + housed,
            }
        )
    return Result(scores(state), ranks(state), breakdown)


def ranks(state: State) -> list[int]:
    """The rank of each seat: one more than the number of seats that did better (6.1 to 6.3).

    Fewer uncovered cells, then more animals; between complete zoos that are still tied the order of the last
    turn decides where the option says so.
    """
    shared = state.setup.options["shared_victory_on_full_tie"]
    standings = []
    for seat, zoo in enumerate(state.zoos, 1):
        place_in_turn = (seat - state.active) % state.setup.players
        last = 0 if shared or zoo.free else -place_in_turn
        standings.append((-zoo.uncovered, zoo.penned + len(zoo.houses), last))
    return ranks_of(standings)
