"""Steps of New York Zoo beside the table of its notation: lines that depend on the position (rule book 12)."""

from typing import Any

import pytest

from referee.games.engine import InvalidStep
from tests.games.new_york_zoo.helping import GAME, case, dealt, play
from tests.games.new_york_zoo.readable import every_readable

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


def test_a_line_goes_on_after_the_end_of_the_match_and_is_judged_by_the_rules_later() -> None:
    state = case(
        1,
        elephant=7,
        phase="MAIN",
        zoos=[{"houses": ["M", "F", "K"], "enclosures": ["5a@A6 P4"], "uncovered": ["K9"]}],
    )
    assert read_line("P>e1 a1@K9 a1@K9 -", state) == ["P>e1", "a1", "a1@K9", "a1@K9", "-"]


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
