"""What this game hands to the rules that it shares with Aquaretto (``referee.games.trucks``)."""

from referee.games.trucks.box import Box
from referee.games.zooloretto.components import (
    COIN_TILE_VALUE,
    COINS_TOTAL,
    COMPONENTS,
    END_PILE,
    SPECIES,
    START_COINS,
    TABLES,
    square_tiles,
)
from referee.games.zooloretto.rulings import RULINGS

BOX = Box(
    game="zooloretto",
    species=SPECIES,
    removable=SPECIES,
    tables=TABLES,
    end_pile=END_PILE,
    start_coins=START_COINS,
    coins_total=COINS_TOTAL,
    coin_tile_value=COIN_TILE_VALUE,
    options=COMPONENTS["options"],
    deck_of=square_tiles,
    rulings=RULINGS,
)
