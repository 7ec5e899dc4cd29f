"""What a viewer may know: exactly this, and nothing of the order of the undrawn tiles."""

from typing import Any

import pytest

from referee.games.engine import InvalidPosition
from tests.games.zooloretto.helping import GAME, case, dealt, play

OPTIONS = {
    "species_removed": "random",
    "start_player": "random",
    "show_remaining_tiles": True,
    "bank_is_finite": True,
    "stall_move_to_barn": False,
}


def area(name: str, spaces: int, stall_spaces: int, animals: str = "", stalls: str = "") -> dict[str, Any]:
    return {
        "area": name,
        "spaces": spaces,
        "animals": animals.split(),
        "stall_spaces": stall_spaces,
        "stalls": stalls.split(),
    }


def zoo(seat: int, areas: list[dict[str, Any]], barn: str, expansions: int, score: int) -> dict[str, Any]:
    return {"seat": seat, "areas": areas, "barn": barn.split(), "expansions": expansions, "score": score}


def test_the_view_of_a_new_match_is_exactly_this() -> None:
    state = GAME.start(dealt(2))
    new = [area("5", 5, 1), area("4", 4, 2), area("6", 6, 1)]
    assert GAME.view(state, 1) == {
        "game": "zooloretto",
        "rules_version": 1,
        "players": 2,
        "options": OPTIONS,
        "species": ["C", "E", "K", "P", "Z"],
        "decisions": [{"name": "TURN", "seat": 2}],
        "turn": 1,
        "round": 1,
        "starter": 2,
        "seat": 2,
        "last_round": False,
        "bank": 26,
        "coins": [2, 2],
        "hand": [],
        "trucks": [
            {"truck": 1, "capacity": 3, "tiles": [], "taken_by": None},
            {"truck": 2, "capacity": 2, "tiles": [], "taken_by": None},
            {"truck": 3, "capacity": 1, "tiles": [], "taken_by": None},
        ],
        "zoos": [zoo(1, new, "", 0, 0), zoo(2, new, "", 0, 0)],
        "removed": [],
        "scores": [0, 0],
        "left": 79,
        "main_pile": 64,
        "end_pile": 15,
    }


def test_the_view_of_a_match_in_progress_is_exactly_this() -> None:
    state = case(
        2,
        options={"show_remaining_tiles": False, "species_removed": ["Z", "P", "C"]},
        next="PLACE 2",
        round=7,
        bank=20,
        coins=[4, 0],
        hand="EM,E",
        trucks=["@1", "$,K", "@2"],
        zoos=["5:E,EF+/S1 4:/S2,S3 6: X1:K B:S4,M", "B:"],
        deck=["E"] * 10,
    )
    assert GAME.view(state, None) == {
        "game": "zooloretto",
        "rules_version": 1,
        "players": 2,
        "options": {**OPTIONS, "show_remaining_tiles": False, "species_removed": ["Z", "P", "C"]},
        "species": ["E", "F", "K", "L", "M"],
        "decisions": [{"name": "PLACE", "seat": 2}],
        "turn": 1,
        "round": 7,
        "starter": 1,
        "seat": 2,
        "last_round": True,
        "bank": 20,
        "coins": [4, 0],
        "hand": ["E", "EM"],
        "trucks": [
            {"truck": 1, "capacity": 3, "tiles": [], "taken_by": 1},
            {"truck": 2, "capacity": 2, "tiles": ["$", "K"], "taken_by": None},
            {"truck": 3, "capacity": 1, "tiles": [], "taken_by": 2},
        ],
        "zoos": [
            zoo(
                1,
                [
                    area("5", 5, 1, "E EF+", "S1"),
                    area("4", 4, 2, "", "S2 S3"),
                    area("6", 6, 1),
                    area("X1", 5, 1, "K"),
                ],
                "M S4",
                1,
                2 + 6 - 2 - 2,
            ),
            zoo(2, [area("5", 5, 1), area("4", 4, 2), area("6", 6, 1)], "", 0, 0),
        ],
        "removed": [],
        "scores": [4, 0],
    }


def test_the_view_after_the_end_owes_nothing() -> None:
    state, _ = play(case(2, trucks=["$", "@2", ""]), "T1")
    view = GAME.view(state, 2)
    assert (view["decisions"], view["seat"], view["last_round"]) == ([], None, True)
    assert (view["left"], view["main_pile"], view["end_pile"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("left", "main", "end", "last"), [(16, 1, 15, False), (15, 0, 15, False), (14, 0, 14, True)]
)
def test_the_piles_are_counted_apart(left: int, main: int, end: int, last: bool) -> None:
    view = GAME.view(case(deck=["E"] * left), 1)
    assert (view["left"], view["main_pile"], view["end_pile"]) == (left, main, end)
    assert view["last_round"] is last


def test_a_view_shows_what_left_the_game_and_whose_turn_it_is() -> None:
    state, _ = play(case(coins=[2, 2, 2], zoos=["B:P,EO", "B:", "B:"], deck=["E"]), "DIS EO", "D", "L2")
    view = GAME.view(state, 3)
    assert view["removed"] == ["EO"]
    assert (view["turn"], view["seat"], view["trucks"][1]["tiles"]) == (3, 3, ["E"])


def test_a_view_is_the_callers_own() -> None:
    state = GAME.start(dealt(3))
    view = GAME.view(state, 1)
    view["options"]["bank_is_finite"] = view["coins"][0] = view["trucks"][0]["tiles"] = "spoilt"
    assert GAME.view(state, 1) != view
    assert GAME.view(state, 1)["options"]["bank_is_finite"] is True


def test_a_view_that_no_deck_fits_is_refused() -> None:
    state = case(zoos=["6:E,E,E,E,E,E B:E,E,E,E,E,E", "B:", "B:"], deck=["K"] * 40)
    with pytest.raises(
        InvalidPosition, match=r"^no deck fits this view: more or fewer tiles are seen than the game has$"
    ):
        GAME.imagine(GAME.view(state, 1), lambda label, items: list(items))
