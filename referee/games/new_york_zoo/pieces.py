"""Tiles and attractions on the grid of a zoo: turning, placing, and all places where a piece fits.

How a piece finds its places: the uncovered cells of a zoo are one integer, row after row, each row followed by one
empty guard column. For one picture of a piece, ``f &= free >> offset`` over the offsets of its cells leaves in ``f``
exactly the bits of the top-left corners where it fits: all places at once, and the guard column stops a piece that
runs over the right edge (every column of a connected shape has a cell, so one of them meets the guard). The bits of
``f`` then select the ready-made step objects of the picture. Pictures that look the same are kept once, under the
first suffix of ``SUFFIXES`` that makes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import NamedTuple

from referee.games.new_york_zoo.components import COMPONENTS, SHAPES

ROWS = 9
COLUMNS = "ABCDEFGHIJKLMN"
SUFFIXES = ("", "r1", "r2", "r3", "m", "r1m", "r2m", "r3m")  # in the order of preference (section 12)


class Picture(NamedTuple):
    """One way to turn a piece: its cells as (column, row) from the top-left corner of its bounding box."""

    suffix: str
    cells: tuple[tuple[int, int], ...]
    width: int
    height: int


def _turned(rows: tuple[str, ...], suffix: str) -> tuple[str, ...]:
    """The shape after a mirror left-right (``m``) and then so many quarter turns clockwise (``r1``..``r3``)."""
    if suffix.endswith("m"):
        rows = tuple(row[::-1] for row in rows)
    for _ in range(int(suffix[1]) if suffix.startswith("r") else 0):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return rows


def _picture(suffix: str, rows: tuple[str, ...]) -> Picture:
    cells = tuple((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")
    return Picture(suffix, cells, len(rows[0]), len(rows))


def _pictures(piece: str) -> dict[str, Picture]:
    """The pictures of a piece by suffix; a suffix that repeats a picture leads to the first that makes it."""
    first: dict[tuple[str, ...], Picture] = {}
    found = {}
    for suffix in SUFFIXES:
        rows = _turned(SHAPES[piece], suffix)
        found[suffix] = first.setdefault(rows, _picture(suffix, rows))
    return found


PICTURES: Mapping[str, Mapping[str, Picture]] = {piece: _pictures(piece) for piece in SHAPES}
DISTINCT: Mapping[str, tuple[Picture, ...]] = {
    piece: tuple(dict.fromkeys(pictures.values())) for piece, pictures in PICTURES.items()
}


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Place a piece (rule book 5.2, 5.4, section 7): ``column`` and ``row`` count from 0."""

    text: str
    piece: str
    picture: Picture
    column: int
    row: int

    @property
    def cell(self) -> str:
        """The top-left cell of the bounding box."""
        return cell_name(self.column, self.row)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that the piece covers, row by row."""
        return tuple(cell_name(self.column + x, self.row + y) for x, y in self.picture.cells)


def cell_name(column: int, row: int) -> str:
    """``A1`` for the top-left cell; a piece that leaves the grid has cells beyond the last column, too."""
    return f"{chr(ord(COLUMNS[0]) + column)}{row + 1}"


@cache
def place(piece: str, picture: Picture, column: int, row: int) -> Place:
    """The one step object of a placement."""
    return Place(f"{piece}@{cell_name(column, row)}{picture.suffix}", piece, picture, column, row)


_SELECTORS = bytes.maketrans(b"01", b"\0\1")


class Grid:
    """The cells of all boards of one width as bits: bit ``row * stride + column``.

    :param width: columns of the board.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.stride = width + 1  # with the guard column
        self._bits = f"0{self.stride * ROWS}b"
        # Filled in at first use: a piece's offsets by picture, and its step objects by bit.
        self._offsets: dict[str, tuple[tuple[int, ...], ...]] = {}
        self._steps: dict[str, tuple[tuple[Place | None, ...], ...]] = {}
        self._masks: dict[Place, int] = {}

    def bit(self, column: int, row: int) -> int:
        """The bit of one cell."""
        return 1 << row * self.stride + column

    def mask(self, step: Place) -> int:
        """The bits of the cells that a placement covers, if its columns are on the grid."""
        known = self._masks.get(step)
        if known is None:
            known = sum(1 << (step.row + y) * self.stride + step.column + x for x, y in step.picture.cells)
            self._masks[step] = known
        return known

    def offsets(self, piece: str) -> tuple[tuple[int, ...], ...]:
        """Per picture of the piece, how far each of its cells is from the corner."""
        known = self._offsets.get(piece)
        if known is None:
            known = tuple(tuple(y * self.stride + x for x, y in each.cells) for each in DISTINCT[piece])
            self._offsets[piece] = known
        return known

    def fits(self, piece: str, free: int) -> bool:
        """Does the piece fit at least once on these cells?"""
        for offsets in self.offsets(piece):
            f = free >> offsets[0]
            for offset in offsets[1:]:
                f &= free >> offset
            if f:
                return True
        return False

    def placements(self, piece: str, free: int) -> list[Place]:
        """Every placement of the piece on these cells: picture by picture, each row by row."""
        found: list[Place] = []
        steps = self._steps.get(piece) or self._make_steps(piece)
        for offsets, by_place in zip(self.offsets(piece), steps, strict=True):
            f = free >> offsets[0]
            for offset in offsets[1:]:
                f &= free >> offset
            if f:
                chosen = format(f, self._bits).encode().translate(_SELECTORS)[::-1]
                found += compress(by_place, chosen)  # type: ignore[arg-type]  # no bit is set where None stands
        return found

    def _make_steps(self, piece: str) -> tuple[tuple[Place | None, ...], ...]:
        made = tuple(
            tuple(
                place(piece, picture, column, row)
                if column + picture.width <= self.width and row + picture.height <= ROWS
                else None
                for row in range(ROWS)
                for column in range(self.stride)
            )
            for picture in DISTINCT[piece]
        )
        self._steps[piece] = made
        return made


class Board(NamedTuple):
    """What is printed on one side of a zoo board (rule book, section 1.2)."""

    name: str
    grid: Grid
    area: int  # the cells to cover, as bits of the grid
    houses: int
    start_animals: str  # species letters, sorted


GRIDS: Mapping[int, Grid] = {
    width: Grid(width) for width in sorted({side["width"] for side in COMPONENTS["boards"]["sides"].values()})
}


def _board(name: str) -> Board:
    printed = COMPONENTS["boards"]["sides"][name]
    grid = GRIDS[printed["width"]]
    area = sum(
        grid.bit(column, row)
        for row, signs in enumerate(printed["rows"])
        for column, sign in enumerate(signs)
        if sign == "#"
    )
    return Board(name, grid, area, printed["houses"], "".join(sorted(printed["start_animals"])))


BOARDS: Mapping[str, Board] = {name: _board(name) for name in COMPONENTS["boards"]["sides"]}
