"""Waiting for a match to move: no wake-up is lost, none comes from the past, and places are few."""

import threading
import time
from collections.abc import Iterator

import pytest
from redis import Redis

from referee.settings import Settings
from referee.store import waiting
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect, connect_log
from referee.store.waiting import Waiting
from tests.running import PATIENCE, eventually


@pytest.fixture
def waiters(settings: Settings, log: Redis, monkeypatch: pytest.MonkeyPatch) -> Waiting:
    """Waiters that would look again only after the patience of the test: a lost message is a failure."""
    monkeypatch.setattr(waiting, "_POLL_SECONDS", PATIENCE)
    made = Waiting(connect_log(settings), 3)  # its thread reads as long as the test process lives
    assert made.take_place()
    hears(made)
    return made


def hears(made: Waiting) -> None:
    """Wait until the subscription stands."""
    before = made.mark()
    eventually(lambda: made.tell("hello", 1) or made.mark() > before, "the subscription")


def deadline() -> float:
    return time.monotonic() + PATIENCE


def returns(made: Waiting, known: dict[str, int], since: int) -> threading.Thread:
    thread = threading.Thread(target=made.wait, args=(known, since, deadline()), daemon=True)
    thread.start()
    return thread


def heard(made: Waiting, topic: str, version: int) -> None:
    before = made.mark()
    made.tell(topic, version)
    eventually(lambda: made.mark() > before, "the message")


def test_a_message_between_looking_and_waiting_is_not_missed(waiters: Waiting) -> None:
    mark = waiters.mark()
    heard(waiters, "m", 8)
    thread = returns(waiters, {"m": 7}, mark)
    thread.join(PATIENCE / 2)
    assert not thread.is_alive()


def test_a_message_while_waiting_wakes_all_who_wait_for_it(waiters: Waiting) -> None:
    threads = [returns(waiters, {"m": 7, "n": 3}, waiters.mark()) for _ in range(5)]
    heard(waiters, "n", 4)
    for thread in threads:
        thread.join(PATIENCE / 2)
    assert not any(thread.is_alive() for thread in threads)


def test_what_was_said_before_looking_or_is_known_or_about_another_wakes_nobody(waiters: Waiting) -> None:
    heard(waiters, "m", 9)
    thread = returns(waiters, {"m": 7}, waiters.mark())
    heard(waiters, "m", 7)
    heard(waiters, "n", 99)
    assert thread.is_alive()
    heard(waiters, "m", 8)
    thread.join(PATIENCE / 2)
    assert not thread.is_alive()


def test_a_deadline_ends_a_wait(waiters: Waiting) -> None:
    waiters.wait({"m": 7}, waiters.mark(), time.monotonic() - 1)


def test_no_more_than_the_places_wait_at_once(waiters: Waiting) -> None:
    assert waiters.take_place()
    assert waiters.take_place()
    assert not waiters.take_place()
    waiters.give_place()
    assert waiters.take_place()


def test_only_the_newest_topics_are_remembered(waiters: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_MOST_HEARD", 10)
    mark = waiters.mark()
    for number in range(30):
        heard(waiters, f"m{number}", 1)
    thread = returns(waiters, {"m29": 0}, mark)
    thread.join(PATIENCE / 2)
    assert not thread.is_alive()
    assert len(waiters._heard) == 10


@pytest.fixture(scope="session")  # the thread of its test goes on listening
def other_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path_factory.mktemp("own"), kind="log") as server:
        yield server
        waiting._log.disabled = True


def test_who_waits_is_woken_again_after_the_server_was_away(
    other_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_POLL_SECONDS", 0.1)
    made = Waiting(connect(other_server.url), 1)
    assert made.take_place()
    hears(made)
    other_server.kill()
    made.tell("m", 5)  # nobody hears it, and nobody fails
    other_server.start()
    hears(made)
    monkeypatch.setattr(waiting, "_POLL_SECONDS", PATIENCE)
    thread = returns(made, {"m": 5}, made.mark())
    heard(made, "m", 6)
    thread.join(PATIENCE / 2)
    assert not thread.is_alive()
