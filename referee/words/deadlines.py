"""When something is due, for people: the wall clock of the reader's zone with its offset, what is left, and UTC."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from babel.dates import format_datetime

from referee.matches.hours import zone_named
from referee.words.languages import Language

_PATTERN: Final = "EEE d MMM y HH:mm"
_MINUTE, _HOUR, _DAY = 1, 60, 24 * 60
_LEFT: Final[Mapping[Language, str]] = {"en": "{} left", "es": "queda {}"}
_PAST: Final[Mapping[Language, str]] = {"en": "over", "es": "ya pasó"}
_UNDER: Final[Mapping[Language, str]] = {"en": "less than a minute left", "es": "queda menos de un minuto"}


def deadline_text(deadline: int, now: int, zone: str | None, language: Language) -> str:
    """A deadline in one line: ``Sat 28 Mar 2026 21:00 +01:00 (Europe/Madrid, 1 d 4 h left) [20:00 UTC]``.

    :param deadline: milliseconds since 1970 UTC; ``now`` likewise.
    :param zone: of the reader, an IANA name; None: nobody knows it, and UTC stands alone.
    """
    left = left_text(deadline, now, language)
    moment = datetime.fromtimestamp(deadline // 1000, UTC)
    if zone is None:
        return f"{_written(moment, language)} UTC ({left})"
    local = moment.astimezone(zone_named(zone))
    offset = local.strftime("%z")
    utc = f"{moment:%H:%M} UTC" if moment.date() == local.date() else f"{moment:%Y-%m-%d %H:%M} UTC"
    return f"{_written(local, language)} {offset[:3]}:{offset[3:5]} ({zone}, {left}) [{utc}]"


def left_text(deadline: int, now: int, language: Language) -> str:
    """How much time is left, in its two largest units."""
    if deadline <= now:
        return _PAST[language]
    minutes = (deadline - now) // 60_000
    if not minutes:
        return _UNDER[language]
    days, hours, rest = minutes // _DAY, minutes % _DAY // _HOUR, minutes % _HOUR
    parts = [(days, "d"), (hours, "h"), (rest, "min")]
    while not parts[0][0]:
        parts.pop(0)
    return _LEFT[language].format(" ".join(f"{count} {unit}" for count, unit in parts[:2] if count))


def _written(moment: datetime, language: Language) -> str:
    # The zone of what is written is the moment's own: Babel must not take it to the one of this machine.
    return format_datetime(moment, _PATTERN, tzinfo=moment.tzinfo, locale=language)
