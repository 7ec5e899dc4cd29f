"""Traces of every game: the samples replay equal, those of seed 1 are known to the byte, and no option spoils one."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import GAMES, game_named
from referee.games.replay import Replayed, replay
from referee.games.trace import write_trace
from tests.games.knowing import traces_of

SAMPLES = sorted((Path(__file__).parents[1] / "traces").glob("*.jsonl"))
KNOWN = [
    pytest.param(game, *known, id=f"{game}-{known[0]}p-{number}")
    for game in GAMES
    for number, known in enumerate(traces_of(game).KNOWN, 1)
]
OTHERS = [
    pytest.param(game, *other, id=f"{game}-{other[0]}p-{number}")
    for game in GAMES
    for number, other in enumerate(traces_of(game).OTHERS, 1)
]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_trace_replays_equal(path: Path) -> None:
    game, sample = path.stem.split("-", 1)
    assert replay(path.read_bytes().splitlines()) == Replayed(1, traces_of(game).STEPS[sample])


@pytest.mark.parametrize("game", GAMES)
def test_all_samples_of_a_game_are_there(game: str) -> None:
    samples = [path.stem.removeprefix(f"{game}-") for path in SAMPLES if path.stem.startswith(f"{game}-")]
    assert samples == sorted(traces_of(game).STEPS)


@pytest.mark.parametrize(("game", "players", "options", "known"), KNOWN)
def test_the_trace_of_seed_1_is_known_to_the_byte(
    game: str, players: int, options: dict[str, Any], known: str
) -> None:
    """By the SHA-256 of the whole output: a change here breaks every trace that somebody keeps."""
    text = "".join(line + "\n" for line in write_trace(game_named(game), players, 1, options))
    assert hashlib.sha256(text.encode()).hexdigest() == known
    assert replay(text.encode().splitlines()).games == 1


@pytest.mark.parametrize(("game", "players", "seed", "options"), OTHERS)
def test_a_trace_of_any_options_replays_equal(
    game: str, players: int, seed: int, options: dict[str, Any]
) -> None:
    rules = game_named(game)
    lines = list(write_trace(rules, players, seed, options))
    assert json.loads(lines[0])["options"] == {**rules.check_options(players, {}), **options}
    assert replay([line.encode() for line in lines]) == Replayed(1, len(lines) - 2)
    assert list(write_trace(rules, players, seed, options)) == lines
