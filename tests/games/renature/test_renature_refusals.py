"""Each rule that forbids a step, by its stable name and its sentence."""

from typing import Any, get_args

import pytest

from referee.games.renature.refusals import Rule
from tests.games.refusing import assert_not_to_move, assert_refused
from tests.games.renature.helping import GAME, case

HAND: dict[str, Any] = {"hands": [["AW", "NN", "QQ"], ["SS"]], "clouds": [1, 0]}
LAID = {**HAND, "halves": {"b1": "S", "c1": "T", "e1": "W"}}
PLANTING: dict[str, Any] = {
    "phase": "PLANT", "halves": {"e3": "N", "f3": "N"}, "last": "e3-f3", "clouds": [1, 0], "hands": [["AW"], ["SS"]],
    "plants": {"e4": [3, "black"], "f5": [1, "white"], "b2": [1, "neutral"], "c2": [1, "black"]},
    "boards": [{"own": [5, 3, 1, 0]}, {}],
}  # fmt: skip
WAITING: dict[str, Any] = {
    "phase": "OVERFLOW", "dominoes": ["NS h15-i15"], "planted": "h14", "waiting": 1, "hands": [["AW"], ["SS"]],
    "plants": {"h14": [1, "black"], "i14": [2, "white"]}, "clouds": [6, 0],
}  # fmt: skip
CLOSING: dict[str, Any] = {
    "phase": "PRECLOSE", "halves": dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B"), "last": "b1-c1", "clouds": [6, 0],
    "plants": {"b2": [1, "black"]}, "hands": [["NN"], ["SS"]],
}  # fmt: skip
ENDING: dict[str, Any] = {"phase": "END", "clouds": [6, 0], "hands": [["NN"], ["SS"]]}
OVER = {"hands": [[], []]}
CONNECTED = "A domino lies beside another one or on a starting space, with at least one half."

