"""Reading and writing steps: the canonical text, other spellings, free lines, and what is none (rule book 9)."""

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import IllegalStep, InvalidStep, OtherSpelling, State
from tests.games.renature.helping import GAME, case, dealt
from tests.games.renature.knowledge import ANIMALS, PRINTED, readable

EXAMPLES = "P AW d3-c3, X NO, +2 c2, +1N c2, +0, J T, R b2, DROP, OK, AGAIN, END"
STATE = GAME.start(dealt(2))


def read(text: str) -> Any:
    return GAME.read(text, STATE, 1)


def read_line(line: str, state: State = STATE) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, state, state.seat or 1)]


READABLE = [
    "P AW d3-c3", "P AW c3-d3", "P NN a1-b1", "P NN a1-o15", "P BB b2-c2", "P BD a1-a1", "P DD o14-o15", "X NO", "X BB",
    "+0", "+1 c2", "+4 a1", "+1N c2", "+4N o15", "J B", "J D", "R b2", "R o15", "DROP", "OK", "AGAIN", "END",
]  # fmt: skip
UNREADABLE = [
    "", " ", "P", "P AW", "P AW d3", "P AW d3-", "P AW d3c3", "P AWd3-c3", "PAW d3-c3", "P  AW d3-c3", "P AW d3 - c3",
    "P WA c3-d3", "P AW D3-C3", "p AW d3-c3", "P aw d3-c3", "P AX d3-c3", "P AW p1-o1", "P AW a0-a1", "P AW a16-a15",
    "P AW a01-b1", "X", "X ON", "XNO", "X no", "X XX", "X ?", "X N", "+", "+5 c2", "+0 c2", "+00", "+1", "+1c2", "+1 C2",
    "+1n c2", "+1N", "+1NN c2", "+ 1 c2", "+1N  c2", "+1N p1", "J", "J X", "JB", "J b", "J BB", "R", "R p1", "R a16", "R0",
    "Rb2", "R B2", "drop", "Drop", "OK.", "ok", ".", "END.", "end", "AGAIN ", " AGAIN", "PASS", "END;", "END; END", "X NO;",
    "P NO a1-b1; +0", "R b2\n", "Ｒ b2", "R b２",
]  # fmt: skip


@pytest.mark.parametrize("text", READABLE)
def test_a_canonical_text_is_read_and_written_back(text: str) -> None:
    assert GAME.write(read(text)) == text
    assert read(text) == read(text)
    assert read_line(text) == [text]


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_text_that_is_no_canonical_step_is_invalid(text: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert not isinstance(refused.value, OtherSpelling)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("P NN b1-a1", "P NN a1-b1"), ("P BB a2-a1", "P BB a1-a2"), ("P DD o15-a1", "P DD a1-o15")],
)
def test_a_double_from_its_other_end_names_the_canonical_form(text: str, canonical: str) -> None:
    with pytest.raises(OtherSpelling) as refused:
        read(text)
    assert refused.value.canonical == canonical
    assert str(refused.value) == f"{text} is not the canonical form: write {canonical}"
    assert read_line(text) == [canonical]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x on", "'x on' is not the canonical form: write X NO"),
        ("P WA c3-d3", "'P WA c3-d3' is not the canonical form: write P AW d3-c3"),
        (".", "'.' is not the canonical form: write END"),
        ("+1nc2", "'+1nc2' is not the canonical form: write +1N c2"),
        ("P WA c3-d3; +2 c2", "'P WA c3-d3; +2 c2' is several steps: write P AW d3-c3, +2 c2"),
        ("R p1", f"'R p1' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 60, f"'{'x' * 47}…' is no step of this match; a step looks like {EXAMPLES}"),
    ],
)
def test_an_invalid_step_says_what_to_write(text: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("P WA c3-d3; +2 c2", ["P AW d3-c3", "+2 c2"]),
        ("J T; P FT h5-i5; +1N j5; OK", ["J T", "P FT h5-i5", "+1N j5", "OK"]),
        ("AGAIN", ["AGAIN"]),
        ("R c2; END", ["R c2", "END"]),
        ("X QO", ["X QO"]),
        ("xoq", ["X QO"]),
        ("x o q", ["X QO"]),
        ("p n s a1 - b1", ["P NS a1-b1"]),
        ("P SN a1-b1", ["P NS b1-a1"]),
        ("pnnb1-a1", ["P NN a1-b1"]),
        ("P NN a1-b1", ["P NN a1-b1"]),
        ("P DB o15-o14", ["P BD o14-o15"]),
        ("+ 4 n c 1 2", ["+4N c12"]),
        ("+1nn1", ["+1N n1"]),
        ("+1n1", ["+1 n1"]),
        ("+0", ["+0"]),
        ("j b", ["J B"]),
        (".", ["END"]),
        ("ok;.", ["OK", "END"]),
        ("drop ; again;", ["DROP", "AGAIN"]),
        ("r O15", ["R o15"]),
    ],
)
def test_a_line_is_read_in_free_spelling(line: str, steps: list[str]) -> None:
    assert read_line(line) == steps


