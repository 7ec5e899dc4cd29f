"""Why a rule forbids a step, for readers of other languages than English (in which the rules speak themselves)."""

from collections.abc import Mapping

from referee.words.games import GAMES
from referee.words.languages import Language

# Of every game: where a move ends.
ENDS_OF_MOVES_ES: Mapping[str, str] = {
    "turn-over": "el turno terminó con el paso anterior.",
    "after-reveal": "el paso anterior revela algo, y con él termina la jugada.",
}


def sentence_for_rule(game: str, rule: str, language: Language) -> str | None:
    """Say why the rule forbids; None if this language has no words for it."""
    if language != "es":
        return None
    words = GAMES.get(game)
    return ENDS_OF_MOVES_ES.get(rule) or (None if words is None else words.rules_es.get(rule))
