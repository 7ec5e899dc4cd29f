"""Requests are judged by the contract before any handler sees them."""

import copy
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from contract_app import (
    HEAD,
    KEY,
    MATCH,
    ORDERS,
    PREVIEW,
    errors_of,
    move_order,
    remembering_app,
    request_examples,
    send_example,
)
from flask.testing import FlaskClient

from referee.api.contract import Request
from referee.api.spec import load_contract

CONTRACT = load_contract()
EXAMPLES = list(request_examples(CONTRACT))


@pytest.fixture
def seen() -> list[Request]:
    return []


@pytest.fixture
def client(seen: list[Request]) -> FlaskClient:
    return remembering_app(seen).test_client()


def places_in(value: Any, pointer: str = "") -> Iterator[str]:
    """The pointers of all values inside a body."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield f"{pointer}/{key}"
            yield from places_in(item, f"{pointer}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield f"{pointer}/{index}"
            yield from places_in(item, f"{pointer}/{index}")


def parent_of(body: Any, pointer: str) -> tuple[Any, Any]:
    """The container of the value at a pointer, and its key there."""
    *parts, last = pointer.split("/")[1:]
    for part in parts:
        body = body[int(part)] if isinstance(body, list) else body[part]
    return (body, int(last)) if isinstance(body, list) else (body, last)


PLACES = [
    pytest.param(operation, body, pointer, id=f"{operation}-{name}{pointer}")
    for operation, name, body in EXAMPLES
    for pointer in places_in(body)
]
OBJECTS = [
    pytest.param(operation, body, pointer, id=f"{operation}-{name}{pointer or '/'}")
    for operation, name, body in EXAMPLES
    for pointer in ["", *places_in(body)]
    if isinstance(body if not pointer else parent_of(body, pointer)[0][parent_of(body, pointer)[1]], dict)
]


@pytest.mark.parametrize(("operation", "name", "body"), EXAMPLES)
def test_every_example_of_the_contract_reaches_its_handler(
    client: FlaskClient, seen: list[Request], operation: str, name: str, body: Any
) -> None:
    assert send_example(client, CONTRACT, operation, body).status_code == 204
    assert seen[0].operation.id == operation
    assert seen[0].body == body


@pytest.mark.parametrize(("operation", "body", "pointer"), PLACES)
def test_a_value_of_another_type_is_named(
    client: FlaskClient, seen: list[Request], operation: str, body: Any, pointer: str
) -> None:
    """faults.md, API-contract reports: openapi-core#66, #257 (a branch of a choice that fails names nothing)."""
    wrong = copy.deepcopy(body)
    container, key = parent_of(wrong, pointer)
    container[key] = "text" if isinstance(container[key], dict) else {"unexpected": None}
    assert pointer in errors_of(send_example(client, CONTRACT, operation, wrong))
    assert seen == []


@pytest.mark.parametrize(("operation", "body", "pointer"), OBJECTS)
def test_an_unknown_member_is_named_at_every_depth(
    client: FlaskClient, seen: list[Request], operation: str, body: Any, pointer: str
) -> None:
    """faults.md, API-contract reports: openapi-core#314, #124 (unknown fields pass)."""
    wrong = copy.deepcopy(body)
    container = wrong
    if pointer:
        outer, key = parent_of(wrong, pointer)
        container = outer[key]
    container["unknown/member~"] = 1
    found = errors_of(send_example(client, CONTRACT, operation, wrong))
    assert found == {f"{pointer}/unknown~1member~0": "additionalProperties"}
    assert seen == []


