"""One seat's water zoo as an immutable value; what its content allows is worked out once, when first asked."""

from typing import NamedTuple

from referee.games.aquaretto.components import (
    FEMALE,
    KEEPER_MARKS,
    MALE,
    ROOM,
    SPECIES,
    SPECIES_INDEX,
    TRAINABLE,
    UNTRAINABLE_MARKS,
    YOUNG,
)
from referee.games.aquaretto.grid import CELL_NAMES, beside, cells_of, names_of
from referee.games.aquaretto.ground import BASE, Ground
from referee.games.aquaretto.steps import (
    BUY,
    CREW_PLACES,
    FIRST_CREW_PLACE,
    MOVE,
    MOVE_COWORKER,
    Buy,
    Move,
    MoveCoworker,
)
from referee.games.trucks.box import Tiles
from referee.games.trucks.values import changed, lazy, with_tile

_ROOMS = tuple(ROOM[place] for place in CREW_PLACES)


class Basin(NamedTuple):
    """All tiles of one species, always one group of cells."""

    tiles: Tiles  # with their cells as in the zoo text, ``DF@K11``, sorted
    cells: int
    females: int = 0
    males: int = 0
    fish: int = 0  # tiles with a fish symbol
    trainable: int = 0  # cells of grown animals that a trainer can train
    young: int = 0  # cells of offspring that a trainer can train, if the match allows it

    @property
    def size(self) -> int:
        """How many tiles it has."""
        return len(self.tiles)

    @property
    def pairs(self) -> int:
        """How many offspring it has had: one for each pair."""
        return min(self.females, self.males)

    def grown_by(self, tile: str, cell: int) -> "Basin":
        """The basin with one tile more."""
        species, mark = tile[0], tile[1]
        bit = 1 << cell
        can_train = species in TRAINABLE and mark not in UNTRAINABLE_MARKS
        return Basin(
            with_tile(self.tiles, f"{tile}@{CELL_NAMES[cell]}"),
            self.cells | bit,
            self.females + (mark == FEMALE),
            self.males + (mark == MALE),
            self.fish + (mark in KEEPER_MARKS),
            self.trainable | bit if can_train and mark != YOUNG else self.trainable,
            self.young | bit if can_train and mark == YOUNG else self.young,
        )


EMPTY_BASIN = Basin((), 0)


class _Contents(NamedTuple):
    ground: Ground
    basins: tuple[Basin, ...]  # in the order of SPECIES
    animals: int  # the cells of all basins
    trainers: int  # cells
    crew: tuple[int, ...]  # cashiers, keepers, managers
    depot: Tiles  # bottom to top


class Zoo(_Contents):
    """Spaces, basins, coworkers and depot of one seat. Not slotted: the lazy fields live in the instance."""

    @lazy
    def text(self) -> str:
        """The zoo text of the trace (rule book, "Facts")."""
        items = [*self.ground.expansions, *(f"W@{name}" for name in names_of(self.trainers))]
        for place, number in zip(CREW_PLACES, self.crew, strict=True):
            items += [f"W@{place}"] * number
        for basin in self.basins:
            items += basin.tiles
        return " ".join([*sorted(items), f"D:{','.join(self.depot)}"])

    @property
    def top(self) -> str:
        """The top tile of the depot, "" if it is empty."""
        return self.depot[-1] if self.depot else ""

    @lazy
    def free(self) -> int:
        """The spaces with neither a tile nor a trainer."""
        return self.ground.spaces & ~(self.animals | self.trainers)

    @property
    def species(self) -> int:
        """How many species live here."""
        return len(self.basins) - self.basins.count(EMPTY_BASIN)

    @property
    def coworkers(self) -> int:
        """How many coworkers work here."""
        return self.trainers.bit_count() + sum(self.crew)

    @lazy
    def _cells_by_species(self) -> dict[str, int]:
        return {}

    def cells_for(self, species: str) -> int:
        """The spaces on which a tile of this species may be put (rule book 5.3)."""
        known = self._cells_by_species
        cells = known.get(species)
        if cells is None:
            own = self.basins[SPECIES_INDEX[species]].cells
            if own:
                cells = self.free & beside(own) & ~beside(self.animals ^ own)
            else:
                cells = self.cells_for_a_new_basin
            known[species] = cells
        return cells

    @lazy
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


EMPTY_ZOO = Zoo(BASE, (EMPTY_BASIN,) * len(SPECIES), 0, 0, (0,) * len(CREW_PLACES), ())


def with_animal(zoo: Zoo, tile: str, cell: int) -> Zoo:
    """The zoo with a tile on a free space."""
    place = SPECIES_INDEX[tile[0]]
    basins = changed(zoo.basins, place, zoo.basins[place].grown_by(tile, cell))
    return Zoo(zoo.ground, basins, zoo.animals | 1 << cell, zoo.trainers, zoo.crew, zoo.depot)


def with_depot(zoo: Zoo, depot: Tiles) -> Zoo:
    """The zoo with another depot."""
    return Zoo(zoo.ground, zoo.basins, zoo.animals, zoo.trainers, zoo.crew, depot)


def with_coworker(zoo: Zoo, place: int, more: int = 1) -> Zoo:
    """The zoo with a coworker more at this place, or with one less (``more`` = -1)."""
    if place >= FIRST_CREW_PLACE:
        job = place - FIRST_CREW_PLACE
        crew = changed(zoo.crew, job, zoo.crew[job] + more)
        return Zoo(zoo.ground, zoo.basins, zoo.animals, zoo.trainers, crew, zoo.depot)
    return Zoo(zoo.ground, zoo.basins, zoo.animals, zoo.trainers ^ 1 << place, zoo.crew, zoo.depot)
