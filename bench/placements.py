"""How fast the games of placement find where a piece may lie: on an empty board, and on the worst one that was recorded.

Figures to look at, without a bound of their own: ``legal_steps`` has its budget in ``playouts``.
"""

import random
import time
from collections.abc import Iterable
from typing import Any

from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.legal_moves import recorded_positions

GAMES = ("renature", "new_york_zoo")
_STARTS = 20  # matches of each number of players, of which the fullest first list is taken


def measure(name: str, repeats: int = 300) -> dict[str, Any]:
    """Placements listed per CPU second, each time by a state that was just restored.

    What a game keeps for all states (tables, lists by the shape of a board) is there, as in a running service.

    :param repeats: lists made of each state.
    """
    game = game_named(name)
    empty = _fullest(game, _first_lists(game))
    worst = _fullest(game, (state for _, state, _ in recorded_positions(name)))
    report: dict[str, Any] = {"game": name, "hold": {}, "strive": {}}
    for board, state in (("empty_board", empty), ("worst_recorded", worst)):
        placements = _placements(game, state)
        seconds = _seconds(game, state, repeats)
        report[f"{board}_placements"] = placements
        report[f"{board}_per_second"] = round(placements / seconds)
        report[f"{board}_ms"] = round(1000 * seconds, 4)
    return report


def _first_lists(game: Game) -> Iterable[State]:
    """The first state of each match in which a piece may be placed: nothing lies on the board yet."""
    for players in game.players:
        for number in range(_STARTS):
            chance = random.Random(number)
            shuffle = seeded_shuffle(trace_seed(number), "bench", [b""] * players)
            state = game.start(game.deal(players, game.check_options(players, {}), shuffle))
            while not _placements(game, state):
                seat = game.decisions(state)[0].seat
                state, _ = game.play(state, seat, chance.choice(game.legal_steps(state, seat)))
            yield state


def _placements(game: Game, state: State) -> int:
    owed = game.decisions(state)
    steps = game.legal_steps(state, owed[0].seat) if owed else ()
    return sum(game.parts(step)["kind"] == "place" for step in steps)


def _fullest(game: Game, states: Iterable[State]) -> State:
    """The state with the most placements."""
    return max(states, key=lambda state: _placements(game, state))


def _seconds(game: Game, state: State, repeats: int) -> float:
    """Mean CPU seconds of a list, each by a state that was just restored."""
    seat, saved = game.decisions(state)[0].seat, game.save(state)
    spent = 0
    for _ in range(repeats):
        fresh = game.restore(state.setup, saved)
        begun = time.process_time_ns()
        game.legal_steps(fresh, seat)
        spent += time.process_time_ns() - begun
    return spent / repeats / 1e9
