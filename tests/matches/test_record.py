"""Records as text: written one way, read strictly, with a line and a reason for what is wrong."""

from typing import Any

import pytest

from referee.matches.chain import Entry
from referee.matches.record import (
    RECORD_VERSION,
    UnreadableRecord,
    entry_members,
    read_record,
    write_receipt,
)
from referee.matches.signatures import open_compact, thumbprint, x_of
from referee.strict_json import canonical_text, read
from tests.matches.building import MATCH_ID, jwk_of, key_of, started_match

KEY = key_of("referee")
X = x_of(KEY.public_key())
BUILDER = started_match().cancel()
LINES = BUILDER.record()


def _with(line: int, **changes: Any) -> list[str]:
    lines = list(LINES)
    members = {**read(lines[line]), **changes}
    lines[line] = canonical_text({name: value for name, value in members.items() if value is not ...})
    return lines


def test_a_record_is_read_as_it_was_written() -> None:
    record = read_record(LINES)
    assert (record.match, record.referee_keys) == (MATCH_ID, (X,))
    assert list(record.entries) == BUILDER.entries
    claim = {"match": MATCH_ID, "version": 5, "head": BUILDER.match.last.head, "at": BUILDER.match.at}
    assert open_compact(record.receipt, {thumbprint(X): X}) == claim
    assert write_receipt(MATCH_ID, BUILDER.match.last, BUILDER.match.at, KEY) == record.receipt


def test_the_first_line_says_what_the_file_is() -> None:
    head = read(LINES[0])
    assert set(head) == {"t", "v", "match", "referee_keys", "receipt"}
    assert (head["t"], head["v"], head["referee_keys"]) == ("record", RECORD_VERSION, [jwk_of(KEY)])


def test_a_line_has_the_exact_text_of_its_event() -> None:
    for line, entry in zip(LINES[1:], BUILDER.entries, strict=True):
        assert read(line) == {"version": entry.version, "e": entry.text, "h": entry.hash}


def test_what_is_sealed_stands_beside() -> None:
    entry = Entry(7, "{}", "0" * 64, '{"salt":"","secret":{}}')
    assert entry_members(entry) == {"version": 7, "e": "{}", "h": "0" * 64, "s": '{"salt":"","secret":{}}'}
    assert read_record([*LINES, canonical_text(entry_members(entry))]).entries[-1] == entry


WRONG: dict[str, list[str]] = {
    "nothing": [],
    "blank lines": ["", "  "],
    "no event": LINES[:1],
    "no head": LINES[1:],
    "no JSON": ["{", *LINES[1:]],
    "a list": ["[]", *LINES[1:]],
    "a key twice": [LINES[0].replace('"v":1', '"v":1,"v":1'), *LINES[1:]],
    "a float": [LINES[0].replace('"v":1', '"v":1.0'), *LINES[1:]],
    "too deep": [*LINES, "[" * 100_000],
    "another type": _with(0, t="trace"),
    "a later version": _with(0, v=2),
    "version true": _with(0, v=True),
    "version as text": _with(0, v="1"),
    "no version": _with(0, v=...),
    "no match": _with(0, match=...),
    "match a number": _with(0, match=7),
    "no keys": _with(0, referee_keys=[]),
    "keys an object": _with(0, referee_keys={}),
    "a key that is text": _with(0, referee_keys=[X]),
    "a key of another kind": _with(0, referee_keys=[{**jwk_of(KEY), "crv": "Ed448"}]),
    "a key with more": _with(0, referee_keys=[{**jwk_of(KEY), "d": "x"}]),
    "a key without x": _with(0, referee_keys=[{"crv": "Ed25519", "kty": "OKP"}]),
    "a key whose x is a list": _with(0, referee_keys=[{**jwk_of(KEY), "x": []}]),
    "a key whose x is an object": _with(0, referee_keys=[{**jwk_of(KEY), "x": {"a": 1}}]),
    "no receipt": _with(0, receipt=...),
    "receipt null": _with(0, receipt=None),
    "a member more": _with(0, note="hello"),
    "an entry with more": _with(2, note="hello"),
    "an entry without e": _with(2, e=...),
    "an entry without h": _with(2, h=...),
    "an entry without version": _with(2, version=...),
    "version of an entry true": _with(2, version=True),
    "version of an entry text": _with(2, version="2"),
    "e an object": _with(2, e={}),
    "h null": _with(2, h=None),
    "s a number": _with(2, s=1),
    "s null": _with(2, s=None),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_record_is_unreadable(name: str) -> None:
    with pytest.raises(UnreadableRecord):
        read_record(WRONG[name])


def test_the_reason_names_the_line() -> None:
    with pytest.raises(UnreadableRecord, match=r"^line 3: "):
        read_record(_with(2, h=None))
    with pytest.raises(UnreadableRecord, match=r"^line 4: "):
        read_record(["", *_with(2, h=None)])


def test_a_later_version_is_named() -> None:
    with pytest.raises(UnreadableRecord, match=r"version 2; this program knows 1"):
        read_record(_with(0, v=2))
