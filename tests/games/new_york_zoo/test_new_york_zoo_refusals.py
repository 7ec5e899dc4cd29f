"""Each rule that forbids a step, by its stable name and its sentence."""

from typing import Any, get_args

import pytest

from referee.games.engine import IllegalStep
from referee.games.new_york_zoo.refusals import Rule
from tests.games.new_york_zoo.helping import GAME, case, dealt, legal, play
from tests.games.refusing import assert_not_to_move, assert_refused

SOLO = {"players": 1}
TWO: dict[str, Any] = {}
FILLED = {"stacks": {"11": ["7b"], "13": ["5b"], "14": ["4a"]}}
AT_BAY = {"elephant": 11, "phase": "MAIN", "stacks": {"11": ["5c"]}}
PENS = ["5a@A6 K2", "5a@A8 M3", "4g@F1"]
ANIMALS = {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": ["K", "F", "F"], "enclosures": PENS}]}
LITTERS = ["6h@A6 K2", "4g@F1 K3", "5a@A8 K1", "5a@F3 M2"]
BREED = {"phase": "BREED", "lines": ["K"], "zoos": [{"houses": ["K"], "enclosures": LITTERS}]}
FULL = {"elephant": 12, "phase": "MAIN", "zoos": [{"houses": ["K", "F", "M"], "enclosures": ["5a@A6 K4"]}]}
ANY = {"bonus_breed_scope": "any_other_enclosure"}

# Rule, set-up of the case, steps before, the step, its refusal.
REFUSALS: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("match-over", {"zoos": [{"uncovered": []}], "phase": "BREED"}, "", "+1", "The match is over."),
    ("wrong-decision", {}, "", "K>h", "K>h does not answer WALK: seat 1 owes a move of the elephant."),
    ("wrong-decision", AT_BAY, "", "M:h", "M:h does not answer PLACE: seat 1 owes a place for 5c."),
    ("wrong-decision", AT_BAY, "5c@A6", "-", "- does not answer POPULATE: seat 1 owes one or two animals of one species for the new tile."),
    ("wrong-decision", ANIMALS, "", "-", "- does not answer ANIMAL: seat 1 owes an animal and its place."),
    ("wrong-decision", ANIMALS, "K>e1", "k", "k does not answer ANIMAL2: seat 1 owes the other pictured animal and its place, or -."),
    ("wrong-decision", FULL, "K>e1", "-", "- does not answer ATTRACTION: seat 1 owes an attraction that fits."),
    ("wrong-decision", BREED, "", "x:-", "x:- does not answer NORMAL: seat 1 owes b: with up to two enclosures."),
    ("wrong-decision", BREED, "b:e1", "b:-", "b:- does not answer BONUS: seat 1 owes x: with one enclosure or -."),
    ("wrong-decision", BREED, "b:e2", "a1", "a1 does not answer KEEP: seat 1 owes k or n."),
    ("too-far", {}, "", "+5", "The elephant moves at most 4 counted spaces."),
    ("too-far", {"players": 3}, "", "+4", "The elephant moves at most 3 counted spaces."),
    ("no-markers", {}, "", "r1", "Range markers and the free move are for the solo game: write + and a number."),
    ("no-markers", {}, "", "f", "Range markers and the free move are for the solo game: write + and a number."),
    ("no-markers", {}, "", "r4>20", "Range markers and the free move are for the solo game: write + and a number."),
    ("markers-only", SOLO, "", "+1", "A single player moves with the range markers or f."),
    ("marker-used", {**SOLO, "markers": ["0"]}, "", "r1", "Marker 1 is not in hand."),
    ("marker-used", {**SOLO, "markers": ["0"]}, "", "r4>20", "Marker 4+ is not in hand."),
    ("too-near", {**SOLO, **FILLED}, "", "r4>13", "Marker 4+ leads 4 counted spaces or more."),
    ("empty-bay", SOLO, "", "r4>11", "Bay 11 holds no tile."),
    ("empty-bay", {**SOLO, "elephant": 11}, "", "r0", "Bay 11 holds no tile."),
    ("whole-lap", SOLO, "", "r4>10", "A move is less than a whole lap."),
    ("tile-does-not-fit", {**FILLED, "zoos": [{"uncovered": ["A6", "A7"]}]}, "", "+1", "Tile 7b of bay 11 fits nowhere in this zoo."),
    ("nobody-to-populate", {**FILLED, "zoos": [{"houses": [], "enclosures": ["5a@A6 M1"]}]}, "", "+1", "No animal could move into a new tile."),
    ("no-room", {"players": 3, **FILLED}, "", "+2", "No animal has a place on space 12: every house is occupied and there is no enclosure."),
    ("no-room", {**SOLO, "zoos": [{"houses": ["M", "M", "M"], "uncovered": ["A6"]}]}, "", "r0", "No animal has a place on space 10: every house is occupied and there is no enclosure."),
    ("other-piece", AT_BAY, "", "5b@A6", "The piece to place is 5c, not 5b."),
    ("other-piece", FULL, "K>e1 a8", "a6@A8", "The piece to place is a8, not a6."),
    ("outside", AT_BAY, "", "5c@A1", "5c@A1 would lie partly outside of zoo 2P1."),
    ("outside", AT_BAY, "", "5c@N1", "5c@N1 would lie partly outside of zoo 2P1."),
    ("outside", AT_BAY, "", "5c@A7", "5c@A7 would lie partly outside of zoo 2P1."),
    ("covered", {**AT_BAY, "zoos": [{"enclosures": ["4g@A6"]}]}, "", "5c@A6", "5c@A6 would lie on a cell that is covered."),
    ("no-such-enclosure", AT_BAY, "5c@A6", "M:e2", "There is no e2: this zoo has 1 enclosure."),
    ("no-such-enclosure", ANIMALS, "", "K>e4", "There is no e4: this zoo has 3 enclosures."),
    ("no-such-enclosure", BREED, "", "b:e5", "There is no e5: this zoo has 4 enclosures."),
    ("no-such-enclosure", BREED, "b:e1", "x:e9+", "There is no e9: this zoo has 4 enclosures."),
    ("new-enclosure", AT_BAY, "5c@A6", "M:e1", "e1 is the new tile: animals come from elsewhere."),
    ("not-housed", AT_BAY, "5c@A6", "K:h", "There are not enough K in the houses of this seat."),
    ("not-housed", AT_BAY, "5c@A6", "M:h,h", "There are not enough M in the houses of this seat."),
    ("not-housed", ANIMALS, "", "M>e2+", "There are not enough M in the houses of this seat."),
    ("not-housed", BREED, "", "b:e1+,e2+", "There are not enough K in the houses of this seat."),
    ("not-housed", BREED, "b:e1", "x:e4+", "There are not enough M in the houses of this seat."),
    ("other-species", {**AT_BAY, "zoos": [{"enclosures": PENS}]}, "5c@H1", "M:e1", "In e1 there is no M."),
    ("other-species", {**AT_BAY, "zoos": [{"enclosures": PENS}]}, "5c@H1", "M:e3", "In e3 there is no M."),
    ("other-species", ANIMALS, "", "P>e1", "e1 holds K."),
    ("one-must-stay", {**AT_BAY, "zoos": [{"enclosures": PENS}]}, "5c@H1", "K:e1,e1", "At least one animal stays in e1, which holds 2."),
    ("one-must-stay", {**AT_BAY, "zoos": [{"enclosures": ["5a@A6 K1"]}]}, "5c@H1", "K:e1", "At least one animal stays in e1, which holds 1."),
    ("house-needed", ANIMALS, "", "K>h", "All houses of this seat are occupied."),
    ("not-pictured", ANIMALS, "K>e1", "M>e2", "The second animal is P, or - to stop."),
    ("not-pictured", ANIMALS, "K>e1", "K>e1", "The second animal is P, or - to stop."),
    ("no-cell-for-two", FULL, "", "K>e1+", "e1 has no free cell for an animal of a house."),
    ("no-cell-for-two", BREED, "", "b:e2+", "e2 has no free cell for an animal of a house."),
    ("no-pair", BREED, "", "b:e3", "e3 has no two K."),
    ("no-pair", BREED, "", "b:e4", "e4 has no two K."),
    ("no-pair", BREED, "b:e1", "x:e3", "e3 has no two animals."),
    ("same-enclosure", BREED, "", "b:e1,e1", "Two litters are born in two different enclosures."),
    ("same-enclosure", BREED, "", "b:e1+,e1", "Two litters are born in two different enclosures."),
    ("line-species", BREED, "b:e1", "x:e2", "The bonus birth is of another species than the line's, K."),
    ("has-bred", {**BREED, "options": ANY}, "b:e1", "x:e1", "e1 has bred on this line already."),
    ("none-left", {**FULL, "supply": {"a8": 0}}, "K>e1", "a8", "No a8 is left in the supply."),
    ("no-place", {**FULL, "zoos": [{"houses": ["K", "F", "M"], "enclosures": ["5a@A6 K4"], "uncovered": ["A8", "C8"]}]}, "K>e1", "a2", "a2 fits nowhere in this zoo."),
    ("must-take", {**FULL, "options": {"attraction_may_be_declined": False}}, "K>e1", "a0", "An attraction may not be declined in this match."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "given", "before", "text", "why"),
    REFUSALS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_forbidden_step_names_its_rule(
    rule: str, given: dict[str, Any], before: str, text: str, why: str
) -> None:
    state, _ = play(case(**given), *before.split())
    assert_refused(GAME, state, text, rule, why)


def test_another_seat_is_not_to_move_though_it_may_be_its_turn() -> None:
    state = case(phase="BREED", lines=["K"], active=1, zoos=[{}, {"enclosures": ["4g@A6 K2"]}])
    assert GAME.view(state, None)["active"] == 1
    assert_not_to_move(GAME, state, 1, "b:-", "seat 2")


def test_in_the_quick_set_up_a_tile_comes_from_the_hand() -> None:
    state = GAME.start(dealt(2, options={"quick_two_player": True}))
    hand = state.hands[0]
    with pytest.raises(IllegalStep) as refused:
        GAME.play(state, 1, GAME.read("4a", state, 1))
    assert (refused.value.rule, refused.value.why) == (
        "not-in-hand",
        f"4a is not among the tiles in hand: {', '.join(hand)}.",
    )
    with pytest.raises(IllegalStep) as refused:
        GAME.play(state, 1, GAME.read("+1", state, 1))
    assert refused.value.why == "+1 does not answer SETUP: seat 1 owes a tile still in hand."


def test_in_the_quick_set_up_the_other_tiles_must_fit_afterwards() -> None:
    """Two I-shaped gaps of six cells: the tile may not be cut out of the only place of the next one."""
    state = GAME.start(dealt(2, options={"quick_two_player": True}))
    zoo = state.zoos[0]
    grid = zoo.board.grid
    # Free: the shape of 6a with one cell beside it, and 6a again with another cell; 7 cells each.
    free = sum(grid.bit(*cell) for cell in [(0, 5), (1, 5), (0, 6), (1, 6), (2, 6), (1, 7), (2, 7)])
    free |= sum(grid.bit(*cell) for cell in [(8, 5), (9, 5), (8, 6), (9, 6), (10, 6), (9, 7)])
    state = state._replace(
        zoos=(zoo._replace(free=free), *state.zoos[1:]),
        hands=(("6a", "7b"), state.hands[1]),
        phase="PLACE",
        piece="6a",
    )
    assert "6a@I6" in legal(state)
    assert all(text.startswith(("6a@I", "6a@J")) for text in legal(state))
    fitting = [text for text in ("6a@A6", "6a@B6r2") if text not in legal(state)]
    assert fitting
    with pytest.raises(IllegalStep) as refused:
        GAME.play(state, 1, GAME.read("6a@A6", state, 1))
    assert refused.value.rule == "others-must-fit"
    assert refused.value.why == "After 6a@A6 the other tiles in hand would not all fit."


def test_every_rule_name_is_tested() -> None:
    elsewhere = {"not-to-move", "not-in-hand", "others-must-fit"}
    assert {rule for rule, *_ in REFUSALS} | elsewhere == set(get_args(Rule))
