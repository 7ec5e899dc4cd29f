"""What the tests of notation ask of a game."""

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any, NamedTuple


class Notation(NamedTuple):
    """Texts of the steps of one game; a module ``tests/games/<game>/notation.py`` offers it as ``NOTATION``.

    ``players`` is the size of the new match in which all is read, ``alphabet`` what random texts are made of, and
    ``known`` holds texts that must never be called invalid. ``readable`` are canonical texts; ``is_kept`` says that a
    text read again is the very same step. ``other_spellings`` go with their canonical texts, ``corrections`` are texts
    with what is said of them, ``lines`` in free spelling go with the texts of their steps, ``bad_lines`` with what is
    said of them, and ``parts`` are texts with what a step is made of. ``reader`` is the seat of whom lines are read; 0 is
    of no seat, for whom nothing is put in that is forced.
    """

    players: int
    unreadable: list[str]
    corrections: list[tuple[str, str]]
    bad_lines: list[tuple[str, str]]
    parts: list[tuple[str, dict[str, Any]]]
    alphabet: str
    known: Collection[str]
    readable: Sequence[str] = ()
    is_kept: bool = False
    other_spellings: Sequence[tuple[str, str]] = ()
    lines: Sequence[tuple[str, list[str]]] = ()
    reader: int = 1


def notation_of(game: str) -> Notation:
    """The texts by which the steps of a game of the catalogue are tested."""
    found: Notation = import_module(f"tests.games.{game}.notation").NOTATION
    return found
