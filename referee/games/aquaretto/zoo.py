"""One seat's water zoo as an immutable value; what its content allows is worked out once, when first asked."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from referee.games.aquaretto.components import (
    FEMALE,
    MALE,
    MARK_INDEX,
    MARKS,
    ROOM,
    SPECIES,
    SPECIES_INDEX,
)
from referee.games.aquaretto.grid import BESIDE, beside, cells_of, names_of
from referee.games.aquaretto.ground import BASE, Ground, covered, extended
from referee.games.aquaretto.steps import (
    BUY,
    CREW_PLACES,
    FIRST_CREW_PLACE,
    MOVE,
    MOVE_COWORKER,
    Buy,
    Expand,
    Move,
    MoveCoworker,
)
from referee.games.trucks.box import Tiles
from referee.games.trucks.values import changed, lazy

_ROOMS = tuple(ROOM[place] for place in CREW_PLACES)


class Basin(NamedTuple):
    """All tiles of one species, always one group of cells."""

    species: str
    cells: int
    edge: int  # the cells beside one of its cells, its own among them
    by_mark: tuple[int, ...]  # the cells of the tiles with each mark, in the order of MARKS

    @property
    def size(self) -> int:
        """How many tiles it has."""
        return self.cells.bit_count()

    def marked(self, mark: str) -> int:
        """The cells of the tiles with this mark."""
        return self.by_mark[MARK_INDEX[mark]]

    @property
    def pairs(self) -> int:
        """How many offspring it has had: one for each pair."""
        return min(self.marked(FEMALE).bit_count(), self.marked(MALE).bit_count())

    def tiles(self) -> list[str]:
        """Its tiles with their cells as in the zoo text, ``DF@K11``, sorted."""
        return sorted(
            f"{self.species}{mark}@{name}"
            for mark, cells in zip(MARKS, self.by_mark, strict=True)
            for name in names_of(cells)
        )

    def grown_by(self, mark: str, cell: int) -> "Basin":
        """The basin with one tile more, of this mark."""
        bit = 1 << cell
        place = MARK_INDEX[mark]
        by_mark = changed(self.by_mark, place, self.by_mark[place] | bit)
        return Basin(self.species, self.cells | bit, self.edge | BESIDE[cell], by_mark)


EMPTY_BASINS = tuple(Basin(species, 0, 0, (0,) * len(MARKS)) for species in SPECIES)


class _Contents(NamedTuple):
    ground: Ground
    basins: tuple[Basin, ...]  # in the order of SPECIES
    species: int  # how many live here
    animals: int  # the cells of all basins
    free: int  # the spaces with neither a tile nor a trainer
    trainers: int  # cells
    crew: tuple[int, ...]  # cashiers, keepers, managers
    depot: Tiles  # bottom to top


_NEW = "new"  # the key of what all species share that have no basin yet


class Zoo(_Contents):
    """Spaces, basins, coworkers and depot of one seat. Not slotted: the lazy fields live in the instance."""

    @lazy
    def text(self) -> str:
        """The zoo text of the trace (rule book, "Facts")."""
        items = [*self.ground.expansions, *(f"W@{name}" for name in names_of(self.trainers))]
        for place, number in zip(CREW_PLACES, self.crew, strict=True):
            items += [f"W@{place}"] * number
        for basin in self.basins:
            if basin.cells:
                items += basin.tiles()
        return " ".join([*sorted(items), f"D:{','.join(self.depot)}"])

    @property
    def top(self) -> str:
        """The top tile of the depot, "" if it is empty."""
        return self.depot[-1] if self.depot else ""

    @property
    def coworkers(self) -> int:
        """How many coworkers work here."""
        return self.trainers.bit_count() + sum(self.crew)

    def cells_for(self, species: str) -> int:
        """The spaces on which a tile of this species may be put (rule book 5.3)."""
        known = self.__dict__  # kept beside the lazy fields, under the letter of the species
        cells: int | None = known.get(species)
        if cells is None:
            basin = self.basins[SPECIES_INDEX[species]]
            if basin.cells:
                cells = self.free & basin.edge & ~beside(self.animals ^ basin.cells)
            else:
                cells = known.get(_NEW)
                if cells is None:
                    cells = known[_NEW] = self.cells_for_a_new_basin()
            known[species] = cells
        return cells

    def cells_for_a_new_basin(self) -> int:
        """The spaces on which a first tile of a species may be put; none where no more species may come."""
        return self.free & ~beside(self.animals) if self.species < self.ground.basin_limit else 0

    def has_room(self, place: int) -> bool:
        """May one more coworker stand there?

        :param place: a number of PLACE_NAMES, never the depot.
        """
        if place >= FIRST_CREW_PLACE:
            job = place - FIRST_CREW_PLACE
            return self.crew[job] < _ROOMS[job]
        return bool(self.free >> place & 1)

    @lazy
    def coworker_places(self) -> tuple[int, ...]:
        """Every place that can take one more coworker."""
        jobs = [FIRST_CREW_PLACE + job for job, room in enumerate(_ROOMS) if self.crew[job] < room]
        return (*jobs, *cells_of(self.free))

    @lazy
    def moves(self) -> tuple[Move, ...]:
        """Every move of the depot's top tile into the zoo, whatever it costs."""
        if not self.depot:
            return ()
        table = MOVE[self.top]
        return tuple([table[cell] for cell in cells_of(self.cells_for(self.top[0]))])

    @lazy
    def coworker_moves(self) -> tuple[MoveCoworker, ...]:
        """Every move of a coworker, whatever it costs."""
        origins = [FIRST_CREW_PLACE + job for job, number in enumerate(self.crew) if number]
        found = [
            MOVE_COWORKER[origin][place]
            for origin in (*origins, *cells_of(self.trainers))
            for place in self.coworker_places
            if place != origin
        ]
        return tuple(found)

    def purchases(self, seller: int, tile: str) -> list[Buy]:
        """Every purchase of a tile from a seat's depot, whatever it costs."""
        table = BUY[seller][tile]
        return [table[cell] for cell in cells_of(self.cells_for(tile[0]))]


