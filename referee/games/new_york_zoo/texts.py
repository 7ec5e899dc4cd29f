"""The texts of zoos, as rule cases and snapshots write them: ``5a@A6r1 K3``."""

import re
from collections.abc import Mapping, Sequence
from itertools import product

from referee.games.engine import InvalidPosition
from referee.games.new_york_zoo.components import SPECIES, TILE_SIZES, UNLIMITED
from referee.games.new_york_zoo.pieces import COLUMNS, PICTURES, ROWS, Board, Place, cell_name, place
from referee.games.new_york_zoo.zoo import Pen, Zoo
from referee.strict_json import Json

ZOO_KEYS = frozenset({"houses", "enclosures", "attractions", "uncovered"})
CELLS: Mapping[str, tuple[int, int]] = {
    cell_name(column, row): (column, row) for row, column in product(range(ROWS), range(len(COLUMNS)))
}
_PLACED = re.compile(r"([0-9a-z]{2,3})@([A-N][1-9])((?:r[0-3])?m?)")


def placed(text: str) -> Place | None:
    """The placement that ``piece@cell`` and any of the eight orientations mean (``r0`` too), or None."""
    found = _PLACED.fullmatch(text)
    if found is None or found[1] not in PICTURES:
        return None
    piece, cell, suffix = found.groups()
    return place(piece, PICTURES[piece][suffix.removeprefix("r0")], *CELLS[cell])


def read_placed(text: str) -> Place:
    """A placement of a view.

    :raises InvalidPosition: no piece or no cell.
    """
    step = placed(text)
    if step is None:
        raise InvalidPosition(f"{text!r} is no piece and place such as 5a@A6r1")
    return step


def pen_text(pen: Pen) -> str:
    """``K3`` for three kangaroos, ``-`` for an empty enclosure."""
    return f"{pen.species}{pen.animals}" if pen.animals else "-"


def write_zoo(zoo: Zoo) -> dict[str, Json]:
    """Houses, enclosures and attractions; the uncovered cells follow."""
    enclosures = [
        f"{tile.text} {pen_text(pen)}" if pen.animals else tile.text
        for tile, pen in zip(zoo.tiles, zoo.pens, strict=True)
    ]
    return {
        "houses": list(zoo.houses),
        "enclosures": enclosures,
        "attractions": [step.text for step in zoo.attractions],
    }


def read_zoo(board: Board, written: Json, where: str, may_be_full: bool = False) -> Zoo:
    """A zoo on this board.

    :param where: how a refusal names the zoo.
    :param may_be_full: may an enclosure wait to be emptied, as in a snapshot?
    :raises InvalidPosition: what the section "Position" does not allow.
    """
    if not isinstance(written, Mapping):
        raise InvalidPosition(f"{where} is an object")
    for key in written:
        if key not in ZOO_KEYS:
            raise InvalidPosition(f"{where} has no key {key!r}")
    houses = _read_houses(board, written.get("houses", list(board.start_animals)), where)
    enclosures = [
        _read_enclosure(text, f"{where}, enclosures", may_be_full)
        for text in read_texts(written.get("enclosures", []), f"{where}, enclosures")
    ]
    attractions = [
        _read_attraction(text, f"{where}, attractions")
        for text in read_texts(written.get("attractions", []), f"{where}, attractions")
    ]
    free = _free_cells(board, [*(tile for tile, _ in enclosures), *attractions], where)
    if "uncovered" in written:
        uncovered = _read_uncovered(board, free, written["uncovered"], where)
        attractions += _single_cells(board, free & ~uncovered)
        free = uncovered
    pens = tuple(pen for _, pen in enclosures)
    return Zoo(board, free, houses, pens, tuple(tile for tile, _ in enclosures), tuple(attractions))


def read_texts(written: Json, where: str) -> Sequence[str]:
    """A list of texts."""
    if not isinstance(written, list) or not all(isinstance(text, str) for text in written):
        raise InvalidPosition(f"{where} is a list of texts")
    return written


def _read_houses(board: Board, written: Json, where: str) -> str:
    houses = read_texts(written, f"{where}, houses")
    for species in houses:
        if species not in SPECIES:
            raise InvalidPosition(f"{where}, houses: {species!r} is no species")
    if len(houses) > board.houses:
        raise InvalidPosition(f"{where} has {board.houses} houses")
    return "".join(sorted(houses))


def _read_enclosure(text: str, where: str, may_be_full: bool) -> tuple[Place, Pen]:
    name, blank, animals = text.partition(" ")
    tile = placed(name)
    if tile is None or tile.piece not in TILE_SIZES:
        raise InvalidPosition(f"{where}: {text!r} is no enclosure tile and its place such as 5a@A6r1 K3")
    size = TILE_SIZES[tile.piece]
    if not blank:
        return tile, Pen("", 0, size)
    for species in SPECIES:
        for count in range(1, size + may_be_full):
            if animals == f"{species}{count}":
                return tile, Pen(species, count, size)
    raise InvalidPosition(f"{where}: {animals!r} is not one species and a number from 1 to {size - 1}")


def _read_attraction(text: str, where: str) -> Place:
    step = placed(text)
    if step is None or step.piece in TILE_SIZES:
        raise InvalidPosition(f"{where}: {text!r} is no attraction and its place such as a3l@E6r1")
    return step


def _free_cells(board: Board, pieces: Sequence[Place], where: str) -> int:
    """The cells that are left uncovered by these pieces."""
    free, grid = board.area, board.grid
    for step in pieces:
        mask = grid.mask(step)
        if step.column + step.picture.width > grid.width or mask & ~board.area:
            raise InvalidPosition(f"{where}: {step.text} lies outside of zoo {board.name}")
        if mask & ~free:
            raise InvalidPosition(f"{where}: {step.text} lies on another piece")
        free &= ~mask
    return free


def _read_uncovered(board: Board, free: int, written: Json, where: str) -> int:
    uncovered = 0
    for cell in read_texts(written, f"{where}, uncovered"):
        if cell not in CELLS:
            raise InvalidPosition(f"{where}, uncovered: {cell!r} is no cell")
        column, row = CELLS[cell]
        bit = board.grid.bit(column, row) if column < board.grid.width else 0
        if not bit & board.area:
            raise InvalidPosition(f"{where}, uncovered: {cell} lies outside of zoo {board.name}")
        if not bit & free:
            raise InvalidPosition(f"{where}, uncovered: {cell} lies under a piece")
        uncovered |= bit
    return uncovered


def _single_cells(board: Board, cells: int) -> list[Place]:
    """An a1 on each of these cells."""
    return board.grid.placements(UNLIMITED, cells)
