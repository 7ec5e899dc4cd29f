"""What a viewer may know: exactly this (rule book, section 3)."""

from typing import Any

import pytest

from referee.games.engine import InvalidPosition
from tests.games.sanssouci.helping import FREE, GAME, case, dealt, grid, nobles, play

COUNTS = {"LAB": 0, "STA": 0, "PAV": 0, "FIG": 0, "STE": 0, "FOU": 0, "ROS": 0, "HER": 0, "VIN": 0}
PLACES = ["W1", "W2", "G1", "G2", "O1", "O2", "F1", "F2", "T1", "T2"]


def display(*symbols: str | None) -> list[dict[str, Any]]:
    return [{"place": place, "symbol": symbol} for place, symbol in zip(PLACES, symbols, strict=True)]


def test_the_view_of_a_new_match_is_exactly_this() -> None:
    state = GAME.start(dealt(2))
    tiles = state.setup.tiles
    undrawn = {symbol: tiles[10:].count(symbol) for symbol in COUNTS}
    rows = {
        "C2": ["PPPPPPPPP", "P....P...", "...P.....", ".......P.", ".P.......", "........P"],
        "B1": ["PPPPPPPPP", "P....P...", "...P.....", "......P..", ".P.......", "........P"],
    }

    def garden(seat: int, side: str, hand: Any, missions: Any) -> dict[str, Any]:
        return {
            "seat": seat,
            "side": side,
            "rows": rows[side],
            "nobles": [0] * 9,
            "gardeners": 0,
            "score": 0,
            "marks": 0,
            "played": [],
            "pile": 16,
            "hand_size": 2,
            "hand": hand,
            "missions": missions,
            "expansion": None,
        }

    for viewer in (None, 1, 2):
        hands = {1: ["LAB", "OT"], 2: ["OF", "WT"]}
        missions = {1: ["VIN", "STE"], 2: ["STA", "LAB"]}
        known = {viewer} & {1, 2}
        assert GAME.view(state, viewer) == {
            "game": "sanssouci",
            "rules_version": 1,
            "players": 2,
            "options": {
                "expansion": False,
                "garden_choice": "random",
                "garden_sides": None,
                "stack_choice": False,
                "start_seat": 1,
            },
            "decisions": [{"name": "PLAY", "seat": 1}],
            "turn": 1,
            "turns": 0,
            "round": 1,
            "seat": 1,
            "display": display(*tiles[:10]),
            "pending": None,
            "stacks": [35],
            "undrawn": undrawn,
            "gardens": [
                garden(
                    seat,
                    side,
                    hands[seat] if seat in known else None,
                    missions[seat] if seat in known else None,
                )
                for seat, side in ((1, "C2"), (2, "B1"))
            ],
        }


def test_the_view_in_the_midst_of_a_turn_is_exactly_this() -> None:
    state = case(
        2,
        {"expansion": True, "stack_choice": True, "start_seat": 2},
        phase="GARDENER",
        turn=3,
        gardens=[grid("K.S......"), None],
        nobles=[nobles(c=2), None],
        scores=[4, -2],
        marks=[0, -2],
        hands=[["WT"], ["ANY"]],
        piles=[["VIN", "LAB"], []],
        missions=[["VIN", "HER"], ["LAB", "STE"]],
        sides=["B", "A"],
        stacks=[["HER", "FOU"], ["FOU"], [], [], [], [], [], []],
        pending={"from": "W2", "symbol": "PAV"},
    )
    view = GAME.view(state, 2)
    assert (view["turn"], view["turns"], view["round"], view["seat"]) == (4, 3, 2, 1)
    assert view["decisions"] == [{"name": "GARDENER", "seat": 1}]
    assert view["display"] == display("LAB", None, *["LAB"] * 3, *["STA"] * 5)
    assert view["pending"] == {"place": "W2", "target": "c2"}
    assert view["stacks"] == [2, 1, 0, 0, 0, 0, 0, 0]
    assert view["undrawn"] == {**COUNTS, "HER": 1, "FOU": 2}
    assert view["gardens"][0] == {
        "seat": 1,
        "side": "A1",
        "rows": ["PPPPPPPPP", "K.S......", FREE, FREE, FREE, FREE],
        "nobles": [0, 0, 2, 0, 0, 0, 0, 0, 0],
        "gardeners": 1,
        "score": 4,
        "marks": 0,
        "played": [],
        "pile": 2,
        "hand_size": 1,
        "hand": None,
        "missions": None,
        "expansion": {"board": "X1", "has_chosen": True, "side": "B"},
    }
    own = view["gardens"][1]
    assert (own["hand"], own["missions"], own["pile"], own["score"], own["marks"]) == (
        ["ANY"],
        ["LAB", "STE"],
        0,
        -2,
        -2,
    )
    after, _ = play(state, "@b2")
    assert GAME.view(after, None)["pending"] == {"place": "W2", "target": None}
    after, _ = play(after, ">-", "/1")
    assert GAME.view(after, None)["pending"] is None
    assert GAME.view(after, None)["undrawn"] == {**COUNTS, "FOU": 2}


