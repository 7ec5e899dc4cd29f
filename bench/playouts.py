"""Random playouts against python-chess in the same run, and the time of single calls (design, budgets 1 to 3)."""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed

PLIES = 300  # cap of a chess game
HOLD = {"ratio": 4.0, "play_p99_ms": 0.1, "legal_steps_p99_ms": 0.2}
STRIVE = {"ratio": 6.0, "play_p99_ms": 0.03, "legal_steps_p99_ms": 0.05}


class MissingChess(ImportError):
    """python-chess is a measuring stick that the product does not need."""

    def __init__(self) -> None:
        super().__init__("python-chess is missing: pip install 'referee[bench]'")


def measure(
    name: str = "zooloretto",
    games: int = 40,
    chess_games: int = 30,
    runs: int = 3,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Steps per CPU second of the game and of python-chess side by side, and the p99 of single calls.

    :param games: matches a run, over all player counts in turn.
    :param runs: the median run counts.
    :param tell: called with runs done and all runs, for a progress bar.
    :raises MissingChess: if the measuring stick is not installed.
    """
    game = game_named(name)
    play_chess = _chess()
    results = []
    for number in range(runs):
        steps = _playouts(game, _starts(game, games, number * games), number)
        plies = play_chess(chess_games, number)
        results.append((steps / plies, steps, plies))
        tell(number + 1, runs)
    ratio, steps, plies = sorted(results)[runs // 2]
    play, legal = _single_calls(game, _starts(game, games, 10_000))
    return {
        "game": name,
        "ratio": round(ratio, 2),
        "steps_per_second": round(steps),
        "chess_plies_per_second": round(plies),
        "play_p99_ms": round(_p99(play), 4),
        "legal_steps_p99_ms": round(_p99(legal), 4),
        "states": len(play),
        "ratios": [round(result[0], 2) for result in results],
        "hold": HOLD,
        "strive": STRIVE,
    }


def _starts(game: Game, games: int, first_seed: int) -> list[State]:
    starts = []
    for number in range(games):
        players = game.players[number % len(game.players)]
        shuffle = seeded_shuffle(trace_seed(first_seed + number), "bench", [b""] * players)
        starts.append(game.start(game.deal(players, {}, shuffle)))
    return starts


def _playouts(game: Game, starts: list[State], seed: int) -> float:
    choose = random.Random(seed).random
    decisions, legal_steps, play = game.decisions, game.legal_steps, game.play
    steps = 0
    begun = time.process_time()
    for start in starts:
        state = start
        while owed := decisions(state):
            seat = owed[0].seat
            legal = legal_steps(state, seat)
            state, _ = play(state, seat, legal[int(choose() * len(legal))])
            steps += 1
    return steps / (time.process_time() - begun)


def _chess() -> Callable[[int, int], float]:
    try:
        import chess
    except ImportError as error:
        raise MissingChess from error

    def play_chess(games: int, seed: int) -> float:
        choose = random.Random(seed).random
        plies = 0
        begun = time.process_time()
        for _ in range(games):
            board = chess.Board()
            for _ in range(PLIES):
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(legal[int(choose() * len(legal))])
                plies += 1
        return plies / (time.process_time() - begun)

    return play_chess


def _single_calls(game: Game, starts: list[State]) -> tuple[list[int], list[int]]:
    """Nanoseconds of every ``play`` and every first ``legal_steps`` of a state."""
    choose = random.Random(0).random
    clock = time.perf_counter_ns
    play_times: list[int] = []
    legal_times: list[int] = []
    for start in starts:
        state = start
        while owed := game.decisions(state):
            seat = owed[0].seat
            begun = clock()
            legal = game.legal_steps(state, seat)
            listed = clock()
            step = legal[int(choose() * len(legal))]
            chosen = clock()
            state, _ = game.play(state, seat, step)
            played = clock()
            legal_times.append(listed - begun)
            play_times.append(played - chosen)
    return play_times, legal_times


def _p99(times: list[int]) -> float:
    return sorted(times)[len(times) * 99 // 100] / 1e6


def main() -> int:
    """Print the report as JSON, then a line for each budget; exit 1 if one is not held."""
    try:
        report = measure()
    except MissingChess as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(report))
    held = True
    for key, hold in HOLD.items():
        is_held = report[key] >= hold if key == "ratio" else report[key] <= hold
        held &= is_held
        print(
            f"{key:20} {report[key]:>8}   hold {hold:<6} strive {STRIVE[key]:<6} {'held' if is_held else 'MISSED'}"
        )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
