"""The catalogue of games."""

from pathlib import Path

import pytest

import referee.games
from referee.games.engine import Game
from referee.games.registry import GAMES, UnknownGame, game_named


def test_a_game_is_found_by_its_name() -> None:
    assert all(game.name == name for name, game in GAMES.items())
    game: Game = game_named("zooloretto")
    assert game.name == "zooloretto"


def test_every_game_with_components_of_its_own_is_in_the_catalogue() -> None:
    folders = {path.parent.name for path in Path(referee.games.__path__[0]).glob("*/components.yaml")}
    assert set(GAMES) == folders


@pytest.mark.parametrize("name", ["chess", "", "Zooloretto", None, ["zooloretto"]])
def test_an_unknown_game_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        game_named(name)
    assert str(refused.value) == f"no game is called {name!r}; there are: {', '.join(GAMES)}"
