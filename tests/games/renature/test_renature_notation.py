"""Steps of Renature beside the table of its notation: what a line may name though it passes by itself (rule book 9)."""

from typing import Any

import pytest

from referee.games.engine import IllegalStep, State
from tests.games.renature.helping import GAME, case, dealt
from tests.games.renature.knowledge import ANIMALS, PRINTED, readable

STATE = GAME.start(dealt(2))


def read(text: str) -> Any:
    return GAME.read(text, STATE, 1)


def read_line(line: str, state: State = STATE) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, state, state.seat or 1)]


SHUT = {
    "seat": 4,
    "dominoes": ["ST b1-c1", "SF a1-a2", "FW a3-b3", "TQ d1-e1"],
    "hands": [["NN"], ["SS"], ["FF"], ["AW", "QQ"]],
    "clouds": [0, 0, 0, 0],
}
FULL = {"c2": [4, "white"], "c4": [4, "black"]}
PASSED: list[tuple[str, dict[str, Any], str, list[str]]] = [
    # Nothing passes: all is kept.
    ("P WA c3-d3; +0", SHUT, "the step that a person takes", ["P AW d3-c3", "+0"]),
    # No cloud left: closing and the end of the turn pass by themselves.
    ("P AW d3-c3; +1 c2; ok; end", SHUT, "both", ["P AW d3-c3", "+1 c2"]),
    ("P AW d3-c3; +1 c2; .", SHUT, "the end alone", ["P AW d3-c3", "+1 c2"]),
    ("P AW d3-c3; +1 c2; OK", SHUT, "closing alone", ["P AW d3-c3", "+1 c2"]),
    ("P AW d3-c3; +1 c2; END; OK", SHUT, "not in this order", ["P AW d3-c3", "+1 c2", "OK"]),
    ("P AW d3-c3; +1 c2; OK; OK", SHUT, "not twice", ["P AW d3-c3", "+1 c2", "OK"]),
    ("P AW d3-c3; +1 c2; +0", SHUT, "planting was not passed", ["P AW d3-c3", "+1 c2", "+0"]),
    ("P AW d3-c3; +0; OK; END", SHUT, "+0 goes to closing without PRECLOSE", ["P AW d3-c3", "+0", "OK", "END"]),
    ("P AW d3-c3; +0; END", SHUT, "the end after +0", ["P AW d3-c3", "+0"]),
    ("X QQ; END", SHUT, "after a discard", ["X QQ"]),
    ("X QQ; OK; END", SHUT, "a discard closes nothing", ["X QQ", "OK", "END"]),
    # Nothing can be planted: PLANT passes, and with it what follows.
    ("P AW d3-c3; +0; OK; END", {**SHUT, "plants": FULL}, "all three", ["P AW d3-c3"]),
    ("P AW d3-c3; OK", {**SHUT, "plants": FULL}, "OK alone", ["P AW d3-c3"]),
    # PRECLOSE is a decision of its own: OK is a step.
    (
        "P AW d3-c3; +0; OK; END",
        {**SHUT, "plants": {**FULL, "b2": [1, "neutral"]}, "clouds": [0, 0, 0, 1], "boards": [{}, {}, {}, {"neutral": [1, 1, 1, 1]}]},
        "PLANT passed, PRECLOSE did not",
        ["P AW d3-c3", "OK", "END"],
    ),
    # With clouds left the end is a step, and behind a reveal.
    ("P AW d3-c3; +1 c2; OK; END", {**SHUT, "clouds": [0, 0, 0, 2]}, "END is a decision", ["P AW d3-c3", "+1 c2", "OK", "END"]),
    # Steps that cannot be played are left for the rules to refuse.
    ("P QQ a4-a5; +0; OK; END", SHUT, "an illegal step", ["P QQ a4-a5", "+0", "OK", "END"]),
    ("P AW d3-c3; +1 c3; OK", SHUT, "an illegal planting", ["P AW d3-c3", "+1 c3", "OK"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "position", "why", "steps"), PASSED, ids=[f"{why}: {line}" for line, _, why, _ in PASSED]
)
def test_a_line_may_name_what_the_machine_passes(
    line: str, position: dict[str, Any], why: str, steps: list[str]
) -> None:
    assert read_line(line, case(4, **position)) == steps


def test_a_joker_that_ends_planting_lets_plus_0_be_named() -> None:
    """A J in PLANT can make the only useful R too dear: PLANT then passes."""
    state = case(
        2, phase="PLANT", halves={"e3": "N", "f3": "N"}, last="e3-f3", clouds=[4, 0],
        plants={"e4": [3, "black"], "f4": [4, "white"], "e2": [1, "white"], "f2": [1, "white"]},
    )  # fmt: skip
    assert read_line("J T; +0; OK; J S", state) == ["J T", "J S"]
    assert read_line("J T; J S", state) == ["J T", "J S"]


def test_a_return_at_closing_or_in_the_end_passes_only_what_comes_later() -> None:
    position = {
        "phase": "PRECLOSE", "halves": dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B"), "last": "b1-c1", "clouds": [1, 0],
        "plants": {"b2": [1, "black"]}, "hands": [["NN"], ["SS"]],
    }  # fmt: skip
    assert read_line("R b2; OK; END", case(2, **position)) == ["R b2"]
    assert read_line("R b2; +0", case(2, **position)) == ["R b2", "+0"]
    assert read_line("OK; END", case(2, **position)) == ["OK", "END"]
    ending = {"phase": "END", "clouds": [1, 0], "plants": {"b2": [1, "black"]}, "hands": [["NN"], ["SS"]]}
    assert read_line("R b2; END", case(2, **ending)) == ["R b2"]
    assert read_line("R b2; OK", case(2, **ending)) == ["R b2", "OK"]
    starting = {"clouds": [1, 0], "plants": {"b2": [1, "black"]}, "hands": [["NN"], ["SS"]]}
    assert read_line("R b2; END", case(2, **starting)) == ["R b2", "END"]


def test_room_made_in_an_overflow_passes_closing_and_the_end() -> None:
    overflow = {
        "phase": "OVERFLOW", "dominoes": ["NS h15-i15"], "plants": {"h14": [1, "black"], "i14": [1, "black"]}, "planted": "h14",
        "waiting": 2, "hands": [["NN"], ["SS"]],
    }  # fmt: skip
    assert read_line("R i14; DROP; OK; END", case(2, **overflow)) == ["R i14", "DROP", "END"]
    assert read_line("J T; OK; END", case(2, **overflow)) == ["J T", "END"]


def test_every_step_of_a_match_is_read_as_it_is_written() -> None:
    texts = list(readable(STATE, True))
    assert len(texts) == len(set(texts))
    for text in texts:
        step = read(text)
        assert GAME.write(step) == text
        assert len(text) <= 48
        assert read_line(text.lower()) == [text]


def test_every_kind_of_step_exists_for_every_piece_and_space() -> None:
    for space in PRINTED:
        assert GAME.write(read(f"R {space}")) == f"R {space}"
        for value in "1234":
            assert GAME.write(read(f"+{value} {space}")) == f"+{value} {space}"
            assert GAME.write(read(f"+{value}N {space}")) == f"+{value}N {space}"
    for place, one in enumerate(ANIMALS):
        assert GAME.write(read(f"J {one}")) == f"J {one}"
        for two in ANIMALS[place:]:
            assert GAME.write(read(f"X {one}{two}")) == f"X {one}{two}"
            assert GAME.write(read(f"P {one}{two} a1-c14")) == f"P {one}{two} a1-c14"


def test_a_legal_step_of_the_list_is_the_object_that_is_read() -> None:
    state = GAME.start(dealt(3))
    for step in GAME.legal_steps(state, state.seat):
        assert GAME.read(GAME.write(step), state, state.seat) is step
    with pytest.raises(IllegalStep):
        GAME.play(state, state.seat, GAME.read("P AW a1-c1", state, state.seat))
