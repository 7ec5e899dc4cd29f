"""Traces of New York Zoo: how one begins, its facts, other spellings in one, and the two commands."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.trace import replay_command, trace_command
from referee.games.replay import TraceDiffers, TraceUnreadable, replay
from referee.games.trace import write_trace
from tests.games.new_york_zoo.helping import GAME

TRACES = sorted((Path(__file__).parents[2] / "traces").glob("new_york_zoo-*.jsonl"))


def test_the_trace_of_seed_1_begins_as_the_rule_book_says() -> None:
    first, second = [json.loads(line) for line, _ in zip(write_trace(GAME, 2, 1, {}), "ab", strict=False)]
    stacks = first["setup"]["stacks"]
    known = {"1": "5o 6l 7g", "3": "5e 6b 7b", "4": "4a 5h 6j", "11": "5c 6n 7a", "24": "5i 6i 7c"}
    assert {bay: " ".join(stacks[bay]) for bay in known} == known
    assert first["setup"]["boards"] == ["2P1", "2P2"]
    assert first["options"] == {
        "bonus_breed_scope": "different_species",
        "attraction_may_be_declined": True,
        "shared_victory_on_full_tie": True,
        "solo_board": "S3",
        "quick_two_player": False,
    }
    assert (second["n"], second["seat"], second["decision"]) == (1, 1, "WALK")
    assert second["legal"] == ["+1", "+2", "+3", "+4"]


def test_solo_stands_in_the_facts_of_one_player_only() -> None:
    for players, path in ((1, TRACES[0]), (5, TRACES[2])):
        lines = path.read_bytes().splitlines()[:2]
        step = json.loads(lines[1])
        assert ("solo" in step["facts"]) == (players == 1)
        if players == 1:
            del step["facts"]["solo"]
        else:
            step["facts"]["solo"] = {"laps": 0, "markers": []}
        with pytest.raises(TraceUnreadable, match="solo"):
            replay([lines[0], json.dumps(step).encode()])


def test_a_step_in_another_spelling_is_illegal_in_a_trace() -> None:
    setup = {"t": "setup", "game": "new_york_zoo", "players": 2}
    position = {"elephant": 11, "phase": "MAIN", "stacks": {"11": ["4g"]}}
    case = {**setup, "position": {**position, "zoos": [{"enclosures": ["5a@A6 M2"]}]}}
    for texts in (["4g@F1r1"], ["4g@F1", "M:e1,h"]):
        steps = [{"t": "step", "step": text} for text in texts]
        with pytest.raises(TraceDiffers, match="is not the canonical form"):
            replay([json.dumps(line).encode() for line in (case, *steps)])


def test_the_commands_write_and_check_a_trace() -> None:
    arguments = [
        "--game",
        "new_york_zoo",
        "--players",
        "2",
        "--seed",
        "3",
        "--options",
        '{"quick_two_player":true}',
    ]
    written = CliRunner().invoke(trace_command, arguments)
    assert written.exit_code == 0
    checked = CliRunner().invoke(replay_command, ["-"], input=written.output)
    assert (checked.exit_code, checked.output.startswith("ok: 1 files, 1 games, ")) == (0, True)
