"""Playing: the legal list against brute force, values that never change, whole random games, defaults, results."""

import os
import random
from typing import Any

import pytest

from referee.games.engine import Decision, State
from referee.games.new_york_zoo.state import PHASES
from tests.drills.random_games import run
from tests.games.new_york_zoo.helping import GAME, case, dealt, legal, play, walk
from tests.games.new_york_zoo.knowledge import readable
from tests.games.new_york_zoo.readable import every_readable
from tests.games.playing import accepted

# A drill runs 1,000: python -m tests.drills random_games_new_york_zoo.
RANDOM_GAMES = int(os.environ.get("REFEREE_RANDOM_GAMES", "6"))
QUICK = {"quick_two_player": True}


def test_random_games_keep_the_invariants_of_the_book() -> None:
    report = run(RANDOM_GAMES, seed=1, name=GAME.name)
    assert report["games"] == RANDOM_GAMES
    assert report["steps"] > 100 * RANDOM_GAMES


def test_the_legal_list_is_exactly_what_play_accepts_of_all_that_can_be_read() -> None:
    """One state of every decision, against every text of the table."""
    steps = list(every_readable())
    seen: set[str] = set()
    for players, options in (
        (1, {"solo_board": "S4"}),
        (2, QUICK),
        (3, {"bonus_breed_scope": "any_other_enclosure"}),
    ):
        walked = walk(players, 11, options)[:-1]
        for state, _ in random.Random(players).sample(walked, len(walked)):
            if state.phase in seen and state.phase != "WALK":
                continue
            seen.add(state.phase)
            if state.phase != "WALK" or players == 1:
                assert legal(state) == accepted(GAME, state, steps)
    assert seen == set(PHASES)


@pytest.mark.parametrize("players", GAME.players)
def test_the_legal_list_is_exactly_what_play_accepts(players: int) -> None:
    options = {"attraction_may_be_declined": players % 2 == 0, **(QUICK if players == 2 else {})}
    for state, _ in random.Random(players).sample(walk(players, 10 * players, options)[:-1], 12):
        assert legal(state) == accepted(GAME, state, readable(state).values())


def test_no_step_stands_twice_in_the_legal_list() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players)[:-1:5]:
            steps = GAME.legal_steps(state, state.seat)
            assert len({step.text for step in steps}) == len(steps) > 0


def test_a_state_never_changes_so_that_an_undo_is_the_old_value() -> None:
    """faults.md A51: the state after an undo is the state that was."""
    for players in (1, 3):
        walked = walk(players, seed=players)
        facts = [GAME.facts(state) for state, _ in walked]
        assert walk(players, seed=players) == walked
        for (state, step), before in list(zip(walked[:-1], facts, strict=False))[::4]:
            for other in list(GAME.legal_steps(state, state.seat))[:5]:
                GAME.play(state, state.seat, other)
            after, _ = GAME.play(state, state.seat, step)
            assert GAME.facts(state) == before
            assert after != state


def test_one_seat_owes_one_decision_until_the_match_is_over() -> None:
    assert GAME.decisions(case(3, active=2)) == (Decision("WALK", 2),)
    breeding = case(3, active=3, phase="BREED", lines=["F"], zoos=[{"enclosures": ["4g@A6 F2"]}])
    assert GAME.decisions(breeding) == (Decision("NORMAL", 1),)
    over = case(2, phase="BREED", zoos=[{"uncovered": []}])
    assert GAME.decisions(over) == ()
    assert list(GAME.legal_steps(over, 0)) == list(GAME.legal_steps(over, 1)) == []


def test_the_turn_is_that_of_the_active_seat_while_others_breed_in_it() -> None:
    """Who owes the decision is often not the seat whose turn it is; the number changes when the turn passes."""
    pair = {"enclosures": ["4g@A6 P2", "4g@C6 M2"]}
    state = case(3, elephant=8, active=2, zoos=[pair, pair, {}])
    seen = []
    for text in ("+1", "F>h", "-", "b:e1", "x:-", "b:e1", "x:e2", "+1"):
        decision = GAME.decisions(state)[0]
        seen.append((GAME.turn(state), *decision, state.active))
        state, _ = play(state, text)
    assert seen == [
        (1, "WALK", 2, 2), (1, "ANIMAL", 2, 2), (1, "ANIMAL2", 2, 2), (1, "NORMAL", 2, 2), (1, "BONUS", 2, 2),
        (1, "NORMAL", 1, 2), (1, "BONUS", 1, 2), (2, "WALK", 3, 3),
    ]  # fmt: skip
    assert (GAME.turn(state), state.seat, state.active) == (2, 3, 3)


def test_the_quick_set_up_is_turn_0_of_both_seats() -> None:
    state = GAME.start(dealt(2, options=QUICK))
    seen = []
    while GAME.turn(state) == 0:
        seen.append((GAME.decisions(state)[0], state.active))
        state, happened = play(state, GAME.write(GAME.default_step(state, state.seat)))
        assert happened == []
    assert seen == [
        (Decision(name, seat), seat) for seat in (1, 2) for _ in range(6) for name in ("SETUP", "PLACE")
    ]
    assert (GAME.decisions(state), GAME.turn(state), state.hands) == ((Decision("WALK", 1),), 1, ())


def test_the_last_turn_keeps_its_number_when_the_match_ends() -> None:
    state = case(
        1,
        elephant=7,
        phase="MAIN",
        zoos=[{"houses": ["M", "F", "K"], "enclosures": ["5a@A6 P4"], "uncovered": ["K9"]}],
    )
    state, _ = play(state, "P>e1", "a1", "a1@K9")
    assert (GAME.turn(state), state.seat, state.active) == (1, 0, 1)


