"""The fold refuses what no decision would have made; a snapshot keeps all of it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.matches import acts
from referee.matches.chain import chain
from referee.matches.events import ALL_ABSENT, REFEREE, Event, MalformedEvent
from referee.matches.fold import apply
from referee.matches.match import Match
from referee.matches.policy import DAY, HOUR
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.strict_json import canonical, read
from tests.matches.absences import (
    ALL_ALLOWED,
    BANK,
    event_of_absence,
    lapse,
    mover,
    suspended_match,
    timed_match,
)
from tests.matches.building import ORGANISER, Builder


def after(match: Match, event: Event) -> Match:
    (entry,) = chain(match.last, [event])
    return apply(match, event, entry.base)


def vacated() -> Builder:
    builder = timed_match(3)
    return builder.resign(mover(builder))


STAGES: dict[str, tuple[Callable[[], Builder], set[str]]] = {
    "running": (
        lambda: timed_match(3),
        {
            *("SeatLapsed", "SeatHoursSet", "VacationTaken", "DeadlineExtended", "MatchPaused"),
            *("TimeCredited", "SeatResigned"),
        },
    ),
    "vacated": (vacated, {"SeatReplaced", "MatchPaused", "TimeCredited"}),
    "over": (
        lambda: timed_match(2).play_on(random.Random(1), line_share=0.9),
        set(),
    ),
    "cancelled": (lambda: timed_match(2).cancel(), set()),
    "open": (lambda: Builder(policy=ALL_ALLOWED).open().seat_all(), set()),
}
KINDS = [
    *("SeatLapsed", "SeatReplaced", "SeatHoursSet", "VacationTaken", "DeadlineExtended"),
    *("MatchPaused", "MatchResumed", "TimeCredited", "SeatResigned"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", STAGES)
def test_an_event_of_absence_follows_where_it_may_and_nowhere_else(stage: str, kind: str) -> None:
    build, may_follow = STAGES[stage]
    builder = build()
    seat = mover(builder) if builder.match.decisions() else 1
    event = event_of_absence(kind, builder.match, builder.match.at + 10, seat)
    if kind in may_follow:
        done = after(builder.match, event)
        assert done.base == builder.match.base
        assert done.state == builder.match.state
    else:
        with pytest.raises(MalformedEvent):
            after(builder.match, event)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("SeatLapsed", {"lapses": 2}),
        ("SeatLapsed", {"vacant": True}),
        ("SeatLapsed", {"seat": 4}),
        ("SeatHoursSet", {"zone": "Mars/Olympus"}),
        ("SeatHoursSet", {"to": 1320}),
        ("VacationTaken", {"until": 5}),
        ("VacationTaken", {"until": 2 * 10**12}),
        ("DeadlineExtended", {"seat": 4}),
        ("MatchPaused", {"until": 5}),
        ("MatchPaused", {"until": 2 * 10**12}),
        ("TimeCredited", {"from": 5}),
    ],
)
def test_an_event_of_absence_that_does_not_fit_is_refused(kind: str, change: dict[str, Any]) -> None:
    builder = timed_match(3)
    event = event_of_absence(kind, builder.match, builder.match.at + 10, mover(builder))
    with pytest.raises(MalformedEvent):
        after(builder.match, event._replace(data={**event.data, **change}))


def test_no_move_of_the_referee_stands_where_the_seat_is_its_players() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    data = {"steps": ["D"], "base": builder.match.version, "signature": "A" * 86, "digest": "0" * 64}
    event = Event("MovePlayed", builder.next_at, {**data, "via": "autopilot"}, seat=seat)
    with pytest.raises(MalformedEvent, match="via"):
        after(builder.match, event)
    builder.resign(seat)
    after(builder.match, event._replace(at=builder.next_at))
    with pytest.raises(MalformedEvent, match="vacant"):
        after(builder.match, event._replace(at=builder.next_at, data={**data, "key": 1}))


def test_only_who_paused_resumes() -> None:
    builder = timed_match(3)
    at = builder.next_at
    with pytest.raises(MalformedEvent, match="absent"):
        after(builder.match, Event("MatchPaused", at, {"reason": ALL_ABSENT}, by=REFEREE))
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + DAY, "holidays", at))
    with pytest.raises(MalformedEvent, match="who paused"):
        after(builder.match, Event("MatchResumed", at, {"reason": "seat-taken"}, by=REFEREE))
    suspended = suspended_match()
    for by in (ORGANISER, REFEREE):
        with pytest.raises(MalformedEvent):
            after(suspended.match, Event("MatchResumed", suspended.next_at, {"reason": "go"}, by=by))


def test_a_seat_has_no_more_players_than_a_link_can_tell_apart() -> None:
    builder = vacated()
    seat = next(iter(builder.match.resigned()))
    sittings = list(builder.match.sittings)
    sittings[seat - 1] = sittings[seat - 1]._replace(generation=255)
    event = event_of_absence("SeatReplaced", builder.match, builder.next_at, seat)
    with pytest.raises(MalformedEvent, match="too many"):
        after(builder.match._replace(sittings=tuple(sittings)), event)


def test_a_snapshot_keeps_all_that_the_clock_knows() -> None:
    builder = timed_match(3, clock=BANK)
    seat = mover(builder)
    at = builder.next_at
    builder.take(acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 0, "to": 60}, at))
    builder.take(acts.decide_vacation(builder.match, seat, at + DAY, at))
    builder.take(acts.decide_extension(builder.match, ORGANISER, seat, HOUR, "illness", at))
    builder.take(acts.decide_credit(builder.match, at + 100, at, at + 100))
    builder.move(seat, "D")
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + 2 * DAY, "holidays", builder.next_at))
    lapse(builder)
    written = read(canonical(write_snapshot(builder.match)).decode())
    assert read_snapshot(written, builder.seed) == builder.match._replace(line=None)
