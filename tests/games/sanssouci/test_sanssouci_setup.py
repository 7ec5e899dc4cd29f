"""Options, the deal, the set-up of a trace and the start (rule book, section 2)."""

import json
from collections import Counter
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from referee.games.sanssouci.state import NOWHERE
from tests.games.sanssouci.helping import GAME, dealt, drawn
from tests.games.sanssouci.knowledge import DECK, SIDES, SYMBOLS

DEFAULTS = {
    "expansion": False,
    "garden_choice": "random",
    "garden_sides": None,
    "stack_choice": False,
    "start_seat": 1,
}
EACH = {2: 5, 3: 7, 4: 9}
# What the rule book's pictures of the stand-in layouts show.
GRIDS = {
    "A1": "PPPPPPPPP/.P..P..../......P../..P....../........P/P........",
    "A2": "PPPPPPPPP/....P..P./..P....../......P../P......../........P",
    "B1": "PPPPPPPPP/P....P.../...P...../......P../.P......./........P",
    "B2": "PPPPPPPPP/...P....P/.....P.../..P....../.......P./P........",
    "C1": "PPPPPPPPP/...P....P/.....P.../.P......./.......P./P........",
    "C2": "PPPPPPPPP/P....P.../...P...../.......P./.P......./........P",
    "D1": "PPPPPPPPP/....P.P../..P....../.......P./P......../........P",
    "D2": "PPPPPPPPP/..P.P..../......P../.P......./........P/P........",
}


def by_the_book(players: int) -> list[str]:
    """The unshuffled tiles, written out."""
    return [symbol for symbol in SYMBOLS for _ in range(EACH[players])]


def test_the_catalogue_says_who_can_play_and_by_which_rules() -> None:
    assert (GAME.name, GAME.title, list(GAME.players)) == ("sanssouci", "Sanssouci", [2, 3, 4])
    assert (GAME.rules_version, GAME.rules_versions) == (1, frozenset({1}))
    assert GAME.breakdown_keys == {"nobles", "marks", "rows", "columns", "missions", "total", "gardeners"}


def test_the_components_keep_their_provenance_and_can_be_written_as_json() -> None:
    components = json.loads(json.dumps(GAME.components))
    assert components == GAME.components
    assert "test_vectors" not in components
    assumed = {"playing_cards.two_colour_cards", "gardens", "expansion"}
    assert set(_marked(components, "assumed")) == assumed
    assert set(_marked(components, "derived")) >= {"expansion.shape", "garden_tiles", "setup_by_players"}
    assert components["gardens"]["layouts"]["A1"] == ["b2", "e2", "g3", "c4", "i5", "a6"]


def _marked(block: Any, mark: str, path: str = "") -> list[str]:
    """The paths of the blocks that have this mark of provenance."""
    if not isinstance(block, dict):
        return []
    own = [path] if block.get("provenance") == mark else []
    return own + [
        found for key, value in block.items() for found in _marked(value, mark, f"{path}.{key}".lstrip("."))
    ]


def test_missing_options_have_their_defaults() -> None:
    assert GAME.check_options(2, {}) == DEFAULTS
    assert list(GAME.check_options(2, {"start_seat": 2})) == list(DEFAULTS)
    given = {"garden_choice": "given", "garden_sides": ["B2", "A1", "D1"], "start_seat": 3, "expansion": True}
    assert GAME.check_options(3, given) == {**DEFAULTS, **given}
    same = {"garden_choice": "same", "garden_sides": ["C1"], "stack_choice": True}
    assert GAME.check_options(4, same) == {**DEFAULTS, **same}


ALL_SIDES = "A1 A2 B1 B2 C1 C2 D1 D2"
GIVEN_WHY = f'garden_sides: a list of 3 sides of different boards of {ALL_SIDES} is expected with garden_choice "given"'
SAME_WHY = f'garden_sides: a list of 1 side of {ALL_SIDES} is expected with garden_choice "same"'
RANDOM_WHY = 'garden_sides: null is expected with garden_choice "random"'
CHOICE_WHY = 'garden_choice: "random", "given" or "same" is expected'
START_WHY = "start_seat: a seat from 1 to 3 is expected"
PLAYERS_WHY = "players: sanssouci is for 2 to 4 players"


