"""A snapshot is the match again, at every version, and folding on from it changes nothing."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matches.events import REFEREE, Event
from referee.matches.fold import fold
from referee.matches.match import Match
from referee.matches.snapshot import SNAPSHOT_SCHEMA, read_snapshot, write_snapshot
from tests.matches.building import Builder, random_options, started_match, whole_match


def _through_json(match: Match, seed: bytes) -> Match:
    """As the volatile server keeps it."""
    found = read_snapshot(json.loads(json.dumps(write_snapshot(match))), seed)
    assert found is not None
    return found


def _same(found: Match, match: Match) -> bool:
    """All of a match but what its newest move did: that is in the log, and asked for at once."""
    return found == match._replace(line=None)


@settings(max_examples=8)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_a_snapshot_at_every_version_is_the_match_again(players: int, seed: int) -> None:
    """faults.md A50, A60: a reload between any two events."""
    chance = random.Random(seed)
    builder = whole_match(players, seed, 0.3, 0.4, **random_options(players, chance))
    match = Match(seed=builder.seed)
    for entry in builder.entries:
        match = fold([entry], match)
        found = _through_json(match, builder.seed)
        assert _same(found, match)
        assert found.decisions() == match.decisions()
        assert [found.undo_targets(seat) for seat in range(1, players + 1)] == [
            match.undo_targets(seat) for seat in range(1, players + 1)
        ]


@settings(max_examples=8)
@given(st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 10**6))
def test_folding_on_from_a_snapshot_equals_folding_from_the_start(players: int, seed: int, cut: int) -> None:
    """faults.md A51: nothing that a later undo or result needs is lost."""
    chance = random.Random(seed)
    builder = whole_match(players, seed, 0.3, 0.4, **random_options(players, chance))
    version = 1 + cut % len(builder.entries)
    found = _through_json(fold(builder.entries[:version], seed=builder.seed), builder.seed)
    assert fold(builder.entries[version:], found)._replace(line=None) == builder.match._replace(line=None)


def test_a_snapshot_of_every_other_stage_is_the_match_again() -> None:
    revoked = started_match()
    revoked.add(Event("SeatKeyRevoked", revoked.match.at, {"place": 1, "key": 1}, by=REFEREE))
    left = Builder().open().take_seat(1, "00" * 16)
    left.add(Event("SeatLeft", left.match.at, {"place": 1}))
    for builder in (Builder().open(), left, Builder().open().cancel(), revoked, started_match().cancel()):
        assert _same(_through_json(builder.match, builder.seed), builder.match)


def test_a_snapshot_holds_neither_the_seed_nor_the_deck() -> None:
    """It lies on the volatile server, in clear."""
    builder = started_match().play_on(random.Random(1), most=40)
    text = json.dumps(write_snapshot(builder.match))
    assert builder.seed.hex() not in text
    assert builder.match.digest_key.hex() not in text
    undrawn = builder.match.state.setup.deck[builder.match.state.drawn :]
    for quoted in (json.dumps(list(undrawn))[1:-1], ",".join(undrawn)):
        assert quoted[:40] not in text


def test_a_snapshot_of_another_schema_is_none() -> None:
    builder = started_match()
    written = write_snapshot(builder.match)
    for schema in (SNAPSHOT_SCHEMA + 1, 0, None, "1"):
        assert read_snapshot({**written, "schema": schema}, builder.seed) is None
    assert read_snapshot({}, builder.seed) is None
