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
from referee.now import now_ms
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
_ODD_SECONDS = 10.0  # and one that the server does not answer for, though it answers otherwise
_BEAT_MS = 10_000  # between two beats in the midst of long work

_logger = logging.getLogger(__name__)


class Clock:
    """Does what is due, and mends the index by the logs.

    :param now: gives milliseconds since 1970.
    """

    def __init__(self, house: House, now: Callable[[], int] = now_ms) -> None:
        self._house = house
        self._now = now
        self._left_alone: dict[str, float] = {}  # match to when it may be looked at again (monotonic)
        self._beaten = 0  # ms since 1970
        self._was_away = False
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
        self._beat(now)
        if self._was_away:
            self._was_away = False
            for match in self._house.due.all():
                self._attempt(outages.credit_match, match, now)
        self._left_alone = {match: at for match, at in self._left_alone.items() if at > time.monotonic()}
        due = self._house.due.by(now, _MOST_AT_ONCE + len(self._left_alone))
        todo = [match for _, match in due if match not in self._left_alone]
        for match in todo:
            self._attempt(clock.do_due, match, now)
        return len(todo)

    def sweep_some(self) -> int:
        """Hold some matches' places in the index against their logs; how many were mended."""
        if time.monotonic() < self._next_sweep:
            return 0
        some = list(islice(self._sweep, _MOST_SWEPT))
        if not some:
            self._sweep = self._house.due.logs()
            self._next_sweep = time.monotonic() + SWEEP_SECONDS
        return sum(self._attempt(clock.mend_index, match, self._now()) for match in some)

    def _is_right(self, now: int) -> bool:
        """Is our clock the server's? With a wrong one nothing is done: a seat would lapse before its time.

        How long the answer takes is no difference: the server's time lies between asking and hearing.
        """
        theirs = self._house.logs.time()
        difference = max(now - theirs, theirs - self._now())
        if difference > MOST_DIFFERENCE:
            _logger.error("our clock is %d ms from the log server's: nothing is done", difference)
        return difference <= MOST_DIFFERENCE

    def _beat(self, now: int) -> None:
        self._beaten = now
        self._was_away |= outages.beat(self._house, now)

    def _beat_again(self) -> None:
        """Beat in the midst of work that takes long: it is no silence of ours."""
        now = self._now()
        if now - self._beaten >= _BEAT_MS and self._is_right(now):
            self._beat(now)

    def _attempt(self, act: Callable[[House, str, int], object], match: str, now: int) -> bool:
        """Do something about a match, and say what came of it; no match keeps the others waiting."""
        self._beat_again()
        try:
            return bool(act(self._house, match, now))
        except Exception as error:
            self._house.logs.time()  # raises where the server is away: that is no fault of this match
            _logger.exception("what is due in match %s cannot be done", match)
            is_odd = isinstance(error, StoreAway | RedisError | OSError)
            self._left_alone[match] = time.monotonic() + (_ODD_SECONDS if is_odd else _FAULT_SECONDS)
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
