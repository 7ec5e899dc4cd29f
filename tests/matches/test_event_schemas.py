"""Events: each schema takes what it should, and nothing else."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError, fields, validate

from referee.matches import events
from referee.matches.events import (
    EVENT_TYPES,
    Event,
    MalformedEvent,
    NewerEvent,
    check_event,
    read_event,
    read_trusted_event,
    write_event,
)
from referee.matches.quick_check import quick_check
from referee.strict_json import canonical_text
from tests.matches.building import MATCH_ID, jwk_of, key_of

AT = 1_764_400_000_000
PLAYER = "0" * 16
KEY = jwk_of(key_of("player 1"))
POLICY = {"seating": "random", "start": "organiser", "invited": [PLAYER]}
RESULT = {"scores": [3, -4], "ranks": [1, 2], "breakdown": [{"5": 3, "total": 3}, {"total": -4}]}
SIGNED = {"base": 4, "key": 1, "signature": "A" * 86, "digest": "0f" * 32}

GOOD: dict[str, Event] = {
    "MatchOpened": Event(
        "MatchOpened",
        AT,
        {
            "match": MATCH_ID,
            "game": "zooloretto",
            "players": 2,
            "options": {"start_player": 1, "species_removed": ["F", "L", "M"], "anything": {"at": "all"}},
            "policy": POLICY,
            "visibility": "private",
            "commitment": "ab" * 32,
            "referee_key": KEY,
        },
        by=PLAYER,
    ),
    "SeatTaken": Event(
        "SeatTaken", AT, {"place": 1, "player": PLAYER, "keys": [KEY, KEY], "entropy": "00" * 16}
    ),
    "SeatLeft": Event("SeatLeft", AT, {"place": 1}),
    "SeatKeyRevoked": Event("SeatKeyRevoked", AT, {"place": 1, "key": 8}, by="referee"),
    "MatchStarted": Event("MatchStarted", AT, {"rules_version": 1, "seats": [2, 1]}, by=PLAYER),
    "MovePlayed": Event("MovePlayed", AT, {**SIGNED, "steps": ["T2", "P EM>5"], "header": "eyJ9"}, seat=2),
    "MoveUndone": Event("MoveUndone", AT, {**SIGNED, "to": 3}, seat=1),
    "SeatLapsed": Event(
        "SeatLapsed",
        AT,
        {"seat": 2, "reason": "time", "lapses": 2, "vacant": True, "deadline": AT - 30_000},
        by="referee",
    ),
    "SeatReplaced": Event("SeatReplaced", AT, {"seat": 2, "place": 3, "player": PLAYER, "keys": [KEY]}),
    "SeatHoursSet": Event("SeatHoursSet", AT, {"zone": "Europe/Madrid", "from": 1380, "to": 420}, seat=1),
    "VacationTaken": Event("VacationTaken", AT, {"until": AT + 1}, seat=1),
    "DeadlineExtended": Event("DeadlineExtended", AT, {"seat": 1, "ms": 1, "reason": "illness"}, by=PLAYER),
    "MatchPaused": Event("MatchPaused", AT, {"reason": "holidays", "until": AT + 1}, by=PLAYER),
    "MatchResumed": Event("MatchResumed", AT, {"reason": "all-back"}, by=PLAYER),
    "TimeCredited": Event("TimeCredited", AT, {"from": AT - 60_000, "to": AT}, by="referee"),
    "SeatResigned": Event(
        "SeatResigned",
        AT,
        {"base": 4, "head": "0f" * 32, "key": 1, "signature": "A" * 86, "header": "eyJ9"},
        seat=2,
    ),
    "MatchEnded": Event("MatchEnded", AT, {"reason": "rules"}),
    "MatchScored": Event("MatchScored", AT, {"result": RESULT, "seed": "ab" * 32}, by="referee"),
    "MatchCancelled": Event("MatchCancelled", AT, {"reason": "by-organiser", "seed": "ab" * 32}, by=PLAYER),
}
OPTIONAL = {
    ("MovePlayed", "header"),
    ("SeatResigned", "header"),
}  # signature is optional to the schema, not to the event
INSTANTS = {
    *(("SeatLapsed", "deadline"), ("VacationTaken", "until"), ("MatchPaused", "until")),
    *(("TimeCredited", "from"), ("TimeCredited", "to")),
}


def _members(event: Event) -> dict[str, Any]:
    return json.loads(write_event(event))


def _refused(members: Any) -> None:
    with pytest.raises(MalformedEvent) as caught:
        read_event(canonical_text(members))
    assert not isinstance(caught.value, NewerEvent)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in a payload; what lies in the options of a game is the game's."""
    if path[:1] == ("options",):
        return
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