NO_STEP = f"is no step; a line looks like P WA c3-d3; +2 c2, a step like {EXAMPLES}"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("X NO\t", "a line is 1 to 400 printable ASCII characters"),
        (";" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        (";", f"'' {NO_STEP}"),
        ("X NO;;END", f"'' {NO_STEP}"),
        ("X NO END", f"'X NO END' {NO_STEP}"),
        ("P AW d3-c3 +2 c2", f"'P AW d3-c3 +2 c2' {NO_STEP}"),
        ("P AW d3-p3", f"'P AW d3-p3' {NO_STEP}"),
        ("P AX d3-c3", f"'P AX d3-c3' {NO_STEP}"),
        ("X ?", f"'X ?' {NO_STEP}"),
        ("+5 c2", f"'+5 c2' {NO_STEP}"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_word(line: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read_line(line)
    assert str(refused.value) == why


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


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("P AW d3-c3", {"kind": "place", "domino": "AW", "first": "d3", "second": "c3"}),
        ("X NO", {"kind": "discard", "domino": "NO"}),
        ("+2 c2", {"kind": "plant", "type": 2, "neutral": False, "space": "c2"}),
        ("+1N c12", {"kind": "plant", "type": 1, "neutral": True, "space": "c12"}),
        ("+0", {"kind": "no-plant"}),
        ("J T", {"kind": "joker", "animal": "T"}),
        ("R b2", {"kind": "return", "space": "b2"}),
        ("DROP", {"kind": "drop"}),
        ("OK", {"kind": "close"}),
        ("AGAIN", {"kind": "again"}),
        ("END", {"kind": "end"}),
    ],
)
def test_a_step_is_described_by_typed_parts(text: str, parts: dict[str, Any]) -> None:
    found = GAME.parts(read(text))
    assert found == parts
    assert next(iter(found)) == "kind"


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


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="PXJR+DOKENAGI0125N abco-;.?\té", max_size=14))
def test_any_text_is_a_step_or_invalid_and_never_worse(text: str) -> None:
    with contextlib.suppress(InvalidStep):
        assert GAME.write(read(text)) == text
    try:
        steps = GAME.read_line(text, STATE, STATE.seat)
    except InvalidStep:
        return
    assert [read(GAME.write(step)) for step in steps] == steps


def test_a_legal_step_of_the_list_is_the_object_that_is_read() -> None:
    state = GAME.start(dealt(3))
    for step in GAME.legal_steps(state, state.seat):
        assert GAME.read(GAME.write(step), state, state.seat) is step
    with pytest.raises(IllegalStep):
        GAME.play(state, state.seat, GAME.read("P AW a1-c1", state, state.seat))
