"""Options, the deal, the set-up of a trace and the start (rule book, sections 2, 7, 8)."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from tests.games.new_york_zoo.helping import GAME, dealt

DEFAULTS = {
    "bonus_breed_scope": "different_species",
    "attraction_may_be_declined": True,
    "shared_victory_on_full_tie": True,
    "solo_board": "S3",
    "quick_two_player": False,
}
BAYS = [1, 3, 4, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24]
SMALL_BAYS = [4, 6, 8, 9, 18, 19, 21, 23]  # with tiles of 4, 5 and 6 cells
BOARDS = {
    1: ["S3"],
    2: ["2P1", "2P2"],
    3: ["3P1", "3P2", "3P3"],
    4: ["4P1", "4P2", "4P3", "4P4"],
    5: ["5P1", "5P2", "5P3", "5P4", "5P5"],
}


def ids(size: int) -> list[str]:
    return [f"{size}{letter}" for letter in "abcdefghijklmno"[: {4: 8, 5: 15, 6: 15, 7: 7}[size]]]


def test_the_catalogue_says_who_can_play_and_by_which_rules() -> None:
    assert (GAME.name, GAME.title, list(GAME.players)) == ("new_york_zoo", "New York Zoo", [1, 2, 3, 4, 5])
    assert (GAME.rules_version, GAME.rules_versions) == (1, frozenset({1}))
    assert GAME.breakdown_keys == {"uncovered", "complete", "penned", "housed", "animals"}


def test_the_components_keep_their_provenance_and_can_be_written_as_json() -> None:
    components = json.loads(json.dumps(GAME.components))
    assert components == GAME.components
    marked = [
        "rule_options", "species", "component_totals", "player_counts", "action_strip", "boards", "enclosure_tiles",
        "attractions", "solo", "quick_two_player",
    ]  # fmt: skip
    assert [
        name for name, block in components.items() if isinstance(block, dict) and "provenance" in block
    ] == marked
    assert components["boards"]["provenance"] == "verified (CODE + ART)"
    assert components["solo"]["provenance"]["score"] == "single source (CODE)"
    assert set(components["sources"]) == {"SEED", "CODE", "ART", "LISTS", "REV"}
    words = json.dumps({name: components[name]["provenance"] for name in marked})
    assert "assumed" not in words
    assert "stand-in" not in words
    sides = components["boards"]["sides"].values()
    assert all(sum(row.count("#") for row in side["rows"]) == side["open_cells"] for side in sides)
    assert sum(tile["size"] for tile in components["enclosure_tiles"]["tiles"].values()) == 246


def test_missing_options_have_their_defaults() -> None:
    assert GAME.check_options(2, {}) == DEFAULTS
    assert list(GAME.check_options(5, {"attraction_may_be_declined": False})) == list(DEFAULTS)
    given = {
        "bonus_breed_scope": "any_other_enclosure",
        "quick_two_player": True,
        "shared_victory_on_full_tie": False,
    }
    assert GAME.check_options(2, given) == {**DEFAULTS, **given}
    assert GAME.check_options(1, {"solo_board": "S4"}) == {**DEFAULTS, "solo_board": "S4"}


@pytest.mark.parametrize(
    ("players", "options", "field", "why"),
    [
        (0, {}, "players", "players: new_york_zoo is for 1 to 5 players"),
        (6, {}, "players", "players: new_york_zoo is for 1 to 5 players"),
        (True, {}, "players", "players: new_york_zoo is for 1 to 5 players"),
        ("3", {}, "players", "players: new_york_zoo is for 1 to 5 players"),
        (3, [], "options", "options: an object is expected"),
        (3, {"expert": True}, "expert", "expert: no such option; there are " + ", ".join(DEFAULTS)),
        (2, {"bonus_breed_scope": "any"}, "bonus_breed_scope", "bonus_breed_scope: different_species or any_other_enclosure is expected"),
        (2, {"bonus_breed_scope": None}, "bonus_breed_scope", "bonus_breed_scope: different_species or any_other_enclosure is expected"),
        (2, {"attraction_may_be_declined": 1}, "attraction_may_be_declined", "attraction_may_be_declined: true or false is expected"),
        (2, {"shared_victory_on_full_tie": "yes"}, "shared_victory_on_full_tie", "shared_victory_on_full_tie: true or false is expected"),
        (2, {"quick_two_player": None}, "quick_two_player", "quick_two_player: true or false is expected"),
        (1, {"solo_board": "S5"}, "solo_board", "solo_board: S3 or S4 is expected"),
        (1, {"solo_board": ["S3"]}, "solo_board", "solo_board: S3 or S4 is expected"),
        (1, {"quick_two_player": True}, "quick_two_player", "quick_two_player: only two players can play the quick game"),
        (3, {"quick_two_player": True}, "quick_two_player", "quick_two_player: only two players can play the quick game"),
        (2, {"solo_board": "S4"}, "solo_board", "solo_board: only one player can choose the solo board"),
    ],
)  # fmt: skip
def test_a_bad_option_is_named(players: Any, options: Any, field: str, why: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.check_options(players, options)
    assert (refused.value.field, str(refused.value)) == (field, why)


def test_seed_1_deals_the_known_answer() -> None:
    stacks = GAME.write_setup(dealt(2))["stacks"]
    known = {"1": "5o 6l 7g", "3": "5e 6b 7b", "4": "4a 5h 6j", "11": "5c 6n 7a", "24": "5i 6i 7c"}
    assert {bay: " ".join(stacks[bay]) for bay in known} == known


def test_a_deal_draws_one_stack_of_each_size_in_ascending_order() -> None:
    asked: list[Any] = []

    def shuffle(label: str, items: Any) -> list[Any]:
        asked.append((label, list(items)))
        return list(items)[::-1]

    written = GAME.write_setup(GAME.deal(5, {}, shuffle))
    assert asked == [(f"stack-{size}", ids(size)) for size in (4, 5, 6, 7)]
    fours, fives, sixes, sevens = (ids(size)[::-1] for size in (4, 5, 6, 7))
    expected = {
        str(bay): [fours.pop(0), fives.pop(0), sixes.pop(0)]
        if bay in SMALL_BAYS
        else [fives.pop(0), sixes.pop(0), sevens.pop(0)]
        for bay in BAYS
    }
    assert written == {"boards": BOARDS[5], "stacks": expected}


def test_bad_options_deal_nothing() -> None:
    with pytest.raises(InvalidOptions):
        dealt(3, options={"quick_two_player": True})


@pytest.mark.parametrize(
    ("players", "uncovered", "houses", "tiles"),
    [
        (1, [80], ["FM"], 30),
        (2, [107, 105], ["FM", "KM"], 45),
        (3, [81, 80, 78], ["FM", "FM", "KM"], 45),
        (4, [63, 62, 60, 59], ["FM", "FM", "KM", "KM"], 45),
        (5, [54, 53, 51, 50, 49], ["FM", "FM", "KM", "KM", "FK"], 45),
    ],
)
def test_a_match_starts_by_the_set_up_table(
    players: int, uncovered: list[int], houses: list[str], tiles: int
) -> None:
    state = GAME.start(dealt(players))
    expected = {
        "el": 10,
        "tiles": tiles,
        "att": [6, 3, 3, 1, 1, 1, 1],
        "unc": uncovered,
        "houses": houses,
        "enc": [""] * players,
        "next": "WALK 1",
    }
    if players == 1:
        expected["solo"] = {"laps": 0, "markers": ["0", "1", "2", "3", "4+"]}
    assert GAME.facts(state) == expected
    assert (GAME.turn(state), state.rulings, state.markers) == (
        1,
        (),
        (0, 1, 2, 3, 4) if players == 1 else (),
    )
    assert [zoo["board"] for zoo in GAME.view(state, None)["zoos"]] == BOARDS[players]
    assert [zoo["house_places"] for zoo in GAME.view(state, None)["zoos"]] == {
        1: [3], 2: [3, 3], 3: [2, 3, 3], 4: [2, 3, 3, 4], 5: [2, 3, 3, 4, 4],
    }[players]  # fmt: skip


def test_the_harder_solo_board_has_104_cells() -> None:
    state = GAME.start(dealt(1, options={"solo_board": "S4"}))
    assert (GAME.facts(state)["unc"], GAME.facts(state)["houses"]) == ([104], ["KM"])


def test_the_quick_game_deals_the_top_tiles_in_the_order_of_the_bays() -> None:
    setup = dealt(2, options={"quick_two_player": True})
    tops = [GAME.write_setup(setup)["stacks"][str(bay)][2] for bay in BAYS]
    sixes, sevens = ([tile for tile in tops if tile[0] == size] for size in "67")
    state = GAME.start(setup)
    assert state.hands == (
        tuple(sorted(sixes[:3] + sevens[:3])),
        tuple(sorted(sixes[3:6] + sevens[3:6])),
    )
    assert (GAME.turn(state), GAME.facts(state)["next"], GAME.facts(state)["tiles"]) == (0, "SETUP 1", 30)
    assert state.active == 1


def test_a_deal_may_name_the_version_of_the_rules() -> None:
    for players in GAME.players:
        assert GAME.deal(players, {}, lambda label, items: list(items), rules_version=1).rules_version == 1


GOOD = GAME.write_setup(dealt(2))
STACKS = GOOD["stacks"]
ALL_BAYS = "setup.stacks has a stack for each bay: " + ", ".join(map(str, BAYS))


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (None, "setup is an object"),
        ({**GOOD, "seed": 1}, "setup has no key 'seed'"),
        ({"boards": GOOD["boards"]}, "setup has no stacks"),
        ({"stacks": STACKS}, "setup has no boards"),
        ({**GOOD, "boards": ["2P1"]}, "setup.boards is 2P1, 2P2 for this match"),
        ({**GOOD, "boards": "2P1"}, "setup.boards is 2P1, 2P2 for this match"),
        ({**GOOD, "stacks": []}, ALL_BAYS),
        ({**GOOD, "stacks": {bay: STACKS[bay] for bay in list(STACKS)[1:]}}, ALL_BAYS),
        ({**GOOD, "stacks": {**STACKS, "2": []}}, ALL_BAYS),
        ({**GOOD, "stacks": {**STACKS, "1": "5o"}}, "setup.stacks.1 is a list of tiles"),
        ({**GOOD, "stacks": {**STACKS, "1": ["5o", "6l", "9g"]}}, "setup.stacks.1: '9g' is no enclosure tile"),
        ({**GOOD, "stacks": {**STACKS, "1": ["5o", "6l", None]}}, "setup.stacks.1: None is no enclosure tile"),
        ({**GOOD, "stacks": {**STACKS, "1": ["5o", "6l"]}}, "setup.stacks.1 has tiles of sizes 5, 6, 7 from bottom to top"),
        ({**GOOD, "stacks": {**STACKS, "4": ["4a", "6j", "5h"]}}, "setup.stacks.4 has tiles of sizes 4, 5, 6 from bottom to top"),
        ({**GOOD, "stacks": {**STACKS, "3": STACKS["1"]}}, "setup.stacks has a tile twice"),
    ],
)  # fmt: skip
def test_a_bad_set_up_is_refused(written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_setup(2, {}, written)
    assert str(refused.value) == why
