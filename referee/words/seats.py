"""What to call a seat: by the name of its player where the reader knows him, else by its number."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.words.languages import Language

# Players' names by seat, or None: seats are called by their numbers.
Names = Mapping[int, str] | None

_ONE: Final[Mapping[Language, str]] = {"en": "seat {}", "es": "el asiento {}"}
_MANY: Final[Mapping[Language, str]] = {"en": "seats {}", "es": "los asientos {}"}
AND: Final[Mapping[Language, str]] = {"en": " and ", "es": " y "}
OR: Final[Mapping[Language, str]] = {"en": " or ", "es": " o "}


def seat_name(seat: int, language: Language, names: Names = None, *, begins: bool = False) -> str:
    """One seat: ``Ana``, or ``seat 2``.

    :param begins: the sentence begins with it.
    """
    if names is not None and seat in names:
        return names[seat]
    return _cased(_ONE[language].format(seat), begins)


def seats_name(seats: Sequence[int], language: Language, names: Names = None, *, begins: bool = False) -> str:
    """Several seats, at least one: ``Ana and Luis``, or ``seats 1 and 2``."""
    if len(seats) == 1:
        return seat_name(seats[0], language, names, begins=begins)
    if names is not None and all(seat in names for seat in seats):
        return listed([names[seat] for seat in seats], language)
    return _cased(_MANY[language].format(listed([str(seat) for seat in seats], language)), begins)


def listed(texts: Sequence[str], language: Language, joint: Mapping[Language, str] = AND) -> str:
    """Texts as a list in a sentence: ``a, b and c``.

    :param joint: what stands before the last one: AND or OR.
    """
    if len(texts) < 2:
        return "".join(texts)
    return ", ".join(texts[:-1]) + joint[language] + texts[-1]


def _cased(text: str, begins: bool) -> str:
    return text[0].upper() + text[1:] if begins else text
