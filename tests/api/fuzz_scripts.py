"""For each documented refusal of each operation a request that gets it: what chance does not reach."""

import json
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from redis import Redis

from referee.api.limits import REQUESTS, SIGN_UPS
from referee.api.spec import Contract, Operation
from referee.now import now_ms
from referee.store import names
from tests.api.asking import new_key_body
from tests.api.fuzz_pool import DAY, Pool

ABSENT = "0" * 16
_FAR = 10**9  # milliseconds ahead: a bucket of that time gives nothing back


@dataclass(frozen=True)
class Sent:
    """A request as it goes over the wire."""

    method: str
    path: str
    token: str | None = None
    body: bytes | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def all_headers(self) -> dict[str, str]:
        found = dict(self.headers)
        if self.token is not None:
            found["Authorization"] = f"Bearer {self.token}"
        if self.body is not None:
            found.setdefault("Content-Type", "application/json")
        return found


Script = Callable[[Pool], Sent]


def good(pool: Pool, operation: Operation) -> Sent:
    """A request that the operation answers with 2xx."""
    state = _GOOD_STATE.get(operation.id, "running")
    match = pool.match(state) if "{match}" in operation.path else ""
    path = operation.path.format(match=match, game="zooloretto", area="order", name="stale")
    headers = {"Idempotency-Key": uuid.uuid4().hex} if operation.needs_idempotency_key else {}
    body = _GOOD_BODY.get(operation.id)
    query = {}
    token = pool.organiser.token if operation.takes_token else None
    if operation.id in _FOR_THE_SEAT:
        owed = pool.to_move(match)
        token = owed[1].token if owed else pool.people[1].token
    if operation.id == "take_seat":
        token = pool.people[3].token
    if operation.id == "revoke_token":
        token = pool.token_of(pool.organiser, ["read"])
    if operation.id in ("stream_match", "stream_player"):
        query = {"seconds": "0"}
    if operation.id == "revoke_key":
        query = {"kid": pool.kids[-1]}
    given = body(pool, match) if body is not None else None
    return Sent(
        operation.method, path, token, None if given is None else json.dumps(given).encode(), query, headers
    )


_GOOD_STATE = {
    "take_seat": "open",
    "leave_seat": "full",
    "start_match": "full",
    "cancel_match": "running",
    "show_record": "scored",
    "pause_match": "timed",
    "resume_match": "paused",
    "extend_deadline": "timed",
    "vacate_seat": "overdue",
    "take_vacation": "timed",
}
_FOR_THE_SEAT = ("preview_move", "list_legal_steps", "list_legal_moves", "take_vacation")
_GOOD_BODY: dict[str, Callable[[Pool, str], Any]] = {
    "sign_up": lambda pool, match: {"name": pool.name()},
    "make_token": lambda pool, match: {"scopes": ["read"]},
    "add_key": lambda pool, match: pool.new_key(),
    "open_match": lambda pool, match: {"game": "zooloretto", "players": 2},
    "take_seat": lambda pool, match: {},
    "pause_match": lambda pool, match: {"until": now_ms() + DAY, "reason": "holidays"},
    "resume_match": lambda pool, match: {"reason": "agreed"},
    "extend_deadline": lambda pool, match: {
        "seat": (pool.to_move(match) or (1,))[0],
        "ms": 1000,
        "reason": "illness",
    },
    "vacate_seat": lambda pool, match: {"seat": (pool.to_move(match) or (1,))[0], "reason": "absent"},
    "take_vacation": lambda pool, match: {"until": now_ms() + 60_000},
    "set_hours": lambda pool, match: {"zone": "Europe/Madrid", "from": 1380, "to": 480},
    "submit_order": lambda pool, match: pool.order(match),
    "preview_move": lambda pool, match: {
        "seat": (pool.to_move(match) or (1,))[0],
        "steps": [pool.legal_step(match)],
    },
}


def script_for(contract: Contract, operation: Operation, status: int, cache: Redis) -> Script | None:
    """How to get a documented 4xx from an operation; None if nobody has written it down.

    :param cache: the volatile server of the service, whose buckets can be emptied.
    """
    special = _SPECIAL.get((operation.id, status))
    if special is not None:
        return lambda pool: special(pool, good(pool, operation))
    general = _GENERAL.get(status)
    if general is None:
        return None
    return lambda pool: general(pool, good(pool, operation), operation, cache)


