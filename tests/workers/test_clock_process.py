"""The clock as a real process: what is due is done with nobody asking, by however many clocks, and never twice."""

import signal
import time
from typing import Any

import pytest
from redis import Redis

from referee.matches.clock import GRACE, deadline_of
from referee.matches.events import read_event
from referee.matches.match import CANCELLED, Match
from referee.service import lobbies, matches, outages
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings
from tests.running import PATIENCE, eventually
from tests.service.playing import Person, request_of, sign_up
from tests.workers.starting import Start
from workers.clock import Clock


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture
def people(house: House) -> list[Person]:
    return [sign_up(house), sign_up(house)]


def real_now() -> int:
    return time.time_ns() // 1_000_000


def open_at(house: House, organiser: Person, at: int, policy: dict[str, Any] | None = None) -> Match:
    given = request_of(organiser.id, "matches")
    return matches.open_match(house, organiser.id, "zooloretto", 2, {}, policy or {}, "unlisted", given, at)


def timed(house: House, people: list[Person], at: int, **policy: Any) -> Match:
    """A match with a second per move that has begun at a moment."""
    match = open_at(
        house, people[0], at, {"seating": "fixed", "clock": {"kind": "move", "per_move": 1000}, **policy}
    )
    for person in people:
        matches.join_match(house, match.id, person.id, "", request_of(person.id, "seats"), at)
    given = request_of(people[0].id, "start")
    return matches.start_match(house, match.id, people[0].id, given, at)


def count(house: House, match: Match, kind: str) -> int:
    return sum(f'"type":"{kind}"' in entry.text for entry in house.logs.read(match.id))


def now_is(house: House, match: Match) -> Match:
    return existing(load(house, match.id))


def test_a_lobby_that_nobody_joins_is_cleared_by_two_clocks_once(
    house: House, people: list[Person], start: Start
) -> None:
    """faults.md A48."""
    old = open_at(house, people[0], real_now() - lobbies.STAYS_OPEN_MS)
    young = open_at(house, people[0], real_now())
    start("workers.clock")
    start("workers.clock")
    eventually(lambda: now_is(house, old).status == CANCELLED, "the old lobby is cancelled")
    assert now_is(house, old).ended == lobbies.EXPIRED
    assert count(house, old, "MatchCancelled") == 1
    assert now_is(house, young).version == 1


def test_overdue_seats_are_resolved_within_a_minute_by_two_clocks_with_no_traffic(
    house: House, people: list[Person], start: Start
) -> None:
    """faults.md A44; leagues.md T11."""
    begun = real_now() - GRACE + 2000  # overdue for good in three seconds
    running = [timed(house, people, begun + 100 * number) for number in range(10)]
    owing = {match.id: match.decisions()[0].seat for match in running}
    due = {match.id: deadline_of(match, owing[match.id]) for match in running}
    start("workers.clock")
    start("workers.clock")
    for match in running:
        eventually(lambda match=match: count(house, match, "SeatLapsed"), "the overdue seat lapses")
        events = [read_event(entry.text) for entry in house.logs.read(match.id, match.version)]
        assert [event.type for event in events] == ["SeatLapsed", *["MovePlayed"] * (len(events) - 1)]
        assert (events[0].data["seat"], events[0].data["deadline"]) == (owing[match.id], due[match.id])
        assert GRACE <= events[0].at - (due[match.id] or 0) <= 60_000
        assert {event.data["via"] for event in events[1:]} == {"autopilot"}
        after = now_is(house, match)
        assert owing[match.id] not in {decision.seat for decision in after.decisions()}


def test_an_outage_of_ours_is_credited_once_and_before_any_lapse(
    house: House, people: list[Person], start: Start
) -> None:
    away = real_now() - 3_600_000
    house.beats.beat(away, outages.LONGEST_SILENCE_MS)
    match = timed(house, people, away - 500)
    start("workers.clock")
    start("workers.clock")
    eventually(lambda: count(house, match, "TimeCredited"), "the outage is credited")
    credited = read_event(house.logs.read(match.id, match.version)[0].text)
    assert (credited.type, credited.data["from"]) == ("TimeCredited", away)
    after = now_is(house, match)
    assert deadline_of(after, after.decisions()[0].seat) == credited.data["to"] + 500
    assert [count(house, match, kind) for kind in ("TimeCredited", "SeatLapsed")] == [1, 0]


def test_a_clock_that_is_asked_to_stop_ends_in_order(start: Start) -> None:
    process = start("workers.clock")
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
