"""Why a step is not allowed: the stable names of the rules, and the sentences."""

from typing import Literal

from referee.games.engine import IllegalStep
from referee.games.zooloretto.state import LOAD, PLACE, TURN, State

Rule = Literal[
    "match-over",
    "not-to-move",
    "wrong-decision",
    "trucks-full",  # D: no untaken truck has a free space
    "truck-taken",
    "truck-empty",
    "truck-full",
    "not-in-hand",
    "not-owned",  # an expansion that is not bought
    "no-room",
    "other-species",
    "no-stall-space",
    "not-enough-coins",
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

EXPECTED = {
    TURN: "D, T with a truck, or a money action (MV, SW, BUY, DIS, EXP)",
    LOAD: "L with a truck that has a free space",
    PLACE: "P with a tile in hand and a place",
}


def refuse(rule: Rule, why: str) -> IllegalStep:
    """The error that names the rule and says why in one sentence."""
    return IllegalStep(rule, why)


def wrong_decision(state: State, text: str) -> IllegalStep:
    """The step answers another decision than the one that is owed."""
    return refuse(
        "wrong-decision",
        f"{text} does not answer {state.phase}: seat {state.seat} owes {EXPECTED[state.phase]}.",
    )


def not_to_move(state: State, seat: int) -> IllegalStep:
    """Another seat is to act."""
    return refuse("not-to-move", f"Seat {seat} is not to move: the rules wait for seat {state.seat}.")


def match_over() -> IllegalStep:
    """Nothing is owed any more."""
    return refuse("match-over", "The match is over.")


def not_enough_coins(cost: int, coins: int) -> IllegalStep:
    """The seat cannot pay for a money action."""
    return refuse("not-enough-coins", f"This costs {cost}; the seat has {coins}.")
