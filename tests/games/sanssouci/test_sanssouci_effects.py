"""What follows from each step, as data and in short notation; who may know it; what reveals."""

from typing import Any

import pytest

from referee.games.engine import Effect
from referee.games.sanssouci import effects
from tests.games.sanssouci.helping import GAME, case, grid, nobles, play

EXPANSION = {"expansion": True}
BOARDS: dict[str, Any] = {"gardens": [grid(), grid()]}
PAVILION = {"hands": [["ANY"], None], "display": {"W1": "PAV", "F1": "PAV", "G1": "STE", "O1": "FOU"}}


def placed(symbol: str, square: str) -> Effect:
    return Effect("placed", 1, f"{symbol}>{square}", {"symbol": symbol, "square": square})


def mark(code: str, square: str, points: int) -> Effect:
    return Effect("mark", 1, f"{points:+d}", {"mark": code, "square": square, "points": points})


def refilled(place: str, symbol: str) -> Effect:
    return Effect("refilled", 0, f"{place}={symbol}", {"place": place, "symbol": symbol})


def drew(seat: int, card: str) -> Effect:
    return Effect("drew", seat, f"card {card}", {"card": card}, (seat,))


def scored(seat: int, rows: int, columns: int, missions: int, cards: list[str]) -> Effect:
    detail = {"rows": rows, "columns": columns, "missions": missions, "cards": cards}
    return Effect("scored", seat, f"+{rows + columns + missions}", detail)


TURNED = Effect("turned", 1, "PAV=K", {"symbol": "PAV", "square": "c2"})
NOBLE = Effect("noble", 1, "+1", {"square": "a1", "points": 1})
PENDING = {"phase": "GARDENER", "pending": {"from": "W1", "symbol": "PAV"}}
X1: dict[str, Any] = {"expansion": True}

EFFECTS: list[tuple[str, dict[str, Any], dict[str, Any], list[Effect]]] = [
    ("ANY W1", {}, {**BOARDS, **PAVILION}, [placed("PAV", "c2")]),
    ("ANY W1", {}, {**PAVILION, "gardens": [grid("..K......"), None]}, [TURNED]),
    ("ANY F1", EXPANSION, {**BOARDS, **PAVILION}, [placed("PAV", "c5"), mark("S2", "c5", 2)]),
    ("ANY G1", EXPANSION, {**BOARDS, **PAVILION}, [placed("STE", "e3"), mark("M2", "e3", -2)]),
    ("ANY O1", EXPANSION, {**BOARDS, **PAVILION}, [placed("FOU", "f4")]),
    ("@a2", {}, {**PENDING, "gardens": [grid("..S......"), None]}, []),
    ("@c5", EXPANSION, {**PENDING, "gardens": [grid("..S......"), None]}, []),
    (
        "@f4",
        EXPANSION,
        {"phase": "GARDENER", "gardens": [grid("", "")[:1] + [".........", ".........", "S........"] + ["........."] * 2, None],
         "pending": {"from": "O1", "symbol": "LAB"}},
        [mark("G3", "f4", 3)],
    ),
    (">a1", {}, {"phase": "NOBLE", "pending": {"from": "T2"}}, [NOBLE, refilled("T2", "PAV"), drew(1, "WT")]),
    (">a1", {}, {"phase": "NOBLE"}, [NOBLE, drew(1, "WT")]),
    (">-", {}, {"phase": "NOBLE", "pending": {"from": "W1"}, "piles": [[], None]}, [refilled("W1", "PAV")]),
    (">-", {}, {"phase": "NOBLE", "pending": {"from": "W1"}, "tiles": []}, [drew(1, "WT")]),
    (">-", {"stack_choice": True}, {"phase": "NOBLE", "pending": {"from": "W1"}}, []),
    ("/8", {"stack_choice": True}, {"phase": "STACK", "pending": {"from": "W1"}}, [refilled("W1", "FIG"), drew(1, "WT")]),
    ("SIDE B", EXPANSION, {"phase": "SIDE"}, []),
    (
        "SIDE A", EXPANSION, {"phase": "SIDE", "sides": [None, "B"]},
        [Effect("sides", 0, "sides A B", {"sides": ["A", "B"]})],
    ),
    (
        ">a1",
        {"start_seat": 2},
        {"phase": "NOBLE", "turn": 35, "tiles": [], "piles": [[], []], "missions": [["LAB", "VIN"], ["STA", "STE"]],
         "gardens": [["P" * 9] * 6, ["P" * 9, "P" * 9] + ["." * 9] * 4], "nobles": [nobles(i=6), nobles(b=2)]},
        [NOBLE, scored(1, 30, 45, 7, ["LAB", "VIN"]), scored(2, 8, 0, 2, ["STA", "STE"]),
         Effect("match-over", 0, "over", {})],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "position", "expected"), EFFECTS)
