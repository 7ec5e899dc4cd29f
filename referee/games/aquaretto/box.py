"""What this game hands to the rules that it shares with Zooloretto (``referee.games.trucks``)."""

from referee.games.aquaretto.components import (
    COIN_TILE_VALUE,
    COINS_TOTAL,
    COMPONENTS,
    REMOVABLE,
    RESERVE,
    SPECIES,
    START_COINS,
    TABLES,
    deck_tiles,
)
from referee.games.aquaretto.rulings import RULINGS
from referee.games.trucks.box import Box

BOX = Box(
    game="aquaretto",
    species=SPECIES,
    removable=REMOVABLE,
    tables=TABLES,
    end_pile=RESERVE,
    start_coins=START_COINS,
    coins_total=COINS_TOTAL,
    coin_tile_value=COIN_TILE_VALUE,
    options=COMPONENTS["options"]["defaults"],
    deck_of=deck_tiles,
    rulings=RULINGS,
)