def default(state: State) -> str:
    return GAME.write(GAME.default_step(state, state.seat))


ANIMALS = {"houses": ["K"], "enclosures": ["5a@A6 M2", "5a@A8"]}


@pytest.mark.parametrize(
    ("players", "position", "before", "step"),
    [
        (2, {"stacks": {"11": ["4a"], "13": ["4b"]}}, "", "+2"),
        (3, {"stacks": {"11": ["4a"], "13": ["4b"], "14": ["4c"]}}, "", "+1"),
        (2, {"elephant": 13, "stacks": {"14": ["4g"]}, "zoos": [{"uncovered": ["A6"]}]}, "", "+2"),
        (1, {"stacks": {"11": ["4a"]}}, "", "f"),
        (1, {"markers": ["0"], "zoos": [{"houses": ["M", "M", "M"]}], "elephant": 11, "stacks": {"11": ["4g"]}}, "", "r0"),
        (2, {"elephant": 12, "phase": "MAIN"}, "", "P>h"),
        (2, {"elephant": 12, "phase": "MAIN", "zoos": [{**ANIMALS, "houses": ["K", "K", "K"]}]}, "", "P>e2"),
        (2, {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": ["K", "K", "K"], "enclosures": ["5a@A6 M2", "5a@A8 K1"]}]}, "", "K>e2"),
        (2, {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": ["K", "K", "K"], "enclosures": ["5a@A6 M2"]}]}, "", "M>e1"),
        (2, {"elephant": 12, "phase": "MAIN"}, "P>h", "-"),
        (2, {"elephant": 11, "phase": "MAIN", "stacks": {"11": ["4h"]}}, "", "4h@E1"),
        (2, {"elephant": 11, "phase": "MAIN", "stacks": {"11": ["4h"]}}, "4h@E1", "M:h"),
        (2, {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": [], "enclosures": ["5a@A6 K4"]}]}, "K>e1", "n"),
        (2, {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": [], "enclosures": ["5a@A6 K4"]}]}, "K>e1 n", "a1"),
        (2, {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": [], "enclosures": ["5a@A6 K4"]}]}, "K>e1 n a1", "a1@E1"),
        (2, {"phase": "BREED", "lines": ["M"], "zoos": [{"enclosures": ["5a@A6 M2", "5a@A8 K2"]}]}, "", "b:-"),
        (2, {"phase": "BREED", "lines": ["M"], "zoos": [{"enclosures": ["5a@A6 M2", "5a@A8 K2"]}]}, "b:e1", "x:-"),
    ],
)  # fmt: skip
def test_an_absent_seat_does_what_the_table_says(
    players: int, position: dict[str, Any], before: str, step: str
) -> None:
    state, _ = play(case(players, **position), *before.split())
    assert default(state) == step


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {}), (2, QUICK), (3, {}), (5, {})])
def test_a_match_of_absent_seats_comes_to_an_end(players: int, options: Any) -> None:
    state = GAME.start(dealt(players, 2, options))
    steps = 0
    while GAME.decisions(state):
        state, _ = GAME.play(state, state.seat, GAME.default_step(state, state.seat))
        steps += 1
    assert steps < 7_000


def test_the_facts_after_a_known_line_are_exactly_these() -> None:
    state = case(
        2, elephant=23, stacks={"24": ["5m", "7b"]},
        zoos=[{"houses": ["M", "F"], "enclosures": ["4g@A6 F3"]}, {"enclosures": ["4g@A6 F2", "4h@A8 A2"]}],
    )  # fmt: skip
    state, _ = play(state, "+1", "7b@E1", "M:h", "b:e1", "k", "a2", "a2@M9", "b:e1", "x:e2")
    assert GAME.facts(state) == {
        "el": 24,
        "tiles": 1,
        "att": [5, 3, 3, 1, 1, 1, 1],
        "unc": [107 - 4 - 7 - 2, 105 - 4 - 4],
        "houses": ["FF", "KM"],
        "enc": ["- M1", "F3 A3"],
        "next": "WALK 2",
    }


def test_a_result_counts_cells_and_animals() -> None:
    state = case(3, zoos=[{"houses": ["M"], "enclosures": ["5a@A6 K3", "4g@C8"]}, {"houses": []}])
    result = GAME.result(state)
    assert result.scores == [-72, -80, -78]
    assert result.ranks == [1, 3, 2]
    assert result.breakdown == [
        {"uncovered": 72, "complete": False, "penned": 3, "housed": 1, "animals": 4},
        {"uncovered": 80, "complete": False, "penned": 0, "housed": 0, "animals": 0},
        {"uncovered": 78, "complete": False, "penned": 0, "housed": 2, "animals": 2},
    ]


@pytest.mark.parametrize(
    ("elephant", "points"), [(10, 25), (11, 24), (12, 23), (25, 10), (1, 9), (2, 8), (9, 1), (7, 3)]
)
def test_a_finished_solo_zoo_scores_the_spaces_ahead(elephant: int, points: int) -> None:
    done = [{"uncovered": []}]
    for laps in (0, 1):
        assert GAME.result(case(1, elephant=elephant, laps=laps, phase="BREED", zoos=done)).scores == [points]
    assert GAME.result(case(1, elephant=12, laps=2, phase="MAIN", zoos=done)).scores == [0]
