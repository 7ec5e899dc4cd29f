"""The worked examples and rulings of the rule book, each a rule case in ``cases/`` or a test that names it."""

from pathlib import Path

import pytest

from referee.games.replay import replay
from tests.games.new_york_zoo.helping import GAME, dealt, play

CASES = Path(__file__).parent / "cases"
EXAMPLES = [f"X{number}" for number in range(1, 27)]
# Rulings that a worked example does not show already; the others have no effect on play.
RULINGS = [
    f"R{n}" for n in (2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 20, 21, 22, 23, 25, 26, 27, 30, 33)
]
# What a rule case cannot say: the cells of a placement, and the quick set-up.
NAMED_TESTS = {
    "X8": "test_x8_a_placement_covers_these_cells",
    "X25": "test_x25_the_quick_game_begins_with_six_empty_enclosures_each",
}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_rule_case_holds(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()).games >= 1


def test_every_example_and_ruling_has_its_case() -> None:
    written = {path.stem for path in CASES.glob("*.jsonl")}
    assert set(NAMED_TESTS.values()) <= set(globals())
    assert written | set(NAMED_TESTS) == {*EXAMPLES, *RULINGS, "example"}


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("4b@A6", ["B6", "A7", "B7", "A8"]),
        ("4b@A6r1", ["A6", "B6", "B7", "C7"]),
        ("4b@A6m", ["A6", "A7", "B7", "B8"]),
    ],
)
def test_x8_a_placement_covers_these_cells(text: str, cells: list[str]) -> None:
    state = GAME.start(dealt(2))
    assert GAME.parts(GAME.read(text, state, 1))["cells"] == cells


def test_x25_the_quick_game_begins_with_six_empty_enclosures_each() -> None:
    state = GAME.start(dealt(2, options={"quick_two_player": True}))
    while GAME.turn(state) == 0:
        assert GAME.facts(state)["tiles"] == 30
        state, _ = play(state, GAME.write(GAME.default_step(state, state.seat)))
    facts = GAME.facts(state)
    assert (facts["unc"], facts["tiles"], facts["next"]) == ([68, 66], 30, "WALK 1")
    assert facts["enc"] == ["- - - - - -", "- - - - - -"]
    for zoo in GAME.view(state, None)["zoos"]:
        assert sorted(each["size"] for each in zoo["enclosures"]) == [6, 6, 6, 7, 7, 7]
