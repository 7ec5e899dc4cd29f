"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from referee.games.aquaretto.grid import cells_of
from referee.games.aquaretto.state import State, due_offspring
from referee.games.aquaretto.steps import DEPOT, PLACE_COWORKER, PLACE_OFFSPRING, Step
from referee.games.aquaretto.steps import PLACE as PLACE_STEPS
from referee.games.trucks.decisions import default_truck_step
from referee.games.trucks.state import PLACE


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision."""
    step = default_truck_step(state)
    if step:
        return step
    if state.phase == PLACE:
        return PLACE_STEPS[state.hand[0]][DEPOT]
    zoo = state.zoos[state.seat - 1]
    offspring = due_offspring(state.hand)
    if offspring:
        return PLACE_OFFSPRING[cells_of(zoo.cells_for(offspring[0]))[0]]
    return PLACE_COWORKER[zoo.coworker_places[0]]
