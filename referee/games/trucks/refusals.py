"""Why a step is not allowed, as far as both games say it alike."""

from typing import Literal

from referee.games.engine import IllegalStep
from referee.games.trucks.state import AnyState

CommonRule = Literal[
    "match-over",
    "not-to-move",
    "wrong-decision",
    "trucks-full",  # D: no untaken truck has a free space
    "truck-taken",
    "truck-empty",
    "truck-full",
    "not-in-hand",
    "not-enough-coins",
]


def refuse(rule: CommonRule, why: str) -> IllegalStep:
    """The error that names the rule and says why in one sentence."""
    return IllegalStep(rule, why)


def wrong_decision(state: AnyState, text: str, expected: str) -> IllegalStep:
    """The step answers another decision than the one that is owed.

    :param expected: what would answer it.
    """
    return refuse(
        "wrong-decision",
        f"{text} does not answer {state.phase}: seat {state.seat} owes {expected}.",
    )


def not_to_move(state: AnyState, seat: int) -> IllegalStep:
    """Another seat is to act."""
    return refuse("not-to-move", f"Seat {seat} is not to move: the rules wait for seat {state.seat}.")


def match_over() -> IllegalStep:
    """Nothing is owed any more."""
    return refuse("match-over", "The match is over.")


def not_in_hand(state: AnyState, tile: str) -> IllegalStep:
    """The tile is not one of those to be put down."""
    return refuse("not-in-hand", f"{tile} is not among the tiles to place: {','.join(state.hand)}.")


def not_enough_coins(cost: int, coins: int) -> IllegalStep:
    """The seat cannot pay for a money action."""
    return refuse("not-enough-coins", f"This costs {cost}; the seat has {coins}.")