@pytest.mark.parametrize(
    ("players", "options", "field", "why"),
    [
        (1, {}, "players", PLAYERS_WHY),
        (5, {}, "players", PLAYERS_WHY),
        (True, {}, "players", PLAYERS_WHY),
        ("3", {}, "players", PLAYERS_WHY),
        (3, [], "options", "options: an object is expected"),
        (3, {"expert": 1}, "expert", "expert: no such option; there are " + ", ".join(DEFAULTS)),
        (3, {"expansion": 1}, "expansion", "expansion: true or false is expected"),
        (3, {"expansion": None}, "expansion", "expansion: true or false is expected"),
        (3, {"stack_choice": "yes"}, "stack_choice", "stack_choice: true or false is expected"),
        (3, {"garden_choice": "free"}, "garden_choice", CHOICE_WHY),
        (3, {"garden_choice": None}, "garden_choice", CHOICE_WHY),
        (3, {"garden_choice": ["given"]}, "garden_choice", CHOICE_WHY),
        (3, {"garden_sides": ["A1"]}, "garden_sides", RANDOM_WHY),
        (3, {"garden_sides": []}, "garden_sides", RANDOM_WHY),
        (3, {"garden_choice": "given"}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "given", "garden_sides": ["A1", "B1"]}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "given", "garden_sides": ["A1", "B1", "C1", "D1"]}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "given", "garden_sides": ["A1", "A2", "C1"]}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "given", "garden_sides": ["A1", "B1", "E1"]}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "given", "garden_sides": ["A1", "B1", ["C1"]]}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "given", "garden_sides": "A1"}, "garden_sides", GIVEN_WHY),
        (3, {"garden_choice": "same"}, "garden_sides", SAME_WHY),
        (3, {"garden_choice": "same", "garden_sides": []}, "garden_sides", SAME_WHY),
        (3, {"garden_choice": "same", "garden_sides": ["A1", "B1", "C1"]}, "garden_sides", SAME_WHY),
        (3, {"garden_choice": "same", "garden_sides": ["A3"]}, "garden_sides", SAME_WHY),
        (3, {"start_seat": 0}, "start_seat", START_WHY),
        (3, {"start_seat": 4}, "start_seat", START_WHY),
        (3, {"start_seat": True}, "start_seat", START_WHY),
        (3, {"start_seat": "random"}, "start_seat", START_WHY),
    ],
)  # fmt: skip
def test_a_bad_option_is_named(players: Any, options: Any, field: str, why: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.check_options(players, options)
    assert (refused.value.field, str(refused.value)) == (field, why)


def test_seed_1_deals_the_known_answer() -> None:
    written = GAME.write_setup(dealt(2))
    assert written["gardens"] == ["C2", "B1"]
    assert written["missions"] == [["VIN", "STE"], ["STA", "LAB"]]
    assert written["decks"][0][:4] == ["LAB", "OT", "VIN", "ANY"]
    assert written["tiles"][:4] == ["FOU", "FOU", "FIG", "STA"]


def test_a_deal_draws_gardens_sides_decks_missions_tiles_and_expansions_in_this_order() -> None:
    asked, written = drawn(3, {"expansion": True, "stack_choice": True})
    assert asked == [
        ("gardens", ["A", "B", "C", "D"]),
        ("sides-1", ["D1", "D2"]),
        ("sides-2", ["C1", "C2"]),
        ("sides-3", ["B1", "B2"]),
        ("deck-1", DECK),
        ("deck-2", DECK),
        ("deck-3", DECK),
        ("missions", SYMBOLS),
        ("tiles", by_the_book(3)),
        ("expansions", ["X1", "X2", "X3", "X4"]),
    ]
    assert written == {
        "gardens": ["D2", "C2", "B2"],
        "decks": [DECK[::-1]] * 3,
        "missions": [["VIN", "HER"], ["ROS", "FOU"], ["STE", "FIG"]],
        "tiles": by_the_book(3)[::-1],
        "expansions": ["X4", "X3", "X2"],
    }


@pytest.mark.parametrize(
    ("options", "gardens"),
    [
        ({"garden_choice": "given", "garden_sides": ["B2", "A1"]}, ["B2", "A1"]),
        ({"garden_choice": "same", "garden_sides": ["C2"]}, ["C2", "C2"]),
    ],
)
def test_what_an_option_names_is_not_drawn(options: dict[str, Any], gardens: list[str]) -> None:
    asked, written = drawn(2, options)
    assert [label for label, _ in asked] == ["deck-1", "deck-2", "missions", "tiles"]
    assert written["gardens"] == gardens
    assert sorted(written) == ["decks", "gardens", "missions", "tiles"]


def test_with_one_side_for_all_the_expansion_boards_still_differ() -> None:
    asked, written = drawn(2, {"garden_choice": "same", "garden_sides": ["C2"], "expansion": True})
    assert asked[-1] == ("expansions", ["X1", "X2", "X3", "X4"])
    assert written["expansions"] == ["X4", "X3"]


def test_bad_options_deal_nothing() -> None:
    with pytest.raises(InvalidOptions):
        drawn(3, {"start_seat": 9})


@pytest.mark.parametrize(("players", "tiles", "start"), [(2, 45, 2), (3, 63, 1), (4, 81, 4)])
def test_a_match_starts_by_the_set_up_table(players: int, tiles: int, start: int) -> None:
    setup = dealt(players, options={"start_seat": start})
    written = GAME.write_setup(setup)
    assert Counter(written["tiles"]) == Counter(by_the_book(players))
    assert [Counter(deck) for deck in written["decks"]] == [Counter(DECK)] * players
    assert len({side[0] for side in written["gardens"]}) == players
    assert len({mission for own in written["missions"] for mission in own}) == 2 * players
    assert len(written["tiles"]) == tiles
    state = GAME.start(setup)
    assert GAME.facts(state) == {
        "next": f"PLAY {start}",
        "turn": 0,
        "scores": [0] * players,
        "gardens": [GRIDS[side] for side in written["gardens"]],
        "nobles": ["000000000"] * players,
        "display": written["tiles"][:10],
        "stacks": [tiles - 10],
        "hands": [sorted(deck[:2]) for deck in written["decks"]],
    }
    assert GAME.turn(state) == 1
    assert state.rulings == ()
    assert [list(own.pile) for own in state.owns] == [deck[2:] for deck in written["decks"]]
    assert list(state.stacks[0]) == written["tiles"][10:]


@pytest.mark.parametrize("has_expansion", [False, True])
def test_at_the_start_no_tile_waits_to_be_placed(has_expansion: bool) -> None:
    state = GAME.start(dealt(3, options={"expansion": has_expansion}))
    assert (state.taken, state.target) == (NOWHERE, NOWHERE)


def test_an_advanced_match_starts_with_the_choice_of_sides() -> None:
    setup = dealt(4, options={"expansion": True, "stack_choice": True, "start_seat": 3})
    state = GAME.start(setup)
    facts = GAME.facts(state)
    assert (facts["next"], facts["sides"], facts["stacks"]) == (
        "SIDE 1",
        [None] * 4,
        [9, 9, 9, 9, 9, 9, 9, 8],
    )
    assert GAME.turn(state) == 0
    tiles = GAME.write_setup(setup)["tiles"]
    assert [list(stack) for stack in state.stacks] == [tiles[10 + number :: 8] for number in range(8)]


def test_every_side_has_its_fifteen_printed_squares() -> None:
    assert sorted(GRIDS) == SIDES
    for side, picture in GRIDS.items():
        for has_expansion in (False, True):
            options = {"garden_choice": "same", "garden_sides": [side], "expansion": has_expansion}
            assert GAME.facts(GAME.start(dealt(2, options=options)))["gardens"] == [picture] * 2
        assert picture.count("P") == 15


def test_a_set_up_with_the_expansion_or_with_numerals_is_read_as_it_was_written() -> None:
    for players in GAME.players:
        for options in ({}, {"expansion": True}):
            setup = dealt(players, options=options)
            written = GAME.write_setup(setup)
            assert GAME.read_setup(players, options, written) == setup
            assert setup.rules_version == 1
            numerals = {2: ["II"] * 45, 3: ["II", "III", "II"] * 21, 4: ["II", "III", "IV"] * 27}[players]
            numbered = {**written, "numerals": numerals}
            assert GAME.write_setup(GAME.read_setup(players, options, numbered)) == numbered


GOOD = {
    "gardens": ["A1", "B1"],
    "decks": [DECK, DECK],
    "missions": [["LAB", "STA"], ["PAV", "FIG"]],
    "tiles": by_the_book(2),
}
ADVANCED = {"expansion": True}
GIVEN = {"garden_choice": "given", "garden_sides": ["A1", "B1"]}
GARDENS_WHY = f"setup.gardens is a list of 2 sides of {ALL_SIDES}"
MISSIONS_WHY = "setup.missions: each seat has 2, and no card is there twice"
DECKS_WHY = "setup.decks: each holds exactly the 18 cards of a player"
TILES_WHY = "setup.tiles is not exactly the tiles of a match of 2"
BOARDS_WHY = "setup.expansions is a list of 2 different boards"


@pytest.mark.parametrize(
    ("options", "written", "why"),
    [
        ({}, None, "setup is an object"),
        ({}, [], "setup is an object"),
        ({}, {**GOOD, "seed": 1}, "setup has no key 'seed'"),
        ({}, {key: GOOD[key] for key in ("decks", "missions", "tiles")}, "setup has no gardens"),
        ({}, {key: GOOD[key] for key in ("gardens", "missions", "tiles")}, "setup has no decks"),
        ({}, {key: GOOD[key] for key in ("gardens", "decks", "tiles")}, "setup has no missions"),
        ({}, {key: GOOD[key] for key in ("gardens", "decks", "missions")}, "setup has no tiles"),
        (ADVANCED, GOOD, "setup has no expansions"),
        ({}, {**GOOD, "expansions": ["X1", "X2"]}, "setup.expansions is there only with the option expansion"),
        ({}, {**GOOD, "gardens": ["A1"]}, GARDENS_WHY),
        ({}, {**GOOD, "gardens": ["A1", "B1", "C1"]}, GARDENS_WHY),
        ({}, {**GOOD, "gardens": ["A1", None]}, GARDENS_WHY),
        ({}, {**GOOD, "gardens": ["A1", "E1"]}, GARDENS_WHY),
        ({}, {**GOOD, "gardens": "A1"}, GARDENS_WHY),
        ({}, {**GOOD, "gardens": ["A1", "A2"]}, "setup.gardens names a board twice"),
        ({}, {**GOOD, "gardens": ["A1", "A1"]}, "setup.gardens names a board twice"),
        (GIVEN, {**GOOD, "gardens": ["B1", "A1"]}, "setup.gardens is not what the option garden_sides names"),
        ({"garden_choice": "same", "garden_sides": ["A1"]}, GOOD, "setup.gardens is not what the option garden_sides names"),
        ({}, {**GOOD, "decks": [DECK]}, "setup.decks is a list of 2"),
        ({}, {**GOOD, "decks": [DECK, None]}, "setup.decks is a list"),
        ({}, {**GOOD, "decks": [DECK, [*DECK[1:], "TG"]]}, "setup.decks: 'TG' is no card"),
        ({}, {**GOOD, "decks": [DECK, [*DECK[1:], 1]]}, "setup.decks: 1 is no card"),
        ({}, {**GOOD, "decks": [DECK, [*DECK[1:], ["WO"]]]}, "setup.decks: ['WO'] is no card"),
        ({}, {**GOOD, "decks": [DECK, DECK[1:]]}, DECKS_WHY),
        ({}, {**GOOD, "decks": [[*DECK[1:], "ANY"], DECK]}, DECKS_WHY),
        ({}, {**GOOD, "missions": [["LAB", "STA"]]}, "setup.missions is a list of 2"),
        ({}, {**GOOD, "missions": [["LAB", "STA"], None]}, "setup.missions is a list"),
        ({}, {**GOOD, "missions": [["LAB", "STA"], ["PAV"]]}, MISSIONS_WHY),
        ({}, {**GOOD, "missions": [["LAB", "STA"], ["PAV", "LAB"]]}, MISSIONS_WHY),
        ({}, {**GOOD, "missions": [["LAB", "LAB"], ["PAV", "FIG"]]}, MISSIONS_WHY),
        ({}, {**GOOD, "missions": [["LAB", "STA"], ["PAV", "ANY"]]}, "setup.missions: 'ANY' is no mission"),
        ({}, {**GOOD, "tiles": "LAB"}, "setup.tiles is a list"),
        ({}, {**GOOD, "tiles": by_the_book(3)}, TILES_WHY),
        ({}, {**GOOD, "tiles": by_the_book(2)[1:]}, TILES_WHY),
        ({}, {**GOOD, "tiles": [*by_the_book(2)[1:], "XXX"]}, "setup.tiles: 'XXX' is no symbol"),
        (ADVANCED, {**GOOD, "expansions": ["X1"]}, BOARDS_WHY),
        (ADVANCED, {**GOOD, "expansions": ["X1", "X1"]}, BOARDS_WHY),
        (ADVANCED, {**GOOD, "expansions": ["X1", "X5"]}, "setup.expansions: 'X5' is no expansion board"),
        (ADVANCED, {**GOOD, "expansions": ["X1", "X2a"]}, "setup.expansions: 'X2a' is no expansion board"),
        ({}, {**GOOD, "numerals": ["II"] * 44}, "setup.numerals has one entry per tile"),
        ({}, {**GOOD, "numerals": ["II"] * 46}, "setup.numerals has one entry per tile"),
        ({}, {**GOOD, "numerals": ["II"] * 44 + ["III"]}, "setup.numerals: 'III' is no numeral of this match"),
        ({}, {**GOOD, "numerals": None}, "setup.numerals is a list"),
    ],
)  # fmt: skip
def test_a_bad_set_up_is_refused(options: dict[str, Any], written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_setup(2, options, written)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("options", "gardens"),
    [(GIVEN, ["A1", "B1"]), ({"garden_choice": "same", "garden_sides": ["A1"]}, ["A1", "A1"])],
)
def test_a_set_up_that_the_options_name_is_accepted(options: dict[str, Any], gardens: list[str]) -> None:
    setup = GAME.read_setup(2, options, {**GOOD, "gardens": gardens})
    assert GAME.facts(GAME.start(setup))["gardens"] == [GRIDS[side] for side in gardens]
