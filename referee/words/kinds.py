"""What the words of a game consist of: the form that every game's modules of words fill in."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.games.engine import Lettering
from referee.words.languages import Language
from referee.words.seats import Names

View = Mapping[str, Any]
Catalogue = Mapping[Language, Mapping[str, str]]


class GameWords(NamedTuple):
    """How a game says its steps (from their parts), their groups, its effects, its rules and the lines of its result.

    ``rules_es``: why each rule forbids a step, in Spanish; in English the rules speak themselves.
    ``switches``: the options that a page offers as a tick, with what they are called: ``option`` for one that is true
    or false, ``option=value`` for a value other than its default. ``catalogues``: all other strings by language, by what they are, so that a test can hold the languages equal.
    """

    step: Callable[[Mapping[str, Any], Language, Names], str]
    effect: Callable[[Mapping[str, Any], Language, Names], str]
    told: Callable[[Mapping[str, Any], int, Language, Names], str]
    choice: Callable[[Mapping[str, Any], Mapping[str, Any], Language, Names], str]
    group: Callable[[Mapping[str, Any], Language], tuple[int, str]]
    breakdown: Catalogue
    rules_es: Mapping[str, str]
    switches: Catalogue
    catalogues: Mapping[str, Catalogue]


class BoardWords(NamedTuple):
    """What a game needs of words for its board.

    ``picture``: the words of the picture by key. ``prose``: (view, language, names) -> one sentence per zone.
    ``legend``: (view, lettering) -> lines that explain the codes. ``catalogues``: as in :class:`GameWords`.
    """

    picture: Catalogue
    prose: Callable[[View, Language, Names], list[str]]
    legend: Callable[[View, Lettering], list[str]]
    catalogues: Mapping[str, Catalogue]
