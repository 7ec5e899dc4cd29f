"""Playing: the legal list against brute force, values that never change, whole random games, defaults, results."""

import os
import random
from typing import Any

import pytest

from referee.games.engine import Decision
from referee.games.zooloretto.steps import readable
from tests.drills.random_games import run
from tests.games.playing import (
    accepted,
    assert_no_step_stands_twice,
    assert_states_never_change,
    played_by_absent_seats,
)
from tests.games.zooloretto.helping import GAME, case, dealt, legal, play, walk, zoos

# A drill runs 2,000: REFEREE_RANDOM_GAMES=2000, or python -m tests.drills random_games_zooloretto.
RANDOM_GAMES = int(os.environ.get("REFEREE_RANDOM_GAMES", "200"))


def test_random_games_keep_the_invariants_of_the_book() -> None:
    report = run(RANDOM_GAMES, seed=1, name=GAME.name)
    assert report["games"] == RANDOM_GAMES
    assert report["steps"] > 150 * RANDOM_GAMES


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("stalls_to_barn", [False, True])
def test_the_legal_list_is_exactly_what_play_accepts(players: int, stalls_to_barn: bool) -> None:
    options = {"stall_move_to_barn": stalls_to_barn}
    chance = random.Random(players)
    walked = walk(players, seed=10 * players + stalls_to_barn, options=options)
    for state, _ in chance.sample(walked[:-1], 14):
        # A fuller purse opens more of the list than random play leaves.
        rich = state._replace(coins=tuple(chance.choice([0, 1, 2, 3, 9]) for _ in range(players)))
        for world in (state, rich):
            assert legal(world) == accepted(GAME, world, readable(world.setup.players).values())


def test_no_step_stands_twice_in_the_legal_list() -> None:
    for players in GAME.players:
        assert_no_step_stands_twice(GAME, walk(players, seed=players))


def test_a_state_never_changes_so_that_an_undo_is_the_old_value() -> None:
    """faults.md A51: the state after an undo is the state that was."""
    for players in GAME.players:
        assert_states_never_change(GAME, walk(players, seed=players), walk(players, seed=players))


def test_one_seat_owes_one_decision_until_the_match_is_over() -> None:
    assert GAME.decisions(case(next="TURN 2")) == (Decision("TURN", 2),)
    assert GAME.decisions(case(next="LOAD 3", hand="E")) == (Decision("LOAD", 3),)
    placing = case(next="PLACE 1", hand="E", trucks=["@1", "", ""])
    assert GAME.decisions(placing) == (Decision("PLACE", 1),)
    assert GAME.decisions(case(next="OVER")) == ()


def test_a_turn_lasts_until_its_action_is_done() -> None:
    state = case(trucks=["E,S1", "", "@3"], coins=[3, 3, 3], deck=["K"] * 30)
    turns = []
    for text in ("T1", "P E>5", "P S1>5", "D", "L2", "EXP", "T2", "P K>B"):
        state, _ = play(state, text)
        turns.append((GAME.turn(state), state.seat, state.round))
    assert turns == [
        (1, 1, 1), (1, 1, 1), (2, 2, 1), (2, 2, 1), (3, 2, 1), (4, 2, 1), (4, 2, 1), (5, 2, 2),
    ]  # fmt: skip
    assert GAME.view(state, None)["starter"] == 2


def test_the_facts_after_a_known_line_are_exactly_these() -> None:
    state = case(
        trucks=["E,EM,S2", "$", ""], coins=[1, 2, 3], bank=11, round=3, deck=["K"] * 20,
        zoos=zoos("5:E,EF,E 4:K/S1 6: B:M", "X1:Z,Z,Z,Z B:S1,S1,P"),
    )  # fmt: skip
    state, _ = play(state, "T1", "P EM>5")
    assert GAME.facts(state) == {
        "next": "PLACE 1",
        "round": 3,
        "left": 20,
        "bank": 9,
        "coins": [3, 2, 3],
        "hand": "E,S2",
        "trucks": ["@1", "$", ""],
        "zoos": ["5:E,E,EF+,EM+,EO 4:K/S1 6: B:M", "5: 4: 6: X1:Z,Z,Z,Z B:P,S1,S1", "5: 4: 6: B:"],
        "scores": [8 + 1 + 2 - 2, 5 - 2 - 2, 0],
    }
    state, _ = play(state, "P S2>4", "P E>B")
    assert GAME.facts(state)["scores"] == [8 + 1 + 4 - 4, 1, 0]
    assert GAME.facts(state)["next"] == "TURN 2"


