"""All that can be read in this game."""

from collections.abc import Iterator
from itertools import product

from referee.games.new_york_zoo.components import ENCLOSURES_MOST, HOUSE, SPECIES
from referee.games.new_york_zoo.notation import FIXED
from referee.games.new_york_zoo.pieces import COLUMNS, DISTINCT, ROWS, place
from referee.games.new_york_zoo.steps import ACQUIRE, ACQUIRE_BOTH, NUMBERS, Step, bonus, breed, populate


def every_readable() -> Iterator[Step]:
    """Every step that a canonical text of the table names, legal or not."""
    yield from FIXED.values()
    for species in SPECIES:
        yield from ACQUIRE[species]
        yield from ACQUIRE_BOTH[species].values()
        for one in (HOUSE, *NUMBERS):
            yield populate(species, (one,))
            yield from (populate(species, (one, two)) for two in range(one, ENCLOSURES_MOST + 1))
    litters = list(product(NUMBERS, (False, True)))
    for make in (breed, bonus):
        yield make(())
        yield from (make((litter,)) for litter in litters)
    yield from (breed(both) for both in product(litters, repeat=2))
    for piece, pictures in DISTINCT.items():
        for picture, row, column in product(pictures, range(ROWS), range(len(COLUMNS))):
            yield place(piece, picture, column, row)
