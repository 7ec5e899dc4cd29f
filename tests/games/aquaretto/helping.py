"""States for the tests of Aquaretto, made the short way."""

from typing import Any

from referee.games.engine import Effect, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed

GAME = game_named("aquaretto")
NEW = "D:"


def case(players: int = 3, options: dict[str, Any] | None = None, **position: Any) -> State:
    """The state of a rule case; every key of the position may be missing."""
    return GAME.read_position(players, options or {}, None, position)


def zoos(*first: str, players: int = 3) -> list[str]:
    """Zoo texts of the first seats; the others have new zoos."""
    return [*first, *[NEW] * (players - len(first))]


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
    import random

    chance = random.Random(seed)
    state = GAME.start(dealt(players, seed, options))
    walked = []
    while GAME.decisions(state):
        step = chance.choice(GAME.legal_steps(state, state.seat))
        walked.append((state, step))
        state, _ = GAME.play(state, state.seat, step)
    walked.append((state, None))
    return walked


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
