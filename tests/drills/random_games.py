"""Whole random games over all player counts and options keep the invariants of the game's rule book.

``python -m tests.drills random_games`` for all games, ``random_games_zooloretto`` and so on for one.
"""

import random
from collections import Counter
from functools import partial

from referee.games.registry import GAMES, game_named
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.games.knowing import knowledge_of


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str) -> Report:
    """Play ``count`` random games and judge every state of each.

    :param seed: the same seed plays the same games.
    :param tell: called with games done and all games, for a progress bar.
    :raises AssertionError: naming the game, the step and the invariant that does not hold.
    """
    game, known, chance = game_named(name), knowledge_of(name), random.Random(seed)
    report: Counter[str] = Counter()
    for number in range(count):
        players = game.players[number % len(game.players)]
        options = known.random_options(players, chance)
        report += known.play_and_judge(players, options, chance, f"game {number} of seed {seed}")
        report[f"players_{players}"] += 1
        tell(number + 1, count)
    return {"game": name, "seed": seed, "games": count, **report}


DRILLS = tuple(
    Drill(f"random_games_{name}", partial(run, name=name), full=2000, short=15, alone=False) for name in GAMES
)
