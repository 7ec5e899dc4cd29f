"""All matches of a player as they go on: every event of each once, and what he owes whenever that changes."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.api import stream_answer, stream_feeds
from referee.api.stream_feeds import read_place, write_place
from referee.matches.match import Match
from referee.service import matches
from referee.service.matches import score_match
from tests.api.asking import Door, problem
from tests.api.listening import Ear, Heard, hear_all, listen
from tests.api.running import Running, run_match
from tests.service.playing import NOW, Person, join, open_match, play_out, sign_up, started

PATH = "/v1/me/stream"


@pytest.fixture
def ears() -> Iterator[Callable[..., Ear]]:
    """Open streams; whatever still goes on is hung up at the end."""
    opened: list[Ear] = []

    def open_ear(*given: Any, **query: Any) -> Ear:
        opened.append(listen(*given, **query))
        return opened[-1]

    yield open_ear
    for ear in opened:
        ear.close()


def run_of(door: Door, people: list[Person]) -> Running:
    """A match of these people that has just started, the first of them to move."""
    policy = {"seating": "fixed", "start": "organiser"}
    match = started(door.house, people, options={"start_player": 1}, policy=policy)
    return Running(door, match.id, people)


def versions(heard: list[Heard]) -> dict[str, list[int]]:
    """The versions of the events that were heard, by match."""
    found: dict[str, list[int]] = {}
    for message in heard:
        if message.name == "message":
            found.setdefault(message.data["match"], []).append(message.data["event"]["version"])
    return found


def test_the_state_names_what_i_owe_and_where_each_match_goes_on(door: Door) -> None:
    people = [sign_up(door.house) for _ in range(2)]
    running = sorted([run_of(door, people) for _ in range(3)], key=lambda match: match.id)
    (state,) = hear_all(door, PATH, people[0].token)
    door.contract.validator("PlayerStreamState").validate(state.data)
    turns = door.get("/v1/me/turns", people[0].token).json
    assert turns is not None
    assert state.data["turns"] == turns["turns"]
    assert len(state.data["turns"]) == 3
    places = [{"match": match.id, "version": match.load().version} for match in running]
    assert state.data["matches"] == places
    assert read_place(state.id or "") == ({each["match"]: each["version"] for each in places}, False)


def test_events_of_all_my_matches_come_in_order_with_what_i_owe_then(
    door: Door, ears: Callable[..., Ear]
) -> None:
    """lila#5283: beyond some number of games, some turns were never told."""
    people = [sign_up(door.house) for _ in range(2)]
    one, two = (run_of(door, people) for _ in range(2))
    stranger = run_match(door)
    ear = ears(door, PATH, people[1].token)
    state = ear.next()
    assert state is not None
    assert state.data["turns"] == []
    stranger.play("D")
    for match in (one, two, one):
        match.play("D" if match.load().version == 4 else "L1")
    heard = ear.events(3)
    assert versions(heard) == {one.id: [5, 6], two.id: [5]}
    for message in heard:
        door.contract.validator("PlayerStreamEvent").validate(message.data)
        listed = one if message.data["match"] == one.id else two
        version = message.data["event"]["version"]
        assert message.data["event"] == listed.json("/events", 2)["events"][version - 1]
    turns = [message for message in ear.heard if message.name == "turns"] or [ear.next()]
    assert turns[-1] is not None
    door.contract.validator("TurnList").validate(turns[-1].data)
    assert [turn["match"] for turn in turns[-1].data["turns"]] == [one.id]


def test_whoever_resumes_at_any_message_misses_nothing_and_hears_nothing_twice(door: Door) -> None:
    """faults.md A13."""
    people = [sign_up(door.house) for _ in range(2)]
    both = [run_of(door, people) for _ in range(2)]
    first = hear_all(door, PATH, people[0].token)[0]
    for match in (*both, both[0]):
        match.play_legal(2)
    whole = hear_all(door, PATH, people[0].token, first.id)
    assert versions(whole) == {both[0].id: [5, 6, 7, 8], both[1].id: [5, 6]}
    told = [message.data for message in whole if message.name == "message"]
    for place, message in enumerate(whole):
        if message.id is None:
            continue
        again = hear_all(door, PATH, people[0].token, message.id)
        before = [each.data for each in whole[: place + 1] if each.name == "message"]
        after = [each.data for each in again if each.name == "message"]
        assert sorted(map(json.dumps, before + after)) == sorted(map(json.dumps, told))


def test_a_match_that_i_join_is_told_from_its_first_event_on(door: Door, ears: Callable[..., Ear]) -> None:
    organiser, guest = (sign_up(door.house) for _ in range(2))
    opened = open_match(door.house, organiser)
    ear = ears(door, PATH, guest.token)
    state = ear.next()
    assert state is not None
    assert state.data == {"turns": [], "matches": []}
    join(door.house, opened.id, guest)
    assert versions(ear.events(2)) == {opened.id: [1, 2]}
    away = hear_all(door, PATH, guest.token, state.id)
    assert versions(away) == {opened.id: [1, 2]}, "joined while away, it is told too"
    assert hear_all(door, PATH, guest.token)[0].data["matches"] == [{"match": opened.id, "version": 2}]


