"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from referee.games.new_york_zoo.components import PAIRS, UNLIMITED
from referee.games.new_york_zoo.rules import legal_steps
from referee.games.new_york_zoo.state import (
    ANIMAL,
    ANIMAL2,
    ATTRACTION,
    BONUS,
    KEEP,
    NORMAL,
    PLACE,
    POPULATE,
    SETUP,
    State,
)
from referee.games.new_york_zoo.steps import (
    ACQUIRE,
    CHOOSE,
    NO_BONUS,
    NO_KEEP,
    NO_LITTER,
    STOP,
    Step,
)
from referee.games.new_york_zoo.walking import ways_to_animals

_CONSTANT: dict[str, Step] = {
    ANIMAL2: STOP,
    KEEP: NO_KEEP,
    ATTRACTION: CHOOSE[UNLIMITED],  # single cells never run out, and the zoo still comes to an end
    NORMAL: NO_LITTER,
    BONUS: NO_BONUS,
}


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision."""
    if state.phase in _CONSTANT:
        return _CONSTANT[state.phase]
    if state.phase == ANIMAL:
        return _acquire(state)
    legal = legal_steps(state, seat)
    if state.phase in (SETUP, PLACE, POPULATE):
        return legal[0]
    # WALK: animals never run out, tiles do.
    animals = ways_to_animals(state)
    return next((step for step in legal if step in animals), legal[0])


def _acquire(state: State) -> Step:
    """The first pictured animal that has a place: a house, else the first enclosure; else any other animal."""
    legal = legal_steps(state, state.seat)
    for species in PAIRS[state.elephant]:
        for step in legal:
            if step in ACQUIRE[species]:
                return step
    return legal[0]
