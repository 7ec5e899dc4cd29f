"""The language follows Accept-Language, and English is spoken where nothing fits."""

import pytest

from referee.words.languages import pick_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("es", "es"),
        ("ES", "es"),
        ("es-MX", "es"),
        ("en-GB", "en"),
        ("de", "en"),
        ("de, es;q=0.5", "es"),
        ("en, es", "en"),
        ("es, en", "es"),
        ("en;q=0.5, es;q=0.9", "es"),
        ("es;q=0", "en"),
        ("es;q=0.2, en;q=0.3", "en"),
        ("es;q=high, en;q=0.1", "en"),
        ("es;q=2", "en"),
        ("es;q=nan", "en"),
        ("es ; q=0.5", "es"),
        ("*", "en"),
        (",;=,", "en"),
        ("x" * 10_000 + ",es", "en"),
    ],
)
def test_the_language_is_the_best_one_that_we_speak(header: str | None, language: str) -> None:
    assert pick_language(header) == language
