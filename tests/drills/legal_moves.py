"""``legal-moves`` of recorded positions against brute force by ``play`` over every step text of the match.

``python -m tests.drills.legal_moves --count 200 --seed 1`` prints one JSON object; exit 1 at a difference.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from referee.games.engine import Game, IllegalStep, State, Step
from referee.games.registry import game_named
from referee.games.zooloretto.steps import readable
from referee.matches.lines import MOST_LINES, legal_lines

TRACES = Path(__file__).parent.parent / "traces"
Line = tuple[tuple[str, ...], bool]  # texts, and whether the last one reveals


def run(
    count: int, seed: int, tell: Callable[[int, int], None] = lambda done, total: None, *, least: int = 1
) -> dict[str, Any]:
    """Compare ``count`` recorded positions of Zooloretto, cut at 500 lines likewise.

    :param seed: the same seed takes the same positions.
    :param tell: called with positions done and all positions, for a progress bar.
    :param least: take only positions with at least so many lines.
    :raises AssertionError: naming the position and the first line that differs.
    """
    chance = random.Random(seed)
    positions = recorded_positions("zooloretto")
    chance.shuffle(positions)
    report = {"lines": 0, "truncated": 0, "longest_line": 0}
    done = 0
    for name, state, seat in positions:
        if done == count:
            break
        found = legal_lines(game_named("zooloretto"), state, seat, [])
        if len(found.lines) + found.truncated < least:
            continue
        _compare(name, state, seat, report)
        done += 1
        tell(done, count)
    return {"drill": "legal_moves", "seed": seed, "positions": done, **report}


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


def _compare(name: str, state: State, seat: int, report: dict[str, int]) -> None:
    game = game_named("zooloretto")
    found = legal_lines(game, state, seat, [])
    ours = [(line.steps, line.reveals) for line in found.lines]
    expected: list[Line] = []
    texts = sorted(readable(state.setup.players).items())
    for line in _brute_force(game, state, seat, game.turn(state), (), texts):
        expected.append(line)
        if len(expected) > MOST_LINES:
            break
    is_cut = len(expected) > MOST_LINES
    for number, pair in enumerate(zip(ours, expected[:MOST_LINES], strict=False), start=1):
        if pair[0] != pair[1]:
            raise AssertionError(f"{name}, line {number}: {pair[0]}, by brute force {pair[1]}")
    if len(ours) != len(expected[:MOST_LINES]) or found.truncated != is_cut:
        raise AssertionError(f"{name}: {len(ours)} lines, by brute force {len(expected)}")
    report["lines"] += len(ours)
    report["truncated"] += found.truncated
    report["longest_line"] = max(report["longest_line"], *(len(steps) for steps, _ in ours))


def _brute_force(
    game: Game, state: State, seat: int, turn: int, begun: tuple[str, ...], texts: list[tuple[str, Step]]
) -> Iterator[Line]:
    """Try every step that can be read at all, in the order of its text; never ask for a legal list."""
    for text, step in texts:
        try:
            after, effects = game.play(state, seat, step)
        except IllegalStep:
            continue
        line = (*begun, text)
        reveals = any(effect.kind == "drawn" for effect in effects)
        if reveals or game.turn(after) != turn or not game.decisions(after):
            yield line, reveals
        else:
            yield from _brute_force(game, after, seat, turn, line, texts)


def main() -> int:
    """Run the drill with a progress bar on a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("Comparing", total=arguments.count)
        try:
            report = run(
                arguments.count, arguments.seed, lambda done, _: progress.update(task, completed=done)
            )
            report["cut"] = run(arguments.count, arguments.seed, least=MOST_LINES + 1)
        except AssertionError as error:
            print(json.dumps({"drill": "legal_moves", "seed": arguments.seed, "failed": str(error)}))
            return 1
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
