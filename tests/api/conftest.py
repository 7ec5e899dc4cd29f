"""A house on the test servers, and its HTTP door."""

from typing import Any

import pytest
from redis import Redis

from referee.games.engine import Game, Setup
from referee.games.shuffle import seeded_shuffle, trace_seed
from referee.matches import fairness
from referee.service.house import House, open_house
from referee.settings import Settings
from tests.api.asking import Door


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    """A house on empty servers."""
    return open_house(settings)


@pytest.fixture
def door(settings: Settings, house: House) -> Door:
    """The HTTP door of the house."""
    return Door(house, settings)


@pytest.fixture
def fixed_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is dealt the same tiles, whatever its seed and its id."""
    shuffle = seeded_shuffle(trace_seed(1), "fixed", [])

    def deal(game: Game, players: int, options: Any, *given: Any) -> Setup:
        return game.deal(players, options, shuffle)

    monkeypatch.setattr(fairness, "deal", deal)
