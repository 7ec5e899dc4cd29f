"""One garden: printed squares, tiles and nobles as masks of squares (bit i = square i of ``SQUARES``).

Two masks are kept though they follow from the others, because a step asks for them and they only ever grow or
shrink: ``reach`` (all that a noble can walk to) and ``ahead`` (what lies farther from the palace than the noble of its
column). Where a noble may go is then one conjunction.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from referee.games.sanssouci.components import EXPANSION_SHAPE, HEIGHT, LAYOUTS, TERRACE, WIDTH

ALL = (1 << WIDTH * HEIGHT) - 1
ROW = tuple(((1 << WIDTH) - 1) << WIDTH * row for row in range(HEIGHT))
COLUMN = tuple(sum(1 << WIDTH * row + column for row in range(HEIGHT)) for column in range(WIDTH))
# What lies in the row or the column of a square (rule book 5.2), the square itself left out.
CROSS = tuple(
    (ROW[square // WIDTH] | COLUMN[square % WIDTH]) & ~(1 << square) for square in range(WIDTH * HEIGHT)
)
# The squares above, below, left and right of a square.
BESIDE = tuple(
    CROSS[square]
    & sum(1 << near for near in (square - 1, square + 1, square - WIDTH, square + WIDTH) if near >= 0)
    for square in range(WIDTH * HEIGHT)
)
_NOT_FIRST = ALL & ~COLUMN[0]
_NOT_LAST = ALL & ~COLUMN[-1]
_KEPT = 4096  # a match knows a few hundred different gardens


class Garden(NamedTuple):
    """A garden as it stands."""

    printed: int
    symbols: int  # tiles that lie face up
    gardeners: int  # tiles that lie face down
    nobles: tuple[int, ...]  # the row of each column's noble, 0 = terrace
    reach: int  # filled squares that are joined to row 1
    ahead: int  # squares farther from the palace than the noble of their column


new_garden: Callable[[tuple[Any, ...]], Garden] = partial(tuple.__new__, Garden)


def mask_of(squares: Iterable[int]) -> int:
    """The mask of some squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def make_garden(printed: int, symbols: int, gardeners: int, nobles: tuple[int, ...]) -> Garden:
    """The garden with these squares and nobles."""
    filled = printed | symbols | gardeners
    ahead = 0
    for column, row in enumerate(nobles):
        ahead |= AHEAD[column][row]
    return Garden(printed, symbols, gardeners, nobles, joined(ROW[0] & filled, filled), ahead)


# What lies ahead of the noble of a column in a row.
AHEAD = tuple(
    tuple(mask_of(WIDTH * row + column for row in range(noble, HEIGHT)) for noble in range(HEIGHT + 1))
    for column in range(WIDTH)
)
ON_TERRACE = (TERRACE,) * WIDTH


def printed_squares(side: str, is_covered: bool) -> int:
    """The printed squares of a garden side; an expansion board covers what is printed below it."""
    printed = mask_of(LAYOUTS[side])
    return printed & ~mask_of(EXPANSION_SHAPE) if is_covered else printed


def joined(reach: int, filled: int) -> int:
    """Flood: all filled squares that are joined to ``reach`` by steps up, down, left or right."""
    while True:
        grown = reach | reach << WIDTH | reach >> WIDTH
        grown = (grown | (reach & _NOT_LAST) << 1 | (reach & _NOT_FIRST) >> 1) & filled
        if grown == reach:
            return reach
        reach = grown


def with_symbol(garden: Garden, square: int) -> Garden:
    """The garden after a tile was placed face up."""
    printed, symbols, gardeners, nobles, reach, ahead = garden
    symbols |= 1 << square
    # Tiles never leave, so what was joined to row 1 stays so: the flood goes on from there, if the square is beside it.
    if reach & BESIDE[square]:
        reach = joined(reach, printed | symbols | gardeners)
    return new_garden((printed, symbols, gardeners, nobles, reach, ahead))


def with_gardener(garden: Garden, square: int) -> Garden:
    """The garden after a tile was placed face down."""
    printed, symbols, gardeners, nobles, reach, ahead = garden
    gardeners |= 1 << square
    if reach & BESIDE[square]:
        reach = joined(reach, printed | symbols | gardeners)
    return new_garden((printed, symbols, gardeners, nobles, reach, ahead))


def with_noble(garden: Garden, square: int) -> Garden:
    """The garden after the noble of the square's column went there."""
    printed, symbols, gardeners, nobles, reach, ahead = garden
    column = square % WIDTH
    row = square // WIDTH + 1
    ahead = ahead & ~COLUMN[column] | AHEAD[column][row]
    nobles = (*nobles[:column], row, *nobles[column + 1 :])
    return new_garden((printed, symbols, gardeners, nobles, reach, ahead))


def filled(garden: Garden) -> int:
    """The squares that are printed or hold a tile."""
    return garden.printed | garden.symbols | garden.gardeners


def noble_squares(garden: Garden) -> int:
    """Where a noble may go (rule book 5.4): ahead of it, in reach, and no gardener."""
    return garden.reach & garden.ahead & ~garden.gardeners


def gardener_squares(garden: Garden, target: int) -> int:
    """Where the gardener may go (5.2): free in the target's row or column; if none is, any free square."""
    free = ALL & ~(garden.printed | garden.symbols | garden.gardeners)
    return free & CROSS[target] or free


PRINTED, SYMBOL, GARDENER, FREE = "P", "S", "K", "."


def rows_of(garden: Garden) -> tuple[str, ...]:
    """The six rows of a garden, nine characters each: P printed, S symbol tile, K gardener, ``.`` free."""
    return _rows(garden.printed, garden.symbols, garden.gardeners)


@lru_cache(_KEPT)
def _rows(printed: int, symbols: int, gardeners: int) -> tuple[str, ...]:
    squares = [
        PRINTED
        if printed >> square & 1
        else SYMBOL
        if symbols >> square & 1
        else GARDENER
        if gardeners >> square & 1
        else FREE
        for square in range(WIDTH * HEIGHT)
    ]
    return tuple("".join(squares[row * WIDTH : row * WIDTH + WIDTH]) for row in range(HEIGHT))


def read_rows(rows: Iterable[str], nobles: tuple[int, ...]) -> Garden:
    """The garden of six rows as :func:`rows_of` writes them."""
    squares = "".join(rows)
    printed, symbols, gardeners = (
        mask_of(square for square, held in enumerate(squares) if held == kind)
        for kind in (PRINTED, SYMBOL, GARDENER)
    )
    return make_garden(printed, symbols, gardeners, nobles)
