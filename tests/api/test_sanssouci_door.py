"""Sanssouci through the HTTP door: secret sides in any order of arrival, private hands, lines that leave out what is forced."""

from typing import Any

import pytest

from referee.strict_json import read
from tests.api.asking import Door, problem
from tests.api.running import Running, run_match


def advanced(door: Door) -> Running:
    return run_match(door, 2, game="sanssouci", options={"expansion": True, "stack_choice": True})


def choose(match: Running, seat: int, side: str) -> Any:
    return match.door.play(match.id, match.people[seat - 1], f"SIDE {side}")


def told(match: Running, viewer: int | None) -> list[dict[str, Any]]:
    return [event for event in match.json("/events", viewer)["events"] if "MovePlayed" in event["e"]]


@pytest.mark.parametrize("first", [1, 2])
def test_sides_are_accepted_in_both_orders_and_seen_by_nobody_else_before_the_last(
    door: Door, first: int
) -> None:
    """faults.md A4: simultaneous answers commute."""
    match, second = advanced(door), 3 - first
    assert choose(match, first, "B").status_code == 201
    for viewer in (None, second):
        assert read(told(match, viewer)[0]["e"])["data"]["steps"] == ["SIDE ?"]
        assert told(match, viewer)[0]["sentences"] == ["A choice that is still secret."]
        assert "s" not in told(match, viewer)[0]
        expansion = match.json("/view", viewer)["view"]["gardens"][first - 1]["expansion"]
        assert (expansion["has_chosen"], expansion["side"]) == (True, None)
    assert told(match, first)[0]["sentences"] == ["Choose side B of the expansion board."]
    assert '"SIDE B"' in told(match, first)[0]["s"]
    assert match.json("/view", first)["view"]["gardens"][first - 1]["expansion"]["side"] == "B"
    again = choose(match, first, "A")
    assert (again.status_code, problem(again)) == (409, "order/not-to-move")
    assert match.json("/legal-steps", first)["steps"] == []
    assert [each["step"] for each in match.json("/legal-steps", second)["steps"]] == ["SIDE A", "SIDE B"]
    assert choose(match, second, "A").status_code == 201
    sides = {first: "B", second: "A"}
    for viewer in (None, 1, 2):
        gardens = match.json("/view", viewer)["view"]["gardens"]
        assert [garden["expansion"]["side"] for garden in gardens] == [sides[1], sides[2]]
        last = told(match, viewer)[1]
        assert '"SIDE A"' in last["e"]
        assert last["effects"][0]["detail"] == {"sides": [sides[1], sides[2]]}
    assert match.json("/view", None)["view"]["decisions"] == [{"name": "PLAY", "seat": 1}]


def test_a_hand_and_missions_are_seen_by_their_seat_alone(door: Door) -> None:
    match = run_match(door, 2, game="sanssouci")
    for viewer in (None, 1, 2):
        for garden in match.json("/view", viewer)["view"]["gardens"]:
            is_own = garden["seat"] == viewer
            assert (garden["hand"] is not None) is is_own
            assert (garden["missions"] is not None) is is_own


def test_who_draws_a_card_is_told_which_and_others_are_not(door: Door) -> None:
    match = run_match(door, 2, game="sanssouci")
    line = match.moves(1)["moves"][0]["steps"]
    answer = match.play(*line)
    assert [effect["kind"] for effect in answer["effects"]][-2:] == ["refilled", "drew"]
    assert [effect["kind"] for effect in told(match, 1)[0]["effects"]][-1] == "drew"
    for viewer in (None, 2):
        assert "drew" not in [effect["kind"] for effect in told(match, viewer)[0]["effects"]]


def test_a_line_may_leave_out_the_stack_and_steps_may_not(door: Door) -> None:
    match = run_match(door, 2, game="sanssouci", options={"stack_choice": True})
    step = match.json("/legal-steps", 1)["steps"][0]["step"]
    begun = match.preview(1, steps=[step])
    assert (begun["status"], begun["steps"]) == ("incomplete", [step])
    gardener = [each["step"] for each in begun["next_legal"] if each["step"].startswith("@")][:1]
    said = [step, *gardener, ">-"]
    whole = match.preview(1, line=" ".join(said).lower())
    assert (whole["status"], whole["steps"], whole["reveals"]) == ("complete", [*said, "/1"], True)
    as_they_are = match.preview(1, steps=said)
    assert (as_they_are["status"], as_they_are["steps"]) == ("incomplete", said)
    assert as_they_are["next_legal"][0]["step"] == "/1"
    assert match.preview(1, steps=[text.lower() for text in said])["steps"] == said
