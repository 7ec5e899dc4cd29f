"""One whole record is kept: a change of the rules or of any format that would rewrite old matches fails here."""

from pathlib import Path

import pytest

from clients.verify import check_record
from referee.matches.fold import fold
from referee.matches.record import read_record
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.matches.verify import verify_record
from referee.strict_json import read
from tests.matches.building import Builder

KNOWN = Path(__file__).parent / "known"
RECORD = (KNOWN / "zooloretto-2p.jsonl").read_text(encoding="utf-8")
VERDICT = (KNOWN / "zooloretto-2p.verdict").read_text(encoding="utf-8")


def test_the_known_record_is_sound_and_the_verdict_is_word_for_word_the_same() -> None:
    """faults.md A59: never weaken this test; a rule fix gets a new rules version, and this one goes on."""
    verdict = check_record(RECORD.splitlines())
    assert (verdict.code, verdict.line + "\n") == (0, VERDICT)


def test_the_same_match_built_anew_gives_the_same_bytes() -> None:
    """faults.md A58, A59: seed, entropies and orders decide every byte of events, hashes and receipt."""
    old = read_record(RECORD.splitlines())
    seed = bytes.fromhex(read(old.entries[-1].text)["data"]["seed"])
    builder = Builder(players=2, seed=seed).open().seat_all().start()
    for entry in old.entries:
        event = read(entry.text)
        if event["type"] == "MovePlayed":
            builder.move(event["seat"], *event["data"]["steps"])
        elif event["type"] == "MoveUndone":
            builder.undo(event["seat"], event["data"]["to"])
    builder.score()
    assert "\n".join(builder.record()) + "\n" == RECORD


def test_the_known_match_has_what_a_match_can_have() -> None:
    kinds = [read(entry.text)["type"] for entry in read_record(RECORD.splitlines()).entries]
    assert {
        "MatchOpened",
        "SeatTaken",
        "MatchStarted",
        "MovePlayed",
        "MoveUndone",
        "MatchEnded",
        "MatchScored",
    } == set(kinds)


def test_the_known_result_is_the_known_result() -> None:
    result = verify_record(read_record(RECORD.splitlines())).match.result
    assert result is not None
    assert (result["scores"], result["ranks"]) == ([-3, 0], [2, 1])


def test_the_known_snapshot_is_still_what_is_written_and_read() -> None:
    """faults.md A60: another form of snapshot needs another schema number, and old ones are then rebuilt."""
    old = read_record(RECORD.splitlines())
    seed = bytes.fromhex(read(old.entries[-1].text)["data"]["seed"])
    written = read((KNOWN / "snapshot-3.json").read_text(encoding="utf-8"))
    version = written["last"][0]
    assert write_snapshot(fold(old.entries[:version], seed=seed)) == written
    found = read_snapshot(written, seed)
    assert found is not None
    assert fold(old.entries[version:], found) == fold(old.entries, seed=seed)


@pytest.mark.parametrize("schema", [1, 2])
def test_a_snapshot_of_an_older_form_is_not_read(schema: int) -> None:
    """faults.md A60: the match is folded from its log instead."""
    written = read((KNOWN / f"snapshot-{schema}.json").read_text(encoding="utf-8"))
    assert read_snapshot(written, b"") is None
