"""One enclosure and what lies in it: an interned value with all that the rules ask of it."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from referee.games.zooloretto.components import AREAS, ENCLOSURES, PARTNER, PER_ANIMAL_WITH_STALL, SPECIES


class Placed(NamedTuple):
    """What follows from one more animal in an enclosure (rule book 5.3, 5.4)."""

    pen: "Pen"
    bonus: int  # coins for the filled enclosure, before the bank is asked
    offspring: str  # "EO", or "" if none
    is_inside: bool  # does the offspring lie in the enclosure, not in the barn?


class Swapped(NamedTuple):
    """An enclosure after a group has come in by a swap (rule book 5.5)."""

    pen: "Pen"
    inside: int  # offspring that found room
    outside: int  # offspring for the barn


class Pen:
    """The contents of one enclosure, never changed; one object for each content, see :func:`pen`.

    There are at most some 20,000 contents in all (sorted tiles of one species on four to six spaces),
    so what follows from placing a tile is worked out once and looked up from then on.
    """

    __slots__ = (
        "_after",
        "area",
        "is_full",
        "points",
        "points_with_stall",
        "room",
        "species",
        "takes",
        "text",
        "tiles",
    )

    def __init__(self, area: int, tiles: tuple[str, ...]) -> None:
        printed = ENCLOSURES[area]
        self.area = area  # index of AREAS
        self.tiles = tiles  # sorted by character code
        self.species = tiles[0][0] if tiles else ""
        self.room = printed.spaces - len(tiles)
        self.is_full = self.room == 0
        self.text = f"{printed.area}:{','.join(tiles)}"
        # The bit of this area for each species that may still come in.
        self.takes: Mapping[str, int] = {
            species: 1 << area if self.room and self.species in ("", species) else 0 for species in SPECIES
        }
        self.points, self.points_with_stall = _points(area, len(tiles))
        self._after: dict[str, Placed] = {}

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def placed(self, tile: str) -> Placed:
        """Put one animal in that fits (room and species are judged by the rules)."""
        found = self._after.get(tile)
        if found is None:
            found = self._after[tile] = self._place(tile)
        return found

    def _place(self, tile: str) -> Placed:
        bonus = ENCLOSURES[self.area].bonus_coins
        tiles = [*self.tiles, tile]
        filled = self.room == 1
        if PARTNER.get(tile) not in self.tiles:
            return Placed(_sorted_pen(self.area, tiles), bonus if filled else 0, "", False)
        _mate(tiles, tile)
        offspring = tile[0] + "O"
        if filled:
            return Placed(_sorted_pen(self.area, tiles), bonus, offspring, False)
        return Placed(
            _sorted_pen(self.area, [*tiles, offspring]), bonus if self.room == 2 else 0, offspring, True
        )


@cache
def pen(area: int, tiles: tuple[str, ...]) -> Pen:
    """The one object for these contents.

    :param area: index of AREAS.
    :param tiles: animals of one species, sorted, no more than the enclosure has spaces.
    """
    return Pen(area, tiles)


def _sorted_pen(area: int, tiles: list[str]) -> Pen:
    return pen(area, tuple(sorted(tiles)))


@cache
def swapped(area: int, group: tuple[str, ...]) -> Swapped:
    """The enclosure after this sorted group has come in by a swap: pairs mate until none is left, no bonus."""
    tiles = list(group)
    room = ENCLOSURES[area].spaces - len(tiles)
    pairs = min(tiles.count(group[0][0] + "M"), tiles.count(group[0][0] + "F"))
    for _ in range(pairs):
        _mate(tiles, group[0][0] + "M")
    inside = min(pairs, room)
    tiles += [group[0][0] + "O"] * inside
    return Swapped(_sorted_pen(area, tiles), inside, pairs - inside)


def _mate(tiles: list[str], tile: str) -> None:
    for parent in (tile, PARTNER[tile]):
        tiles[tiles.index(parent)] = parent + "+"


def _points(area: int, animals: int) -> tuple[int, int]:
    """Points of an enclosure without and with a stall beside it (rule book 7.1)."""
    printed = ENCLOSURES[area]
    if animals == printed.spaces:
        return printed.points_full, printed.points_full
    if animals == printed.spaces - 1:
        return printed.points_one_empty, printed.points_one_empty
    return 0, animals * PER_ANIMAL_WITH_STALL


EMPTY_PENS = tuple(pen(area, ()) for area in range(len(AREAS)))
