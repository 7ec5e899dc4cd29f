"""The kinds of step, one object for each text; ``notation.py`` reads them.

An enclosure is its number from 1, a house is ``HOUSE``. Each text has one object, so steps are compared by
identity (``eq=False``) and cost no hashing; the large families are made when they are first asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from referee.games.new_york_zoo.components import (
    ATTRACTION_SIZES,
    ENCLOSURES_MOST,
    FAR_MARKER,
    HOUSE,
    SPACES,
    SPECIES,
    TILE_SIZES,
)
from referee.games.new_york_zoo.pieces import Place
from referee.strict_json import Json

COUNTS = range(1, 10)  # that can be read; how many are allowed is a question of legality
NUMBERS = range(1, ENCLOSURES_MOST + 1)
DECLINED = "a0"


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """Move the elephant so many counted spaces (rule book 5.1)."""

    text: str
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class UseMarker:
    """Solo: move exactly as many counted spaces as the marker says (section 8)."""

    text: str
    marker: int


@dataclass(frozen=True, slots=True, eq=False)
class UseFarMarker:
    """Solo: use marker 4+ and land on a strip space (section 8)."""

    text: str
    space: int


@dataclass(frozen=True, slots=True, eq=False)
class MoveFree:
    """Solo: move to the next animal space (section 8)."""

    text: str = "f"


@dataclass(frozen=True, slots=True, eq=False)
class Populate:
    """Move one or two animals of a species into the tile just placed (5.2)."""

    text: str
    species: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Acquire:
    """Put an animal of the supply into a house or an enclosure (5.3)."""

    text: str
    species: str
    target: int
    with_house: bool  # one more of the species moves in from a house


@dataclass(frozen=True, slots=True, eq=False)
class Stop:
    """Do not take the second animal (5.3)."""

    text: str = "-"


@dataclass(frozen=True, slots=True, eq=False)
class Keep:
    """Keep one animal of the emptied enclosure in a house, or do not (5.4)."""

    text: str
    keeps: bool


@dataclass(frozen=True, slots=True, eq=False)
class Choose:
    """Choose an attraction; ``a0`` declines (5.4)."""

    text: str
    kind: str


Litter = tuple[int, bool]  # an enclosure that gets one animal, and whether one joins it from a house


@dataclass(frozen=True, slots=True, eq=False)
class Breed:
    """Choose up to two enclosures to breed, in the order of their checks (5.5)."""

    text: str
    litters: tuple[Litter, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Bonus:
    """Choose an enclosure for the bonus breeding, or none (5.5)."""

    text: str
    litters: tuple[Litter, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TakeUp:
    """Quick game: name the tile to place next (section 7)."""

    text: str
    tile: str


Step = (
    Walk
    | UseMarker
    | UseFarMarker
    | MoveFree
    | Place
    | Populate
    | Acquire
    | Stop
    | Keep
    | Choose
    | Breed
    | Bonus
    | TakeUp
)

WALK = {count: Walk(f"+{count}", count) for count in COUNTS}
MARKER = {marker: UseMarker(f"r{marker}", marker) for marker in range(FAR_MARKER)}
FAR = {space: UseFarMarker(f"r{FAR_MARKER}>{space}", space) for space in range(1, SPACES + 1)}
FREE = MoveFree()
STOP = Stop()
KEEP = Keep("k", True)
NO_KEEP = Keep("n", False)
CHOOSE = {kind: Choose(kind, kind) for kind in (*ATTRACTION_SIZES, DECLINED)}
TAKE_UP = {tile: TakeUp(tile, tile) for tile in TILE_SIZES}


def place_name(place: int) -> str:
    """``h`` for a house, ``e3`` for enclosure 3."""
    return f"e{place}" if place else "h"


# By species and target, because the rules look up one after the other.
ACQUIRE: Mapping[str, tuple[Acquire, ...]] = {
    species: tuple(Acquire(f"{species}>{place_name(n)}", species, n, False) for n in (HOUSE, *NUMBERS))
    for species in SPECIES
}
ACQUIRE_BOTH: Mapping[str, Mapping[int, Acquire]] = {  # with one from a house
    species: {n: Acquire(f"{species}>{place_name(n)}+", species, n, True) for n in NUMBERS}
    for species in SPECIES
}


@cache
def populate(species: str, sources: tuple[int, ...]) -> Populate:
    """The step that moves animals of the species from these sources, houses first, then by number."""
    return Populate(f"{species}:{','.join(map(place_name, sources))}", species, sources)


def _litters(litters: tuple[Litter, ...]) -> str:
    return ",".join(place_name(n) + "+" * with_house for n, with_house in litters) or "-"


@cache
def breed(litters: tuple[Litter, ...]) -> Breed:
    """The normal breeding of these enclosures in this order."""
    return Breed(f"b:{_litters(litters)}", litters)


@cache
def bonus(litters: tuple[Litter, ...]) -> Bonus:
    """The bonus breeding of one enclosure, or of none."""
    return Bonus(f"x:{_litters(litters)}", litters)


NO_LITTER = breed(())
NO_BONUS = bonus(())


def parts(step: Step) -> dict[str, Json]:
    """The step as typed parts, ``kind`` first."""
    match step:
        case Walk():
            return {"kind": "walk", "count": step.count}
        case UseMarker():
            return {"kind": "marker", "marker": step.marker}
        case UseFarMarker():
            return {"kind": "far-marker", "space": step.space}
        case MoveFree():
            return {"kind": "free-move"}
        case Place():
            return {
                "kind": "place",
                "piece": step.piece,
                "cell": step.cell,
                "turn": step.picture.suffix,
                "cells": list(step.cells),
            }
        case Populate():
            return {
                "kind": "populate",
                "species": step.species,
                "from": [place_name(source) for source in step.sources],
            }
        case Acquire():
            return {
                "kind": "acquire",
                "species": step.species,
                "to": place_name(step.target),
                "with_house": step.with_house,
            }
        case Stop():
            return {"kind": "stop"}
        case Keep():
            return {"kind": "keep", "keeps": step.keeps}
        case Choose():
            return {"kind": "attraction", "attraction": step.kind}
        case Breed() | Bonus():
            return {
                "kind": "breed" if isinstance(step, Breed) else "bonus",
                "litters": [{"enclosure": place_name(n), "with_house": both} for n, both in step.litters],
            }
        case TakeUp():
            return {"kind": "take-up", "tile": step.tile}