@pytest.mark.parametrize("member", ["v", "act", "game", "match", "seat", "version", "head", "steps"])
def test_an_order_lacks_no_member(client: FlaskClient, member: str) -> None:
    """faults.md A7: a stale check that is skipped when the version is left out."""
    body = move_order()
    del body["order"][member]
    assert errors_of(client.post(ORDERS, json=body)) == {f"/order/{member}": "required"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"v": 2}, {"/order/v": "const"}),
        ({"act": "offer"}, {"/order/act": "enum"}),
        ({"game": "Zoo"}, {"/order/game": "pattern"}),
        ({"match": "K7Q2M9X4C0VHTD3P"}, {"/order/match": "pattern"}),
        ({"match": "k7q2m9x4c0vhtd3q"}, {"/order/match": "agreement"}),
        ({"seat": 0}, {"/order/seat": "minimum"}),
        ({"seat": 256}, {"/order/seat": "maximum"}),
        ({"seat": "2"}, {"/order/seat": "type"}),
        ({"seat": True}, {"/order/seat": "type"}),
        ({"version": 65536}, {"/order/version": "maximum"}),
        ({"head": HEAD.upper()}, {"/order/head": "pattern"}),
        ({"head": HEAD + "\n"}, {"/order/head": "pattern"}),
        ({"steps": []}, {"/order/steps": "minItems"}),
        ({"steps": ["D"] * 41}, {"/order/steps": "maxItems"}),
        ({"steps": ["D" * 49]}, {"/order/steps/0": "maxLength"}),
        ({"steps": ["D", ""]}, {"/order/steps/1": "minLength"}),
        ({"steps": ["D\n"]}, {"/order/steps/0": "pattern"}),
        ({"steps": ["é"]}, {"/order/steps/0": "pattern"}),
        ({"to": 3}, {"/order/to": "additionalProperties"}),
        (
            {"seat": "2", "version": None, "extra": 1},
            {"/order/seat": "type", "/order/version": "type", "/order/extra": "additionalProperties"},
        ),
    ],
)
def test_every_wrong_field_of_an_order_is_named(
    client: FlaskClient, seen: list[Request], changes: dict[str, Any], expected: dict[str, str]
) -> None:
    assert errors_of(client.post(ORDERS, json=move_order(**changes))) == expected
    assert seen == []


def test_an_undo_names_a_version_and_no_steps(client: FlaskClient) -> None:
    body = move_order(act="undo")
    assert errors_of(client.post(ORDERS, json=body)) == {
        "/order/to": "required",
        "/order/steps": "additionalProperties",
    }


@pytest.mark.parametrize("number", ["1.0", "1e0", "1.5", "-0.0"])
def test_a_number_with_a_fraction_or_an_exponent_is_no_integer(client: FlaskClient, number: str) -> None:
    text = json.dumps(move_order()).replace('"v": 1', f'"v": {number}')
    found = errors_of(client.post(ORDERS, data=text, content_type="application/json"))
    assert set(found) == {"/order/v"}


def test_all_floats_are_named_beside_the_other_faults(client: FlaskClient) -> None:
    text = json.dumps(move_order(seat=7.0, version=17.0, head="no", steps=["D", 1.0]))
    assert errors_of(client.post(ORDERS, data=text, content_type="application/json")) == {
        "/order/seat": "integer",
        "/order/version": "integer",
        "/order/head": "pattern",
        "/order/steps/1": "type",
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ('{"a":1,"a":1}', "stands twice"),
        ('{"order":{"v":1,"v":1}}', "stands twice"),
        ('{"a":NaN}', "NaN"),
        ('{"a":-Infinity}', "Infinity"),
        ('{"a":1e999}', "beyond all bounds"),
        ('{"a":' + "9" * 5000 + "}", "beyond 2^53 - 1"),
        ('{"a":9007199254740992}', "beyond 2^53 - 1"),
        ("[" * 16000, "nested deeper than 20"),
        ('{"a":' * 21 + "1" + "}" * 21, "nested deeper than 20"),
        ('{"a":"\\ud800"}', "surrogate"),
        ("{} {}", "no JSON"),
        ("\ufeff{}", "no JSON"),
    ],
)
def test_json_that_is_ambiguous_or_endless_cannot_be_read(
    client: FlaskClient, seen: list[Request], text: str, why: str
) -> None:
    response = client.post(ORDERS, data=text.encode("utf-8"), content_type="application/json")
    assert response.status_code == 400
    body = response.get_json()
    assert body["type"] == "/problems/request/unreadable"
    assert why in body["detail"]
    assert seen == []


def test_bytes_that_are_no_utf8_cannot_be_read(client: FlaskClient) -> None:
    response = client.post(ORDERS, data=b'{"a":"\xff"}', content_type="application/json")
    assert response.status_code == 400
    assert "UTF-8" in response.get_json()["detail"]


@pytest.mark.parametrize(
    ("path", "largest"), [(ORDERS, 16384), (PREVIEW, 16384), ("/v1/players", 65536), ("/v1/matches", 65536)]
)
def test_a_body_is_read_up_to_its_limit_and_not_beyond(client: FlaskClient, path: str, largest: int) -> None:
    fitting, beyond = (b"{" + b" " * (size - 2) + b"}" for size in (largest, largest + 1))
    headers = {"Idempotency-Key": KEY}
    assert (
        client.post(path, data=fitting, content_type="application/json", headers=headers).status_code == 422
    )
    response = client.post(path, data=beyond, content_type="application/json", headers=headers)
    assert response.status_code == 413
    assert response.get_json()["type"] == "/problems/request/too-large"
    assert str(largest) in response.get_json()["detail"]