REFUSALS: list[tuple[str, dict[str, Any], str, str]] = [
    ("match-over", OVER, "END", "The match is over."),
    ("wrong-decision", HAND, "+0", "+0 does not answer START: seat 1 owes P or X with a domino of the hand, J or R."),
    ("wrong-decision", HAND, "END", "END does not answer START: seat 1 owes P or X with a domino of the hand, J or R."),
    ("wrong-decision", HAND, "AGAIN", "AGAIN does not answer START: seat 1 owes P or X with a domino of the hand, J or R."),
    ("wrong-decision", PLANTING, "P AW d3-c3", "P AW d3-c3 does not answer PLANT: seat 1 owes + with a plant and a space, +0, J or R."),
    ("wrong-decision", PLANTING, "OK", "OK does not answer PLANT: seat 1 owes + with a plant and a space, +0, J or R."),
    ("wrong-decision", WAITING, "+0", "+0 does not answer OVERFLOW: seat 1 owes J or R to make room, or DROP."),
    ("wrong-decision", WAITING, "AGAIN", "AGAIN does not answer OVERFLOW: seat 1 owes J or R to make room, or DROP."),
    ("wrong-decision", CLOSING, "J T", "J T does not answer PRECLOSE: seat 1 owes R or OK."),
    ("wrong-decision", CLOSING, "DROP", "DROP does not answer PRECLOSE: seat 1 owes R or OK."),
    ("wrong-decision", ENDING, "X NN", "X NN does not answer END: seat 1 owes END, AGAIN, J or R."),
    ("wrong-decision", ENDING, "OK", "OK does not answer END: seat 1 owes END, AGAIN, J or R."),
    ("not-in-hand", HAND, "P SS e1-f1", "SS is not in the hand: AW NN QQ."),
    ("not-in-hand", HAND, "X SS", "SS is not in the hand: AW NN QQ."),
    ("no-stream-space", HAND, "P AW b1-b2", "b2 is no stream space."),
    ("no-stream-space", HAND, "P AW b2-b1", "b2 is no stream space."),
    ("no-stream-space", HAND, "P AW b2-c2", "b2 is no stream space."),
    ("not-adjacent", HAND, "P AW b1-d1", "b1 and d1 are not next to each other."),
    ("not-adjacent", HAND, "P AW b1-b1", "b1 and b1 are not next to each other."),
    ("not-adjacent", HAND, "P AW o1-a2", "o1 and a2 are not next to each other."),
    ("not-adjacent", HAND, "P NN a1-a15", "a1 and a15 are not next to each other."),
    ("space-covered", LAID, "P AW d1-e1", "A domino lies on e1."),
    ("space-covered", LAID, "P AW b1-a1", "A domino lies on b1."),
    ("no-match", LAID, "P AW a1-a2", "A on a1 does not match its neighbour on b1; the joker is B."),
    ("no-match", LAID, "P AW d1-d2", "A on d1 does not match its neighbour on c1; the joker is B."),
    ("no-match", LAID, "P AW d2-d1", "W on d1 does not match its neighbour on c1; the joker is B."),
    ("no-match", {**HAND, "halves": {"c1": "W", "e1": "T"}}, "P AW d2-d1", "W on d1 does not match its neighbour on e1; the joker is B."),
    ("no-match", {**HAND, "halves": {"c1": "B", "e1": "T"}}, "P AW d2-d1", "W on d1 does not match its neighbour on e1; the joker is B."),
    ("no-match", {**LAID, "joker": "S"}, "P AW f1-g1", "A on f1 does not match its neighbour on e1; the joker is S."),
    ("not-connected", HAND, "P AW a1-a2", CONNECTED),
    ("not-connected", LAID, "P AW h15-i15", CONNECTED),
    ("no-area-space", PLANTING, "+1 e3", "e3 is no space of an area."),
    ("not-beside-domino", PLANTING, "+1 e5", "e5 is not next to the domino just placed."),
    ("not-beside-domino", PLANTING, "+1 b2", "b2 is not next to the domino just placed."),
    ("space-planted", PLANTING, "+1 e4", "A plant stands on e4."),
    ("not-on-board", PLANTING, "+4 f4", "No plant 4 is left on the player board."),
    ("not-on-board", {**PLANTING, "boards": [{"neutral": [0, 4, 3, 2]}, {}]}, "+1N f4", "No plant 1N is left on the player board."),
    ("same-joker", {**HAND, "clouds": [6, 0]}, "J B", "B is the joker already."),
    ("not-enough-clouds", HAND, "J T", "This costs 2 clouds; the seat has 1."),
    ("no-plant", PLANTING, "R e5", "No plant stands on e5."),
    ("no-plant", PLANTING, "R e3", "No plant stands on e3."),
    ("not-yours", PLANTING, "R f5", "The plant on f5 belongs to seat 2."),
    ("not-yours", WAITING, "R i14", "The plant on i14 belongs to seat 2."),
    ("just-planted", WAITING, "R h14", "The plant on h14 has not scored yet."),
    ("not-enough-clouds", PLANTING, "R e4", "This costs 3 clouds; the seat has 1."),
    ("no-room", PLANTING, "R b2", "The player board has no free space for 1N."),
    ("no-room", PLANTING, "R c2", "The player board has no free space for 1."),
    ("no-domino", {**ENDING, "hands": [[], ["SS"]]}, "AGAIN", "Another turn needs a domino in hand."),
    ("not-enough-clouds", {**ENDING, "clouds": [2, 0]}, "AGAIN", "This costs 3 clouds; the seat has 2."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "position", "text", "why"), REFUSALS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_forbidden_step_names_its_rule(rule: str, position: dict[str, Any], text: str, why: str) -> None:
    state = case(2, **position)
    assert_refused(GAME, state, text, rule, why)
    seat = state.seat or 1
    assert GAME.reveals(state, seat, GAME.read(text, state, seat)) is False


def test_another_seat_is_not_to_move() -> None:
    assert_not_to_move(GAME, case(2, **HAND), 2, "X SS", "seat 1")


def test_every_rule_name_is_tested() -> None:
    assert {rule for rule, *_ in REFUSALS} | {"not-to-move"} == set(get_args(Rule))
