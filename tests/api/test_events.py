"""The log over HTTP: exact bytes, pages, no gap and no double while moves come; the record at the end."""

import hashlib
import itertools
import json
import threading
from typing import Any

import pytest

from referee.matches.fold import apply
from referee.matches.record import read_record
from referee.matches.snapshot import EVERY
from referee.matches.verify import verify_record
from referee.service import loading
from referee.service.loading import existing, load
from referee.service.matches import score_match
from tests.api.asking import Door, problem
from tests.api.running import Running, run_match
from tests.service.playing import NOW, play_out

GENESIS = "00" * 32


def check_chain(events: list[dict[str, Any]], head: str = GENESIS) -> str:
    """The head after events that follow on another; their hashes must be those of their exact bytes."""
    for event in events:
        head = hashlib.sha256(b"\0" + bytes.fromhex(head) + event["e"].encode()).hexdigest()
        assert event["h"] == head
    return head


def test_anybody_can_check_the_chain_at_any_time(door: Door) -> None:
    match = run_match(door)
    match.play_legal(7)
    for seat in (1, 2, None):
        found = match.json("/events", seat)
        assert [event["version"] for event in found["events"]] == list(range(1, found["version"] + 1))
        assert check_chain(found["events"]) == found["head"] == match.load().last.head


def test_pages_join_without_gap_or_double(door: Door) -> None:
    match = run_match(door)
    match.play_legal(12)
    everything = match.json("/events")["events"]
    for limit in (1, 3, 7):
        pages: list[dict[str, Any]] = []
        while True:
            page = match.json("/events", after=len(pages), limit=limit)["events"]
            if not page:
                break
            assert len(page) <= limit
            pages += page
        assert pages == everything
    assert match.json("/events", after=60000)["events"] == []


def test_a_spectator_who_polls_while_moves_come_sees_each_once(door: Door) -> None:
    """faults.md A13: a spectator joining at move time saw a move twice."""
    match = run_match(door)
    playing = threading.Thread(target=lambda: match.play_legal(60))
    playing.start()
    seen: list[dict[str, Any]] = []
    while playing.is_alive() or len(seen) < match.load().version:
        found = match.json("/events", None, after=len(seen), limit=5)
        seen += found["events"]
        view = match.json("/view", None)
        assert found["version"] <= view["version"]
    playing.join()
    assert [event["version"] for event in seen] == list(range(1, match.load().version + 1))
    assert check_chain(seen) == match.load().last.head


def test_moves_carry_their_effects_and_sentences_and_other_events_none(door: Door) -> None:
    match = run_match(door)
    accepted = match.play("D")
    english = match.json("/events")["events"]
    spanish = door.ask("GET", f"/v1/matches/{match.id}/events", headers={"Accept-Language": "es"}).json
    assert spanish is not None
    assert english[-1]["effects"] == accepted["effects"] == spanish["events"][-1]["effects"]
    assert english[-1]["sentences"] != spanish["events"][-1]["sentences"]
    assert all("effects" not in event and "sentences" not in event for event in english[:-1])
    assert english[-1]["e"] == spanish["events"][-1]["e"]


def test_a_cut_stretch_tells_the_same_effects_as_the_whole(door: Door) -> None:
    match = run_match(door)
    match.play_legal(9)
    whole = match.json("/events")["events"]
    for after, limit in itertools.product((0, 4, 7), (1, 4)):
        part = match.json("/events", after=after, limit=limit)["events"]
        assert part == whole[after : after + limit]


def test_polling_the_end_of_a_long_match_folds_no_more_than_lies_behind_a_snapshot(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = run_match(door)
    match.play_legal(2 * EVERY)
    whole = match.json("/events", limit=1000)["events"]
    folded: list[int] = []

    def counted(*given: Any) -> Any:
        folded.append(given[2].version)
        return apply(*given)

    monkeypatch.setattr(loading, "apply", counted)
    for after in (len(whole) - 1, len(whole) - 3):
        folded.clear()
        assert match.json("/events", after=after)["events"] == whole[after:]
        assert len(folded) <= EVERY
    folded.clear()
    assert match.json("/events", after=3, limit=5)["events"] == whole[3:8]
    door.house.cache._client.flushdb()
    assert match.json("/events", after=len(whole) - 1)["events"] == whole[-1:]


def scored(door: Door) -> Running:
    match = run_match(door)
    play_out(door.house, match.id, match.people, seed=3)
    score_match(door.house, match.id, existing(load(door.house, match.id)).at)
    return match


def test_the_record_is_complete_when_the_match_is_scored_and_holds(door: Door) -> None:
    match = run_match(door)
    assert problem(match.get("/record")) == "match/not-over"
    play_out(door.house, match.id, match.people, seed=3)
    ended = match.json("/view")
    assert (ended["status"], ended["view"]["decisions"]) == ("over", [])
    assert ended["result"]["ranks"]
    assert problem(match.get("/record")) == "match/not-over"
    score_match(door.house, match.id, NOW + 10**9)
    answer = match.get("/record", None)
    assert answer.headers["Content-Type"] == "application/jsonl"
    text = answer.get_data(as_text=True)
    verified = verify_record(read_record(text.splitlines()))
    assert verified.events == match.load().version
    assert match.json("/view")["result"] == ended["result"]
    first, *entries = [json.loads(line) for line in text.splitlines()]
    assert first["t"] == "record"
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))


def test_a_cancelled_match_has_a_record_with_its_seed(door: Door) -> None:
    from tests.api.worlds import World

    world = World(door.house, "public")
    match = world.cancelled()
    text = door.get(f"/v1/matches/{match}/record").get_data(as_text=True)
    last = json.loads(json.loads(text.splitlines()[-1])["e"])
    assert last["type"] == "MatchCancelled"
    assert bytes.fromhex(last["data"]["seed"]) == door.house.logs.seed(match)


def test_after_the_end_orders_and_previews_are_gone(door: Door) -> None:
    match = scored(door)
    base = match.load().base
    assert base is not None
    answer = door.play(match.id, match.people[0], "D")
    assert (answer.status_code, problem(answer)) == (410, "match/over")
    path = f"/v1/matches/{match.id}/preview"
    tried = door.ask("POST", path, match.token(1), {"seat": 1, "steps": ["D"]}, key="")
    assert problem(tried) == "match/over"
    assert match.json("/legal-steps")["steps"] == []
    assert match.json("/legal-moves")["moves"] == []
