"""The relay: waits on the outbox and rings for its rows. Truth is the row; RQ is a doorbell that may be lost."""

import logging
import signal
import sys
import threading
import time

from redis.exceptions import RedisError
from rq import Queue

from referee import logs
from referee.service.house import open_house
from referee.settings import CannotStart, Settings
from referee.store.errors import StoreAway
from referee.store.outbox import Outbox, Row
from referee.store.servers import check_servers, connect_cache, connect_log
from workers.jobs import ring, rules_queue

SWEEP_SECONDS = 30.0
_BLOCK_MS = 1000
_PAUSE_SECONDS = 1.0
_BEGINNING = "0-0"

_logger = logging.getLogger(__name__)


class Relay:
    """Rings for every row when it comes, and again for each that stays."""

    def __init__(self, outbox: Outbox, queue: Queue) -> None:
        self._outbox = outbox
        self._queue = queue
        self._read = dict.fromkeys(outbox.streams(), _BEGINNING)
        self._next_sweep = 0.0

    def run(self, stopping: threading.Event) -> None:
        """Work until asked to stop; a server that is away is waited for."""
        while not stopping.is_set():
            try:
                self.turn(_BLOCK_MS)
            except (StoreAway, RedisError, OSError) as error:
                _logger.warning("a server is away: %s", error)
                self._next_sweep = 0.0
                stopping.wait(_PAUSE_SECONDS)

    def turn(self, block_ms: int) -> int:
        """Sweep if it is time, then wait for new rows and ring for them; how many bells rang."""
        rung = 0
        if time.monotonic() >= self._next_sweep:
            rung += self.sweep()
            self._next_sweep = time.monotonic() + SWEEP_SECONDS
        return rung + sum(self._ring(row) for row in self._outbox.wait(self._read, block_ms))

    def sweep(self) -> int:
        """Ring for every row that stands in an outbox."""
        rung = 0
        for stream in self._outbox.streams():
            rows = self._outbox.pending(stream)
            while rows:
                rung += sum(self._ring(row) for row in rows)
                rows = self._outbox.pending(stream, after=rows[-1].id)
        return rung

    def _ring(self, row: Row) -> bool:
        try:
            rang = ring(self._queue, row)
        except (
            ValueError
        ) as error:  # RQ takes plain ids only: what a later program wrote must not stop the others
            _logger.error("nobody can ring for %s: %s", row, error)
            rang = False
        if _place(row.id) > _place(self._read[row.stream]):
            self._read[row.stream] = row.id
        return rang


def _place(identity: str) -> tuple[int, int]:
    milliseconds, _, number = identity.partition("-")
    return int(milliseconds), int(number)


def main() -> int:
    """Check the servers, then relay until SIGTERM or SIGINT; the exit code."""
    try:
        settings = Settings.from_env()
        logs.set_up("relay", settings.log_level, settings.log_format)
        cache = connect_cache(settings)
        check_servers(connect_log(settings), cache)
    except CannotStart as error:
        sys.stderr.write(f"relay: {error}\n")
        return 2
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    Relay(open_house(settings).outbox, rules_queue(cache)).run(stopping)
    return 0


if __name__ == "__main__":
    sys.exit(main())