def test_a_match_is_told_to_its_end_and_then_forgotten(door: Door, ears: Callable[..., Ear]) -> None:
    match = run_match(door)
    ear = ears(door, PATH, match.token(2))
    begun = ear.next()
    assert begun is not None
    play_out(door.house, match.id, match.people, seed=3)
    score_match(door.house, match.id, NOW + 10**9)
    version = match.load().version
    heard = ear.events(version - 4)
    assert versions(heard) == {match.id: list(range(5, version + 1))}
    other = run_of(door, match.people)
    assert read_place(ear.events(1)[0].id or "")[0] == {other.id: 1}
    away = hear_all(door, PATH, match.token(2), begun.id, seconds=2)
    assert versions(away)[match.id] == list(range(5, version + 1)), "also to who was away meanwhile"
    assert hear_all(door, PATH, match.token(2), away[-1].id)[0].data["matches"] == [
        {"match": other.id, "version": 4}
    ]


def test_a_seat_given_back_ends_what_is_told_of_its_match(door: Door, ears: Callable[..., Ear]) -> None:
    organiser, guest, other = (sign_up(door.house) for _ in range(3))
    opened = open_match(door.house, organiser, players=3)
    join(door.house, opened.id, guest)
    ear = ears(door, PATH, guest.token)
    assert ear.next() is not None
    matches.leave_match(door.house, opened.id, guest.id, NOW + 5)
    assert versions(ear.events(1)) == {opened.id: [3]}
    join(door.house, opened.id, other)
    later = open_match(door.house, guest)
    join(door.house, later.id, guest)
    assert versions(ear.events(2)) == {later.id: [1, 2]}


def test_places_of_matches_that_are_not_mine_tell_nothing_that_is_hidden(door: Door) -> None:
    organiser, spy = (sign_up(door.house) for _ in range(2))
    hidden = open_match(door.house, organiser, visibility="private")
    heard = hear_all(door, PATH, spy.token, f"{hidden.id}:0,{'0' * 16}:3")
    assert [message.name for message in heard] == ["state"]
    assert heard[0].data["matches"] == []  # neither the hidden one nor the one that is not there
    assert hear_all(door, PATH, spy.token, "-")[0].data["matches"] == []
    seen = open_match(door.house, organiser, visibility="public")
    heard = hear_all(door, PATH, spy.token, f"{seen.id}:0")  # it may be looked at, but he has no seat in it
    assert ([message.name for message in heard], heard[0].data["matches"]) == (["state"], [])


def test_a_place_ahead_of_the_log_goes_on_from_the_log(door: Door, ears: Callable[..., Ear]) -> None:
    match = run_match(door)
    ear = ears(door, PATH, match.token(1), f"{match.id}:60000")
    state = ear.next()
    assert state is not None
    assert state.data["matches"] == [{"match": match.id, "version": 4}]
    match.play("D")
    assert versions(ear.events(1)) == {match.id: [5]}


def test_more_matches_than_a_place_can_hold_go_on_from_now(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_feeds, "MOST_IN_A_PLACE", 2)
    people = [sign_up(door.house) for _ in range(2)]
    running = [run_of(door, people) for _ in range(4)]
    first = hear_all(door, PATH, people[0].token)[0]
    known, others = read_place(first.id or "")
    assert (len(known), others) == (2, True)
    for match in running:
        match.play("D")
    state, *heard = hear_all(door, PATH, people[0].token, first.id)
    assert versions(heard) == {match: [5] for match in known}
    named = {each["match"]: each["version"] for each in state.data["matches"]}
    assert named == {match.id: 4 if match.id in known else 5 for match in running}


@pytest.mark.parametrize(
    "text", ["", "x", "k7q2m9x4c0vhtd3p", "k7q2m9x4c0vhtd3p:1,", "k7q2m9x4c0vhtd3p:01", "*,*", "-,-"]
)
def test_what_is_no_place_is_refused(door: Door, text: str) -> None:
    person = sign_up(door.house)
    answer = door.ask("GET", PATH, person.token, headers={"Last-Event-ID": text})
    assert problem(answer) == "request/schema"


def test_the_longest_place_fits_the_header_and_the_contract(door: Door) -> None:
    longest = write_place({f"{number:016}": 65535 for number in range(stream_feeds.MOST_IN_A_PLACE + 1)})
    assert len(longest) < 8000
    person = sign_up(door.house)
    heard = hear_all(door, PATH, person.token, longest)
    assert [message.name for message in heard] == ["state"]
    assert write_place({}) == "-"


def test_a_revoked_token_hears_no_more(
    door: Door, ears: Callable[..., Ear], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_answer, "HEARTBEAT_SECONDS", 0.05)
    match = run_match(door)
    ear = ears(door, PATH, match.token(1))
    assert [ear.next() and ear.heard[-1].name for _ in range(2)] == ["state", ":"]
    door.house.accounts.remove_token(match.token(1))
    assert all(each.name == ":" for each in ear)
    assert problem(door.get(PATH)) == "auth/missing"


def test_a_match_that_may_not_be_seen_any_more_is_not_told(
    door: Door, ears: Callable[..., Ear], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = run_match(door)
    ear = ears(door, PATH, match.token(1))
    assert ear.next() is not None
    hidden = match.people[0].id
    match.play("D")
    monkeypatch.setattr(Match, "may_see", lambda match, player: player != hidden)
    other = run_of(door, match.people[1:] + [sign_up(door.house)])
    assert other.load().version == 4
    door.house.waiting.close()
    assert ear.next() is None
