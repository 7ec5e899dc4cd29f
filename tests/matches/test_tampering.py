"""No byte of a record can change unseen; and the players' signatures bind all that came before them."""

from functools import cache

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee.matches.chain import GENESIS, Entry, link
from referee.matches.record import UnreadableRecord, read_record
from referee.matches.verify import BadRecord, verify_record
from referee.strict_json import read
from tests.drills import tamper
from tests.matches.building import Builder, whole_match
from tests.matches.mending import record_of

PLACES = st.integers(0, 10**6)


@cache
def _match() -> Builder:
    return whole_match(3, 5, undo_share=0.2, line_share=0.6)


@cache
def _record() -> bytes:
    return "\n".join(_match().record()).encode("utf-8") + b"\n"


@settings(max_examples=100)
@given(PLACES, st.integers(1, 255))
@example(0, 1)
def test_no_byte_of_a_record_can_change(place: int, flip: int) -> None:
    tamper.judge(_record(), place % (len(_record()) - 1), flip)


@settings(max_examples=60)
@given(PLACES, PLACES, st.sampled_from('0123456789abcdefABCDEF,:{}[]"? \u00e9'))
def test_no_character_of_an_event_can_change(event: int, place: int, other: str) -> None:
    """The chain names it, whatever the event says now."""
    version = event % len(_match().entries) + 1
    entries = list(_match().entries)
    text = entries[version - 1].text
    at = place % len(text)
    assume(text[at] != other)
    entries[version - 1] = entries[version - 1]._replace(text=text[:at] + other + text[at + 1 :])
    with pytest.raises(BadRecord) as caught:
        verify_record(read_record(record_of(_match().entries))._replace(entries=tuple(entries)))
    assert (caught.value.version, caught.value.kind) == (version, "chain")


def _last_signed_base() -> int:
    return max(read(entry.text)["data"].get("base", 0) for entry in _match().entries)


@settings(max_examples=60)
@given(PLACES, PLACES, st.characters(min_codepoint=0x20, max_codepoint=0x7E))
def test_who_holds_the_referees_key_cannot_change_what_a_player_signed_upon(
    event: int, place: int, other: str
) -> None:
    """The chain and the receipt are made anew over the change; the next signed order names another head."""
    version = event % _last_signed_base() + 1
    text = _match().entries[version - 1].text
    at = place % len(text)
    assume(text[at] != other)
    entries, head = [], GENESIS
    for entry in _match().entries:
        written = text[:at] + other + text[at + 1 :] if entry.version == version else entry.text
        head = link(head, written)
        entries.append(Entry(entry.version, written, head))
    record = read_record(record_of(_match().entries))._replace(entries=tuple(entries))
    record = record._replace(receipt=read_record(record_of(entries)).receipt)
    with pytest.raises((BadRecord, UnreadableRecord)) as caught:
        verify_record(record)
    if isinstance(caught.value, BadRecord):
        assert caught.value.version >= version or caught.value.kind == "schema"


def test_the_drill_in_its_short_form_sees_every_flip() -> None:
    report = tamper.run(100, seed=1)
    assert report["unseen"] == 0
    assert {"chain", "receipt", "unreadable"} <= set(report)
    assert sum(value for kind, value in report.items() if kind not in ("drill", "seed", "flips")) == 100


def test_the_drill_reports_a_flip_that_goes_unseen() -> None:
    """The drill can fail: a verifier that sees nothing would be told of."""
    with pytest.raises(AssertionError, match="unseen"):
        tamper.judge(_record(), 10, 0)
