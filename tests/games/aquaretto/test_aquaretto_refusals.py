"""Each rule that forbids a step, by its stable name and its sentence."""

from typing import Any, get_args

import pytest

from referee.games.aquaretto.refusals import Rule
from referee.games.engine import InvalidPosition
from tests.games.aquaretto.helping import GAME, case, legal, zoos
from tests.games.refusing import assert_not_to_move, assert_refused

RICH: dict[str, Any] = {"coins": [9, 9, 9], "bank": 3}
ZOO = {**RICH, "zoos": zoos("DA@J12 DA@K12 OA@L10 SA@M13 L@M13 W@C W@C W@K9 W@J13 D:CE,DF", "D:HE,OM", "D:")}
IN_HAND = {"next": "PLACE 1", "trucks": ["@1", "", ""], "hand": "DM,HE", **ZOO}
FULL = {"next": "PLACE 1", "trucks": ["@1", "", ""], "hand": "TA", "zoos": zoos("DA@I12 OA@K12 SA@M12 D:")}
DUE = {"next": "RESOLVE 1", "hand": "DY,W", "zoos": zoos("DF@J12 DM@K12 OA@L10 W@C W@C W@M W@J13 D:")}
OFFSPRING = {**DUE, "hand": "DY"}
COWORKER = {**DUE, "hand": "W"}
BUILT = {**RICH, "zoos": zoos("L@M13 L@G11 S@I13SE D:")}
TURN = "seat 1 owes D, T with a truck, or a money action (MV, MW, BUY, DIS, EXP)."

