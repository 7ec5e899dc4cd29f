"""The record of a match: everything that anybody needs to check it, as JSON Lines (design section 8)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches.chain import Base, Entry
from referee.matches.signatures import public_jwk, sign_compact, x_of
from referee.strict_json import Unreadable, canonical_text, read

RECORD_VERSION = 1


class UnreadableRecord(ValueError):
    """The text is no record, or one of a later program."""


class Record(NamedTuple):
    """A record as read: not checked yet. ``referee_keys`` are the members ``x`` of the keys."""

    match: str
    referee_keys: tuple[str, ...]
    receipt: str
    entries: tuple[Entry, ...]


def write_receipt(match: str, base: Base, at: int, key: Ed25519PrivateKey) -> str:
    """The referee's word that a match had this event at this place and time: a compact JWS."""
    return sign_compact({"match": match, "version": base.version, "head": base.head, "at": at}, key)


def write_record(match: str, entries: Sequence[Entry], at: int, key: Ed25519PrivateKey) -> Iterator[str]:
    """Write the lines of a record.

    :param entries: the whole log, sealed parts in clear.
    :param at: of the last event; the receipt is over it.
    """
    head = {
        "t": "record",
        "v": RECORD_VERSION,
        "match": match,
        "referee_keys": [public_jwk(x_of(key.public_key()))],
        "receipt": write_receipt(match, entries[-1].base, at, key),
    }
    yield canonical_text(head)
    for entry in entries:
        yield canonical_text(entry_members(entry))


def entry_members(entry: Entry) -> dict[str, Any]:
    """An entry as records and answers write it."""
    members: dict[str, Any] = {"version": entry.version, "e": entry.text, "h": entry.hash}
    if entry.sealed is not None:
        members["s"] = entry.sealed
    return members


def read_record(lines: Iterable[str]) -> Record:
    """Read a record; raises UnreadableRecord with the line and what is wrong with it."""
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not numbered:
        raise UnreadableRecord("there is nothing in it")
    head = _read_line(*numbered[0])
    match, keys, receipt = _read_head(head)
    entries = tuple(_read_entry(number, _read_line(number, line)) for number, line in numbered[1:])
    if not entries:
        raise UnreadableRecord("there is no event in it")
    return Record(match, keys, receipt, entries)


def _read_line(number: int, line: str) -> Mapping[str, Any]:
    try:
        members = read(line)
    except Unreadable as error:
        raise UnreadableRecord(f"line {number}: {error}") from error
    if not isinstance(members, dict):
        raise UnreadableRecord(f"line {number}: no object")
    return members


def _read_head(head: Mapping[str, Any]) -> tuple[str, tuple[str, ...], str]:
    if head.get("t") != "record":
        raise UnreadableRecord('line 1: a record begins with {"t":"record",...}')
    if type(head.get("v")) is not int or head["v"] != RECORD_VERSION:
        raise UnreadableRecord(
            f"line 1: a record of version {head.get('v')!r}; this program knows {RECORD_VERSION}"
        )
    if set(head) != {"t", "v", "match", "referee_keys", "receipt"}:
        raise UnreadableRecord("line 1: exactly t, v, match, referee_keys, receipt")
    keys = head["referee_keys"]
    if not (isinstance(keys, list) and keys and all(_is_jwk(key) for key in keys)):
        raise UnreadableRecord("line 1: referee_keys is a list of JWK {crv, kty, x}")
    if not (isinstance(head["match"], str) and isinstance(head["receipt"], str)):
        raise UnreadableRecord("line 1: match and receipt are strings")
    return head["match"], tuple(key["x"] for key in keys), head["receipt"]


def _is_jwk(key: object) -> bool:
    return isinstance(key, dict) and key == public_jwk(key.get("x", "")) and isinstance(key.get("x"), str)


def _read_entry(number: int, members: Mapping[str, Any]) -> Entry:
    if not {"version", "e", "h"} <= set(members) <= {"version", "e", "h", "s"}:
        raise UnreadableRecord(f"line {number}: exactly version, e, h, and s where something is sealed")
    version, text, head = members["version"], members["e"], members["h"]
    if type(version) is not int:
        raise UnreadableRecord(f"line {number}: version is a number")
    if not all(isinstance(member, str) for member in (text, head, members.get("s", ""))):
        raise UnreadableRecord(f"line {number}: e, h, s are strings")
    return Entry(version, text, head, members.get("s"))
