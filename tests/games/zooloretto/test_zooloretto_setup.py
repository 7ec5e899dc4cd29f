"""Options, the deal, the set-up of a trace and the start (rule book, section 2)."""

from collections import Counter
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.zooloretto.helping import GAME, NEW, dealt, drawn

DEFAULTS = {
    "species_removed": "random",
    "start_player": "random",
    "show_remaining_tiles": True,
    "bank_is_finite": True,
    "stall_move_to_barn": False,
}
SPECIES = ["C", "E", "F", "K", "L", "M", "P", "Z"]


def by_the_book(species: list[str]) -> list[str]:
    """The unshuffled deck, written out."""
    deck: list[str] = []
    for s in species:
        deck += [s] * 7 + [s + "M"] * 2 + [s + "F"] * 2
    return deck + ["$"] * 12 + ["S1"] * 3 + ["S2"] * 3 + ["S3"] * 3 + ["S4"] * 3


def test_the_catalogue_says_who_can_play_and_by_which_rules() -> None:
    assert (GAME.name, GAME.title, list(GAME.players)) == ("zooloretto", "Zooloretto", [2, 3, 4, 5])
    assert (GAME.rules_version, GAME.rules_versions) == (1, frozenset({1}))


def test_the_components_keep_their_provenance_and_can_be_written_as_json() -> None:
    import json

    components = json.loads(json.dumps(GAME.components))
    assert components == GAME.components
    assert components["species"]["provenance"] == "verified"
    assert "scoring_vectors" not in components
    assert components["setup"]["by_players"]["2"]["truck_capacities"] == [3, 2, 1]
    assert components["layout_hint"]["B"] == {"where": "bottom left"}


def test_missing_options_have_their_defaults() -> None:
    assert GAME.check_options(2, {}) == DEFAULTS
    assert list(GAME.check_options(2, {"bank_is_finite": False})) == list(DEFAULTS)
    given = {"species_removed": ["Z", "C"], "start_player": 3, "stall_move_to_barn": True}
    assert GAME.check_options(3, given) == {**DEFAULTS, **given}
    assert GAME.check_options(5, {"species_removed": []}) == {**DEFAULTS, "species_removed": []}


SPECIES_WHY = 'species_removed: "random" or a list of {} different letters of C E F K L M P Z is expected'


