"""The component data of Zooloretto as tables; the numbers stand in ``components.yaml`` alone."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

COMPONENTS: Mapping[str, Any] = yaml.safe_load(
    files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")
)

BARN = "B"
COIN = "$"


class Enclosure(NamedTuple):
    """What is printed on one enclosure (rule book, section 1)."""

    area: str
    spaces: int
    stall_spaces: int
    points_full: int
    points_one_empty: int
    bonus_coins: int


class Table(NamedTuple):
    """The set-up table (rule book, section 2), one row per number of players."""

    species_removed: int
    capacities: tuple[int, ...]  # of the trucks, truck 1 first
    expansions: int  # per seat
    bank: int


SPECIES: tuple[str, ...] = tuple(COMPONENTS["species"]["order"])
STALLS: tuple[str, ...] = tuple(COMPONENTS["tiles"]["stall_types"])
AREAS: tuple[str, ...] = tuple(COMPONENTS["enclosures"]["order"])
BOARD_AREAS = len(COMPONENTS["enclosures"]["board"])  # the first of AREAS; the others are expansions

_PRINTED = {**COMPONENTS["enclosures"]["board"], **COMPONENTS["enclosures"]["expansion"]}
ENCLOSURES: tuple[Enclosure, ...] = tuple(Enclosure(area, **_PRINTED[area]) for area in AREAS)

TABLES: Mapping[int, Table] = {
    int(players): Table(
        row["species_removed"], tuple(row["truck_capacities"]), row["expansions_per_player"], row["bank"]
    )
    for players, row in COMPONENTS["setup"]["by_players"].items()
}
END_PILE: int = COMPONENTS["setup"]["end_pile"]

_MONEY = COMPONENTS["money"]
START_COINS: int = _MONEY["start_coins_per_player"]
COIN_TILE_VALUE: int = _MONEY["coin_tile_value"]
MOVE_COST: int = _MONEY["costs"]["move"]
SWAP_COST: int = _MONEY["costs"]["swap"]
BUY_COST: int = _MONEY["costs"]["buy"]
DISCARD_COST: int = _MONEY["costs"]["discard"]
EXPAND_COST: int = _MONEY["costs"]["expand"]
SELLER_SHARE: int = _MONEY["buy_split"]["seller"]
BUY_TO_BANK: int = _MONEY["buy_split"]["bank"]
COINS_TOTAL: int = _MONEY["coins_total"]

_SCORING = COMPONENTS["scoring"]
PER_ANIMAL_WITH_STALL: int = _SCORING["per_animal_with_stall"]
PER_STALL_TYPE_ON_SPACES: int = _SCORING["per_stall_type_on_spaces"]
PER_STALL_TYPE_IN_BARN: int = _SCORING["per_stall_type_in_barn"]
PER_SPECIES_IN_BARN: int = _SCORING["per_species_in_barn"]

_ANIMAL_FORMS = ("", "M", "M+", "F", "F+", "O")
ANIMALS: tuple[str, ...] = tuple(species + form for species in SPECIES for form in _ANIMAL_FORMS)
PLACEABLE: tuple[str, ...] = ANIMALS + STALLS  # every tile that can lie in a zoo

# The kind of a tile decides where it may lie: its species, or STALL for every stall.
STALL = "S"
KIND: Mapping[str, str] = {**{tile: tile[0] for tile in ANIMALS}, **dict.fromkeys(STALLS, STALL)}

# An unmated fertile animal, and the partner that it waits for.
PARTNER: Mapping[str, str] = {
    tile: partner for s in SPECIES for tile, partner in ((s + "M", s + "F"), (s + "F", s + "M"))
}


def square_tiles(species: tuple[str, ...]) -> list[str]:
    """All square tiles of a game with these species, in the unshuffled order of the deck.

    Rule book, section 2: per species plain, males, females; then coin tiles; then stalls.
    """
    tiles = COMPONENTS["tiles"]
    per_species = tiles["per_species"]
    deck: list[str] = []
    for letter in species:
        deck += [letter] * per_species["plain"]
        deck += [letter + "M"] * per_species["male"]
        deck += [letter + "F"] * per_species["female"]
    deck += [COIN] * tiles["coin_tiles"]
    for stall in STALLS:
        deck += [stall] * tiles["stalls_per_type"]
    return deck
