"""What the rules remember: the set-up of a match and its state, immutable values."""

from dataclasses import dataclass, field
from typing import ClassVar

from referee.games.trucks import state as common
from referee.games.trucks.box import Box
from referee.games.trucks.state import LOAD, PLACE, TURN, decisions_of
from referee.games.zooloretto.box import BOX
from referee.games.zooloretto.components import EXPANSIONS
from referee.games.zooloretto.zoo import Zoo

PHASES = (TURN, LOAD, PLACE)


@dataclass(frozen=True)
class Setup(common.Setup):
    """All that chance decided, and what never changes in a match."""

    box: ClassVar[Box] = BOX

    expansions: int = field(init=False)  # per seat
    may_stalls_go_to_barn: bool = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.remember(
            expansions=EXPANSIONS[self.players],
            is_bank_finite=self.options["bank_is_finite"],
            may_stalls_go_to_barn=self.options["stall_move_to_barn"],
        )


State = common.State[Setup, Zoo]

decisions = decisions_of(PHASES)
