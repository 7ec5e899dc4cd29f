"""States for the tests of Sanssouci, made the short way."""

import random
from typing import Any

from referee.games.engine import Effect, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed

GAME = game_named("sanssouci")
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


def dealt(players: int, seed: int = 1, options: dict[str, Any] | None = None) -> Any:
    """The set-up that ``referee trace`` deals from a seed."""
    shuffle = seeded_shuffle(trace_seed(seed), "trace", [b""] * players)
    return GAME.deal(players, options or {}, shuffle)


def to_act(state: State) -> int:
    """The lowest seat that owes a decision."""
    return GAME.decisions(state)[0].seat


def legal(state: State, seat: int | None = None) -> list[str]:
    """The sorted legal texts of a seat, by default of the one to act."""
    return sorted(GAME.write(step) for step in GAME.legal_steps(state, seat or to_act(state)))


def play(state: State, *texts: str) -> tuple[State, list[Effect]]:
    """Play steps of whoever is to act; the state after them and all their effects."""
    happened: list[Effect] = []
    for text in texts:
        seat = to_act(state)
        state, effects = GAME.play(state, seat, GAME.read(text, state, seat))
        happened += effects
    return state, happened


def walk(players: int, seed: int, options: dict[str, Any] | None = None) -> list[tuple[State, int, Any]]:
    """Every state of a random game with the seat and the step that follow, the same for the same seed."""
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
