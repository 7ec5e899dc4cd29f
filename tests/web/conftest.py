"""The pages of a house on the test servers."""

import pytest
from redis import Redis

from referee.service.house import open_house
from referee.settings import Settings
from tests.web.world import Site


@pytest.fixture
def site(settings: Settings, log: Redis, cache: Redis) -> Site:
    """A house on empty servers, with its pages."""
    return Site(open_house(settings), settings)
