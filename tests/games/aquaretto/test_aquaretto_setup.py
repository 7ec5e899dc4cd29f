"""Options, the deal, the set-up of a trace and the start (rule book, section 2)."""

import json
from collections import Counter
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.aquaretto.helping import GAME, NEW, TILES, dealt, drawn

DEFAULTS = {"species_removed": "random", "start_player": "random", "offspring_trainable": True}
SPECIES = list("DOSTHCPB")
REMOVABLE = list("THCPB")


def by_the_book(species: str) -> list[str]:
    """The unshuffled deck, written out."""
    deck = ["$"] * 10
    for s in species:
        marks = "FFMMAAAAAZZ" if s in "DOS" else "FFMMAEEEEEE"
        deck += [s + mark for mark in marks]
    return deck


def test_the_catalogue_says_who_can_play_and_by_which_rules() -> None:
    assert (GAME.name, GAME.title, list(GAME.players)) == ("aquaretto", "Aquaretto", [2, 3, 4, 5])
    assert (GAME.rules_version, GAME.rules_versions) == (1, frozenset({1}))


def test_the_components_keep_their_provenance_and_can_be_written_as_json() -> None:
    components = json.loads(json.dumps(GAME.components))
    assert components == GAME.components
    assert "test_vectors" not in components
    assert components["setup"]["by_players"]["2"]["truck_capacities"] == [3, 2, 1]
    marked = {
        name: block["provenance"]
        for name, block in components.items()
        if isinstance(block, dict) and "provenance" in block
    }
    assert set(marked.values()) == {"verified", "high", "assumed", "decision"}
    assert [name for name, mark in marked.items() if mark == "assumed"] == [
        "removed_species_choice",
        "empty_bank",
    ]
    assert [name for name, mark in marked.items() if mark == "high"] == ["two_players", "board"]
    assert [name for name, mark in marked.items() if mark == "decision"] == ["options"]
    unmarked = set(components) - set(marked)
    assert unmarked == {"game", "edition", "data_version", "players"}


def test_the_counts_of_the_box_agree_with_each_other() -> None:
    components = GAME.components
    for group, marks in components["tiles"]["per_species"].items():
        layout = Counter(components["deck_order"]["block_layout"][group])
        assert layout == Counter(marks)
    for players, row in components["setup"]["derived"].items():
        assert len(GAME.write_setup(dealt(int(players)))["deck"]) == row["deck"] == row["main_stack"] + 15
        coins = int(players) + components["setup"]["by_players"][players]["bank"]
        assert coins == components["money"]["coins_total"] == 30
    assert len(components["board"]["spaces"]) == 19


def test_missing_options_have_their_defaults() -> None:
    assert GAME.check_options(2, {}) == DEFAULTS
    assert list(GAME.check_options(2, {"offspring_trainable": False})) == list(DEFAULTS)
    given = {"species_removed": ["P", "T"], "start_player": 3, "offspring_trainable": False}
    assert GAME.check_options(3, given) == given
    assert GAME.check_options(5, {"species_removed": []}) == {**DEFAULTS, "species_removed": []}


SPECIES_WHY = 'species_removed: "random" or a list of {} different letters of T H C P B is expected'
SWITCH_WHY = "offspring_trainable: true or false is expected"


