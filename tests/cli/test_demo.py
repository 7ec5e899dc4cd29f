"""`referee demo`: a whole match through the public doors, and what it says of it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.demo_letters import ticks_of
from tests.running import Service, free_port

REFEREE = Path(sys.executable).with_name("referee")
REFUSALS = {
    "key/not-in-match": 1,
    "key/revoked": 1,
    "key/unknown": 1,
    "match/not-found": 1,
    "match/over": 1,
    "move/illegal": 1,
    "move/invalid": 1,
    "order/bad-signature": 1,
    "order/game": 1,
    "order/not-to-move": 1,
    "order/stale": 2,
    "request/schema": 1,
    "seat/not-yours": 2,
    "undo/not-allowed": 1,
}


def demo(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([REFEREE, "demo", *words], capture_output=True, text=True, timeout=180)


@pytest.mark.parametrize("players", [2, 5])
def test_a_match_at_a_running_referee_is_played_recorded_and_verified(
    service: Service, tmp_path: Path, players: int
) -> None:
    done = demo(
        "--players", str(players), "--seed", "1", "--url", service.url, "--out", str(tmp_path / "out")
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.count("the letters of this referee cannot be read here") == 1
    assert ", attested 0, " in done.stderr
    report = json.loads(done.stdout)
    assert list(report) == [
        "game",
        "players",
        "seed",
        "match",
        "moves",
        "refusals",
        "result",
        "record",
        "verified",
    ]
    assert (report["game"], report["players"], report["seed"], report["verified"]) == (
        "zooloretto",
        players,
        1,
        True,
    )
    assert report["refusals"] == REFUSALS
    assert len(report["result"]["scores"]) == players
    record = Path(report["record"])
    assert record.parent == tmp_path / "out"
    assert record.read_text().count('"MovePlayed') == report["moves"]


def test_in_a_private_referee_one_seat_is_played_by_letters_and_only_the_record_is_left(
    tmp_path: Path,
) -> None:
    done = demo("--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    report = json.loads(line)
    assert [str(path) for path in tmp_path.iterdir()] == [report["record"]]
    assert report["verified"] is True
    assert report["refusals"] == REFUSALS
    said = re.search(r"played by letters alone: (\d+) letters, (\d+) moves$", done.stderr, re.MULTILINE)
    counted = re.search(r": ok: \d+ events, signed (\d+), attested (\d+), ", done.stderr)
    assert said
    assert counted
    signed, attested = map(int, counted.groups())
    assert signed > 0
    assert attested == int(said[2]) > 0
    assert signed + attested == report["moves"]


def test_nobody_at_the_address_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    done = demo("--url", f"http://127.0.0.1:{free_port()}", "--out", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("referee demo: no answer from ")
    assert len(done.stderr.splitlines()) == 1


def test_a_number_of_players_that_the_game_does_not_know_is_a_usage_error() -> None:
    done = demo("--players", "6")
    assert done.returncode == 2
    assert "2 to 5 players, not 6" in done.stderr


def test_options_that_the_game_does_not_know_are_a_usage_error() -> None:
    for text, said in [('{"quick": true}', "quick"), ("[]", "an object is expected"), ("{", "--options")]:
        done = demo("--game", "new_york_zoo", "--options", text)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


def test_a_match_with_options_is_opened_by_who_plays_by_letters() -> None:
    assert ticks_of("new_york_zoo", {"quick_two_player": True}) == ["option-quick_two_player"]
    assert ticks_of("new_york_zoo", {}) == []
    assert ticks_of("zooloretto", {"start_player": 2}) is None


def test_the_quick_game_of_two_is_played_to_its_end(tmp_path: Path) -> None:
    options = '{"quick_two_player":true}'
    done = demo("--game", "new_york_zoo", "--seed", "7", "--options", options, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["verified"] is True
    assert '"quick_two_player\\":true' in Path(report["record"]).read_text()
