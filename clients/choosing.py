"""How bots choose: a line for a seat, from a view and nothing else."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from clients import (
    evaluate_aquaretto,
    evaluate_new_york_zoo,
    evaluate_renature,
    evaluate_sanssouci,
    evaluate_zooloretto,
)
from clients.judging import Judges
from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.matches.lines import LegalLine, legal_lines
from referee.matches.play import play_texts

T = TypeVar("T")
Choose = Callable[[Game, State, int, random.Random], list[str]]

JUDGES: Judges = {
    "zooloretto": evaluate_zooloretto.choices,
    "aquaretto": evaluate_aquaretto.choices,
    "sanssouci": evaluate_sanssouci.choices,
    "renature": evaluate_renature.choices,
    "new_york_zoo": evaluate_new_york_zoo.choices,
}
_MOST_LINES = 200  # that the plain greedy way looks at


def choose_random(game: Game, state: State, seat: int, chance: random.Random) -> list[str]:
    """One legal step, each as likely as any other."""
    steps = sorted(game.write(step) for step in game.legal_steps(state, seat))
    return [chance.choice(steps)]


def choose_greedy(game: Game, state: State, seat: int, chance: random.Random) -> list[str]:
    """The line that the game's evaluation likes best; without one, the line with the best score now."""
    judge = JUDGES.get(game.name)
    if judge is not None:
        choices = list(judge(state, seat))
        best = max(choice.worth for choice in choices)
        liked = [choice for choice in choices if choice.worth >= best - 1e-9]
        return [game.write(step) for step in chance.choice(liked).steps]
    lines = legal_lines(game, state, seat, (), _MOST_LINES).lines
    return list(max(lines, key=lambda line: (_margin(game, state, seat, line), chance.random())).steps)


def _margin(game: Game, state: State, seat: int, line: LegalLine) -> int:
    """By how much the seat leads after a line; a reveal is not looked behind."""
    known = line.steps[:-1] if line.reveals else line.steps
    if known:
        state = play_texts(game, state, seat, known).state
    scores = list(game.result(state).scores)
    own = scores.pop(seat - 1)
    return own - max(scores, default=0)


CHOOSERS: Mapping[str, Choose] = {"greedy": choose_greedy, "random": choose_random}


def choose(kind: str, view: Mapping[str, Any], seat: int, chance: random.Random) -> list[str]:
    """Choose a move.

    :param kind: ``greedy`` or ``random``.
    :param view: of the seat, as the referee shows it.
    :param chance: all randomness of the choice.
    :returns: canonical steps, at least one.
    """
    game = game_named(view["game"])

    def shuffle(_label: str, items: Sequence[T], /) -> list[T]:
        return chance.sample(items, len(items))

    return CHOOSERS[kind](game, game.imagine(view, shuffle), seat, chance)
