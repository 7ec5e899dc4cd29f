"""States for the tests of Zooloretto, made the short way."""

from functools import partial
from typing import Any

from referee.games.engine import State
from referee.games.registry import game_named
from tests.games import helping

GAME = game_named("zooloretto")
dealt = partial(helping.dealt, GAME)
drawn = partial(helping.drawn, GAME)
legal = partial(helping.legal, GAME)
play = partial(helping.play, GAME)
walk = partial(helping.walk, GAME)
NEW = "5: 4: 6: B:"


def case(players: int = 3, options: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, options or {}, None, position)


def zoos(*first: str, players: int = 3) -> list[str]:
    """Zoo texts of the first seats; the others have new zoos."""
    return [*first, *[NEW] * (players - len(first))]
