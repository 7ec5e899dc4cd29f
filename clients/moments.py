"""Moments as people read and type them; on the wire they are milliseconds since 1970 UTC."""

import re
from datetime import UTC, datetime

OVER = "over"  # is left of a moment that has passed

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_SPAN = re.compile(r"(\d{1,5})([smhd])")


def read_span(text: str) -> int:
    """Milliseconds of a span such as ``30s``, ``90m``, ``12h`` or ``3d``; raises ValueError."""
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no span of time such as 90m, 12h or 3d")
    return int(found[1]) * _UNITS[found[2]] * 1000


def read_moment(text: str, now: int) -> int:
    """A moment such as ``2026-12-24T18:00+01:00`` (without a zone: UTC), or a span from now on; raises ValueError."""
    if _SPAN.fullmatch(text.strip()):
        return now + read_span(text)
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(
            f"{text!r} is no moment such as 2026-12-24T18:00+01:00, and no span such as 3d"
        ) from None
    aware = read if read.tzinfo is not None else read.replace(tzinfo=UTC)
    return int(aware.timestamp() * 1000)


def write_moment(moment: int) -> str:
    """A moment in UTC, to the minute."""
    return f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def write_left(moment: int, now: int) -> str:
    """How far away a moment is: ``1 d 4 h``, ``5 h 10 min``, ``under a minute``, or ``over``."""
    minutes = (moment - now) // 60_000
    if moment <= now:
        return OVER
    if minutes < 1:
        return "under a minute"
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {rest} min" if hours else f"{rest} min"
