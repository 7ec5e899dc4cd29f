"""Components, the deal, the set-up of a trace and the start (rule book, sections 1 and 2)."""

import json
from collections import Counter
from typing import Any

import pytest

from referee.games.engine import InvalidOptions, InvalidPosition
from referee.games.provenance import assumed_blocks
from tests.games.renature.helping import GAME, case, dealt
from tests.games.renature.knowledge import ANIMALS, PRINTED

ALL_DOMINOES = [one + two for place, one in enumerate(ANIMALS) for two in ANIMALS[place:]]
TOKENS = {
    2: ["t2a", "t2b", "t2c", "t2d", "t2e", "t2f", "t2g"],
    3: ["t3a"],
    4: ["t4a", "t4b", "t4c", "t4d"],
    5: ["t5a", "t5b"],
    6: ["t6a", "t6b", "t6c"],
    7: ["t7a"],
    8: ["t8a", "t8b"],
    13: ["t13a"],
}
SIZES = dict(zip("ABCDEFGHIJKLMNPQRS", (2, 2, 3, 2, 2, 5, 4, 4, 5, 4, 6, 6, 7, 8, 8, 13, 2, 2), strict=True))


def test_the_catalogue_says_who_can_play_and_by_which_rules() -> None:
    assert (GAME.name, GAME.title, list(GAME.players)) == ("renature", "Renature", [2, 3, 4])
    assert (GAME.rules_version, GAME.rules_versions) == (1, frozenset({1}))


def test_the_components_keep_their_provenance_and_can_be_written_as_json() -> None:
    components = json.loads(json.dumps(GAME.components))
    assert components == GAME.components
    assert components["animals"]["provenance"] == "observed"
    assert components["player_board"]["plants"]["4"]["own"] == {"1": 3, "2": 2, "3": 2, "4": 1}
    unmarked = [
        key
        for key, block in components.items()
        if key not in ("game", "edition", "data_version", "sources") and "provenance" not in str(list(block))
    ]
    assert unmarked == []


def test_the_stand_ins_can_be_listed() -> None:
    assert assumed_blocks(GAME.components) == [
        "plant_supply.neutral_split",
        "player_board.plants.2.neutral",
        "board.cloud_spaces[1]",
        "board.cloud_spaces[2]",
        "board.cloud_spaces[3]",
        "area_tokens.minor_odd",
        "area_tokens.counts",
        "area_tokens.backs",
    ]


