"""Can this process take orders?"""

from typing import NamedTuple

from referee.service.house import House
from referee.store.errors import StoreAway

MOST_DIFFERENCE = 1000  # milliseconds between our clock and the log server's (design section 7)


class Check(NamedTuple):
    """One thing that must hold."""

    name: str
    ok: bool
    detail: str


def check_health(house: House, now: int) -> list[Check]:
    """Look at both servers and the clock. ``now``: milliseconds since 1970."""
    checks = []
    try:
        difference = abs(house.logs.time() - now)
        checks.append(Check("log", True, "answers"))
        is_close = difference <= MOST_DIFFERENCE
        checks.append(Check("clock", is_close, f"{difference} ms from the log server's"))
    except StoreAway:
        checks.append(Check("log", False, "does not answer"))
    cache = house.cache.is_there()
    checks.append(Check("volatile", cache, "answers" if cache else "does not answer"))
    return checks
