"""A small app behind the real contract: its handlers only remember what reached them."""

from collections.abc import Iterator, Mapping
from typing import Any

import flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.api.contract import Answer, Handler, Request, bind
from referee.api.spec import Contract, load_contract

MATCH = "k7q2m9x4c0vhtd3p"
ORDERS = f"/v1/matches/{MATCH}/orders"
PREVIEW = f"/v1/matches/{MATCH}/preview"
HEAD = "ef3fdc9009035cbd2dfbe4391b52904de5aa19c5c53265dce9cde0388f9e9ee2"
KEY = "0b6c0a7e-5a0e-4f0e-9d5c-2f1a7c1e8b11"


def remembering_app(seen: list[Request]) -> flask.Flask:
    """An app whose handlers append the request and answer 204."""

    def remember(request: Request) -> Answer:
        seen.append(request)
        return 204, None

    contract = load_contract()
    app = flask.Flask("remembering")
    bind(app, contract, dict.fromkeys(contract.operations, remember))
    return app


def answering_app(answers: Mapping[str, Handler], **options: Any) -> flask.Flask:
    """An app with some handlers of its own, whose answers are held against the contract."""

    def unused(request: Request) -> Answer:
        raise AssertionError(f"{request.operation.id} was not to be called")

    contract = load_contract()
    app = flask.Flask("answering")
    handlers = {**dict.fromkeys(contract.operations, unused), **answers}
    bind(app, contract, handlers, **{"validate_responses": True, **options})
    return app


def move_order(**changes: Any) -> dict[str, Any]:
    """A signed order of the right form; ``changes`` replace members of the order."""
    order = {
        "v": 1,
        "act": "move",
        "game": "zooloretto",
        "match": MATCH,
        "seat": 2,
        "version": 17,
        "head": HEAD,
        "steps": ["T2", "P EM>5"],
        **changes,
    }
    return {"order": order, "signature": "e30..AA"}


def request_examples(contract: Contract) -> Iterator[tuple[str, str, Any]]:
    """All request bodies that the contract gives as examples: (operation, name, body)."""
    for item in contract.document["paths"].values():
        for operation in item.values():
            media = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if media is None:
                continue
            if "example" in media:
                yield operation["operationId"], "example", media["example"]
            for name, example in media.get("examples", {}).items():
                yield operation["operationId"], name, example["value"]


def send_example(client: FlaskClient, contract: Contract, operation: str, body: Any) -> TestResponse:
    """Send a body to an operation, with everything else in order."""
    asked = contract.operations[operation]
    path = asked.path.replace("{match}", MATCH)
    return client.open(path, method=asked.method, json=body, headers={"Idempotency-Key": KEY})


def errors_of(response: TestResponse) -> dict[str, str]:
    """The wrong fields that a 422 names: pointer -> the keyword named first."""
    assert response.status_code == 422, response.get_data(as_text=True)
    body = response.get_json()
    assert body["type"] == "/problems/request/schema"
    found: dict[str, str] = {}
    for error in body["errors"]:
        found.setdefault(error["pointer"], error["keyword"])
    return found
