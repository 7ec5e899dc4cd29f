"""Why a step is not allowed: the stable names of this game's own rules, and the sentences."""

from typing import Literal

from referee.games.engine import IllegalStep
from referee.games.trucks.refusals import CommonRule
from referee.games.trucks.state import LOAD, PLACE, TURN

OwnRule = Literal[
    "not-owned",  # an expansion that is not bought
    "no-room",
    "other-species",
    "no-stall-space",
    "not-in-barn",
    "not-beside",  # no such stall beside the enclosure
    "same-area",
    "into-barn",  # a move never ends in the barn
    "animals-stay",  # an animal leaves an enclosure only by a swap
    "swap-needs-enclosure",
    "swap-species-unnamed",
    "swap-empty",
    "swap-same-species",
    "swap-too-small",
    "own-barn",
    "no-expansion-left",
]
Rule = Literal[CommonRule, OwnRule]

EXPECTED = {
    TURN: "D, T with a truck, or a money action (MV, SW, BUY, DIS, EXP)",
    LOAD: "L with a truck that has a free space",
    PLACE: "P with a tile in hand and a place",
}


def refuse(rule: OwnRule, why: str) -> IllegalStep:
    """The error that names the rule and says why in one sentence."""
    return IllegalStep(rule, why)
