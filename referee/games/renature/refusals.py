"""Why a step is not allowed: the stable names of the rules, and the sentences."""

from typing import Literal

from referee.games.engine import IllegalStep
from referee.games.renature.state import END, OVERFLOW, PLANT, PRECLOSE, START, State

Rule = Literal[
    "match-over",
    "not-to-move",
    "wrong-decision",
    "not-in-hand",
    "no-stream-space",
    "not-adjacent",
    "space-covered",
    "no-match",  # a neighbour shows another animal, and neither is the joker
    "not-connected",  # beside no domino and on no starting space
    "not-on-board",  # no such plant is left on the player board
    "no-area-space",
    "not-beside-domino",
    "space-planted",
    "same-joker",
    "no-plant",
    "not-yours",  # a plant of another seat
    "just-planted",
    "no-room",  # the player board has no free space of that kind
    "not-enough-clouds",
    "no-domino",
]

EXPECTED = {
    START: "P or X with a domino of the hand, J or R",
    PLANT: "+ with a plant and a space, +0, J or R",
    OVERFLOW: "J or R to make room, or DROP",
    PRECLOSE: "R or OK",
    END: "END, AGAIN, J or R",
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


def not_in_hand(state: State, domino: str) -> IllegalStep:
    """The domino is not in the hand of the seat to act."""
    return refuse("not-in-hand", f"{domino} is not in the hand: {' '.join(state.hands[state.seat - 1])}.")


def not_enough_clouds(cost: int, purse: int) -> IllegalStep:
    """The seat cannot pay for a cloud action."""
    return refuse("not-enough-clouds", f"This costs {cost} clouds; the seat has {purse}.")
