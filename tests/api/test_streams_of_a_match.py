"""A match as it goes on: the state, then every event once, to each reader what he may know, until it is over."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from referee.api import stream_answer
from referee.matches import orders
from referee.matches.match import Match
from referee.service import matches
from referee.service.house import open_house
from referee.service.loading import load
from referee.service.matches import score_match
from referee.settings import Settings
from referee.store.errors import StoreAway
from tests.api.asking import Door, problem
from tests.api.listening import Ear, Heard, hear_all, listen
from tests.api.running import Running, run_match
from tests.api.test_events import check_chain
from tests.api.worlds import World
from tests.running import eventually
from tests.service.playing import NOW, open_match, play_out, request_of, sign_up


def stream(match: Running) -> str:
    return f"/v1/matches/{match.id}/stream"


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


def test_the_state_comes_first_and_fits_the_contract(door: Door) -> None:
    match = run_match(door)
    match.play("D")
    for seat in (1, None):
        token = None if seat is None else match.token(seat)
        (state,) = hear_all(door, stream(match), token)
        assert (state.name, state.id) == ("state", str(match.load().version))
        door.contract.validator("MatchStreamState").validate(state.data)
        assert state.data == {"match": match.json("", seat), "view": match.json("/view", seat)}


def test_before_the_start_there_is_a_match_and_no_view(door: Door) -> None:
    person = sign_up(door.house)
    opened = open_match(door.house, person)
    (state,) = hear_all(door, f"/v1/matches/{opened.id}/stream")
    assert state.data["view"] is None
    assert state.data["match"]["status"] == "open"
    door.contract.validator("MatchStreamState").validate(state.data)


def test_events_are_those_of_the_list_for_every_reader_in_his_language(door: Door) -> None:
    match = run_match(door)
    match.play_legal(9)
    for token in (match.token(1), match.token(2), None):
        for language in ("en", "es"):
            headers = {"Accept-Language": language}
            told = Ear(
                door.ask("GET", stream(match), token, query={"after": 0, "seconds": 0}, headers=headers)
            )
            state, *events = list(told)
            listed = door.ask("GET", f"/v1/matches/{match.id}/events", token, headers=headers).json
            assert listed is not None
            assert (state.name, state.id) == ("state", "0")
            assert [event.data for event in events] == listed["events"]
            assert [event.id for event in events] == [str(event.data["version"]) for event in events]
            for event in events:
                door.contract.validator("LoggedEvent").validate(event.data)


def test_whoever_resumes_at_any_version_misses_nothing_and_hears_nothing_twice(door: Door) -> None:
    """faults.md A13: a spectator who joined at move time saw a move twice."""
    match = run_match(door)
    match.play_legal(8)
    whole = match.json("/events")["events"]
    for last in range(len(whole) + 1):
        state, *events = hear_all(door, stream(match), match.token(1), str(last), after=3)
        assert state.id == str(last), "a reader cut off behind the state must come again where he was"
        assert state.data["match"]["version"] == len(whole)
        assert [event.data for event in events] == whole[last:]


def test_a_reader_far_behind_is_brought_up_in_pieces(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.api import stream_feeds

    match = run_match(door)
    match.play_legal(40)
    monkeypatch.setattr(stream_feeds, "_AT_ONCE", 7)
    _, *events = hear_all(door, stream(match), None, "0", seconds=3)
    assert [event.data for event in events] == match.json("/events")["events"]


def test_readers_who_join_while_moves_come_hear_each_once(door: Door, ears: Callable[..., Ear]) -> None:
    """faults.md A13."""
    match = run_match(door)
    heard: dict[int | None, list[Heard]] = {}

    def follow(seat: int | None, until: int) -> None:
        token = None if seat is None else match.token(seat)
        ear = ears(door, stream(match), token)
        state = ear.next()
        assert state is not None
        heard[seat] = [state, *ear.events(until - int(state.id or 0))]

    start = match.load().version
    threads = [threading.Thread(target=follow, args=(seat, start + 40)) for seat in (1, 2, None)]
    for number, thread in enumerate(threads):
        match.play_legal(5)
        thread.start()
        eventually(lambda number=number: len(heard_now(door, match)) > number, "the reader listens")
    match.play_legal(25)
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    whole = match.json("/events")["events"]
    for seat, (state, *events) in heard.items():
        assert [event.data for event in events] == match.json("/events", seat)["events"][int(state.id or 0) :]
        assert (
            check_chain([event.data for event in events], whole[int(state.id or 0) - 1]["h"])
            == whole[-1]["h"]
        )


def heard_now(door: Door, match: Running) -> list[int]:
    """One entry for each who waits for the match."""
    return [0] * door.house.waiting._waiters[match.id]


def test_the_stream_ends_behind_the_score_and_who_comes_again_is_told_so(
    door: Door, ears: Callable[..., Ear]
) -> None:
    match = run_match(door)
    play_out(door.house, match.id, match.people, seed=3)
    ear = ears(door, stream(match), match.token(1))
    assert ear.next() is not None
    score_match(door.house, match.id, NOW + 10**9)
    (scored,) = ear.events(1)
    assert '"type":"MatchScored"' in scored.data["e"]
    assert ear.next() is None
    assert not door.house.waiting._held
    again = door.ask("GET", stream(match), match.token(1), headers={"Last-Event-ID": scored.id or ""})
    assert (again.status_code, again.get_data()) == (204, b"")
    assert [each.name for each in listen(door, stream(match))] == ["state"], (
        "a first look still gets the state"
    )


def test_the_stream_ends_behind_the_cancellation(door: Door, ears: Callable[..., Ear]) -> None:
    world = World(door.house, "public")
    ear = ears(door, f"/v1/matches/{world.running()}/stream", world.token("seated"))
    organiser = world.people["organiser"].id
    matches.cancel_match(door.house, world.match, organiser, request_of(organiser, "cancel"), NOW + 2)
    assert '"type":"MatchCancelled"' in ear.events(1)[0].data["e"]
    assert ear.next() is None


def test_a_revoked_token_hears_no_more(door: Door, ears: Callable[..., Ear]) -> None:
    match = run_match(door)
    ear = ears(door, stream(match), match.token(1))
    assert ear.next() is not None
    door.house.accounts.remove_token(match.token(1))
    base = match.load().base
    assert base is not None
    door.order(orders.move_order("zooloretto", match.id, 1, base, ["D"]), match.people[0].key)
    assert ear.next() is None
    assert problem(match.get("/stream", 1)) == "auth/unknown"


def test_a_revoked_token_is_noticed_without_any_event_too(
    door: Door, ears: Callable[..., Ear], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_answer, "HEARTBEAT_SECONDS", 0.05)
    match = run_match(door)
    ear = ears(door, stream(match), match.token(1))
    assert [ear.next() and ear.heard[-1].name for _ in range(3)] == ["state", ":", ":"]
    door.house.accounts.remove_token(match.token(1))
    assert all(each.name == ":" for each in ear), "and then it ends"


def test_who_may_not_see_the_match_any_more_hears_nothing_of_it(door: Door, ears: Callable[..., Ear]) -> None:
    world = World(door.house, "unlisted")
    seated, leaving = world.people["seated"].id, world.people["revoked"].id
    ear = ears(door, f"/v1/matches/{world.open()}/stream", world.token("seated"))
    assert ear.next() is not None
    with patch.object(Match, "may_see", lambda match, player: player != seated):
        matches.leave_match(door.house, world.match, leaving, NOW + 9)
        assert ear.next() is None


def test_a_version_that_the_log_has_not_is_refused(door: Door) -> None:
    match = run_match(door)
    version = match.load().version
    assert problem(match.get("/stream", after=version + 1)) == "match/no-version"
    ahead = door.ask("GET", stream(match), headers={"Last-Event-ID": str(version + 1)})
    assert problem(ahead) == "match/no-version"
    for bad in ("x", "-1", "1.0", "007", "100000", " "):
        refused = door.ask("GET", stream(match), headers={"Last-Event-ID": bad})
        assert problem(refused) == "request/schema", bad


def test_places_are_few_and_given_back(settings: Settings) -> None:
    """Design section 5: at most half of a process's threads wait; beyond that 503 and Retry-After."""
    house = open_house(replace(settings, web_threads=8))  # four places, of which one reader holds two at most
    door = Door(house, settings)
    match = run_match(door, players=3)
    own = [listen(door, stream(match), match.token(1)) for _ in range(2)]
    third = match.get("/stream", 1)
    assert (third.status_code, problem(third)) == (503, "referee/busy")
    assert int(third.headers["Retry-After"]) >= 1
    others = [listen(door, stream(match), match.token(seat)) for seat in (2, 3)]
    assert problem(match.get("/stream", None)) == "referee/busy"
    assert problem(match.get("/view", 1, after=match.load().version, wait=5)) == "referee/busy"
    assert match.json("/view", 1)["version"] == match.load().version, "who does not wait is served"
    own[0].close()
    own[0].close()
    assert [each.name for each in hear_all(door, stream(match))] == ["state"]
    for ear in (*own, *others):
        ear.close()
    assert house.waiting._held == {}
    assert all(house.waiting.take_place() for _ in range(4))


