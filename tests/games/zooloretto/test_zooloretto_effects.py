"""What follows from each step, as data and in short notation."""

from typing import Any

import pytest

from referee.games.engine import Effect
from referee.games.trucks import effects
from tests.games.zooloretto.helping import GAME, case, play, zoos

ONE_LEFT = zoos("5:E,E,EF,E 4:K,KF 6:P,P,P,P,P B:EM,KM,P", "5: 4: 6: B:EM,S1")


def cost(amount: int) -> Effect:
    return Effect("coins", 1, f"-{amount}", {"amount": -amount, "reason": "cost", "area": ""})


def bonus(amount: int, area: str) -> Effect:
    return Effect("coins", 1, f"+{amount}", {"amount": amount, "reason": "bonus", "area": area})


def born(tile: str, area: str) -> Effect:
    return Effect("offspring", 1, f"{tile}>{area}", {"tile": tile, "area": area})


EFFECTS: list[tuple[str, dict[str, Any], list[Effect]]] = [
    ("MV EM>5", {"zoos": ONE_LEFT}, [cost(1), bonus(2, "5"), born("EO", "B")]),
    ("MV KM>4", {"zoos": ONE_LEFT}, [cost(1), born("KO", "4"), bonus(1, "4")]),
    ("MV P>6", {"zoos": ONE_LEFT}, [cost(1)]),
    ("SW 5/B:P", {"zoos": ONE_LEFT}, [cost(1)]),
    ("SW 5/B:P", {"zoos": zoos("5:E 4: 6: B:P,PF,PM")}, [cost(1), born("PO", "5")]),
    (
        "SW 5/B:P",
        {"zoos": zoos("5:E 4: 6: B:PF,PF,PM,PM")},
        [cost(1), born("PO", "5"), born("PO", "B")],
    ),
    ("SW 5/4", {"zoos": zoos("5:E,E,E,E 4:K 6: B:")}, [cost(1)]),
    (
        "BUY 2:EM>5",
        {"zoos": ONE_LEFT},
        [
            cost(2),
            Effect("coins", 2, "+1", {"amount": 1, "reason": "sale", "area": ""}),
            bonus(2, "5"),
            born("EO", "B"),
        ],
    ),
    (
        "DIS P",
        {"zoos": ONE_LEFT},
        [cost(2), Effect("removed", 1, "-P", {"tiles": ["P"], "reason": "discard"})],
    ),
    ("EXP", {}, [cost(3)]),
]


@pytest.mark.parametrize(
    ("text", "position", "expected"), EFFECTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_step_has_exactly_these_effects(
    text: str, position: dict[str, Any], expected: list[Effect]
) -> None:
    state = case(**{"coins": [3, 3, 3], **position})
    _, happened = play(state, text)
    assert happened == expected


def test_the_bonus_is_what_the_bank_holds_and_nothing_when_it_is_empty() -> None:
    full_soon = zoos("5:E,E,E,E 4: 6: B:E")
    position = {"next": "PLACE 1", "hand": "E,E", "trucks": ["@1", "", ""], "zoos": full_soon}
    _, happened = play(case(bank=1, **position), "P E>5")
    assert happened == [bonus(1, "5")]
    _, happened = play(case(bank=0, **position), "P E>5")
    assert happened == []
    _, happened = play(case(bank=0, options={"bank_is_finite": False}, **position), "P E>5")
    assert happened == [bonus(2, "5")]


def test_what_lies_on_the_third_truck_leaves_the_game() -> None:
    state = case(2, trucks=["S1,$,E", "@2", "K"], deck=["E"] * 20, round=2)
    state, happened = play(state, "T1", "P E>5", "P S1>B")
    assert happened == [
        Effect("coins", 1, "+1", {"amount": 1, "reason": "coin-tiles", "area": ""}),
        Effect("removed", 0, "-K", {"tiles": ["K"], "reason": "truck"}),
        Effect("round-ended", 0, "end of round 2", {"round": 2}),
        Effect("round-began", 0, "round 3", {"round": 3, "starter": 1}),
    ]
    assert state.removed == ("K",)


def test_tiles_that_left_the_game_are_listed_sorted() -> None:
    state = case(
        2, trucks=["$", "@2", "Z"], deck=["E"] * 20, zoos=zoos("5: 4: 6: B:EO,P", players=2), coins=[9, 9]
    )
    state, _ = play(state, "DIS P", "DIS EO")
    assert state.removed == ("EO", "P")
    state, _ = play(state, "T1")
    assert state.removed == ("EO", "P", "Z")


def test_everybody_may_know_every_effect_but_only_the_draw_is_unforeseen() -> None:
    _, happened = play(case(deck=["$"] * 15), "D")
    assert [effect.seen_by for effect in happened] == [None, None]
    assert GAME.foreseen(happened) == ()
    _, happened = play(case(coins=[9, 9, 9]), "EXP")
    assert GAME.foreseen(happened) == tuple(happened)
    assert {"drawn", "last-round"} == effects.REVEALING


@pytest.mark.parametrize(
    "text", ["D", "T1", "MV E>4", "SW 5/B:E", "BUY 2:E>B", "DIS E", "EXP", "L1", "P E>B"]
)
def test_only_a_draw_reveals(text: str) -> None:
    state = case()
    assert GAME.reveals(state, 1, GAME.read(text, state, 1)) is (text == "D")
