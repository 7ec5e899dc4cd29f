"""Waiting for a match to move: one subscription per process wakes all who wait."""

import logging
import threading
import time
from collections import defaultdict

from redis import RedisError

from referee.store import names
from referee.store.client import Client

_POLL_SECONDS = 1.0  # who waits looks again this often in any case: a lost message must not cost more
_log = logging.getLogger(__name__)


class Waiting:
    """Wakes threads when a match moves. At most ``places`` threads may wait at once."""

    def __init__(self, client: Client, places: int) -> None:
        self._client = client
        self._places = threading.BoundedSemaphore(places)
        self._condition = threading.Condition()
        self._versions: dict[str, int] = defaultdict(int)
        self._waiters: dict[str, int] = defaultdict(int)
        self._thread: threading.Thread | None = None

    def take_place(self) -> bool:
        """Take one of the places for waiting; False when all are taken."""
        return self._places.acquire(blocking=False)

    def give_place(self) -> None:
        """Give the place back."""
        self._places.release()

    def wait(self, matches: list[str], version: int, deadline: float) -> None:
        """Wait until one of the matches is said to be past the version, a while has gone by, or the deadline.

        :param deadline: of ``time.monotonic()``.
        """
        self._listen()
        with self._condition:
            for match in matches:
                self._waiters[match] += 1
            try:
                seconds = min(_POLL_SECONDS, deadline - time.monotonic())
                self._condition.wait_for(
                    lambda: any(self._versions.get(match, 0) > version for match in matches),
                    max(0.0, seconds),
                )
            finally:
                for match in matches:
                    self._waiters[match] -= 1
                    if not self._waiters[match]:
                        del self._waiters[match]
                        self._versions.pop(match, None)

    def _listen(self) -> None:
        with self._condition:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="moved", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                with self._client.pubsub(ignore_subscribe_messages=True) as subscription:
                    subscription.subscribe(names.MOVED_CHANNEL)
                    while True:
                        message = subscription.get_message(timeout=30.0)
                        if message is not None:
                            self._tell(bytes(message["data"]).decode())
            except (RedisError, OSError) as error:
                _log.warning("the subscription broke, waiters look by themselves: %s", error)
                time.sleep(_POLL_SECONDS)

    def _tell(self, message: str) -> None:
        match, _, version = message.partition(" ")
        with self._condition:
            if match in self._waiters:
                self._versions[match] = int(version)
                self._condition.notify_all()