def test_a_step_has_exactly_these_effects(
    text: str, options: dict[str, Any], position: dict[str, Any], expected: list[Effect]
) -> None:
    _, happened = play(case(2, options, **position), text)
    assert happened == expected


def test_what_is_foreseen_of_a_revealing_step_uncovers_nothing() -> None:
    _, happened = play(case(phase="NOBLE", pending={"from": "T2"}), ">a1")
    assert GAME.foreseen(happened) == (NOBLE,)
    _, happened = play(case(2, EXPANSION, phase="SIDE", sides=["B", None]), "SIDE A")
    assert GAME.foreseen(happened) == ()
    _, happened = play(case(phase="NOBLE", turn=35), ">-")
    assert GAME.foreseen(happened) == (Effect("match-over", 0, "over", {}),)
    assert {"refilled", "drew", "sides", "scored"} == effects.REVEALING


def test_nobody_but_its_seat_may_know_the_card_that_it_drew() -> None:
    state = case(3, phase="NOBLE", turn=1, pending={"from": "T2"})
    step = GAME.read(">-", state, 2)
    _, happened = GAME.play(state, 2, step)
    assert GAME.tell(2, step, happened, 2) == (">-", (refilled("T2", "STA"), drew(2, "WT")))
    for viewer in (1, 3, None):
        assert GAME.tell(2, step, happened, viewer) == (">-", (refilled("T2", "STA"),))


@pytest.mark.parametrize(
    ("text", "options", "position", "expected"),
    [
        ("WO W1", {}, {}, False),
        ("@a2", {}, {**PENDING, "gardens": [grid("..S......"), None]}, False),
        (">-", {}, {"phase": "NOBLE", "pending": {"from": "W1"}}, True),
        (">a1", {}, {"phase": "NOBLE", "pending": {"from": "W1"}}, True),
        (">a1", {}, {"phase": "NOBLE"}, True),
        (">-", {}, {"phase": "NOBLE", "turn": 35}, True),
        (">-", {"stack_choice": True}, {"phase": "NOBLE", "pending": {"from": "W1"}}, False),
        (">a1", {"stack_choice": True}, {"phase": "NOBLE", "pending": {"from": "W1"}}, False),
        (">a1", {"stack_choice": True}, {"phase": "NOBLE", "pending": {"from": "W1"}, "stacks": [[]] * 8}, True),
        (">-", {"stack_choice": True}, {"phase": "NOBLE"}, True),
        ("/1", {"stack_choice": True}, {"phase": "STACK", "pending": {"from": "W1"}}, True),
        ("SIDE A", EXPANSION, {"phase": "SIDE"}, False),
        ("SIDE A", EXPANSION, {"phase": "SIDE", "sides": [None, "A"]}, True),
        # Asked of a step that is not to be played here, it reveals nothing.
        ("SIDE A", EXPANSION, {"sides": [None, "A"]}, False),
        (">-", {}, {}, False),
        ("/1", {"stack_choice": True}, {}, False),
    ],
)  # fmt: skip
def test_the_last_side_and_the_last_step_of_a_turn_reveal_and_no_other(
    text: str, options: dict[str, Any], position: dict[str, Any], expected: bool
) -> None:
    state = case(2, options, **position)
    assert GAME.reveals(state, 1, GAME.read(text, state, 1)) is expected
