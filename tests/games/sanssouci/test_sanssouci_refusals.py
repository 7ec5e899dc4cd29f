"""Every rule that forbids a step has its name and says why; a refused step changes nothing (faults.md A1)."""

from typing import Any, get_args

import pytest

from referee.games.engine import IllegalStep
from referee.games.sanssouci.refusals import Rule
from tests.games.refusing import assert_not_to_move, assert_refused
from tests.games.sanssouci.helping import GAME, case, grid, nobles, to_act

ADVANCED = {"expansion": True, "stack_choice": True}
SHOWN = {"W1": "PAV", "G2": "PAV", "T1": "VIN"}
FILLED = grid("..SK.....", "...S.....", ".........", "........S")
PENDING = {"phase": "GARDENER", "gardens": [FILLED, None], "pending": {"from": "W1", "symbol": "PAV"}}
NOBLE = {"phase": "NOBLE", "gardens": [FILLED, None], "nobles": [nobles(a=1, c=2), None]}
STACK = {"phase": "STACK", "pending": {"from": "W1"}, "stacks": [[], ["VIN"], [], [], [], [], [], []]}
OWES = {
    "SIDE": "seat 1 owes SIDE with A or B.",
    "PLAY": "seat 1 owes a card in hand and a place of the display, such as GT T1.",
    "GARDENER": "seat 1 owes @ and a square.",
    "NOBLE": "seat 1 owes > and a square, or >- to pass.",
    "STACK": "seat 1 owes / and the number of a stack.",
}

REFUSALS: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    ("match-over", {"phase": "OVER"}, {}, ">-", "The match is over."),
    ("match-over", {"phase": "OVER"}, {}, "SIDE A", "The match is over."),
    ("wrong-decision", {}, {}, "SIDE A", f"SIDE A does not answer PLAY: {OWES['PLAY']}"),
    ("wrong-decision", {}, {}, ">-", f">- does not answer PLAY: {OWES['PLAY']}"),
    ("wrong-decision", {}, {}, "/3", f"/3 does not answer PLAY: {OWES['PLAY']}"),
    ("wrong-decision", {"phase": "SIDE"}, ADVANCED, "WO W1", f"WO W1 does not answer SIDE: {OWES['SIDE']}"),
    ("wrong-decision", PENDING, {}, ">a1", f">a1 does not answer GARDENER: {OWES['GARDENER']}"),
    ("wrong-decision", NOBLE, {}, "@a2", f"@a2 does not answer NOBLE: {OWES['NOBLE']}"),
    ("wrong-decision", NOBLE, {}, "/3", f"/3 does not answer NOBLE: {OWES['NOBLE']}"),
    ("wrong-decision", STACK, ADVANCED, ">-", f">- does not answer STACK: {OWES['STACK']}"),
    ("not-in-hand", {}, {}, "GT G1", "GT is not in hand: WF, WO."),
    ("not-in-hand", {"hands": [["PAV"], None]}, {}, "ANY G1", "ANY is not in hand: PAV."),
    ("other-colour", {}, {}, "WO G1", "WO takes a tile from W1 W2 O1 O2."),
    ("other-colour", {"hands": [["GT"], None]}, {}, "GT F2", "GT takes a tile from G1 G2 T1 T2."),
    (
        "symbol-on-display",
        {"hands": [["PAV"], None], "display": SHOWN},
        {},
        "PAV T1",
        "PAV takes a tile with its symbol while one lies there: W1 G2.",
    ),
    ("square-filled", PENDING, {}, "@c2", "c2 is filled: a gardener needs a free square."),
    ("square-filled", PENDING, {}, "@d2", "d2 is filled: a gardener needs a free square."),
    ("square-filled", PENDING, {}, "@c1", "c1 is filled: a gardener needs a free square."),
    ("other-line", PENDING, {}, "@d4", "d4 is neither in row 2 nor in column c, where a square is free."),
    (
        "noble-not-ahead",
        NOBLE,
        {},
        ">a1",
        "Noble a stands in row 1: it goes to a row farther from the palace.",
    ),
    (
        "noble-not-ahead",
        NOBLE,
        {},
        ">c1",
        "Noble c stands in row 2: it goes to a row farther from the palace.",
    ),
    ("square-free", NOBLE, {}, ">a2", "Nothing lies on a2 for a noble to stand on."),
    ("gardener-there", NOBLE, {}, ">d2", "A gardener is on d2: a noble may pass it, not stay."),
    ("no-path", NOBLE, {}, ">i5", "No path of filled squares leads to i5."),
    ("stack-empty", STACK, ADVANCED, "/1", "Stack 1 is empty."),
    ("stack-empty", STACK, ADVANCED, "/3", "Stack 3 is empty."),
]


@pytest.mark.parametrize(("rule", "position", "options", "text", "why"), REFUSALS)
def test_a_forbidden_step_names_its_rule(
    rule: str, position: dict[str, Any], options: dict[str, Any], text: str, why: str
) -> None:
    assert_refused(GAME, case(2, options, **position), text, rule, why)


def test_a_place_whose_tile_is_gone_gives_none() -> None:
    state = case(phase="NOBLE", pending={"from": "W1"}, tiles=[], hands=[None, ["WO", "ANY", "VIN"]])
    state, _ = GAME.play(state, 1, GAME.read(">-", state, 1))
    for card in ("WO", "ANY", "VIN"):
        with pytest.raises(IllegalStep) as refused:
            GAME.play(state, 2, GAME.read(f"{card} W1", state, 2))
        assert (refused.value.rule, refused.value.why) == ("place-empty", "No tile lies on W1.")


def test_a_hand_without_a_card_is_said_so() -> None:
    state = case(hands=[None, []], phase="NOBLE", turn=0)
    state, _ = GAME.play(state, 1, GAME.read(">-", state, 1))
    with pytest.raises(IllegalStep) as refused:
        GAME.play(state, 2, GAME.read("GT G1", state, 2))
    assert refused.value.why == "GT is not in hand: no card."


def test_another_seat_is_not_to_move() -> None:
    state = case(3, turn=1)
    for seat in (1, 3, 0, 4):
        assert_not_to_move(GAME, state, seat, "WO W1", "seat 2")


def test_a_seat_that_has_chosen_its_side_is_not_to_move() -> None:
    state = case(3, {"expansion": True}, phase="SIDE", sides=[None, "B", None])
    for seat in (2, 0, 4):
        assert_not_to_move(GAME, state, seat, "SIDE A", "seats 1, 3")
    state, _ = GAME.play(state, 3, GAME.read("SIDE A", state, 3))
    with pytest.raises(IllegalStep, match=r"^Seat 3 is not to move: the rules wait for seat 1\.$"):
        GAME.play(state, 3, GAME.read("SIDE B", state, 3))
    assert to_act(state) == 1


def test_every_rule_name_is_tested() -> None:
    assert {rule for rule, *_ in REFUSALS} | {"not-to-move", "place-empty"} == set(get_args(Rule))
