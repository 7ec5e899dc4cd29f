"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from typing import cast

from referee.games.sanssouci.rules import legal_steps
from referee.games.sanssouci.state import NOBLE, PLAY, State
from referee.games.sanssouci.steps import PASS, Play, Step


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision."""
    if state.phase == NOBLE:
        return PASS
    steps = legal_steps(state, seat)
    if state.phase == PLAY:
        # Of the symbol that lies there most often the others miss a tile least.
        return max(cast("list[Play]", steps), key=lambda step: state.display.count(state.display[step.place]))
    return steps[0]
