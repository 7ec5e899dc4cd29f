"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from referee.games.zooloretto.rules import trucks_with_room
from referee.games.zooloretto.state import LOAD, TURN, State
from referee.games.zooloretto.steps import BARN_INDEX, DRAW, PLACE, TAKE, Step
from referee.games.zooloretto.steps import LOAD as LOAD_STEPS


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision."""
    if state.phase == TURN:
        loaded = [truck for truck, tiles in enumerate(state.trucks, 1) if tiles]
        return TAKE[_least_loaded(state, loaded)] if loaded else DRAW
    if state.phase == LOAD:
        return LOAD_STEPS[_least_loaded(state, trucks_with_room(state))]
    return PLACE[state.hand[0], BARN_INDEX]


def _least_loaded(state: State, trucks: list[int]) -> int:
    """The truck with the fewest tiles, the lowest number among equals."""
    return min(trucks, key=lambda truck: len(state.trucks[truck - 1]))
