"""The clock as a real process: what is due is done with nobody asking, by however many clocks, and never twice."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from redis import Redis

from referee.matches.match import CANCELLED, Match
from referee.service import lobbies, matches
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings, write_key
from referee.store.embedded import dies_with_parent
from tests.running import PATIENCE, TOP, eventually
from tests.service.playing import Person, request_of, sign_up
from workers.clock import Clock

StartClock = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture
def people(house: House) -> list[Person]:
    return [sign_up(house), sign_up(house)]


@pytest.fixture
def start_clock(settings: Settings) -> Iterator[StartClock]:
    """Start a clock as a process; what still runs at the end is killed."""
    keys = {"SEAL": settings.seal_key, "LINK": settings.link_key, "SIGN": settings.sign_key}
    environment = {
        **os.environ,
        **{f"REFEREE_{name}_KEY": write_key(key) for name, key in keys.items()},
        "REDIS_URL": settings.redis_url,
        "CACHE_URL": settings.cache_url,
    }
    running: list[subprocess.Popen[bytes]] = []

    def begin() -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "workers.clock"],
            cwd=TOP,
            env=environment,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        process.kill()
        process.wait(PATIENCE)


def real_now() -> int:
    return time.time_ns() // 1_000_000


def open_at(house: House, organiser: Person, at: int) -> Match:
    given = request_of(organiser.id, "matches")
    return matches.open_match(house, organiser.id, "zooloretto", 2, {}, {}, "private", given, at)


def count(house: House, match: Match, kind: str) -> int:
    return sum(f'"type":"{kind}"' in entry.text for entry in house.logs.read(match.id))


def now_is(house: House, match: Match) -> Match:
    return existing(load(house, match.id))


def test_a_lobby_that_nobody_joins_is_cleared_by_two_clocks_once(
    house: House, people: list[Person], start_clock: StartClock
) -> None:
    """faults.md A48."""
    old = open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS)
    young = open_at(house, people[0], real_now())
    start_clock()
    start_clock()
    eventually(lambda: now_is(house, old).status == CANCELLED, "the old lobby is cancelled")
    assert now_is(house, old).ended == lobbies.EXPIRED
    assert count(house, old, "MatchCancelled") == 1
    assert now_is(house, young).version == 1


def test_a_clock_that_is_asked_to_stop_ends_in_order(start_clock: StartClock) -> None:
    process = start_clock()
    process.terminate()
    assert process.wait(PATIENCE) in (0, -signal.SIGTERM)


def test_a_lobby_whose_place_in_the_index_was_lost_is_found_by_the_sweep(
    house: House, people: list[Person]
) -> None:
    """faults.md A32, A44."""
    old = open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS)
    house.due.move(old.id, old.version, None)
    clock = Clock(house)
    assert clock.look() == 0
    eventually(clock.sweep_some, "the index is mended")
    assert clock.look() == 1
    assert now_is(house, old).status == CANCELLED


def test_a_clock_that_is_wrong_does_nothing(house: House, people: list[Person]) -> None:
    old = open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS)
    assert Clock(house, lambda: real_now() + 2000).look() == 0
    assert now_is(house, old).version == 1
    assert Clock(house).look() == 1


def test_a_match_that_cannot_be_done_keeps_no_other_waiting(
    house: House, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS) for _ in range(2))
    real = lobbies.decide_expiry

    def decide(match: Match, at: int) -> object:
        if match.id == broken.id:
            raise ValueError("this one is broken")
        return real(match, at)

    monkeypatch.setattr(lobbies, "decide_expiry", decide)
    clock = Clock(house)
    assert clock.look() == 2
    assert [now_is(house, each).status == CANCELLED for each in (broken, sound)] == [False, True]
    assert clock.look() == 0  # the broken one is left alone for a while
