"""Each rule that forbids a step, by its stable name and its sentence."""

from typing import Any, get_args

import pytest

from referee.games.engine import InvalidPosition
from referee.games.zooloretto.refusals import Rule
from tests.games.refusing import assert_not_to_move, assert_refused
from tests.games.zooloretto.helping import GAME, case, legal, zoos

RICH = {"coins": [9, 9, 9], "bank": 3}
ZOO = {**RICH, "zoos": zoos("5:E,E,E,E,E/S1 4:P 6:E B:E,K,K,K,K,K,S2", "5: 4: 6: B:C,S3")}
IN_HAND = {
    "next": "PLACE 1",
    "trucks": ["@1", "", ""],
    "hand": "E,S1",
    "zoos": zoos("5:E,E,E,E,E/S1 4:P 6: B:"),
}

REFUSALS: list[tuple[str, dict[str, Any], str, str]] = [
    ("match-over", {"next": "OVER"}, "D", "The match is over."),
    ("wrong-decision", {}, "L1", "L1 does not answer TURN: seat 1 owes D, T with a truck, or a money action (MV, SW, BUY, DIS, EXP)."),
    ("wrong-decision", {}, "P E>5", "P E>5 does not answer TURN: seat 1 owes D, T with a truck, or a money action (MV, SW, BUY, DIS, EXP)."),
    ("wrong-decision", {"next": "LOAD 2", "hand": "E"}, "D", "D does not answer LOAD: seat 2 owes L with a truck that has a free space."),
    ("wrong-decision", {"next": "LOAD 2", "hand": "E", **RICH}, "EXP", "EXP does not answer LOAD: seat 2 owes L with a truck that has a free space."),
    ("wrong-decision", IN_HAND, "T2", "T2 does not answer PLACE: seat 1 owes P with a tile in hand and a place."),
    ("trucks-full", {"trucks": ["E,E,E", "@2", "@3"]}, "D", "No untaken truck has a free space."),
    ("truck-taken", {"trucks": ["E", "@2", ""]}, "T2", "Truck 2 is taken by seat 2."),
    ("truck-taken", {"next": "LOAD 1", "hand": "E", "trucks": ["E", "", "@3"]}, "L3", "Truck 3 is taken by seat 3."),
    ("truck-empty", {"trucks": ["E", "", ""]}, "T3", "Truck 3 holds no tile."),
    ("truck-full", {"next": "LOAD 1", "hand": "E", "trucks": ["", "E,K,$", ""]}, "L2", "Truck 2 is full."),
    ("not-in-hand", IN_HAND, "P K>B", "K is not among the tiles to place: E,S1."),
    ("not-in-hand", IN_HAND, "P EM>B", "EM is not among the tiles to place: E,S1."),
    ("not-owned", IN_HAND, "P E>X1", "X1 is an expansion that this seat has not bought."),
    ("not-owned", IN_HAND, "P S1>X1", "X1 is an expansion that this seat has not bought."),
    ("no-room", IN_HAND, "P E>5", "5 is full."),
    ("other-species", IN_HAND, "P E>4", "4 holds another species: P."),
    ("no-stall-space", IN_HAND, "P S1>5", "No stall space beside 5 is free."),
    ("into-barn", ZOO, "MV E>B", "A move from the barn ends in an enclosure or beside one."),
    ("not-in-barn", ZOO, "MV C>4", "No C lies in the barn of this seat."),
    ("not-in-barn", ZOO, "MV EM>6", "No EM lies in the barn of this seat."),
    ("no-room", ZOO, "MV E>5", "5 is full."),
    ("other-species", ZOO, "MV K>6", "6 holds another species: E."),
    ("not-owned", ZOO, "MV E>X1", "X1 is an expansion that this seat has not bought."),
    ("no-stall-space", ZOO, "MV S2>5", "No stall space beside 5 is free."),
    ("not-enough-coins", {**ZOO, "coins": [0, 9, 9]}, "MV E>6", "This costs 1; the seat has 0."),
    ("animals-stay", ZOO, "MV E@5>6", "An animal leaves an enclosure only by a swap."),
    ("animals-stay", ZOO, "MV P@4>B", "An animal leaves an enclosure only by a swap."),
    ("not-owned", ZOO, "MV S1@X1>4", "X1 is an expansion that this seat has not bought."),
    ("not-owned", ZOO, "MV S1@5>X1", "X1 is an expansion that this seat has not bought."),
    ("not-beside", ZOO, "MV S2@5>4", "No S2 stands beside 5."),
    ("not-beside", ZOO, "MV S1@4>6", "No S1 stands beside 4."),
    ("same-area", ZOO, "MV S1@5>5", "A stall moves to a space beside another enclosure."),
    ("into-barn", ZOO, "MV S1@5>B", "A stall moves from a stall space to another stall space, not to the barn."),
    ("no-stall-space", {**RICH, "zoos": zoos("5:/S1 4: 6:/S1 B:")}, "MV S1@5>6", "No stall space beside 6 is free."),
    ("not-enough-coins", {**ZOO, "coins": [0, 9, 9]}, "MV S1@5>4", "This costs 1; the seat has 0."),
    ("swap-needs-enclosure", ZOO, "SW B/B:E", "A swap needs at least one enclosure."),
    ("same-area", ZOO, "SW 5/5", "A swap needs two different areas."),
    ("same-area", ZOO, "SW B/B", "A swap needs two different areas."),
    ("swap-species-unnamed", ZOO, "SW 5/B", "A swap with the barn names the species, as in SW 5/B:E."),
    ("swap-species-unnamed", ZOO, "SW B/4", "A swap with the barn names the species, as in SW 5/B:E."),
    ("not-owned", ZOO, "SW 5/X1", "X1 is an expansion that this seat has not bought."),
    ("not-owned", ZOO, "SW X1/B:E", "X1 is an expansion that this seat has not bought."),
    ("swap-empty", {**RICH, "zoos": zoos("5:E 4: 6: B:")}, "SW 5/4", "Both sides of a swap need animals: 4 has none."),
    ("swap-empty", {**RICH, "zoos": zoos("5: 4:E 6: B:")}, "SW 5/4", "Both sides of a swap need animals: 5 has none."),
    ("swap-empty", ZOO, "SW 4/B:C", "Both sides of a swap need animals: B:C has none."),
    ("swap-same-species", ZOO, "SW 5/6", "The two groups of a swap are of different species."),
    ("swap-same-species", ZOO, "SW 6/B:E", "The two groups of a swap are of different species."),
    ("swap-too-small", ZOO, "SW 5/4", "5 animals do not fit into 4."),
    ("swap-too-small", ZOO, "SW 4/B:K", "5 animals do not fit into 4."),
    ("not-enough-coins", {**ZOO, "coins": [0, 9, 9]}, "SW 4/B:E", "This costs 1; the seat has 0."),
    ("own-barn", ZOO, "BUY 1:E>6", "A seat buys from another seat's barn."),
    ("not-in-barn", ZOO, "BUY 2:E>6", "No E lies in the barn of seat 2."),
    ("not-in-barn", ZOO, "BUY 3:C>B", "No C lies in the barn of seat 3."),
    ("other-species", ZOO, "BUY 2:C>4", "4 holds another species: P."),
    ("no-room", ZOO, "BUY 2:C>5", "5 is full."),
    ("no-stall-space", ZOO, "BUY 2:S3>5", "No stall space beside 5 is free."),
    ("not-owned", ZOO, "BUY 2:C>X1", "X1 is an expansion that this seat has not bought."),
    ("not-enough-coins", {**ZOO, "coins": [1, 9, 9]}, "BUY 2:C>B", "This costs 2; the seat has 1."),
    ("not-in-barn", ZOO, "DIS P", "No P lies in the barn of this seat."),
    ("not-enough-coins", {**ZOO, "coins": [1, 9, 9]}, "DIS E", "This costs 2; the seat has 1."),
    ("no-expansion-left", {**RICH, "zoos": zoos("5: 4: 6: X1: B:")}, "EXP", "All expansions of this seat are open: 1."),
    ("not-enough-coins", {**ZOO, "coins": [2, 9, 9]}, "EXP", "This costs 3; the seat has 2."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "position", "text", "why"), REFUSALS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_forbidden_step_names_its_rule(rule: str, position: dict[str, Any], text: str, why: str) -> None:
    assert_refused(GAME, case(**position), text, rule, why)


def test_another_seat_is_not_to_move() -> None:
    assert_not_to_move(GAME, case(), 2, "D", "seat 1")


def test_every_rule_name_is_tested() -> None:
    assert {rule for rule, *_ in REFUSALS} | {"not-to-move"} == set(get_args(Rule))


def test_a_draw_without_a_deck_is_an_error_of_the_case() -> None:
    state = case()
    assert "D" in legal(state)
    with pytest.raises(InvalidPosition, match=r"^the deck of this case has no tile left to draw$"):
        GAME.play(state, 1, GAME.read("D", state, 1))
