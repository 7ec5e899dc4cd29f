"""The two commands for traces, and how a trace begins: shown with Zooloretto."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli.trace import replay_command, trace_command
from referee.games.engine import InvalidOptions
from referee.games.registry import game_named
from referee.games.trace import write_trace
from tests.games.zooloretto.traces import KNOWN

TRACES = sorted((Path(__file__).parents[1] / "traces").glob("zooloretto-*.jsonl"))
GAME = game_named("zooloretto")


def run(*arguments: str, given: str | None = None) -> Result:
    command = {"trace": trace_command, "replay": replay_command}[arguments[0]]
    return CliRunner().invoke(command, arguments[1:], input=given)


def test_the_trace_of_seed_1_begins_as_the_rule_book_says() -> None:
    first, second = [json.loads(line) for line, _ in zip(write_trace(GAME, 2, 1, {}), "ab", strict=False)]
    assert first["setup"]["species_removed"] == ["F", "L", "M"]
    assert first["setup"]["deck"][:6] == ["Z", "E", "CM", "C", "$", "Z"]
    assert first["setup"]["start_player"] == 2
    assert first["options"] == {
        "species_removed": "random",
        "start_player": "random",
        "show_remaining_tiles": True,
        "bank_is_finite": True,
        "stall_move_to_barn": False,
    }
    assert (first["t"], first["game"], first["players"], first["rules_version"]) == (
        "setup",
        "zooloretto",
        2,
        1,
    )
    assert (second["t"], second["n"], second["seat"], second["decision"]) == ("step", 1, 2, "TURN")
    assert (second["legal"], second["step"]) == (["D"], "D")


def test_bad_arguments_write_no_trace() -> None:
    with pytest.raises(InvalidOptions):
        next(write_trace(GAME, 6, 1, {}))
    with pytest.raises(ValueError, match=r"^no policy is called 'greedy'; there are: random$"):
        next(write_trace(GAME, 2, 1, {}, "greedy"))


def test_the_command_trace_writes_the_trace_and_nothing_else() -> None:
    done = run("trace", "--game", "zooloretto", "--players", "2", "--seed", "1", "--policy", "random")
    assert done.exit_code == 0
    assert hashlib.sha256(done.stdout_bytes).hexdigest() == KNOWN[0][2]
    assert done.stderr == ""


def test_the_command_trace_takes_options_as_json() -> None:
    done = run(
        "trace", "--game", "zooloretto", "--players", "3", "--seed", "7", "--options", '{"start_player":3}'
    )
    assert json.loads(done.stdout.splitlines()[0])["setup"]["start_player"] == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "9", "--seed", "1"], "players: zooloretto is for 2 to 5 players"),
        (["--players", "2", "--seed", "-1"], "Invalid value for '--seed'"),
        (["--players", "2", "--seed", "1", "--options", "{"], "Invalid value for --options: no JSON"),
        (["--players", "2", "--seed", "1", "--options", "[]"], "options: an object is expected"),
        (
            ["--players", "2", "--seed", "1", "--options", '{"x":1}'],
            "x: no such option; there are species_removed",
        ),
        (["--players", "2", "--seed", "1", "--policy", "best"], "Invalid value for '--policy'"),
        (["--players", "2"], "Missing option '--seed'"),
    ],
)
def test_the_command_trace_names_a_bad_argument(arguments: list[str], said: str) -> None:
    done = run("trace", "--game", "zooloretto", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_the_command_trace_knows_its_games() -> None:
    done = run("trace", "--game", "chess", "--players", "2", "--seed", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'chess' is not one of " in done.stderr
    assert "'zooloretto'" in done.stderr


def test_the_command_replay_counts_what_it_checked() -> None:
    done = run("replay", *map(str, TRACES))
    assert done.exit_code == 0
    assert done.stdout == "ok: 4 files, 4 games, 1164 steps\n"


def test_the_command_replay_reads_standard_input() -> None:
    done = run("replay", "-", given=TRACES[0].read_text())
    assert (done.exit_code, done.stdout) == (0, "ok: 1 files, 1 games, 236 steps\n")


def test_the_command_replay_stops_at_the_first_difference(tmp_path: Path) -> None:
    lines = TRACES[0].read_text().splitlines()
    lines[4] = lines[4].replace('"bank":26', '"bank":25')
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines) + "\n")
    done = run("replay", str(TRACES[1]), str(bad), str(tmp_path / "missing.jsonl"))
    assert (done.exit_code, done.stdout) == (1, f"{bad}:5: expected bank 25, got 26\n")


def test_the_command_replay_tells_the_unreadable_from_the_different(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_text("\n".join(TRACES[0].read_text().splitlines()[:40]))
    done = run("replay", str(cut))
    assert (done.exit_code, done.stdout) == (2, f"{cut}:40: this trace has no end line\n")
    missing = tmp_path / "missing.jsonl"
    done = run("replay", str(missing))
    assert (done.exit_code, done.stdout) == (2, f"{missing}: No such file or directory\n")
    assert run("replay").exit_code == 2
