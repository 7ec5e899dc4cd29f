"""What an absent seat does: keeps the match going and disturbs the others least (docs/default-steps.md)."""

from collections.abc import Mapping

from referee.games.renature.state import END as AT_END
from referee.games.renature.state import OVERFLOW, PLANT, PRECLOSE, START, State
from referee.games.renature.steps import CLOSE, DISCARDS, DROP, END, LEAVE, Step

_DEFAULTS: Mapping[str, Step] = {PLANT: LEAVE, OVERFLOW: DROP, PRECLOSE: CLOSE, AT_END: END}


def default_step(state: State, seat: int) -> Step:
    """The step of an absent seat that owes a decision: it discards, plants nothing and spends nothing."""
    if state.phase == START:
        return DISCARDS[state.hands[seat - 1][0]]
    return _DEFAULTS[state.phase]
