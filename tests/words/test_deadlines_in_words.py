"""Deadlines as people read them: the wall clock at both edges of summer time, in both hemispheres, and what is left."""

from datetime import UTC, datetime

import pytest

from referee.words.deadlines import deadline_text, left_text
from referee.words.languages import Language

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


@pytest.mark.parametrize(
    ("utc", "zone", "english", "spanish"),
    [
        (
            "2026-03-28T20:00",
            "Europe/Madrid",
            "Sat 28 Mar 2026 21:00 +01:00 (Europe/Madrid, 1 d 4 h left) [20:00 UTC]",
            "sáb 28 mar 2026 21:00 +01:00 (Europe/Madrid, queda 1 d 4 h) [20:00 UTC]",
        ),
        (
            "2026-03-29T01:30",
            "Europe/Madrid",
            "Sun 29 Mar 2026 03:30 +02:00 (Europe/Madrid, 1 d 4 h left) [01:30 UTC]",
            "dom 29 mar 2026 03:30 +02:00 (Europe/Madrid, queda 1 d 4 h) [01:30 UTC]",
        ),
        (
            "2026-10-25T00:30",
            "Europe/Madrid",
            "Sun 25 Oct 2026 02:30 +02:00 (Europe/Madrid, 1 d 4 h left) [00:30 UTC]",
            "dom 25 oct 2026 02:30 +02:00 (Europe/Madrid, queda 1 d 4 h) [00:30 UTC]",
        ),
        (
            "2026-10-25T01:30",
            "Europe/Madrid",
            "Sun 25 Oct 2026 02:30 +01:00 (Europe/Madrid, 1 d 4 h left) [01:30 UTC]",
            "dom 25 oct 2026 02:30 +01:00 (Europe/Madrid, queda 1 d 4 h) [01:30 UTC]",
        ),
        (
            "2026-04-05T02:30",
            "America/Santiago",
            "Sat 4 Apr 2026 23:30 -03:00 (America/Santiago, 1 d 4 h left) [2026-04-05 02:30 UTC]",
            "sáb 4 abr 2026 23:30 -03:00 (America/Santiago, queda 1 d 4 h) [2026-04-05 02:30 UTC]",
        ),
        (
            "2026-04-05T03:30",
            "America/Santiago",
            "Sat 4 Apr 2026 23:30 -04:00 (America/Santiago, 1 d 4 h left) [2026-04-05 03:30 UTC]",
            "sáb 4 abr 2026 23:30 -04:00 (America/Santiago, queda 1 d 4 h) [2026-04-05 03:30 UTC]",
        ),
        (
            "2026-10-03T15:45",
            "Australia/Lord_Howe",
            "Sun 4 Oct 2026 02:45 +11:00 (Australia/Lord_Howe, 1 d 4 h left) [2026-10-03 15:45 UTC]",
            "dom 4 oct 2026 02:45 +11:00 (Australia/Lord_Howe, queda 1 d 4 h) [2026-10-03 15:45 UTC]",
        ),
        (
            "2026-07-01T12:00",
            None,
            "Wed 1 Jul 2026 12:00 UTC (1 d 4 h left)",
            "mié 1 jul 2026 12:00 UTC (queda 1 d 4 h)",
        ),
    ],
    ids=str,
)
def test_a_deadline_is_told_with_zone_offset_and_utc(
    utc: str, zone: str | None, english: str, spanish: str
) -> None:
    """faults.md A33, B39: the two half past two of a night in October are told apart."""
    deadline = ms(utc)
    for language, expected in (("en", english), ("es", spanish)):
        assert deadline_text(deadline, deadline - DAY - 4 * HOUR, zone, language) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("left", "language", "words"),
    [
        (3 * DAY, "en", "3 d left"),
        (DAY + 4 * HOUR + 59 * MINUTE, "es", "queda 1 d 4 h"),
        (6 * HOUR, "en", "6 h left"),
        (6 * HOUR - 1, "en", "5 h 59 min left"),
        (MINUTE, "en", "1 min left"),
        (MINUTE - 1, "es", "queda menos de un minuto"),
        (1, "en", "less than a minute left"),
        (0, "en", "over"),
        (-DAY, "es", "ya pasó"),
    ],
    ids=str,
)
def test_what_is_left_never_sounds_like_more_than_it_is(left: int, language: Language, words: str) -> None:
    assert left_text(DAY + left, DAY, language) == words
