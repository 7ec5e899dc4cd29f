"""Playing: the legal list against brute force, the step machine, values that never change, whole random games, defaults."""

import os
import random
from typing import Any

import pytest

from referee.games.engine import Decision, IllegalStep, State
from referee.games.renature.areas import awards, totals
from tests.drills.random_games import run
from tests.games.playing import (
    accepted,
    assert_no_step_stands_twice,
    assert_states_never_change,
    played_by_absent_seats,
)
from tests.games.renature.helping import GAME, case, dealt, legal, play, walk
from tests.games.renature.knowledge import covered, is_closed, readable

# A drill runs 2,000: REFEREE_RANDOM_GAMES=2000, or python -m tests.drills random_games_renature.
RANDOM_GAMES = int(os.environ.get("REFEREE_RANDOM_GAMES", "200"))


def test_random_games_keep_the_invariants_of_the_book() -> None:
    report = run(RANDOM_GAMES, seed=1, name=GAME.name)
    assert report["games"] == RANDOM_GAMES
    assert report["steps"] > 80 * RANDOM_GAMES
    assert report["closed"] > 4 * RANDOM_GAMES


def _accepted(state: State, texts: Any) -> list[str]:
    return accepted(GAME, state, [GAME.read(text, state, state.seat) for text in texts])


@pytest.mark.parametrize("players", GAME.players)
def test_the_legal_list_is_exactly_what_play_accepts(players: int) -> None:
    chance = random.Random(players)
    walked = walk(players, seed=10 * players, tidy=0.8)
    phases = set()
    for state, _ in chance.sample(walked[:-1], 16):
        # A fuller purse opens more of the list than random play leaves.
        rich = state._replace(clouds=tuple(chance.choice([0, 1, 2, 3, 6]) for _ in range(players)))
        for world in (state, rich):
            phases.add(world.phase)
            assert legal(world) == _accepted(world, readable(world, True))
    assert {"START", "PLANT"} <= phases


