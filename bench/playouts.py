"""Random playouts against python-chess in the same run, and the time of single calls (design, budgets 1 to 3)."""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed

PLIES = 300  # cap of a chess game
_OF_CARDS = {"ratio": 4.0}, {"ratio": 6.0}
_OF_PLACEMENT = {"ratio": 2.0}, {"ratio": 4.0}
# What is held and what is striven for, by game; of any other what holds for games of placement.
RATIOS: Mapping[str, tuple[Mapping[str, float], Mapping[str, float]]] = {
    "zooloretto": _OF_CARDS,
    "aquaretto": _OF_CARDS,
    "sanssouci": _OF_CARDS,
}
_CALLS_HOLD = {"play_p99_ms": 0.1, "legal_steps_p99_ms": 0.2}
_CALLS_STRIVE = {"play_p99_ms": 0.03, "legal_steps_p99_ms": 0.05}
# Decisions whose legal list has a budget of its own: game and decision, held, striven for.
_OWN_BUDGET = {"new_york_zoo": ("PLACE", 1.0, 0.25)}


class MissingChess(ImportError):
    """python-chess is a measuring stick that the product does not need."""

    def __init__(self) -> None:
        super().__init__("python-chess is missing: pip install 'referee[bench]'")


def measure(
    name: str,
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
    own, most, strive = _OWN_BUDGET.get(name, ("", 0.0, 0.0))
    of_its_own = legal.pop(own, None)
    ratio_hold, ratio_strive = RATIOS.get(name, _OF_PLACEMENT)
    extra = {} if of_its_own is None else {f"legal_{own.lower()}_p99_ms": _p99(of_its_own)}
    return {
        "game": name,
        "ratio": round(ratio, 2),
        "steps_per_second": round(steps),
        "chess_plies_per_second": round(plies),
        "play_p99_ms": round(_p99(play), 4),
        "legal_steps_p99_ms": round(_p99([each for times in legal.values() for each in times]), 4),
        **{figure: round(value, 4) for figure, value in extra.items()},
        "states": len(play),
        "ratios": [round(result[0], 2) for result in results],
        "hold": {**ratio_hold, **_CALLS_HOLD, **dict.fromkeys(extra, most)},
        "strive": {**ratio_strive, **_CALLS_STRIVE, **dict.fromkeys(extra, strive)},
    }


def _starts(game: Game, games: int, first_seed: int) -> list[State]:
    starts = []
    for number in range(games):
        players = game.players[number % len(game.players)]
        shuffle = seeded_shuffle(trace_seed(first_seed + number), "bench", [b""] * players)
        starts.append(game.start(game.deal(players, game.check_options(players, {}), shuffle)))
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


def _single_calls(game: Game, starts: list[State]) -> tuple[list[int], dict[str, list[int]]]:
    """Nanoseconds of every ``play`` and, by decision, of every first ``legal_steps`` of a state."""
    choose = random.Random(0).random
    clock = time.perf_counter_ns
    play_times: list[int] = []
    legal_times: defaultdict[str, list[int]] = defaultdict(list)
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
            legal_times[owed[0].name].append(listed - begun)
            play_times.append(played - chosen)
    return play_times, legal_times


def _p99(times: list[int]) -> float:
    return sorted(times)[len(times) * 99 // 100] / 1e6
