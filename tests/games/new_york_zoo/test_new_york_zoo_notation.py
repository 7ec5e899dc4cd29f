"""Reading and writing steps: the canonical text, other spellings, free lines, and what is none (rule book 12)."""

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import InvalidStep, OtherSpelling
from tests.games.new_york_zoo.helping import GAME, case, dealt, play
from tests.games.new_york_zoo.readable import every_readable

EXAMPLES = "+2, @E6r1, M:h,e2, K>e1+, -, k, a3l, b:e2,e1+, x:e4"
STATE = GAME.start(dealt(2))
AT_BAY = {"elephant": 11, "phase": "MAIN", "stacks": {"11": ["4b"]}}
FULL_SOON = {
    "elephant": 12,
    "phase": "MAIN",
    "zoos": [{"houses": ["M", "F", "K"], "enclosures": ["5a@A6 K4"]}],
}


def read(text: str) -> Any:
    return GAME.read(text, STATE, 1)


def read_line(line: str, state: Any = STATE) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, state, state.seat)]


READABLE = [
    "+1", "+9", "f", "r0", "r3", "r4>1", "r4>25", "7b@A6r1", "7b@N9", "4g@A1", "5a@N9r3m", "a8@A1r1", "a1@N9",
    "M:h", "M:h,h", "M:h,e45", "M:e1,e1", "M:e1,e2", "K>h", "K>e45", "K>e45+", "A>e1", "-", "k", "n", "a0", "a1",
    "a3l", "a8", "b:-", "b:e1", "b:e1+", "b:e1,e45+", "b:e2,e1", "b:e1,e1", "x:-", "x:e4", "x:e4+", "7b", "4a",
]  # fmt: skip
UNREADABLE = [
    "", " ", "+0", "+10", "+", "1", "+1 ", "r4", "r5", "r4>0", "r4>26", "r4>01", "r0>1", "F", "ff", "@A6", "5a@A6r0",
    "5a@A6r4", "5a@A6mr1", "5a@A10", "5a@O1", "5a@a6", "5a@A0", "8a@A1", "a0@A1", "5z@A1", "a5", "5z", "5A", "M:",
    "M:e0", "M:e46", "M:h,h,h", "M:h;e1", "M:h, e1", "m:h", "Q:h", "M:e1+", "K>", "K>h+", "K>e0", "K>e46", "k>h",
    "K>e1 +", "K>e01", "--", "K", "N", "b:", "b:h", "b:e1,e2,e3", "b:e46", "b:e1++", "b:-,e1", "x:", "x:e1,e2", "x:h",
    "x:e1-", "PASS", "+１", "k\n", "5a@A6\t", "=A1.B1", "5a=A6.A7", "a3l@E6r0", "5a@A6r1 M:h", "r", "b:e001",
]  # fmt: skip


