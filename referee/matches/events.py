"""The events of a match: their form, their schemas, reading and writing."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import Schema, ValidationError, fields, validate

from referee.matches import policy
from referee.matches.policy import LONGEST, PolicySchema
from referee.matches.quick_check import quick_check
from referee.matches.schemas import (
    BASE64URL_32,
    BASE64URL_64,
    Strict,
    WholeOrYesNo,
    YesNo,
    hex64,
    pattern,
    whole,
    word,
)
from referee.matches.schemas import HEX_64 as HEX_64
from referee.matches.schemas import ID as ID
from referee.matches.schemas import MAX_EVENTS as MAX_EVENTS
from referee.matches.signatures import MAX_HEADER
from referee.strict_json import Json, Unreadable, canonical_text, read, read_canonical

EVENT_VERSION = 1
REFEREE = "referee"  # `by` of what the referee does itself
BY_LINK = "link"  # `via` of an act that the referee attests: a player used a link
BY_AUTOPILOT = "autopilot"  # `via` of a move that the referee makes for an absent seat
BY_TIME = "time"  # why a seat lapsed: its deadline passed
ALL_ABSENT = "all-absent"  # why the referee suspends a match
MINUTES = 24 * 60  # of a day
_MAX_AT = 2**53 - 1


def _instant(required: bool = True) -> Any:
    return whole(0, _MAX_AT, required)


class Event(NamedTuple):
    """One entry of a match's log. ``at``: milliseconds since 1970 UTC; ``seat`` or ``by``: who acted."""

    type: str
    at: int
    data: Mapping[str, Json]
    seat: int | None = None
    by: str | None = None


class MalformedEvent(ValueError):
    """The text is no event of this program's schemas."""


class NewerEvent(MalformedEvent):
    """The event is of a type or schema version that this program does not know: it refuses to guess."""


class _KeySchema(Strict):
    crv = fields.Str(required=True, validate=validate.Equal("Ed25519"))
    kty = fields.Str(required=True, validate=validate.Equal("OKP"))
    x = fields.Str(required=True, validate=pattern(BASE64URL_32))


def _keys() -> Any:
    return fields.List(fields.Nested(_KeySchema), required=True, validate=validate.Length(max=8))


class _MatchOpened(Strict):
    match = fields.Str(required=True, validate=pattern(ID))
    game = fields.Str(required=True, validate=pattern(r"[a-z_]{3,32}"))
    players = whole(1, 10)
    options = fields.Dict(keys=fields.Str(), required=True)
    policy = fields.Nested(PolicySchema, required=True)
    visibility = fields.Str(required=True, validate=validate.OneOf(["public", "unlisted", "private"]))
    commitment = hex64()
    referee_key = fields.Nested(_KeySchema, required=True)


class _SeatTaken(Strict):
    place = whole()
    player = fields.Str(required=True, validate=pattern(ID))
    keys = _keys()
    entropy = fields.Str(required=True, validate=pattern(r"(?:[0-9a-f]{2}){16,64}|"))


class _SeatLeft(Strict):
    place = whole()


class _SeatKeyRevoked(Strict):
    place = whole()
    key = whole(1, 8)


class _MatchStarted(Strict):
    rules_version = whole(1, 10_000)
    seats = fields.List(whole(), required=True, validate=validate.Length(1, 10))


class _Vouched(Strict):
    """An act of a seat, signed by its player or attested by the referee."""

    base = whole()
    key = whole(1, 8, required=False)
    via = fields.Str(validate=validate.OneOf([BY_LINK, BY_AUTOPILOT]))
    evidence = fields.Str(validate=pattern(HEX_64))
    signature = fields.Str(validate=pattern(BASE64URL_64))
    header = fields.Str(validate=pattern(rf"[A-Za-z0-9_-]{{1,{MAX_HEADER}}}"))


class _Signed(_Vouched):
    digest = hex64()


class _MovePlayed(_Signed):
    steps = fields.List(
        fields.Str(validate=pattern(r"[ -~]{1,48}")), required=True, validate=validate.Length(1, 40)
    )
    sealed = fields.Str(validate=pattern(HEX_64))


class _MoveUndone(_Signed):
    to = whole()


class _SeatResigned(_Vouched):
    head = hex64()  # of the base: a resignation is never stale, so it may be one that the log has not


class _SeatLapsed(Strict):
    seat = whole(1, 10)
    reason = word()
    vacant = YesNo(required=True)
    lapses = whole(1, required=False)
    deadline = _instant(required=False)


