"""The secret simultaneous choice of sides (rule book, section 4): any order of arrival, told to nobody before the last."""

from itertools import permutations
from typing import Any

import pytest

from referee.games.engine import Decision, Effect
from tests.games.sanssouci.helping import GAME, case, dealt, grid, legal, play

ADVANCED = {"expansion": True, "start_seat": 2}
CHOSEN = {1: "SIDE B", 2: "SIDE A", 3: "SIDE B"}


def start() -> Any:
    return GAME.start(dealt(3, options=ADVANCED))


def choose(state: Any, seat: int) -> tuple[Any, Any]:
    return GAME.play(state, seat, GAME.read(CHOSEN[seat], state, seat))


def test_all_seats_owe_at_once_and_the_lowest_is_named() -> None:
    state = start()
    assert GAME.decisions(state) == (Decision("SIDE", 1), Decision("SIDE", 2), Decision("SIDE", 3))
    for seat in (1, 2, 3):
        assert legal(state, seat) == ["SIDE A", "SIDE B"]
        assert GAME.write(GAME.default_step(state, seat)) == "SIDE A"
    assert GAME.facts(state)["next"] == "SIDE 1"
    state, _ = choose(state, 1)
    assert GAME.facts(state)["next"] == "SIDE 2"
    state, _ = choose(state, 3)
    assert GAME.decisions(state) == (Decision("SIDE", 2),)
    assert GAME.facts(state)["sides"] == ["B", None, "B"]


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))), ids=str)
def test_every_order_of_arrival_leads_to_the_same_state(order: tuple[int, ...]) -> None:
    state = start()
    for number, seat in enumerate(order, 1):
        is_last = number == 3
        step = GAME.read(CHOSEN[seat], state, seat)
        assert GAME.reveals(state, seat, step) is is_last
        assert GAME.turn(state) == 0
        state, happened = GAME.play(state, seat, step)
        assert happened == (
            (Effect("sides", 0, "sides B A B", {"sides": ["B", "A", "B"]}),) if is_last else ()
        )
    assert state.sides == ("B", "A", "B")
    assert GAME.decisions(state) == (Decision("PLAY", 2),)
    assert (GAME.turn(state), state.seat) == (1, 2)
    assert state == play(start(), "SIDE B", "SIDE A", "SIDE B")[0]


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_a_choice_is_told_to_its_seat_alone_until_the_last(viewer: int | None) -> None:
    state = start()
    for seat in (3, 1):
        step = GAME.read(CHOSEN[seat], state, seat)
        state, happened = GAME.play(state, seat, step)
        assert GAME.tell(seat, step, happened, viewer) == (CHOSEN[seat] if viewer == seat else "SIDE ?", ())
    step = GAME.read("SIDE A", state, 2)
    state, happened = GAME.play(state, 2, step)
    assert GAME.tell(2, step, happened, viewer) == ("SIDE A", happened)
    # Of what could be foreseen nothing is known but that the choice was made.
    foreseen = GAME.foreseen(happened)
    assert GAME.tell(2, step, foreseen, viewer) == ("SIDE A" if viewer == 2 else "SIDE ?", ())


def test_a_step_that_is_no_side_is_told_whole_to_everybody() -> None:
    state = case(2, gardens=[grid(), None])
    for text in ("WO W1", ">a1"):
        step = GAME.read(text, state, 1)
        for viewer in (None, 1, 2):
            assert GAME.tell(1, step, (), viewer) == (text, ())


def test_the_side_decides_which_marks_count() -> None:
    for side, points in (("A", 0), ("B", 1)):
        state = case(2, {"expansion": True}, phase="SIDE", sides=[None, "A"])
        state, _ = play(state, f"SIDE {side}")
        state = case(
            2,
            {"expansion": True},
            sides=[state.sides[0], "A"],
            gardens=[grid(), None],
            hands=[["FOU"], None],
            display={"O1": "FOU"},
        )
        state, _ = play(state, "FOU O1")
        assert GAME.facts(state)["scores"] == [points, 0]


def test_start_seat_does_not_matter_for_the_order_of_a_trace() -> None:
    state = GAME.start(dealt(2, options={"expansion": True, "start_seat": 2}))
    assert GAME.facts(state)["next"] == "SIDE 1"
    state, _ = play(state, "SIDE A", "SIDE A")
    assert GAME.facts(state)["next"] == "PLAY 2"
