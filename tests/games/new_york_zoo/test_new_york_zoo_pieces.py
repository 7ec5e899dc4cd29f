"""Pieces on the grid: pictures without duplicates, and all places against a search cell by cell."""

import random

import pytest

from referee.games.new_york_zoo.pieces import BOARDS, DISTINCT, PICTURES, SUFFIXES, Place, place
from tests.games.new_york_zoo.helping import GAME

TILES = GAME.components["enclosure_tiles"]["tiles"]
SHAPES = {
    **{tile: printed["shape"] for tile, printed in TILES.items()},
    **{kind: printed["shape"] for kind, printed in GAME.components["attractions"]["pieces"].items()},
}


def turned(cells: set[tuple[int, int]], suffix: str) -> set[tuple[int, int]]:
    """The cells after the mirror and the quarter turns that a suffix names, from the corner on."""
    if suffix.endswith("m"):
        cells = {(-x, y) for x, y in cells}
    for _ in range(int(suffix[1]) if suffix[:1] == "r" else 0):
        cells = {(-y, x) for x, y in cells}
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


@pytest.mark.parametrize("piece", SHAPES)
def test_a_piece_has_each_picture_once_under_its_first_suffix(piece: str) -> None:
    cells = {(x, y) for y, row in enumerate(SHAPES[piece]) for x, sign in enumerate(row) if sign == "#"}
    first: dict[frozenset[tuple[int, int]], str] = {}
    for suffix in SUFFIXES:
        picture = frozenset(turned(cells, suffix))
        first.setdefault(picture, suffix)
        assert frozenset(PICTURES[piece][suffix].cells) == picture
        assert PICTURES[piece][suffix].suffix == first[picture]
    assert [picture.suffix for picture in DISTINCT[piece]] == list(first.values())
    if piece in TILES:
        assert len(first) == TILES[piece]["distinct_orientations"]
    for picture in DISTINCT[piece]:
        assert picture.width == 1 + max(x for x, _ in picture.cells)
        assert picture.height == 1 + max(y for _, y in picture.cells)


@pytest.mark.parametrize("name", ["5P1", "4P4", "3P3", "S3", "2P1", "S4"])
def test_the_places_of_a_piece_are_those_of_a_search_cell_by_cell(name: str) -> None:
    board = BOARDS[name]
    grid = board.grid
    printed = GAME.components["boards"]["sides"][name]["rows"]
    chance = random.Random(name)
    for piece in chance.sample(list(SHAPES), 12):
        share = chance.choice([1.0, 0.8, 0.5])
        free = {
            (x, y)
            for y, row in enumerate(printed)
            for x, sign in enumerate(row)
            if sign == "#" and chance.random() <= share
        }
        bits = sum(grid.bit(*cell) for cell in free)
        expected = [
            place(piece, picture, x, y)
            for picture in DISTINCT[piece]
            for y in range(9)
            for x in range(len(printed[0]))
            if {(x + dx, y + dy) for dx, dy in picture.cells} <= free
        ]
        found = grid.placements(piece, bits)
        assert found == expected
        assert grid.fits(piece, bits) == bool(expected)
        for step in found:
            assert grid.mask(step) & ~bits == 0
            assert grid.mask(step).bit_count() == len(step.picture.cells)


def test_a_placement_is_one_object_and_names_its_cells() -> None:
    step = place("7b", PICTURES["7b"]["r1"], 1, 2)
    assert step is place("7b", PICTURES["7b"]["r1"], 1, 2)
    assert isinstance(step, Place)
    assert (step.text, step.cell) == ("7b@B3r1", "B3")
    assert step.cells == ("B3", "C3", "B4", "C4", "D4", "C5", "D5")
    assert place("a2", PICTURES["a2"][""], 13, 8).cells == ("N9", "O9")


def test_a_board_has_the_cells_and_houses_that_are_printed() -> None:
    for name, printed in GAME.components["boards"]["sides"].items():
        board = BOARDS[name]
        assert board.area.bit_count() == printed["open_cells"]
        assert (board.name, board.houses, board.grid.width) == (name, printed["houses"], printed["width"])
        assert board.start_animals == "".join(sorted(printed["start_animals"]))
        for y, row in enumerate(printed["rows"]):
            for x, sign in enumerate(row):
                assert bool(board.area & board.grid.bit(x, y)) == (sign == "#")