class _SeatReplaced(Strict):
    seat = whole(1, 10)
    place = whole()
    player = fields.Str(required=True, validate=pattern(ID))
    keys = _keys()


# ``from`` is a word of Python's, so the two schemas that have it are made from a dict.
_SeatHoursSet = Strict.from_dict(
    {
        "zone": fields.Str(validate=pattern(r"[A-Za-z0-9_+/-]{1,64}")),
        "from": whole(0, MINUTES - 1, required=False),
        "to": whole(0, MINUTES - 1, required=False),
    },
    name="_SeatHoursSet",
)
_TimeCredited = Strict.from_dict({"from": _instant(), "to": _instant()}, name="_TimeCredited")


class _VacationTaken(Strict):
    until = _instant()


class _DeadlineExtended(Strict):
    seat = whole(1, 10)
    ms = whole(1, LONGEST)
    reason = word()


class _MatchPaused(Strict):
    reason = word()
    until = _instant(required=False)


class _MatchResumed(Strict):
    reason = word()


class _MatchEnded(Strict):
    reason = word()


class _ResultSchema(Strict):
    scores = fields.List(fields.Int(strict=True), required=True)
    ranks = fields.List(whole(1, 10), required=True)
    breakdown = fields.List(fields.Dict(keys=fields.Str(), values=WholeOrYesNo()), required=True)


class _MatchScored(Strict):
    result = fields.Nested(_ResultSchema, required=True)
    seed = hex64()


class _MatchCancelled(Strict):
    reason = word()
    seed = hex64()


_SCHEMAS: dict[str, Schema] = {
    "MatchOpened": _MatchOpened(),
    "SeatTaken": _SeatTaken(),
    "SeatLeft": _SeatLeft(),
    "SeatKeyRevoked": _SeatKeyRevoked(),
    "MatchStarted": _MatchStarted(),
    "MovePlayed": _MovePlayed(),
    "MoveUndone": _MoveUndone(),
    "SeatLapsed": _SeatLapsed(),
    "SeatReplaced": _SeatReplaced(),
    "SeatHoursSet": _SeatHoursSet(),
    "VacationTaken": _VacationTaken(),
    "DeadlineExtended": _DeadlineExtended(),
    "MatchPaused": _MatchPaused(),
    "MatchResumed": _MatchResumed(),
    "TimeCredited": _TimeCredited(),
    "SeatResigned": _SeatResigned(),
    "MatchEnded": _MatchEnded(),
    "MatchScored": _MatchScored(),
    "MatchCancelled": _MatchCancelled(),
}
EVENT_TYPES = tuple(_SCHEMAS)
# The schemas again, as plain functions: a record of 400 events is checked in a tenth of the time.
_QUICK_CHECKS = {name: quick_check(schema) for name, schema in _SCHEMAS.items()}
_FRAME = frozenset({"at", "data", "type", "v"})
_FRAME_AND_ACTOR = _FRAME | {"seat", "by"}
VOUCHED = frozenset({"MovePlayed", "MoveUndone", "SeatResigned"})  # acts that somebody signs
_BY_A_SEAT = VOUCHED | {"SeatHoursSet", "VacationTaken"}
_BY_SOMEBODY = frozenset(
    {
        *("MatchOpened", "MatchStarted", "MatchCancelled", "SeatKeyRevoked", "MatchScored"),
        *("SeatLapsed", "DeadlineExtended", "MatchPaused", "MatchResumed", "TimeCredited"),
    }
)
_ACTOR = re.compile(rf"{ID}|{REFEREE}")


def write_event(event: Event) -> str:
    """The canonical text of an event (RFC 8785)."""
    members: dict[str, Json] = {"at": event.at, "data": event.data, "type": event.type, "v": EVENT_VERSION}
    if event.seat is not None:
        members["seat"] = event.seat
    if event.by is not None:
        members["by"] = event.by
    return canonical_text(members)


def read_event(text: str) -> Event:
    """Read one event and hold it against its form and its schema.

    :raises NewerEvent: when it is of a type or version that this program does not know.
    :raises MalformedEvent: when anything else is wrong with it, its text not canonical included.
    """
    event = _event_of(text, read_canonical)
    check_event(event)
    return event


def read_trusted_event(text: str) -> Event:
    """Read an event of our own log: its frame is looked at, its payload was checked when it was written."""
    return _event_of(text, read)


