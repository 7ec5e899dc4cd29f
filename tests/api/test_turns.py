"""What I owe, over all my matches; a long-poll wakes, and too many of them are turned away."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from referee.service.house import open_house
from referee.settings import Settings
from tests.api.asking import Door, problem
from tests.api.running import run_match
from tests.running import eventually
from tests.service.playing import sign_up


def turns(door: Door, token: str, **query: object) -> list[dict[str, object]]:
    answer = door.get("/v1/me/turns", token, **query)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    found: list[dict[str, object]] = answer.json["turns"]  # type: ignore[index]
    return found


def test_the_seat_that_is_to_move_owes_and_the_other_does_not(door: Door) -> None:
    match = run_match(door)
    view = match.json("/view")
    assert turns(door, match.token(1)) == [
        {
            "match": match.id,
            "game": "zooloretto",
            "seat": 1,
            "decision": "TURN",
            "base": view["base"],
            "deadline": None,
        }
    ]
    assert turns(door, match.token(2)) == []


def test_all_matches_of_a_player_stand_in_one_list(door: Door) -> None:
    """lila#5283: beyond some number of games, some turns were never told."""
    match = run_match(door)
    others = [run_match(door) for _ in range(2)]
    assert {turn["match"] for turn in turns(door, match.token(1))} == {match.id}
    assert [len(turns(door, other.token(1))) for other in others] == [1, 1]


@contextmanager
def asking(door: Door, token: str) -> Iterator[list[object]]:
    """Somebody who asks for his turns and is made to wait."""
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.extend(turns(door, token, wait=20)))
    thread.start()
    eventually(lambda: door.house.waiting._waiters, "somebody waits")
    yield answers
    thread.join(15)
    assert not thread.is_alive()


def test_who_waits_is_woken_when_his_turn_comes(door: Door) -> None:
    match = run_match(door)
    match.play("D")
    with asking(door, match.token(2)) as answers:
        match.play("L1")
    assert [turn["match"] for turn in answers] == [match.id]  # type: ignore[index]


def test_who_waits_is_woken_when_a_match_of_his_starts(door: Door) -> None:
    from referee.service import matches
    from tests.service.playing import NOW, join, open_match, request_of

    people = [sign_up(door.house) for _ in range(2)]
    policy = {"seating": "fixed", "start": "organiser"}
    match = open_match(door.house, people[0], policy=policy, options={"start_player": 2})
    for person in people:
        join(door.house, match.id, person)
    with asking(door, people[1].token) as answers:
        request = request_of(people[0].id, "start")
        matches.start_match(door.house, match.id, people[0].id, request, NOW + 2)
    assert [turn["match"] for turn in answers] == [match.id]  # type: ignore[index]


def test_no_time_to_wait_is_an_answer_at_once(door: Door) -> None:
    match = run_match(door)
    assert turns(door, match.token(2), wait=0) == []
    assert turns(door, match.token(2), wait=1) == []


def test_beyond_the_places_for_waiting_the_answer_is_busy_and_others_are_served(settings: Settings) -> None:
    """security.md C1 and design section 5: at most half of a process's threads wait."""
    house = open_house(replace(settings, web_threads=4))  # two places
    door = Door(house, settings)
    match = run_match(door)
    match.play("D")
    threads = [threading.Thread(target=lambda: turns(door, match.token(2), wait=20)) for _ in range(2)]
    for thread in threads:
        thread.start()
    eventually(lambda: house.waiting._waiters[match.id] == 2, "both places are taken")
    refused = door.get("/v1/me/turns", match.token(2), wait=5)
    assert (refused.status_code, problem(refused)) == (503, "referee/busy")
    assert int(refused.headers["Retry-After"]) >= 1
    assert problem(match.get("/view", 2, after=match.load().version, wait=5)) == "referee/busy"
    assert problem(match.get("/legal-moves", 1, wait=5)) == "referee/busy"
    assert match.get("/legal-moves", 1).status_code == 202
    assert turns(door, match.token(1), wait=20) != [], "who need not wait takes no place"
    assert match.json("/view", 2, after=1, wait=20)["version"] == match.load().version
    match.play("L1")
    for thread in threads:
        thread.join(15)
    assert turns(door, match.token(2), wait=1) != []