PLACES = [(name, path) for name, event in GOOD.items() for path in _paths(event.data)]
NAMES = [f"{name}-{'.'.join(map(str, path))}" for name, path in PLACES]


def test_there_is_an_example_of_every_event() -> None:
    assert set(GOOD) == set(EVENT_TYPES)


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_a_good_event_is_read_as_it_was_written(name: str) -> None:
    text = write_event(GOOD[name])
    assert read_event(text) == GOOD[name]
    assert read_trusted_event(text) == GOOD[name]


def test_a_sealed_move_carries_no_signature() -> None:
    data = {"base": 4, "key": 1, "digest": "0f" * 32, "steps": ["SIDE ?"], "sealed": "ab" * 32}
    check_event(Event("MovePlayed", AT, data, seat=1))
    with pytest.raises(MalformedEvent):
        check_event(Event("MovePlayed", AT, {**data, "signature": "A" * 86}, seat=1))
    del data["sealed"]
    with pytest.raises(MalformedEvent):
        check_event(Event("MovePlayed", AT, data, seat=1))


ATTESTED = {"base": 4, "via": "link", "evidence": "ab" * 32, "signature": "A" * 86, "digest": "0f" * 32}


def _attested(**changes: Any) -> list[Event]:
    data = {name: value for name, value in {**ATTESTED, **changes}.items() if value is not None}
    return [
        Event("MovePlayed", AT, {**data, "steps": ["D"]}, seat=2),
        Event("MoveUndone", AT, {**data, "to": 3}, seat=1),
    ]


def test_an_attested_act_is_read_as_it_was_written() -> None:
    for event in _attested():
        assert read_event(write_event(event)) == event


def test_an_attested_move_may_be_sealed() -> None:
    data = {**ATTESTED, "steps": ["SIDE ?"], "sealed": "ab" * 32}
    del data["signature"]
    check_event(Event("MovePlayed", AT, data, seat=1))


@pytest.mark.parametrize(
    "changes",
    [
        {"key": 1},
        {"via": None},
        {"evidence": None},
        {"via": None, "evidence": None},
        {"via": None, "key": 1},
        {"evidence": None, "key": 1},
        {"header": "eyJ9"},
        {"signature": None},
        {"via": "reply"},
        {"via": ""},
        {"via": 1},
        {"evidence": "AB" * 32},
        {"evidence": "ab" * 31},
        {"evidence": 1},
        {"on_behalf_of": 2},
    ],
)
def test_an_act_is_vouched_for_in_one_way_and_completely(changes: dict[str, Any]) -> None:
    """By a key of the seat, or by the referee with what it has as evidence; never by both or by nobody."""
    for event in _attested(**changes):
        _refused(_members(event))


AUTOPILOT = {"base": 4, "via": "autopilot", "signature": "A" * 86, "digest": "0f" * 32, "steps": ["D"]}


def test_a_move_of_the_autopilot_needs_no_evidence() -> None:
    event = Event("MovePlayed", AT, AUTOPILOT, seat=2)
    assert read_event(write_event(event)) == event


