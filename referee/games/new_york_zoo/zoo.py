"""One player's zoo: what is covered, and which animals are where (rule book, section 3)."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from referee.games.new_york_zoo.components import HOUSE
from referee.games.new_york_zoo.pieces import Board, Place


class Pen(NamedTuple):
    """What matters of one enclosure: which cells the animals stand on has no meaning."""

    species: str  # "" for none, exactly when there are no animals
    animals: int
    size: int

    @property
    def is_full(self) -> bool:
        """Has every cell its animal?"""
        return self.animals == self.size


# Pens and zoos are made by the bare tuple constructor: a profile showed the generated ones at a tenth of a step.
_new_pen: Callable[[tuple[str, int, int]], Pen] = partial(tuple.__new__, Pen)


class Zoo(NamedTuple):
    """A flat value: a step makes a new one that shares what did not change."""

    board: Board
    free: int  # the uncovered cells, as bits of the board's grid
    houses: str  # species letters, sorted
    pens: tuple[Pen, ...]  # e1 first
    tiles: tuple[Place, ...]  # under the enclosures, e1 first
    attractions: tuple[Place, ...]  # in the order of placing

    @property
    def is_complete(self) -> bool:
        """Is every cell covered?"""
        return not self.free

    @property
    def uncovered(self) -> int:
        """How many cells are uncovered."""
        return self.free.bit_count()

    @property
    def has_free_house(self) -> bool:
        """Is there a house without an animal?"""
        return len(self.houses) < self.board.houses

    @property
    def has_room_for_animal(self) -> bool:
        """Can an animal of some species be placed? An enclosure always has a free cell (rule book 5.1)."""
        return bool(self.pens) or self.has_free_house

    @property
    def can_populate(self) -> bool:
        """Can an animal move into a new tile (rule book 5.1)?"""
        if self.houses:
            return True
        return any(count >= 2 for _, count, _ in self.pens)

    @property
    def penned(self) -> int:
        """How many animals live in enclosures."""
        return sum(count for _, count, _ in self.pens)

    def takes(self, number: int, species: str) -> bool:
        """Is enclosure ``number`` there, of this species or empty?"""
        if not 0 < number <= len(self.pens):
            return False
        return self.pens[number - 1].species in ("", species)

    def has_room_for_two(self, number: int) -> bool:
        """Has enclosure ``number`` two free cells, as an animal with one from a house needs?"""
        pen = self.pens[number - 1]
        return pen.animals + 2 <= pen.size


_new_zoo: Callable[[tuple[Any, ...]], Zoo] = partial(tuple.__new__, Zoo)


def with_tile(zoo: Zoo, step: Place) -> Zoo:
    """The zoo with one more enclosure, empty."""
    board, free, houses, pens, tiles, attractions = zoo
    pen = Pen("", 0, len(step.picture.cells))
    return Zoo(board, free & ~board.grid.mask(step), houses, (*pens, pen), (*tiles, step), attractions)


def with_attraction(zoo: Zoo, step: Place) -> Zoo:
    """The zoo with one more attraction."""
    board, free, houses, pens, tiles, attractions = zoo
    return Zoo(board, free & ~board.grid.mask(step), houses, pens, tiles, (*attractions, step))


def with_pens(zoo: Zoo, pens: tuple[Pen, ...], houses: str) -> Zoo:
    """The zoo with other animals."""
    board, free, _, _, tiles, attractions = zoo
    return _new_zoo((board, free, houses, pens, tiles, attractions))


def with_animal(zoo: Zoo, species: str, number: int, with_house: bool) -> Zoo:
    """The zoo with one more animal in enclosure ``number``, and one that joins it from a house."""
    houses = without_one(zoo.houses, species) if with_house else zoo.houses
    pens, place = zoo.pens, number - 1
    _, count, size = pens[place]
    grown = _new_pen((species, count + 1 + with_house, size))
    return with_pens(zoo, (*pens[:place], grown, *pens[number:]), houses)


def with_housed(zoo: Zoo, species: str) -> Zoo:
    """The zoo with one more animal in a house."""
    return with_pens(zoo, zoo.pens, "".join(sorted(zoo.houses + species)))


def with_emptied(zoo: Zoo, number: int) -> Zoo:
    """The zoo without the animals of enclosure ``number``."""
    place = number - 1
    emptied = Pen("", 0, zoo.pens[place].size)
    return with_pens(zoo, (*zoo.pens[:place], emptied, *zoo.pens[number:]), zoo.houses)


def with_populated(zoo: Zoo, species: str, sources: Iterable[int]) -> Zoo:
    """The zoo after animals of the species moved from these sources into the newest enclosure."""
    pens, houses = list(zoo.pens), zoo.houses
    moved = 0
    for source in sources:
        moved += 1
        if source == HOUSE:
            houses = without_one(houses, species)
        else:
            left = pens[source - 1]
            pens[source - 1] = Pen(species, left.animals - 1, left.size)
    pens[-1] = Pen(species, moved, pens[-1].size)
    return with_pens(zoo, tuple(pens), houses)


def without_one(houses: str, species: str) -> str:
    """The houses without one animal of the species."""
    return houses.replace(species, "", 1)