def _event_of(text: str, reader: Callable[[str], Json]) -> Event:
    try:
        members = reader(text)
    except Unreadable as error:
        raise MalformedEvent(str(error)) from error
    if not isinstance(members, dict) or not _FRAME <= members.keys() <= _FRAME_AND_ACTOR:
        raise MalformedEvent("an event has the members at, data, type, v, and seat or by; no others")
    if None in (members.get("seat", ""), members.get("by", "")):
        raise MalformedEvent("seat, by: missing where nobody acts, never null")
    kind, version = members["type"], members["v"]
    if not isinstance(kind, str) or type(version) is not int:
        raise MalformedEvent("type is a string, v a number")
    if version != EVENT_VERSION or kind not in _SCHEMAS:
        raise NewerEvent(f"unknown event {kind[:40]!r} of version {version}")
    return Event(kind, members["at"], members["data"], members.get("seat"), members.get("by"))


def check_event(event: Event) -> None:
    """Hold an event against the schema of its type; raises MalformedEvent."""
    if not _is_whole(event.at, 0, _MAX_AT):
        raise MalformedEvent("at: milliseconds since 1970")
    if (event.seat is not None) != (event.type in _BY_A_SEAT) or not (
        event.seat is None or _is_whole(event.seat, 1, 10)
    ):
        raise MalformedEvent("seat: stands where a seat acts")
    if (event.by is not None) != (event.type in _BY_SOMEBODY) or not (
        event.by is None or (isinstance(event.by, str) and _ACTOR.fullmatch(event.by))
    ):
        raise MalformedEvent("by: stands where an organiser or the referee acts")
    if not isinstance(event.data, Mapping):
        raise MalformedEvent("data: an object")
    if not _QUICK_CHECKS[event.type](event.data):
        _say_why(event)
    if event.type in VOUCHED:
        _check_vouched(event)
    fault = _FAULTS[event.type](event) if event.type in _FAULTS else None
    if fault is not None:
        raise MalformedEvent(f"data: {fault}")


def _check_vouched(event: Event) -> None:
    data = event.data
    if ("signature" in data) == ("sealed" in data):
        raise MalformedEvent("data: either signature or sealed")
    if ("key" in data) == ("via" in data):
        raise MalformedEvent("data: either the key of a player, or via what the referee attests")
    via = data.get("via")
    if (via == BY_LINK) != ("evidence" in data) or (via is not None and "header" in data):
        raise MalformedEvent("data: what the referee attests has the standard header, and by a link evidence")
    if via == BY_AUTOPILOT and event.type != "MovePlayed":
        raise MalformedEvent("data: the autopilot moves, and does nothing else")


# What the schemas cannot say: which members belong together. Each gives what is wrong, or None.


def _fault_in_opening(event: Event) -> str | None:
    return policy.fault_in_clock(event.data["policy"])


def _fault_in_lapse(event: Event) -> str | None:
    data, by_time = event.data, event.by == REFEREE
    if by_time != ("lapses" in data) or by_time != ("deadline" in data):
        return "lapses, deadline: stand where the referee found the seat overdue"
    if by_time != (data["reason"] == BY_TIME):
        return f"reason: {BY_TIME} is the referee's"
    return None if by_time or data["vacant"] else "vacant: an organiser declares a seat vacant"


def _fault_in_hours(event: Event) -> str | None:
    if event.data and len(event.data) != 3:
        return "hours: zone, from and to, or nothing where there are to be none"
    return None


def _fault_in_pause(event: Event) -> str | None:
    if (event.by == REFEREE) != ("until" not in event.data) or (event.by == REFEREE) != (
        event.data["reason"] == ALL_ABSENT
    ):
        return f"until: stands in an organiser's pause; the referee's has the reason {ALL_ABSENT}"
    return None


def _fault_in_credit(event: Event) -> str | None:
    if event.by != REFEREE:
        return "by: the referee credits time"
    return None if event.data["from"] < event.data["to"] <= event.at else "from, to: an outage that is over"


_FAULTS: dict[str, Callable[[Event], str | None]] = {
    "MatchOpened": _fault_in_opening,
    "SeatLapsed": _fault_in_lapse,
    "SeatHoursSet": _fault_in_hours,
    "MatchPaused": _fault_in_pause,
    "TimeCredited": _fault_in_credit,
}


def _say_why(event: Event) -> None:
    """Let the schema itself speak: it knows what is wrong, and where."""
    try:
        _SCHEMAS[event.type].load(event.data)
    except ValidationError as error:
        raise MalformedEvent(f"data: {str(error.messages)[:300]}") from error


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