@pytest.mark.parametrize(
    "event",
    [
        Event("MovePlayed", AT, {**AUTOPILOT, "evidence": "ab" * 32}, seat=2),
        Event("MovePlayed", AT, {**AUTOPILOT, "header": "eyJ9"}, seat=2),
        Event("MovePlayed", AT, {**AUTOPILOT, "key": 1}, seat=2),
        Event("MoveUndone", AT, {**ATTESTED, "via": "autopilot", "to": 3}, seat=2),
        Event(
            "SeatResigned",
            AT,
            {"base": 4, "head": "0f" * 32, "via": "autopilot", "signature": "A" * 86},
            seat=2,
        ),
    ],
)
def test_the_autopilot_moves_and_does_nothing_else(event: Event) -> None:
    with pytest.raises(MalformedEvent):
        check_event(event)


BY_ORGANISER = {"seat": 2, "reason": "gone", "vacant": True}


def test_an_organiser_may_find_a_seat_vacant_and_a_seat_may_give_up_its_hours() -> None:
    check_event(Event("SeatLapsed", AT, BY_ORGANISER, by=PLAYER))
    check_event(Event("SeatHoursSet", AT, {}, seat=1))
    check_event(Event("MatchPaused", AT, {"reason": "all-absent"}, by="referee"))


@pytest.mark.parametrize(
    "event",
    [
        Event("SeatLapsed", AT, {**BY_ORGANISER, "vacant": False}, by=PLAYER),
        Event("SeatLapsed", AT, {**BY_ORGANISER, "reason": "time"}, by=PLAYER),
        Event("SeatLapsed", AT, {**BY_ORGANISER, "lapses": 1}, by=PLAYER),
        Event("SeatLapsed", AT, {**BY_ORGANISER, "deadline": AT}, by=PLAYER),
        Event("SeatLapsed", AT, BY_ORGANISER, by="referee"),
        Event("SeatHoursSet", AT, {"zone": "Europe/Madrid"}, seat=1),
        Event("MatchPaused", AT, {"reason": "all-absent"}, by=PLAYER),
        Event("MatchPaused", AT, {"reason": "holidays"}, by="referee"),
        Event("MatchPaused", AT, {"reason": "holidays"}, by=PLAYER),
    ],
)
def test_who_acts_decides_which_members_stand_there(event: Event) -> None:
    with pytest.raises(MalformedEvent):
        check_event(event)


def test_an_undo_is_never_sealed() -> None:
    data = {"base": 4, "key": 1, "digest": "0f" * 32, "to": 3, "sealed": "ab" * 32}
    with pytest.raises(MalformedEvent):
        check_event(Event("MoveUndone", AT, data, seat=1))


@pytest.mark.parametrize(("name", "path"), PLACES, ids=NAMES)
def test_no_member_may_be_missing(name: str, path: tuple[Any, ...]) -> None:
    members = _members(GOOD[name])
    parent = _at(members["data"], path[:-1])
    if isinstance(parent, list) or path[:3:2] == ("result", 0) or (name, path[0]) in OPTIONAL:
        return  # an entry less is another list; see the bounds below
    if path[:2] == ("result", "breakdown"):
        return
    del parent[path[-1]]
    _refused(members)


