"""Turns of the two games with trucks: what both say of their end, and that everybody sees all there is to see."""

import json

import pytest

from referee.games.engine import Effect, Game
from referee.games.registry import game_named
from tests.games.helping import play, walk

TRUCKS = ("aquaretto", "zooloretto")


@pytest.fixture(params=TRUCKS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_named(request.param)


def test_the_legal_list_of_a_seat_that_owes_nothing_is_empty(game: Game) -> None:
    assert list(game.legal_steps(game.read_position(3, {}, None, {"next": "TURN 2"}), 1)) == []
    assert list(game.legal_steps(game.read_position(3, {}, None, {"next": "OVER"}), 0)) == []


def test_the_last_turn_keeps_its_number_when_the_match_ends(game: Game) -> None:
    state = game.read_position(3, {}, None, {"trucks": ["$", "@2", "@3"]})
    state, _ = play(game, state, "T1")
    assert (game.turn(state), state.seat, state.round) == (1, 0, 1)


def test_all_seats_and_spectators_see_the_same(game: Game) -> None:
    for state, _ in walk(game, 4, seed=3)[::20]:
        views = [json.dumps(game.view(state, viewer)) for viewer in (None, 1, 2, 3, 4)]
        assert len(set(views)) == 1


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
@pytest.mark.parametrize(
    ("name", "tile"), [("aquaretto", "DM"), ("zooloretto", "EM")], ids=["aquaretto", "zooloretto"]
)
def test_a_draw_is_told_whole_to_everybody(name: str, tile: str, viewer: int | None) -> None:
    game = game_named(name)
    state = game.read_position(3, {}, None, {"deck": [tile] * 20})
    step = game.read("D", state, 1)
    _, happened = game.play(state, 1, step)
    assert game.tell(1, step, happened, viewer) == ("D", (Effect("drawn", 1, f"D={tile}", {"tile": tile}),))