def test_played_cards_lie_open_in_their_order() -> None:
    state = case(2, gardens=[grid(), grid()])
    state, _ = play(state, "WO W1", ">-", "WF F1", ">-", "WF W2", "@c2", ">-")
    played = [garden["played"] for garden in GAME.view(state, None)["gardens"]]
    assert played == [["WO", "WF"], ["WF"]]


def test_missions_are_shown_to_their_seat_and_to_all_when_the_match_is_over() -> None:
    missions = [["LAB", "STA"], ["PAV", "FIG"], ["STE", "FOU"]]
    running, over = case(3), case(3, phase="OVER")
    for viewer in (None, 1, 2, 3):
        shown = [garden["missions"] for garden in GAME.view(running, viewer)["gardens"]]
        assert shown == [own if seat == viewer else None for seat, own in enumerate(missions, 1)]
        assert [garden["missions"] for garden in GAME.view(over, viewer)["gardens"]] == missions
    assert GAME.view(over, None)["seat"] is None
    assert GAME.view(over, None)["decisions"] == []
    assert (GAME.view(over, 1)["turn"], GAME.view(over, 1)["round"]) == (54, 18)


def test_scores_are_final_only_when_the_match_is_over() -> None:
    position = {"gardens": [["P" * 9] * 6, None], "nobles": [nobles(a=3), None], "scores": [7, 1]}
    running, over = case(**{**position, "phase": "NOBLE"}), case(**position, phase="OVER")
    assert [garden["score"] for garden in GAME.view(running, 1)["gardens"]] == [7, 1]
    assert [garden["score"] for garden in GAME.view(over, 1)["gardens"]] == [7 + 30 + 45 + 3, 1]


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_that_a_seat_has_chosen_is_seen_by_all_and_its_side_by_it_alone(viewer: int | None) -> None:
    state = case(3, {"expansion": True}, phase="SIDE", sides=["B", None, "A"])
    view = GAME.view(state, viewer)
    assert view["decisions"] == [{"name": "SIDE", "seat": 2}]
    assert (view["turn"], view["seat"], view["round"]) == (0, None, 1)
    assert [garden["expansion"] for garden in view["gardens"]] == [
        {"board": "X1", "has_chosen": True, "side": "B" if viewer == 1 else None},
        {"board": "X2", "has_chosen": False, "side": None},
        {"board": "X3", "has_chosen": True, "side": "A" if viewer == 3 else None},
    ]


def test_tops_show_the_numerals_only_where_they_are_given_and_stacks_are_chosen() -> None:
    numerals = ["II"] * 45 + ["III"] * 9 + ["II"] * 9
    written = {"numerals": numerals}
    assert "tops" not in GAME.view(GAME.read_position(3, {}, written, {}), None)
    assert "tops" not in GAME.view(case(3, {"stack_choice": True}), None)
    state = GAME.read_position(
        3, {"stack_choice": True}, written, {"phase": "STACK", "pending": {"from": "W1"}}
    )
    assert GAME.view(state, 3)["tops"] == ["II"] * 8
    # Tiles 11, 19, 27 .. lie on stack 1: its tops after one refill and before the last tile.
    numerals[18], numerals[58] = "III", "III"
    state = GAME.read_position(
        3, {"stack_choice": True}, {"numerals": numerals}, {"phase": "STACK", "pending": {"from": "W1"}}
    )
    state, _ = play(state, "/1")
    assert GAME.view(state, None)["tops"] == ["III", *["II"] * 7]
    for _ in range(6):
        state = state._replace(stacks=(state.stacks[0][1:], *state.stacks[1:]))
        top = GAME.view(state, None)["tops"][0]
        assert top == (numerals[10 + 8 * (7 - len(state.stacks[0]))] if state.stacks[0] else None)
    assert GAME.view(state, None)["tops"][0] is None


def test_no_deck_fits_a_view_with_more_cards_than_a_seat_has() -> None:
    state = case(2, hands=[None, ["WO", "WO"]], piles=[None, ["ANY"] * 17])
    with pytest.raises(
        InvalidPosition, match=r"^no deck fits this view: seat 2 has more cards than there are$"
    ):
        GAME.imagine(GAME.view(state, 1), lambda label, items: list(items))
