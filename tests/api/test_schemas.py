"""The marshmallow schemas and the components of openapi.yaml describe the same: there is no third description."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import RAISE, Schema, ValidationError, fields

from referee.api import schemas
from referee.api.spec import load_contract
from referee.service.matches import DEFAULT_POLICY, DEFAULT_TIMED_POLICY

CONTRACT = load_contract()
COMPONENTS = CONTRACT.document["components"]["schemas"]

# What comes in: marshmallow schema -> component.
COMMANDS: dict[type[schemas.Command], str] = {
    schemas.SignUp: "SignUp",
    schemas.TokenRequest: "TokenRequest",
    schemas.PublicKey: "PublicKey",
    schemas.NewKey: "NewKey",
    schemas.Clock: "Clock",
    schemas.PolicyRequest: "PolicyRequest",
    schemas.MatchOpening: "ZoolorettoMatchOpening",
    schemas.SeatRequest: "SeatRequest",
    schemas.MoveOrder: "MoveOrder",
    schemas.UndoOrder: "UndoOrder",
    schemas.ResignOrder: "ResignOrder",
    schemas.PauseRequest: "PauseRequest",
    schemas.ResumeRequest: "ResumeRequest",
    schemas.ExtensionRequest: "ExtensionRequest",
    schemas.VacateRequest: "VacateRequest",
    schemas.VacationRequest: "VacationRequest",
    schemas.NightlyHours: "NightlyHours",
    schemas.PreviewRequest: "PreviewRequest",
}
# What goes out.
ANSWERS: dict[type[Schema], str] = {
    schemas.Player: "Player",
    schemas.PlayerKey: "PlayerKey",
    schemas.PlayerRange: "PlayerRange",
    schemas.GameSummary: "GameSummary",
    schemas.OwedDecision: "OwedDecision",
    schemas.MatchSummary: "MatchSummary",
    schemas.MatchAnswer: "Match",
    schemas.TurnAnswer: "Turn",
    schemas.ViewAnswer: "ViewAnswer",
}
ADDED_BY_THE_HANDLER = {"Match": {"seats", "still"}}  # names of players, and the time, are no part of a match
JSON_TYPES: list[tuple[type[fields.Field[Any]], str]] = [
    (fields.Int, "integer"),
    (fields.Bool, "boolean"),
    (fields.Str, "string"),
    (fields.List, "array"),
    (fields.Nested, "object"),
    (fields.Dict, "object"),
]
HEAD = "ef3fdc9009035cbd2dfbe4391b52904de5aa19c5c53265dce9cde0388f9e9ee2"
X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
ORDER = {"v": 1, "game": "zooloretto", "match": "k7q2m9x4c0vhtd3p", "seat": 2, "version": 17, "head": HEAD}
MOVE_CLOCK = {"kind": "move", "per_move": 86_400_000}
BANK_CLOCK = {"kind": "bank", "bank": 259_200_000, "increment": 43_200_000, "cap": 345_600_000}
GOOD: dict[str, list[dict[str, Any]]] = {
    "SignUp": [{"name": "Ana", "kind": "bot"}],
    "TokenRequest": [{"scopes": ["read", "play"]}],
    "PublicKey": [{"crv": "Ed25519", "kty": "OKP", "x": X}],
    "NewKey": [{"key": {"crv": "Ed25519", "kty": "OKP", "x": X}, "proof": "e30..c2ln"}],
    "Clock": [MOVE_CLOCK, BANK_CLOCK],
    "PolicyRequest": [
        {"seating": "fixed", "start": "full", "invited": ["3v9k1zq8w0c5m2ht"]},
        {"clock": BANK_CLOCK, "reminders": [3_600_000], "lapses": 3, "hours": False, "vacation": 86_400_000},
        {"clock": MOVE_CLOCK, "pauses": "organiser", "extensions": "nobody", "vacate": True},
    ],
    "ZoolorettoMatchOpening": [
        {
            "game": "zooloretto",
            "players": 2,
            "options": {"start_player": 1},
            "policy": {"seating": "fixed", "invited": ["3v9k1zq8w0c5m2ht"]},
            "visibility": "private",
        }
    ],
    "SeatRequest": [{"entropy": "8f" * 16}, {"seat": 2}],
    "MoveOrder": [{**ORDER, "act": "move", "steps": ["T2", "P EM>5"]}],
    "UndoOrder": [{**ORDER, "act": "undo", "to": 16}],
    "ResignOrder": [{**ORDER, "act": "resign"}],
    "PauseRequest": [{"until": 1_764_486_400_000, "reason": "holidays"}],
    "ResumeRequest": [{"reason": "agreed"}],
    "ExtensionRequest": [{"seat": 2, "ms": 86_400_000, "reason": "illness"}],
    "VacateRequest": [{"seat": 2, "reason": "absent"}],
    "VacationRequest": [{"until": 1_764_486_400_000}],
    "NightlyHours": [{"zone": "Europe/Madrid", "from": 1380, "to": 480}],
    "PreviewRequest": [{"seat": 2, "steps": ["T2"]}, {"seat": 2, "line": "t2 em>5"}],
}
OTHER_TYPES: list[Any] = [None, True, 7, 1.0, "7", [], {}, [["x"]], {"x": 1}]


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" in schema:
        return resolved(COMPONENTS[schema["$ref"].rsplit("/", 1)[1]])
    return schema


def json_types(schema: Mapping[str, Any]) -> set[str]:
    """All JSON types that a schema lets through at its top."""
    schema = resolved(schema)
    if "anyOf" in schema:
        return set().union(*(json_types(branch) for branch in schema["anyOf"]))
    found = schema["type"]
    return {found} if isinstance(found, str) else set(found)


def expected_type(field: fields.Field[Any]) -> str | None:
    return next((name for kind, name in JSON_TYPES if isinstance(field, kind)), None)


@pytest.mark.parametrize("schema", COMMANDS, ids=lambda schema: schema.__name__)
def test_a_command_has_the_members_of_its_component(schema: type[schemas.Command]) -> None:
    component = COMPONENTS[COMMANDS[schema]]
    declared = schema().fields
    assert set(declared) == set(component["properties"])
    assert {name for name, field in declared.items() if field.required} == set(component.get("required", ()))
    assert component["additionalProperties"] is False
    assert schema().unknown == RAISE


@pytest.mark.parametrize("schema", COMMANDS, ids=lambda schema: schema.__name__)
def test_the_members_of_a_command_have_the_types_of_its_component(schema: type[schemas.Command]) -> None:
    properties = COMPONENTS[COMMANDS[schema]]["properties"]
    for name, field in schema().fields.items():
        assert {expected_type(field)} == json_types(properties[name]), name
        assert field.allow_none is False, name
        if isinstance(field, fields.List):
            assert {expected_type(field.inner)} == json_types(resolved(properties[name])["items"]), name
        if isinstance(field, fields.Int):
            assert field.strict, name
        if isinstance(field, fields.Nested):
            nested = type(field.schema)
            assert resolved(properties[name]) is COMPONENTS[COMMANDS[nested]], name  # type: ignore[index]


@pytest.mark.parametrize("schema", ANSWERS, ids=lambda schema: schema.__name__)
def test_an_answer_has_the_members_of_its_component(schema: type[Schema]) -> None:
    name = ANSWERS[schema]
    component = COMPONENTS[name]
    by_the_handler = ADDED_BY_THE_HANDLER.get(name, set())
    assert set(schema().fields) | by_the_handler == set(component["properties"]) == set(component["required"])
    assert component["additionalProperties"] is False
    for member, field in schema().fields.items():
        kind = expected_type(field)
        if kind is not None:
            assert kind in json_types(component["properties"][member]), member


def test_no_schema_is_forgotten() -> None:
    """A schema that is new must be held against a component."""
    found = {
        each
        for each in vars(schemas).values()
        if isinstance(each, type) and issubclass(each, Schema) and each.__module__ == schemas.__name__
    }
    assert found - {schemas.Command} == set(COMMANDS) | set(ANSWERS)


def test_defaults_are_those_of_the_contract() -> None:
    """What a sender leaves out means what the contract says."""
    for schema, component in COMMANDS.items():
        for name, field in schema().fields.items():
            stated = resolved(COMPONENTS[component]["properties"][name]).get("default")
            if stated is not None and schema is not schemas.PolicyRequest:
                assert field.load_default == stated, f"{component}.{name}"
    policy = {
        name: resolved(COMPONENTS["Policy"]["properties"][name]).get("default", [])
        for name in COMPONENTS["Policy"]["required"]
    }
    assert dict(DEFAULT_POLICY) == policy
    assert set(COMPONENTS["Policy"]["properties"]) == {*DEFAULT_POLICY, *DEFAULT_TIMED_POLICY, "clock"}
    assert CONTRACT.validator("PolicyRequest").is_valid(dict(DEFAULT_TIMED_POLICY))


def contract_takes(component: str, value: Any) -> bool:
    return CONTRACT.validator(component).is_valid(value)


def schema_takes(schema: type[Schema], value: Any) -> bool:
    try:
        schema().load(value)
    except ValidationError:
        return False
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all members and items of a value."""
    items: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[type[schemas.Command], Any, bool]:
    """A good value of a component with a few changes of its shape; whether a whole number became a float."""
    schema = draw(st.sampled_from(list(COMMANDS)))
    value = copy.deepcopy(draw(st.sampled_from(GOOD[COMMANDS[schema]])))
    has_floats = False
    retyped: set[tuple[Any, ...]] = set()  # back to its own type would be a change of value
    for _ in range(draw(st.integers(0, 2))):
        reachable = [path for path in places(value) if path[0] != "options" and path not in retyped]
        if not reachable:
            break
        *way, last = draw(st.sampled_from(reachable))
        holder = value
        for key in way:
            holder = holder[key]
        change = draw(st.sampled_from(["drop", "add", "retype"]))
        if change == "drop" and isinstance(holder, dict):
            del holder[last]
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.sampled_from(["player_id", "role", "rating", "seq", "is_td", "", "Seat"]))] = 1
        elif change == "retype":
            new = draw(st.sampled_from(OTHER_TYPES))
            if json_type(new) == json_type(holder[last]):
                continue  # a change of value, which only the contract judges
            holder[last] = copy.deepcopy(new)
            retyped.add((*way, last))
            has_floats = has_floats or isinstance(new, float)
    return schema, value, has_floats