@pytest.mark.parametrize(
    "position",
    [
        {"phase": "OVERFLOW", "dominoes": ["NS h15-i15"], "planted": "h14", "waiting": 2},
        {"phase": "PRECLOSE", "halves": dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B"), "last": "b1-c1"},
        {"phase": "END"},
        {"phase": "END", "hands": [[], ["SS"]]},
    ],
    ids=lambda position: position["phase"],
)  # fmt: skip
def test_the_legal_list_of_the_rarer_decisions_is_what_play_accepts(position: dict[str, Any]) -> None:
    plants = {
        "h14": [1, "black"],
        "b2": [1, "black"],
        "d10": [4, "neutral"],
        "k7": [2, "neutral"],
        "e4": [3, "white"],
    }
    for purse in range(7):
        state = case(
            2, plants=plants, clouds=[purse, 6], boards=[{"neutral": [6, 3, 3, 1]}, {}], **{"hands": [["NN"], ["SS"]], **position}
        )  # fmt: skip
        if state.phase == position["phase"]:
            assert legal(state) == _accepted(state, readable(state, True))
        else:
            assert purse < (5 if position["phase"] == "OVERFLOW" else 2)


def test_every_placement_of_any_two_spaces_is_judged_as_the_list_says() -> None:
    """All 50,625 pairs of spaces for one domino, adjacent or not."""
    state = walk(2, seed=5, tidy=1.0)[40][0]
    assert state.phase == "START"
    domino = next(domino for domino in state.hands[state.seat - 1] if domino[0] != domino[1])
    spaces = [text[2:] for text in readable(state, True) if text.startswith("R ")]
    texts = [f"P {domino} {one}-{two}" for one in spaces for two in spaces]
    expected = [text for text in legal(state) if text.startswith(f"P {domino} ")]
    assert _accepted(state, texts) == expected


def test_no_step_stands_twice_in_the_legal_list() -> None:
    for players in GAME.players:
        assert_no_step_stands_twice(GAME, walk(players, seed=players))


def test_two_equal_dominoes_in_a_hand_are_listed_once() -> None:
    state = case(2, hands=[["NS", "NS"], []], clouds=[0, 0])
    assert len(legal(state)) == 17
    state, _ = play(state, "X NS")
    assert GAME.facts(state)["hands"] == ["NS", ""]


def test_a_list_that_a_caller_changes_is_his_own() -> None:
    state = GAME.start(dealt(2))
    before = legal(state)
    steps = GAME.legal_steps(state, state.seat)
    assert isinstance(steps, list)
    steps.clear()
    assert legal(state) == before


def test_a_state_never_changes_so_that_an_undo_is_the_old_value() -> None:
    """faults.md A51: the state after an undo is the state that was."""
    for players in GAME.players:
        assert_states_never_change(GAME, walk(players, seed=players), walk(players, seed=players))


def test_the_stream_is_a_value() -> None:
    walked = walk(2, seed=2)
    one, two = walked[20][0].stream, walked[60][0].stream
    assert one != two
    assert one != "stream"
    assert hash(one) == hash(walk(2, seed=2)[20][0].stream)
    assert repr(one) == f"<{'; '.join(GAME.write(step) for step in one.dominoes)}>"


def test_one_seat_owes_one_decision_until_the_match_is_over() -> None:
    assert GAME.decisions(case(2, seat=2)) == (Decision("START", 2),)
    assert GAME.decisions(case(2, phase="END")) == (Decision("END", 1),)
    assert GAME.decisions(case(2, hands=[[], []])) == ()
    assert list(GAME.legal_steps(case(2, seat=2), 1)) == []
    assert list(GAME.legal_steps(case(2, hands=[[], []]), 0)) == []


def test_a_turn_lasts_until_its_end_and_another_turn_is_a_new_one() -> None:
    state = case(3, hands=[["NS", "QQ"], ["AW"], ["OO"]], clouds=[6, 0, 0])
    turns = []
    for text in ("J T", "P NS a1-b1", "+2 b2", "AGAIN", "X QQ", "P AW n1-n2", "X AW"):
        try:
            state, _ = play(state, text)
        except IllegalStep:
            continue
        turns.append((GAME.turn(state), state.phase, state.seat))
    assert turns == [
        (1, "START", 1), (1, "PLANT", 1), (1, "END", 1), (2, "START", 1), (3, "START", 2), (4, "START", 3),
    ]  # fmt: skip
    state, _ = play(state, "X OO")
    assert (GAME.turn(state), state.phase, state.seat) == (4, "OVER", 0)


MACHINE: list[tuple[str, dict[str, Any], str]] = [
    ("the own oak would free a space, but is too dear", {"plants": {"b2": [4, "black"]}, "clouds": [3, 0]}, "END 1"),
    ("the own oak can be paid", {"plants": {"b2": [4, "black"]}, "clouds": [4, 0]}, "PLANT 1"),
    ("a neutral plant has no room on the board", {"plants": {"b2": [1, "neutral"]}, "clouds": [1, 0]}, "START 2"),
    ("a neutral plant has room", {"plants": {"b2": [1, "neutral"]}, "clouds": [1, 0], "boards": [{"neutral": [5, 0, 0, 0]}, {}]}, "PLANT 1"),
    ("a plant elsewhere frees no space here", {"plants": {"b2": [4, "white"], "h2": [1, "black"]}, "clouds": [1, 0]}, "END 1"),
    ("a space is free", {"clouds": [0, 0]}, "PLANT 1"),
    ("a space is free, but no plant is left", {"clouds": [0, 0], "boards": [{"own": [0, 0, 0, 0], "neutral": [0, 0, 0, 0]}, {}]}, "START 2"),
    (
        "no plant is left, but one can be taken back from anywhere",
        {"clouds": [1, 0], "plants": {"h2": [1, "black"]}, "boards": [{"own": [0, 0, 0, 0], "neutral": [0, 0, 0, 0]}, {}]},
        "PLANT 1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("why", "position", "following"), MACHINE, ids=[why for why, _, _ in MACHINE])
def test_planting_passes_where_nothing_can_be_planted(
    why: str, position: dict[str, Any], following: str
) -> None:
    given = {"phase": "PLANT", "dominoes": ["NS a1-b1"], "hands": [["QQ"], ["AW"]], **position}
    assert GAME.facts(case(2, **given))["next"] == following
    placing = {**given, "phase": "START", "dominoes": [], "hands": [["NS", "QQ"], ["AW"]]}
    state, _ = play(case(2, **placing), "P NS a1-b1")
    assert GAME.facts(state)["next"] == following


def test_a_joker_in_planting_can_make_the_only_useful_return_too_dear() -> None:
    given = {
        "phase": "PLANT",
        "dominoes": ["NS a1-b1"],
        "hands": [["QQ"], ["AW"]],
        "plants": {"b2": [3, "black"]},
    }
    state, _ = play(case(2, clouds=[4, 0], **given), "J T")
    assert GAME.facts(state)["next"] == "END 1"
    state, _ = play(case(2, clouds=[5, 0], **given), "J T")
    assert GAME.facts(state)["next"] == "PLANT 1"


def test_a_plant_taken_back_in_planting_can_be_planted_at_once() -> None:
    given = {
        "phase": "PLANT",
        "dominoes": ["NS a1-b1"],
        "hands": [["QQ"], ["AW"]],
        "plants": {"b2": [4, "black"]},
    }
    state, _ = play(case(2, clouds=[4, 0], **given), "R b2")
    assert GAME.facts(state)["boards"][0] == "5321 6432"
    state, _ = play(state, "+4 b2")
    assert GAME.facts(state)["scores"] == [5, 3]


def test_clouds_taken_once_are_gone() -> None:
    state = case(2, phase="PLANT", dominoes=["NS h15-i15"], clouds=[2, 0], hands=[["QQ"], ["AW"]])
    state, _ = play(state, "+1 h14")
    assert (GAME.facts(state)["clouds"], GAME.facts(state)["sky"]) == ([4, 0], [0, 2, 1, 1])
    state, _ = play(state, "R h14", "END")
    assert GAME.facts(state)["sky"] == [0, 2, 1, 1]


def test_the_end_passes_exactly_without_a_cloud_action() -> None:
    hands = [["NN"], ["SS"]]
    assert GAME.facts(case(2, phase="END", hands=hands, clouds=[0, 0]))["next"] == "START 2"
    assert GAME.facts(case(2, phase="END", hands=hands, clouds=[1, 0]))["next"] == "START 2"
    assert GAME.facts(case(2, phase="END", hands=hands, clouds=[2, 0]))["next"] == "END 1"
    plants = {"b2": [1, "black"]}
    assert GAME.facts(case(2, phase="END", hands=hands, clouds=[1, 0], plants=plants))["next"] == "END 1"
    plants = {"b2": [2, "black"]}
    assert GAME.facts(case(2, phase="END", hands=hands, clouds=[1, 0], plants=plants))["next"] == "START 2"


def test_closing_finds_what_the_words_of_the_book_say_in_every_state() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players, tidy=1.0)[::5]:
            lying = covered(GAME.view(state, None))
            assert ["ABCDEFGHIJKLMNPQRS"[area] for area in state.stream.closed] == [
                area for area in "ABCDEFGHIJKLMNPQRS" if is_closed(area, lying)
            ]


def test_a_seat_out_of_dominoes_is_skipped_and_may_play_twice_in_a_row() -> None:
    state = case(3, hands=[["NN", "QQ"], [], []], clouds=[0, 6, 6])
    state, _ = play(state, "X NN")
    assert (GAME.facts(state)["next"], GAME.turn(state)) == ("START 1", 2)
    state, _ = play(state, "X QQ")
    assert GAME.facts(state)["next"] == "OVER"


def test_the_facts_after_a_known_line_are_exactly_these() -> None:
    state = case(
        3, phase="PLANT", seat=2, dominoes=["NS h15-i15", "BB a1-b1"], last="h15-i15", clouds=[1, 5, 3], scores=[-2, 9, 40],
        hands=[["NN"], ["SS", "AW"], ["QQ"]], reserves=[[], ["OO", "DD"], []], plants={"b2": [3, "neutral"]},
        collected={"S": 2, "C": 2, "A": 1},
    )  # fmt: skip
    state, _ = play(state, "+4 h14")
    expected = {
        "next": "OVERFLOW 2",
        "scores": [-2, 9, 40],
        "clouds": [1, 6, 3],
        "waiting": 1,
        "sky": [0, 2, 1, 1],
        "joker": "B",
        "hands": ["NN", "AW SS", "QQ"],
        "boards": ["5321 2111", "5320 2111", "5321 2111"],
        "tokens": ["A", "CS", ""],
    }
    assert GAME.facts(state) == expected
    state, _ = play(state, "DROP")
    assert GAME.facts(state) == {
        **expected,
        "next": "END 2",
        "scores": [-2, 10, 40],
        "waiting": 0,
        "hands": ["NN", "AW OO SS", "QQ"],
    }


DEFAULTS: list[tuple[dict[str, Any], str]] = [
    ({"hands": [["QQ", "AW", "NN"], []]}, "X AW"),
    ({"phase": "PLANT", "dominoes": ["NS a1-b1"]}, "+0"),
    ({"phase": "OVERFLOW", "dominoes": ["NS h15-i15"], "plants": {"h14": [1, "black"]}, "planted": "h14", "waiting": 1}, "DROP"),
    (
        {"phase": "PRECLOSE", "halves": dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B"), "last": "b1-c1", "plants": {"b2": [1, "black"]}},
        "OK",
    ),
    ({"phase": "END"}, "END"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "text"), DEFAULTS, ids=[text for _, text in DEFAULTS])
def test_an_absent_seat_plays_the_default_step(position: dict[str, Any], text: str) -> None:
    state = case(2, **position)
    assert GAME.write(GAME.default_step(state, 1)) == text
    assert text in legal(state)


@pytest.mark.parametrize("players", GAME.players)
def test_a_match_of_absent_seats_comes_to_its_end(players: int) -> None:
    played_by_absent_seats(GAME, GAME.start(dealt(players)), most=200)


def test_the_result_counts_every_line() -> None:
    state = case(
        2, scores=[10, 20], clouds=[3, 0], collected={"A": 2, "Q": 1, "K": 1},
        plants={"e4": [2, "black"], "f4": [1, "white"], "l8": [3, "white"], "m8": [1, "neutral"]},
        boards=[{"own": [1, 1, 0, 0], "neutral": [0, 0, 1, 0]}, {"own": [0, 0, 0, 1], "neutral": [2, 0, 0, 0]}],
    )  # fmt: skip
    result = GAME.result(state)
    assert result.breakdown == [
        {"game": 10, "open": 4, "clouds": 3, "plants": -6, "backs": 6 + 2, "total": 19, "tokens": 2},
        {"game": 20, "open": 2 + 6, "clouds": 0, "plants": -6, "backs": 1, "total": 23, "tokens": 1},
    ]
    assert (result.scores, result.ranks) == ([19, 23], [2, 1])
    assert GAME.breakdown_keys == set(result.breakdown[0])


def test_the_totals_of_an_area_count_values_by_owner() -> None:
    state = case(3, plants={"e4": [2, "black"], "f4": [1, "blue"], "e5": [4, "blue"], "f5": [3, "neutral"], "b2": [4, "orange"]})  # fmt: skip
    area = "ABCDEFG".index("G")
    assert totals(state.plants, area) == [0, 5, 2, 3]
    assert [tuple(award) for award in awards(state.plants, area, 4, 2)] == [(2, 4, "major")]
    state = case(3, plants={"e4": [2, "black"], "f4": [1, "blue"], "e5": [4, "blue"], "f5": [3, "orange"]})
    assert [tuple(award) for award in awards(state.plants, area, 4, 2)] == [(2, 4, "major"), (1, 2, "minor")]
