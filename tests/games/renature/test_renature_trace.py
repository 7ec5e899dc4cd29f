"""Traces of Renature: how one begins, and what is illegal or unreadable in one."""

import json
from pathlib import Path

import pytest

from referee.games.engine import InvalidOptions
from referee.games.replay import TraceDiffers, TraceUnreadable, replay
from referee.games.trace import write_trace
from tests.games.renature.helping import GAME

TRACES = sorted((Path(__file__).parents[2] / "traces").glob("renature-*.jsonl"))


def test_the_trace_of_seed_1_begins_as_the_rule_book_says() -> None:
    first = json.loads(next(write_trace(GAME, 2, 1, {})))
    assert (first["t"], first["game"], first["players"], first["options"]) == ("setup", "renature", 2, {})
    assert first["rules_version"] == 1
    assert first["setup"]["start"] == 2
    assert first["setup"]["hands"][0] == ["FA", "BN", "AA"]
    assert first["setup"]["unused"] == ["WW", "DD", "AD"]
    assert first["setup"]["tokens_box"] == ["t2e", "t4a", "t6a"]
    assert set(first["setup"]) == {"start", "colours", "hands", "reserves", "unused", "tokens", "tokens_box"}


def test_a_trace_has_no_options() -> None:
    with pytest.raises(InvalidOptions, match=r"^start: no such option; renature has none$"):
        next(write_trace(GAME, 2, 1, {"start": 1}))


def changed(text: str, old: str, new: str) -> list[bytes]:
    lines = TRACES[0].read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if text in line)
    assert old in lines[place]
    lines[place] = lines[place].replace(old, new)
    return [line.encode() for line in lines]


def test_a_double_from_its_other_end_is_illegal_in_a_trace() -> None:
    with pytest.raises(
        TraceDiffers, match=r"step P AA j1-i1 is illegal: P AA j1-i1 is not the canonical form"
    ):
        replay(changed('"n":9,', '"step":"P AA i1-j1"', '"step":"P AA j1-i1"'))


@pytest.mark.parametrize("step", ["X ON", "P SB h1-i1", "+5 c2", "R p1", ".", "", "x NO", "P AA i1-j1 "])
def test_what_is_no_canonical_text_is_unreadable_in_a_trace(step: str) -> None:
    with pytest.raises(TraceUnreadable):
        replay(changed('"n":9,', '"step":"P AA i1-j1"', f'"step":"{step}"'))
