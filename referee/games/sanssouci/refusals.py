"""Why a step is not allowed: the stable names of the rules, and the sentences."""

from collections.abc import Iterable
from typing import Literal

from referee.games.engine import IllegalStep
from referee.games.sanssouci.components import COLUMN_LETTERS, PLACES, SQUARES, WIDTH
from referee.games.sanssouci.state import GARDENER, NOBLE, PLAY, SIDE, STACK, State, decisions

Rule = Literal[
    "match-over",
    "not-to-move",
    "wrong-decision",
    "not-in-hand",
    "place-empty",  # no tile lies on this place of the display
    "other-colour",  # a two-colour card opens its two colours only
    "symbol-on-display",  # a symbol card takes its symbol while there is one
    "square-filled",
    "other-line",  # the gardener goes into the target's row or column while a square is free there
    "noble-not-ahead",  # a noble only ever goes farther from the palace
    "square-free",  # a noble stands on a printed square or a tile
    "gardener-there",
    "no-path",
    "stack-empty",
]

EXPECTED = {
    SIDE: "SIDE with A or B",
    PLAY: "a card in hand and a place of the display, such as GT T1",
    GARDENER: "@ and a square",
    NOBLE: "> and a square, or >- to pass",
    STACK: "/ and the number of a stack",
}


def refuse(rule: Rule, why: str) -> IllegalStep:
    """The error that names the rule and says why in one sentence."""
    return IllegalStep(rule, why)


def match_over() -> IllegalStep:
    """Nothing is owed any more."""
    return refuse("match-over", "The match is over.")


def not_to_move(state: State, seat: int) -> IllegalStep:
    """Other seats are to act."""
    seats = [owed.seat for owed in decisions(state)]
    waited = f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}"
    return refuse("not-to-move", f"Seat {seat} is not to move: the rules wait for {waited}.")


def wrong_decision(state: State, seat: int, text: str) -> IllegalStep:
    """The step answers another decision than the one that is owed."""
    return refuse(
        "wrong-decision",
        f"{text} does not answer {state.phase}: seat {seat} owes {EXPECTED[state.phase]}.",
    )


def not_in_hand(card: str, hand: Iterable[str]) -> IllegalStep:
    """The seat does not hold the card."""
    return refuse("not-in-hand", f"{card} is not in hand: {', '.join(hand) or 'no card'}.")


def place_empty(place: int) -> IllegalStep:
    """No tile lies on the place."""
    return refuse("place-empty", f"No tile lies on {PLACES[place]}.")


def other_colour(card: str, opened: Iterable[int]) -> IllegalStep:
    """The two-colour card does not open the place."""
    places = " ".join(PLACES[place] for place in sorted(opened))
    return refuse("other-colour", f"{card} takes a tile from {places}.")


def symbol_on_display(card: str, places: Iterable[int]) -> IllegalStep:
    """The symbol card must take its own symbol."""
    there = " ".join(PLACES[place] for place in places)
    return refuse("symbol-on-display", f"{card} takes a tile with its symbol while one lies there: {there}.")


def square_filled(square: int) -> IllegalStep:
    """A gardener needs a free square."""
    return refuse("square-filled", f"{SQUARES[square]} is filled: a gardener needs a free square.")


def other_line(square: int, target: int) -> IllegalStep:
    """The gardener must stay in the row or column of its tile's own square."""
    name = SQUARES[target]
    return refuse(
        "other-line",
        f"{SQUARES[square]} is neither in row {name[1:]} nor in column {name[0]}, where a square is free.",
    )


def noble_not_ahead(square: int, row: int) -> IllegalStep:
    """The noble would not get farther from the palace."""
    letter = COLUMN_LETTERS[square % WIDTH]
    return refuse(
        "noble-not-ahead",
        f"Noble {letter} stands in row {row}: it goes to a row farther from the palace.",
    )


def square_free(square: int) -> IllegalStep:
    """A noble needs a printed square or a tile."""
    return refuse("square-free", f"Nothing lies on {SQUARES[square]} for a noble to stand on.")


def gardener_there(square: int) -> IllegalStep:
    """A noble passes gardeners but never stands on one."""
    return refuse("gardener-there", f"A gardener is on {SQUARES[square]}: a noble may pass it, not stay.")


def no_path(square: int) -> IllegalStep:
    """The square is not joined to the noble's by filled squares."""
    return refuse("no-path", f"No path of filled squares leads to {SQUARES[square]}.")


def stack_empty(stack: int) -> IllegalStep:
    """The stack holds no tile."""
    return refuse("stack-empty", f"Stack {stack} is empty.")
