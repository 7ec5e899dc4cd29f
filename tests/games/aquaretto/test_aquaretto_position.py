"""Positions of rule cases, and the part of a state that a snapshot keeps."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.aquaretto.helping import GAME, NEW, case, dealt, legal, walk


def test_an_empty_position_is_the_start_of_a_game_without_a_deck() -> None:
    assert GAME.facts(case()) == {
        "next": "TURN 1",
        "round": 1,
        "left": 0,
        "bank": 27,
        "coins": [1, 1, 1],
        "hand": "",
        "trucks": ["", "", ""],
        "zoos": [NEW, NEW, NEW],
        "scores": [0, 0, 0],
    }
    assert GAME.turn(case()) == 1


def test_every_key_of_a_position_counts() -> None:
    position = {
        "next": "RESOLVE 2",
        "round": 9,
        "bank": 7,
        "coins": [0, 5],
        "hand": "W,HE,DY",
        "trucks": ["@2", "OA,$", ""],
        "zoos": ["W@K10 W@M L@M13 DA@J12 W@C S@I13SE DF@K12 W@C D:HE,OM", "DM@K12 DF@J12"],
        "deck": ["DA", "$"],
        "left": "anything",
        "scores": None,
    }
    assert GAME.facts(case(2, **position)) == {
        "next": "RESOLVE 2",
        "round": 9,
        "left": 2,
        "bank": 7,
        "coins": [0, 5],
        "hand": "DY,HE,W",
        "trucks": ["@2", "$,OA", ""],
        "zoos": ["DA@J12 DF@K12 L@M13 S@I13SE W@C W@C W@K10 W@M D:HE,OM", "DF@J12 DM@K12 D:"],
        "scores": [0, 2],
    }


def test_a_zoo_may_leave_out_its_empty_depot_and_all_else() -> None:
    assert GAME.facts(case(zoos=["", "D:", "DA@K9"]))["zoos"] == ["D:", "D:", "DA@K9 D:"]


def test_a_depot_keeps_its_order() -> None:
    assert GAME.facts(case(zoos=["D:TE,DA,TE,CY", "", ""]))["zoos"][0] == "D:TE,DA,TE,CY"


def test_the_species_of_a_case_come_from_its_set_up_or_its_options() -> None:
    state = GAME.read_position(4, {"species_removed": ["B"]}, {"species_removed": ["T"]}, {})
    assert GAME.view(state, None)["species"] == ["D", "O", "S", "H", "C", "P", "B"]
    state = GAME.read_position(4, {"species_removed": ["B"]}, None, {})
    assert GAME.view(state, None)["species"] == ["D", "O", "S", "T", "H", "C", "P"]
    assert len(GAME.view(case(4), None)["species"]) == 8


def test_an_offspring_or_coworker_of_a_money_action_is_due_without_a_truck() -> None:
    assert legal(case(next="RESOLVE 1", hand="DY", zoos=["DF@K9 DM@L9", "", ""])) == ["P Y>K10", "P Y>L10"]
    with_truck = case(next="RESOLVE 1", hand="DY", trucks=["@1", "", ""], zoos=["DF@K9 DM@L9", "", ""])
    assert legal(with_truck) == ["P Y>K10", "P Y>L10"]


ZOO = "zoos"
PLACING = {"next": "PLACE 1", "trucks": ["@1", "", ""]}
DUE = {"next": "RESOLVE 1", ZOO: ["DF@J12 DM@K12", "", ""]}
NO_SPACE = "TF@L9 TM@K9 DA@K11 DA@L11"
TRAINERS = [
    f"W@{cell}"
    for cell in ["J13", "K13", "L13", "I12", "J12", "K12", "L12", "M12", "I11", "J11", "K11", "L11"]
]
CREW = "W@C W@C W@K W@K W@M"


def bad_zoo(zoo: str, why: str) -> tuple[dict[str, Any], str]:
    return {ZOO: [zoo, "D:", "D:"]}, f"zoo {zoo!r}: {why}"


def no_item(word: str, zoo: str) -> tuple[dict[str, Any], str]:
    return {ZOO: [zoo, "D:", "D:"]}, f"{word!r} in zoo {zoo!r} is no tile, coworker or expansion at a place"


def no_tile(tile: str, **position: Any) -> tuple[dict[str, Any], str]:
    return position, f"{tile!r} is no tile that can lie there"


BAD: list[tuple[dict[str, Any], str]] = [
    ({"seats": 1}, "position has no key 'seats'"),
    ({"next": "RESOLVE 0"}, "next is a decision and a seat such as TURN 1, or OVER"),
    ({"bank": "3"}, "bank is a whole number from 0"),
    ({"next": "LOAD 1", "hand": "DY"}, "in LOAD the hand holds tiles of a truck alone"),
    ({"next": "LOAD 1", "hand": "W"}, "in LOAD the hand holds tiles of a truck alone"),
    ({**PLACING, "hand": "DA,DY"}, "in PLACE the hand holds tiles of a truck alone"),
    ({**PLACING, "hand": "DA,W"}, "in PLACE the hand holds tiles of a truck alone"),
    ({"next": "RESOLVE 1"}, "in RESOLVE the hand holds what is due: an offspring such as DY, or W"),
    ({"next": "RESOLVE 1", "hand": "DA", "trucks": ["@1", "", ""]}, "in RESOLVE the hand holds what is due: an offspring such as DY, or W"),
    ({**DUE, "hand": "DY,DY"}, "in RESOLVE at most one offspring and one coworker are due"),
    ({**DUE, "hand": "DY,OY"}, "in RESOLVE at most one offspring and one coworker are due"),
    ({**DUE, "hand": "W,W"}, "in RESOLVE at most one offspring and one coworker are due"),
    ({**DUE, "hand": "$,W"}, "a coin tile is in no hand"),
    ({**DUE, "hand": "DA,W"}, "in RESOLVE with a tile in hand seat 1 has a truck, @1"),
    ({**DUE, "hand": "DA,DY", "trucks": ["@2", "", ""]}, "in RESOLVE with a tile in hand seat 1 has a truck, @1"),
    ({"next": "RESOLVE 1", "hand": "TY", ZOO: [NO_SPACE, "", ""]}, "in RESOLVE the offspring TY has a legal space"),
    ({"next": "RESOLVE 1", "hand": "W", ZOO: [f"{CREW} {' '.join(TRAINERS[:6])}", f"{CREW}", ""]}, "in RESOLVE the coworker has a place"),
    ({ZOO: [f"{CREW} {' '.join(TRAINERS[:7])}", f"{CREW}", ""]}, "there are 16 coworkers in all"),
    no_tile("DA;DA", trucks=["", "", "DA;DA"]),
    no_tile("", trucks=["", "", "DA,"]),
    no_tile("DY", trucks=["", "", "DY"]),
    no_tile("W", trucks=["", "", "W"]),
    no_tile("DE", trucks=["", "", "DE"]),
    no_tile("HZ", hand="HZ", next="LOAD 1"),
    no_tile("DY", deck=["DY"]),
    no_tile("QQ", deck=["QQ"]),
    no_tile("$", zoos=["D:$", "", ""]),
    no_tile("W", zoos=["D:W", "", ""]),
    no_tile("", zoos=["D:DA,,DA", "", ""]),
    no_item("D:", "D: DA@K9"),
    no_item("", "DA@K9  D:"),
    no_item("DA", "DA D:"),
    no_item("DA@C", "DA@C"),
    no_item("DA@", "DA@"),
    no_item("DA@V1", "DA@V1"),
    no_item("W@D", "W@D"),
    no_item("W@Q", "W@Q"),
    no_item("L@", "L@"),
    no_item("L@M13SE", "L@M13SE"),
    no_item("S@M13", "S@M13"),
    no_item("S@M13XX", "S@M13XX"),
    no_item("$@K9", "$@K9"),
    no_item("DA@K9@K9", "DA@K9@K9"),
    bad_zoo("DA@I9", "I9 is no space of this zoo."),
    bad_zoo("DA@I13", "I13 is no space of this zoo."),
    bad_zoo("DA@K9 DA@K9", "A tile lies on K9."),
    bad_zoo("DA@K9 W@K9", "A tile lies on K9."),
    bad_zoo("W@K9 W@K9", "A trainer stands on K9."),
    bad_zoo("W@I10", "I10 is no space of this zoo."),
    bad_zoo("W@C W@C W@C", "There is no room for one more coworker at C."),
    bad_zoo("W@K W@K W@K", "There is no room for one more coworker at K."),
    bad_zoo("W@M W@M", "There is no room for one more coworker at M."),
    bad_zoo("L@M13 L@G11 L@J7", "All expansions of this size are built: 2."),
    bad_zoo("S@I13SE S@M9NW S@A1NW", "All expansions of this size are built: 2."),
    bad_zoo("L@M13 L@N14", "The expansion would cover a space."),
    bad_zoo("S@M13NE L@N13", "The expansion would cover a space."),
    bad_zoo("L@I12", "The expansion would cover a space."),
    bad_zoo("L@I8", "The expansion would cover the entrance."),
    bad_zoo("L@U20", "The expansion would leave the grid A1..U21."),
    bad_zoo("DA@K9 DA@M10", "the tiles of D are not one group"),
    bad_zoo("DA@K9 DA@L10", "the tiles of D are not one group"),
    bad_zoo("DA@K9 OA@L9", "a tile of another species lies beside the basin of D"),
    bad_zoo("DA@I12 OA@K12 SA@M12 TA@K9", "4 species live here, 3 may"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "why"), BAD, ids=[why for _, why in BAD])
def test_a_position_that_the_book_does_not_allow_is_refused(position: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(**position)
    assert str(refused.value) == why


GOOD = [
    "L@A1",  # that an expansion touches the zoo is not checked
    "L@M13 L@G11 S@I13SE S@M9NW",
    "L@M13 DA@I12 OA@K12 SA@M12 TA@K9",
    "L@M13 L@G11 DA@I12 OA@K12 SA@M12 TA@K9 HA@M10",
    "DA@J12 DA@K12 DA@K11 DA@J11",
    "DF@K9 DF@L9 DF@K10 DF@L10 DY@J10 DY@M10 DY@K11",
    CREW,
]


@pytest.mark.parametrize("zoo", GOOD)
def test_a_zoo_that_the_book_allows_is_accepted(zoo: str) -> None:
    written = GAME.facts(case(zoos=[zoo, "", ""]))["zoos"][0]
    assert written == " ".join([*sorted(zoo.split()), "D:"])


def test_sixteen_coworkers_are_allowed() -> None:
    state = case(zoos=[f"{CREW} {' '.join(TRAINERS[:6])}", CREW, ""])
    assert GAME.facts(state)["zoos"][1] == f"{CREW} D:"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"seed": 1}, "setup has no key 'seed'"),
        ({"deck": 1}, "deck is a list of tiles"),
        ({"start_player": 9}, "setup.start_player is a seat from 1 to 3"),
        (
            {"species_removed": ["B", "T"]},
            "setup.species_removed is a list of 2 letters in the order T H C P B",
        ),
    ],
)
def test_a_bad_set_up_of_a_case_is_refused(written: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_position(3, {}, written, {})
    assert str(refused.value) == why


def test_bad_options_of_a_case_are_refused() -> None:
    with pytest.raises(InvalidOptions):
        GAME.read_position(3, {"species_removed": ["B"]}, None, {})


def test_a_snapshot_says_all_but_the_deck() -> None:
    for players in GAME.players:
        setup = dealt(players, seed=players)
        for state, _ in walk(players, seed=players)[::3]:
            saved = json.loads(json.dumps(GAME.save(state)))
            assert GAME.restore(setup, saved) == state


def test_a_snapshot_is_exactly_this() -> None:
    walked = walk(2, seed=1)
    state, _ = walked[60]
    facts = GAME.facts(state)
    saved = GAME.save(state)
    assert saved == {
        "drawn": 65 - facts["left"],
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