DEFAULTS: list[tuple[dict[str, Any], str]] = [
    ({}, "D"),
    ({"trucks": ["", "@2", "@3"]}, "D"),
    ({"trucks": ["E,E", "E", "$"]}, "T2"),
    ({"trucks": ["E,E", "@2", "K,K"]}, "T1"),
    ({"trucks": ["E,E,E", "", "K,K"]}, "T3"),
    ({"next": "LOAD 1", "hand": "E"}, "L1"),
    ({"next": "LOAD 1", "hand": "E", "trucks": ["E,E", "E", "E"]}, "L2"),
    ({"next": "LOAD 1", "hand": "E", "trucks": ["E,E,E", "@2", "E,E"]}, "L3"),
    ({"next": "LOAD 1", "hand": "E", "trucks": ["E,E", "@3", "E"]}, "L3"),
    ({"next": "PLACE 1", "hand": "S1,EM,E", "trucks": ["@1", "", ""]}, "P E>B"),
    ({"next": "PLACE 1", "hand": "S1", "trucks": ["@1", "", ""]}, "P S1>B"),
]


@pytest.mark.parametrize(("position", "text"), DEFAULTS, ids=[text for _, text in DEFAULTS])
def test_an_absent_seat_plays_the_default_step(position: dict[str, Any], text: str) -> None:
    state = case(**position)
    assert GAME.write(GAME.default_step(state, 1)) == text
    assert text in legal(state)


def test_two_players_load_the_small_truck_by_default_only_while_it_has_room() -> None:
    state = case(2, next="LOAD 1", hand="E", trucks=["E,E", "E,E", "E"])
    assert GAME.write(GAME.default_step(state, 1)) == "L1"


@pytest.mark.parametrize("players", GAME.players)
def test_a_match_of_absent_seats_comes_to_its_end(players: int) -> None:
    played_by_absent_seats(GAME, GAME.start(dealt(players)), most=2000)


def test_a_result_counts_as_if_the_match_ended_now() -> None:
    result = GAME.result(
        case(2, coins=[4, 5], zoos=["5:E,E,E,E/S1 4:K,K,K,K 6:M/S2 X1:P,P,P B:E,EO,S1,S2,S2", "B:"])
    )
    assert result.scores == [5 + 5 + 1 + 0 + 4 - 4 - 2, 0]
    assert result.ranks == [1, 2]
    assert result.breakdown == [
        {
            "5": 5, "4": 5, "6": 1, "X1": 0, "stalls": 4, "barn_stalls": -4, "barn_animals": -2,
            "total": 9, "coins": 4,
        },
        {"5": 0, "4": 0, "6": 0, "stalls": 0, "barn_stalls": 0, "barn_animals": 0, "total": 0, "coins": 5},
    ]  # fmt: skip


def test_an_enclosure_scores_by_its_empty_spaces_and_its_stalls() -> None:
    def points(zoo: str) -> list[int]:
        entry = GAME.result(case(2, zoos=[zoo, "B:"])).breakdown[0]
        return [entry[area] for area in ("5", "4", "6", "X1", "X2")]

    animals = {0: "", 1: "E", 2: "E,E", 3: "E,E,E", 4: "E,E,E,E", 5: "E,E,E,E,E", 6: "E,E,E,E,E,E"}
    bare = {
        n: points(
            f"5:{animals[min(n, 5)]} 4:{animals[min(n, 4)]} 6:{animals[n]} X1:{animals[min(n, 5)]} X2:{animals[min(n, 5)]} B:"
        )
        for n in animals
    }
    assert bare == {
        0: [0, 0, 0, 0, 0],
        1: [0, 0, 0, 0, 0],
        2: [0, 0, 0, 0, 0],
        3: [0, 4, 0, 0, 0],
        4: [5, 5, 0, 5, 5],
        5: [8, 5, 6, 9, 9],
        6: [8, 5, 10, 9, 9],
    }
    stalled = {
        n: points(
            f"5:{animals[min(n, 5)]}/S1 4:{animals[min(n, 4)]}/S1,S2 6:{animals[n]}/S1 X1:{animals[min(n, 5)]}/S1 X2:{animals[min(n, 5)]}/S1 B:"
        )
        for n in animals
    }
    assert stalled == {
        0: [0, 0, 0, 0, 0],
        1: [1, 1, 1, 1, 1],
        2: [2, 2, 2, 2, 2],
        3: [3, 4, 3, 3, 3],
        4: [5, 5, 4, 5, 5],
        5: [8, 5, 6, 9, 9],
        6: [8, 5, 10, 9, 9],
    }
