"""Playing: the legal list against brute force, values that never change, whole random games, defaults, results."""

import os
import random
from typing import Any

import pytest

from referee.games.engine import Decision, State
from tests.drills.random_games import run
from tests.games.aquaretto.helping import CELLS, GAME, TILES, case, dealt, legal, play, texts, walk, zoos
from tests.games.aquaretto.knowledge import near, readable
from tests.games.playing import (
    accepted,
    assert_no_step_stands_twice,
    assert_states_never_change,
    played_by_absent_seats,
)

# A drill runs 2,000: REFEREE_RANDOM_GAMES=2000, or python -m tests.drills random_games_aquaretto.
RANDOM_GAMES = int(os.environ.get("REFEREE_RANDOM_GAMES", "100"))


def test_random_games_keep_the_invariants_of_the_book() -> None:
    report = run(RANDOM_GAMES, seed=1, name=GAME.name)
    assert report["games"] == RANDOM_GAMES
    assert report["steps"] > 150 * RANDOM_GAMES


def _accepted(state: State, written: list[str]) -> list[str]:
    return accepted(GAME, state, [GAME.read(text, state, state.seat) for text in written])


@pytest.mark.parametrize("players", GAME.players)
def test_the_legal_list_is_exactly_what_play_accepts(players: int) -> None:
    chance = random.Random(players)
    walked = walk(players, seed=10 * players)
    owed: dict[str, list[State]] = {}
    for state, _ in walked[:-1]:
        owed.setdefault(GAME.decisions(state)[0].name, []).append(state)
    for state in [state for states in owed.values() for state in chance.sample(states, min(4, len(states)))]:
        # A fuller purse opens more of the list than random play leaves.
        rich = state._replace(coins=tuple(chance.choice([0, 1, 2, 3, 9]) for _ in range(players)))
        for world in (state, rich):
            assert legal(world) == _accepted(world, list(readable(world)))


def test_the_legal_list_is_what_play_accepts_of_all_tiles_and_cells() -> None:
    state = case(
        2, coins=[9, 9], trucks=["$", "", "DA"], deck=["DA"] * 20,
        zoos=["DA@J12 DF@K12 OA@L10 L@M13 W@C W@K9 D:CE,DM", "S@I13SE D:HE,OM"],
    )  # fmt: skip
    cells = near(GAME.view(state, None)["zoos"][0]["spaces"])
    assert legal(state) == _accepted(state, texts(2, cells, TILES, [*cells, "C", "K", "M"]))
    far = [cell for cell in CELLS if cell not in cells]
    anywhere = {"D", "DIS", "T1", "T3", "MW C>K", "MW C>M", "MW K9>C", "MW K9>K", "MW K9>M"}
    assert set(_accepted(state, texts(2, far, ["DM", "OM"], ["C", "K9"]))) == anywhere


def test_no_step_stands_twice_in_the_legal_list() -> None:
    for players in GAME.players:
        assert_no_step_stands_twice(GAME, walk(players, seed=players))


def test_a_state_never_changes_so_that_an_undo_is_the_old_value() -> None:
    """faults.md A51: the state after an undo is the state that was."""
    for players in GAME.players:
        assert_states_never_change(GAME, walk(players, seed=players), walk(players, seed=players))


def test_one_seat_owes_one_decision_until_the_match_is_over() -> None:
    assert GAME.decisions(case(next="TURN 2")) == (Decision("TURN", 2),)
    assert GAME.decisions(case(next="LOAD 3", hand="DA")) == (Decision("LOAD", 3),)
    placing = case(next="PLACE 1", hand="DA", trucks=["@1", "", ""])
    assert GAME.decisions(placing) == (Decision("PLACE", 1),)
    assert GAME.decisions(case(next="RESOLVE 2", hand="W")) == (Decision("RESOLVE", 2),)
    assert GAME.decisions(case(next="OVER")) == ()


def test_a_turn_lasts_until_its_action_is_done() -> None:
    state = case(trucks=["DM,HE", "", "@3"], coins=[3, 3, 3], deck=["OA"] * 30, zoos=zoos("DF@J12 D:"))
    turns = []
    for text in ("T1", "P DM>K12", "P Y>L12", "P HE>D", "D", "L2", "EXP S I13SE", "T2", "P OA>D"):
        state, _ = play(state, text)
        turns.append((GAME.turn(state), state.seat, state.round))
    assert turns == [
        (1, 1, 1), (1, 1, 1), (1, 1, 1), (2, 2, 1), (2, 2, 1), (3, 2, 1), (4, 2, 1), (4, 2, 1), (5, 2, 2),
    ]  # fmt: skip
    assert GAME.view(state, None)["starter"] == 2


def test_an_offspring_of_a_move_or_purchase_is_of_the_same_turn() -> None:
    state = case(coins=[9, 9, 9], zoos=zoos("DF@J12 D:DM", "OF@J12 D:", "D:OM"))
    for text, turn, seat in (
        ("MV DM>K12", 1, 1), ("P Y>L12", 2, 2), ("BUY 3:OM>K12", 2, 2), ("P Y>L12", 3, 3),
    ):  # fmt: skip
        state, _ = play(state, text)
        assert (GAME.turn(state), state.seat) == (turn, seat)