def test_a_head_request_takes_no_place(settings: Settings) -> None:
    house = open_house(replace(settings, web_threads=4))
    door = Door(house, settings)
    match = run_match(door)
    for _ in range(5):
        answer = door.ask("HEAD", stream(match), match.token(1))
        assert (answer.status_code, answer.mimetype, answer.get_data()) == (200, "text/event-stream", b"")
    assert house.waiting.take_place()


def test_a_refusal_after_the_place_was_taken_gives_it_back(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.api import stream_feeds

    house = open_house(replace(settings, web_threads=2))  # one place
    door = Door(house, settings)
    match = run_match(door)

    def away(*given: object) -> None:
        raise StoreAway("away")

    with monkeypatch.context() as patched:
        patched.setattr(stream_feeds, "dump_match", away)
        assert problem(match.get("/stream", 1)) == "store/away"
    assert [each.name for each in hear_all(door, stream(match))] == ["state"]


def test_it_beats_when_there_is_nothing_to_tell(
    door: Door, ears: Callable[..., Ear], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_answer, "HEARTBEAT_SECONDS", 0.05)
    match = run_match(door)
    ear = ears(door, stream(match))
    assert [ear.next() and ear.heard[-1].name for _ in range(4)] == ["state", ":", ":", ":"]
    match.play("D")
    assert len(ear.events(1)) == 1


def test_while_the_store_is_away_it_beats_and_then_goes_on(
    door: Door, ears: Callable[..., Ear], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_answer, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(stream_answer, "_AWAY_SECONDS", 0.01)
    match = run_match(door)
    ear = ears(door, stream(match), match.token(1))
    assert ear.next() is not None
    match.play("D")

    def away(*given: object) -> None:
        raise StoreAway("away")

    with monkeypatch.context() as patched:
        patched.setattr(door.house.logs, "read", away)
        assert [ear.next() and ear.heard[-1].name for _ in range(3)] == [":", ":", ":"]
    assert [event.data for event in ear.events(1)] == match.json("/events")["events"][-1:]


def test_a_fault_of_ours_ends_the_stream_and_tells_nothing(
    door: Door, ears: Callable[..., Ear], caplog: pytest.LogCaptureFixture
) -> None:
    match = run_match(door)
    ear = ears(door, stream(match))
    assert ear.next() is not None
    with patch.object(stream_answer, "write_message", side_effect=ValueError("secret")):
        match.play("D")
        assert ear.next() is None
    assert "in a stream" in caplog.text
    assert not door.house.waiting._held


def test_it_ends_when_the_process_is_about_to_stop(door: Door, ears: Callable[..., Ear]) -> None:
    match = run_match(door)
    ear = ears(door, stream(match))
    assert ear.next() is not None
    closer = threading.Timer(0.1, door.house.waiting.close)
    closer.start()
    assert ear.next() is None
    closer.join()


def test_it_ends_after_the_seconds_that_were_asked_for(door: Door, ears: Callable[..., Ear]) -> None:
    match = run_match(door)
    ear = ears(door, stream(match), None, seconds=1)
    begun = time.monotonic()
    assert [each.name for each in ear] == ["state"]
    assert time.monotonic() - begun < 30


def test_one_look_at_the_log_serves_all_who_wait(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.service.following import Tails

    match = run_match(door)
    version = match.load().version
    tails = Tails(door.house)
    tails.steps(match.id, version)
    match.play("D")
    looks: list[int] = []
    begun, go_on = threading.Event(), threading.Event()
    read = door.house.logs.read

    def slowly(*given: Any) -> Any:
        looks.append(1)
        begun.set()
        go_on.wait(30)
        return read(*given)

    monkeypatch.setattr(door.house.logs, "read", slowly)
    found: list[int] = []

    def look() -> None:
        found.append(len(tails.steps(match.id, version)[1]))

    threads = [threading.Thread(target=look) for _ in range(8)]
    threads[0].start()
    begun.wait(30)
    for thread in threads[1:]:
        thread.start()
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert found == [1] * 8
    assert len(looks) == 1
    assert load(door.house, match.id) is not None
