"""Keys of the log server as plain JSON, and back: each type by its ordinary commands, so that any server reads it.

A value of a server is bytes. Here it is a string where it is UTF-8, and ``{"b64": ...}`` where it is not.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.store.client import Client
from referee.store.scripts import Argument, Write
from referee.strict_json import Json

_PER_COMMAND = 500  # members that one command writes


class RawKey(NamedTuple):
    """One key. ``expires``: ms since 1970, None for never; ``value``: as :func:`read_value` gives it for its kind."""

    name: str
    kind: str
    expires: int | None
    value: Json


def _pairs_of(reply: Mapping[bytes, bytes]) -> Json:
    return [[_write_bytes(name), _write_bytes(value)] for name, value in sorted(reply.items())]


def _entries_of(reply: Sequence[tuple[bytes, Mapping[bytes, bytes]]]) -> Json:
    return [
        [identity.decode(), [[_write_bytes(name), _write_bytes(value)] for name, value in fields.items()]]
        for identity, fields in reply
    ]


# kind of key -> the command that reads it whole (without the key's name), and what becomes of its reply.
_READ: Mapping[str, tuple[Callable[[Client, str], Any], Callable[[Any], Json]]] = {
    "string": (lambda pipe, name: pipe.get(name), lambda reply: _write_bytes(reply)),
    "hash": (lambda pipe, name: pipe.hgetall(name), _pairs_of),
    "set": (
        lambda pipe, name: pipe.smembers(name),
        lambda reply: [_write_bytes(member) for member in sorted(reply)],
    ),
    "zset": (
        lambda pipe, name: pipe.zrange(name, 0, -1, withscores=True),
        lambda reply: [[_write_bytes(member), int(score)] for member, score in reply],
    ),
    "list": (
        lambda pipe, name: pipe.lrange(name, 0, -1),
        lambda reply: [_write_bytes(member) for member in reply],
    ),
    "stream": (lambda pipe, name: pipe.xrange(name, "-", "+"), _entries_of),
}


def kinds_of(client: Client, keys: Sequence[str]) -> dict[str, str]:
    """The type of each key that there is; one round trip."""
    pipe = client.pipeline(transaction=False)
    for name in keys:
        pipe.type(name)
    return {name: kind.decode() for name, kind in zip(keys, pipe.execute(), strict=True) if kind != b"none"}


def ask_for(pipe: Client, kinds: Mapping[str, str]) -> None:
    """Put into a pipeline what reads these keys; two replies each."""
    for name, kind in kinds.items():
        _READ[kind][0](pipe, name)
        pipe.pttl(name)


def read_replies(kinds: Mapping[str, str], replies: Sequence[Any], now: int) -> list[RawKey]:
    """The keys out of the replies to :func:`ask_for`; those that are gone meanwhile are left out.

    :param now: by the server's clock, in ms since 1970.
    """
    found = []
    for number, (name, kind) in enumerate(kinds.items()):
        reply, left = replies[2 * number], replies[2 * number + 1]
        if left != -2:
            found.append(RawKey(name, kind, None if left < 0 else now + left, _READ[kind][1](reply)))
    return found


def write_key(key: RawKey) -> list[Write]:
    """The commands that make a key again."""
    writes = list(_writes_of(key))
    if key.expires is not None:
        writes.append(("PEXPIREAT", key.name, key.expires))
    return writes


def _writes_of(key: RawKey) -> list[Write]:
    name, value = key.name, key.value
    if not isinstance(name, str) or key.kind not in _READ:
        raise ValueError(f"{name!r}: no key of the kind {key.kind!r} is written")
    if key.expires is not None and type(key.expires) is not int:
        raise ValueError(f"{name}: it expires at no number of ms")
    if key.kind == "string":
        return [("SET", name, read_bytes(value))]
    if not isinstance(value, list):
        raise ValueError(f"{name}: a {key.kind} is written as a list")
    if key.kind == "stream":
        return [write_entry(name, entry) for entry in value]
    command = {"hash": "HSET", "set": "SADD", "zset": "ZADD", "list": "RPUSH"}[key.kind]
    some = (value[at : at + _PER_COMMAND] for at in range(0, len(value), _PER_COMMAND))
    return [(command, name, *_words(key.kind, members)) for members in some]


def write_entry(stream: str, entry: Any, identity: str | None = None) -> Write:
    """The command that adds an entry to a stream.

    :param identity: another one than the entry had.
    """
    own, fields = entry
    words = [read_bytes(word) for name, value in fields for word in (name, value)]
    return ("XADD", stream, identity or own, *words)


def _words(kind: str, some: Sequence[Any]) -> list[Argument]:
    if kind == "hash":
        return [read_bytes(word) for name, value in some for word in (name, value)]
    if kind == "zset":
        return [word for member, score in some for word in (int(score), read_bytes(member))]
    return [read_bytes(member) for member in some]


def _write_bytes(value: bytes) -> Json:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(value).decode("ascii")}


def read_bytes(value: Json) -> bytes:
    """The bytes that a value stands for; raises ValueError."""
    if isinstance(value, str):
        return value.encode("utf-8")
    if isinstance(value, dict) and set(value) == {"b64"} and isinstance(value["b64"], str):
        return base64.b64decode(value["b64"], validate=True)
    raise ValueError(f"neither a string nor b64: {value!r}")
