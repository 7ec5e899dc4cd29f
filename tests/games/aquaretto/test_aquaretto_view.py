"""What a viewer may know: exactly this, and nothing of the order of the undrawn tiles."""

from typing import Any

import pytest

from referee.games.engine import InvalidPosition
from tests.games.aquaretto.helping import GAME, case, dealt, play

OPTIONS = {"species_removed": "random", "start_player": "random", "offspring_trainable": True}
BASE = [
    "K9",
    "L9",
    "J10",
    "K10",
    "L10",
    "M10",
    "I11",
    "J11",
    "K11",
    "L11",
    "M11",
    "I12",
    "J12",
    "K12",
    "L12",
    "M12",
    "J13",
    "K13",
    "L13",
]


def new_zoo(seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "spaces": BASE,
        "expansions": [],
        "tiles": [],
        "trainers": [],
        "cashiers": 0,
        "keepers": 0,
        "managers": 0,
        "depot": [],
        "species_allowed": 3,
        "score": 0,
    }


def test_the_view_of_a_new_match_is_exactly_this() -> None:
    state = GAME.start(dealt(2))
    assert GAME.view(state, 1) == {
        "game": "aquaretto",
        "rules_version": 1,
        "players": 2,
        "options": OPTIONS,
        "species": ["D", "O", "S", "H", "P"],
        "decisions": [{"name": "TURN", "seat": 2}],
        "turn": 1,
        "round": 1,
        "starter": 2,
        "seat": 2,
        "last_round": False,
        "bank": 28,
        "coins": [1, 1],
        "hand": [],
        "trucks": [
            {"truck": 1, "capacity": 3, "tiles": [], "taken_by": None},
            {"truck": 2, "capacity": 2, "tiles": [], "taken_by": None},
            {"truck": 3, "capacity": 1, "tiles": [], "taken_by": None},
        ],
        "zoos": [new_zoo(1), new_zoo(2)],
        "removed": [],
        "scores": [0, 0],
        "left": 65,
        "main_stack": 50,
        "reserve": 15,
    }


def test_the_view_of_a_match_in_progress_is_exactly_this() -> None:
    state = case(
        2,
        options={"offspring_trainable": False, "species_removed": ["B", "P", "C"]},
        next="RESOLVE 2",
        round=7,
        bank=20,
        coins=[4, 0],
        hand="W,DY,HE",
        trucks=["@1", "$,OA", "@2"],
        zoos=["DY@J12 DF@K12 OA@L10 W@J13 W@C W@K W@K W@M S@I13SE L@M13 D:TE,HM", "DF@J12 DM@K12 D:"],
        deck=["DA"] * 10,
    )
    assert GAME.view(state, None) == {
        "game": "aquaretto",
        "rules_version": 1,
        "players": 2,
        "options": {
            "start_player": "random",
            "offspring_trainable": False,
            "species_removed": ["B", "P", "C"],
        },
        "species": ["D", "O", "S", "T", "H"],
        "decisions": [{"name": "RESOLVE", "seat": 2}],
        "turn": 1,
        "round": 7,
        "starter": 1,
        "seat": 2,
        "last_round": True,
        "bank": 20,
        "coins": [4, 0],
        "hand": ["DY", "HE", "W"],
        "trucks": [
            {"truck": 1, "capacity": 3, "tiles": [], "taken_by": 1},
            {"truck": 2, "capacity": 2, "tiles": ["$", "OA"], "taken_by": None},
            {"truck": 3, "capacity": 1, "tiles": [], "taken_by": 2},
        ],
        "zoos": [
            {
                "seat": 1,
                "spaces": [*BASE[:-3], "I13", "J13", "K13", "L13", "M13", "N13", "I14", "J14", "M14", "N14"],
                "expansions": [
                    {"size": "L", "cell": "M13", "corner": None},
                    {"size": "S", "cell": "I13", "corner": "SE"},
                ],
                "tiles": [
                    {"cell": "K12", "tile": "DF"},
                    {"cell": "J12", "tile": "DY"},
                    {"cell": "L10", "tile": "OA"},
                ],
                "trainers": ["J13"],
                "cashiers": 1,
                "keepers": 2,
                "managers": 1,
                "depot": ["TE", "HM"],
                "species_allowed": 4,
                "score": 3 + 4 + 0 + 1 - 2,
            },
            {
                **new_zoo(2),
                "tiles": [{"cell": "J12", "tile": "DF"}, {"cell": "K12", "tile": "DM"}],
                "score": 2,
            },
        ],
        "removed": [],
        "scores": [6, 2],
        "left": 10,
        "main_stack": 0,
        "reserve": 10,
    }


def test_the_view_after_the_end_owes_nothing() -> None:
    state, _ = play(case(2, trucks=["$", "@2", ""]), "T1")
    view = GAME.view(state, 2)
    assert (view["decisions"], view["seat"], view["last_round"]) == ([], None, True)
    assert (view["left"], view["main_stack"], view["reserve"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("left", "main", "reserve", "last"), [(16, 1, 15, False), (15, 0, 15, False), (14, 0, 14, True)]
)
def test_the_stacks_are_counted_apart(left: int, main: int, reserve: int, last: bool) -> None:
    view = GAME.view(case(deck=["DA"] * left), 1)
    assert (view["left"], view["main_stack"], view["reserve"]) == (left, main, reserve)
    assert view["last_round"] is last


def test_a_view_shows_what_left_the_game_and_whose_turn_it_is() -> None:
    state, _ = play(case(coins=[2, 2, 2], zoos=["D:PE,DY", "D:", "D:"], deck=["DA"]), "DIS", "D", "L2")
    view = GAME.view(state, 3)
    assert view["removed"] == ["DY"]
    assert (view["turn"], view["seat"], view["trucks"][1]["tiles"]) == (3, 3, ["DA"])


def test_a_view_is_the_callers_own() -> None:
    state = case(zoos=["L@M13 D:DA", "D:", "D:"])
    view = GAME.view(state, 1)
    view["options"]["offspring_trainable"] = view["coins"][0] = view["trucks"][0]["tiles"] = "spoilt"
    for key in ("spaces", "expansions", "depot"):
        view["zoos"][0][key][:] = ["spoilt"]
    again = GAME.view(state, 1)
    assert again != view
    assert again["options"]["offspring_trainable"] is True
    assert again["zoos"][0]["depot"] == ["DA"]
    assert len(again["zoos"][0]["spaces"]) == 23


def test_a_view_that_no_deck_fits_is_refused() -> None:
    state = case(zoos=["D:DF,DF,DF", "D:", "D:"], deck=["DA"] * 40)
    with pytest.raises(
        InvalidPosition, match=r"^no deck fits this view: more or fewer tiles are seen than the game has$"
    ):
        GAME.imagine(GAME.view(state, 1), lambda label, items: list(items))
