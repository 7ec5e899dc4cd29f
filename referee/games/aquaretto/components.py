"""The component data of Aquaretto as tables; the numbers stand in ``components.yaml`` alone."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import yaml

from referee.games.trucks.box import COIN, Table, Tiles
from referee.games.trucks.money import Price

COMPONENTS: Mapping[str, Any] = yaml.safe_load(
    files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")
)

SPECIES: Tiles = tuple(COMPONENTS["species"]["order"])
SPECIES_INDEX = {species: place for place, species in enumerate(SPECIES)}
REMOVABLE: Tiles = tuple(COMPONENTS["species"]["removable"])
TRAINABLE: Tiles = tuple(COMPONENTS["species"]["trainable"])

MARKS: Tiles = tuple(COMPONENTS["marks"]["names"])
MARK_INDEX = {mark: place for place, mark in enumerate(MARKS)}
FEMALE, MALE, YOUNG = "F", "M", "Y"
FERTILE = (FEMALE, MALE)
KEEPER_MARKS: Tiles = tuple(COMPONENTS["marks"]["keeper_scores"])
UNTRAINABLE_MARKS: Tiles = tuple(COMPONENTS["marks"]["untrainable"])
_NOT_IN_DECK = frozenset(COMPONENTS["marks"]["not_in_deck"])


def _block(species: str) -> list[str]:
    """All tiles of one species in their canonical order."""
    group = "trainable" if species in TRAINABLE else "fish"
    return [species + mark for mark in COMPONENTS["deck_order"]["block_layout"][group]]


ANIMALS: Tiles = tuple(dict.fromkeys(tile for species in SPECIES for tile in _block(species)))
OFFSPRING: Tiles = tuple(species + YOUNG for species in SPECIES)

TABLES: Mapping[int, Table] = {
    int(players): Table(row["species_removed"], tuple(row["truck_capacities"]), row["bank"])
    for players, row in COMPONENTS["setup"]["by_players"].items()
}
RESERVE: int = COMPONENTS["setup"]["reserve"]
COIN_TILES: int = COMPONENTS["tiles"]["coin_tiles"]
COIN_TILE_VALUE: int = COMPONENTS["tiles"]["coin_tile_value"]
START_COINS: int = COMPONENTS["per_player"]["coins_at_start"]

LARGE, SMALL = "L", "S"
EXPANSIONS: Mapping[str, int] = {  # per seat
    LARGE: COMPONENTS["per_player"]["large_expansions"],
    SMALL: COMPONENTS["per_player"]["small_expansions"],
}

CASHIER, KEEPER, MANAGER = COMPONENTS["coworkers"]["places"]
ROOM: Mapping[str, int] = {place: each["room"] for place, each in COMPONENTS["coworkers"]["places"].items()}
COWORKERS: int = COMPONENTS["coworkers"]["in_all"]

BASE_LIMIT: int = COMPONENTS["basins"]["base_limit"]
EXTRA_BASINS: Mapping[str, int] = {
    size: COMPONENTS["expansions"][size]["extra_basins"] for size in EXPANSIONS
}
_BONUS = {int(size): what for size, what in COMPONENTS["basins"]["bonus"].items()}
COIN_SIZES = frozenset(size for size, what in _BONUS.items() if what == "coin")
COWORKER_SIZES = frozenset(size for size, what in _BONUS.items() if what == "coworker")

_MONEY = COMPONENTS["money"]
_COSTS: Mapping[str, int] = _MONEY["costs"]
COINS_TOTAL: int = _MONEY["coins_total"]
MOVE_TILE_PRICE = Price(_COSTS["move_tile"], to_bank=_COSTS["move_tile"])
MOVE_COWORKER_PRICE = Price(_COSTS["move_coworker"], to_bank=_COSTS["move_coworker"])
BUY_PRICE = Price(_COSTS["buy"], _MONEY["buy_split"]["bank"], _MONEY["buy_split"]["seller"])
DISCARD_PRICE = Price(_COSTS["discard"], to_bank=_COSTS["discard"])
EXPAND_PRICES: Mapping[str, Price] = {
    size: Price(COMPONENTS["expansions"][size]["cost"], to_bank=COMPONENTS["expansions"][size]["cost"])
    for size in EXPANSIONS
}

_SCORING = COMPONENTS["scoring"]
PER_ANIMAL: int = _SCORING["per_animal_in_zoo"]
CASHIER_PER_COIN: int = _SCORING["cashier_per_coin"]
KEEPER_PER_FISH: int = _SCORING["keeper_per_fish_tile_in_zoo"]
TRAINER_PER_NEIGHBOUR: int = _SCORING["trainer_per_trainable_neighbour"]
PER_SPECIES_IN_DEPOT: int = _SCORING["depot_per_species"]
PER_SPECIES_IN_MANAGED_DEPOT: int = _SCORING["depot_per_species_with_manager"]


def deck_tiles(species: Tiles) -> list[str]:
    """All tiles of the deck of a game with these species, in the unshuffled order.

    Rule book, section 2: the coin tiles, then each species by its block without offspring.
    """
    animals = [tile for letter in species for tile in _block(letter) if tile[1] not in _NOT_IN_DECK]
    return [COIN] * COIN_TILES + animals
