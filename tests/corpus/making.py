"""Make the records of the corpus: ``python -m tests.corpus.making [GAME ...]`` adds those that are missing.

A record that is there is never made anew: that is the point of a corpus. For each game there is one of each number of
players, one for each way it can end and each tie-break, as its ``knowledge.py`` names them, and one that ended because
all but one had resigned.
"""

import itertools
import random
import sys
from collections.abc import Callable
from pathlib import Path

from referee.games.engine import Result, State, Step
from referee.games.registry import GAMES, game_named
from referee.matches.play import is_move_over
from tests.games.knowing import knowledge_of
from tests.matches.building import Builder, started_match

CORPUS = Path(__file__).parent
RESIGNED = "resigned"
RESIGNED_AFTER = 12  # moves
_MOST_SEEDS = 50_000
_LINE_SHARE = 0.9  # how often a move goes on after a step, as far as it may
Move = tuple[int, list[str]]
Choose = Callable[[State, int, random.Random], Step]


def main(names: list[str]) -> int:
    """Write what is missing; the exit code."""
    for name in names or GAMES:
        for players in game_named(name).players:
            _make(name, f"{players}p", players, lambda state, result: True)
        for ending, (players, holds) in knowledge_of(name).endings.items():
            _make(name, ending, players, holds)
        _make_resigned(name)
    return 0


def path_of(game: str, what: str) -> Path:
    """Where the record of a game stands that shows something: ``2p``, or the name of an ending."""
    return CORPUS / f"{game}-{what}.jsonl"


def _make(name: str, what: str, players: int, holds: Callable[[State, Result], bool]) -> None:
    path = path_of(name, what)
    if path.exists():
        return
    for seed in range(_MOST_SEEDS):
        chance = random.Random(f"{name} {what} {seed}")
        options = knowledge_of(name).random_options(players, chance)
        builder = started_match(players, seed, game=name, **options)
        moves, state = _play(builder, chance, knowledge_of(name).skilled.get(what))
        if holds(state, builder.match.rules.result(state)):
            _write(builder, moves, path)
            sys.stdout.write(f"{path.name}: seed {seed}, {builder.match.version} events\n")
            return
    raise LookupError(f"{name}: no match of {_MOST_SEEDS} shows {what}")


def _make_resigned(name: str) -> None:
    """A match of the fewest players, but two at least, of whom the first resigns in its midst."""
    path = path_of(name, RESIGNED)
    if path.exists():
        return
    chance = random.Random(f"{name} {RESIGNED}")
    players = max(2, game_named(name).players[0])
    builder = started_match(players, 1, game=name, **knowledge_of(name).random_options(players, chance))
    moves, _ = _play(builder, chance, None)
    for seat, texts in moves[:RESIGNED_AFTER]:
        builder.move(seat, *texts)
    _keep(builder.resign(1), path)


def _play(builder: Builder, chance: random.Random, choose: Choose | None) -> tuple[list[Move], State]:
    """A game by the rules alone, at random if nothing chooses: its moves, and how it ends."""
    rules, state = builder.match.rules, builder.match.state
    moves: list[Move] = []
    while owed := rules.decisions(state):
        seat, turn = chance.choice(owed).seat, rules.turn(state)
        texts: list[str] = []
        for _ in itertools.count():
            step = choose(state, seat, chance) if choose else chance.choice(rules.legal_steps(state, seat))
            texts.append(rules.write(step))
            reveals = rules.reveals(state, seat, step)
            state, _ = rules.play(state, seat, step)
            if reveals or is_move_over(rules, state, seat, turn) or chance.random() >= _LINE_SHARE:
                break
        moves.append((seat, texts))
    return moves, state


def _write(builder: Builder, moves: list[Move], path: Path) -> None:
    for seat, texts in moves:
        builder.move(seat, *texts)
    _keep(builder, path)


def _keep(builder: Builder, path: Path) -> None:
    path.write_text("\n".join(builder.score().record()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
