"""States for the tests of New York Zoo, made the short way."""

import random
from typing import Any

from referee.games.engine import Effect, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed

GAME = game_named("new_york_zoo")


def case(players: int = 2, options: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, options or {}, None, position)


def zoo(
    enclosures: tuple[str, ...] = (),
    houses: str | None = None,
    attractions: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    """One zoo of a position; no houses named: the start animals."""
    written: dict[str, Any] = {"enclosures": list(enclosures), "attractions": list(attractions), **more}
    return written if houses is None else {**written, "houses": list(houses)}


def dealt(players: int, seed: int = 1, options: dict[str, Any] | None = None) -> Any:
    """The set-up that ``referee trace`` deals from a seed."""
    shuffle = seeded_shuffle(trace_seed(seed), "trace", [b""] * players)
    return GAME.deal(players, options or {}, shuffle)


def legal(state: State) -> list[str]:
    """The sorted legal texts of the seat to act."""
    return sorted(GAME.write(step) for step in GAME.legal_steps(state, state.seat))


def play(state: State, *texts: str) -> tuple[State, list[Effect]]:
    """Play steps of whoever is to act; the state after them and all their effects."""
    happened: list[Effect] = []
    for text in texts:
        state, effects = GAME.play(state, state.seat, GAME.read(text, state, state.seat))
        happened += effects
    return state, happened


def walk(players: int, seed: int, options: dict[str, Any] | None = None) -> list[tuple[State, Any]]:
    """Every state of a random game with the step that follows, the same for the same seed."""
    chance = random.Random(seed)
    state = GAME.start(dealt(players, seed, options))
    walked = []
    while GAME.decisions(state):
        step = chance.choice(GAME.legal_steps(state, state.seat))
        walked.append((state, step))
        state, _ = GAME.play(state, state.seat, step)
    walked.append((state, None))
    return walked
