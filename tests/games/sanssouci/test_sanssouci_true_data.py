"""True prints may replace the stand-ins in ``components.yaml`` without a change of code (rule book, head)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import referee

# What the plays below print: all that hangs on the data. It runs in a process of its own, on a copy of the package.
PROGRAM = """
import json, random, sys
from referee.games.registry import game_named
from referee.games.replay import replay
from referee.games.sanssouci.components import CARDS, DECK
from referee.games.shuffle import seeded_shuffle
from referee.games.trace import write_trace

game = game_named("sanssouci")
for seed in range(6):
    options = {"expansion": seed % 2 == 0, "stack_choice": seed % 3 == 0}
    replay([line.encode() for line in write_trace(game, 2 + seed % 3, seed, options)])
    setup = game.deal(2 + seed % 3, options, seeded_shuffle(bytes([seed]) * 32, "data", []))
    state, chance = game.start(setup), random.Random(seed)
    while owed := game.decisions(state):
        view = game.view(state, owed[0].seat)
        game.board(view)
        imagined = game.imagine(view, seeded_shuffle(chance.randbytes(32), "data", []))
        assert game.view(imagined, owed[0].seat) == view
        assert game.restore(setup, game.save(state)) == state
        state, _ = game.play(state, owed[0].seat, chance.choice(game.legal_steps(state, owed[0].seat)))

def case(**position):
    return game.read_position(2, {"expansion": True}, {"expansions": ["X1", "X2"]}, position)

def legal(state):
    return sorted(game.write(step) for step in game.legal_steps(state, 1))

symbol, _ = game.play(case(hands=[["ANY"], None]), 1, game.read("ANY O1", case(), 1))
print(json.dumps({
    "garden": game.facts(game.read_position(2, {}, None, {}))["gardens"][0],
    "covered": game.facts(case())["gardens"][0],
    "deck": list(DECK),
    "cards": list(CARDS),
    "twice": legal(case(hands=[["GT", "GT"], None])),
    "marks": game.facts(symbol)["scores"],
    "alias": game.write(game.read_line("fw w1", case(), 2)[0]),
    "seat": game.facts(case())["next"],
}))
"""


def played_with(components: dict[str, Any], directory: Path) -> dict[str, Any]:
    """What the program prints with other data in the place of the package's."""
    package = directory / "referee"
    source = Path(referee.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    data = package / "games" / "sanssouci" / "components.yaml"
    data.write_text(yaml.safe_dump(components, sort_keys=False), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(directory), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


@pytest.fixture
def components() -> dict[str, Any]:
    """The data of the package, to be changed."""
    path = Path(referee.__file__).parent / "games" / "sanssouci" / "components.yaml"
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def test_other_layouts_pairs_and_marks_are_played_by(components: dict[str, Any], tmp_path: Path) -> None:
    # One printed square lies below the expansion board, one pair stands twice, one mark is of a new kind.
    components["gardens"]["layouts"]["A1"] = ["a2", "i2", "c3", "e4", "g5", "h6"]
    pairs = ["WF", "GT", "GT", "OF", "OT", "WG", "FT", "WO"]
    cards = components["playing_cards"]
    cards["two_colour_cards"]["ids"] = pairs
    cards["deck_order_before_shuffle"] = [*pairs, *cards["symbol_cards"]["ids"], "ANY"]
    expansion = components["expansion"]
    expansion["mark_codes"]["S9"] = {"applies_to": "symbol", "points": 9}
    expansion["shape"]["squares"][1] = "a4"
    expansion["boards"]["X1a"] = [["M2"], ["S9", "--", "G3"], *expansion["boards"]["X1a"][2:]]
    found = played_with(components, tmp_path)
    assert found["garden"] == "PPPPPPPPP/P.......P/..P....../....P..../......P../.......P."
    assert (
        found["covered"] == "PPPPPPPPP/P.......P/..P....../........./........./.......P."[:50] + "........."
    )
    assert found["deck"] == cards["deck_order_before_shuffle"]
    assert found["cards"] == list(dict.fromkeys(found["deck"]))
    assert found["twice"] == ["GT G1", "GT G2", "GT T1", "GT T2"]
    assert found["marks"] == [9, 0]
    assert found["alias"] == "WF W1"


def test_the_stand_ins_themselves_are_played_by(components: dict[str, Any], tmp_path: Path) -> None:
    found = played_with(components, tmp_path)
    assert (
        found["garden"] == found["covered"] == "PPPPPPPPP/.P..P..../......P../..P....../........P/P........"
    )
    assert found["marks"] == [0, 0]
    assert found["twice"] == ["GT G1", "GT G2", "GT T1", "GT T2"]


def test_the_stand_ins_keep_what_is_known(components: dict[str, Any]) -> None:
    """Each side has 15 printed squares and none below the expansion; eight pairs; twelve marks a side (section 1)."""
    covered = set(components["expansion"]["shape"]["squares"])
    layouts = components["gardens"]["layouts"]
    for side, extra in layouts.items():
        assert len(extra) == 6, side
        assert len({square[0] for square in extra}) == 6, side
        assert sorted(square[1] for square in extra) == ["2", "2", "3", "4", "5", "6"], side
        assert not covered & set(extra), side
        other = {f"{'ihgfedcba'['abcdefghi'.index(square[0])]}{square[1]}" for square in extra}
        assert other == set(layouts[side[0] + "21"[int(side[1]) - 1]]), side
    assert len({tuple(sorted(extra)) for extra in layouts.values()}) == 8
    cards = components["playing_cards"]
    pairs = cards["two_colour_cards"]["ids"]
    assert len(pairs) == len(set(pairs)) == 8
    assert cards["deck_order_before_shuffle"] == [
        *pairs,
        *cards["symbol_cards"]["ids"],
        *cards["wild_cards"]["ids"],
    ]
    for side, lines in components["expansion"]["boards"].items():
        codes = sorted(code for line in lines for code in line if code != "--")
        assert codes == ["G3"] * 3 + ["M2"] * 2 + ["M3"] + ["S1"] * 2 + ["S2"] * 2 + ["S3"] * 2, side
        assert [len(line) for line in lines] == [1, 3, 5, 7], side
        mirrored = components["expansion"]["boards"][side[:2] + "ba"["ab".index(side[2])]]
        assert [line[::-1] for line in lines] == mirrored, side
