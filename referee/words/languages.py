"""Which language a reader wants."""

from typing import Final, Literal, get_args

Language = Literal["en", "es"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
DEFAULT: Final[Language] = "en"

_LONGEST_HEADER = 1000  # characters that are looked at; the rest of a longer header is ignored


def pick_language(accept_language: str | None, otherwise: Language = DEFAULT) -> Language:
    """The best language for an ``Accept-Language`` header (RFC 9110, section 12.5.4).

    Regional forms (``es-MX``) count as their language. What cannot be read is skipped.

    :param accept_language: the header's value, or None if it is missing.
    :param otherwise: what is spoken where the header names none of our languages.
    """
    if not accept_language:
        return otherwise
    best, best_weight = otherwise, 0.0
    for choice in accept_language[:_LONGEST_HEADER].split(","):
        name, _, parameters = choice.partition(";")
        weight = _weight(parameters)
        for language in LANGUAGES:
            if name.strip().lower().split("-")[0] == language and weight > best_weight:
                best, best_weight = language, weight
    return best


def _weight(parameters: str) -> float:
    name, _, digits = parameters.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(digits)
    except ValueError:
        return 0.0
    return weight if name.strip().lower() == "q" and 0 <= weight <= 1 else 0.0
