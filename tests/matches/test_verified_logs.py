"""The log of a match that still goes on is checked as its record will be."""

import random

import pytest

from referee.matches.chain import GENESIS, Entry, link
from referee.matches.verify import BadRecord, verify_log
from tests.matches.building import MATCH_ID, Builder, started_match


@pytest.fixture(scope="module")
def builder() -> Builder:
    return started_match().play_on(random.Random(3), most=12)


def rechained(texts: list[str]) -> tuple[Entry, ...]:
    entries, head = [], GENESIS
    for version, text in enumerate(texts, start=1):
        head = link(head, text)
        entries.append(Entry(version, text, head))
    return tuple(entries)


def test_a_sound_log_is_sound_at_every_length(builder: Builder) -> None:
    for length in range(1, len(builder.entries) + 1):
        found = verify_log(MATCH_ID, tuple(builder.entries[:length]), builder.seed)
        assert found.events == length
    assert found.signed == 12


def test_another_seed_than_the_promised_one_is_found(builder: Builder) -> None:
    with pytest.raises(BadRecord, match="event 1: shuffle"):
        verify_log(MATCH_ID, tuple(builder.entries), bytes(32))


def test_an_altered_event_is_found_by_the_chain_and_a_new_chain_by_the_signature(builder: Builder) -> None:
    number = next(place for place, entry in enumerate(builder.entries) if "MovePlayed" in entry.text)
    altered = builder.entries[number].text.replace('"base":', '"base":1')
    broken = [*builder.entries]
    broken[number] = broken[number]._replace(text=altered)
    with pytest.raises(BadRecord, match=f"event {number + 1}: chain"):
        verify_log(MATCH_ID, tuple(broken), builder.seed)
    texts = [entry.text for entry in builder.entries]
    swapped = [*texts]
    last = max(place for place, text in enumerate(texts) if "MovePlayed" in text)
    swapped[last] = texts[number]
    with pytest.raises(BadRecord, match=f"event {last + 1}: "):
        verify_log(MATCH_ID, rechained(swapped), builder.seed)


def test_the_log_of_another_match_is_found(builder: Builder) -> None:
    with pytest.raises(BadRecord, match="event 1: schema"):
        verify_log("0" * 16, tuple(builder.entries), builder.seed)


def test_nothing_at_all_is_no_log(builder: Builder) -> None:
    with pytest.raises(BadRecord, match="event 1: schema: there is no event"):
        verify_log(MATCH_ID, (), builder.seed)