@pytest.mark.parametrize(
    ("players", "options", "field", "why"),
    [
        (3, {"species_removed": ["Z"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["Z", "Z"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["Z", "P", "C"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["Z", "X"]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": ["Z", ["P"]]}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": "ZP"}, "species_removed", SPECIES_WHY.format(2)),
        (3, {"species_removed": None}, "species_removed", SPECIES_WHY.format(2)),
        (5, {"species_removed": ["Z"]}, "species_removed", SPECIES_WHY.format(0)),
        (
            3,
            {"show_remaining_tiles": 1},
            "show_remaining_tiles",
            "show_remaining_tiles: true or false is expected",
        ),
        (3, {"bank_is_finite": None}, "bank_is_finite", "bank_is_finite: true or false is expected"),
        (
            3,
            {"stall_move_to_barn": "no"},
            "stall_move_to_barn",
            "stall_move_to_barn: true or false is expected",
        ),
    ],
)
def test_a_bad_option_is_named(players: Any, options: Any, field: str, why: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.check_options(players, options)
    assert (refused.value.field, str(refused.value)) == (field, why)


def test_seed_1_deals_the_known_answer() -> None:
    written = GAME.write_setup(dealt(2))
    assert written["species_removed"] == ["F", "L", "M"]
    assert written["deck"][:6] == ["Z", "E", "CM", "C", "$", "Z"]
    assert written["start_player"] == 2


def test_a_deal_draws_species_deck_and_start_in_this_order() -> None:
    asked, written = drawn(3, {})
    in_game = ["C", "E", "F", "K", "L", "M"]
    assert asked == [("species", SPECIES), ("deck", by_the_book(in_game)), ("start", [1, 2, 3])]
    assert written == {
        "species_removed": ["P", "Z"],
        "deck": by_the_book(in_game)[::-1],
        "start_player": 3,
    }


def test_what_an_option_names_is_not_drawn() -> None:
    asked, written = drawn(3, {"species_removed": ["Z", "C"], "start_player": 2})
    in_game = ["E", "F", "K", "L", "M", "P"]
    assert asked == [("deck", by_the_book(in_game))]
    assert (written["species_removed"], written["start_player"]) == (["C", "Z"], 2)
    asked, _ = drawn(5, {"start_player": 1})
    assert [label for label, _ in asked] == ["species", "deck"]


def test_bad_options_deal_nothing() -> None:
    with pytest.raises(InvalidOptions):
        drawn(3, {"start_player": 9})


@pytest.mark.parametrize(
    ("players", "tiles", "removed", "bank", "trucks"),
    [(2, 79, 3, 26, 3), (3, 90, 2, 24, 3), (4, 101, 1, 22, 4), (5, 112, 0, 20, 5)],
)
def test_a_match_starts_by_the_set_up_table(
    players: int, tiles: int, removed: int, bank: int, trucks: int
) -> None:
    setup = dealt(players)
    written = GAME.write_setup(setup)
    assert (len(written["deck"]), len(written["species_removed"])) == (tiles, removed)
    species = [s for s in SPECIES if s not in written["species_removed"]]
    assert Counter(written["deck"]) == Counter(by_the_book(species))
    state = GAME.start(setup)
    assert GAME.facts(state) == {
        "next": f"TURN {written['start_player']}",
        "round": 1,
        "left": tiles,
        "bank": bank,
        "coins": [2] * players,
        "hand": "",
        "trucks": [""] * trucks,
        "zoos": [NEW] * players,
        "scores": [0] * players,
    }
    assert GAME.turn(state) == 1
    assert state.rulings == ()


DECK = by_the_book(["E", "F", "K", "L", "M", "P"])
GOOD = {"species_removed": ["C", "Z"], "deck": DECK, "start_player": 1}


@pytest.mark.parametrize(
    ("options", "written", "why"),
    [
        ({}, None, "setup is an object"),
        ({}, [], "setup is an object"),
        ({}, {**GOOD, "seed": 1}, "setup has no key 'seed'"),
        ({}, {"deck": DECK, "start_player": 1}, "setup has no species_removed"),
        ({}, {"species_removed": ["C", "Z"], "deck": DECK}, "setup has no start_player"),
        ({}, {"species_removed": ["C", "Z"], "start_player": 1}, "setup has no deck"),
        ({}, {**GOOD, "species_removed": ["Z", "C"]}, "setup.species_removed is a list of 2 letters in the order C E F K L M P Z"),
        ({}, {**GOOD, "species_removed": ["C"]}, "setup.species_removed is a list of 2 letters in the order C E F K L M P Z"),
        ({}, {**GOOD, "species_removed": "CZ"}, "setup.species_removed is a list of 2 letters in the order C E F K L M P Z"),
        ({}, {**GOOD, "species_removed": ["C", "C"]}, "setup.species_removed is a list of 2 letters in the order C E F K L M P Z"),
        ({"species_removed": ["C", "P"]}, GOOD, "setup.species_removed is not what the option species_removed names"),
        ({}, {**GOOD, "start_player": 0}, "setup.start_player is a seat from 1 to 3"),
        ({}, {**GOOD, "start_player": 4}, "setup.start_player is a seat from 1 to 3"),
        ({}, {**GOOD, "start_player": True}, "setup.start_player is a seat from 1 to 3"),
        ({"start_player": 2}, GOOD, "setup.start_player is not what the option start_player names"),
        ({}, {**GOOD, "deck": "E"}, "setup.deck is a list of tiles"),
        ({}, {**GOOD, "deck": [*DECK[1:], 1]}, "setup.deck is a list of tiles"),
        ({}, {**GOOD, "deck": DECK[1:]}, "setup.deck is not exactly the deck tiles of the species in game"),
        ({}, {**GOOD, "deck": [*DECK[1:], "Z"]}, "setup.deck is not exactly the deck tiles of the species in game"),
    ],
)  # fmt: skip
def test_a_bad_set_up_is_refused(options: dict[str, Any], written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_setup(3, options, written)
    assert str(refused.value) == why


def test_a_set_up_that_the_options_name_is_accepted() -> None:
    options = {"species_removed": ["Z", "C"], "start_player": 1}
    setup = GAME.read_setup(3, options, GOOD)
    assert (setup.species_removed, setup.start_player) == (("C", "Z"), 1)
    assert setup.options["species_removed"] == ["Z", "C"]