@pytest.mark.parametrize(
    ("players", "options", "field", "why"),
    [
        (3, {"species_removed": ["T"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["T", "T"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["T", "H", "C"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["T", "D"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["T", ["P"]]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": "TP"}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": None}, "species_removed", SPECIES_WHY.format(2)),
        (5, {"species_removed": ["T"]}, "species_removed", SPECIES_WHY.format(0)),
        (3, {"offspring_trainable": 1}, "offspring_trainable", SWITCH_WHY),
        (3, {"offspring_trainable": None}, "offspring_trainable", SWITCH_WHY),
    ],
)
def test_a_bad_option_is_named(players: Any, options: Any, field: str, why: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.check_options(players, options)
    assert (refused.value.field, str(refused.value)) == (field, why)


def test_seed_1_deals_the_known_answer() -> None:
    written = GAME.write_setup(dealt(2))
    assert written["species_removed"] == ["T", "C", "B"]
    assert written["deck"][:8] == ["SF", "HE", "HE", "OZ", "PE", "PF", "OM", "SA"]
    assert written["start_player"] == 2


def test_a_deal_draws_species_deck_and_start_in_this_order() -> None:
    asked, written = drawn(3, {})
    assert asked == [("species", REMOVABLE), ("deck", by_the_book("DOSTHC")), ("start", [1, 2, 3])]
    assert written == {
        "species_removed": ["P", "B"],
        "deck": by_the_book("DOSTHC")[::-1],
        "start_player": 3,
    }


def test_what_an_option_names_is_not_drawn() -> None:
    asked, written = drawn(3, {"species_removed": ["B", "T"], "start_player": 2})
    assert asked == [("deck", by_the_book("DOSHCP"))]
    assert (written["species_removed"], written["start_player"]) == (["T", "B"], 2)
    asked, _ = drawn(5, {"start_player": 1})
    assert [label for label, _ in asked] == ["species", "deck"]


def test_bad_options_deal_nothing() -> None:
    with pytest.raises(InvalidOptions):
        drawn(3, {"start_player": 9})


@pytest.mark.parametrize(
    ("players", "tiles", "removed", "bank", "trucks"),
    [(2, 65, 3, 28, 3), (3, 76, 2, 27, 3), (4, 87, 1, 26, 4), (5, 98, 0, 25, 5)],
)
def test_a_match_starts_by_the_set_up_table(
    players: int, tiles: int, removed: int, bank: int, trucks: int
) -> None:
    setup = dealt(players)
    written = GAME.write_setup(setup)
    assert (len(written["deck"]), len(written["species_removed"])) == (tiles, removed)
    species = "".join(s for s in SPECIES if s not in written["species_removed"])
    assert Counter(written["deck"]) == Counter(by_the_book(species))
    state = GAME.start(setup)
    assert GAME.facts(state) == {
        "next": f"TURN {written['start_player']}",
        "round": 1,
        "left": tiles,
        "bank": bank,
        "coins": [1] * players,
        "hand": "",
        "trucks": [""] * trucks,
        "zoos": [NEW] * players,
        "scores": [0] * players,
    }
    assert GAME.turn(state) == 1
    assert state.rulings == ()
    assert GAME.view(state, None)["starter"] == written["start_player"]


DECK = by_the_book("DOSTHC")
GOOD = {"species_removed": ["P", "B"], "deck": DECK, "start_player": 1}
LIST_WHY = "setup.species_removed is a list of 2 letters in the order T H C P B"


@pytest.mark.parametrize(
    ("options", "written", "why"),
    [
        ({}, None, "setup is an object"),
        ({}, [], "setup is an object"),
        ({}, {**GOOD, "seed": 1}, "setup has no key 'seed'"),
        ({}, {"deck": DECK, "start_player": 1}, "setup has no species_removed"),
        ({}, {"species_removed": ["P", "B"], "deck": DECK}, "setup has no start_player"),
        ({}, {"species_removed": ["P", "B"], "start_player": 1}, "setup has no deck"),
        ({}, {**GOOD, "species_removed": ["B", "P"]}, LIST_WHY),
        ({}, {**GOOD, "species_removed": ["P"]}, LIST_WHY),
        ({}, {**GOOD, "species_removed": ["D", "P"]}, LIST_WHY),
        ({}, {**GOOD, "species_removed": "PB"}, LIST_WHY),
        ({}, {**GOOD, "species_removed": ["P", "P"]}, LIST_WHY),
        ({}, {**GOOD, "species_removed": [["P"], "B"]}, LIST_WHY),
        ({"species_removed": ["P", "T"]}, GOOD, "setup.species_removed is not what the option species_removed names"),
        ({}, {**GOOD, "start_player": 0}, "setup.start_player is a seat from 1 to 3"),
        ({}, {**GOOD, "start_player": 4}, "setup.start_player is a seat from 1 to 3"),
        ({}, {**GOOD, "start_player": True}, "setup.start_player is a seat from 1 to 3"),
        ({"start_player": 2}, GOOD, "setup.start_player is not what the option start_player names"),
        ({}, {**GOOD, "deck": "DA"}, "setup.deck is a list of tiles"),
        ({}, {**GOOD, "deck": [*DECK[1:], 1]}, "setup.deck is a list of tiles"),
        ({}, {**GOOD, "deck": DECK[1:]}, "setup.deck is not exactly the deck tiles of the species in game"),
        ({}, {**GOOD, "deck": [*DECK[1:], "DY"]}, "setup.deck is not exactly the deck tiles of the species in game"),
        ({}, {**GOOD, "deck": [*DECK[1:], "BE"]}, "setup.deck is not exactly the deck tiles of the species in game"),
    ],
)  # fmt: skip
def test_a_bad_set_up_is_refused(options: dict[str, Any], written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_setup(3, options, written)
    assert str(refused.value) == why


def test_a_set_up_that_the_options_name_is_accepted() -> None:
    options = {"species_removed": ["B", "P"], "start_player": 1}
    setup = GAME.read_setup(3, options, GOOD)
    assert (setup.species_removed, setup.start_player) == (("P", "B"), 1)
    assert setup.options["species_removed"] == ["B", "P"]


def test_every_tile_of_the_deck_exists() -> None:
    assert set(by_the_book("DOSTHCPB")) == {"$", *(tile for tile in TILES if tile[1] != "Y")}