@pytest.mark.parametrize(("name", "path"), PLACES, ids=NAMES)
def test_no_member_may_be_of_another_kind(name: str, path: tuple[Any, ...]) -> None:
    before = _at(GOOD[name].data, path)
    for other in (
        None,
        True,
        False,
        -(2**40),
        2**40,
        "",
        "\n",
        "?",
        "x" * 600,
        [],
        [[]],
        [None],
        {},
        {"a": None},
    ):
        if type(other) is type(before) and not isinstance(before, str | int):
            continue
        if type(other) is int and path[1:2] in (("scores",), ("breakdown",)):
            continue  # points may be any number
        if isinstance(other, bool) and path[1:2] == ("breakdown",) and path[3:]:
            continue  # a line of a result may be a yes or no: is the zoo complete?
        if isinstance(before, bool) and isinstance(other, bool):
            continue
        if (name, path[0]) in INSTANTS and other == 2**40:
            continue  # some day of the year 2004
        if path[:1] == ("steps",) and other == "?":
            continue  # an event cannot know what is a step
        if name == "SeatTaken" and path == ("entropy",) and other == "":
            continue  # nobody has to add chance
        members = _members(GOOD[name])
        _at(members["data"], path[:-1])[path[-1]] = other
        _refused(members)


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_no_unknown_member_may_stand_anywhere(name: str) -> None:
    objects = [
        (),
        *(path for path in _paths(GOOD[name].data) if isinstance(_at(GOOD[name].data, path), dict)),
    ]
    for path in objects:
        if path[:1] == ("options",) or path[:2] == ("result", "breakdown"):
            continue
        members = _members(GOOD[name])
        _at(members["data"], path)["role"] = 1
        _refused(members)
    members = _members(GOOD[name])
    members["note"] = "hello"
    _refused(members)


WRONG_VALUES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("MatchOpened", ("match",), MATCH_ID + "0"),
    ("MatchOpened", ("match",), MATCH_ID.upper()),
    ("MatchOpened", ("match",), "i" * 16),
    ("MatchOpened", ("match",), MATCH_ID + "\n"),
    ("MatchOpened", ("game",), "Zooloretto"),
    ("MatchOpened", ("players",), 0),
    ("MatchOpened", ("players",), 11),
    ("MatchOpened", ("options",), []),
    ("MatchOpened", ("policy", "seating"), "by-hand"),
    ("MatchOpened", ("policy", "start"), "never"),
    ("MatchOpened", ("policy", "invited"), [PLAYER] * 21),
    ("MatchOpened", ("policy", "invited"), ["ann@example.org"]),
    ("MatchOpened", ("visibility",), "secret"),
    ("MatchOpened", ("commitment",), "AB" * 32),
    ("MatchOpened", ("commitment",), "ab" * 31),
    ("MatchOpened", ("referee_key", "crv"), "Ed448"),
    ("MatchOpened", ("referee_key", "kty"), "EC"),
    ("MatchOpened", ("referee_key", "x"), "A" * 42),
    ("MatchOpened", ("referee_key", "d"), "A" * 43),
    ("SeatTaken", ("place",), 0),
    ("SeatTaken", ("place",), 65_536),
    ("SeatTaken", ("keys",), [KEY] * 9),
    ("SeatTaken", ("entropy",), "00" * 15),
    ("SeatTaken", ("entropy",), "00" * 65),
    ("SeatTaken", ("entropy",), "0" * 33),
    ("SeatKeyRevoked", ("key",), 0),
    ("SeatKeyRevoked", ("key",), 9),
    ("MatchStarted", ("rules_version",), 0),
    ("MatchStarted", ("seats",), []),
    ("MatchStarted", ("seats",), list(range(1, 12))),
    ("MatchStarted", ("seats",), [0]),
    ("MovePlayed", ("steps",), []),
    ("MovePlayed", ("steps",), ["D"] * 41),
    ("MovePlayed", ("steps",), [""]),
    ("MovePlayed", ("steps",), ["D" * 49]),
    ("MovePlayed", ("steps",), ["D\n"]),
    ("MovePlayed", ("steps",), ["\u00e9"]),
    ("MovePlayed", ("base",), 0),
    ("MovePlayed", ("base",), 65_536),
    ("MovePlayed", ("key",), 0),
    ("MovePlayed", ("key",), 9),
    ("MovePlayed", ("signature",), "A" * 85),
    ("MovePlayed", ("signature",), "A" * 87),
    ("MovePlayed", ("header",), ""),
    ("MovePlayed", ("header",), "A" * 513),
    ("MoveUndone", ("to",), 0),
    ("SeatLapsed", ("seat",), 0),
    ("SeatLapsed", ("seat",), 11),
    ("SeatLapsed", ("lapses",), 0),
    ("SeatLapsed", ("reason",), "illness"),
    ("SeatLapsed", ("deadline",), -1),
    ("SeatReplaced", ("place",), 0),
    ("SeatReplaced", ("keys",), [KEY] * 9),
    ("SeatHoursSet", ("zone",), "Europe/Madrid\n"),
    ("SeatHoursSet", ("zone",), "z" * 65),
    ("SeatHoursSet", ("from",), -1),
    ("SeatHoursSet", ("from",), 1440),
    ("SeatHoursSet", ("to",), 1440),
    ("VacationTaken", ("until",), -1),
    ("DeadlineExtended", ("ms",), 0),
    ("DeadlineExtended", ("ms",), 367 * 86_400_000),
    ("DeadlineExtended", ("reason",), "His mother is ill"),
    ("MatchPaused", ("reason",), "all-absent"),
    ("MatchResumed", ("reason",), ""),
    ("TimeCredited", ("from",), AT),
    ("TimeCredited", ("to",), AT + 1),
    ("SeatResigned", ("head",), "0F" * 32),
    ("SeatResigned", ("base",), 0),
    ("MatchEnded", ("reason",), "Rules"),
    ("MatchEnded", ("reason",), "because Ann was late"),
    ("MatchScored", ("result", "ranks"), [0, 1]),
    ("MatchScored", ("result", "ranks"), [True, 1]),
    ("MatchScored", ("result", "scores"), ["3"]),
    ("MatchScored", ("result", "breakdown"), [{"total": "3"}]),
    ("MatchScored", ("seed",), ""),
]


