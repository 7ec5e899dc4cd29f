"""The verifier holds lapses against the clock, and the referee's moves against the default step."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from referee.matches import acts
from referee.matches.policy import DAY, HOUR
from referee.matches.verify import Verified
from tests.matches.absences import BANK, GRACE, SUBSTITUTE, mover, play_stint, timed_match
from tests.matches.building import ORGANISER, Builder, jwk_of, key_of
from tests.matches.mending import Members, events_of, mended, number_of, verdict

KEYS = [jwk_of(key_of("player 4"))]


@cache
def eventful_match() -> Builder:
    """A match of three in which everything happens once that can happen to time and seats."""
    builder = timed_match(3, clock=BANK, lapses=2)
    at = builder.next_at
    seat = mover(builder)
    hours = {"zone": "Europe/Madrid", "from": 23 * 60, "to": 7 * 60}
    builder.take(acts.decide_hours(builder.match, seat, hours, at))
    builder.take(acts.decide_vacation(builder.match, seat, at + 2 * DAY, at))
    builder.take(acts.decide_extension(builder.match, ORGANISER, seat, HOUR, "illness", at))
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + DAY, "holidays", at))
    builder.take(acts.decide_resume(builder.match, ORGANISER, "all-back", builder.next_at + HOUR))
    builder.wait(HOUR).take(
        acts.decide_credit(builder.match, builder.now, builder.now - HOUR // 2, builder.now)
    )
    builder.wait(30 * DAY).do_due()
    gone = mover(builder)
    for _ in range(2):
        while mover(builder) != gone:
            play_stint(builder)
        builder.wait(30 * DAY).do_due()
    builder.take(acts.decide_replacement(builder.match, gone, SUBSTITUTE, KEYS, builder.next_at))
    while mover(builder) != seat:
        play_stint(builder)
    builder.resign(seat)
    while builder.match.decisions():
        builder.do_due()
        if builder.match.decisions():
            play_stint(builder)
    return builder.score()


def at_event(kind: str, nth: int = 1, **changes: Any) -> tuple[str, int, Callable[[list[Members]], None]]:
    def alter(events: list[Members]) -> None:
        events[number_of(events, kind, nth) - 1]["data"].update(changes)

    return kind, nth, alter


def version_of(kind: str, nth: int = 1) -> int:
    return number_of(events_of(eventful_match()), kind, nth)


def test_the_record_of_an_eventful_match_is_sound() -> None:
    builder = eventful_match()
    found = verdict(builder.record())
    assert isinstance(found, Verified)
    attested = sum('"via":"autopilot"' in entry.text for entry in builder.entries)
    signed = sum('"key":' in entry.text and '"signature"' in entry.text for entry in builder.entries)
    assert (found.attested, found.signed) == (attested, signed)
    assert attested


@pytest.mark.parametrize(
    "change",
    [
        at_event("SeatLapsed", deadline=1),
        at_event("SeatLapsed", lapses=2),
        at_event("SeatLapsed", vacant=True),
        at_event("SeatLapsed", 3, vacant=False),
        at_event("SeatHoursSet", zone="Mars/Olympus"),
        at_event("VacationTaken", until=1),
        at_event("SeatReplaced", place=9),
        at_event("SeatReplaced", seat=3, place=4, player=f"{1:016d}"),
        at_event("DeadlineExtended", seat=9),
        at_event("TimeCredited", **{"from": 1}),
    ],
)
def test_what_time_did_not_allow_is_found(
    change: tuple[str, int, Callable[[list[Members]], None]],
) -> None:
    kind, nth, alter = change
    assert verdict(mended(eventful_match(), alter, sign=True)) == (version_of(kind, nth), "move")


def test_a_lapse_before_the_time_of_grace_is_over_is_found() -> None:
    builder = timed_match(2)
    builder.wait(DAY + GRACE).do_due()
    assert isinstance(verdict(builder.cancel().record()), Verified)
    version = builder.match.started_at and number_of_lapse(builder)

    def earlier(events: list[Members]) -> None:
        for members in events[version - 1 :]:
            members["at"] = events[version - 1]["data"]["deadline"] + GRACE - 1

    assert verdict(mended(builder, earlier, sign=True)) == (version, "move")


def number_of_lapse(builder: Builder) -> int:
    return number_of(events_of(builder), "SeatLapsed")


def test_a_seat_does_not_lapse_after_it_was_given_time() -> None:
    """The referee cannot leave out what an organiser gave: the chain holds it, and the deadline follows from it."""
    builder = timed_match(2)
    seat = mover(builder)
    builder.take(acts.decide_extension(builder.match, ORGANISER, seat, HOUR, "illness", builder.next_at))
    builder.wait(DAY + HOUR + GRACE).do_due().cancel()
    version = number_of_lapse(builder)

    def less(events: list[Members]) -> None:
        events[number_of(events, "DeadlineExtended") - 1]["data"]["ms"] = 2 * HOUR

    assert verdict(mended(builder, less, sign=True)) == (version, "move")


def first_move_by_autopilot(events: list[Members]) -> int:
    return next(
        version for version, members in enumerate(events, 1) if members["data"].get("via") == "autopilot"
    )


def test_a_move_of_the_referee_that_is_not_the_default_is_found() -> None:
    builder = eventful_match()
    version = first_move_by_autopilot(events_of(builder))

    def otherwise(events: list[Members]) -> None:
        events[version - 1]["data"]["steps"] = ["EXP"]

    assert verdict(mended(builder, otherwise, sign=True)) == (version, "move")


def test_a_move_of_the_referee_for_a_player_who_is_there_is_found() -> None:
    builder = timed_match(2)
    builder.wait(DAY + GRACE).do_due().cancel()
    version = number_of_lapse(builder)

    def drop(events: list[Members]) -> list[Members]:
        kept = events[: version - 1] + events[version:]
        for members in kept[version - 1 :]:
            if "base" in members["data"]:
                members["data"]["base"] -= members["data"]["base"] >= version
        return kept

    assert verdict(mended(builder, drop, sign=True)) == (version, "move")


def test_a_resignation_that_nobody_signed_is_found() -> None:
    builder = eventful_match()
    version = version_of("SeatResigned")
    for changes in ({"head": "0" * 64}, {"base": 1}, {"key": 2}):

        def alter(events: list[Members], changes: dict[str, Any] = changes) -> None:
            events[version - 1]["data"].update(changes)

        assert verdict(mended(builder, alter)) == (version, "signature")


def test_a_seat_cannot_resign_twice() -> None:
    builder = eventful_match()
    version = version_of("SeatResigned")

    def twice(events: list[Members]) -> list[Members]:
        return [*events[:version], events[version - 1], *events[version:]]

    assert verdict(mended(builder, twice)) == (version + 1, "move")


def test_a_match_that_resignations_decided_ends_there_and_for_that_reason() -> None:
    builder = timed_match(2)
    builder.resign(1).score()
    ended = builder.match.version - 1

    def otherwise(events: list[Members]) -> None:
        events[ended - 1]["data"]["reason"] = "rules"

    def not_at_all(events: list[Members]) -> list[Members]:
        return events[: ended - 1] + events[ended:]

    assert verdict(mended(builder, otherwise)) == (ended, "result")
    assert verdict(mended(builder, not_at_all)) == (ended, "result")


def test_nobody_who_resigned_comes_first_after_all() -> None:
    builder = timed_match(2)
    builder.resign(1).score()

    def better(events: list[Members]) -> None:
        events[-1]["data"]["result"]["ranks"] = [1, 2]

    assert verdict(mended(builder, better)) == (builder.match.version, "result")
