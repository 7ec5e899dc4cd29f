"""States for the tests of Renature, made the short way."""

import random
from functools import partial
from typing import Any

from referee.games.engine import State
from referee.games.registry import game_named
from tests.games import helping

GAME = game_named("renature")
dealt = partial(helping.dealt, GAME)
legal = partial(helping.legal, GAME)
play = partial(helping.play, GAME)


def case(players: int = 2, setup: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, {}, setup, position)


def walk(players: int, seed: int, tidy: float = 0.5) -> list[tuple[State, Any]]:
    """Every state of a random game with the step that follows, the same for the same seed.

    :param tidy: how often only placing and planting are chosen from, where they are possible.
    """
    return helping.walk(GAME, players, seed, choose=lambda chance, steps: chosen(steps, chance, tidy))


def chosen(steps: Any, chance: random.Random, tidy: float) -> Any:
    """A random step; cloud actions crowd the list, so some of the time they and discards are left out."""
    growing = [step for step in steps if GAME.parts(step)["kind"] in ("place", "plant")]
    return chance.choice(growing if growing and chance.random() < tidy else steps)
