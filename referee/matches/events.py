"""The events of a match: their form, their schemas, reading and writing."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from referee.matches.quick_check import quick_check
from referee.matches.signatures import MAX_HEADER
from referee.strict_json import Json, Unreadable, canonical_text, read, read_canonical

MAX_EVENTS = 65_535
EVENT_VERSION = 1
REFEREE = "referee"  # `by` of what the referee does itself
BY_LINK = "link"  # `via` of an act that the referee attests: a player used a link


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


def _pattern(expression: str) -> Any:
    return validate.Regexp(rf"(?:{expression})\Z")


HEX_64 = r"[0-9a-f]{64}"
ID = r"[0-9a-hjkmnp-tv-z]{16}"
BASE64URL_32 = r"[A-Za-z0-9_-]{43}"
BASE64URL_64 = r"[A-Za-z0-9_-]{86}"
WORD = r"[a-z][a-z-]{0,31}"


def _hex64() -> Any:
    return fields.Str(required=True, validate=_pattern(HEX_64))


def _whole(least: int = 1, most: int = MAX_EVENTS) -> Any:
    return fields.Int(required=True, strict=True, validate=validate.Range(least, most))


class _Strict(Schema):
    class Meta:
        unknown = RAISE


class _KeySchema(_Strict):
    crv = fields.Str(required=True, validate=validate.Equal("Ed25519"))
    kty = fields.Str(required=True, validate=validate.Equal("OKP"))
    x = fields.Str(required=True, validate=_pattern(BASE64URL_32))


class _PolicySchema(_Strict):
    seating = fields.Str(required=True, validate=validate.OneOf(["random", "fixed"]))
    start = fields.Str(required=True, validate=validate.OneOf(["organiser", "full"]))
    invited = fields.List(fields.Str(validate=_pattern(ID)), required=True, validate=validate.Length(max=20))


class _MatchOpened(_Strict):
    match = fields.Str(required=True, validate=_pattern(ID))
    game = fields.Str(required=True, validate=_pattern(r"[a-z_]{3,32}"))
    players = _whole(1, 10)
    options = fields.Dict(keys=fields.Str(), required=True)
    policy = fields.Nested(_PolicySchema, required=True)
    visibility = fields.Str(required=True, validate=validate.OneOf(["public", "unlisted", "private"]))
    commitment = _hex64()
    referee_key = fields.Nested(_KeySchema, required=True)


class _SeatTaken(_Strict):
    place = _whole()
    player = fields.Str(required=True, validate=_pattern(ID))
    keys = fields.List(fields.Nested(_KeySchema), required=True, validate=validate.Length(max=8))
    entropy = fields.Str(required=True, validate=_pattern(r"(?:[0-9a-f]{2}){16,64}|"))


class _SeatLeft(_Strict):
    place = _whole()


class _SeatKeyRevoked(_Strict):
    place = _whole()
    key = _whole(1, 8)


class _MatchStarted(_Strict):
    rules_version = _whole(1, 10_000)
    seats = fields.List(_whole(), required=True, validate=validate.Length(1, 10))


class _Signed(_Strict):
    base = _whole()
    key = fields.Int(strict=True, validate=validate.Range(1, 8))
    via = fields.Str(validate=validate.OneOf([BY_LINK]))
    evidence = fields.Str(validate=_pattern(HEX_64))
    signature = fields.Str(validate=_pattern(BASE64URL_64))
    header = fields.Str(validate=_pattern(rf"[A-Za-z0-9_-]{{1,{MAX_HEADER}}}"))
    digest = _hex64()


class _MovePlayed(_Signed):
    steps = fields.List(
        fields.Str(validate=_pattern(r"[ -~]{1,48}")), required=True, validate=validate.Length(1, 40)
    )
    sealed = fields.Str(validate=_pattern(HEX_64))


class _MoveUndone(_Signed):
    to = _whole()


class _MatchEnded(_Strict):
    reason = fields.Str(required=True, validate=_pattern(WORD))


class _ResultSchema(_Strict):
    scores = fields.List(fields.Int(strict=True), required=True)
    ranks = fields.List(_whole(1, 10), required=True)
    breakdown = fields.List(fields.Dict(keys=fields.Str(), values=fields.Int(strict=True)), required=True)


class _MatchScored(_Strict):
    result = fields.Nested(_ResultSchema, required=True)
    seed = _hex64()


class _MatchCancelled(_Strict):
    reason = fields.Str(required=True, validate=_pattern(WORD))
    seed = _hex64()


_SCHEMAS: dict[str, Schema] = {
    "MatchOpened": _MatchOpened(),
    "SeatTaken": _SeatTaken(),
    "SeatLeft": _SeatLeft(),
    "SeatKeyRevoked": _SeatKeyRevoked(),
    "MatchStarted": _MatchStarted(),
    "MovePlayed": _MovePlayed(),
    "MoveUndone": _MoveUndone(),
    "MatchEnded": _MatchEnded(),
    "MatchScored": _MatchScored(),
    "MatchCancelled": _MatchCancelled(),
}
EVENT_TYPES = tuple(_SCHEMAS)
# The schemas again, as plain functions: a record of 400 events is checked in a tenth of the time.
_QUICK_CHECKS = {name: quick_check(schema) for name, schema in _SCHEMAS.items()}
_FRAME = frozenset({"at", "data", "type", "v"})
_FRAME_AND_ACTOR = _FRAME | {"seat", "by"}
_BY_A_SEAT = frozenset({"MovePlayed", "MoveUndone"})
_BY_SOMEBODY = frozenset({"MatchOpened", "MatchStarted", "MatchCancelled", "SeatKeyRevoked", "MatchScored"})
_ACTOR = re.compile(rf"{ID}|{REFEREE}")
_MAX_AT = 2**53 - 1


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
    if event.type in _BY_A_SEAT:
        _check_vouched(event.data)


def _check_vouched(data: Mapping[str, Json]) -> None:
    if ("signature" in data) == ("sealed" in data):
        raise MalformedEvent("data: either signature or sealed")
    if ("key" in data) == ("via" in data):
        raise MalformedEvent("data: either the key of a player, or via what the referee attests")
    if ("via" in data) != ("evidence" in data) or ("via" in data and "header" in data):
        raise MalformedEvent("data: what the referee attests has via and evidence, and the standard header")


def _say_why(event: Event) -> None:
    """Let the schema itself speak: it knows what is wrong, and where."""
    try:
        _SCHEMAS[event.type].load(event.data)
    except ValidationError as error:
        raise MalformedEvent(f"data: {str(error.messages)[:300]}") from error


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
