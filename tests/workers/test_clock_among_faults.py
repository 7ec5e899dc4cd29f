"""One bad match, or a lot of work, costs the other matches nothing: neither their turn nor the time of an outage."""

from collections.abc import Callable

import pytest
from redis import Redis

from referee.matches.match import CANCELLED, Match
from referee.service import clock, lobbies, outages
from referee.service.house import House, open_house
from referee.settings import Settings
from referee.store import names
from tests.service.playing import Person, sign_up
from tests.workers.test_clock_process import count, now_is, open_at, real_now, timed
from workers.clock import Clock

MINUTE = 60_000


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture
def people(house: House) -> list[Person]:
    return [sign_up(house), sign_up(house)]


def add_what_is_no_event(log: Redis, match: Match) -> None:
    log.xadd(names.log(match.id), {"e": "no event", "h": "0" * 64}, id=f"{match.version + 1}-0")


def put_another_kind_of_value(log: Redis, match: Match) -> None:
    log.delete(names.log(match.id))
    log.set(names.log(match.id), "no log")


BREAKS = [add_what_is_no_event, put_another_kind_of_value]


@pytest.mark.parametrize("break_it", BREAKS)
def test_a_log_that_cannot_be_read_keeps_no_other_match_waiting(
    house: House, people: list[Person], log: Redis, break_it: Callable[[Redis, Match], None]
) -> None:
    broken = open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS - MINUTE)  # the first in turn
    sound = open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS)
    break_it(log, broken)
    Clock(house).look()
    assert now_is(house, sound).status == CANCELLED


@pytest.mark.parametrize("break_it", BREAKS)
def test_a_log_that_cannot_be_read_keeps_no_other_match_from_its_credit(
    house: House, people: list[Person], log: Redis, break_it: Callable[[Redis, Match], None]
) -> None:
    away = real_now() - 60 * MINUTE
    house.beats.beat(away, outages.LONGEST_SILENCE_MS)
    policy = {"clock": {"kind": "move", "per_move": 24 * 60 * MINUTE}}
    matches = [timed(house, people, away - 500, **policy) for _ in range(4)]
    for each in matches[:2]:
        break_it(log, each)
    Clock(house).look()
    assert [count(house, each, "TimeCredited") for each in matches[2:]] == [1, 1]


def test_more_bad_matches_than_one_look_takes_keep_no_other_waiting(
    house: House, people: list[Person], log: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "SHARDS", 1)
    monkeypatch.setattr("workers.clock._MOST_AT_ONCE", 2)
    long_ago = real_now() - lobbies.STAYS_OPEN_MS - MINUTE
    for number in range(3):
        add_what_is_no_event(log, open_at(house, people[0], long_ago + number))
    sound = open_at(house, people[0], long_ago + MINUTE)
    keeper = Clock(house)
    for _ in range(3):
        keeper.look()
    assert now_is(house, sound).status == CANCELLED


def test_work_that_takes_long_is_no_outage(
    house: House, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [real_now()]
    monkeypatch.setattr(house.logs, "time", lambda: time[0])
    for _ in range(4):
        open_at(house, people[0], time[0] - lobbies.STAYS_OPEN_MS)
    do_due = clock.do_due

    def do_slowly(house: House, match: str, now: int) -> None:
        do_due(house, match, now)
        time[0] += MINUTE // 2

    monkeypatch.setattr(clock, "do_due", do_slowly)
    keeper = Clock(house, lambda: time[0])
    assert keeper.look() == 4
    keeper.look()
    assert house.beats.outages(0) == []


def test_a_clock_that_was_asleep_in_the_midst_of_a_look_gives_the_whole_outage_back(
    house: House, people: list[Person]
) -> None:
    """Its look began before the outage, which another clock found first."""
    start = real_now() - 60 * MINUTE
    match = timed(house, people, start - 500)
    house.beats.beat(start, outages.LONGEST_SILENCE_MS)
    house.beats.beat(real_now(), outages.LONGEST_SILENCE_MS)
    (outage,) = house.beats.outages(start)
    outages.credit(house, match, start)
    assert now_is(house, match).still == ((outage.start, outage.end),)
