"""Why a step is not allowed: the stable names of this game's own rules, and the sentences."""

from typing import Literal

from referee.games.aquaretto.state import RESOLVE
from referee.games.engine import IllegalStep
from referee.games.trucks.refusals import CommonRule
from referee.games.trucks.state import LOAD, PLACE, TURN

OwnRule = Literal[
    "no-space",  # the cell is no space of this zoo
    "space-taken",
    "other-species",  # a tile of another species lies beside
    "apart-from-basin",  # the species has a basin, and the space is not beside it
    "too-many-species",
    "not-due",  # no offspring or no coworker is due
    "into-depot",  # what may only go into the zoo
    "no-room",  # cashiers, keepers or manager are complete
    "no-coworker",  # none stands there
    "same-place",
    "not-on-top",  # of the depot
    "depot-empty",
    "own-depot",
    "no-expansion-left",
    "off-the-grid",
    "on-the-entrance",
    "on-a-space",
    "apart-from-zoo",  # no cell of the expansion is beside a space
]
Rule = Literal[CommonRule, OwnRule]

EXPECTED = {
    TURN: "D, T with a truck, or a money action (MV, MW, BUY, DIS, EXP)",
    LOAD: "L with a truck that has a free space",
    PLACE: "P with a tile in hand and a place",
    RESOLVE: "P with what is due: Y and a space, or W and a place",
}


def refuse(rule: OwnRule, why: str) -> IllegalStep:
    """The error that names the rule and says why in one sentence."""
    return IllegalStep(rule, why)
