"""Ask the HTTP door as a client does: requests with tokens, keys and signatures, every answer judged by the contract."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from werkzeug.test import TestResponse

from referee.api.app import create_app
from referee.api.contract import EXTENSION
from referee.api.spec import Contract
from referee.matches import orders
from referee.matches.signatures import KEY_TYPE, public_jwk, sign_detached, x_of
from referee.service.house import House
from referee.settings import Settings
from referee.store.outbox import MOVED, Row
from referee.strict_json import canonical
from tests.service.playing import Person
from workers.rules import list_ahead

Query = Mapping[str, Any] | Sequence[tuple[str, Any]]


@dataclass
class Door:
    """The Flask app on a house."""

    house: House
    settings: Settings

    def __post_init__(self) -> None:
        self.app = create_app(self.settings, self.house)
        self.client = self.app.test_client(use_cookies=False)

    @property
    def contract(self) -> Contract:
        found: Contract = self.app.extensions[EXTENSION]
        return found

    def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        *,
        key: str | None = None,
        query: Query | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Send a request; a writing one gets a fresh Idempotency-Key unless ``key`` names one (``""``: none)."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if key is None and method == "POST":
            key = uuid.uuid4().hex
        if key:
            sent["Idempotency-Key"] = key
        given: dict[str, Any] = {}
        if body is not None:
            given = {"data": canonical(body), "content_type": "application/json"}
        answer = self.client.open(path, method=method, query_string=query, headers=sent, **given)
        assert answer.status_code != 500, answer.get_data(as_text=True)
        return answer

    def get(self, path: str, token: str | None = None, **query: Any) -> TestResponse:
        return self.ask("GET", path, token, query=query)

    def order(self, order: orders.Order, key: Ed25519PrivateKey) -> TestResponse:
        """Send a signed order."""
        return self.ask("POST", f"/v1/matches/{order['match']}/orders", body=signed(order, key), key="")

    def play(self, match: str, person: Person, *steps: str) -> TestResponse:
        """Play steps for a person's seat at the present base."""
        view = self.get(f"/v1/matches/{match}/view", person.token).json
        assert view is not None
        base = view["base"]
        order = {
            "v": 1,
            "act": "move",
            "game": view["view"]["game"],
            "match": match,
            "seat": view["viewer"],
            **base,
            "steps": list(steps),
        }
        return self.order(order, person.key)

    def list_moves_ahead(self, match: str, version: int) -> None:
        """Do what the worker does after an append."""
        list_ahead(self.house, Row("", "", MOVED, match, version, ""))


def signed(order: orders.Order, key: Ed25519PrivateKey) -> dict[str, Any]:
    """The body of an order."""
    return {"order": dict(order), "signature": sign_detached(canonical(order), key)}


def new_key_body(player: str, key: Ed25519PrivateKey) -> dict[str, Any]:
    """The body that registers a key."""
    jwk = public_jwk(x_of(key.public_key()))
    return {"key": jwk, "proof": sign_detached(canonical({"key": jwk, "player": player}), key, KEY_TYPE)}


def problem(answer: TestResponse) -> str:
    """The name of the problem in an answer."""
    assert answer.mimetype == "application/problem+json", answer.get_data(as_text=True)
    name: str = answer.json["type"]  # type: ignore[index]
    return name.removeprefix("/problems/")
