"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from referee.games.zooloretto.state import LOAD, TURN, State
from referee.games.zooloretto.steps import BARN_INDEX, DRAW, PLACE, TAKE, Step
from referee.games.zooloretto.steps import LOAD as LOAD_STEPS


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision."""
    if state.phase == TURN:
        loaded = [(len(tiles), truck) for truck, tiles in enumerate(state.trucks, 1) if tiles]
        return TAKE[min(loaded)[1]] if loaded else DRAW
    if state.phase == LOAD:
        open_trucks = [
            (len(tiles), truck)
            for truck, (tiles, taker, capacity) in enumerate(
                zip(state.trucks, state.takers, state.setup.capacities, strict=True), 1
            )
            if not taker and len(tiles) < capacity
        ]
        return LOAD_STEPS[min(open_trucks)[1]]
    return PLACE[state.hand[0], BARN_INDEX]