def test_a_hundred_thousand_brackets_are_too_large_or_unreadable_but_no_fault(client: FlaskClient) -> None:
    response = client.post(ORDERS, data="[" * 100_000, content_type="application/json")
    assert response.status_code == 413


def test_a_body_without_an_announced_length_is_cut_at_the_limit(client: FlaskClient) -> None:
    response = client.post(
        ORDERS,
        input_stream=io.BytesIO(b" " * 20_000),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True},
        headers={"Transfer-Encoding": "chunked"},
    )
    assert response.status_code == 413


@pytest.mark.parametrize(
    "media_type", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"]
)
def test_a_body_that_is_not_json_by_its_type_is_refused(client: FlaskClient, media_type: str | None) -> None:
    response = client.post(ORDERS, data=json.dumps(move_order()), content_type=media_type)
    assert response.status_code == 415
    assert response.get_json()["type"] == "/problems/request/media-type"


def test_a_compressed_body_is_refused(client: FlaskClient) -> None:
    headers = {"Content-Encoding": "gzip"}
    assert client.post(ORDERS, json=move_order(), headers=headers).status_code == 415


def test_a_charset_beside_the_media_type_does_no_harm(client: FlaskClient) -> None:
    text = json.dumps(move_order())
    response = client.post(ORDERS, data=text, content_type="application/json; charset=utf-8")
    assert response.status_code == 204


def test_the_size_is_judged_before_the_type_and_the_type_before_the_text(client: FlaskClient) -> None:
    assert client.post(ORDERS, data="x" * 17_000, content_type="text/plain").status_code == 413
    assert client.post(ORDERS, data="x", content_type="text/plain").status_code == 415


def test_white_space_and_the_order_of_keys_do_not_matter(client: FlaskClient, seen: list[Request]) -> None:
    """faults.md, API-contract reports: alter white space or key order, get the same answer."""
    body = move_order()
    turned = {key: body[key] for key in reversed(body)}
    turned["order"] = {key: body["order"][key] for key in reversed(body["order"])}
    for text in (json.dumps(body), json.dumps(turned, indent=4), json.dumps(body, separators=(",", ":"))):
        response = client.post(ORDERS, data=text, content_type="application/json")
        assert response.status_code == 204
    assert seen[0].body == seen[1].body == seen[2].body


def test_an_operation_without_a_body_refuses_one(client: FlaskClient, seen: list[Request]) -> None:
    path = f"/v1/matches/{MATCH}/start"
    response = client.post(path, json={}, headers={"Idempotency-Key": KEY})
    assert errors_of(response) == {"": "body"}
    assert client.post(path, headers={"Idempotency-Key": KEY}).status_code == 204


WRITING = sorted(each.id for each in CONTRACT.operations.values() if each.needs_idempotency_key)


def test_every_writing_post_but_orders_and_previews_needs_an_idempotency_key() -> None:
    posts = {each.id for each in CONTRACT.operations.values() if each.method == "POST"}
    assert set(WRITING) == posts - {"submit_order", "preview_move"}


@pytest.mark.parametrize("operation", WRITING)
def test_a_missing_idempotency_key_is_told_before_the_schema(
    client: FlaskClient, seen: list[Request], operation: str
) -> None:
    asked = CONTRACT.operations[operation]
    body = {"json": {"unknown": 1}} if asked.body is not None else {}
    response = client.post(asked.path.replace("{match}", MATCH), **body)
    assert response.status_code == 400
    assert response.get_json()["type"] == "/problems/idempotency/missing"
    assert seen == []