@pytest.mark.parametrize(("name", "path", "value"), WRONG_VALUES)
def test_a_value_out_of_bounds_is_refused(name: str, path: tuple[Any, ...], value: Any) -> None:
    members = _members(GOOD[name])
    _at(members["data"], path[:-1])[path[-1]] = value
    _refused(members)


WRONG_FRAMES: list[tuple[str, dict[str, Any]]] = [
    ("MovePlayed", {"at": -1}),
    ("MovePlayed", {"at": True}),
    ("MovePlayed", {"at": "1764400000000"}),
    ("MovePlayed", {"at": None}),
    ("MovePlayed", {"seat": 0}),
    ("MovePlayed", {"seat": 11}),
    ("MovePlayed", {"seat": True}),
    ("MovePlayed", {"seat": "1"}),
    ("MovePlayed", {"seat": None}),
    ("MovePlayed", {"by": "referee"}),
    ("MovePlayed", {"data": None}),
    ("MovePlayed", {"data": []}),
    ("MovePlayed", {"type": None}),
    ("MovePlayed", {"type": []}),
    ("MovePlayed", {"type": {}}),
    ("MovePlayed", {"type": 1}),
    ("MovePlayed", {"v": True}),
    ("MovePlayed", {"v": "1"}),
    ("MovePlayed", {"v": None}),
    ("MovePlayed", {"v": []}),
    ("MatchOpened", {"seat": 1}),
    ("MatchOpened", {"by": ""}),
    ("MatchOpened", {"by": "Ann Example"}),
    ("MatchOpened", {"by": None}),
    ("MatchOpened", {"by": 1}),
    ("MatchOpened", {"by": []}),
    ("MatchEnded", {"by": "referee"}),
    ("MatchEnded", {"seat": 1}),
    ("MatchEnded", {"seat": None}),
    ("MatchEnded", {"by": None}),
    ("SeatTaken", {"seat": 1}),
    ("SeatLapsed", {"by": PLAYER}),
    ("SeatLapsed", {"seat": 2}),
    ("SeatReplaced", {"by": PLAYER}),
    ("SeatHoursSet", {"by": PLAYER}),
    ("VacationTaken", {"by": "referee"}),
    ("MatchPaused", {"by": "referee"}),
    ("TimeCredited", {"by": PLAYER}),
    ("SeatResigned", {"by": "referee"}),
]


