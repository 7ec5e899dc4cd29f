"""Non-interference: pairs of worlds made by ``imagine`` look the same at every door of the engine.

``python -m tests.drills.pairs --count 10000 --seed 1`` prints one JSON object; exit 1 at any difference.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from typing import Any

from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.drill import Drill


def run(
    count: int,
    seed: int,
    name: str = "zooloretto",
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Make ``count`` pairs from states of random games and compare all that each viewer is given.

    :returns: pairs, differences, the first few of them in words, and the share of undrawn tiles (the hidden
        items) that stand at another place in the second world.
    """
    game = game_named(name)
    chance = random.Random(seed)
    found: list[str] = []
    hidden = moved = pairs = number = 0
    while pairs < count:
        players = game.players[number % len(game.players)]
        number += 1
        for state in _some_states(game, players, chance):
            if pairs == count:
                break
            viewer = chance.choice([None, *range(1, players + 1)])
            shuffle = seeded_shuffle(chance.randbytes(32), "pair", [])
            other = game.imagine(game.view(state, viewer), shuffle)
            found += [f"game {number}: {text}" for text in differences(game, state, other, viewer)]
            one, two = _undrawn(state), _undrawn(other)
            hidden += len(one)
            moved += sum(a != b for a, b in zip(one, two, strict=True))
            pairs += 1
            tell(pairs, count)
    return {
        "drill": "pairs",
        "game": name,
        "seed": seed,
        "pairs": pairs,
        "differences": len(found),
        "first": found[:3],
        "hidden_items_that_differ": round(moved / max(hidden, 1), 3),
    }


def differences(game: Game, one: State, two: State, viewer: int | None) -> list[str]:
    """The doors through which the viewer can tell the two worlds apart, in words."""
    doors = {
        "view": lambda state: game.view(state, viewer),
        "board": lambda state: game.board(game.view(state, viewer)),
        "decisions": game.decisions,
        "legal_steps": lambda state: _legal(game, state),
        "default_step": lambda state: _default(game, state),
        "reveals": lambda state: [game.reveals(state, *step) for step in _moves(game, state)],
        "tell": lambda state: _told(game, state, viewer),
    }
    return [f"{door} differs" for door, look in doors.items() if look(one) != look(two)]


def _moves(game: Game, state: State) -> list[tuple[int, Any]]:
    return [
        (decision.seat, step)
        for decision in game.decisions(state)
        for step in game.legal_steps(state, decision.seat)
    ]


def _legal(game: Game, state: State) -> list[tuple[int, str]]:
    """In order: the order and the number must tell nothing either."""
    return [(seat, game.write(step)) for seat, step in _moves(game, state)]


def _default(game: Game, state: State) -> list[str]:
    return [game.write(game.default_step(state, decision.seat)) for decision in game.decisions(state)]


def _told(game: Game, state: State, viewer: int | None) -> list[Any]:
    """What is told of every step that uncovers nothing, and the foreseen part of one that does."""
    told = []
    for seat, step in _moves(game, state):
        _, effects = game.play(state, seat, step)
        if game.reveals(state, seat, step):
            effects = game.foreseen(effects)
        told.append(game.tell(seat, step, effects, viewer))
    return told


def _some_states(game: Game, players: int, chance: random.Random) -> list[State]:
    """About every eighth state of one random game."""
    options = {"show_remaining_tiles": False} if chance.random() < 0.5 else {}
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "pairs", [b""] * players)
    state = game.start(game.deal(players, options, shuffle))
    states = []
    while owed := game.decisions(state):
        if chance.random() < 1 / 8:
            states.append(state)
        seat = owed[0].seat
        state, _ = game.play(state, seat, chance.choice(game.legal_steps(state, seat)))
    return states


def _undrawn(state: State) -> list[str]:
    undrawn: list[str] = list(state.setup.deck[state.drawn :])
    return undrawn


DRILL = Drill("pairs", run, full=10_000, short=200, is_sound=lambda report: not report["differences"])


def main() -> int:
    """Run the drill with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("Comparing", total=arguments.count)
        report = run(
            arguments.count, arguments.seed, tell=lambda done, _: progress.update(task, completed=done)
        )
    print(json.dumps(report))
    return 1 if report["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
