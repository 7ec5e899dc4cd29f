"""One seat's zoo as an immutable value; what its content allows is worked out once, when first asked."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, overload

from referee.games.zooloretto.components import AREAS, BARN, BOARD_AREAS, ENCLOSURES, KIND, STALL
from referee.games.zooloretto.pens import EMPTY_PENS, Pen
from referee.games.zooloretto.steps import (
    BARN_INDEX,
    BARN_MOVES,
    DISCARD,
    MOVE,
    STALL_MOVES,
    SWAP,
    Steps,
)

Tiles = tuple[str, ...]
T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - reads as a decorator, like property
    """A field worked out at its first use and kept in the instance: ``cached_property`` without its lock."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "lazy[T]": ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> "lazy[T] | T":
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.work_out(owner)
        return value


class _Contents(NamedTuple):
    pens: tuple[Pen, ...]  # the owned enclosures in the order of AREAS
    stalls: tuple[Tiles, ...]  # beside each of them, sorted
    barn: Tiles  # sorted


class Zoo(_Contents):
    """Enclosures, stalls and barn of one seat. Not slotted: the lazy fields live in the instance."""

    @lazy
    def text(self) -> str:
        """The zoo text of the trace (rule book, "Facts")."""
        areas = [
            f"{pen.text}/{','.join(stalls)}" if stalls else pen.text
            for pen, stalls in zip(self.pens, self.stalls, strict=True)
        ]
        return f"{' '.join(areas)} {BARN}:{','.join(self.barn)}"

    @property
    def expansions(self) -> int:
        """How many expansions are bought."""
        return len(self.pens) - BOARD_AREAS

    @lazy
    def barn_kinds(self) -> Tiles:
        """The different tiles of the barn."""
        return tuple(dict.fromkeys(self.barn))

    @lazy
    def barn_groups(self) -> dict[str, Tiles]:
        """The animals of the barn by species."""
        groups: dict[str, Tiles] = {}
        for tile in self.barn:
            if KIND[tile] != STALL:
                groups[tile[0]] = (*groups.get(tile[0], ()), tile)
        return groups

    @lazy
    def _masks(self) -> dict[str, int]:
        return {}

    def places_for(self, kind: str) -> int:
        """The areas that take a tile of this kind, as a mask (bit i = area i of AREAS); never the barn."""
        masks = self._masks
        mask = masks.get(kind)
        if mask is None:
            mask = 0
            if kind == STALL:
                for area, stalls in enumerate(self.stalls):
                    if len(stalls) < ENCLOSURES[area].stall_spaces:
                        mask |= 1 << area
            else:
                for pen in self.pens:
                    mask |= pen.takes[kind]
            masks[kind] = mask
        return mask

    @lazy
    def moves(self) -> Steps:
        """Every move from the barn or between stall spaces that room and species allow, whatever it costs."""
        found: Steps = ()
        for tile in self.barn_kinds:
            found += BARN_MOVES[tile][self.places_for(KIND[tile])]
        free = self.places_for(STALL)
        for origin, stalls in enumerate(self.stalls):
            for stall in dict.fromkeys(stalls):
                found += STALL_MOVES[stall, origin][free & ~(1 << origin)]
        return found

    @lazy
    def stall_moves_to_barn(self) -> Steps:
        """The moves that the option ``stall_move_to_barn`` adds."""
        return tuple(
            MOVE[stall, origin, BARN_INDEX]
            for origin, stalls in enumerate(self.stalls)
            for stall in dict.fromkeys(stalls)
        )

    @lazy
    def swaps(self) -> Steps:
        """Every swap whose groups fit and differ, whatever it costs."""
        found: Steps = ()
        inhabited = [pen for pen in self.pens if pen.species]
        for place, first in enumerate(inhabited):
            for second in inhabited[place + 1 :]:
                if (
                    first.species != second.species
                    and len(first.tiles) <= ENCLOSURES[second.area].spaces
                    and len(second.tiles) <= ENCLOSURES[first.area].spaces
                ):
                    found += (SWAP[first.area, second.area, ""],)
            for species, group in self.barn_groups.items():
                if species != first.species and len(group) <= ENCLOSURES[first.area].spaces:
                    found += (SWAP[first.area, BARN_INDEX, species],)
        return found

    @lazy
    def discards(self) -> Steps:
        """Every tile of the barn that may be thrown away, whatever it costs."""
        return tuple(DISCARD[tile] for tile in self.barn_kinds)


EMPTY_ZOO = Zoo(EMPTY_PENS[:BOARD_AREAS], ((),) * BOARD_AREAS, ())


def with_tile(tiles: Tiles, tile: str) -> Tiles:
    """A sorted list of tiles with one more."""
    place = bisect_left(tiles, tile)
    return (*tiles[:place], tile, *tiles[place:])


def without_tile(tiles: Tiles, tile: str) -> Tiles:
    """A list of tiles with one of these less."""
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]


def expanded(zoo: Zoo) -> Zoo:
    """The zoo with its next expansion board open."""
    return Zoo((*zoo.pens, EMPTY_PENS[len(zoo.pens)]), (*zoo.stalls, ()), zoo.barn)


AREA_INDEX = {area: place for place, area in enumerate(AREAS)}