# A placement makes its zoo by the bare tuple constructor, as a step makes its state (trucks/state.py).
_new_zoo: Callable[[tuple[Any, ...]], Zoo] = partial(tuple.__new__, Zoo)

EMPTY_ZOO = Zoo(BASE, EMPTY_BASINS, 0, 0, BASE.spaces, 0, (0,) * len(CREW_PLACES), ())


def with_animal(zoo: Zoo, tile: str, cell: int) -> Zoo:
    """The zoo with a tile on a free space."""
    ground, basins, species, animals, free, trainers, crew, depot = zoo
    place = SPECIES_INDEX[tile[0]]
    basin = basins[place]
    if not basin.cells:
        species += 1
    basins = changed(basins, place, basin.grown_by(tile[1], cell))
    bit = 1 << cell
    return _new_zoo((ground, basins, species, animals | bit, free ^ bit, trainers, crew, depot))


def with_depot(zoo: Zoo, depot: Tiles) -> Zoo:
    """The zoo with another depot."""
    return _new_zoo((*zoo[:-1], depot))


def with_coworker(zoo: Zoo, place: int, more: int = 1) -> Zoo:
    """The zoo with a coworker more at this place, or with one less (``more`` = -1)."""
    if place >= FIRST_CREW_PLACE:
        job = place - FIRST_CREW_PLACE
        return zoo._replace(crew=changed(zoo.crew, job, zoo.crew[job] + more))
    bit = 1 << place
    return zoo._replace(trainers=zoo.trainers ^ bit, free=zoo.free ^ bit)


def with_expansion(zoo: Zoo, step: Expand) -> Zoo:
    """The zoo with an expansion where nothing lies in its way."""
    return zoo._replace(ground=extended(zoo.ground, step), free=zoo.free | covered(step))
