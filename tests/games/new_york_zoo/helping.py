"""States for the tests of New York Zoo, made the short way."""

from functools import partial
from typing import Any

from referee.games.engine import State
from referee.games.registry import game_named
from tests.games import helping

GAME = game_named("new_york_zoo")
dealt = partial(helping.dealt, GAME)
legal = partial(helping.legal, GAME)
play = partial(helping.play, GAME)
walk = partial(helping.walk, GAME)


def case(players: int = 2, options: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, options or {}, None, position)


def zoo(
    enclosures: tuple[str, ...] = (),
    houses: str | None = None,
    attractions: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    """One zoo of a position; no houses named: the start animals."""
    written: dict[str, Any] = {"enclosures": list(enclosures), "attractions": list(attractions), **more}
    return written if houses is None else {**written, "houses": list(houses)}
