"""openapi.yaml as a document: valid, complete, at one with itself and with the games."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml
from openapi_spec_validator import validate

from referee.api.problems import BY_NAME, MEMBERS, PAGE, Problem
from referee.api.spec import load_contract, rewrite_discriminated
from referee.games.registry import GAMES
from referee.games.shuffle import seeded_shuffle
from referee.words.languages import LANGUAGES
from tests.games.knowing import knowledge_of

CONTRACT = load_contract()
DOCUMENT = CONTRACT.document
SCHEMAS: Mapping[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = list(CONTRACT.operations.values())

# Maps whose members are data of a game, described as such.
OPEN_OBJECTS = {"GameDescription/components", "Result/breakdown"}


def nodes_in(node: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of the document with its path."""
    yield where, node
    if isinstance(node, dict):
        for key, item in node.items():
            yield from nodes_in(item, f"{where}/{key}")
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from nodes_in(item, f"{where}/{index}")


def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)
    assert DOCUMENT["openapi"] == "3.1.0"


def test_no_key_stands_twice() -> None:
    """A key that stands twice would hide the first without a word."""

    class Strict(yaml.SafeLoader):
        pass

    def mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
        keys = [loader.construct_object(key) for key, _ in node.value]
        assert len(set(keys)) == len(keys), f"{node.start_mark}: {keys}"
        return dict(loader.construct_pairs(node, deep=True))

    Strict.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping)
    assert yaml.load(CONTRACT.text, Loader=Strict) == DOCUMENT


def test_every_example_fits_its_schema() -> None:
    checked = 0
    for where, node in nodes_in(DOCUMENT):
        if not isinstance(node, dict):
            continue
        if "schema" in node and ("example" in node or "examples" in node):
            given = [node["example"]] if "example" in node else []
            given += [each["value"] for each in node.get("examples", {}).values()]
            schema = node["schema"]
        elif isinstance(node.get("examples"), list):
            given, schema = node["examples"], node
        else:
            continue
        for example in given:
            errors = [error.message for error in CONTRACT.compile(schema).iter_errors(example)]
            assert errors == [], f"{where}: {errors}"
            checked += 1
    assert checked > 60


def test_every_object_refuses_unknown_members() -> None:
    """faults.md, API-contract reports: openapi-core#314, #124."""
    open_ones = set()
    for where, node in nodes_in(SCHEMAS):
        if (
            isinstance(node, dict)
            and node.get("type") == "object"
            and node.get("additionalProperties") is not False
        ):
            open_ones.add(where.strip("/").replace("/properties", "").replace("/items", ""))
    assert open_ones == OPEN_OBJECTS


def test_every_object_requires_or_describes_its_members() -> None:
    for name, schema in SCHEMAS.items():
        for member in schema.get("required", []):
            if "properties" in schema:
                assert member in schema["properties"], f"{name}: {member}"


def test_every_schema_is_used() -> None:
    references = {node for where, node in nodes_in(DOCUMENT) if where.endswith("/$ref")}
    references |= {node for where, node in nodes_in(DOCUMENT) if "/discriminator/mapping/" in where}
    unused = {name for name in SCHEMAS if f"#/components/schemas/{name}" not in references}
    assert unused == set()


def test_numbers_are_integers_everywhere() -> None:
    types = {
        str(node) for where, node in nodes_in(SCHEMAS) if where.endswith("/type") and isinstance(node, str)
    }
    assert "number" not in types


def test_patterns_are_anchored_at_both_ends() -> None:
    for where, node in nodes_in(SCHEMAS):
        if where.endswith("/pattern") and isinstance(node, str):
            assert node.startswith("^"), where
            assert node.endswith("$"), where


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.id)
def test_every_operation_is_described(operation: Any) -> None:
    item = DOCUMENT["paths"][operation.path][operation.method.lower()]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)+", operation.id)
    assert item["summary"]
    assert item["tags"][0] in {tag["name"] for tag in DOCUMENT["tags"]}
    assert len(set(operation.problems)) == len(operation.problems)
    assert {f"{{{name}}}" for name in operation.path_parameters.schemas} == set(
        re.findall(r"{\w+}", operation.path)
    )


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.id)
def test_the_statuses_of_an_operation_are_those_of_its_problems(operation: Any) -> None:
    anywhere = {BY_NAME[name].status for name in CONTRACT.problems_anywhere}
    from_problems = {BY_NAME[name].status for name in operation.problems}
    documented = {status for status in operation.answers if status >= 400}
    assert from_problems <= documented
    if operation.id == "show_readiness":
        documented -= {503}  # its own form, not a problem
    assert documented - from_problems <= anywhere


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.id)
def test_the_problems_of_an_operation_stand_in_the_order_of_the_checks(operation: Any) -> None:
    """Design section 5: unreadable, off the schema, credentials, absent, forbidden, state, rules."""
    phases = [
        {"request/too-large", "request/media-type", "request/unreadable", "idempotency/missing"},
        {"request/schema"},
        {"auth/missing", "auth/unknown", "auth/scope", "key/unknown", "key/revoked", "order/bad-signature"},
        {"match/not-found"},
    ]
    place = {name: phase for phase, names in enumerate(phases) for name in names}
    order = [place.get(name, len(phases)) for name in operation.problems]
    assert order == sorted(order)


def test_every_problem_can_be_answered_somewhere() -> None:
    answered = {name for operation in OPERATIONS for name in operation.problems} | CONTRACT.problems_anywhere
    outside = {"request/method", "request/not-found"}  # no operation: of the paths themselves
    assert answered | outside == set(BY_NAME)


def test_the_table_of_problems_and_the_contract_name_the_same() -> None:
    assert SCHEMAS["ProblemType"]["enum"] == sorted(PAGE + name for name in BY_NAME)


