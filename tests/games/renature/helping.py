"""States for the tests of Renature, made the short way."""

import random
from typing import Any

from referee.games.engine import Effect, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed

GAME = game_named("renature")


def case(players: int = 2, setup: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, {}, setup, position)


def dealt(players: int, seed: int = 1) -> Any:
    """The set-up that ``referee trace`` deals from a seed."""
    shuffle = seeded_shuffle(trace_seed(seed), "trace", [b""] * players)
    return GAME.deal(players, {}, shuffle)


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


def walk(players: int, seed: int, tidy: float = 0.5) -> list[tuple[State, Any]]:
    """Every state of a random game with the step that follows, the same for the same seed.

    :param tidy: how often only placing and planting are chosen from, where they are possible.
    """
    chance = random.Random(seed)
    state = GAME.start(dealt(players, seed))
    walked = []
    while GAME.decisions(state):
        step = chosen(GAME.legal_steps(state, state.seat), chance, tidy)
        walked.append((state, step))
        state, _ = GAME.play(state, state.seat, step)
    walked.append((state, None))
    return walked


def chosen(steps: Any, chance: random.Random, tidy: float) -> Any:
    """A random step; cloud actions crowd the list, so some of the time they and discards are left out."""
    growing = [step for step in steps if GAME.parts(step)["kind"] in ("place", "plant")]
    return chance.choice(growing if growing and chance.random() < tidy else steps)
