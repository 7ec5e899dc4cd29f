"""Positions of rule cases, and the part of a state that a snapshot keeps."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.new_york_zoo.helping import GAME, case, dealt, legal, play, walk

FULL_SUPPLY = [6, 3, 3, 1, 1, 1, 1]


def test_an_empty_position_is_the_start_of_a_game_without_tiles() -> None:
    assert GAME.facts(case(3)) == {
        "el": 10,
        "tiles": 0,
        "att": FULL_SUPPLY,
        "unc": [81, 80, 78],
        "houses": ["FM", "FM", "KM"],
        "enc": ["", "", ""],
        "next": "WALK 1",
    }
    assert GAME.turn(case(3)) == 1


def test_every_key_of_a_position_counts() -> None:
    state = case(
        2,
        elephant=12,
        active=2,
        phase="MAIN",
        lines=["A", "M"],
        stacks={"11": ["5a", "6b"], "24": ["4a"]},
        supply={"a8": 0, "a2": 4},
        zoos=[
            {
                "houses": ["K", "A"],
                "enclosures": ["5a@A6r0 K3", "4g@C8"],
                "attractions": ["a3l@E6r1", "a2@M9r2"],
            },
            {"houses": [], "uncovered": ["N9", "A6"]},
        ],
    )
    assert GAME.facts(state) == {
        "el": 12,
        "tiles": 3,
        "att": [4, 3, 2, 1, 1, 1, 0],
        "unc": [107 - 5 - 4 - 3 - 2, 2],
        "houses": ["AK", ""],
        "enc": ["K3 -", ""],
        "next": "ANIMAL 2",
    }
    view = GAME.view(state, None)
    assert view["lines"] == ["A", "M"]
    assert [each["tile"] for each in view["zoos"][0]["enclosures"]] == ["5a@A6", "4g@C8"]
    assert [each["attraction"] for each in view["zoos"][0]["attractions"]] == ["a3l@E6r1", "a2@M9"]
    assert len(view["zoos"][1]["attractions"]) == 103
    assert {each["attraction"][:2] for each in view["zoos"][1]["attractions"]} == {"a1"}


def test_stacks_of_a_position_replace_those_of_the_set_up() -> None:
    written = GAME.write_setup(dealt(2))
    state = GAME.read_position(
        2, {}, {"stacks": written["stacks"]}, {"stacks": {"11": ["4g", "4g"], "1": []}}
    )
    shown = {bay["space"]: bay["tiles"] for bay in GAME.view(state, None)["stacks"]}
    assert (shown[11], shown[1], shown[3]) == (["4g", "4g"], [], written["stacks"]["3"])
    assert GAME.facts(state)["tiles"] == 45 - 3 - 3 + 2


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {"quick_two_player": True})])
def test_the_solo_and_the_quick_game_take_off_the_top_tiles_of_the_set_up(players: int, options: Any) -> None:
    written = GAME.write_setup(dealt(players, options=options))
    state = GAME.read_position(players, options, written, {"stacks": {"1": ["5a", "6a", "7a"]}})
    shown = {str(bay["space"]): bay["tiles"] for bay in GAME.view(state, None)["stacks"]}
    assert shown.pop("1") == ["5a", "6a", "7a"]
    assert shown == {bay: stack[:2] for bay, stack in written["stacks"].items() if bay != "1"}
    assert GAME.facts(state)["next"] == "WALK 1"
    assert GAME.turn(state) == 1


def test_markers_and_laps_are_of_one_player() -> None:
    state = case(1, markers=["3", "0"], laps=1)
    assert GAME.facts(state)["solo"] == {"laps": 1, "markers": ["0", "3"]}
    assert GAME.facts(case(1))["solo"] == {"laps": 0, "markers": ["0", "1", "2", "3", "4+"]}
    assert legal(case(1, markers=[])) == ["f"]
    assert GAME.facts(case(1, phase="MAIN", laps=2))["solo"]["laps"] == 2
    assert len(GAME.view(case(1, options={"solo_board": "S4"}), None)["zoos"][0]["rows"][0]) == 14


def test_breed_without_lines_ends_the_turn() -> None:
    state = case(3, phase="BREED", active=2)
    assert (GAME.facts(state)["next"], GAME.turn(state)) == ("WALK 3", 2)


ZOO = {"enclosures": ["5a@A6 K3"]}
BAD: list[tuple[int, dict[str, Any], str]] = [
    (2, {"turn": 1}, "position has no key 'turn'"),
    (2, {"elephant": 0}, "elephant is a whole number from 1 to 25"),
    (2, {"elephant": 26}, "elephant is a whole number from 1 to 25"),
    (2, {"elephant": True}, "elephant is a whole number from 1 to 25"),
    (2, {"elephant": "10"}, "elephant is a whole number from 1 to 25"),
    (2, {"active": 0}, "active is a whole number from 1 to 2"),
    (2, {"active": 3}, "active is a whole number from 1 to 2"),
    (2, {"phase": "PLACE"}, "phase is WALK, MAIN or BREED"),
    (2, {"phase": None}, "phase is WALK, MAIN or BREED"),
    (2, {"phase": "MAIN", "elephant": 11}, "the elephant could not have landed on bay 11"),
    (2, {"phase": "MAIN", "elephant": 11, "stacks": {"11": ["4g"]}, "zoos": [{"uncovered": ["A6"]}]}, "the elephant could not have landed on bay 11"),
    (2, {"phase": "MAIN", "elephant": 11, "stacks": {"11": ["4g"]}, "zoos": [{"houses": []}]}, "the elephant could not have landed on bay 11"),
    (2, {"lines": []}, "lines stands only with MAIN and BREED"),
    (2, {"phase": "WALK", "lines": ["K"]}, "lines stands only with MAIN and BREED"),
    (2, {"phase": "BREED", "lines": "K"}, "lines is a list of texts"),
    (2, {"phase": "BREED", "lines": ["Q"]}, "lines are some of M, F, K, P, A, each once"),
    (2, {"phase": "BREED", "lines": ["K", "K"]}, "lines are some of M, F, K, P, A, each once"),
    (2, {"markers": ["0"]}, "markers stands only with one player"),
    (2, {"laps": 0}, "laps stands only with one player"),
    (1, {"markers": "0"}, "markers is a list of texts"),
    (1, {"markers": [0]}, "markers is a list of texts"),
    (1, {"markers": ["4"]}, "markers are some of 0, 1, 2, 3, 4+, each once"),
    (1, {"markers": ["0", "0"]}, "markers are some of 0, 1, 2, 3, 4+, each once"),
    (1, {"laps": 2}, "laps is a whole number from 0 to 1"),
    (1, {"laps": -1}, "laps is a whole number from 0 to 1"),
    (1, {"laps": 2, "phase": "BREED"}, "laps is a whole number from 0 to 1"),
    (1, {"laps": 3, "phase": "MAIN"}, "laps is a whole number from 0 to 2"),
    (2, {"stacks": []}, "stacks is an object"),
    (2, {"stacks": {"2": []}}, "stacks: '2' is no tile bay; there are 1, 3, 4, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24"),
    (2, {"stacks": {"11": "4g"}}, "stacks.11 is a list of tiles"),
    (2, {"stacks": {"11": ["a1"]}}, "stacks.11: 'a1' is no enclosure tile"),
    (2, {"stacks": {"11": [4]}}, "stacks.11: 4 is no enclosure tile"),
    (2, {"supply": []}, "supply is an object"),
    (2, {"supply": {"a1": 3}}, "supply has no 'a1'; there are a2, a3i, a3l, a4i, a4o, a6, a8"),
    (2, {"supply": {"a8": -1}}, "supply.a8 is a whole number from 0"),
    (2, {"supply": {"a8": "1"}}, "supply.a8 is a whole number from 0"),
    (2, {"zoos": [{"attractions": ["a8@A6", "a8@A8"]}]}, "more a8 lie in the zoos than there are: 1"),
    (2, {"zoos": [{"attractions": ["a8@A6"]}, {"attractions": ["a8@A6"]}]}, "more a8 lie in the zoos than there are: 1"),
    (2, {"zoos": {}}, "zoos is a list of at most 2"),
    (2, {"zoos": [{}, {}, {}]}, "zoos is a list of at most 2"),
    (2, {"zoos": [[]]}, "zoo 1 is an object"),
    (2, {"zoos": [{}, {"barn": []}]}, "zoo 2 has no key 'barn'"),
    (2, {"zoos": [{"houses": "K"}]}, "zoo 1, houses is a list of texts"),
    (2, {"zoos": [{"houses": ["X"]}]}, "zoo 1, houses: 'X' is no species"),
    (2, {"zoos": [{"houses": ["K", "K", "K", "K"]}]}, "zoo 1 has 3 houses"),
    (2, {"zoos": [{"enclosures": "5a@A6"}]}, "zoo 1, enclosures is a list of texts"),
    (2, {"zoos": [{"enclosures": ["5a"]}]}, "zoo 1, enclosures: '5a' is no enclosure tile and its place such as 5a@A6r1 K3"),
    (2, {"zoos": [{"enclosures": ["a8@A6"]}]}, "zoo 1, enclosures: 'a8@A6' is no enclosure tile and its place such as 5a@A6r1 K3"),
    (2, {"zoos": [{"enclosures": ["5a@A6r4"]}]}, "zoo 1, enclosures: '5a@A6r4' is no enclosure tile and its place such as 5a@A6r1 K3"),
    (2, {"zoos": [{"enclosures": ["5a@A6 K5"]}]}, "zoo 1, enclosures: 'K5' is not one species and a number from 1 to 4"),
    (2, {"zoos": [{"enclosures": ["5a@A6 K0"]}]}, "zoo 1, enclosures: 'K0' is not one species and a number from 1 to 4"),
    (2, {"zoos": [{"enclosures": ["5a@A6 "]}]}, "zoo 1, enclosures: '' is not one species and a number from 1 to 4"),
    (2, {"zoos": [{"attractions": [1]}]}, "zoo 1, attractions is a list of texts"),
    (2, {"zoos": [{"attractions": ["5a@A6"]}]}, "zoo 1, attractions: '5a@A6' is no attraction and its place such as a3l@E6r1"),
    (2, {"zoos": [{"attractions": ["a9@A6"]}]}, "zoo 1, attractions: 'a9@A6' is no attraction and its place such as a3l@E6r1"),
    (2, {"zoos": [{"enclosures": ["5a@A1"]}]}, "zoo 1: 5a@A1 lies outside of zoo 2P1"),
    (2, {"zoos": [{"enclosures": ["5a@L8"]}]}, "zoo 1: 5a@L8 lies outside of zoo 2P1"),
    (2, {"zoos": [{"attractions": ["a4i@A7r1"]}]}, "zoo 1: a4i@A7r1 lies outside of zoo 2P1"),
    (5, {"zoos": [{"enclosures": ["4g@K6"]}]}, "zoo 1: 4g@K6 lies outside of zoo 5P1"),
    (2, {"zoos": [{"enclosures": ["5a@A6"], "attractions": ["a1@A6"]}]}, "zoo 1: a1@A6 lies on another piece"),
    (2, {"zoos": [{"uncovered": "A6"}]}, "zoo 1, uncovered is a list of texts"),
    (2, {"zoos": [{"uncovered": ["A66"]}]}, "zoo 1, uncovered: 'A66' is no cell"),
    (2, {"zoos": [{"uncovered": ["A1"]}]}, "zoo 1, uncovered: A1 lies outside of zoo 2P1"),
    (5, {"zoos": [{"uncovered": ["I6"]}]}, "zoo 1, uncovered: I6 lies outside of zoo 5P1"),
    (2, {"zoos": [{**ZOO, "uncovered": ["A6"]}]}, "zoo 1, uncovered: A6 lies under a piece"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "position", "why"), BAD)
def test_a_bad_position_is_refused(players: int, position: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(players, **position)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ([], "setup is an object"),
        ({"deck": []}, "setup has no key 'deck'"),
        ({"boards": ["2P2", "2P1"]}, "setup.boards is 2P1, 2P2 for this match"),
        (
            {"stacks": {}},
            "setup.stacks has a stack for each bay: 1, 3, 4, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24",
        ),
    ],
)
def test_the_set_up_of_a_case_is_judged_as_that_of_a_trace(written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_position(2, {}, written, {})
    assert str(refused.value) == why


def test_a_position_is_an_object_and_its_options_are_checked() -> None:
    with pytest.raises(InvalidPosition, match=r"^position is an object$"):
        GAME.read_position(2, {}, None, [])
    with pytest.raises(InvalidOptions, match=r"^solo_board: S3 or S4 is expected$"):
        GAME.read_position(1, {"solo_board": "S5"}, None, {})


def test_boards_of_a_case_follow_from_its_option() -> None:
    state = GAME.read_position(1, {"solo_board": "S4"}, {"boards": ["S4"]}, {})
    assert GAME.facts(state)["unc"] == [104]


SAVED_KEYS = {
    "phase", "seat", "active", "turn", "elephant", "stacks", "supply", "zoos", "hands", "piece", "second", "leaving",
    "full", "is_breeding", "lines", "bred", "markers", "laps",
}  # fmt: skip


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {"quick_two_player": True}), (3, {})])
def test_a_saved_state_is_restored_equal(players: int, options: Any) -> None:
    for state, _ in walk(players, 5, options)[::3]:
        saved = json.loads(json.dumps(GAME.save(state)))
        assert set(saved) == SAVED_KEYS
        assert GAME.restore(state.setup, saved) == state


def test_a_second_enclosure_that_stands_full_is_saved_too() -> None:
    zoo = {"houses": [], "enclosures": ["4g@A6 K3", "5a@A8 K4"]}
    state, _ = play(case(2, phase="BREED", lines=["K"], zoos=[zoo]), "b:e2,e1")
    assert (GAME.facts(state)["enc"][0], GAME.facts(state)["next"]) == ("K4 -", "KEEP 1")
    assert GAME.view(state, None)["full"] == ["e1"]
    assert GAME.restore(state.setup, GAME.save(state)) == state
    state, _ = play(state, "k", "a1", "a1@N9")
    assert (GAME.facts(state)["enc"][0], GAME.facts(state)["next"]) == ("- -", "KEEP 1")
    state, _ = play(state, "k", "a0")
    assert (GAME.facts(state)["houses"][0], GAME.facts(state)["next"]) == ("KK", "WALK 2")
