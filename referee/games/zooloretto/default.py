"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from referee.games.trucks.decisions import default_truck_step
from referee.games.zooloretto.state import State
from referee.games.zooloretto.steps import BARN_INDEX, PLACE, Step


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision."""
    return default_truck_step(state) or PLACE[state.hand[0], BARN_INDEX]
