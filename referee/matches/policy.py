"""The policy of a match: what was agreed on before it began. A member that is missing was not agreed on."""

from collections.abc import Mapping
from typing import Any

from marshmallow import fields, validate

from referee.matches.schemas import ID, Strict, YesNo, pattern
from referee.strict_json import Json

HOUR = 3_600_000  # milliseconds
DAY = 24 * HOUR
LONGEST = 366 * DAY  # of any span
_LEAST = 1_000

REMINDERS = (24 * HOUR, 6 * HOUR)  # remaining times
LAPSES = 2  # in a row, until a seat is vacant
NOBODY, ORGANISER, ANYBODY, INVITED = "nobody", "organiser", "anybody", "invited"


def _span(least: int = 0, most: int = LONGEST, required: bool = False) -> Any:
    return fields.Int(required=required, strict=True, validate=validate.Range(least, most))


class ClockSchema(Strict):
    """The time that a seat has. All spans in milliseconds.

    ``move``: ``per_move`` for each stint. ``bank``: ``bank`` for all of them; at the end of each ``increment``
    is added, and the bank never holds more than ``cap``.
    """

    kind = fields.Str(required=True, validate=validate.OneOf(["move", "bank"]))
    per_move = _span(_LEAST)
    bank = _span(_LEAST)
    increment = _span()
    cap = _span(_LEAST)


class PolicySchema(Strict):
    """The policy as ``MatchOpened`` holds it."""

    seating = fields.Str(required=True, validate=validate.OneOf(["random", "fixed"]))
    start = fields.Str(required=True, validate=validate.OneOf(["organiser", "full"]))
    invited = fields.List(fields.Str(validate=pattern(ID)), required=True, validate=validate.Length(max=20))
    clock = fields.Nested(ClockSchema)
    reminders = fields.List(_span(_LEAST), validate=validate.Length(max=10))
    lapses = fields.Int(strict=True, validate=validate.Range(1, 100))
    hours = YesNo()
    vacation = _span()
    pauses = fields.Str(validate=validate.OneOf([NOBODY, ORGANISER]))
    extensions = fields.Str(validate=validate.OneOf([NOBODY, ORGANISER]))
    vacate = YesNo()
    substitutes = fields.Str(validate=validate.OneOf([NOBODY, INVITED, ANYBODY]))


_CLOCK_MEMBERS = {"move": {"kind", "per_move"}, "bank": {"kind", "bank", "increment", "cap"}}


def fault_in_clock(policy: Mapping[str, Json]) -> str | None:
    """What is wrong with the clock of a policy that its schema lets pass, or None."""
    clock: Any = policy.get("clock")
    if clock is None:
        return None
    if not has_members_of_its_kind(clock):
        return (
            f"clock: a clock of kind {clock['kind']} has {', '.join(sorted(_CLOCK_MEMBERS[clock['kind']]))}"
        )
    if clock["kind"] == "bank" and clock["bank"] > clock["cap"]:
        return "clock: the bank begins with no more than its cap"
    return None


def has_members_of_its_kind(clock: Mapping[str, Any]) -> bool:
    """Has a clock exactly the members that its kind asks for?"""
    return set(clock) == _CLOCK_MEMBERS[clock["kind"]]


def has_clock(policy: Mapping[str, Any]) -> bool:
    """Does time run out in this match?"""
    return "clock" in policy


def is_bank(policy: Mapping[str, Any]) -> bool:
    """Does a seat have one time for all of its stints?"""
    return has_clock(policy) and policy["clock"]["kind"] == "bank"


def first_time(policy: Mapping[str, Any]) -> int:
    """The time of a seat at the start, in milliseconds; 0 without a clock."""
    if not has_clock(policy):
        return 0
    clock = policy["clock"]
    return int(clock["bank"] if is_bank(policy) else clock["per_move"])


def time_after(policy: Mapping[str, Any], left: int) -> int:
    """The time of a seat in its next stint, when this one ended with so much left."""
    if not is_bank(policy):
        return first_time(policy)
    clock = policy["clock"]
    return min(int(clock["cap"]), max(0, left) + int(clock["increment"]))


def reminders_of(policy: Mapping[str, Any], given: int) -> list[int]:
    """At which remaining times a seat is reminded: none more than half of the time given to it, longest first."""
    return sorted({left for left in policy.get("reminders", REMINDERS) if left <= given // 2}, reverse=True)


def lapses_of(policy: Mapping[str, Any]) -> int:
    """How many lapses in a row make a seat vacant."""
    return int(policy.get("lapses", LAPSES))


def vacation_of(policy: Mapping[str, Any]) -> int:
    """The vacation of a seat in all, in milliseconds."""
    return int(policy.get("vacation", 0))


def allows_hours(policy: Mapping[str, Any]) -> bool:
    """May a seat have nightly hours?"""
    return bool(policy.get("hours", True))


def nights_count(policy: Mapping[str, Any]) -> bool:
    """Does the time of a seat stand still in its nightly hours, where it has any?"""
    return has_clock(policy) and allows_hours(policy)


def allows_pauses(policy: Mapping[str, Any]) -> bool:
    """May the organiser pause the match?"""
    return bool(policy.get("pauses", NOBODY) == ORGANISER)


def allows_extensions(policy: Mapping[str, Any]) -> bool:
    """May the organiser give a seat more time?"""
    return bool(policy.get("extensions", NOBODY) == ORGANISER)


def allows_vacating(policy: Mapping[str, Any]) -> bool:
    """May the organiser declare the seat of an absent player vacant?"""
    return bool(policy.get("vacate", False))


def may_substitute(policy: Mapping[str, Any], player: str) -> bool:
    """May this player take a vacant seat that was another's?"""
    who = policy.get("substitutes", NOBODY)
    return bool(who == ANYBODY or (who == INVITED and player in policy["invited"]))
