"""States for the tests of Aquaretto, made the short way."""

from functools import partial
from typing import Any

from referee.games.engine import State
from referee.games.registry import game_named
from tests.games import helping

GAME = game_named("aquaretto")
dealt = partial(helping.dealt, GAME)
drawn = partial(helping.drawn, GAME)
legal = partial(helping.legal, GAME)
play = partial(helping.play, GAME)
walk = partial(helping.walk, GAME)
NEW = "D:"


def case(players: int = 3, options: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, options or {}, None, position)


def zoos(*first: str, players: int = 3) -> list[str]:
    """Zoo texts of the first seats; the others have new zoos."""
    return [*first, *[NEW] * (players - len(first))]


CELLS = [f"{column}{row}" for row in range(1, 22) for column in "ABCDEFGHIJKLMNOPQRSTU"]
TILES = [s + m for s in "DOS" for m in "FMAZY"] + [s + m for s in "THCPB" for m in "FMAEY"]


def texts(players: int, cells: list[str], tiles: list[str], origins: list[str]) -> list[str]:
    """Every canonical step text of a match that names none but these cells, tiles and places of coworkers."""
    trucks = max(players, 3)
    crew = ["C", "K", "M"]
    return [
        *("D", "DIS"),
        *(f"{letter}{truck}" for letter in "LT" for truck in range(1, trucks + 1)),
        *(f"P {what}>{where}" for what in (*tiles, "Y", "W") for where in (*cells, "D")),
        *(f"P W>{place}" for place in crew),
        *(f"MV {tile}>{where}" for tile in tiles for where in (*cells, "D")),
        *(f"MW {origin}>{where}" for origin in origins for where in (*cells, *crew)),
        *(
            f"BUY {seat}:{tile}>{where}"
            for seat in range(1, players + 1)
            for tile in tiles
            for where in (*cells, "D")
        ),
        *(f"EXP L {cell}" for cell in cells),
        *(f"EXP S {cell}{corner}" for cell in cells for corner in ("NE", "NW", "SE", "SW")),
    ]
