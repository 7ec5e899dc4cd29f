"""Traces of Sanssouci: how one begins, its facts, and what is illegal or unreadable in one."""

import json
from pathlib import Path

import pytest

from referee.games.replay import TraceDiffers, TraceUnreadable, replay
from referee.games.trace import write_trace
from tests.games.sanssouci.helping import GAME

TRACES = sorted((Path(__file__).parents[2] / "traces").glob("sanssouci-*.jsonl"))


def test_the_trace_of_seed_1_begins_as_the_rule_book_says() -> None:
    first = json.loads(next(write_trace(GAME, 2, 1, {})))
    assert (first["t"], first["game"], first["players"], first["rules_version"]) == (
        "setup",
        "sanssouci",
        2,
        1,
    )
    setup = first["setup"]
    assert sorted(setup) == ["decks", "gardens", "missions", "tiles"]
    assert setup["gardens"] == ["C2", "B1"]
    assert setup["missions"] == [["VIN", "STE"], ["STA", "LAB"]]
    assert setup["decks"][0][:4] == ["LAB", "OT", "VIN", "ANY"]
    assert setup["tiles"][:4] == ["FOU", "FOU", "FIG", "STA"]
    assert first["options"] == {
        "expansion": False,
        "garden_choice": "random",
        "garden_sides": None,
        "stack_choice": False,
        "start_seat": 1,
    }


def test_a_trace_has_the_fact_sides_exactly_with_the_expansion() -> None:
    for has_expansion in (False, True):
        lines = list(write_trace(GAME, 2, 1, {"expansion": has_expansion}))
        step = json.loads(lines[1])
        assert ("sides" in step["facts"]) is has_expansion
        if has_expansion:
            del step["facts"]["sides"]
            why = "facts has no sides"
        else:
            step["facts"]["sides"] = [None, None]
            why = "facts has no key 'sides'"
        lines[1] = json.dumps(step)
        with pytest.raises(TraceUnreadable) as refused:
            replay([line.encode() for line in lines])
        assert (refused.value.line, refused.value.why) == (2, why)


@pytest.mark.parametrize(
    ("case", "error", "why"),
    [
        ({"step": "TG W1"}, TraceUnreadable, "'TG W1' is not the canonical form: write GT W1"),
        ({"step": "GT W1"}, TraceDiffers, "step GT W1 is illegal: GT is not in hand: WF, WO. (not-in-hand)"),
        ({"step": "SIDE A"}, TraceDiffers, "step SIDE A is illegal: SIDE A does not answer PLAY: seat 1 owes a card in hand and a place of the display, such as GT T1. (wrong-decision)"),
        ({"step": "/9"}, TraceUnreadable, "'/9' is no step of this match; a step looks like SIDE A, GT T1, PAV W1, ANY F2, @c5, >e5, >-, /3"),
    ],
)  # fmt: skip
def test_a_case_tells_unreadable_from_illegal(case: dict[str, str], error: type, why: str) -> None:
    lines = [{"t": "setup", "game": "sanssouci", "players": 2, "position": {}}, {"t": "step", **case}]
    with pytest.raises(error) as refused:
        replay([json.dumps(line).encode() for line in lines])
    assert refused.value.why == why
