"""The spaces of a zoo: the board and the expansions built (rule book 5.10)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.games.aquaretto.components import BASE_LIMIT, COMPONENTS, EXPANSIONS, EXTRA_BASINS, LARGE, SMALL
from referee.games.aquaretto.grid import (
    BASE_SPACES,
    CELL_NAMES,
    EAST,
    ENTRANCE,
    GRID,
    NORTH,
    beside,
    cells_of,
    mask_of,
)
from referee.games.aquaretto.steps import EXPAND, Expand, Steps
from referee.games.trucks.box import Tiles
from referee.games.trucks.values import lazy

# By size and lacking corner: how far each cell of an expansion lies from the lower left one of its box.
_OFFSETS: Mapping[tuple[str, str], tuple[int, ...]] = {
    (size, corner): tuple(x * EAST + y * NORTH for x, y in cells)
    for size in EXPANSIONS
    for corner, cells in COMPONENTS["expansions"][size]["cells"].items()
}
_SHAPES = {kind: mask_of(offsets) for kind, offsets in _OFFSETS.items()}


class _Built(NamedTuple):
    expansions: Tiles  # as in the zoo text, ``S@I13SE``, sorted
    spaces: int  # of the board and of the expansions


class Ground(_Built):
    """The board with its expansions. Not slotted: the lazy fields live in the instance."""

    @lazy
    def built(self) -> dict[str, int]:
        """How many expansions of each size are built."""
        return {size: sum(each[0] == size for each in self.expansions) for size in EXPANSIONS}

    @lazy
    def basin_limit(self) -> int:
        """How many species may live here."""
        return BASE_LIMIT + sum(EXTRA_BASINS[size] * number for size, number in self.built.items())

    @lazy
    def large(self) -> Steps:
        """Every legal place of a large expansion, whatever it costs; none if all are built."""
        return self._places(LARGE)

    @lazy
    def small(self) -> Steps:
        """Every legal place of a small expansion, whatever it costs; none if all are built."""
        return self._places(SMALL)

    def _places(self, size: str) -> Steps:
        found: list[Expand] = []
        if self.built[size] < EXPANSIONS[size]:
            open_ground = GRID & ~(self.spaces | ENTRANCE)
            edge = beside(self.spaces)
            for kind, offsets in _OFFSETS.items():
                if kind[0] == size:
                    # All places of one kind at once: shift each of its cells onto the lower left one of the box.
                    fits, touches = GRID, 0
                    for offset in offsets:
                        fits &= open_ground >> offset
                        touches |= edge >> offset
                    table = EXPAND[kind]
                    found += [table[cell] for cell in cells_of(fits & touches)]
        return tuple(found)


BASE = Ground((), BASE_SPACES)


def covered(step: Expand) -> int:
    """The cells that an expansion covers; some may lie off the grid."""
    return _SHAPES[step.size, step.corner] << step.cell


def extended(ground: Ground, step: Expand) -> Ground:
    """The ground with one expansion more, where nothing lies in its way."""
    text = f"{step.size}@{CELL_NAMES[step.cell]}{step.corner}"
    return _ground(tuple(sorted((*ground.expansions, text))), ground.spaces | covered(step))


@lru_cache(4096)
def _ground(expansions: Tiles, spaces: int) -> Ground:
    """One object for each ground, so that its legal places are worked out once."""
    return Ground(expansions, spaces)
