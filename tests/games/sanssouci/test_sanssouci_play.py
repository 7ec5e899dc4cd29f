"""Playing: the legal list against brute force, values that never change, whole random games, defaults, results."""

import os
import random
from typing import Any

import pytest

from referee.games.engine import Decision
from referee.games.sanssouci.steps import READABLE
from tests.games.playing import accepted, played_by_absent_seats
from tests.games.sanssouci.helping import GAME, case, dealt, grid, legal, nobles, play, to_act, walk
from tests.games.sanssouci.knowledge import play_and_judge, random_options

# The drill random_games_sanssouci plays 2,000.
RANDOM_GAMES = int(os.environ.get("REFEREE_RANDOM_GAMES", "200"))


def test_random_games_keep_the_invariants_of_the_book() -> None:
    chance = random.Random(1)
    steps = 0
    for number in range(RANDOM_GAMES):
        players = GAME.players[number % len(GAME.players)]
        options = random_options(players, chance)
        steps += play_and_judge(players, options, chance, f"game {number}")["steps"]
    assert steps > 100 * RANDOM_GAMES


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("is_advanced", [False, True])
def test_the_legal_list_is_exactly_what_play_accepts(players: int, is_advanced: bool) -> None:
    options = {"expansion": is_advanced, "stack_choice": is_advanced}
    walked = walk(players, seed=10 * players + is_advanced, options=options)
    chance = random.Random(players)
    for state, _, _ in [walked[0], walked[1], *chance.sample(walked[2:], 30)]:
        for seat in range(players + 2):
            steps = [GAME.write(step) for step in GAME.legal_steps(state, seat)]
            assert len(set(steps)) == len(steps)
            assert sorted(steps) == accepted(GAME, state, READABLE.values(), seat)
            assert bool(steps) == any(owed.seat == seat for owed in GAME.decisions(state))


def test_the_legal_list_of_a_garden_is_what_play_accepts_however_it_is_filled() -> None:
    """Random games seldom fill lines or cut squares off."""
    chance = random.Random(7)
    for _ in range(150):
        rows = ["P" * 9, *("".join(chance.choices("PSK.", (1, 3, 2, 5), k=9)) for _ in range(5))]
        rows[chance.randrange(1, 6)] = "S" * 9
        stand = [chance.choice([0, 0, 1, 2, 4, 6]) for _ in range(9)]
        state = case(phase="NOBLE", gardens=[rows, None], nobles=[stand, None])
        assert legal(state) == accepted(GAME, state, READABLE.values(), 1)
        squares = [(row, column) for row in range(1, 6) for column in range(9) if rows[row][column] != "."]
        row, column = chance.choice(squares)
        symbols = ["LAB", "STA", "PAV", "FIG", "STE", "FOU", "ROS", "HER", "VIN"]
        pending = {"from": f"{'WGOFT'[row - 1]}1", "symbol": symbols[column]}
        state = case(phase="GARDENER", gardens=[rows, None], pending=pending)
        assert legal(state) == accepted(GAME, state, READABLE.values(), 1)
        free = {f"@{'abcdefghi'[c]}{r + 1}" for r in range(6) for c in range(9) if rows[r][c] == "."}
        near = {text for text in free if text[1] == "abcdefghi"[column] or text[2] == str(row + 1)}
        assert set(legal(state)) == (near or free)


def test_nobles_reach_what_a_walk_from_square_to_square_reaches() -> None:
    """The flood by masks against one that goes from noble to noble, square to square."""
    chance = random.Random(3)
    for _ in range(200):
        rows = ["P" * 9, *("".join(chance.choices("PSK.", (1, 3, 2, 4), k=9)) for _ in range(5))]
        state = case(phase="NOBLE", gardens=[rows, None])
        reached = {(0, column) for column in range(9)}
        edge = list(reached)
        while edge:
            row, column = edge.pop()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                inside = 0 <= near[0] < 6 and 0 <= near[1] < 9
                if inside and near not in reached and rows[near[0]][near[1]] != ".":
                    reached.add(near)
                    edge.append(near)
        expected = [f">{'abcdefghi'[c]}{r + 1}" for r, c in reached if rows[r][c] in "PS"]
        assert legal(state) == sorted([">-", *expected])


def test_a_state_never_changes_so_that_an_undo_is_the_old_value() -> None:
    """faults.md A51: the state after an undo is the state that was."""
    for players in GAME.players:
        options = {"expansion": players != 3, "stack_choice": players == 4}
        walked = walk(players, seed=players, options=options)
        facts = [GAME.facts(state) for state, _, _ in walked]
        again = walk(players, seed=players, options=options)
        assert [state for state, _, _ in again] == [state for state, _, _ in walked]
        for (state, seat, step), before in zip(walked[:-1], facts, strict=False):
            for other in GAME.legal_steps(state, seat)[:5]:
                GAME.play(state, seat, other)
            after, _ = GAME.play(state, seat, step)
            assert GAME.facts(state) == before
            assert after != state


def test_the_reach_of_a_garden_that_grew_is_that_of_one_made_anew() -> None:
    for state, _, _ in walk(4, seed=8):
        again = GAME.restore(state.setup, GAME.save(state))
        assert [own.garden for own in again.owns] == [own.garden for own in state.owns]


def test_one_seat_owes_one_decision_until_the_match_is_over() -> None:
    assert GAME.decisions(case(3, turn=4)) == (Decision("PLAY", 2),)
    assert GAME.decisions(case(3, phase="NOBLE", turn=2)) == (Decision("NOBLE", 3),)
    stacked = case(2, {"stack_choice": True}, phase="STACK", pending={"from": "W1"})
    assert GAME.decisions(stacked) == (Decision("STACK", 1),)
    placing = case(phase="GARDENER", pending={"from": "W1", "symbol": "STA"})
    assert GAME.decisions(placing) == (Decision("GARDENER", 1),)
    assert GAME.decisions(case(phase="OVER")) == ()


