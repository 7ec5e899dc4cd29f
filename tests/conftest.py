"""Fixtures for every test: private servers, one pair per test process, empty at the start of each test."""

import logging
import random
from collections.abc import Generator, Iterator
from unittest.mock import patch

import pytest
from hypothesis import settings as hypothesis_settings
from redis import Redis

from referee.service import matches
from referee.settings import Settings
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect_cache, connect_log
from tests.running import Service

# Helpers that assert for the tests of several games; a failure in them shows what was compared, too.
pytest.register_assert_rewrite("tests.games")

# How long one example takes says something of the machine, not of the code: no test judges it.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def chance() -> Iterator[random.Random]:
    """Whence this process has the seeds of its matches, so that a test deals the same tiles whenever it runs."""
    chance = random.Random()
    with patch.object(matches, "random_bytes", chance.randbytes):
        yield chance


@pytest.fixture(scope="module", autouse=True)
def _same_chance_for_a_module(chance: random.Random) -> None:
    chance.seed(1)


@pytest.fixture(autouse=True)
def _same_chance_for_a_test(chance: random.Random) -> None:
    chance.seed(2)


@pytest.fixture(scope="session")
def log_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A running log server of this test process."""
    with EmbeddedServer(tmp_path_factory.mktemp("log"), kind="log") as server:
        yield server
        logging.getLogger("referee.store.waiting").disabled = True  # whose threads listen on, to nobody


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


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The whole service as real processes on servers of its own; every answer is judged by the contract."""
    with Service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the service said beside a failure."""
    report = yield
    running = getattr(item, "funcargs", {}).get("service")
    if report.failed and isinstance(running, Service):
        report.sections.append(("service", running.last_words()))
    return report
