"""A house on the test servers, and its HTTP door."""

import pytest
from redis import Redis

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
