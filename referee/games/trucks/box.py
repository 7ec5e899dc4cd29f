"""What a game of trucks hands in: the numbers and lists of its components."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.strict_json import Json

COIN = "$"  # a coin tile, in both rule books

Tiles = tuple[str, ...]


class Table(NamedTuple):
    """The set-up table (rule books, section 2), one row per number of players."""

    species_removed: int
    capacities: tuple[int, ...]  # of the trucks, truck 1 first
    bank: int


@dataclass(frozen=True)
class Box:
    """The parts of one game's components that the common rules ask for.

    :param species: all of them, in the order of the components.
    :param removable: those of which some may leave the game before it begins, in the unshuffled order.
    :param options: the options with their defaults; those that are true or false are switches.
    :param deck_of: the unshuffled deck of a game with these species.
    :param rulings: the game's rulings by rules version.
    """

    game: str
    species: Tiles
    removable: Tiles
    tables: Mapping[int, Table]
    end_pile: int
    start_coins: int
    coins_total: int
    coin_tile_value: int
    options: Mapping[str, Json]
    deck_of: Callable[[Tiles], list[str]]
    rulings: Mapping[int, Any]

    def in_order(self, species: Any) -> Tiles:
        """These species in the order of the components."""
        return tuple(s for s in self.species if s in species)

    def in_game(self, removed: Any) -> Tiles:
        """The species that are played with, in the order of the components."""
        return tuple(s for s in self.species if s not in removed)
