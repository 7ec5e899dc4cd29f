"""Nightly hours: the wall time of a zone as instants. The zone database is the package tzdata, not the machine's."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTES = 24 * 60  # of a day
LONGEST_NIGHT = 12 * 60  # minutes
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_LAST_YEAR = 9_998  # dates end soon after
MOST_NIGHTS = 20_000  # of one stint: a forged time must not keep a verifier busy for years
_ZONEINFO = files("tzdata") / "zoneinfo"
ZONES = frozenset((files("tzdata") / "zones").read_text(encoding="ascii").split())


class Hours(NamedTuple):
    """When a seat's time stands still each night.

    :param zone: an IANA name.
    :param begin: minute of the day by the wall clock; so is ``end``, which may lie on the next day.
    :param at: milliseconds; nights before this instant do not count.
    """

    zone: str
    begin: int
    end: int
    at: int = 0


def fault_in_hours(zone: str, begin: int, end: int) -> tuple[str, str] | None:
    """Which part of nightly hours is wrong (``zone``, ``from``, ``to``), and why; None if they are good."""
    if zone not in ZONES:
        return "zone", "no time zone of the IANA database"
    if not 0 <= begin < MINUTES:
        return "from", "a minute of the day"
    if not 0 <= end < MINUTES:
        return "to", "a minute of the day"
    if not 0 < (end - begin) % MINUTES <= LONGEST_NIGHT:
        return "to", f"a night lasts at most {LONGEST_NIGHT // 60} hours, and ends later than it begins"
    return None


def nights(hours: Hours, since: int) -> Iterator[tuple[int, int]]:
    """The nights that end after an instant, in order: begin and end in milliseconds.

    None begins before the hours count. A night that a change of the clocks swallows is left out. There are at most
    MOST_NIGHTS, which is half a century.
    """
    floor = max(hours.at, 0)
    day = _day_of(hours.zone, max(since, floor))
    if day is None:
        return
    day -= timedelta(days=1)
    over_midnight = timedelta(days=int(hours.end < hours.begin))
    for _ in range(MOST_NIGHTS):
        if day.year > _LAST_YEAR:
            return
        begin = max(floor, instant(hours.zone, day, hours.begin))
        end = instant(hours.zone, day + over_midnight, hours.end)
        if begin < end and end > since:
            yield begin, end
        day += timedelta(days=1)


@lru_cache(maxsize=4096)
def instant(zone: str, day: date, minute: int) -> int:
    """When a wall clock shows a minute of a day, in milliseconds since 1970 UTC.

    Of a time that comes twice, or that the clocks leap over, the later of its two readings (PEP 495): nobody
    loses time by a change of the clocks.
    """
    wall = datetime.combine(day, time(minute // 60, minute % 60), tzinfo=zone_named(zone))
    return max((wall.replace(fold=fold) - _EPOCH) // _MILLISECOND for fold in (0, 1))


def _day_of(zone: str, at: int) -> date | None:
    """The day that a zone has at an instant; None where dates end."""
    if at >= (datetime(_LAST_YEAR, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND:
        return None
    return (_EPOCH + at * _MILLISECOND).astimezone(zone_named(zone)).date()


@lru_cache(maxsize=1024)
def zone_named(name: str) -> ZoneInfo:
    """A zone of the package; raises ValueError for a name that it does not list."""
    if name not in ZONES:
        raise ValueError(f"no time zone is called {name!r}")
    with _ZONEINFO.joinpath(*name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)
