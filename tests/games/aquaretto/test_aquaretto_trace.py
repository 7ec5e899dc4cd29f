"""Traces of Aquaretto: the samples replay equal, and the known answers of ``referee trace``."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from referee.games.replay import Replayed, replay
from referee.games.trace import write_trace
from tests.games.aquaretto.helping import GAME
from tests.games.aquaretto.knowledge import random_options

TRACES = sorted((Path(__file__).parents[2] / "traces").glob("aquaretto-*.jsonl"))
STEPS = {"2p-1": 180, "2p-2": 163, "3p-1": 228, "4p-1": 284, "5p-1": 317, "5p-2": 340}


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_sample_trace_replays_equal(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()) == Replayed(1, STEPS[path.stem.removeprefix("aquaretto-")])


def test_all_six_samples_are_there() -> None:
    assert [path.stem.removeprefix("aquaretto-") for path in TRACES] == sorted(STEPS)


# SHA-256 of the whole output, seed 1: a change here breaks every trace that somebody keeps.
KNOWN = {
    2: "0381ffecc13f3afa9cabea03523d0f4a7afa367019b297edee83b0c7d2599a32",
    3: "ce31396c086d61ed0fc511cd60a18dce9d90c0c42084e52267a6014ed276df9a",
    4: "e74a56a358c609be9afedabe8c5799fa66c06a85eb852a2905a0eef2f0c36c29",
    5: "9154280d47f040ad04dfea8f8a0b87fc279bcb5132ca6f2f053bd71b44be719d",
}


@pytest.mark.parametrize("players", sorted(KNOWN))
def test_the_trace_of_seed_1_is_known_to_the_byte(players: int) -> None:
    text = "".join(line + "\n" for line in write_trace(GAME, players, 1, {}))
    assert hashlib.sha256(text.encode()).hexdigest() == KNOWN[players]
    assert replay(text.encode().splitlines()).games == 1


def test_the_trace_of_seed_1_begins_as_the_rule_book_says() -> None:
    first, second = [json.loads(line) for line, _ in zip(write_trace(GAME, 2, 1, {}), "ab", strict=False)]
    assert first["setup"]["species_removed"] == ["T", "C", "B"]
    assert first["setup"]["deck"][:8] == ["SF", "HE", "HE", "OZ", "PE", "PF", "OM", "SA"]
    assert first["setup"]["start_player"] == 2
    assert first["options"] == {
        "species_removed": "random",
        "start_player": "random",
        "offspring_trainable": True,
    }
    assert (second["n"], second["seat"], second["decision"], len(second["legal"])) == (1, 2, "TURN", 64)


@pytest.mark.parametrize("seed", range(4))
def test_a_trace_of_any_options_replays_equal(seed: int) -> None:
    players = 2 + seed
    options = random_options(players, random.Random(seed))
    lines = list(write_trace(GAME, players, seed, options))
    assert json.loads(lines[0])["options"] == options
    assert replay([line.encode() for line in lines]) == Replayed(1, len(lines) - 2)
    assert list(write_trace(GAME, players, seed, options)) == lines