@pytest.mark.parametrize("text", READABLE)
def test_a_canonical_text_is_read_and_written_back(text: str) -> None:
    assert GAME.write(read(text)) == text
    assert read(text) is read(text)


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_text_that_is_no_canonical_step_is_invalid(text: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert not isinstance(refused.value, OtherSpelling)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4g@A6r1", "4g@A6"), ("4g@A6m", "4g@A6"), ("4h@C2r3", "4h@C2r1"), ("4h@C2r2m", "4h@C2"), ("M:e2,h", "M:h,e2"),
        ("M:e3,e2", "M:e2,e3"), ("a8@A1r3", "a8@A1r1"), ("7b@A1r2", "7b@A1"), ("7b@A1m", "7b@A1r1"),
    ],
)  # fmt: skip
def test_another_spelling_names_the_canonical_form(text: str, canonical: str) -> None:
    with pytest.raises(OtherSpelling) as refused:
        read(text)
    assert refused.value.canonical == canonical
    assert str(refused.value) == f"{text} is not the canonical form: write {canonical}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5a@A6r0", "'5a@A6r0' is not the canonical form: write 5a@A6"),
        ("5A@a6R1", "'5A@a6R1' is not the canonical form: write 5a@A6r1"),
        ("m:E1,H", "'m:E1,H' is not the canonical form: write M:h,e1"),
        ("+1 r0", "'+1 r0' is several steps: write +1, r0"),
        ("5a=A6.A7.B7.C7.D7", "'5a=A6.A7.B7.C7.D7' is not the canonical form: write 5a@A6"),
        ("e46", f"'e46' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 60, f"'{'x' * 47}…' is no step of this match; a step looks like {EXAMPLES}"),
    ],
)
def test_an_invalid_step_says_what_to_write(text: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("position", "line", "steps"),
    [
        ({}, "+2 K>h p>E1", ["+2", "K>h", "P>e1"]),
        ({"stacks": {"11": ["7b"]}}, "+1 @f3R1 m:H", ["+1", "7b@F3r1", "M:h"]),
        ({"stacks": {"11": ["7b"]}}, "+1 7B@F3m M:f", None),
        ({"stacks": {"11": ["4b"]}}, "+1 =g3.f4.g4.f5 M:h", ["+1", "4b@F3", "M:h"]),
        (AT_BAY, "@F3r0", ["4b@F3"]),
        (AT_BAY, "@F3r2m", ["4b@F3m"]),
        (AT_BAY, "@F3r1m", ["4b@F3r1m"]),
        (AT_BAY, "4b@F3", ["4b@F3"]),
        (AT_BAY, "4b=G3.F4.G4.F5", ["4b@F3"]),
        (AT_BAY, "5a@F3", ["5a@F3"]),
        (FULL_SOON, "K>e1 a8@a8 P>e1", ["K>e1", "a8", "a8@A8", "P>e1"]),
        (FULL_SOON, "K>e1 a8 a8@A8", ["K>e1", "a8", "a8@A8"]),
        (FULL_SOON, "k>E1 A8 @A8 -", ["K>e1", "a8", "a8@A8", "-"]),
        (FULL_SOON, "K>e1 a3l=A8.A9.B8 -", ["K>e1", "a3l", "a3l@A8", "-"]),
        (FULL_SOON, "K>e1 a0 -", ["K>e1", "a0", "-"]),
        (FULL_SOON, "B:E2,e1+ K a8@C6 X:E4", None),
        ({}, "f R0 r4>9 N", ["f", "r0", "r4>9", "n"]),
        ({}, "+9 a3l @A6", ["+9", "a3l", "a3l@A6"]),
        ({}, "+9 7b @A6r1", ["+9", "7b", "7b@A6r1"]),
        ({}, "b:e2,e1+ x:E4+ b:- x:-", ["b:e2,e1+", "x:e4+", "b:-", "x:-"]),
    ],
)
def test_a_line_is_read_in_free_spelling(position: Any, line: str, steps: list[str] | None) -> None:
    state = case(**position)
    if steps is not None:
        assert read_line(line, state) == steps
    elif "M:f" in line:
        with pytest.raises(InvalidStep, match=r"^'M:f' is no step of this match"):
            read_line(line, state)
    else:
        assert read_line(line, state) == ["b:e2,e1+", "k", "a8@C6", "x:e4"]