def test_the_facts_after_a_known_line_are_exactly_these() -> None:
    state = case(
        trucks=["DM,HE,OA", "$", ""], coins=[1, 2, 3], bank=11, round=3, deck=["SA"] * 20,
        zoos=zoos("DF@J12 DA@K12 W@J11 D:CE", "W@C L@M13 D:HE,HA"),
    )  # fmt: skip
    state, _ = play(state, "T1", "P DM>I12")
    assert GAME.facts(state) == {
        "next": "RESOLVE 1",
        "round": 3,
        "left": 20,
        "bank": 10,
        "coins": [2, 2, 3],
        "hand": "DY,HE,OA",
        "trucks": ["@1", "$", ""],
        "zoos": ["DA@K12 DF@J12 DM@I12 W@J11 D:CE", "L@M13 W@C D:HE,HA", "D:"],
        "scores": [3 + 3 - 2, 2 - 2, 0],
    }
    state, _ = play(state, "P Y>J13", "P OA>D", "P HE>K9")
    assert GAME.facts(state) == {
        "next": "TURN 2",
        "round": 3,
        "left": 20,
        "bank": 10,
        "coins": [2, 2, 3],
        "hand": "",
        "trucks": ["@1", "$", ""],
        "zoos": ["DA@K12 DF@J12 DM@I12 DY@J13 HE@K9 W@J11 D:CE,OA", "L@M13 W@C D:HE,HA", "D:"],
        "scores": [5 + 3 - 4, 0, 0],
    }


DEFAULTS: list[tuple[dict[str, Any], str]] = [
    ({}, "D"),
    ({"trucks": ["", "@2", "@3"]}, "D"),
    ({"trucks": ["DA,DA", "DA", "$"]}, "T2"),
    ({"trucks": ["DA,DA", "@2", "OA,OA"]}, "T1"),
    ({"trucks": ["DA,DA,DA", "", "OA,OA"]}, "T3"),
    ({"next": "LOAD 1", "hand": "DA"}, "L1"),
    ({"next": "LOAD 1", "hand": "DA", "trucks": ["DA,DA", "DA", "DA"]}, "L2"),
    ({"next": "LOAD 1", "hand": "DA", "trucks": ["DA,DA,DA", "@2", "DA,DA"]}, "L3"),
    ({"next": "PLACE 1", "hand": "OA,DM,DA", "trucks": ["@1", "", ""]}, "P DA>D"),
    ({"next": "RESOLVE 1", "hand": "DY", "zoos": zoos("DF@J12 DM@K12 D:")}, "P Y>J11"),
    ({"next": "RESOLVE 1", "hand": "DY,W", "zoos": zoos("DF@K10 DM@K11 D:")}, "P Y>K9"),
    ({"next": "RESOLVE 1", "hand": "W"}, "P W>C"),
    ({"next": "RESOLVE 1", "hand": "W", "zoos": zoos("W@C W@C D:")}, "P W>K"),
    ({"next": "RESOLVE 1", "hand": "W", "zoos": zoos("W@C W@C W@K W@K D:")}, "P W>M"),
    ({"next": "RESOLVE 1", "hand": "W", "zoos": zoos("W@C W@C W@K W@K W@M W@K9 D:")}, "P W>L9"),
]


@pytest.mark.parametrize(("position", "text"), DEFAULTS, ids=[text for _, text in DEFAULTS])
def test_an_absent_seat_plays_the_default_step(position: dict[str, Any], text: str) -> None:
    state = case(**position)
    assert GAME.write(GAME.default_step(state, 1)) == text
    assert text in legal(state)


@pytest.mark.parametrize("players", GAME.players)
def test_a_match_of_absent_seats_comes_to_its_end(players: int) -> None:
    played_by_absent_seats(GAME, GAME.start(dealt(players)), most=2000)


def test_a_default_step_is_legal_in_every_state_of_a_random_game() -> None:
    for state, _ in walk(4, seed=9)[:-1]:
        assert GAME.write(GAME.default_step(state, state.seat)) in legal(state)


def test_a_result_counts_as_if_the_match_ended_now() -> None:
    zoo = "DA@J12 DY@K12 DZ@J11 HE@L9 TE@M12 W@I12 W@K11 W@C W@C W@K W@M D:CE,CA,OA"
    result = GAME.result(case(2, coins=[4, 5], zoos=[zoo, "SZ@J12 W@J11 D:HE"]))
    assert result.breakdown == [
        {"animals": 5, "cashier": 8, "keeper": 2, "trainer": 3, "depot": -2, "total": 16, "coins": 4},
        {"animals": 1, "cashier": 0, "keeper": 0, "trainer": 0, "depot": -2, "total": -1, "coins": 5},
    ]
    assert result.scores == [16, -1]
    assert result.ranks == [1, 2]


@pytest.mark.parametrize(
    ("species", "trained"), [("D", 1), ("O", 1), ("S", 1), ("T", 0), ("H", 0), ("C", 0), ("P", 0), ("B", 0)]
)
def test_trainers_train_dolphins_orcas_and_sea_lions_alone(species: str, trained: int) -> None:
    for mark in "FMA":
        entry = GAME.result(case(2, zoos=[f"{species}{mark}@J12 W@J11 D:", "D:"])).breakdown[0]
        assert entry["trainer"] == trained


def test_a_tile_scores_for_a_keeper_only_by_its_fish() -> None:
    for tile in TILES:
        entry = GAME.result(case(2, zoos=[f"{tile}@J12 W@K W@K D:", "D:"])).breakdown[0]
        assert entry["keeper"] == (2 if tile[1] == "E" else 0)


NEIGHBOURS = ["K10", "K11", "K12", "L10", "L12", "M10", "M11", "M12"]


@pytest.mark.parametrize("cell", NEIGHBOURS)
def test_a_trainer_sees_all_eight_cells_around_him_and_no_further(cell: str) -> None:
    assert GAME.result(case(2, zoos=[f"DA@{cell} W@L11 D:", "D:"])).breakdown[0]["trainer"] == 1
    for far in ("J10", "J11", "J12", "K9", "L9", "L13", "I11"):
        assert GAME.result(case(2, zoos=[f"DA@{far} W@L11 D:", "D:"])).breakdown[0]["trainer"] == 0
