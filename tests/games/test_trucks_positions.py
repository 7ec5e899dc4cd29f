"""Positions of rule cases of the two games with trucks: what both say of turns, coins, hands, trucks and decks."""

from typing import Any, NamedTuple

import pytest

from referee.games.engine import Game, InvalidPosition, State
from referee.games.registry import game_named
from tests.games.helping import legal


class Tiles(NamedTuple):
    """Two tiles of a game, and a zoo with nothing in it but its last, empty part."""

    one: str
    other: str
    zoo: str


TRUCKS = {"aquaretto": Tiles("DA", "OA", "D:"), "zooloretto": Tiles("E", "K", "B:")}


@pytest.fixture(params=TRUCKS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_named(request.param)


def case(game: Game, players: int = 3, **position: Any) -> State:
    return game.read_position(players, {}, None, position)


def bad_positions(tile: str, zoo: str) -> list[tuple[dict[str, Any], str]]:
    """Positions that the book does not allow, with what is said of each."""
    no_decision = "next is a decision and a seat such as TURN 1, or OVER"
    return [
        ({"next": "TURN 4"}, no_decision),
        ({"next": "TURN"}, no_decision),
        ({"next": 1}, no_decision),
        ({"round": 0}, "round is a whole number from 1"),
        ({"round": True}, "round is a whole number from 1"),
        ({"bank": -1}, "bank is a whole number from 0"),
        ({"coins": [0, 0]}, "coins is a list of 3"),
        ({"coins": 3}, "coins is a list of 3"),
        ({"coins": [0, 0, -1]}, "coins is a whole number from 0"),
        ({"hand": [tile]}, "hand is a text"),
        ({"hand": tile}, "in TURN the hand is empty"),
        ({"next": "OVER", "hand": tile}, "in OVER the hand is empty"),
        ({"next": "LOAD 1"}, "in LOAD the hand holds the one tile drawn"),
        ({"next": "LOAD 1", "hand": f"{tile},{tile}"}, "in LOAD the hand holds the one tile drawn"),
        ({"next": "LOAD 1", "hand": tile, "trucks": [f"{tile},{tile},{tile}", "@2", "@3"]}, "in LOAD an untaken truck has a free space"),
        ({"next": "LOAD 1", "hand": tile, "trucks": ["@1", "", ""]}, "in LOAD seat 1 has no truck"),
        ({"next": "TURN 2", "trucks": ["@2", "", ""]}, "in TURN seat 2 has no truck"),
        ({"next": "PLACE 1", "hand": tile}, "in PLACE seat 1 has a truck, @1"),
        ({"next": "PLACE 1", "hand": tile, "trucks": ["@2", "", ""]}, "in PLACE seat 1 has a truck, @1"),
        ({"next": "PLACE 1", "hand": "", "trucks": ["@1", "", ""]}, "in PLACE the hand holds one or more tiles, none a coin tile"),
        ({"next": "PLACE 1", "hand": f"$,{tile}", "trucks": ["@1", "", ""]}, "in PLACE the hand holds one or more tiles, none a coin tile"),
        ({"trucks": ["", ""]}, "trucks is a list of 3"),
        ({"trucks": ["", "", 3]}, "a truck is a text"),
        ({"trucks": ["", "", ",".join([tile] * 4)]}, "truck 3 has 3 spaces"),
        ({"trucks": ["", "", "@4"]}, "'@4' is no seat of this match"),
        ({"trucks": ["", "", "@"]}, "'@' is no seat of this match"),
        ({"trucks": ["@2", "", "@2"]}, "a seat takes one truck in a round"),
        ({"deck": tile}, "deck is a list of tiles"),
        ({"deck": [""]}, "deck is a list of tiles"),
        ({"deck": [tile, 1]}, "deck is a list of tiles"),
        ({"deck": [f"{tile},{tile}"]}, f"'{tile},{tile}' is no tile"),
        ({"zoos": [zoo, zoo]}, "zoos is a list of 3"),
        ({"zoos": [zoo, zoo, None]}, "a zoo is a text"),
    ]  # fmt: skip


BAD = [
    pytest.param(name, position, why, id=f"{name}-{position}")
    for name, tiles in TRUCKS.items()
    for position, why in bad_positions(tiles.one, tiles.zoo)
]


@pytest.mark.parametrize(("name", "position", "why"), BAD)
def test_a_position_that_the_books_do_not_allow_is_refused(
    name: str, position: dict[str, Any], why: str
) -> None:
    with pytest.raises(InvalidPosition) as refused:
        case(game_named(name), **position)
    assert str(refused.value) == why


def test_the_set_up_of_a_case_gives_deck_and_first_seat(game: Game) -> None:
    tiles = TRUCKS[game.name]
    written = {"deck": [tiles.one, tiles.other], "start_player": 3}
    state = game.read_position(3, {}, written, {})
    assert (game.facts(state)["next"], game.facts(state)["left"]) == ("TURN 3", 2)
    assert game.view(state, None)["starter"] == 3
    state = game.read_position(3, {}, written, {"next": "TURN 2", "deck": []})
    assert (game.facts(state)["next"], game.facts(state)["left"]) == ("TURN 2", 0)
    state = game.read_position(3, {"start_player": 2}, None, {})
    assert game.facts(state)["next"] == "TURN 1"


def test_what_trucks_hold_after_the_end_stays(game: Game) -> None:
    tile = TRUCKS[game.name].one
    state = case(game, next="OVER", trucks=[tile, "@1", ""])
    assert game.facts(state)["trucks"] == [tile, "@1", ""]
    assert (game.decisions(state), legal(game, state)) == ((), [])


def test_two_players_trucks_have_three_two_and_one_spaces(game: Game) -> None:
    tile = TRUCKS[game.name].one
    full = [",".join([tile] * spaces) for spaces in (3, 2, 1)]
    assert legal(game, case(game, 2, trucks=full, coins=[0, 0])) == ["T1", "T2", "T3"]
    for number in (1, 2, 3):
        trucks = ["", "", ""]
        trucks[number - 1] = f"{full[number - 1]},{tile}"
        with pytest.raises(InvalidPosition, match=f"^truck {number} has {4 - number} spaces$"):
            case(game, 2, trucks=trucks)


@pytest.mark.parametrize("position", [None, [], "TURN 1"])
def test_a_position_is_an_object(game: Game, position: Any) -> None:
    with pytest.raises(InvalidPosition, match=r"^position is an object$"):
        game.read_position(3, {}, None, position)
