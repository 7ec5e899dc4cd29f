"""Why a step is not allowed: the stable names of the rules, and the sentences."""

from typing import Literal

from referee.games.engine import IllegalStep
from referee.games.new_york_zoo.state import (
    ANIMAL,
    ANIMAL2,
    ATTRACTION,
    BONUS,
    KEEP,
    NORMAL,
    PLACE,
    POPULATE,
    SETUP,
    WALK,
    State,
)

Rule = Literal[
    "match-over",
    "not-to-move",
    "wrong-decision",
    # WALK
    "too-far",
    "no-markers",  # markers and the free move are for one player
    "markers-only",
    "marker-used",
    "too-near",  # marker 4+ is for four counted spaces or more
    "empty-bay",
    "whole-lap",
    "tile-does-not-fit",
    "nobody-to-populate",
    "no-room",  # for any animal
    # PLACE, SETUP
    "other-piece",
    "not-in-hand",
    "outside",
    "covered",
    "others-must-fit",  # quick game: the tiles still in hand
    # POPULATE, ANIMAL, NORMAL, BONUS
    "no-such-enclosure",
    "not-housed",
    "other-species",
    "one-must-stay",
    "new-enclosure",  # is no source
    "house-needed",  # all houses are occupied
    "not-pictured",
    "no-cell-for-two",
    "no-pair",
    "same-enclosure",
    "line-species",
    "has-bred",
    # ATTRACTION
    "none-left",
    "no-place",
    "must-take",
]

EXPECTED = {
    SETUP: "a tile still in hand",
    WALK: "a move of the elephant",
    PLACE: "a place for",
    POPULATE: "one or two animals of one species for the new tile",
    ANIMAL: "an animal and its place",
    ANIMAL2: "the other pictured animal and its place, or -",
    KEEP: "k or n",
    ATTRACTION: "an attraction that fits",
    NORMAL: "b: with up to two enclosures",
    BONUS: "x: with one enclosure or -",
}


def refuse(rule: Rule, why: str) -> IllegalStep:
    """The error that names the rule and says why in one sentence."""
    return IllegalStep(rule, why)


def wrong_decision(state: State, text: str) -> IllegalStep:
    """The step answers another decision than the one that is owed."""
    expected = EXPECTED[state.phase] + (f" {state.piece}" if state.phase == PLACE else "")
    return refuse(
        "wrong-decision", f"{text} does not answer {state.phase}: seat {state.seat} owes {expected}."
    )


def not_to_move(state: State, seat: int) -> IllegalStep:
    """Another seat is to act."""
    return refuse("not-to-move", f"Seat {seat} is not to move: the rules wait for seat {state.seat}.")


def match_over() -> IllegalStep:
    """Nothing is owed any more."""
    return refuse("match-over", "The match is over.")


def no_such_enclosure(number: int, enclosures: int) -> IllegalStep:
    """The zoo has not so many enclosures."""
    has = "1 enclosure" if enclosures == 1 else f"{enclosures} enclosures"
    return refuse("no-such-enclosure", f"There is no e{number}: this zoo has {has}.")


def not_housed(species: str) -> IllegalStep:
    """No animal of the species waits in a house."""
    return refuse("not-housed", f"There are not enough {species} in the houses of this seat.")


def no_cell_for_two(number: int) -> IllegalStep:
    """The house-addition needs a second free cell."""
    return refuse("no-cell-for-two", f"e{number} has no free cell for an animal of a house.")
