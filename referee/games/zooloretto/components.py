"""The component data of Zooloretto as tables; the numbers stand in ``components.yaml`` alone."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from referee.games.trucks.box import COIN, Table
from referee.games.trucks.money import Price

COMPONENTS: Mapping[str, Any] = yaml.safe_load(
    files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")
)

BARN = "B"


class Enclosure(NamedTuple):
    """What is printed on one enclosure (rule book, section 1)."""

    area: str
    spaces: int
    stall_spaces: int
    points_full: int
    points_one_empty: int
    bonus_coins: int


SPECIES: tuple[str, ...] = tuple(COMPONENTS["species"]["order"])
STALLS: tuple[str, ...] = tuple(COMPONENTS["tiles"]["stall_types"])
AREAS: tuple[str, ...] = tuple(COMPONENTS["enclosures"]["order"])
BOARD_AREAS = len(COMPONENTS["enclosures"]["board"])  # the first of AREAS; the others are expansions

_PRINTED = {**COMPONENTS["enclosures"]["board"], **COMPONENTS["enclosures"]["expansion"]}
ENCLOSURES: tuple[Enclosure, ...] = tuple(Enclosure(area, **_PRINTED[area]) for area in AREAS)

TABLES: Mapping[int, Table] = {
    int(players): Table(row["species_removed"], tuple(row["truck_capacities"]), row["bank"])
    for players, row in COMPONENTS["setup"]["by_players"].items()
}
EXPANSIONS: Mapping[int, int] = {  # per seat
    int(players): row["expansions_per_player"] for players, row in COMPONENTS["setup"]["by_players"].items()
}
END_PILE: int = COMPONENTS["setup"]["end_pile"]

_MONEY = COMPONENTS["money"]
START_COINS: int = _MONEY["start_coins_per_player"]
COIN_TILE_VALUE: int = _MONEY["coin_tile_value"]
_COSTS: Mapping[str, int] = _MONEY["costs"]
MOVE_PRICE = Price(_COSTS["move"], to_bank=_COSTS["move"])
SWAP_PRICE = Price(_COSTS["swap"], to_bank=_COSTS["swap"])
BUY_PRICE = Price(_COSTS["buy"], _MONEY["buy_split"]["bank"], _MONEY["buy_split"]["seller"])
DISCARD_PRICE = Price(_COSTS["discard"], to_bank=_COSTS["discard"])
EXPAND_PRICE = Price(_COSTS["expand"], to_bank=_COSTS["expand"])
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