def test_in_the_quick_set_up_a_tile_and_its_place_are_two_steps() -> None:
    state = GAME.start(dealt(2, options={"quick_two_player": True}))
    first, second = state.hands[0][:2]
    assert read_line(f"{first}@A6 {second}@F6", state) == [first, f"{first}@A6", second, f"{second}@F6"]
    assert read_line(f"{first} @A6 {second.upper()}", state) == [first, f"{first}@A6", second]
    named, _ = play(state, first)
    assert read_line(f"{first}@A6", named) == [f"{first}@A6"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("-" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        ("hello", f"'hello' is no step of this match; a step looks like {EXAMPLES}"),
        ("+1 go", f"'go' is no step of this match; a step looks like {EXAMPLES}"),
        ("@A6", "'@A6' names no piece, and none is being placed here"),
        (
            "+9 @A6",
            "'@A6' names no piece, and +9 before it is not legal. The elephant moves at most 4 counted spaces.",
        ),
        ("+2 @A6", "'@A6' names no piece, and none is being placed here"),
        ("=A6.A7", "'=A6.A7' names no piece, and none is being placed here"),
        ("9z@A6", "'9z@A6' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("a0@A6", "'a0@A6' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("5a@A6r7", "'5a@A6r7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("5a@A6=A7", "'5a@A6=A7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("4g=A6.A7.B7", "'4g=A6.A7.B7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        (
            "4g=A6.A7.B6.C7",
            "'4g=A6.A7.B6.C7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7",
        ),
        ("4g=A6,A7", "'4g=A6,A7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_word(line: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read_line(line)
    assert str(refused.value) == why


def test_a_line_goes_on_after_the_end_of_the_match_and_is_judged_by_the_rules_later() -> None:
    state = case(
        1,
        elephant=7,
        phase="MAIN",
        zoos=[{"houses": ["M", "F", "K"], "enclosures": ["5a@A6 P4"], "uncovered": ["K9"]}],
    )
    assert read_line("P>e1 a1@K9 a1@K9 -", state) == ["P>e1", "a1", "a1@K9", "a1@K9", "-"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("+2", {"kind": "walk", "count": 2}),
        ("r0", {"kind": "marker", "marker": 0}),
        ("r4>21", {"kind": "far-marker", "space": 21}),
        ("f", {"kind": "free-move"}),
        (
            "7b@B3r1",
            {
                "kind": "place",
                "piece": "7b",
                "cell": "B3",
                "turn": "r1",
                "cells": ["B3", "C3", "B4", "C4", "D4", "C5", "D5"],
            },
        ),
        ("a2@N9", {"kind": "place", "piece": "a2", "cell": "N9", "turn": "", "cells": ["N9", "O9"]}),
        ("M:h,e2", {"kind": "populate", "species": "M", "from": ["h", "e2"]}),
        ("K>h", {"kind": "acquire", "species": "K", "to": "h", "with_house": False}),
        ("K>e3+", {"kind": "acquire", "species": "K", "to": "e3", "with_house": True}),
        ("-", {"kind": "stop"}),
        ("k", {"kind": "keep", "keeps": True}),
        ("n", {"kind": "keep", "keeps": False}),
        ("a3l", {"kind": "attraction", "attraction": "a3l"}),
        ("a0", {"kind": "attraction", "attraction": "a0"}),
        ("b:-", {"kind": "breed", "litters": []}),
        (
            "b:e2,e1+",
            {
                "kind": "breed",
                "litters": [
                    {"enclosure": "e2", "with_house": False},
                    {"enclosure": "e1", "with_house": True},
                ],
            },
        ),
        ("x:e4", {"kind": "bonus", "litters": [{"enclosure": "e4", "with_house": False}]}),
        ("7b", {"kind": "take-up", "tile": "7b"}),
    ],
)
def test_a_step_is_described_by_typed_parts(text: str, parts: dict[str, Any]) -> None:
    found = GAME.parts(read(text))
    assert found == parts
    assert next(iter(found)) == "kind"


def test_every_step_is_read_as_it_is_written() -> None:
    texts = [step.text for step in every_readable()]
    assert len(texts) == len(set(texts))
    # 9 + f + 4 + 25 + '-' + k n + 9 kinds + 45 tiles; 5 species to 46 places, 45 of them also with '+';
    # 46 single sources and 46 * 47 / 2 pairs; two forms of 91 litters and 90 * 90 pairs.
    small = 9 + 1 + 4 + 25 + 1 + 2 + 9 + 45 + 5 * 91 + 5 * (46 + 46 * 47 // 2) + 2 * 91 + 90 * 90
    tiles = GAME.components["enclosure_tiles"]["tiles"].values()
    pictures = sum(tile["distinct_orientations"] for tile in tiles) + 1 + 2 + 2 + 4 + 2 + 1 + 2 + 2
    assert len(texts) == small + pictures * 9 * 14
    for text in texts[::17]:
        assert GAME.write(read(text)) == text
        assert len(text) <= 48
        assert read_line(text.lower()) == [text]


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="+r0123456789fbkxnMFKPA@:=,.>-ehalmi ", max_size=14))
def test_any_text_is_a_step_or_invalid_and_never_worse(text: str) -> None:
    with contextlib.suppress(InvalidStep):
        assert GAME.write(read(text)) == text
    try:
        steps = GAME.read_line(text, STATE, 1)
    except InvalidStep:
        return
    assert [read(GAME.write(step)) for step in steps] == steps
