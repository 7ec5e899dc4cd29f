"""What each problem is called, and what it means, in every language."""

from collections.abc import Mapping

from referee.words.languages import Language
from referee.words.problems_en import ENGLISH
from referee.words.problems_es import SPANISH
from referee.words.wording import Wording

_BY_LANGUAGE: Mapping[Language, Mapping[str, Wording]] = {"en": ENGLISH, "es": SPANISH}


def wording(name: str, language: Language) -> Wording:
    """The words for a problem.

    :param name: such as ``order/stale``.
    :raises KeyError: if there is no such problem.
    """
    return _BY_LANGUAGE[language][name]
