"""The relay: waits on the outbox and rings for its rows. Truth is the row; RQ is a doorbell that may be lost."""

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from redis.exceptions import RedisError
from rq import Queue

from referee import logs
from referee.now import now_ms
from referee.service.checkpoints import SECONDS as CHECKPOINT_SECONDS
from referee.service.checkpoints import Keeper, refuse_shortfalls, witnesses_of
from referee.service.house import House, open_house
from referee.settings import CannotStart, Settings
from referee.store.checkpoints import Checkpoints
from referee.store.client import Client
from referee.store.errors import StoreAway
from referee.store.mailboxes import Mailboxes
from referee.store.outbox import LETTER, MOVED, Outbox, Row, read_letter_row
from referee.store.servers import check_servers, connect_cache, connect_log
from referee.store.tally import Pusher
from workers.jobs import MAIL, RULES, mail_queue, queue_of, ring, rules_queue

SWEEP_SECONDS = 30.0
MOST_QUEUED = 50  # short jobs; beyond that, moves wait in the outbox, where newer ones overtake them
_HELD_SECONDS = 1.0  # until moves that were held back are looked at again
_BLOCK_MS = 1000
_PAUSE_SECONDS = 1.0
_LAST_LOOK_SECONDS = 0.1  # in which what was told a moment ago still comes in
_BEGINNING = "0-0"

_logger = logging.getLogger(__name__)


class Relay:
    """Rings for every row when it comes, and again for each that stays."""

    def __init__(
        self,
        outbox: Outbox,
        mailboxes: Mailboxes,
        queues: Mapping[str, Queue],
        clock: Callable[[], int],
    ) -> None:
        self._outbox = outbox
        self._mailboxes = mailboxes
        self._queues = queues
        self._clock = clock
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
            self._next_sweep = time.monotonic() + SWEEP_SECONDS
            rung += self.sweep()
        return rung + self._ring_all(self._outbox.wait(self._read, block_ms))

    def sweep(self) -> int:
        """Ring for every row that stands in an outbox, and for what was to be looked at by now."""
        rung = 0
        self._outbox.wake(self._clock())
        for stream in self._outbox.streams():
            rows = self._outbox.pending(stream)
            while rows:
                rung += self._ring_all(rows)
                rows = self._outbox.pending(stream, after=rows[-1].id)
        return rung

    def _ring_all(self, rows: Sequence[Row]) -> int:
        rows = self._without_overtaken(rows)
        is_behind = self._queues[RULES].count > MOST_QUEUED
        readers = {row: read_letter_row(row).player for row in rows if row.kind == LETTER}
        reachable = self._mailboxes.who_has_one({player for player in readers.values() if player})
        rung = 0
        for row in rows:
            if readers.get(row) and readers[row] not in reachable:
                self._outbox.finish(row.stream, row.id)  # a bot's, mostly: no job is needed to see that
                self._note(row)
            elif is_behind and row.kind == MOVED:
                self._hold(row)
            else:
                rung += self._ring(row)
        return rung

    def _without_overtaken(self, rows: Sequence[Row]) -> list[Row]:
        """Take away the moves of a match that a newer one follows: whoever does the newest has done them all."""
        newest = {row.subject: row for row in rows if row.kind == MOVED}
        kept = []
        for row in rows:
            if row.kind == MOVED and newest[row.subject] is not row:
                self._outbox.finish(row.stream, row.id)
                self._note(row)
            else:
                kept.append(row)
        return kept

    def _hold(self, row: Row) -> None:
        """Leave a row in the outbox while the workers are behind, and look at it again soon."""
        self._note(row)
        self._next_sweep = min(self._next_sweep, time.monotonic() + _HELD_SECONDS)

    def _ring(self, row: Row) -> bool:
        try:
            rang = ring(self._queues[queue_of(row)], row)
        except (
            ValueError
        ) as error:  # RQ takes plain ids only: what a later program wrote must not stop the others
            _logger.error("nobody can ring for %s: %s", row, error)
            rang = False
        self._note(row)
        return rang

    def _note(self, row: Row) -> None:
        if _place(row.id) > _place(self._read[row.stream]):
            self._read[row.stream] = row.id


def _place(identity: str) -> tuple[int, int]:
    milliseconds, _, number = identity.partition("-")
    return int(milliseconds), int(number)


def relay_of(house: House, cache: Client, clock: Callable[[], int] = now_ms) -> Relay:
    """A relay between the outbox of a house and the queues of a volatile server."""
    queues = {RULES: rules_queue(cache), MAIL: mail_queue(cache)}
    return Relay(house.outbox, house.mailboxes, queues, clock)


def keep_checkpoints(house: House, checkpoints: Checkpoints, stopping: threading.Event) -> None:
    """Note how far logs have come until asked to stop, and once more then; what is away is waited for."""
    keeper = Keeper(house, checkpoints)
    is_last = False
    while not is_last:
        is_last = stopping.is_set()
        try:
            keeper.turn(_LAST_LOOK_SECONDS if is_last else CHECKPOINT_SECONDS)
        except (StoreAway, OSError) as error:
            _logger.warning("no checkpoints for now: %s", error)
            stopping.wait(_PAUSE_SECONDS)
    keeper.close()


def main() -> int:
    """Check the servers, then relay until SIGTERM or SIGINT; the exit code."""
    try:
        settings = Settings.from_env()
        logs.set_up("relay", settings.log_level, settings.log_format)
        cache = connect_cache(settings)
        check_servers(connect_log(settings), cache)
        house = open_house(settings)
        checkpoints = Checkpoints(settings.checkpoints) if settings.checkpoints else None
        if checkpoints is not None:
            refuse_shortfalls(house.logs, witnesses_of(checkpoints))
    except (CannotStart, StoreAway) as error:
        sys.stderr.write(f"relay: {error}\n")
        return 2
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    keeping = None
    if checkpoints is not None:
        keeping = threading.Thread(
            target=keep_checkpoints, args=(house, checkpoints, stopping), name="checkpoints"
        )
        keeping.start()
    with Pusher(house.cache.tally, "relay"):
        relay_of(house, cache).run(stopping)
    if keeping is not None:
        keeping.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
