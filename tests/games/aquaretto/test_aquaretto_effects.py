"""What follows from each step, as data and in short notation."""

from typing import Any

import pytest

from referee.games.engine import Effect
from tests.games.aquaretto.helping import GAME, case, play, zoos

FOUR = zoos("DA@J12 DA@K12 DF@L12 DA@K11 D:PE,DM", "D:OM,DM")


def cost(amount: int) -> Effect:
    return Effect("coins", 1, f"-{amount}", {"amount": -amount, "reason": "cost", "area": ""})


def bonus(species: str) -> Effect:
    return Effect("coins", 1, "+1", {"amount": 1, "reason": "bonus", "area": species})


SALE = Effect("coins", 2, "+1", {"amount": 1, "reason": "sale", "area": ""})
YOUNG = Effect("offspring", 1, "DY", {"tile": "DY", "outcome": "due"})
COWORKER = Effect("coworker", 1, "W", {"outcome": "due"})
PLACING: dict[str, Any] = {"next": "PLACE 1", "hand": "DM", "trucks": ["@1", "", ""]}
NARROW = "TF@L9 DA@K11 DA@L11 D:"
BASIN_OF = {
    2: "TA@J12 TE@J13", 4: "TA@J12 TE@J13 TE@K12 TE@K13", 5: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12",
    6: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13", 3: "TA@J12 TE@J13 TE@K12",
    7: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13 TE@M12",
    8: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13 TE@M12 TF@J11",
    9: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13 TE@M12 TF@J11 TF@K11",
    10: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13 TE@M12 TF@J11 TF@K11 TE@L11",
    11: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13 TE@M12 TF@J11 TF@K11 TE@L11 TE@M11",
    12: "TA@J12 TE@J13 TE@K12 TE@K13 TE@L12 TE@L13 TE@M12 TF@J11 TF@K11 TE@L11 TE@M11 TE@J10",
}  # fmt: skip

EFFECTS: list[tuple[str, dict[str, Any], list[Effect]]] = [
    ("P DM>K13", {**PLACING, "zoos": FOUR}, [COWORKER, YOUNG]),
    (
        "P TM>K9",
        {**PLACING, "hand": "TM", "zoos": zoos(NARROW)},
        [Effect("offspring", 1, "TY>D", {"tile": "TY", "outcome": "depot"})],
    ),
    ("P DA>J11", {**PLACING, "hand": "DA", "zoos": zoos("DF@J12 DM@K12 D:")}, [bonus("D")]),
    ("P DM>J11", {**PLACING, "zoos": zoos("DF@J12 D:")}, [YOUNG]),
    ("P DF>J11", {**PLACING, "hand": "DF", "zoos": zoos("DM@J12 DA@K12 D:")}, [bonus("D"), YOUNG]),
    ("P W>C", {"next": "RESOLVE 1", "hand": "W", "zoos": FOUR}, []),
    ("P Y>J13", {"next": "RESOLVE 1", "hand": "DY", "zoos": zoos("DF@J12 DM@K12 D:")}, [bonus("D")]),
    ("MV DM>K13", {"zoos": FOUR}, [cost(1), COWORKER, YOUNG]),
    ("MV DM>K12", {"zoos": zoos("DA@J12 DA@J13 D:DM")}, [cost(1), bonus("D")]),
    ("BUY 2:DM>K13", {"zoos": FOUR}, [cost(2), SALE, COWORKER, YOUNG]),
    ("BUY 2:OM>K13", {"zoos": zoos("OA@J13 OA@J12 D:", "D:OM")}, [cost(2), SALE, bonus("O")]),
    (
        "DIS",
        {"zoos": FOUR},
        [cost(2), Effect("removed", 1, "-DM", {"tiles": ["DM"], "reason": "discard"})],
    ),
    ("MW C>K10", {"zoos": zoos("W@C D:")}, [cost(1)]),
    ("EXP L M13", {}, [cost(2)]),
    ("EXP S I13SE", {}, [cost(1)]),
]