REFUSALS: list[tuple[str, dict[str, Any], str, str]] = [
    ("match-over", {"next": "OVER"}, "D", "The match is over."),
    ("wrong-decision", {}, "L1", f"L1 does not answer TURN: {TURN}"),
    ("wrong-decision", {}, "P DA>K9", f"P DA>K9 does not answer TURN: {TURN}"),
    ("wrong-decision", {}, "P Y>K9", f"P Y>K9 does not answer TURN: {TURN}"),
    ("wrong-decision", {"next": "LOAD 2", "hand": "DA"}, "D", "D does not answer LOAD: seat 2 owes L with a truck that has a free space."),
    ("wrong-decision", IN_HAND, "T2", "T2 does not answer PLACE: seat 1 owes P with a tile in hand and a place."),
    ("wrong-decision", IN_HAND, "P W>C", "P W>C does not answer PLACE: seat 1 owes P with a tile in hand and a place."),
    ("wrong-decision", IN_HAND, "EXP S I13SE", "EXP S I13SE does not answer PLACE: seat 1 owes P with a tile in hand and a place."),
    ("wrong-decision", DUE, "P DY>K13", "P DY>K13 does not answer RESOLVE: seat 1 owes P with what is due: Y and a space, or W and a place."),
    ("wrong-decision", DUE, "D", "D does not answer RESOLVE: seat 1 owes P with what is due: Y and a space, or W and a place."),
    ("trucks-full", {"trucks": ["DA,DA,DA", "@2", "@3"]}, "D", "No untaken truck has a free space."),
    ("truck-taken", {"trucks": ["DA", "@2", ""]}, "T2", "Truck 2 is taken by seat 2."),
    ("truck-taken", {"next": "LOAD 1", "hand": "DA", "trucks": ["DA", "", "@3"]}, "L3", "Truck 3 is taken by seat 3."),
    ("truck-empty", {"trucks": ["DA", "", ""]}, "T3", "Truck 3 holds no tile."),
    ("truck-full", {"next": "LOAD 1", "hand": "DA", "trucks": ["", "DA,OA,$", ""]}, "L2", "Truck 2 is full."),
    ("not-in-hand", IN_HAND, "P DA>D", "DA is not among the tiles to place: DM,HE."),
    ("not-in-hand", IN_HAND, "P BY>I9", "BY is not among the tiles to place: DM,HE."),
    ("no-space", IN_HAND, "P DM>I10", "I10 is no space of this zoo."),
    ("no-space", IN_HAND, "P DM>I13", "I13 is no space of this zoo."),
    ("no-space", IN_HAND, "P DM>A1", "A1 is no space of this zoo."),
    ("space-taken", IN_HAND, "P DM>K12", "A tile lies on K12."),
    ("space-taken", IN_HAND, "P DM>J13", "A trainer stands on J13."),
    ("other-species", IN_HAND, "P HE>K11", "A tile of another species lies beside K11."),
    ("other-species", IN_HAND, "P DM>L11", "A tile of another species lies beside L11."),
    ("apart-from-basin", IN_HAND, "P DM>N14", "N14 is not beside the basin of D."),
    ("too-many-species", FULL, "P TA>K9", "3 species live here already, no more are allowed."),
    ("into-depot", OFFSPRING, "P Y>D", "This goes into the water zoo, never into the depot."),
    ("no-space", OFFSPRING, "P Y>I9", "I9 is no space of this zoo."),
    ("apart-from-basin", OFFSPRING, "P Y>M12", "M12 is not beside the basin of D."),
    ("space-taken", OFFSPRING, "P Y>J13", "A trainer stands on J13."),
    ("not-due", OFFSPRING, "P W>C", "No coworker is due."),
    ("not-due", COWORKER, "P Y>K13", "No offspring is due."),
    ("into-depot", COWORKER, "P W>D", "A coworker becomes cashier, keeper, manager, or trainer on a space."),
    ("no-room", COWORKER, "P W>C", "There is no room for one more coworker at C."),
    ("no-room", COWORKER, "P W>M", "There is no room for one more coworker at M."),
    ("no-space", COWORKER, "P W>M9", "M9 is no space of this zoo."),
    ("space-taken", COWORKER, "P W>L10", "A tile lies on L10."),
    ("space-taken", COWORKER, "P W>J13", "A trainer stands on J13."),
    ("not-on-top", ZOO, "MV CE>M10", "CE is not the top tile of the depot of this seat."),
    ("not-on-top", RICH, "MV DF>L12", "DF is not the top tile of the depot of this seat."),
    ("into-depot", ZOO, "MV DF>D", "This goes into the water zoo, never into the depot."),
    ("space-taken", ZOO, "MV DF>K12", "A tile lies on K12."),
    ("apart-from-basin", ZOO, "MV DF>N14", "N14 is not beside the basin of D."),
    ("not-enough-coins", {**ZOO, "coins": [0, 9, 9]}, "MV DF>L12", "This costs 1; the seat has 0."),
    ("no-coworker", ZOO, "MW M>K", "No coworker of this seat stands at M."),
    ("no-coworker", ZOO, "MW J12>K", "No coworker of this seat stands at J12."),
    ("no-coworker", ZOO, "MW I9>I9", "No coworker of this seat stands at I9."),
    ("same-place", ZOO, "MW C>C", "A coworker moves to another place."),
    ("same-place", ZOO, "MW K9>K9", "A coworker moves to another place."),
    ("no-room", ZOO, "MW K9>C", "There is no room for one more coworker at C."),
    ("no-space", ZOO, "MW C>I10", "I10 is no space of this zoo."),
    ("space-taken", ZOO, "MW C>K9", "A trainer stands on K9."),
    ("space-taken", ZOO, "MW K9>L10", "A tile lies on L10."),
    ("not-enough-coins", {**ZOO, "coins": [0, 9, 9]}, "MW C>K", "This costs 1; the seat has 0."),
    ("own-depot", ZOO, "BUY 1:DF>L12", "A seat buys from another seat's depot."),
    ("not-on-top", ZOO, "BUY 2:HE>M10", "HE is not the top tile of the depot of seat 2."),
    ("not-on-top", ZOO, "BUY 3:HE>M10", "HE is not the top tile of the depot of seat 3."),
    ("into-depot", ZOO, "BUY 2:OM>D", "This goes into the water zoo, never into the depot."),
    ("other-species", ZOO, "BUY 2:OM>K11", "A tile of another species lies beside K11."),
    ("apart-from-basin", ZOO, "BUY 2:OM>I11", "I11 is not beside the basin of O."),
    ("not-enough-coins", {**ZOO, "coins": [1, 9, 9]}, "BUY 2:OM>M10", "This costs 2; the seat has 1."),
    ("depot-empty", RICH, "DIS", "The depot of this seat is empty."),
    ("not-enough-coins", {**ZOO, "coins": [1, 9, 9]}, "DIS", "This costs 2; the seat has 1."),
    ("no-expansion-left", BUILT, "EXP L J7", "All expansions of this size are built: 2."),
    ("no-expansion-left", {**RICH, "zoos": zoos("S@I13SE S@M9NW D:")}, "EXP S K7SW", "All expansions of this size are built: 2."),
    ("off-the-grid", RICH, "EXP L U1", "The expansion would leave the grid A1..U21."),
    ("off-the-grid", RICH, "EXP S A21SE", "The expansion would leave the grid A1..U21."),
    ("on-the-entrance", RICH, "EXP L I8", "The expansion would cover the entrance."),
    ("on-the-entrance", RICH, "EXP S H10SW", "The expansion would cover the entrance."),
    ("on-a-space", RICH, "EXP L H11", "The expansion would cover a space."),
    ("on-a-space", RICH, "EXP S I13NE", "The expansion would cover a space."),
    ("on-a-space", BUILT, "EXP S M13NE", "The expansion would cover a space."),
    ("apart-from-zoo", RICH, "EXP L N13", "No cell of the expansion is beside a space of the zoo."),
    ("apart-from-zoo", RICH, "EXP S M13SW", "No cell of the expansion is beside a space of the zoo."),
    ("apart-from-zoo", RICH, "EXP L G9", "No cell of the expansion is beside a space of the zoo."),
    ("not-enough-coins", {**RICH, "coins": [1, 9, 9]}, "EXP L M13", "This costs 2; the seat has 1."),
    ("not-enough-coins", {**RICH, "coins": [0, 9, 9]}, "EXP S I13SE", "This costs 1; the seat has 0."),
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