def json_type(value: Any) -> str:
    names = {bool: "boolean", int: "integer", float: "float", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")


@settings(max_examples=2000, deadline=None, derandomize=True)
@given(mutated())
def test_both_judge_the_shape_of_a_command_alike(case: tuple[type[schemas.Command], Any, bool]) -> None:
    """security.md C1, mass assignment: {"seat", "player_id", "role", "rating", "seq", "is_td"} are refused."""
    schema, value, has_floats = case
    component = COMMANDS[schema]
    if has_floats:
        return  # to JSON Schema 1.0 is an integer; referee.api.fields refuses it, which has tests of its own
    taken = contract_takes(component, value)
    if component == "PreviewRequest" and not ({"steps", "line"} & set(value)):
        assert not taken  # that one of the two is there is the contract's to say
        return
    assert schema_takes(schema, value) == taken, value


@pytest.mark.parametrize("schema", COMMANDS, ids=lambda schema: schema.__name__)
def test_a_good_command_loads_as_it_was_sent(schema: type[schemas.Command]) -> None:
    for value in GOOD[COMMANDS[schema]]:
        assert contract_takes(COMMANDS[schema], value)
        loaded = schema().load(value)
        assert {name: loaded[name] for name in value} == value


@pytest.mark.parametrize("schema", COMMANDS, ids=lambda schema: schema.__name__)
@pytest.mark.parametrize("name", ["seat_", "player_id", "role", "rating", "seq", "is_td"])
def test_a_member_that_is_not_asked_for_is_refused_by_both(schema: type[schemas.Command], name: str) -> None:
    """security.md C1, mass assignment."""
    for value in GOOD[COMMANDS[schema]]:
        extended = {**value, name: 1}
        assert not contract_takes(COMMANDS[schema], extended)
        assert not schema_takes(schema, extended)
