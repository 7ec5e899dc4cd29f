"""What may be done: single steps at once, whole moves by a worker or from a given beginning."""

import threading

import pytest

from tests.api.asking import Door, problem
from tests.api.running import Running, run_match
from tests.running import Service, eventually
from tests.service.playing import sign_up

pytestmark = pytest.mark.usefixtures("fixed_deal")


def with_full_trucks(door: Door, players: int = 2) -> tuple[Running, int]:
    """A match in which nothing can be drawn any more: the thing to do is to take a truck."""
    match = run_match(door, players)
    while True:
        seat = match.load().decisions()[0].seat
        legal = [step["step"] for step in match.json("/legal-steps", seat)["steps"]]
        if "D" in legal:
            match.play("D")
        elif any(step.startswith("L") for step in legal):
            match.play(next(step for step in legal if step.startswith("L")))
        else:
            return match, seat


def test_the_owing_seat_gets_every_legal_step_with_parts_and_a_sentence(door: Door) -> None:
    match = run_match(door)
    found = match.json("/legal-steps")
    assert found["decision"] == "TURN"
    assert found["seat"] == 1
    assert found["base"] == match.json("/view")["base"]
    assert [step["step"] for step in found["steps"]] == ["D"]
    assert found["steps"][0]["parts"] == {"kind": "draw"}
    assert found["steps"][0]["reveals"] is True
    assert found["steps"][0]["sentence"]


def test_legal_steps_are_exactly_what_orders_take(door: Door) -> None:
    """boardgame.io#292: clients ask for the list, and it must be the truth."""
    match, seat = with_full_trucks(door)
    legal = {step["step"] for step in match.json("/legal-steps", seat)["steps"]}
    tried = {"D", "L1", "L2", "L3", "T1", "T2", "T3", "EXP", "DIS E", "P E>5"}
    playable = {step for step in tried if match.preview(seat, steps=[step])["status"] != "illegal"}
    assert playable == legal & tried
    assert legal == playable | {step for step in legal if step.split()[0] in ("MV", "SW", "BUY", "DIS")}


def test_a_seat_that_owes_nothing_has_no_steps(door: Door) -> None:
    found = run_match(door).json("/legal-steps", 2)
    assert (found["steps"], found["decision"], found["seat"]) == ([], None, 2)


def test_the_steps_of_another_seat_are_not_told(door: Door) -> None:
    """hs-bugs#140: not even how many options the opponent has."""
    match = run_match(door)
    assert (
        problem(door.get(f"/v1/matches/{match.id}/legal-steps", match.token(2), seat=1)) == "seat/not-yours"
    )
    assert (
        problem(door.get(f"/v1/matches/{match.id}/legal-moves", match.token(2), seat=1)) == "seat/not-yours"
    )
    stranger = sign_up(door.house)
    for path in ("legal-steps", "legal-moves"):
        answer = door.get(f"/v1/matches/{match.id}/{path}", stranger.token)
        assert problem(answer) == "seat/not-seated"


def test_whole_moves_end_with_the_turn_or_at_a_reveal(door: Door) -> None:
    match, seat = with_full_trucks(door)
    found = match.moves(seat)
    texts = [move["steps"] for move in found["moves"]]
    assert texts == sorted(texts)
    assert all(move["ends_turn"] or move["reveals"] for move in found["moves"])
    assert found["from"] == []
    for move in found["moves"][:: max(1, len(texts) // 10)]:
        tried = match.preview(seat, steps=move["steps"])
        assert tried["status"] == "complete"
        assert tried["effects"] == move["effects"]


def test_a_beginning_narrows_the_list_and_names_what_may_follow(door: Door) -> None:
    match, seat = with_full_trucks(door)
    whole = match.moves(seat)
    for first in sorted({move["steps"][0] for move in whole["moves"]}):
        found = match.json("/legal-moves", seat, **{"from": first})
        expected = [move for move in whole["moves"] if move["steps"][0] == first]
        assert found["from"] == [first]
        if not whole["truncated"]:
            assert found["moves"] == expected
        following = {move["steps"][1] for move in found["moves"] if len(move["steps"]) > 1}
        assert following <= {step["step"] for step in found["next"]}


def test_a_beginning_that_cannot_be_played_is_refused_as_an_order_would_be(door: Door) -> None:
    match = run_match(door)
    assert problem(match.get("/legal-moves", 1, **{"from": "T1"})) == "move/illegal"
    assert problem(match.get("/legal-moves", 1, **{"from": "t1"})) == "move/invalid"
    assert match.json("/legal-moves", 1, **{"from": "D"})["moves"][0]["reveals"] is True


def test_long_lists_are_cut_at_500_and_a_longer_beginning_opens_the_rest(door: Door) -> None:
    """The order is depth first by character code, so that a client can walk through all of them."""
    match, seat = with_full_trucks(door, players=5)
    truncated = match.moves(seat)
    assert truncated["truncated"] is True
    assert len(truncated["moves"]) == 500
    steps = [move["steps"] for move in truncated["moves"]]
    assert steps == sorted(steps)
    assert {move[0] for move in steps} <= {step["step"] for step in truncated["next"]}
    last = truncated["next"][-1]["step"]
    assert all(
        move["steps"][0] == last for move in match.json("/legal-moves", seat, **{"from": last})["moves"]
    )


def test_moves_that_a_worker_has_not_listed_yet_are_pending(door: Door) -> None:
    match = run_match(door)
    match.play("D")  # at the present time: a worker may still come to it
    answer = match.get("/legal-moves", 1)
    assert (answer.status_code, answer.json) == (202, {"status": "pending"})
    assert answer.headers["Retry-After"] == "1"
    match.door.list_moves_ahead(match.id, match.load().version)
    assert match.get("/legal-moves", 1).status_code == 200


def test_who_waits_for_the_moves_is_woken_by_the_worker(door: Door) -> None:
    match = run_match(door)
    match.play("D")
    answers = []
    asking = threading.Thread(target=lambda: answers.append(match.get("/legal-moves", 1, wait=20)))
    asking.start()
    eventually(lambda: door.house.waiting._waiters, "somebody waits")
    match.door.list_moves_ahead(match.id, match.load().version)
    asking.join(15)
    assert [answer.status_code for answer in answers] == [200]


def test_the_worker_of_a_running_service_lists_the_moves(service: Service) -> None:
    match, seats = service.match(2)
    turn = eventually(lambda: next(iter(seats.values())).match(match)["turn"], "the match runs")
    player = seats[turn[0]["seat"]]
    found = player.legal_moves(match, wait=20)
    assert [move["steps"] for move in found["moves"]] == [["D"]]
