"""Traces of Sanssouci: the samples replay equal, and the known answers of ``referee trace``."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from referee.games.replay import Replayed, TraceDiffers, TraceUnreadable, replay
from referee.games.trace import write_trace
from tests.games.sanssouci.helping import GAME
from tests.games.sanssouci.knowledge import random_options

TRACES = sorted((Path(__file__).parents[2] / "traces").glob("sanssouci-*.jsonl"))
STEPS = {"2p-1": 87, "2p-2": 122, "4p-1": 165, "4p-2": 247}


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_sample_trace_replays_equal(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()) == Replayed(1, STEPS[path.stem.removeprefix("sanssouci-")])


def test_all_four_samples_are_there() -> None:
    assert [path.stem.removeprefix("sanssouci-") for path in TRACES] == sorted(STEPS)


# SHA-256 of the whole output, seed 1: a change here breaks every trace that somebody keeps.
KNOWN = {
    (2, False): "ea2f18af8546582409471482d31fa9fa7d2602c078eeef18f91e88b5a1029f4b",
    (3, False): "d8c0e259e128547a3dfb7f53f7ea1d2b2e6a956e3faf2cf6b64cc0ae2ad8814d",
    (4, False): "803bcb48d067f17b4a6503d55460ad0a79723f33f28f4e01878396a85ea8b2b1",
    (3, True): "5a5fdf1a697d8a139bd4b1a1ab7cf04546fd4add28e23b0657615095cc7ab7d8",
}


@pytest.mark.parametrize(("players", "is_advanced"), sorted(KNOWN))
def test_the_trace_of_seed_1_is_known_to_the_byte(players: int, is_advanced: bool) -> None:
    options = {"expansion": True, "stack_choice": True} if is_advanced else {}
    text = "".join(line + "\n" for line in write_trace(GAME, players, 1, options))
    assert hashlib.sha256(text.encode()).hexdigest() == KNOWN[players, is_advanced]
    assert replay(text.encode().splitlines()).games == 1


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


@pytest.mark.parametrize("seed", range(9))
def test_a_trace_of_any_options_replays_equal(seed: int) -> None:
    players = 2 + seed % 3
    options = random_options(players, random.Random(seed))
    lines = list(write_trace(GAME, players, seed, options))
    assert json.loads(lines[0])["options"] == options
    assert replay([line.encode() for line in lines]) == Replayed(1, len(lines) - 2)
    assert list(write_trace(GAME, players, seed, options)) == lines


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