@pytest.mark.parametrize("key", ["short", "x" * 256, "tab\tin the middle of it", "é" * 20])
def test_an_idempotency_key_is_16_to_255_printable_characters(client: FlaskClient, key: str) -> None:
    response = client.post("/v1/players", json={"name": "Ana"}, headers={"Idempotency-Key": key})
    assert set(errors_of(response)) == {"/Idempotency-Key"}
    assert response.get_json()["errors"][0]["in"] == "header"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/v1/matches?limit=0", {"/limit": "minimum"}),
        ("/v1/matches?limit=101", {"/limit": "maximum"}),
        ("/v1/matches?limit=ten", {"/limit": "type"}),
        ("/v1/matches?limit=01", {"/limit": "type"}),
        ("/v1/matches?limit=1.0", {"/limit": "type"}),
        ("/v1/matches?limit=%2B1", {"/limit": "type"}),
        ("/v1/matches?limit=" + "9" * 5000, {"/limit": "type"}),
        ("/v1/matches?limit=1&limit=1", {"/limit": "repeated"}),
        ("/v1/matches?mine=yes", {"/mine": "type"}),
        ("/v1/matches?status=lost", {"/status": "enum"}),
        ("/v1/matches?after=%00", {"/after": "pattern"}),
        (
            "/v1/matches?unknown=1&also=2",
            {"/unknown": "additionalProperties", "/also": "additionalProperties"},
        ),
        ("/v1/matches/nobody", {"/match": "pattern"}),
        (f"/v1/matches/{MATCH}/view?at=0", {"/at": "minimum"}),
        (f"/v1/matches/{MATCH}/view?wait=26", {"/wait": "maximum"}),
        (f"/v1/matches/{MATCH}/events?after=-1", {"/after": "minimum"}),
        (f"/v1/matches/{MATCH}/legal-moves?from=", {"/from/0": "minLength"}),
        (f"/v1/matches/{MATCH}/legal-moves?" + "&".join(["from=D"] * 41), {"/from": "maxItems"}),
        ("/healthz?x=1", {"/x": "additionalProperties"}),
        ("/healthz?a/b=1&a/b=2", {"/a~1b": "repeated"}),
    ],
)
def test_every_wrong_parameter_is_named(
    client: FlaskClient, seen: list[Request], path: str, expected: dict[str, str]
) -> None:
    assert errors_of(client.get(path)) == expected
    assert seen == []


def test_a_key_to_revoke_must_be_named(client: FlaskClient) -> None:
    assert errors_of(client.delete("/v1/me/keys")) == {"/kid": "required"}


def test_parameters_arrive_with_their_types_and_defaults(client: FlaskClient, seen: list[Request]) -> None:
    client.get("/v1/matches?mine=true&limit=5")
    client.get("/v1/matches")
    client.get(f"/v1/matches/{MATCH}/legal-moves?from=T2&from=P%20EM%3E5&wait=3")
    assert seen[0].query == {"mine": True, "limit": 5}
    assert seen[1].query == {"mine": False, "limit": 20}
    assert seen[2].query == {"from": ["T2", "P EM>5"], "wait": 3}
    assert seen[2].path == {"match": MATCH}


@pytest.mark.parametrize(
    ("authorization", "credential"),
    [
        (None, None),
        ("Bearer abc", "abc"),
        ("bearer abc ", "abc"),
        ("Basic abc", None),
        ("Bearer", None),
        ("Bearer  ", None),
    ],
)
def test_only_a_bearer_token_is_a_credential(
    client: FlaskClient, seen: list[Request], authorization: str | None, credential: str | None
) -> None:
    client.get("/v1/me", headers={} if authorization is None else {"Authorization": authorization})
    assert seen[0].credential == credential


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"seat": 1}, {"/steps": "required"}),
        ({"seat": 1, "steps": ["D"], "line": "D"}, {"/steps": "falseSchema"}),
        ({"seat": 1, "line": ""}, {"/line": "minLength"}),
        ({"seat": 1, "line": "D" * 401}, {"/line": "maxLength"}),
    ],
)
def test_a_preview_takes_either_steps_or_a_line(
    client: FlaskClient, body: dict[str, Any], expected: dict[str, str]
) -> None:
    assert errors_of(client.post(PREVIEW, json=body)) == expected


@pytest.mark.parametrize(
    "name", ["A", "x" * 25, " Ana", "Ana ", "A\r\nB", "A\x1b[1m", "<b>", "a\u202eb", "é\u0301x", "=a"]
)
def test_a_name_that_could_mislead_is_refused(client: FlaskClient, name: str) -> None:
    response = client.post("/v1/players", json={"name": name}, headers={"Idempotency-Key": KEY})
    assert set(errors_of(response)) == {"/name"}


@pytest.mark.parametrize(
    "name", ["Al", "Óscar de la Peña", "greedy-1", "O'Neill Jr", "Юлия", "Ελένη", "x" * 24]
)
def test_a_plain_name_is_taken(client: FlaskClient, name: str) -> None:
    response = client.post("/v1/players", json={"name": name}, headers={"Idempotency-Key": KEY})
    assert response.status_code == 204


def test_wrong_fields_are_named_in_the_language_of_the_reader(client: FlaskClient) -> None:
    headers = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}
    response = client.post(ORDERS, json=move_order(seat="2"), headers=headers)
    body = response.get_json()
    assert body["title"] == "No es la forma esperada"
    assert body["detail"] == "La petición no tiene la forma esperada: /order/seat."
    assert body["errors"] == [
        {"in": "body", "pointer": "/order/seat", "keyword": "type", "detail": "debe ser un entero"}
    ]
    assert response.headers["Content-Language"] == "es"
