"""The catalogue: every game that the house can referee."""

from collections.abc import Mapping

from referee.games import aquaretto, new_york_zoo, renature, sanssouci, zooloretto
from referee.games.engine import Game

GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        zooloretto.GAME,
        aquaretto.GAME,
        sanssouci.GAME,
        renature.GAME,
        new_york_zoo.GAME,
    )
}


class UnknownGame(KeyError):
    """No game of this name is in the catalogue."""

    def __init__(self, name: object) -> None:
        super().__init__(name)
        self.why = f"no game is called {name!r}; there are: {', '.join(GAMES)}"

    def __str__(self) -> str:
        return self.why


def game_named(name: str) -> Game:
    """The game of this name.

    :raises UnknownGame: naming those that there are.
    """
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise UnknownGame(name) from None