@pytest.mark.parametrize(
    ("text", "position", "expected"), EFFECTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_step_has_exactly_these_effects(
    text: str, position: dict[str, Any], expected: list[Effect]
) -> None:
    state = case(**{"coins": [3, 3, 3], **position})
    _, happened = play(state, text)
    assert list(happened) == expected


@pytest.mark.parametrize(
    ("size", "what"),
    [
        (3, "+1"),
        (4, ""),
        (5, "W"),
        (6, "+1"),
        (7, ""),
        (8, ""),
        (9, "+1"),
        (10, "W"),
        (11, ""),
        (12, "+1"),
        (13, ""),
    ],
)
def test_a_basin_pays_when_it_reaches_a_size(size: int, what: str) -> None:
    """Rule book 5.5: 3, 6, 9 and 12 a coin, 5 and 10 a coworker."""
    cell = {
        3: "K12",
        4: "K13",
        5: "L12",
        6: "L13",
        7: "M12",
        8: "J11",
        9: "K11",
        10: "L11",
        11: "M11",
        12: "J10",
        13: "K10",
    }
    position = {**PLACING, "hand": "TE", "zoos": zoos(f"{BASIN_OF[size - 1]} D:")}
    _, happened = play(case(**position), f"P TE>{cell[size]}")
    assert [effect.text for effect in happened] == ([what] if what else [])


def test_an_empty_bank_pays_no_bonus_and_a_cost_is_in_it_first() -> None:
    position = {**PLACING, "hand": "DA,DA", "zoos": zoos("DA@J12 DA@K12 D:DA")}
    state, happened = play(case(bank=1, **position), "P DA>L12")
    assert happened == [bonus("D")]
    assert (state.bank, state.coins) == (0, (2, 1, 1))
    state, happened = play(case(bank=0, **position), "P DA>L12")
    assert happened == []
    assert (state.bank, state.coins) == (0, (1, 1, 1))
    state, happened = play(case(bank=0, zoos=position["zoos"]), "MV DA>L12")
    assert happened == [cost(1), bonus("D")]
    assert (state.bank, state.coins) == (0, (1, 1, 1))


def test_a_coworker_who_takes_the_last_space_sends_the_offspring_to_the_depot() -> None:
    trainers = " ".join(
        f"W@{cell}" for cell in ["I12", "M12", "I11", "J11", "K11", "L11", "M11", "J10", "K10", "L10", "M10"]
    )
    position = {**PLACING, "zoos": zoos(f"DA@J13 DF@J12 DA@K12 DA@L12 {trainers} D:CE")}
    state, happened = play(case(**position), "P DM>K13")
    assert happened == [COWORKER, YOUNG]
    over, happened = play(state, "P W>L13")
    assert happened == [Effect("offspring", 1, "DY>D", {"tile": "DY", "outcome": "depot"})]
    assert (over.zoos[0].depot, over.hand, over.seat) == (("CE", "DY"), (), 2)
    state, happened = play(state, "P Y>L13")
    assert happened == [bonus("D")]
    assert state.hand == ("W",)


def test_an_offspring_that_takes_the_last_place_leaves_none_for_the_coworker() -> None:
    trainers = " ".join(f"W@{cell}" for cell in ["I12", "M12", "I11", "J11", "K11", "L11", "M11", "J10"])
    orcas = "OA@K9 OA@L9 OA@K10 OA@L10 OA@M10"
    crew = "W@C W@C W@K W@K W@M"
    position = {**PLACING, "zoos": zoos(f"DA@J13 DF@J12 DA@K12 DA@L12 {orcas} {trainers} {crew} D:")}
    state, happened = play(case(**position), "P DM>K13")
    assert happened == [COWORKER, YOUNG]
    assert sorted(GAME.write(step) for step in GAME.legal_steps(state, 1)) == ["P W>L13", "P Y>L13"]
    state, happened = play(state, "P Y>L13")
    assert happened == [bonus("D"), Effect("coworker", 1, "W>-", {"outcome": "supply"})]
    assert (state.seat, state.hand) == (2, ())


def test_a_coworker_without_a_place_or_with_none_left_goes_to_the_supply() -> None:
    lost = Effect("coworker", 1, "W>-", {"outcome": "supply"})
    busy = "W@C W@C W@K W@K W@M " + " ".join(
        f"W@{cell}" for cell in ["J13", "K13", "L13", "I12", "J12", "K12", "L12"]
    )
    position = {
        **PLACING,
        "hand": "DA",
        "zoos": zoos("DA@J12 DA@K12 DA@L12 DA@M12 W@C W@C W@K W@K D:", f"{busy} D:"),
    }
    _, happened = play(case(**position), "P DA>J11")
    assert happened == [lost]


def test_what_lies_on_the_third_truck_leaves_the_game() -> None:
    state = case(2, trucks=["HE,$,DA", "@2", "OA"], deck=["DA"] * 20, round=2)
    state, happened = play(state, "T1", "P DA>J12", "P HE>D")
    assert happened == [
        Effect("coins", 1, "+1", {"amount": 1, "reason": "coin-tiles", "area": ""}),
        Effect("removed", 0, "-OA", {"tiles": ["OA"], "reason": "truck"}),
        Effect("round-ended", 0, "end of round 2", {"round": 2}),
        Effect("round-began", 0, "round 3", {"round": 3, "starter": 1}),
    ]
    assert state.removed == ("OA",)


def test_tiles_that_left_the_game_are_listed_sorted() -> None:
    state = case(2, trucks=["$", "@2", "TE"], deck=["DA"] * 20, zoos=["D:DY,PE", "D:"], coins=[9, 9])
    state, _ = play(state, "DIS", "DIS")
    assert state.removed == ("DY", "PE")
    state, _ = play(state, "T1")
    assert state.removed == ("DY", "PE", "TE")


def test_everybody_may_know_every_effect_but_only_the_draw_is_unforeseen() -> None:
    _, happened = play(case(deck=["$"] * 15), "D")
    assert [effect.seen_by for effect in happened] == [None, None]
    assert GAME.foreseen(happened) == ()
    _, happened = play(case(coins=[9, 9, 9]), "EXP L M13")
    assert GAME.foreseen(happened) == tuple(happened)


@pytest.mark.parametrize(
    "text",
    ["D", "T1", "MV DA>K9", "MW C>K", "BUY 2:DA>K9", "DIS", "EXP L M13", "L1", "P DA>D", "P Y>K9", "P W>C"],
)
def test_only_a_draw_reveals(text: str) -> None:
    state = case()
    assert GAME.reveals(state, 1, GAME.read(text, state, 1)) is (text == "D")
