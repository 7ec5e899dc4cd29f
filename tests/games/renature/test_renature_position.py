"""Positions of rule cases, and the part of a state that a snapshot keeps."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.renature.helping import GAME, case, dealt, legal, walk

SHUT = dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B")
ZERO = {"own": [0, 0, 0, 0], "neutral": [0, 0, 0, 0]}


def test_an_empty_position_is_the_start_of_a_game_in_the_order_of_the_data() -> None:
    assert GAME.facts(case(2)) == {
        "next": "START 1",
        "scores": [4, 3],
        "clouds": [6, 6],
        "waiting": 0,
        "sky": [2, 2, 1, 1],
        "joker": "B",
        "hands": ["BB BN BS", "FF FT SD"],
        "boards": ["5321 6432", "5321 6432"],
        "tokens": ["", ""],
    }
    assert GAME.turn(case(2)) == 1
    assert case(2).setup.rules_version == 1


def test_every_key_of_a_position_counts() -> None:
    state = case(
        3,
        {"start": 3},
        seat=2,
        phase="END",
        joker="Q",
        dominoes=["NS h15-i15"],
        halves={"a1": "D"},
        last="h15-i15",
        plants={"h14": [2, "neutral"], "b2": [1, "blue"]},
        boards=[{}, {"own": [0, 1, 2, 0]}, {"neutral": [0, 0, 0, 1]}],
        sky={"n8": 7},
        hands=[["NN"], ["SS", "AW"], []],
        reserves=[[], ["OO"], ["DD"]],
        collected={"C": 1, "A": 1, "S": 3},
        clouds=[0, 6, 3],
        scores=[-5, 0, 99],
    )
    assert GAME.facts(state) == {
        "next": "END 2",
        "scores": [-5, 0, 99],
        "clouds": [0, 6, 3],
        "waiting": 0,
        "sky": [0, 0, 0, 7],
        "joker": "Q",
        "hands": ["NN", "AW SS", ""],
        "boards": ["4321 2111", "0120 2111", "5321 0001"],
        "tokens": ["AC", "", "S"],
    }
    view = GAME.view(state, 2)
    assert view["dominoes"] == [{"domino": "NS", "first": "h15", "second": "i15"}]
    assert view["halves"] == [{"space": "a1", "animal": "D"}]
    assert (view["last"], view["start"], view["turn"]) == (["h15", "i15"], 3, 1)
    assert [seat["reserve"] for seat in view["seats"]] == [0, 1, 1]
    assert [seat["colour"] for seat in view["seats"]] == ["blue", "black", "orange"]


def test_the_boards_of_a_position_lack_what_stands_on_the_board_of_own_plants_only() -> None:
    state = case(
        4, plants={"b2": [1, "orange"], "c2": [1, "orange"], "e2": [4, "blue"], "f2": [1, "neutral"]}
    )
    assert GAME.facts(state)["boards"] == ["1221 2111", "3220 2111", "3221 2111", "3221 2111"]


def test_the_sky_of_a_position_is_empty_where_a_plant_stands() -> None:
    assert GAME.facts(case(2, plants={"h9": [1, "black"], "b8": [1, "white"]}))["sky"] == [2, 0, 0, 1]
    assert GAME.facts(case(2, plants={"h9": [1, "black"]}, sky={"h9": 1, "h14": 2}))["sky"] == [2, 1, 0, 0]
    assert GAME.facts(case(2, sky={}))["sky"] == [0, 0, 0, 0]


def test_hands_alone_leave_no_reserve_and_reserves_alone_keep_the_hands() -> None:
    setup = {"hands": [["QQ", "OO", "DD"], ["NN", "SS", "FF"]]}
    assert [GAME.facts(case(2, setup))["hands"], _reserves(case(2, setup))] == [
        ["DD OO QQ", "FF NN SS"],
        [23, 23],
    ]
    state = case(2, setup, hands=[["AA"], []])
    assert [GAME.facts(state)["hands"], _reserves(state)] == [["AA", ""], [0, 0]]
    state = case(2, setup, reserves=[["AA"], []])
    assert [GAME.facts(state)["hands"], _reserves(state)] == [["DD OO QQ", "FF NN SS"], [1, 0]]
    state = case(2, setup, hands=[["AA"], []], reserves=[["AA", "AA"], ["AA"]])
    assert [GAME.facts(state)["hands"], _reserves(state)] == [["AA", ""], [2, 1]]


def _reserves(state: Any) -> list[int]:
    return [seat["reserve"] for seat in GAME.view(state, None)["seats"]]


def test_the_last_domino_is_the_last_of_the_list_or_named() -> None:
    two = {"dominoes": ["NS a1-b1", "AW e1-f1"], "clouds": [0, 0]}
    assert legal(case(2, phase="PLANT", boards=[{"own": [1, 0, 0, 0], "neutral": [0] * 4}, {}], **two)) == ["+0", "+1 e2", "+1 f2"]  # fmt: skip
    named = case(
        2, phase="PLANT", boards=[{"own": [1, 0, 0, 0], "neutral": [0] * 4}, {}], last="b1-a1", **two
    )
    assert legal(named) == ["+0", "+1 b2"]


@pytest.mark.parametrize(
    ("position", "following"),
    [
        ({"hands": [[], ["NN"]]}, "START 2"),
        ({"hands": [[], []]}, "OVER"),
        ({"seat": 2, "hands": [["NN"], []]}, "START 1"),
        ({"phase": "PLANT", "dominoes": ["NS a3-a4"], "plants": {"b4": [1, "white"]}, "boards": [ZERO, {}], "hands": [["NN"], ["SS"]]}, "END 1"),
        ({"phase": "PRECLOSE", "dominoes": ["NS a3-a4"]}, "END 1"),
        ({"phase": "PRECLOSE", "halves": SHUT, "last": "b1-c1", "plants": {"b2": [1, "black"]}}, "PRECLOSE 1"),
        ({"phase": "PRECLOSE", "halves": SHUT, "last": "b1-c1", "plants": {"b2": [1, "black"]}, "collected": {"A": 2}}, "END 1"),
        ({"phase": "END", "clouds": [1, 6]}, "START 2"),
        ({"phase": "END", "clouds": [0, 6], "hands": [["NN"], []]}, "START 1"),
        ({"phase": "END", "clouds": [0, 0], "hands": [[], []]}, "OVER"),
    ],
)  # fmt: skip
def test_a_position_that_passes_by_itself_passes_at_once(position: dict[str, Any], following: str) -> None:
    state = case(2, **position)
    assert GAME.facts(state)["next"] == following
    assert GAME.turn(state) == 1


def test_a_closed_area_with_its_token_is_scored_with_the_next_closing_only() -> None:
    state = case(2, halves=SHUT)
    assert GAME.facts(state)["tokens"] == ["", ""]
    state = case(2, halves=SHUT, phase="PRECLOSE", last="b1-c1")
    assert GAME.facts(state)["tokens"] == ["A", ""]


SPACES2 = "the player board of seat 1 has spaces for 5, 3, 2, 1 plants: not {}"
BAD: list[tuple[dict[str, Any], str]] = [
    ({"next": "START 1"}, "position has no key 'next'"),
    ({"seat": 0}, "seat is a seat from 1 to 2"),
    ({"seat": 3}, "seat is a seat from 1 to 2"),
    ({"seat": True}, "seat is a seat from 1 to 2"),
    ({"phase": "OVER"}, "phase is one of START, PLANT, OVERFLOW, PRECLOSE, END"),
    ({"phase": "start"}, "phase is one of START, PLANT, OVERFLOW, PRECLOSE, END"),
    ({"phase": 1}, "phase is one of START, PLANT, OVERFLOW, PRECLOSE, END"),
    ({"joker": "X"}, "joker is an animal, one of B N S F T A W Q O D"),
    ({"joker": ["B"]}, "joker is an animal, one of B N S F T A W Q O D"),
    ({"dominoes": "NS a1-b1"}, "dominoes is a list of placed dominoes such as ST b1-c1"),
    ({"dominoes": ["NS"]}, "dominoes: 'NS' is no placed domino such as ST b1-c1"),
    ({"dominoes": [1]}, "dominoes: 1 is no placed domino such as ST b1-c1"),
    ({"dominoes": ["SN a1-b1"]}, "dominoes: 'SN a1-b1' is no placed domino such as ST b1-c1"),
    ({"dominoes": ["P NS a1-b1"]}, "dominoes: 'P NS a1-b1' is no placed domino such as ST b1-c1"),
    ({"dominoes": ["NS a1"]}, "dominoes is two spaces such as c3-d3"),
    ({"dominoes": ["NS a1-b1-c1"]}, "dominoes is two spaces such as c3-d3"),
    ({"dominoes": ["NS a1-p1"]}, "dominoes: 'p1' is no space"),
    ({"dominoes": ["NS a1-A2"]}, "dominoes: 'A2' is no space"),
    ({"dominoes": ["NS a1-c1"]}, "dominoes: a1-c1 are not next to each other"),
    ({"dominoes": ["NS o1-a2"]}, "dominoes: o1-a2 are not next to each other"),
    ({"dominoes": ["NS a1-a1"]}, "dominoes: a1-a1 are not next to each other"),
    ({"dominoes": ["NS b1-b2"]}, "b2 is no stream space"),
    ({"dominoes": ["NS a1-b1", "AW b1-c1"]}, "b1 is covered twice"),
    ({"halves": ["a1"]}, "halves is an object, space to animal"),
    ({"halves": {"b2": "N"}}, "b2 is no stream space"),
    ({"halves": {"z1": "N"}}, "halves: 'z1' is no space"),
    ({"halves": {"a1": "Z"}}, "halves.a1 is an animal, one of B N S F T A W Q O D"),
    ({"halves": {"a1": "N"}, "dominoes": ["NS a1-b1"]}, "a1 is covered twice"),
    ({"phase": "PLANT"}, "in PLANT a domino has just been placed: name it in last"),
    ({"phase": "PLANT", "halves": {"a1": "N", "b1": "N"}}, "in PLANT a domino has just been placed: name it in last"),
    ({"phase": "PRECLOSE"}, "in PRECLOSE a domino has just been placed: name it in last"),
    ({"phase": "OVERFLOW", "plants": {"b2": [1, "black"]}, "planted": "b2", "waiting": 1}, "in OVERFLOW a domino has just been placed: name it in last"),
    ({"last": "a1-b1"}, "last names two covered spaces"),
    ({"last": "a1-b1", "halves": {"a1": "N"}}, "last names two covered spaces"),
    ({"last": "a1-c1", "halves": {"a1": "N", "c1": "N"}}, "last: a1-c1 are not next to each other"),
    ({"last": 1}, "last is two spaces such as c3-d3"),
    ({"plants": []}, "plants is an object, area space to [type, colour]"),
    ({"plants": {"a1": [1, "black"]}}, "plants: a1 is no space of an area"),
    ({"plants": {"p1": [1, "black"]}}, "plants: 'p1' is no space"),
    ({"plants": {"b2": 1}}, "plants.b2 is a type and a colour"),
    ({"plants": {"b2": [1]}}, "plants.b2 is a type and a colour"),
    ({"plants": {"b2": [5, "black"]}}, "plants.b2: the type is one of 1, 2, 3, 4"),
    ({"plants": {"b2": [0, "black"]}}, "plants.b2: the type is one of 1, 2, 3, 4"),
    ({"plants": {"b2": [True, "black"]}}, "plants.b2: the type is one of 1, 2, 3, 4"),
    ({"plants": {"b2": ["1", "black"]}}, "plants.b2: the type is one of 1, 2, 3, 4"),
    ({"plants": {"b2": [1, "orange"]}}, "plants.b2: the colour is one of black, white, neutral"),
    ({"plants": {"b2": [1, None]}}, "plants.b2: the colour is one of black, white, neutral"),
    ({"plants": {"b2": [4, "black"], "c2": [4, "black"]}}, SPACES2.format([5, 3, 2, -1])),
    ({"boards": [{}]}, "boards is a list of 2"),
    ({"boards": {}}, "boards is a list of 2"),
    ({"boards": [{}, []]}, "boards, each is an object"),
    ({"boards": [{"plants": [0, 0, 0, 0]}, {}]}, "boards, each has no key 'plants'"),
    ({"boards": [{"own": [0, 0, 0]}, {}]}, "a row of boards is a list of 4"),
    ({"boards": [{"own": [6, 0, 0, 0]}, {}]}, SPACES2.format([6, 0, 0, 0])),
    ({"boards": [{"own": [0, 0, 0, -1]}, {}]}, SPACES2.format([0, 0, 0, -1])),
    ({"boards": [{"own": [0, 0, 0, True]}, {}]}, SPACES2.format([0, 0, 0, True])),
    ({"boards": [{"neutral": [7, 0, 0, 0]}, {}]}, "the player board of seat 1 has spaces for 6, 4, 3, 2 plants: not [7, 0, 0, 0]"),
    ({"planted": "b2"}, "planted is the space of a plant that seat 1 may have placed"),
    ({"planted": "x"}, "planted: 'x' is no space"),
    ({"planted": "b2", "plants": {"b2": [1, "white"]}}, "planted is the space of a plant that seat 1 may have placed"),
    ({"waiting": 0}, "waiting stands in OVERFLOW only"),
    ({"waiting": 1}, "waiting stands in OVERFLOW only"),
    ({"phase": "OVERFLOW", "dominoes": ["NS a1-b1"], "waiting": 1}, "in OVERFLOW a plant has just been placed: name its space in planted"),
    ({"phase": "OVERFLOW", "dominoes": ["NS a1-b1"], "plants": {"b2": [1, "black"]}, "planted": "b2"}, "waiting is a whole number from 1"),
    ({"phase": "OVERFLOW", "dominoes": ["NS a1-b1"], "plants": {"b2": [1, "black"]}, "planted": "b2", "waiting": 0}, "waiting is a whole number from 1"),
    ({"sky": []}, "sky is an object"),
    ({"sky": {"h10": 1}}, "sky has no key 'h10'"),
    ({"sky": {"h9": -1}}, "sky.h9 is a whole number from 0"),
    ({"sky": {"h9": True}}, "sky.h9 is a whole number from 0"),
    ({"hands": [["NN"]]}, "hands is a list of 2"),
    ({"hands": [["NN"], "SS"]}, "hands, each is a list of dominoes"),
    ({"hands": [["NN"], ["ZZ"]]}, "hands, each: 'ZZ' is no domino"),
    ({"reserves": [["NN"], ["ON"]]}, "reserves, each: 'ON' is no domino"),
    ({"collected": []}, "collected is an object"),
    ({"collected": {"O": 1}}, "collected has no key 'O'"),
    ({"collected": {"A": 3}}, "collected.A is a seat from 1 to 2"),
    ({"collected": {"A": 0}}, "collected.A is a seat from 1 to 2"),
    ({"clouds": [6]}, "clouds is a list of 2"),
    ({"clouds": [7, 0]}, "clouds is a whole number from 0 to 6"),
    ({"clouds": [-1, 0]}, "clouds is a whole number from 0 to 6"),
    ({"clouds": [True, 0]}, "clouds is a whole number from 0 to 6"),
    ({"scores": [1, "2"]}, "scores is a whole number"),
    ({"scores": 3}, "scores is a list of 2"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "why"), BAD, ids=[why for _, why in BAD])
def test_a_position_that_the_book_does_not_allow_is_refused(position: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(2, **position)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"seed": 1}, "setup has no key 'seed'"),
        ({"start": 9}, "setup.start is a seat from 1 to 2"),
        ({"hands": [["NN"], ["SS"]]}, "setup.hands, each is a list of 3 dominoes"),
        ({"tokens": {}}, "setup.tokens.A is the id of a token of size 2"),
    ],
)
def test_a_bad_set_up_of_a_case_is_refused(written: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(2, written)
    assert str(refused.value) == why


def test_bad_options_of_a_case_are_refused() -> None:
    with pytest.raises(InvalidOptions):
        GAME.read_position(2, {"start": 1}, None, {})


@pytest.mark.parametrize("position", [None, [], "START 1"])
def test_a_position_is_an_object(position: Any) -> None:
    with pytest.raises(InvalidPosition, match=r"^position is an object$"):
        GAME.read_position(2, {}, None, position)


def test_dominoes_of_a_position_need_not_match_nor_be_different() -> None:
    state = case(2, dominoes=["NS a1-b1", "NS c1-d1", "NN a3-a2"], hands=[["NN"], ["AW"]], clouds=[0, 0])
    assert [placed["first"] for placed in GAME.view(state, None)["dominoes"]] == ["a1", "c1", "a2"]


def test_waiting_clouds_of_a_position_fill_free_spaces_at_once() -> None:
    given = {"phase": "OVERFLOW", "dominoes": ["NS h15-i15"], "plants": {"h14": [2, "black"]}, "planted": "h14", "hands": [["NN"], ["SS"]]}  # fmt: skip
    state = case(2, waiting=5, clouds=[2, 0], **given)
    assert (GAME.facts(state)["next"], GAME.facts(state)["clouds"], state.waiting) == (
        "OVERFLOW 1",
        [6, 0],
        1,
    )
    state = case(2, waiting=4, clouds=[2, 0], **given)
    assert (GAME.facts(state)["next"], GAME.facts(state)["clouds"], GAME.facts(state)["scores"]) == ("END 1", [6, 0], [5, 3])  # fmt: skip


def test_a_snapshot_says_all_but_the_set_up_and_no_domino_that_is_hidden() -> None:
    for players in GAME.players:
        setup = dealt(players, seed=players)
        for state, _ in walk(players, seed=players)[::3]:
            text = json.dumps(GAME.save(state))
            assert GAME.restore(setup, json.loads(text)) == state
            hidden = [domino for group in (*state.hands, *state.discards) for domino in group]
            assert [domino for domino in hidden if f'"{domino}"' in text] == []


def test_a_snapshot_is_exactly_this() -> None:
    state = case(
        2, phase="OVERFLOW", dominoes=["NS h15-i15"], halves={"a1": "D"}, plants={"h14": [2, "neutral"], "b2": [1, "white"]},
        planted="h14", waiting=2, hands=[["AW", "NN"], ["SS"]], reserves=[["QQ"], []], collected={"A": 2}, scores=[1, 2],
    )  # fmt: skip
    saved = GAME.save(state)
    assert saved == {
        "phase": "OVERFLOW",
        "seat": 1,
        "turn": 1,
        "dominoes": [["NS", 231, 232]],
        "halves": [[0, 9]],
        "last": [231, 232],
        "joker": 0,
        "plants": [[], [], [], [], [17], [], [], [], [], [215], [], []],
        "planted": [5, 215],
        "waiting": 2,
        "sky": [0, 2, 1, 1],
        "clouds": [6, 6],
        "boards": [[5, 3, 2, 1, 6, 4, 3, 2], [4, 3, 2, 1, 6, 4, 3, 2]],
        "scores": [1, 2],
        "hands": [[0, 1], [0]],
        "drawn": [0, 0],
        "discards": [[], []],
        "takers": [2, *[0] * 17],
    }
    assert GAME.restore(state.setup, json.loads(json.dumps(saved))) == state