def test_a_turn_lasts_until_its_last_step_and_passes_clockwise() -> None:
    state = case(3, {"start_seat": 2, "stack_choice": True}, gardens=[grid()] * 3)
    seen = []
    for text in ("WO W1", ">a1", "/1", "WF F1", ">-", "/1", "WO W2", ">-", "/1"):
        seen.append((GAME.turn(state), to_act(state), state.turns))
        state, _ = play(state, text)
    assert seen == [(1, 2, 0)] * 3 + [(2, 3, 1)] * 3 + [(3, 1, 2)] * 3
    assert (GAME.turn(state), to_act(state), GAME.view(state, None)["round"]) == (4, 2, 2)


def test_the_last_turn_keeps_its_number_when_the_match_ends() -> None:
    state = case(turn=35, phase="NOBLE")
    assert GAME.turn(state) == 36
    state, _ = play(state, ">-")
    assert (GAME.turn(state), state.seat, GAME.decisions(state)) == (36, 0, ())


def test_the_facts_after_a_known_line_are_exactly_these() -> None:
    state = case(
        3, {"expansion": True, "stack_choice": True}, turn=1, scores=[1, 2, 3], sides=["A", "B", "A"],
        gardens=[None, grid("..S......", "..S......"), None], nobles=[None, nobles(c=2), None],
        hands=[None, ["PAV", "GT"], None], piles=[None, ["ANY", "OF"], None], display={"T1": "PAV", "O1": "PAV"},
        stacks=[["VIN"], ["HER", "FOU"], [], [], [], [], [], []],
    )  # fmt: skip
    state, _ = play(state, "PAV O1", ">c4", "/2")
    assert GAME.facts(state) == {
        "next": "PLAY 3",
        "turn": 2,
        "scores": [1, 6, 3],
        "gardens": [
            "PPPPPPPPP/.P..P..../......P../..P....../........P/P........",
            "PPPPPPPPP/..S....../..S....../..S....../........./.........",
            "PPPPPPPPP/...P....P/.....P.../.P......./.......P./P........",
        ],
        "nobles": ["000000000", "004000000", "000000000"],
        "display": ["LAB", "LAB", "LAB", "LAB", "HER", "LAB", "LAB", "STA", "PAV", "STA"],
        "stacks": [1, 1, 0, 0, 0, 0, 0, 0],
        "hands": [["WF", "WO"], ["ANY", "GT"], ["WF", "WO"]],
        "sides": ["A", "B", "A"],
    }
    assert state.owns[1].pile == ("OF",)
    assert state.stacks[1] == ("FOU",)


SHOWN = {"W1": "VIN", "W2": "HER", "O1": "HER", "O2": "FIG"}
DEFAULTS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    # The symbol that lies there most often, the first place of the first card among equals.
    ({}, {}, "WF W1"),
    ({}, {"hands": [["WO"], None], "display": SHOWN}, "WO W2"),
    ({}, {"hands": [["GT", "WO"], None], "display": {**SHOWN, "G1": "ROS", "G2": "ROS", "T1": "ROS"}}, "GT G1"),
    ({}, {"hands": [["FIG", "VIN"], None], "display": SHOWN}, "FIG O2"),
    ({}, {"phase": "NOBLE"}, ">-"),
    ({}, {"phase": "GARDENER", "pending": {"from": "W1", "symbol": "STA"}}, "@a2"),
    ({}, {"phase": "GARDENER", "gardens": [["P" * 9, "P" * 9, *["." * 9] * 4], None], "pending": {"from": "W1", "symbol": "STA"}}, "@b3"),
    ({"stack_choice": True}, {"phase": "STACK", "pending": {"from": "W1"}}, "/1"),
    ({"stack_choice": True}, {"phase": "STACK", "pending": {"from": "W1"}, "stacks": [[], [], ["VIN"], ["VIN"], *[[]] * 4]}, "/3"),
    ({"expansion": True}, {"phase": "SIDE"}, "SIDE A"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "text"), DEFAULTS)
def test_an_absent_seat_plays_the_default_step(
    options: dict[str, Any], position: dict[str, Any], text: str
) -> None:
    state = case(2, options, **position)
    assert GAME.write(GAME.default_step(state, 1)) == text
    assert text in legal(state)


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("is_advanced", [False, True])
def test_a_match_of_absent_seats_comes_to_its_end(players: int, is_advanced: bool) -> None:
    options = {"expansion": is_advanced, "stack_choice": is_advanced}
    state = played_by_absent_seats(GAME, GAME.start(dealt(players, options=options)), most=400)
    assert all(row == 0 for own in state.owns for row in own.garden.nobles)


def test_a_result_counts_as_if_the_match_ended_now() -> None:
    garden = ["P" * 9, "SSSSSSSSS", "K........", "K........", "K........", "K........"]
    state = case(
        gardens=[garden, grid()],
        scores=[10, 9],
        marks=[3, 0],
        nobles=[nobles(a=2, i=1), None],
        missions=[["LAB", "VIN"], ["LAB", "VIN"]],
    )
    result = GAME.result(state)
    assert (result.scores, result.ranks) == ([10 + 8 + 5 + 3, 9], [1, 2])
    assert result.breakdown == [
        {"nobles": 7, "marks": 3, "rows": 8, "columns": 5, "missions": 3, "total": 26, "gardeners": 4},
        {"nobles": 9, "marks": 0, "rows": 0, "columns": 0, "missions": 0, "total": 9, "gardeners": 0},
    ]
    assert GAME.facts(state)["scores"] == [10, 9]