def _too_many(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    """The same request when the sender's bucket is empty."""
    if operation.takes_token:
        sent = replace(sent, token=pool.organiser.token)
    empty_buckets(cache, pool.organiser.id if operation.takes_token else None)
    return sent


def empty_buckets(cache: Redis, player: str | None) -> None:
    """Leave nothing in the buckets of a player, or of the address that all requests here come from."""
    for policy in (REQUESTS, SIGN_UPS):
        bucket = names.bucket(f"{policy.name}:{player or '127.0.0.1'}")
        cache.hset(bucket, mapping={"n": "0", "at": str(time.time_ns() // 1_000_000 + _FAR)})


def fill_buckets(cache: Redis) -> None:
    """Forget all buckets."""
    for name in cache.scan_iter(names.bucket("*")):
        cache.delete(name)


def _unreadable(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    if operation.body is None:
        return replace(sent, headers={})  # its Idempotency-Key is missing
    return replace(sent, body=b'{"a": 1, "a": 2}')


def _unknown_credential(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    return replace(sent, token="x" * 43)


def _wrong_scope(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    return replace(sent, token=pool.play_token if operation.scope == "read" else pool.read_token)


def _absent(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    for part in ("zooloretto", "stale"):
        sent = replace(sent, path=sent.path.replace(part, "nowhere"))
    parts = sent.path.split("/")
    if "{match}" in operation.path:
        parts[3] = ABSENT
    return replace(sent, path="/".join(parts))


def _in_state(pool: Pool, sent: Sent, state: str) -> Sent:
    parts = sent.path.split("/")
    parts[3] = pool.match(state)
    return replace(sent, path="/".join(parts))


def _large(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    # The server does not read so much only to throw it away: the connection ends with the answer.
    headers = {**sent.headers, "Connection": "close"}
    return replace(sent, body=b" " * (operation.max_bytes + 1), headers=headers)


def _text(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    return replace(sent, headers={**sent.headers, "Content-Type": "text/plain"})


def _off_schema(pool: Pool, sent: Sent, operation: Operation, cache: Redis) -> Sent:
    return replace(sent, query={**sent.query, "nobody-asks-for-this": "1"})


_GENERAL: dict[int, Callable[[Pool, Sent, Operation, Redis], Sent]] = {
    400: _unreadable,
    401: _unknown_credential,
    403: _wrong_scope,
    404: _absent,
    413: _large,
    415: _text,
    422: _off_schema,
    429: _too_many,
}


def _order(state: str, **changes: Any) -> Callable[[Pool, Sent], Sent]:
    def script(pool: Pool, sent: Sent) -> Sent:
        match = pool.match(state)
        order = pool.order(match, **{name: change(pool, match) for name, change in changes.items()})
        return replace(sent, path=f"/v1/matches/{match}/orders", body=json.dumps(order).encode())

    return script


def _as_seated(state: str) -> Callable[[Pool, Sent], Sent]:
    def script(pool: Pool, sent: Sent) -> Sent:
        found = _in_state(pool, sent, state)
        token = pool.people[1].token
        seat = pool.load(found.path.split("/")[3]).seat_of(pool.people[1].id) or 1
        body = None if sent.body is None else json.dumps({"seat": seat, "steps": ["D"]}).encode()
        return replace(found, token=token, body=body)

    return script


def _with_body(body: Callable[[Pool], Any]) -> Callable[[Pool, Sent], Sent]:
    return lambda pool, sent: replace(sent, body=json.dumps(body(pool)).encode())


def _state(state: str, token: Callable[[Pool], str] | None = None) -> Callable[[Pool, Sent], Sent]:
    def script(pool: Pool, sent: Sent) -> Sent:
        found = _in_state(pool, sent, state)
        return found if token is None else replace(found, token=token(pool))

    return script


def _taken_name(pool: Pool) -> Any:
    person = pool.house.accounts.player(pool.organiser.id)
    return {"name": person.name if person else ""}


def _cancel_own(pool: Pool, sent: Sent) -> Sent:
    """Who plays in a match cannot cancel it."""
    from tests.service.playing import started

    match = started(pool.house, pool.people[1:3])
    return replace(sent, path=f"/v1/matches/{match.id}/cancel", token=pool.people[1].token)


_SPECIAL: dict[tuple[str, int], Callable[[Pool, Sent], Sent]] = {
    ("sign_up", 409): _with_body(_taken_name),
    ("make_token", 403): lambda pool, sent: replace(
        sent, token=pool.read_token, body=b'{"scopes": ["play"]}'
    ),
    ("add_key", 409): _with_body(lambda pool: new_key_body(pool.organiser.id, pool.spare_keys[0])),
    ("revoke_key", 404): lambda pool, sent: replace(sent, query={"kid": "A" * 43}),
    ("take_seat", 409): _state("full"),
    ("take_seat", 410): _state("cancelled"),
    ("leave_seat", 409): _state("running", lambda pool: pool.people[1].token),
    ("leave_seat", 410): _state("cancelled", lambda pool: pool.people[1].token),
    ("start_match", 409): _state("running"),
    ("start_match", 410): _state("cancelled"),
    ("cancel_match", 409): _cancel_own,
    ("cancel_match", 410): _state("cancelled"),
    **{(act, 409): _state("running") for act in ("pause_match", "extend_deadline", "vacate_seat")},
    **{
        (act, 410): _state("cancelled")
        for act in ("pause_match", "resume_match", "extend_deadline", "vacate_seat")
    },
    ("resume_match", 409): _state("timed"),
    ("take_vacation", 409): _state("running", lambda pool: pool.people[1].token),
    ("take_vacation", 410): _state("cancelled", lambda pool: pool.people[1].token),
    ("submit_order", 401): _order("running", signer=lambda pool, match: Ed25519PrivateKey.generate()),
    ("submit_order", 403): _order("running", signer=lambda pool, match: pool.people[3].key),
    ("submit_order", 404): _order("private", signer=lambda pool, match: pool.people[3].key),
    ("submit_order", 409): _order("running", version=lambda pool, match: 1),
    ("submit_order", 410): _order("scored", version=lambda pool, match: 1),
    ("preview_move", 409): _as_seated("full"),
    ("preview_move", 410): _as_seated("scored"),
    ("list_legal_steps", 409): _as_seated("full"),
    ("list_legal_moves", 409): _as_seated("full"),
    ("show_view", 409): _state("open"),
    ("show_record", 409): _state("running"),
    ("show_board_text", 409): _state("open"),
}
