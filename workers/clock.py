"""The clock: looks at every match whose time has come, whether or not anybody asks for it.

Several clocks at once are harmless: what each of them appends has a done-key, and the log takes it once.
"""

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable
from itertools import islice

from redis.exceptions import RedisError

from referee import logs
from referee.service import clock, outages
from referee.service.health import MOST_DIFFERENCE
from referee.service.house import House, open_house
from referee.settings import CannotStart, Settings
from referee.store.errors import StoreAway
from referee.store.servers import check_servers, connect_cache, connect_log
from referee.store.tally import Pusher

LOOK_SECONDS = 1.0
SWEEP_SECONDS = 300.0  # between the end of one sweep over all logs and the next
_MOST_AT_ONCE = 50  # matches of one shard in one look
_MOST_SWEPT = 50  # matches between two looks
_FAULT_SECONDS = 60.0  # how long a match that brings us down is left alone

_logger = logging.getLogger(__name__)


class Clock:
    """Does what is due, and mends the index by the logs.

    :param now: gives milliseconds since 1970.
    """

    def __init__(self, house: House, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._house = house
        self._now = now
        self._left_alone: dict[str, float] = {}  # match to when it may be looked at again (monotonic)
        self._sweep = house.due.logs()
        self._next_sweep = 0.0

    def run(self, stopping: threading.Event) -> None:
        """Look once a second until asked to stop; a server that is away is waited for."""
        while not stopping.is_set():
            try:
                self.look()
                self.sweep_some()
            except (StoreAway, RedisError, OSError) as error:
                _logger.warning("a server is away: %s", error)
            stopping.wait(LOOK_SECONDS)

    def look(self) -> int:
        """Do what is due now; how many matches were looked at."""
        now = self._now()
        if not self._is_right(now):
            return 0
        outages.beat(self._house, now)
        looked = 0
        for _, match in self._house.due.by(now, _MOST_AT_ONCE):
            if self._left_alone.get(match, 0.0) <= time.monotonic():
                self._do(match, now)
                looked += 1
        return looked

    def sweep_some(self) -> int:
        """Hold some matches' places in the index against their logs; how many were mended."""
        if time.monotonic() < self._next_sweep:
            return 0
        some = list(islice(self._sweep, _MOST_SWEPT))
        if not some:
            self._sweep = self._house.due.logs()
            self._next_sweep = time.monotonic() + SWEEP_SECONDS
        return sum(self._mend(match) for match in some)

    def _is_right(self, now: int) -> bool:
        """Is our clock the server's? With a wrong one nothing is done: a seat would lapse before its time."""
        difference = abs(self._house.logs.time() - now)
        if difference > MOST_DIFFERENCE:
            _logger.error("our clock is %d ms from the log server's: nothing is done", difference)
        return difference <= MOST_DIFFERENCE

    def _do(self, match: str, now: int) -> None:
        try:
            clock.do_due(self._house, match, now)
            self._left_alone.pop(match, None)
        except (StoreAway, RedisError):
            raise
        except Exception:  # one match must not keep the others waiting
            _logger.exception("what is due in match %s cannot be done", match)
            self._left_alone[match] = time.monotonic() + _FAULT_SECONDS

    def _mend(self, match: str) -> bool:
        try:
            return clock.mend_index(self._house, match, self._now())
        except (StoreAway, RedisError):
            raise
        except Exception:
            _logger.exception("the place of match %s in the index cannot be found", match)
            return False


def main() -> int:
    """Check the servers, then keep time until SIGTERM or SIGINT; the exit code."""
    try:
        settings = Settings.from_env()
        logs.set_up("clock", settings.log_level, settings.log_format)
        check_servers(connect_log(settings), connect_cache(settings))
    except CannotStart as error:
        sys.stderr.write(f"clock: {error}\n")
        return 2
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    house = open_house(settings)
    with Pusher(house.cache.tally, "clock"):
        Clock(house).run(stopping)
    return 0


if __name__ == "__main__":
    sys.exit(main())
