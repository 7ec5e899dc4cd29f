"""What the tests of every game need: a deal, the legal texts, steps played, and a random game to walk through."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from referee.games.engine import Effect, Game, Setup, State, Step
from referee.games.shuffle import seeded_shuffle, trace_seed

Choose = Callable[[random.Random, Sequence[Step]], Step]


def dealt(game: Game, players: int, seed: int = 1, options: dict[str, Any] | None = None) -> Setup:
    """The set-up that ``referee trace`` deals from a seed."""
    shuffle = seeded_shuffle(trace_seed(seed), "trace", [b""] * players)
    return game.deal(players, options or {}, shuffle)


def drawn(game: Game, players: int, options: dict[str, Any]) -> tuple[list[Any], Any]:
    """What a deal asks of the shuffle, and the written set-up when every shuffle turns its list round."""
    asked: list[Any] = []

    def shuffle(label: str, items: Any) -> list[Any]:
        asked.append((label, list(items)))
        return list(items)[::-1]

    return asked, game.write_setup(game.deal(players, options, shuffle))


def to_act(game: Game, state: State) -> int:
    """The first seat that owes a decision; 0 when the match is over."""
    owed = game.decisions(state)
    return owed[0].seat if owed else 0


def legal(game: Game, state: State, seat: int | None = None) -> list[str]:
    """The sorted legal texts of a seat, by default of the one to act."""
    seat = to_act(game, state) if seat is None else seat
    return sorted(game.write(step) for step in game.legal_steps(state, seat))


def play(game: Game, state: State, *texts: str) -> tuple[State, list[Effect]]:
    """Play steps of whoever is to act; the state after them and all their effects."""
    happened: list[Effect] = []
    for text in texts:
        seat = to_act(game, state)
        state, effects = game.play(state, seat, game.read(text, state, seat))
        happened += effects
    return state, happened


def walk(
    game: Game,
    players: int,
    seed: int,
    options: dict[str, Any] | None = None,
    choose: Choose = random.Random.choice,
) -> list[tuple[State, Any]]:
    """Every state of a random game with the step that follows, the same for the same seed."""
    chance = random.Random(seed)
    state = game.start(dealt(game, players, seed, options))
    walked: list[tuple[State, Any]] = []
    while seat := to_act(game, state):
        step = choose(chance, game.legal_steps(state, seat))
        walked.append((state, step))
        state, _ = game.play(state, seat, step)
    walked.append((state, None))
    return walked
