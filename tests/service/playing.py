"""A house on real servers, players with keys, and matches played through the use cases."""

import random
import uuid
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.match import Match
from referee.matches.signatures import KEY_TYPE, public_jwk, sign_detached, x_of
from referee.service import accounts, matches
from referee.service.appending import Request
from referee.service.house import House
from referee.service.loading import existing, load
from referee.service.orders import play_order
from referee.strict_json import canonical

NOW = 1_764_400_000_000


@dataclass
class Person:
    """A player with one key."""

    id: str
    token: str
    key: Ed25519PrivateKey


def request_of(player: str | None, route: str, body: Any = None, key: str | None = None) -> Request:
    return Request(player, route, key or uuid.uuid4().hex, {} if body is None else body)


def sign_up(house: House, name: str | None = None) -> Person:
    name = name or f"p {uuid.uuid4().hex[:12]}"
    made = accounts.sign_up(house, name, "person", request_of(None, "players", {"name": name}))
    person = Person(made.player.id, made.token, Ed25519PrivateKey.generate())
    add_key(house, person, person.key)
    return person


def add_key(house: House, person: Person, key: Ed25519PrivateKey) -> str:
    jwk = public_jwk(x_of(key.public_key()))
    proof = sign_detached(canonical({"key": jwk, "player": person.id}), key, KEY_TYPE)
    return accounts.add_key(house, person.id, jwk, proof, request_of(person.id, "keys", jwk)).kid


def open_match(house: House, organiser: Person, players: int = 2, **given: Any) -> Match:
    return matches.open_match(
        house,
        organiser.id,
        given.get("game", "zooloretto"),
        players,
        given.get("options", {}),
        given.get("policy", {"start": "organiser"}),
        given.get("visibility", "public"),
        request_of(organiser.id, "matches"),
        NOW,
    )


def join(house: House, match: str, person: Person, entropy: str = "") -> Match:
    return matches.join_match(house, match, person.id, entropy, request_of(person.id, "seats"), NOW + 1)


def started(house: House, people: list[Person], **given: Any) -> Match:
    match = open_match(house, people[0], len(people), **given)
    for person in people:
        join(house, match.id, person)
    return matches.start_match(house, match.id, people[0].id, request_of(people[0].id, "start"), NOW + 2)


def person_at(match: Match, seat: int, people: list[Person]) -> Person:
    place = match.place_at(seat)
    assert place is not None
    return next(person for person in people if person.id == place.player)


def order_of(match: Match, seat: int, steps: list[str], base: Base | None = None) -> dict[str, Any]:
    base = base or match.base_of(seat)
    assert base is not None
    return orders.move_order(match.rules.name, match.id, seat, base, steps)


def send(house: House, order: orders.Order, person: Person, at: int = NOW + 3) -> dict[str, Any]:
    return play_order(house, order, sign_detached(canonical(order), person.key), at)


def play_out(house: House, match_id: str, people: list[Person], seed: int = 1, most: int = 10_000) -> Match:
    chance = random.Random(seed)
    for _ in range(most):
        match = existing(load(house, match_id))
        owed = match.decisions()
        if not owed:
            return match
        seat = chance.choice(owed).seat if len(owed) > 1 else owed[0].seat
        steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
        send(house, order_of(match, seat, [chance.choice(steps)]), person_at(match, seat, people))
    return existing(load(house, match_id))
