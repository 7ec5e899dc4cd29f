"""A preview writes nothing, reads free spelling, and never shows what a reveal would uncover."""

import pytest
from redis import Redis

from referee.store import names
from tests.api.asking import Door, problem
from tests.api.running import Running, run_match

pytestmark = pytest.mark.usefixtures("fixed_deal")


def log_bytes(log: Redis, match: Running) -> list[tuple[bytes, object]]:
    found: list[tuple[bytes, object]] = log.xrange(names.log(match.id))
    return found


def test_a_preview_leaves_log_version_and_etag_as_they_were(door: Door, log: Redis) -> None:
    """faults.md A5 of its kind; security.md C1: previews are never logged to others."""
    match = run_match(door)
    match.play_legal(5)
    before = log_bytes(log, match), match.get("/view").headers["ETag"], sorted(log.keys())
    seat = match.load().decisions()[0].seat
    for move in (
        {"steps": ["D"]},
        {"line": "t1 b"},
        {"steps": ["EXP"]},
        {"line": "no step"},
        {"steps": ["D", "L1"]},
    ):
        match.preview(seat, **move)
    assert (log_bytes(log, match), match.get("/view").headers["ETag"], sorted(log.keys())) == before


def test_a_draw_is_complete_and_shows_the_position_before_it(door: Door) -> None:
    """faults.md A49: a preview is no peek."""
    match = run_match(door)
    view = match.json("/view")
    found = match.preview(1, steps=["D"])
    assert found["status"] == "complete"
    assert found["reveals"] is True
    assert found["view"] == view["view"]
    assert found["base"] == view["base"]
    assert found["steps"] == ["D"]
    assert found["next_legal"] == []
    assert found["problem"] is None
    assert [effect["kind"] for effect in found["effects"]] == []


def test_what_a_draw_uncovers_is_told_only_by_the_order(door: Door) -> None:
    match = run_match(door)
    assert [effect["kind"] for effect in match.play("D")["effects"]] == ["drawn"]


def test_a_load_passes_the_turn_and_a_preview_shows_the_position_after_it(door: Door) -> None:
    match = run_match(door)
    match.play("D")
    hand = match.json("/view")["view"]["hand"]
    found = match.preview(1, steps=["L1"])
    assert found["status"] == "complete"
    assert found["reveals"] is False
    assert found["view"]["trucks"][0]["tiles"] == hand
    assert found["view"]["seat"] == 2
    match.play("L1")
    assert match.json("/view")["view"] == found["view"]


def taken_truck(door: Door) -> tuple[Running, int]:
    """A match in which a seat may take truck 1 with something on it."""
    match = run_match(door, options={"species_removed": ["C", "E", "F"]})
    for _ in range(2):
        match.play("D")
        match.play("L1")
    return match, match.load().decisions()[0].seat


def test_free_spelling_becomes_the_canonical_steps_to_sign(door: Door) -> None:
    match, seat = taken_truck(door)
    found = match.preview(seat, line="t 1")
    assert found["steps"] == ["T1"]
    assert found["status"] == "incomplete"
    assert match.preview(seat, steps=["t1"])["steps"] == ["T1"]
    following = [step["step"] for step in found["next_legal"]]
    assert following == sorted(following)
    assert all(step.startswith("P ") for step in following)
    longer = match.preview(seat, line=f"t1 {following[0].lower().removeprefix('p ')}")
    assert longer["steps"] == ["T1", following[0]]
    assert len(longer["sentences"]) == 2


def test_what_a_preview_says_is_what_the_order_then_does(door: Door) -> None:
    match, seat = taken_truck(door)
    steps = ["T1"]
    found = match.preview(seat, steps=steps)
    while found["status"] == "incomplete":
        steps.append(found["next_legal"][0]["step"])
        found = match.preview(seat, steps=steps)
    assert found["status"] == "complete"
    accepted = match.play(*found["steps"])
    assert accepted["effects"] == found["effects"]
    assert match.json("/view", seat)["view"] == found["view"]


def test_an_illegal_move_says_which_step_and_rule_and_what_is_legal(door: Door) -> None:
    match = run_match(door)
    found = match.preview(1, steps=["T1"])
    assert found["status"] == "illegal"
    assert found["steps"] == []
    assert found["view"] is None
    assert found["effects"] == []
    told = found["problem"]
    assert told["type"] == "/problems/move/illegal"
    assert told["step"] == {"index": 0, "text": "T1"}
    assert told["rule"] == "truck-empty"
    assert told["legal"] == ["D"]


def test_a_step_behind_a_reveal_is_illegal_and_tells_nothing_of_what_lies_behind(door: Door) -> None:
    match = run_match(door)
    found = match.preview(1, steps=["D", "L1"])
    assert found["problem"]["rule"] == "after-reveal"
    assert found["steps"] == ["D"]
    assert found["problem"]["legal"] == []
    assert found["view"] is None


def test_an_unreadable_line_says_so(door: Door) -> None:
    match = run_match(door)
    assert match.preview(1, line="castle")["problem"]["type"] == "/problems/move/invalid"
    assert match.preview(1, steps=["T9"])["problem"]["type"] == "/problems/move/invalid"


def test_sentences_and_problems_come_in_the_language_of_the_reader(door: Door) -> None:
    match = run_match(door)
    english, spanish = (match.preview(1, language, steps=["D"])["sentences"] for language in ("en", "es"))
    assert english != spanish
    refused = match.preview(1, "es", steps=["T1"])["problem"]
    assert refused["title"] != match.preview(1, "en", steps=["T1"])["problem"]["title"]
    assert refused["rule"] == "truck-empty"


def test_only_who_is_to_move_can_try_a_move(door: Door) -> None:
    match = run_match(door)
    path = f"/v1/matches/{match.id}/preview"
    for seat, asked, expected in (
        (2, 2, "order/not-to-move"),
        (2, 1, "seat/not-yours"),
        (1, 5, "seat/not-yours"),
    ):
        answer = door.ask("POST", path, match.token(seat), {"seat": asked, "steps": ["D"]}, key="")
        assert problem(answer) == expected
