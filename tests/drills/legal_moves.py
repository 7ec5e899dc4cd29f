"""``legal-moves`` of recorded positions against brute force by ``play`` over every step text of the match.

``python -m tests.drills legal_moves`` for all games, ``cut_moves`` for those positions of more than 500 lines.
"""

import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from referee.games.engine import Game, IllegalStep, State, Step
from referee.games.registry import GAMES, game_named
from referee.matches.lines import MOST_LINES, legal_lines
from referee.matches.play import is_move_over
from tests.drills.drill import Drill, Tell, tell_nobody
from tests.games.knowing import knowledge_of

TRACES = Path(__file__).parent.parent / "traces"
Line = tuple[tuple[str, ...], bool]  # texts, and whether the last one reveals


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str, least: int = 1) -> dict[str, Any]:
    """Compare ``count`` recorded positions of a game, cut at 500 lines likewise.

    :param seed: the same seed takes the same positions.
    :param tell: called with positions done and all positions, for a progress bar.
    :param least: take only positions with at least so many lines.
    :raises AssertionError: naming the position and the first line that differs.
    """
    chance = random.Random(seed)
    game = game_named(name)
    positions = recorded_positions(name)
    if not positions:
        raise AssertionError(f"there is no trace of {name} in {TRACES.name}/")
    chance.shuffle(positions)
    report = {"lines": 0, "truncated": 0, "longest_line": 0}
    done = 0
    for where, state, seat in positions:
        if done == count:
            break
        found = legal_lines(game, state, seat, [])
        if len(found.lines) + found.truncated < least:
            continue
        _compare(game, where, state, seat, report)
        done += 1
        tell(done, count)
    return {"game": name, "seed": seed, "positions": done, **report}


def recorded_positions(name: str) -> list[tuple[str, State, int]]:
    """Every position of the recorded traces of a game in which a turn goes on or begins: name, state, seat."""
    game = game_named(name)
    found: list[tuple[str, State, int]] = []
    for path in sorted(TRACES.glob(f"{name}-*.jsonl")):
        setup, *lines = [json.loads(line) for line in path.read_text().splitlines()]
        state = game.start(game.read_setup(setup["players"], setup["options"], setup["setup"]))
        for line in lines:
            if line["t"] != "step":
                continue
            found.append((f"{path.name}, before step {line['n']}", state, line["seat"]))
            state, _ = game.play(state, line["seat"], game.read(line["step"], state, line["seat"]))
    return found


def _compare(game: Game, where: str, state: State, seat: int, report: dict[str, int]) -> None:
    found = legal_lines(game, state, seat, [])
    ours = [(line.steps, line.reveals) for line in found.lines]
    expected: list[Line] = []
    texts = sorted(knowledge_of(game.name).readable(state).items())
    for line in _brute_force(game, state, seat, game.turn(state), (), texts):
        expected.append(line)
        if len(expected) > MOST_LINES:
            break
    is_cut = len(expected) > MOST_LINES
    for number, pair in enumerate(zip(ours, expected[:MOST_LINES], strict=False), start=1):
        if pair[0] != pair[1]:
            raise AssertionError(f"{where}, line {number}: {pair[0]}, by brute force {pair[1]}")
    if len(ours) != len(expected[:MOST_LINES]) or found.truncated != is_cut:
        raise AssertionError(f"{where}: {len(ours)} lines, by brute force {len(expected)}")
    report["lines"] += len(ours)
    report["truncated"] += found.truncated
    report["longest_line"] = max(report["longest_line"], *(len(steps) for steps, _ in ours))


def _brute_force(
    game: Game, state: State, seat: int, turn: int, begun: tuple[str, ...], texts: list[tuple[str, Step]]
) -> Iterator[Line]:
    """Try every step that can be read at all, in the order of its text; never ask for a legal list."""
    for text, step in texts:
        try:
            after, _ = game.play(state, seat, step)
        except IllegalStep:
            continue
        line = (*begun, text)
        reveals = game.reveals(state, seat, step)
        if reveals or is_move_over(game, after, seat, turn):
            yield line, reveals
        else:
            yield from _brute_force(game, after, seat, turn, line, texts)


DRILLS = (
    *(
        Drill(f"legal_moves_{name}", partial(run, name=name), full=200, short=10, alone=False)
        for name in GAMES
    ),
    *(
        Drill(
            f"cut_moves_{name}", partial(run, name=name, least=MOST_LINES + 1), full=50, short=3, alone=False
        )
        for name in GAMES
    ),
)
