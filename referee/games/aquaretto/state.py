"""What the rules remember: the set-up of a match and its state, immutable values.

What is due lies in the hand: in RESOLVE it holds the offspring (``DY``), the coworker (``W``), and what is left of the
truck.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from referee.games.aquaretto.box import BOX
from referee.games.aquaretto.components import YOUNG
from referee.games.aquaretto.zoo import Zoo
from referee.games.trucks import state as common
from referee.games.trucks.box import Box, Tiles
from referee.games.trucks.state import LOAD, PLACE, TURN, decisions_of

RESOLVE = "RESOLVE"
PHASES = (TURN, LOAD, PLACE, RESOLVE)
COWORKER = "W"  # in a hand


@dataclass(frozen=True)
class Setup(common.Setup):
    """All that chance decided, and what never changes in a match."""

    box: ClassVar[Box] = BOX

    is_offspring_trainable: bool = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.remember(is_offspring_trainable=self.options["offspring_trainable"])


State = common.State[Setup, Zoo]

decisions = decisions_of(PHASES)


def due_offspring(hand: Tiles) -> str:
    """The offspring that is due, "" if none."""
    for tile in hand:
        if tile[1:] == YOUNG:
            return tile
    return ""
