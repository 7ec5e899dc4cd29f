"""What organisers and players may decide about time, and what nobody agreed on."""

import pytest

from referee.matches import acts
from referee.matches.absence import vacation_used
from referee.matches.policy import DAY, HOUR
from tests.matches.absences import (
    ALL_ALLOWED,
    SUBSTITUTE,
    mover,
    refused,
    timed_match,
)
from tests.matches.building import ORGANISER, Builder, jwk_of, key_of, started_match

KEYS = [jwk_of(key_of("substitute"))]


def test_what_the_policy_forbids_is_refused_by_name() -> None:
    """faults.md A36, A37: in a match without pauses and vacations nobody can have one."""
    builder = started_match(policy={"hours": False})
    match, at = builder.match, builder.next_at
    seat = mover(builder)
    hours = {"zone": "UTC", "from": 0, "to": 60}
    for member, act, arguments in (
        ("pauses", acts.decide_pause, (match, ORGANISER, at + DAY, "holidays", at)),
        ("vacation", acts.decide_vacation, (match, 1, at + DAY, at)),
        ("hours", acts.decide_hours, (match, 1, hours, at)),
        ("clock", acts.decide_extension, (match, ORGANISER, seat, HOUR, "illness", at)),
        ("vacate", acts.decide_vacancy, (match, ORGANISER, seat, "gone", at)),
    ):
        assert refused("policy/forbids", act, *arguments).extra["policy"] == member  # type: ignore[arg-type]
    timed = timed_match(extensions="nobody")
    arguments = (timed.match, ORGANISER, mover(timed), HOUR, "illness", timed.next_at)
    assert refused("policy/forbids", acts.decide_extension, *arguments).extra["policy"] == "extensions"


def test_an_extension_is_for_a_seat_that_owes_and_not_for_ever() -> None:
    builder = timed_match(3)
    match, at, seat = builder.match, builder.next_at, mover(builder)
    for other in (0, seat % 3 + 1, 4):
        refused("extension/not-owing", acts.decide_extension, match, ORGANISER, other, HOUR, "illness", at)
    for much in (0, -1, 367 * DAY):
        refused("extension/too-long", acts.decide_extension, match, ORGANISER, seat, much, "illness", at)
    builder.take(acts.decide_extension(match, ORGANISER, seat, 300 * DAY, "illness", at))
    refused(
        "extension/too-long", acts.decide_extension, builder.match, ORGANISER, seat, 100 * DAY, "illness", at
    )


def test_a_pause_has_an_end() -> None:
    builder = timed_match()
    match, at = builder.match, builder.next_at
    for until in (at, at - 1, at + 367 * DAY):
        refused("pause/invalid", acts.decide_pause, match, ORGANISER, until, "holidays", at)
    refused("pause/not-paused", acts.decide_resume, match, ORGANISER, "all-back", at)


@pytest.mark.parametrize("reason", ["", "Ill", "his mother is ill", "all-absent", "time", "a" * 33])
def test_a_reason_is_a_word_of_the_organisers_own(reason: str) -> None:
    builder = timed_match()
    refused(
        "request/schema",
        acts.decide_pause,
        *(builder.match, ORGANISER, builder.next_at + DAY, reason, builder.next_at),
    )


def test_a_vacation_is_taken_from_what_a_seat_has_and_what_is_not_used_comes_back() -> None:
    builder = timed_match()
    at = builder.next_at
    error = refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at + 10 * DAY + 1, at)
    assert error.extra["left"] == 10 * DAY
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at, at)
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at - 1, at)
    builder.take(acts.decide_vacation(builder.match, 1, at + 10 * DAY, at))
    builder.take(acts.decide_vacation(builder.match, 1, at + 2 * DAY, at + DAY))
    builder.take(acts.decide_vacation(builder.match, 1, at + DAY, at + DAY))
    assert vacation_used(builder.match.sittings[0]) == DAY
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at + DAY, at + DAY)
    builder.take(acts.decide_vacation(builder.match, 1, at + 14 * DAY, at + 5 * DAY))
    assert builder.match.sittings[0].vacations == ((at, at + DAY), (at + 5 * DAY, at + 14 * DAY))
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at + 21 * DAY, at + 20 * DAY)


def test_bad_hours_name_the_part_that_is_wrong() -> None:
    builder = timed_match()
    bad = {"zone": "Mars/Olympus", "from": 0, "to": 60}
    error = refused("hours/invalid", acts.decide_hours, builder.match, 1, bad, builder.next_at)
    assert error.extra["field"] == "zone"


def test_nothing_is_decided_about_a_match_that_does_not_run() -> None:
    open_match, over = Builder(policy=ALL_ALLOWED).open().match, timed_match().cancel().match
    for match, name in ((open_match, "match/not-started"), (over, "match/cancelled")):
        at = match.at + 1
        for act, arguments in (
            (acts.decide_pause, (match, ORGANISER, at + DAY, "holidays", at)),
            (acts.decide_resume, (match, ORGANISER, "all-back", at)),
            (acts.decide_extension, (match, ORGANISER, 1, HOUR, "illness", at)),
            (acts.decide_vacancy, (match, ORGANISER, 1, "gone", at)),
            (acts.decide_hours, (match, 1, None, at)),
            (acts.decide_vacation, (match, 1, at + DAY, at)),
            (acts.decide_replacement, (match, 1, SUBSTITUTE, KEYS, at)),
        ):
            refused(name, act, *arguments)  # type: ignore[arg-type]
        assert acts.decide_credit(match, at + DAY, at, at + DAY) is None