def test_the_members_of_a_problem_are_those_of_the_contract() -> None:
    standing = {"type", "title", "status", "detail"}
    assert set(MEMBERS) == set(SCHEMAS["Problem"]["properties"]) - standing


def test_every_problem_fits_its_schema_in_every_language() -> None:
    for name in BY_NAME:
        for language in LANGUAGES:
            assert CONTRACT.validator("Problem").is_valid(Problem(name).body(language))


def test_operations_with_a_token_document_its_problems() -> None:
    for operation in OPERATIONS:
        named = {name for name in operation.problems if name.startswith("auth/")}
        if not operation.takes_token:
            expected = set()
        elif operation.id in ("make_token", "revoke_token"):
            expected = {"auth/missing", "auth/unknown"} | ({"auth/scope"} & named)
        elif operation.needs_token or operation.id == "list_matches":
            expected = {"auth/missing", "auth/unknown", "auth/scope"}
        else:
            expected = {"auth/unknown", "auth/scope"}
        assert named == expected, operation.id


def test_hashes_signatures_and_receipts_are_marked_as_digests() -> None:
    marked = {
        where.removesuffix("/format").strip("/").replace("/properties", "")
        for where, node in nodes_in(SCHEMAS)
        if where.endswith("/format") and node == "digest"
    }
    assert marked == {"Hash", "Receipt", "DetachedSignature", "LoggedEvent/s"}
    for owner, member in [
        ("Base", "head"),
        ("Match", "head"),
        ("Match", "commitment"),
        ("OrderAccepted", "head"),
        ("LoggedEvent", "h"),
        ("ViewAnswer", "head"),
        ("EventList", "head"),
    ]:
        assert SCHEMAS[owner]["properties"][member]["$ref"] == "#/components/schemas/Hash"
    assert SCHEMAS["OrderAccepted"]["properties"]["receipt"]["$ref"] == "#/components/schemas/Receipt"


def test_a_choice_by_a_member_becomes_a_choice_that_names_the_wrong_field() -> None:
    choice = {
        "oneOf": [{"$ref": "#/a"}, {"$ref": "#/b"}],
        "discriminator": {"propertyName": "act", "mapping": {"a": "#/a", "b": "#/b"}},
    }
    assert rewrite_discriminated([choice]) == [
        {
            "type": "object",
            "required": ["act"],
            "properties": {"act": {"enum": ["a", "b"]}},
            "allOf": [
                {"if": {"properties": {"act": {"const": "a"}}, "required": ["act"]}, "then": {"$ref": "#/a"}},
                {"if": {"properties": {"act": {"const": "b"}}, "required": ["act"]}, "then": {"$ref": "#/b"}},
            ],
        }
    ]


# ------------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_opened_and_has_its_own_schemas(name: str) -> None:
    opening = SCHEMAS["MatchOpening"]["discriminator"]["mapping"]
    title = "".join(word.title() for word in name.split("_"))
    assert opening[name] == f"#/components/schemas/{title}MatchOpening"
    for general in ("Step", "StepParts", "View", "Effect"):
        assert {"$ref": f"#/components/schemas/{title}{general}"} in SCHEMAS[general]["anyOf"]
    assert {"$ref": f"#/components/schemas/{title}OptionsComplete"} in SCHEMAS["Options"]["anyOf"]
    players = SCHEMAS[f"{title}MatchOpening"]["properties"]["players"]
    assert range(players["minimum"], players["maximum"] + 1) == GAMES[name].players


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_what_a_game_says_fits_the_contract(name: str, seed: int) -> None:
    """Steps, parts, effects and views of whole random matches, for every number of players."""
    game = GAMES[name]
    title = "".join(word.title() for word in name.split("_"))
    step, parts, effect, view = (
        CONTRACT.validator(title + part) for part in ("Step", "StepParts", "Effect", "View")
    )
    options_schema = CONTRACT.validator(f"{title}OptionsComplete")
    for players in game.players:
        shuffle = seeded_shuffle(bytes([players]) * 32, "contract", [b""] * players)
        chosen = knowledge_of(name).random_options(players, random.Random(f"{name} {players} {seed}"))
        options = game.check_options(players, chosen)
        assert options_schema.is_valid(options)
        state = game.start(game.deal(players, options, shuffle))
        number = 0
        while game.decisions(state):
            number += 1
            seat = game.decisions(state)[0].seat
            legal = list(game.legal_steps(state, seat))
            for each in legal:
                step.validate(game.write(each))
                parts.validate(game.parts(each))
            state, effects = game.play(state, seat, shuffle(f"choice-{number}", legal)[0])
            for each in effects:
                effect.validate(
                    {"kind": each.kind, "seat": each.seat, "text": each.text, "detail": dict(each.detail)}
                )
            view.validate(game.view(state, None))
        result = game.result(state)._asdict()
        CONTRACT.validator("Result").validate(result)


def test_no_step_of_zooloretto_that_can_never_be_legal_fits_the_contract() -> None:
    step = CONTRACT.validator("ZoolorettoStep")
    for text in (
        "MV E>B",
        "MV E@5>6",
        "MV E@B>5",
        "SW B/5",
        "SW 5/B",
        "T6",
        "P $>B",
        "P EO+>5",
        "d",
        "D ",
        "P E>7",
    ):
        assert not step.is_valid(text), text


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_examples_of_a_games_steps_are_canonical(name: str) -> None:
    game = GAMES[name]
    most = game.players[-1]
    options = game.check_options(most, {})
    state = game.start(game.deal(most, options, seeded_shuffle(bytes(32), "contract", [b""] * most)))
    for text in CONTRACT.step_schema(name)["examples"]:
        assert game.write(game.read(text, state, 1)) == text
