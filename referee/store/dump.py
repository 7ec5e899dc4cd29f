"""Read everything off a log server that is in use: each match at one moment, and the rest after them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.matches.events import ID
from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.raw_keys import RawKey, ask_for, kinds_of, read_replies
from referee.strict_json import Json

_AT_ONCE = 200
_OF_MATCH = re.compile(rf"\{{s\d\d\}}:m:({ID})(:[a-z]+)?\Z")
# What follows from the logs is made anew from them, so that it cannot contradict them.
_DERIVED = re.compile(r"\{s\d\d\}:(due|list:[a-z]+|(live|past):.*)\Z")
_QUEUED = re.compile(r"\{s\d\d\}:(outbox|later)\Z")  # taken with the match that each row is about
_PERSONAL = re.compile(r"\{acc\}:(?!clock:).*|.*:invited\Z")  # the clock's heartbeat is nobody's


class MatchDump(NamedTuple):
    """All of one match at one moment: its keys, its rows in the outbox, what of it is to be looked at later."""

    match: str
    keys: list[RawKey]
    rows: list[Json]
    later: list[tuple[str, int]]


def is_personal(name: str) -> bool:
    """Does a key hold what a person may ask us to erase?"""
    return _PERSONAL.match(name) is not None


def dump_matches(client: Client) -> Iterator[MatchDump]:
    """Every match, each read in one transaction together with what remains to be done for it."""
    matches: dict[str, set[str]] = {}
    for name in _scan(client, "{s*}:m:*"):
        if found := _OF_MATCH.match(name):
            matches.setdefault(found[1], set()).add(name)
    for match, found_keys in sorted(matches.items()):
        if names.log(match) in found_keys:
            yield _dump_match(client, match, sorted(found_keys | {names.sent(match), names.invited(match)}))


def dump_rest(client: Client) -> Iterator[RawKey]:
    """Every other key that does not follow from the logs. After the matches, so that who sits in one is there."""
    some: list[str] = []
    for name in _scan(client, "*"):
        if not (_OF_MATCH.match(name) or _DERIVED.match(name) or _QUEUED.match(name)):
            some.append(name)
        if len(some) >= _AT_ONCE:
            yield from _dump_keys(client, some)
            some = []
    yield from _dump_keys(client, some)


def _dump_match(client: Client, match: str, keys: Sequence[str]) -> MatchDump:
    shard = names.shard_of(match)
    with store_guard():
        now = _now(client)
        kinds = kinds_of(client, keys)
        pipe = client.pipeline(transaction=True)
        ask_for(pipe, kinds)
        pipe.xrange(names.outbox(shard), "-", "+")
        pipe.zrange(names.later(shard), 0, -1, withscores=True)
        *replies, rows, later = pipe.execute()
    about = match.encode()
    return MatchDump(
        match,
        read_replies(kinds, replies, now),
        [
            [identity.decode(), [[name.decode(), value.decode()] for name, value in fields.items()]]
            for identity, fields in rows
            if fields.get(b"o") == about
        ],
        [(member.decode(), int(score)) for member, score in later if member.split(b" ")[1:2] == [about]],
    )


def _dump_keys(client: Client, keys: Sequence[str]) -> list[RawKey]:
    if not keys:
        return []
    with store_guard():
        now = _now(client)
        kinds = kinds_of(client, keys)
        pipe = client.pipeline(transaction=False)
        ask_for(pipe, kinds)
        return read_replies(kinds, pipe.execute(), now)


def _scan(client: Client, pattern: str) -> Iterator[str]:
    seen: set[bytes] = set()
    with store_guard():
        for name in client.scan_iter(match=pattern, count=1000):
            if name not in seen:
                seen.add(name)
                yield name.decode()


def _now(client: Client) -> int:
    seconds, microseconds = client.time()
    return int(seconds) * 1000 + int(microseconds) // 1000