@pytest.mark.parametrize(("name", "change"), WRONG_FRAMES)
def test_a_wrong_frame_is_refused(name: str, change: dict[str, Any]) -> None:
    _refused({**_members(GOOD[name]), **change})


@pytest.mark.parametrize("member", ["at", "data", "type", "v", "seat"])
def test_a_frame_is_complete(member: str) -> None:
    members = _members(GOOD["MovePlayed"])
    del members[member]
    _refused(members)


def test_who_acts_stands_there() -> None:
    members = _members(GOOD["MatchScored"])
    del members["by"]
    _refused(members)


@pytest.mark.parametrize("members", [[], "MovePlayed", 1, None, {}])
def test_what_is_no_object_is_no_event(members: Any) -> None:
    _refused(members)


@pytest.mark.parametrize(
    "change", [{"v": 2}, {"v": 0}, {"type": "SeatSold"}, {"type": "moveplayed"}, {"type": ""}]
)
@pytest.mark.parametrize("reader", [read_event, read_trusted_event])
def test_an_event_of_a_later_program_is_not_guessed_at(reader: Any, change: dict[str, Any]) -> None:
    with pytest.raises(NewerEvent):
        reader(canonical_text({**_members(GOOD["MovePlayed"]), **change}))


def test_a_later_event_may_have_any_payload() -> None:
    """The refusal says newer, not malformed: the operator must update, not search."""
    with pytest.raises(NewerEvent):
        read_event(canonical_text({"at": AT, "data": {"new": [1]}, "type": "OfferMade", "v": 2}))


def test_the_text_of_an_event_is_canonical() -> None:
    text = write_event(GOOD["MovePlayed"])
    members = json.loads(text)
    for other in (
        text + " ",
        " " + text,
        text.replace(":", ": "),
        json.dumps(dict(reversed(members.items())), separators=(",", ":")),
        text.replace('"T2"', '"\\u00542"'),
        text.replace(str(AT), f"{AT}.0"),
    ):
        assert other != text
        with pytest.raises(MalformedEvent):
            read_event(other)


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a":1,"a":1}', "[" * 100_000, "\ud800"])
@pytest.mark.parametrize("reader", [read_event, read_trusted_event])
def test_what_is_no_json_is_no_event(reader: Any, text: str) -> None:
    with pytest.raises(MalformedEvent):
        reader(text)


def test_the_reason_names_the_member() -> None:
    members = _members(GOOD["MovePlayed"])
    members["data"]["key"] = 9
    with pytest.raises(MalformedEvent, match="key"):
        read_event(canonical_text(members))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 70_000) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def _accepts(schema: Schema, value: Any) -> bool:
    try:
        schema.load(value)
    except ValidationError:
        return False
    return True


@given(st.sampled_from(PLACES), JSON)
def test_the_quick_check_says_what_the_schema_says(place: tuple[str, tuple[Any, ...]], value: Any) -> None:
    name, path = place
    data: Any = copy.deepcopy(GOOD[name].data)
    _at(data, path[:-1])[path[-1]] = value
    assert events._QUICK_CHECKS[name](data) == _accepts(events._SCHEMAS[name], data)


@given(st.sampled_from(EVENT_TYPES), JSON)
def test_the_quick_check_of_any_value_says_what_the_schema_says(name: str, value: Any) -> None:
    assert events._QUICK_CHECKS[name](value) == _accepts(events._SCHEMAS[name], value)


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_good_payload_takes_the_quick_way(name: str) -> None:
    assert events._QUICK_CHECKS[name](GOOD[name].data)


def test_what_the_quick_check_does_not_know_it_leaves_to_the_schema() -> None:
    class Odd(Schema):
        when = fields.DateTime()
        name = fields.Str(validate=validate.ContainsOnly("ab"))
        count = fields.Int(validate=validate.Range(1, 5, min_inclusive=False))

    check = quick_check(Odd())
    assert check({})
    assert not check({"when": "2026-11-30T00:00:00"})
    assert not check({"name": "ab"})
    assert not check({"count": 2})
