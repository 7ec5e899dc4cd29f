"""The policy of a match: what may stand in it, and what a missing member means."""

from typing import Any

import pytest

from referee.matches import policy
from referee.matches.events import MalformedEvent, check_event, read_event
from referee.matches.policy import DAY, HOUR
from tests.matches.absences import ALL_ALLOWED, BANK, PER_MOVE
from tests.matches.building import Builder

BASIC = {"seating": "random", "start": "full", "invited": []}


def opened(**members: Any) -> None:
    event = read_event(Builder().open().entries[0].text)
    check_event(event._replace(data={**event.data, "policy": {**BASIC, **members}}))


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"clock": PER_MOVE},
        {"clock": BANK},
        {"clock": PER_MOVE, **ALL_ALLOWED},
        {"reminders": []},
        {"reminders": [1000, 366 * DAY]},
        {"lapses": 1},
        {"lapses": 100},
        {"hours": False},
        {"vacation": 0},
        {"substitutes": "invited"},
        {"clock": {"kind": "bank", "bank": 1000, "increment": 0, "cap": 1000}},
    ],
)
def test_a_good_policy_may_stand_in_a_log(members: dict[str, Any]) -> None:
    opened(**members)


@pytest.mark.parametrize(
    "members",
    [
        {"clock": None},
        {"clock": {}},
        {"clock": {"kind": "sand"}},
        {"clock": {"kind": "move"}},
        {"clock": {"kind": "move", "per_move": 999}},
        {"clock": {"kind": "move", "per_move": 367 * DAY}},
        {"clock": {"kind": "move", "per_move": 24.0}},
        {"clock": {"kind": "move", "per_move": DAY, "cap": DAY}},
        {"clock": {"kind": "bank", "bank": DAY, "increment": 0}},
        {"clock": {"kind": "bank", "bank": DAY, "increment": 0, "cap": DAY - 1}},
        {"clock": {"kind": "bank", "bank": DAY, "increment": -1, "cap": DAY}},
        {"clock": {**BANK, "per_move": DAY}},
        {"reminders": [999]},
        {"reminders": [DAY] * 11},
        {"reminders": DAY},
        {"lapses": 0},
        {"lapses": 101},
        {"lapses": True},
        {"hours": 1},
        {"hours": "yes"},
        {"vacation": -1},
        {"vacation": 367 * DAY},
        {"pauses": "anybody"},
        {"extensions": True},
        {"vacate": "organiser"},
        {"vacate": 0},
        {"substitutes": "friends"},
        {"speed": "fast"},
    ],
)
def test_a_policy_that_nobody_could_keep_is_refused(members: dict[str, Any]) -> None:
    with pytest.raises(MalformedEvent):
        opened(**members)


def test_what_was_not_agreed_on_is_not_so() -> None:
    """faults.md A36, A37: no pause, no vacation, no time given, unless the policy says so. Old logs stay valid."""
    assert not policy.has_clock(BASIC)
    assert policy.first_time(BASIC) == policy.vacation_of(BASIC) == 0
    assert not policy.is_bank(BASIC)
    assert not policy.allows_pauses(BASIC)
    assert not policy.allows_extensions(BASIC)
    assert not policy.allows_vacating(BASIC)
    assert not policy.may_substitute(BASIC, "f" * 16)
    assert policy.allows_hours(BASIC)
    assert policy.lapses_of(BASIC) == 2


def test_a_policy_allows_what_it_says() -> None:
    allowed = {**BASIC, **ALL_ALLOWED, "hours": False, "lapses": 3}
    assert policy.allows_pauses(allowed)
    assert policy.allows_extensions(allowed)
    assert policy.allows_vacating(allowed)
    assert policy.may_substitute(allowed, "f" * 16)
    assert policy.vacation_of(allowed) == 10 * DAY
    assert not policy.allows_hours(allowed)
    assert policy.lapses_of(allowed) == 3
    invited = {**BASIC, "substitutes": "invited", "invited": ["f" * 16]}
    assert policy.may_substitute(invited, "f" * 16)
    assert not policy.may_substitute(invited, "e" * 16)


def test_a_stint_begins_with_the_time_that_the_kind_of_clock_gives() -> None:
    moves, bank = {"clock": PER_MOVE}, {"clock": BANK}
    assert policy.first_time(moves) == policy.time_after(moves, 0) == policy.time_after(moves, 5) == DAY
    assert policy.first_time(bank) == 10 * HOUR
    assert policy.time_after(bank, 3 * HOUR) == 4 * HOUR
    assert policy.time_after(bank, 0) == policy.time_after(bank, -HOUR) == HOUR
    assert policy.time_after(bank, 12 * HOUR) == 12 * HOUR


def test_reminders_are_at_most_half_of_the_time_given_and_none_comes_twice() -> None:
    assert policy.reminders_of({}, 48 * HOUR) == [24 * HOUR, 6 * HOUR]
    assert policy.reminders_of({}, 48 * HOUR - 1) == [6 * HOUR]
    assert policy.reminders_of({"reminders": [HOUR, 3 * HOUR, HOUR]}, DAY) == [3 * HOUR, HOUR]
    assert policy.reminders_of({"reminders": []}, DAY) == []
