"""Positions of rule cases, and the part of a state that a snapshot keeps."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.zooloretto.helping import GAME, NEW, case, dealt, walk


def test_an_empty_position_is_the_start_of_a_game_without_a_deck() -> None:
    assert GAME.facts(case()) == {
        "next": "TURN 1",
        "round": 1,
        "left": 0,
        "bank": 24,
        "coins": [2, 2, 2],
        "hand": "",
        "trucks": ["", "", ""],
        "zoos": [NEW, NEW, NEW],
        "scores": [0, 0, 0],
    }
    assert GAME.turn(case()) == 1


def test_every_key_of_a_position_counts() -> None:
    position = {
        "next": "PLACE 2",
        "round": 9,
        "bank": 7,
        "coins": [0, 5],
        "hand": "S1,EM+,E",
        "trucks": ["@2", "K,$", ""],
        "zoos": ["5:EF,E 4:/S3,S1 6:K,K,K,K,K,K X1: X2:ZO B:S4,P", "B:"],
        "deck": ["E", "$"],
        "left": "anything",
        "scores": None,
    }
    assert GAME.facts(case(2, **position)) == {
        "next": "PLACE 2",
        "round": 9,
        "left": 2,
        "bank": 7,
        "coins": [0, 5],
        "hand": "E,EM+,S1",
        "trucks": ["@2", "$,K", ""],
        "zoos": ["5:E,EF 4:/S1,S3 6:K,K,K,K,K,K X1: X2:ZO B:P,S4", NEW],
        "scores": [10 + 4 - 2 - 2, 0],
    }


def test_the_species_of_a_case_come_from_its_set_up_or_its_options() -> None:
    state = GAME.read_position(4, {"species_removed": ["Z"]}, {"species_removed": ["C"]}, {})
    assert GAME.view(state, None)["species"] == ["E", "F", "K", "L", "M", "P", "Z"]
    state = GAME.read_position(4, {"species_removed": ["Z"]}, None, {})
    assert GAME.view(state, None)["species"] == ["C", "E", "F", "K", "L", "M", "P"]
    assert len(GAME.view(case(4), None)["species"]) == 8


def test_the_bank_may_be_below_0_only_where_it_is_endless() -> None:
    assert GAME.facts(case(bank=-3, options={"bank_is_finite": False}))["bank"] == -3
    assert GAME.facts(case(bank=0))["bank"] == 0


ZOO = "zoos"
BAD: list[tuple[dict[str, Any], str]] = [
    ({"phase": "TURN"}, "position has no key 'phase'"),
    ({"next": "TURN 0"}, "next is a decision and a seat such as TURN 1, or OVER"),
    ({"next": "OVER 1"}, "next is a decision and a seat such as TURN 1, or OVER"),
    ({"bank": "9"}, "bank is a whole number from 0"),
    ({"trucks": ["", "", "E;E"]}, "'E;E' is no tile"),
    ({"trucks": ["", "", "E,"]}, "'' is no tile"),
    ({"trucks": ["", "", "EO+"]}, "'EO+' is no tile"),
    ({"deck": ["Q"]}, "'Q' is no tile"),
    ({ZOO: ["", "B:", "B:"]}, "zoo '' does not end with its barn, B:"),
    ({ZOO: ["5:E", "B:", "B:"]}, "zoo '5:E' does not end with its barn, B:"),
    ({ZOO: ["B: 5:E", "B:", "B:"]}, "'B:' in zoo 'B: 5:E' is no area of this match in the order of the board"),
    ({ZOO: ["4: 5: B:", "B:", "B:"]}, "'5:' in zoo '4: 5: B:' is no area of this match in the order of the board"),
    ({ZOO: ["5: 5: B:", "B:", "B:"]}, "'5:' in zoo '5: 5: B:' is no area of this match in the order of the board"),
    ({ZOO: ["5  B:", "B:", "B:"]}, "'5' in zoo '5  B:' is no area of this match in the order of the board"),
    ({ZOO: ["5 B:", "B:", "B:"]}, "'5' in zoo '5 B:' is no area of this match in the order of the board"),
    ({ZOO: ["7: B:", "B:", "B:"]}, "'7:' in zoo '7: B:' is no area of this match in the order of the board"),
    ({ZOO: ["X1: X2: B:", "B:", "B:"]}, "'X2:' in zoo 'X1: X2: B:' is no area of this match in the order of the board"),
    ({ZOO: ["5:/ B:", "B:", "B:"]}, "'5:/' in zoo '5:/ B:' names no stall after the slash"),
    ({ZOO: ["5:E,E,E,E,E,E B:", "B:", "B:"]}, "enclosure 5 has 5 spaces"),
    ({ZOO: ["4:E,E,E,E,E B:", "B:", "B:"]}, "enclosure 4 has 4 spaces"),
    ({ZOO: ["6:E,E,E,E,E,E,E B:", "B:", "B:"]}, "enclosure 6 has 6 spaces"),
    ({ZOO: ["6:E,K B:", "B:", "B:"]}, "enclosure 6 holds one species only"),
    ({ZOO: ["6:EM,EF B:", "B:", "B:"]}, "enclosure 6 holds an unmated pair"),
    ({ZOO: ["6:S1 B:", "B:", "B:"]}, "enclosure 6 holds animals only"),
    ({ZOO: ["6:$ B:", "B:", "B:"]}, "enclosure 6 holds animals only"),
    ({ZOO: ["6:/E B:", "B:", "B:"]}, "beside enclosure 6 stand stalls only"),
    ({ZOO: ["6:/$ B:", "B:", "B:"]}, "beside enclosure 6 stand stalls only"),
    ({ZOO: ["6:/S1,S1 B:", "B:", "B:"]}, "enclosure 6 has 1 stall spaces"),
    ({ZOO: ["4:/S1,S1,S2 B:", "B:", "B:"]}, "enclosure 4 has 2 stall spaces"),
    ({ZOO: ["B:$", "B:", "B:"]}, "a coin tile lies in no barn"),
    ({ZOO: ["B:E,,E", "B:", "B:"]}, "'' is no tile"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "why"), BAD, ids=[why for _, why in BAD])
def test_a_position_that_the_book_does_not_allow_is_refused(position: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(**position)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("zoo", "why"),
    [
        ("5: 4: 6: X2: B:", "zoo '5: 4: 6: X2: B:' has the second expansion without the first"),
        ("X1:E X2:S1 B:", "enclosure X2 holds animals only"),
    ],
)
def test_expansions_of_two_players_are_owned_in_order(zoo: str, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(2, zoos=[zoo, "B:"])
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"seed": 1}, "setup has no key 'seed'"),
        ({"deck": 1}, "deck is a list of tiles"),
        ({"start_player": 9}, "setup.start_player is a seat from 1 to 3"),
        (
            {"species_removed": ["Z", "C"]},
            "setup.species_removed is a list of 2 letters in the order C E F K L M P Z",
        ),
    ],
)
def test_a_bad_set_up_of_a_case_is_refused(written: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_position(3, {}, written, {})
    assert str(refused.value) == why


def test_bad_options_of_a_case_are_refused() -> None:
    with pytest.raises(InvalidOptions):
        GAME.read_position(3, {"species_removed": ["Z"]}, None, {})


def test_a_snapshot_says_all_but_the_deck() -> None:
    for players in GAME.players:
        setup = dealt(players, seed=players)
        for state, _ in walk(players, seed=players):
            saved = json.loads(json.dumps(GAME.save(state)))
            assert GAME.restore(setup, saved) == state


def test_a_snapshot_is_exactly_this() -> None:
    walked = walk(2, seed=1)
    state, _ = walked[30]
    facts = GAME.facts(state)
    saved = GAME.save(state)
    assert saved == {
        "drawn": 79 - facts["left"],
        "phase": facts["next"].split()[0],
        "seat": int(facts["next"].split()[1]),
        "turn": GAME.turn(state),
        "round": facts["round"],
        "starter": GAME.view(state, None)["starter"],
        "bank": facts["bank"],
        "coins": facts["coins"],
        "hand": facts["hand"].split(",") if facts["hand"] else [],
        "trucks": facts["trucks"],
        "zoos": facts["zoos"],
        "removed": GAME.view(state, None)["removed"],
    }
    assert saved["drawn"] > 5