def test_the_counts_of_the_components_agree() -> None:
    data = GAME.components
    assert data["dominoes"]["list"] == ALL_DOMINOES
    assert data["component_counts"]["dominoes"] == data["dominoes"]["count"] == len(ALL_DOMINOES) == 55
    for players, dealt_ in data["dominoes"]["deal"].items():
        assert int(players) * dealt_["each"] + dealt_["unused"] == 55
    supply = data["plant_supply"]
    assert sum(supply["own_per_colour"].values()) == 11
    assert 4 * 11 + sum(supply["neutral"].values()) == supply["total"] == 74
    assert 2 * sum(data["player_board"]["plants"]["2"]["neutral"].values()) == sum(supply["neutral"].values())
    assert data["area_tokens"]["total"] == len(data["area_tokens"]["list"]) == 21
    assert sum(spot["clouds"] for spot in data["board"]["cloud_spaces"]) + 4 * 6 == data["clouds"]["total"]
    printed = Counter(PRINTED.values())
    assert printed.pop(".") == 140
    assert dict(printed) == data["board"]["areas"] == SIZES
    assert ["".join(row) for row in data["board"]["rows"]] == [
        "".join(PRINTED[f"{column}{row}"] for column in data["board"]["columns"]) for row in range(1, 16)
    ]
    for row in data["area_tokens"]["list"]:
        assert (row["id"][1:-1], row["minor"]) == (str(row["major"]), row["major"] // 2)


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (1, {}, "players: renature is for 2 to 4 players"),
        (5, {}, "players: renature is for 2 to 4 players"),
        (True, {}, "players: renature is for 2 to 4 players"),
        ("2", {}, "players: renature is for 2 to 4 players"),
        (2, [], "options: an object is expected"),
        (2, {"joker": "T"}, "joker: no such option; renature has none"),
    ],
)
def test_a_bad_option_is_named(players: Any, options: Any, why: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.check_options(players, options)
    assert str(refused.value) == why
    assert refused.value.field == why.split(":")[0]
    assert GAME.check_options(3, {}) == {}


def test_seed_1_deals_the_known_answer() -> None:
    written = GAME.write_setup(dealt(2))
    assert (written["start"], written["colours"]) == (2, ["white", "black"])
    assert written["hands"][0] == ["FA", "BN", "AA"]
    assert written["unused"] == ["WW", "DD", "AD"]
    assert written["tokens_box"] == ["t2e", "t4a", "t6a"]


def turned(players: int) -> tuple[list[Any], dict[str, Any]]:
    """What a deal asks of the shuffle, and the set-up when every shuffle turns its list round."""
    asked: list[Any] = []

    def shuffle(label: str, items: Any) -> list[Any]:
        asked.append((label, list(items)))
        return list(items)[::-1]

    return asked, GAME.write_setup(GAME.deal(players, {}, shuffle))


@pytest.mark.parametrize(("players", "each", "unused"), [(2, 26, 3), (3, 18, 1), (4, 13, 3)])
def test_a_deal_draws_start_tokens_and_dominoes_in_this_order(players: int, each: int, unused: int) -> None:
    asked, written = turned(players)
    assert asked == [
        ("start", list(range(1, players + 1))),
        *((f"tokens-{size}", TOKENS[size]) for size in (2, 3, 4, 5, 6, 7, 8, 13)),
        ("dominoes", ALL_DOMINOES),
    ]
    assert written["start"] == players
    deck = ALL_DOMINOES[::-1]
    assert written["unused"] == deck[each * players :]
    assert len(written["unused"]) == unused
    for seat in range(1, players + 1):
        position = (seat - players) % players
        block = deck[each * position : each * (position + 1)]
        assert written["hands"][seat - 1] == block[:3]
        assert written["reserves"][seat - 1] == block[3:]
    assert written["tokens"] == {
        "A": "t2g", "B": "t2f", "C": "t3a", "D": "t2e", "E": "t2d", "F": "t5b", "G": "t4d", "H": "t4c",
        "I": "t5a", "J": "t4b", "K": "t6c", "L": "t6b", "M": "t7a", "N": "t8b", "P": "t8a", "Q": "t13a",
        "R": "t2c", "S": "t2b",
    }  # fmt: skip
    assert written["tokens_box"] == ["t2a", "t4a", "t6a"]
    assert (
        written["colours"]
        == {
            2: ["white", "black"],
            3: ["blue", "black", "orange"],
            4: ["blue", "black", "white", "orange"],
        }[players]
    )


def test_bad_options_deal_nothing() -> None:
    with pytest.raises(InvalidOptions):
        GAME.deal(2, {"start": 1}, lambda label, items: list(items))


@pytest.mark.parametrize(
    ("players", "board", "scores"),
    [(2, "5321 6432", [3, 4]), (3, "5321 2111", [3, 2, 4]), (4, "3221 2111", [3, 2, 1, 4])],
)
def test_a_match_starts_by_the_book(players: int, board: str, scores: list[int]) -> None:
    setup = GAME.deal(players, {}, lambda label, items: list(items)[::-1])
    state = GAME.start(setup)
    assert GAME.facts(state) == {
        "next": f"START {players}",
        "scores": scores,
        "clouds": [6] * players,
        "waiting": 0,
        "sky": [2, 2, 1, 1],
        "joker": "B",
        "hands": [" ".join(sorted(hand)) for hand in setup.hands],
        "boards": [board] * players,
        "tokens": [""] * players,
    }
    assert GAME.turn(state) == 1
    assert state.rulings == ()


GOOD = GAME.write_setup(dealt(3))
PAIR = GAME.write_setup(dealt(2))


def other(key: str, value: Any, good: dict[str, Any] = GOOD) -> dict[str, Any]:
    return {**good, key: value}


BLOCK = "setup.hands, each is a list of 3 dominoes"
BAD: list[tuple[int, Any, str]] = [
    (3, None, "setup is an object"),
    (3, [], "setup is an object"),
    (3, {**GOOD, "seed": 1}, "setup has no key 'seed'"),
    (3, {key: value for key, value in GOOD.items() if key != "unused"}, "setup has no unused"),
    (3, {key: value for key, value in GOOD.items() if key != "colours"}, "setup has no colours"),
    (3, other("start", 0), "setup.start is a seat from 1 to 3"),
    (3, other("start", 4), "setup.start is a seat from 1 to 3"),
    (3, other("start", True), "setup.start is a seat from 1 to 3"),
    (3, other("colours", ["orange", "blue"]), "setup.colours is a list of 3"),
    (3, other("colours", ["orange", "blue", "blue"]), "setup.colours are different ones of orange, blue, black, white"),
    (3, other("colours", ["orange", "blue", "green"]), "setup.colours are different ones of orange, blue, black, white"),
    (3, other("colours", ["orange", "blue", ["black"]]), "setup.colours are different ones of orange, blue, black, white"),
    (2, other("colours", ["black", "white"], PAIR), "setup.colours of two players: white, black (the first seat is black)"),
    (2, other("colours", ["orange", "black"], PAIR), "setup.colours of two players: white, black (the first seat is black)"),
    (3, other("hands", GOOD["hands"][:2]), "setup.hands is a list of 3"),
    (3, other("hands", [*GOOD["hands"][:2], ["NN"]]), BLOCK),
    (3, other("hands", [*GOOD["hands"][:2], "NN"]), BLOCK),
    (3, other("hands", [*GOOD["hands"][:2], ["NN", "NN", "ON"]]), "setup.hands, each: 'ON' is no domino"),
    (3, other("hands", [*GOOD["hands"][:2], ["NN", "NN", ["NO"]]]), "setup.hands, each: ['NO'] is no domino"),
    (3, other("hands", [*GOOD["hands"][:2], GOOD["hands"][0]]), "setup deals not exactly the dominoes of the game"),
    (3, other("reserves", [*GOOD["reserves"][:2], GOOD["reserves"][2][1:]]), "setup.reserves, each is a list of 15 dominoes"),
    (3, other("unused", []), "setup.unused is a list of 1 dominoes"),
    (3, other("unused", ["XX"]), "setup.unused: 'XX' is no domino"),
    (3, other("tokens", []), "setup.tokens is an object"),
    (3, other("tokens", {**GOOD["tokens"], "O": "t2a"}), "setup.tokens has no key 'O'"),
    (3, other("tokens", {**GOOD["tokens"], "C": "t2a"}), "setup.tokens.C is the id of a token of size 3"),
    (3, other("tokens", {area: token for area, token in GOOD["tokens"].items() if area != "Q"}), "setup.tokens.Q is the id of a token of size 13"),
    (3, other("tokens", {**GOOD["tokens"], "A": GOOD["tokens"]["B"]}), "setup lays not exactly the tokens of the game"),
    (3, other("tokens_box", ["t2a"]), "setup.tokens_box is a list of 3"),
    (3, other("tokens_box", ["t2a", "t4a", "t9a"]), "setup.tokens_box: 't9a' is no token"),
    (3, other("tokens_box", ["t2a", "t4a", 6]), "setup.tokens_box: 6 is no token"),
    (3, other("tokens_box", GOOD["tokens_box"][::-1]), "setup.tokens_box has its sizes ascending"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "written", "why"), BAD, ids=[why for _, _, why in BAD])
def test_a_bad_set_up_is_refused(players: int, written: Any, why: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.read_setup(players, {}, written)
    assert str(refused.value) == why


def test_other_colours_than_those_of_a_deal_can_be_written_down() -> None:
    setup = GAME.read_setup(3, {}, other("colours", ["white", "orange", "black"]))
    assert setup.colours == ("white", "orange", "black")
    assert GAME.view(GAME.start(setup), None)["seats"][0]["colour"] == "white"


def test_the_first_three_of_a_block_are_the_hand_and_the_rest_is_drawn_in_order() -> None:
    setup = dealt(4)
    state = GAME.start(setup)
    seat = setup.start
    drawn = list(setup.reserves[seat - 1])
    hand = list(setup.hands[seat - 1])
    assert GAME.view(state, seat)["own"]["hand"] == sorted(hand)
    for _ in range(3):
        state, _ = GAME.play(state, seat, GAME.read(f"X {hand.pop(0)}", state, seat))
        hand.append(drawn.pop(0))
        assert GAME.view(state, seat)["own"]["hand"] == sorted(hand)
        while state.seat != seat or state.phase != "START":
            state, _ = GAME.play(state, state.seat, GAME.default_step(state, state.seat))


def test_each_key_of_a_case_s_set_up_has_its_default_by_itself() -> None:
    state = case(2, {"hands": [["QQ", "OO", "DD"], ["NN", "SS", "FF"]]})
    written = GAME.write_setup(state.setup)
    assert written["hands"] == [["QQ", "OO", "DD"], ["NN", "SS", "FF"]]
    assert written["reserves"][0] == ALL_DOMINOES[3:26]
    assert written["reserves"][1] == ALL_DOMINOES[29:52]
    assert written["unused"] == ["OO", "OD", "DD"]
    state = case(2, {"start": 2})
    written = GAME.write_setup(state.setup)
    assert written["hands"] == [ALL_DOMINOES[26:29], ALL_DOMINOES[:3]]
    assert (written["colours"], GAME.facts(state)["scores"]) == (["white", "black"], [3, 4])
    assert GAME.facts(state)["next"] == "START 2"
    state = case(3, {"tokens": {**GOOD["tokens"]}, "reserves": [["NN"] * 15] * 3, "unused": ["NN"]})
    written = GAME.write_setup(state.setup)
    assert written["tokens"] == GOOD["tokens"]
    assert (written["tokens_box"], written["unused"]) == (["t2g", "t4d", "t6c"], ["NN"])
    state = case(3, {"tokens_box": ["t2a", "t2b", "t3a"], "colours": ["white", "blue", "black"]})
    assert GAME.write_setup(state.setup)["tokens_box"] == ["t2a", "t2b", "t3a"]
    assert GAME.write_setup(state.setup)["tokens"] == {
        "A": "t2a", "B": "t2b", "C": "t3a", "D": "t2c", "E": "t2d", "F": "t5a", "G": "t4a", "H": "t4b",
        "I": "t5b", "J": "t4c", "K": "t6a", "L": "t6b", "M": "t7a", "N": "t8a", "P": "t8b", "Q": "t13a",
        "R": "t2e", "S": "t2f",
    }  # fmt: skip
