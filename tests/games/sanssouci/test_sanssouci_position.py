"""Positions of rule cases: what they lay over the set-up, what is refused; what a snapshot keeps (rule book, "position")."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.sanssouci.helping import FREE, GAME, ROW_1, case, grid, legal, nobles, walk
from tests.games.sanssouci.knowledge import DECK, random_options

ADVANCED = {"expansion": True}
STACKED = {"stack_choice": True}
A1 = "PPPPPPPPP/.P..P..../......P../..P....../........P/P........"
D1 = "PPPPPPPPP/....P.P../..P....../.......P./P......../........P"


def test_a_position_lays_its_keys_over_the_set_up() -> None:
    state = case(
        3,
        {"start_seat": 2, "expansion": True},
        turn=7,
        gardens=[None, "D1", grid("K.S......")],
        nobles=[nobles(a=1), None, nobles(c=2, i=1)],
        scores=[5, None, -2],
        marks=[1, None, -3],
        hands=[["WT", "GO"], None, ["ANY"]],
        piles=[["VIN", "LAB"], None, []],
        missions=[None, ["VIN", "HER"], None],
        sides=["B", None, "B"],
        display={"T2": "VIN", "W1": "ROS"},
        tiles=["HER", "FOU"],
    )
    assert GAME.facts(state) == {
        "next": "PLAY 3",
        "turn": 7,
        "scores": [5, 0, -2],
        "gardens": [A1, D1, "PPPPPPPPP/K.S....../........./........./........./........."],
        "nobles": ["100000000", "000000000", "002000001"],
        "display": ["ROS", "LAB", "LAB", "LAB", "LAB", "LAB", "LAB", "STA", "STA", "VIN"],
        "stacks": [2],
        "hands": [["GO", "WT"], ["WF", "WO"], ["ANY"]],
        "sides": ["B", "A", "B"],
    }
    assert [own.pile for own in state.owns] == [("VIN", "LAB"), tuple(DECK[2:]), ()]
    assert [own.marks for own in state.owns] == [1, 0, -3]
    assert [own.played for own in state.owns] == [(), (), ()]
    assert state.setup.missions == (("LAB", "STA"), ("VIN", "HER"), ("STE", "FOU"))
    assert state.stacks == (("HER", "FOU"),)
    assert state.setup.expansions == ("X1", "X2", "X3")


def test_a_set_up_of_a_case_may_lack_keys() -> None:
    decks = [DECK[::-1], DECK]
    state = GAME.read_position(2, {}, {"decks": decks}, {})
    assert GAME.facts(state)["hands"] == [["ANY", "VIN"], ["WF", "WO"]]
    assert state.owns[0].pile == tuple(DECK[::-1][2:])
    state = GAME.read_position(2, {}, {"missions": [["VIN", "HER"], ["LAB", "STA"]]}, {})
    assert state.setup.missions == (("VIN", "HER"), ("LAB", "STA"))
    state = GAME.read_position(2, {}, {"gardens": ["C1", "D1"]}, {"gardens": [None, "B1"]})
    assert state.setup.gardens == ("C1", "D1")
    assert GAME.facts(state)["gardens"][1] == "PPPPPPPPP/P....P.../...P...../......P../.P......./........P"
    with pytest.raises(InvalidPosition, match=r"^setup\.decks is a list$"):
        GAME.read_position(2, {}, {"decks": [DECK, None]}, {})


@pytest.mark.parametrize(
    ("options", "written", "sides"),
    [
        ({"garden_choice": "same"}, None, ["A1"]),
        ({"garden_choice": "given"}, None, ["A1", "B1", "C1"]),
        ({"garden_choice": "same", "garden_sides": None}, {"gardens": ["B2", "B2", "B2"]}, ["B2"]),
        ({"garden_choice": "given"}, {"gardens": ["B2", "A1", "C1"]}, ["B2", "A1", "C1"]),
        ({"garden_choice": "same", "garden_sides": ["D2"]}, None, ["D2"]),
    ],
)
def test_a_case_may_choose_gardens_without_naming_them(
    options: dict[str, Any], written: Any, sides: list[str]
) -> None:
    state = GAME.read_position(3, options, written, {})
    assert state.setup.options["garden_sides"] == sides
    assert list(state.setup.gardens) == (sides if len(sides) == 3 else sides * 3)


@pytest.mark.parametrize(
    "options", [[], {"garden_choice": "same", "x": 1}, {"garden_choice": "given", "garden_sides": ["A1"]}]
)
def test_bad_options_of_a_case_are_refused(options: Any) -> None:
    with pytest.raises(InvalidOptions):
        GAME.read_position(3, options, None, {})
    with pytest.raises(InvalidOptions):
        GAME.read_position("3", {"garden_choice": "same"}, None, {})


def test_numerals_are_dropped_where_a_position_names_the_tiles() -> None:
    numerals = {"numerals": ["II"] * 45}
    kept = GAME.read_position(2, STACKED, numerals, {})
    assert GAME.view(kept, None)["tops"] == ["II"] * 8
    dropped = GAME.read_position(2, STACKED, numerals, {"stacks": [["VIN"]] * 8})
    assert "tops" not in GAME.view(dropped, None)
    assert GAME.read_position(2, {}, numerals, {}).setup.numerals == ("II",) * 45
    assert GAME.read_position(2, {}, numerals, {"tiles": ["VIN"]}).setup.numerals == ()


def test_a_pending_tile_leaves_its_place_empty() -> None:
    state = case(phase="NOBLE", pending={"from": "O2"})
    assert GAME.facts(state)["display"] == ["LAB"] * 5 + [None] + ["STA"] * 4
    state = case(phase="GARDENER", gardens=[grid("......S.."), None], pending={"from": "W2", "symbol": "ROS"})
    assert GAME.facts(state)["display"] == ["LAB", None, "LAB", "LAB", "LAB"] + ["STA"] * 5
    assert "@g3" in legal(state)
    assert "@a2" in legal(state)
    assert "@a3" not in legal(state)


def test_over_scores_at_once_after_all_turns() -> None:
    for players in GAME.players:
        state = case(players, phase="OVER")
        assert GAME.facts(state)["turn"] == GAME.turn(state) == 18 * players
        assert GAME.decisions(state) == ()
    assert GAME.facts(case(phase="OVER", turn=3))["turn"] == 3
    assert GAME.facts(case(phase="OVER", turn=40))["turn"] == 40
    assert GAME.facts(case(turn=35))["next"] == "PLAY 2"


ROWS = [ROW_1, *[FREE] * 5]
FULL = ["S" * 9] * 6
PENDING = {"phase": "GARDENER", "pending": {"from": "W1", "symbol": "PAV"}}
BAD: list[tuple[dict[str, Any], Any, str]] = [
    ({}, None, "position is an object"),
    ({}, [], "position is an object"),
    ({}, {"seat": 1}, "position has no key 'seat'"),
    ({}, {"phase": "TURN"}, "phase is one of SIDE, PLAY, GARDENER, NOBLE, STACK, OVER"),
    ({}, {"phase": None}, "phase is one of SIDE, PLAY, GARDENER, NOBLE, STACK, OVER"),
    ({}, {"phase": "SIDE"}, "phase SIDE is there only with the option expansion"),
    ({}, {"turn": -1}, "turn is a whole number from 0"),
    ({}, {"turn": True}, "turn is a whole number from 0"),
    ({}, {"turn": "1"}, "turn is a whole number from 0"),
    ({}, {"turn": 36}, "turn 36 is there only with phase OVER: the match has 36"),
    ({}, {"turn": 99}, "turn 99 is there only with phase OVER: the match has 36"),
    ({}, {"gardens": ["A1"]}, "gardens is a list of 2"),
    ({}, {"gardens": "A1"}, "gardens is a list of 2"),
    *(({}, {key: None}, f"{key} is a list of 2") for key in ("gardens", "nobles", "scores", "marks", "hands", "piles", "missions")),
    (ADVANCED, {"sides": None}, "sides is a list of 2"),
    ({}, {"gardens": ["E1", None]}, "gardens: 'E1' is no garden side"),
    ({}, {"gardens": [5, None]}, "a garden is a list of 6"),
    ({}, {"gardens": [ROWS[1:], None]}, "a garden is a list of 6"),
    ({}, {"gardens": [[*ROWS[:5], 7], None]}, "gardens: 7 is no row of 9 squares P, S, K or ."),
    ({}, {"gardens": [[*ROWS[:5], "........"], None]}, "gardens: '........' is no row of 9 squares P, S, K or ."),
    ({}, {"gardens": [[*ROWS[:5], "........x"], None]}, "gardens: '........x' is no row of 9 squares P, S, K or ."),
    ({}, {"gardens": [[FREE, *ROWS[1:]], None]}, "gardens: row 1 is printed in every garden, so none of its squares is free"),
    ({}, {"nobles": [nobles()]}, "nobles is a list of 2"),
    ({}, {"nobles": [[0] * 8, None]}, "nobles of a seat is a list of 9"),
    ({}, {"nobles": ["000000000", None]}, "nobles of a seat is a list of 9"),
    ({}, {"nobles": [nobles(a=7), None]}, "nobles: a row from 0 to 6 is expected"),
    ({}, {"nobles": [nobles(a=-1), None]}, "nobles: a row from 0 to 6 is expected"),
    ({}, {"nobles": [[True, *[0] * 8], None]}, "nobles: a row from 0 to 6 is expected"),
    ({}, {"scores": [1]}, "scores is a list of 2"),
    ({}, {"scores": ["1", None]}, "scores and marks are whole numbers"),
    ({}, {"marks": [True, None]}, "scores and marks are whole numbers"),
    ({}, {"hands": [["WG"], None]}, "hands: 'WG' is no card"),
    ({}, {"hands": ["WO", None]}, "hands is a list"),
    ({}, {"hands": [["WO"]]}, "hands is a list of 2"),
    ({}, {"piles": [["WG"], None]}, "piles: 'WG' is no card"),
    ({}, {"missions": [["ANY"], None]}, "missions: 'ANY' is no mission"),
    ({}, {"missions": {}}, "missions is a list of 2"),
    ({}, {"sides": ["A", "B"]}, "sides are there only with the option expansion"),
    (ADVANCED, {"sides": ["C", "B"]}, "sides: A or B or null is expected"),
    (ADVANCED, {"sides": [1, "B"]}, "sides: A or B or null is expected"),
    (ADVANCED, {"sides": ["A"]}, "sides is a list of 2"),
    (ADVANCED, {"phase": "SIDE", "sides": ["A", "B"]}, "in SIDE a seat has not chosen yet"),
    ({}, {"display": ["LAB"]}, "display is an object"),
    ({}, {"display": {"B1": "LAB"}}, "display: 'B1' is no place"),
    ({}, {"display": {"W1": "XXX"}}, "display: 'XXX' is no symbol"),
    ({}, {"display": {"W1": None}}, "display: None is no symbol"),
    ({}, {"tiles": ["XXX"]}, "tiles: 'XXX' is no symbol"),
    ({}, {"tiles": None}, "tiles is a list"),
    ({}, {"stacks": [[]] * 8}, "stacks is there only with the option stack_choice"),
    (STACKED, {"tiles": []}, "tiles is there only without the option stack_choice"),
    (STACKED, {"stacks": [[]] * 7}, "stacks is a list of 8"),
    (STACKED, {"stacks": [["XXX"], *[[]] * 7]}, "stacks: 'XXX' is no symbol"),
    ({}, {"pending": {"from": "W1"}}, "nothing is pending in PLAY"),
    ({}, {"phase": "OVER", "pending": {"from": "W1"}}, "nothing is pending in OVER"),
    (ADVANCED, {"phase": "SIDE", "pending": {"from": "W1"}}, "nothing is pending in SIDE"),
    ({}, {"phase": "GARDENER"}, "in GARDENER the tile just taken is pending"),
    (STACKED, {"phase": "STACK"}, "in STACK the tile just taken is pending"),
    ({}, {"phase": "NOBLE", "pending": None}, "pending is an object"),
    ({}, {"phase": "NOBLE", "pending": {"from": "W1", "to": "a1"}}, "pending has no key 'to'"),
    ({}, {"phase": "NOBLE", "pending": {}}, "pending.from is one of W1 W2 G1 G2 O1 O2 F1 F2 T1 T2"),
    ({}, {"phase": "NOBLE", "pending": {"from": ["W1"]}}, "pending.from is one of W1 W2 G1 G2 O1 O2 F1 F2 T1 T2"),
    ({}, {"phase": "NOBLE", "pending": {"from": "W1", "symbol": "XXX"}}, "pending.symbol: 'XXX' is no symbol"),
    ({}, {"phase": "NOBLE", "pending": {"from": "W1", "symbol": None}}, "pending.symbol: None is no symbol"),
    ({}, {"phase": "GARDENER", "pending": {"from": "W1"}}, "in GARDENER pending has its symbol"),
    ({}, {**PENDING, "gardens": [grid(), None]}, "in GARDENER the square of the pending tile is filled"),
    ({}, {**PENDING, "gardens": [FULL, None]}, "seat 1 has no legal step at GARDENER"),
    ({}, {"phase": "STACK", "pending": {"from": "W1"}}, "STACK is asked only with the option stack_choice, while a tile is left"),
    (STACKED, {"phase": "STACK", "pending": {"from": "W1"}, "stacks": [[]] * 8}, "STACK is asked only with the option stack_choice, while a tile is left"),
    ({}, {"hands": [[], None]}, "seat 1 has no legal step at PLAY"),
    ({}, {"turn": 1, "hands": [None, []]}, "seat 2 has no legal step at PLAY"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "why"), BAD)
def test_a_position_that_cannot_be_is_refused(options: dict[str, Any], position: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_position(2, options, None, position)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ([], "setup is an object"),
        ({"seed": 1}, "setup has no key 'seed'"),
        ({"expansions": ["X1", "X2"]}, "setup.expansions is there only with the option expansion"),
        ({"gardens": ["A1", "A2"]}, "setup.gardens names a board twice"),
    ],
)
def test_a_bad_set_up_of_a_case_is_refused(written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_position(2, {}, written, {})
    assert str(refused.value) == why


def test_a_missing_set_up_is_as_an_empty_one() -> None:
    assert GAME.read_position(4, ADVANCED, None, {}) == GAME.read_position(4, ADVANCED, {}, {})
    null = {
        "gardens": None,
        "nobles": None,
        "scores": None,
        "marks": None,
        "hands": None,
        "piles": None,
        "missions": None,
    }
    assert GAME.read_position(2, {}, None, {key: [value, value] for key, value in null.items()}) == case()


def test_a_snapshot_keeps_of_piles_and_stacks_only_how_much_is_left() -> None:
    import random

    for players in GAME.players:
        for seed in range(3):
            options = random_options(players, random.Random(seed))
            walked = walk(players, seed, options)
            for state, _, _ in walked:
                saved = json.loads(json.dumps(GAME.save(state)))
                assert GAME.restore(state.setup, saved) == state
                assert saved["piles"] == [len(own.pile) for own in state.owns]
                assert saved["stacks"] == [len(stack) for stack in state.stacks]
                assert sorted(saved) == [
                    "display", "gardens", "marks", "phase", "piles", "played", "points", "seat", "sides", "stacks",
                    "taken", "target", "turns",
                ]  # fmt: skip
