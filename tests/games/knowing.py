"""What the tests know of each game beside the game itself: how drills play it, judge it and look for leaks."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from referee.games.engine import Result, Setup, State, Step, Viewer
from referee.games.registry import GAMES


class Knowledge(NamedTuple):
    """Of one game; a module ``tests/games/<game>/knowledge.py`` offers it as ``KNOWLEDGE``.

    ``random_options``: (players, chance) -> options, each named or left to chance.
    ``play_and_judge``: (players, options, chance, where) -> what was counted, ``steps`` among it: one whole random
    game, every state of it judged by the invariants of the rule book; raises AssertionError that says where.
    ``hidden_items``: (state, viewer) -> all that is hidden from the viewer, in an order that is the same in two
    worlds that look the same to him: place by place they say what differs.
    ``setup_of``: (state, imagined) -> a set-up from which the moves that led to ``state`` lead to ``imagined``: what
    has come out stays where it was.
    ``secrets_of``: (imagined, seat, the steps of each sealed move of the seat so far) -> the same moves as the seat
    would have made them in the imagined world; where nothing is sealed they stay as they are.
    ``readable``: every text that can be read as a step of this match, with its step.
    ``mutated``: the files of the rules, of which the drill ``mutants`` draws; ``equivalent``: changes that nobody can
    see, as a pattern of the added line -> why.
    ``endings``: each way in which the game can end and each tie-break, by name -> number of players, and whether a
    match that ended so shows it: (final state, result).
    ``skilled``: of endings that random play would hardly ever reach, by name -> (state, seat, chance) -> a step.
    """

    random_options: Callable[[int, random.Random], dict[str, Any]]
    play_and_judge: Callable[[int, dict[str, Any], random.Random, str], Counter[str]]
    hidden_items: Callable[[State, Viewer], list[str]]
    setup_of: Callable[[State, State], Setup]
    readable: Callable[[State], Mapping[str, Step]]
    mutated: tuple[str, ...]
    endings: Mapping[str, tuple[int, Callable[[State, Result], bool]]]
    equivalent: Mapping[str, str] = {}
    skilled: Mapping[str, Callable[[State, int, random.Random], Step]] = {}
    secrets_of: Callable[[State, int, list[list[str]]], list[list[str]]] = lambda imagined, seat, moves: moves


def knowledge_of(game: str) -> Knowledge:
    """What the tests know of a game of the catalogue."""
    found: Knowledge = import_module(f"tests.games.{game}.knowledge").KNOWLEDGE
    return found


# (players, options, SHA-256 of the whole trace of seed 1), and (players, seed, options) of traces to write and replay.
Known = list[tuple[int, dict[str, Any], str]]
Others = list[tuple[int, int, dict[str, Any]]]


def traces_of(game: str) -> Any:
    """The module of a game with ``STEPS``, how many each sample has, ``KNOWN`` and ``OTHERS``."""
    return import_module(f"tests.games.{game}.traces")


GAME_NAMES = tuple(GAMES)

# The rules that Zooloretto and Aquaretto share, for ``mutated``.
SHARED_BY_TRUCKS = tuple(
    f"../trucks/{name}.py" for name in ("decisions", "flow", "money", "setup", "standings", "values", "view")
)
