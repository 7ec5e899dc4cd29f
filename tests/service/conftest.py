"""Houses on the test servers: what one process of the referee holds."""

from collections.abc import Callable

import pytest
from redis import Redis

from referee.service.house import House, open_house
from referee.settings import Settings
from tests.service.playing import Person, sign_up


@pytest.fixture
def new_house(settings: Settings, log: Redis, cache: Redis) -> Callable[[], House]:
    """Make a house as another process would: on the same servers, with nothing loaded."""
    return lambda: open_house(settings)


@pytest.fixture
def house(new_house: Callable[[], House]) -> House:
    """A house on empty servers."""
    return new_house()


@pytest.fixture
def people(house: House) -> list[Person]:
    """Two players with a key each."""
    return [sign_up(house), sign_up(house)]
