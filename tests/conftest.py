"""Fixtures for every test: private servers, one pair per test process, empty at the start of each test."""

from collections.abc import Iterator

import pytest
from redis import Redis

from referee.settings import Settings
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect_cache, connect_log


@pytest.fixture(scope="session")
def log_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A running log server of this test process."""
    with EmbeddedServer(tmp_path_factory.mktemp("log"), kind="log") as server:
        yield server


@pytest.fixture(scope="session")
def cache_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A running volatile server of this test process."""
    with EmbeddedServer(tmp_path_factory.mktemp("cache"), kind="volatile") as server:
        yield server


@pytest.fixture(scope="session")
def settings(log_server: EmbeddedServer, cache_server: EmbeddedServer) -> Settings:
    """Settings that name the two servers, with known keys and every answer judged by the contract."""
    return Settings(
        redis_url=log_server.url,
        cache_url=cache_server.url,
        seal_key=bytes(range(32)),
        link_key=bytes(range(32, 64)),
        sign_key=bytes(range(64, 96)),
        validate_responses=True,
        rate_limits=False,
    )


@pytest.fixture
def log(settings: Settings) -> Iterator[Redis]:
    """A client of the log server, emptied before the test."""
    with connect_log(settings) as client:
        client.flushall()
        yield client


@pytest.fixture
def cache(settings: Settings) -> Iterator[Redis]:
    """A client of the volatile server, emptied before the test."""
    with connect_cache(settings) as client:
        client.flushall()
        yield client
