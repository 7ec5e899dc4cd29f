"""The grid of a water zoo (rule book, section 1): cells, and sets of cells as masks of bits.

A set of cells is one whole number, a bit for each cell, so that neighbours of many cells, free spaces and legal places
of an expansion each cost a few shifts. A row is one bit wider than the grid: nothing wraps round into the next row.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from referee.games.aquaretto.components import COMPONENTS

_BOARD = COMPONENTS["board"]
COLUMNS: str = _BOARD["columns"]
ROWS: int = _BOARD["rows"]
EAST = 1
NORTH = len(COLUMNS) + 1

# By cell number; "" stands for the bit between two rows.
CELL_NAMES: tuple[str, ...] = tuple(
    f"{column}{row}" if column else "" for row in range(1, ROWS + 1) for column in (*COLUMNS, "")
)
CELL: Mapping[str, int] = {name: number for number, name in enumerate(CELL_NAMES) if name}


def mask_of(cells: Iterable[int]) -> int:
    """The set of these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


GRID = mask_of(CELL.values())
BASE_SPACES = mask_of(CELL[name] for name in _BOARD["spaces"])
ENTRANCE = mask_of(CELL[name] for name in _BOARD["entrance"])


@lru_cache(4096)
def cells_of(mask: int) -> tuple[int, ...]:
    """The cells of a set, row by row from A1 on."""
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)


def names_of(mask: int) -> list[str]:
    """The names of the cells of a set, row by row from A1 on."""
    return [CELL_NAMES[cell] for cell in cells_of(mask)]


def beside(mask: int) -> int:
    """The cells that share an edge with a cell of the set."""
    return (mask << EAST | mask >> EAST | mask << NORTH | mask >> NORTH) & GRID


# By cell number: the cells beside it.
BESIDE: tuple[int, ...] = tuple(beside(1 << cell) if name else 0 for cell, name in enumerate(CELL_NAMES))


def around(mask: int) -> int:
    """The cells that share an edge or a corner with a cell of the set, and those of the set."""
    rows = mask | mask << EAST | mask >> EAST
    return (rows | rows << NORTH | rows >> NORTH) & GRID


def is_one_group(mask: int) -> bool:
    """Do edge neighbours connect all cells of the set?"""
    reached = mask & -mask
    while True:
        further = (reached | beside(reached)) & mask
        if further == reached:
            return reached == mask
        reached = further
