"""Placing a tile, face up or as a gardener, and the mark below it (rule book 5.2, 5.3)."""

from referee.games.engine import Effect
from referee.games.sanssouci import effects
from referee.games.sanssouci.components import MARKS, SYMBOLS, WIDTH, Mark
from referee.games.sanssouci.flow import Played, changed, new_own, new_state
from referee.games.sanssouci.garden import filled, gardener_squares, with_gardener, with_symbol
from referee.games.sanssouci.refusals import other_line, square_filled
from referee.games.sanssouci.state import NOBLE, NOWHERE, Codes, Own, State
from referee.games.sanssouci.steps import Gardener


def mark_at(state: State, seat: int, square: int) -> Mark | None:
    """The mark on a square of the seat's expansion board, on the side that it has chosen."""
    if not state.setup.has_expansion:
        return None
    return MARKS[state.setup.expansions[seat - 1]][state.sides[seat - 1]].get(square)


def place_symbol(state: State, own: Own, display: Codes, taken: int, square: int) -> Played:
    """The tile goes face up to its own square, which is free.

    :param own: what the active seat has after it played its card.
    :param display: as the tile left it, from the place ``taken``.
    """
    seat = state.seat
    garden, hand, pile, played, points, marks = own
    happened: tuple[Effect, ...] = (effects.placed(seat, SYMBOLS[square % WIDTH], square),)
    mark = mark_at(state, seat, square)
    if mark and mark.for_symbol:
        points += mark.for_symbol
        marks += mark.for_symbol
        happened += (effects.marked(seat, mark.code, square, mark.for_symbol),)
    own = new_own((with_symbol(garden, square), hand, pile, played, points, marks))
    return _ask_for_a_noble(state, own, display, taken), happened


def place_gardener(state: State, seat: int, step: Gardener) -> Played:
    """The gardener goes to the square that its seat names."""
    square = step.square
    garden, hand, pile, played, points, marks = state.owns[seat - 1]
    if not gardener_squares(garden, state.target) >> square & 1:
        if filled(garden) >> square & 1:
            raise square_filled(square)
        raise other_line(square, state.target)
    happened: tuple[Effect, ...] = ()
    mark = mark_at(state, seat, square)
    if mark and mark.for_gardener:
        points += mark.for_gardener
        marks += mark.for_gardener
        happened = (effects.marked(seat, mark.code, square, mark.for_gardener),)
    own = new_own((with_gardener(garden, square), hand, pile, played, points, marks))
    return _ask_for_a_noble(state, own, state.display, state.taken), happened


def _ask_for_a_noble(state: State, own: Own, display: Codes, taken: int) -> State:
    setup, _, seat, turns, owns, sides, _, stacks, _, _ = state
    owns = changed(owns, seat - 1, own)
    return new_state((setup, NOBLE, seat, turns, owns, sides, display, stacks, taken, NOWHERE))
