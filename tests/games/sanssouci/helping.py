"""States for the tests of Sanssouci, made the short way."""

import random
from functools import partial
from typing import Any

from referee.games.engine import State
from referee.games.registry import game_named
from tests.games import helping

GAME = game_named("sanssouci")
dealt = partial(helping.dealt, GAME)
drawn = partial(helping.drawn, GAME)
to_act = partial(helping.to_act, GAME)
legal = partial(helping.legal, GAME)
play = partial(helping.play, GAME)
ROW_1 = "P" * 9
FREE = "." * 9


def case(players: int = 2, options: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, options or {}, None, position)


def grid(*rows: str) -> list[str]:
    """A garden: row 1 printed, then these rows, the others free."""
    return [ROW_1, *rows, *[FREE] * (5 - len(rows))]


def nobles(**rows: int) -> list[int]:
    """Rows of nobles by letter; the others are on the terrace."""
    return [rows.get(letter, 0) for letter in "abcdefghi"]


def walk(players: int, seed: int, options: dict[str, Any] | None = None) -> list[tuple[State, int, Any]]:
    """Every state of a random game with the seat and the step that follow; of all who owe, a random seat answers."""
    chance = random.Random(seed)
    state = GAME.start(dealt(players, seed, options))
    walked = []
    while owed := GAME.decisions(state):
        seat = chance.choice(owed).seat
        step = chance.choice(GAME.legal_steps(state, seat))
        walked.append((state, seat, step))
        state, _ = GAME.play(state, seat, step)
    walked.append((state, 0, None))
    return walked
