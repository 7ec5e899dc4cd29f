"""Waiting for a match to move: one subscription per process wakes all who wait."""

import logging
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping

from redis import RedisError

from referee.store import names
from referee.store.client import Client

_POLL_SECONDS = 1.0  # who waits looks again this often in any case: a lost message must not cost more
_MOST_HEARD = 4096  # topics of which the newest message is remembered
_log = logging.getLogger(__name__)


class Waiting:
    """Wakes threads when a match moves. At most ``places`` threads may wait at once."""

    def __init__(self, client: Client, places: int) -> None:
        self._client = client
        self._places = threading.BoundedSemaphore(places)
        self._most_of_one = max(1, places // 2)
        self._held: Counter[str] = Counter()
        self._condition = threading.Condition()
        self._heard: OrderedDict[str, tuple[int, int]] = (
            OrderedDict()
        )  # topic: version, number of the message
        self._messages = 0
        self._waiters: Counter[str] = Counter()
        self._thread: threading.Thread | None = None
        self.is_closed = False  # nobody is held back any more: the process is about to stop

    def close(self) -> None:
        """Wake all who wait, for good: what they have found so far is their answer."""
        with self._condition:
            self.is_closed = True
            self._condition.notify_all()

    def take_place(self, holder: str | None = None) -> bool:
        """Take one of the places for waiting; False when all are taken.

        :param holder: who keeps it for long; nobody holds more than half of the places so.
        """
        self._listen()
        with self._condition:
            if holder is not None and self._held[holder] >= self._most_of_one:
                return False
            if not self._places.acquire(blocking=False):
                return False
            if holder is not None:
                self._held[holder] += 1
            return True

    def give_place(self, holder: str | None = None) -> None:
        """Give the place back."""
        with self._condition:
            if holder is not None:
                self._held[holder] -= 1
                if not self._held[holder]:
                    del self._held[holder]
            self._places.release()

    def tell(self, topic: str, version: int) -> None:
        """Tell all processes that a topic has reached a version; a lost message costs a poll."""
        try:
            self._client.publish(names.MOVED_CHANNEL, f"{topic} {version}")
        except (RedisError, OSError) as error:
            _log.warning("nobody was told of %s: %s", topic, error)

    def mark(self) -> int:
        """Now, for :meth:`wait`: take it before looking, so that no message between looking and waiting is missed."""
        with self._condition:
            return self._messages

    def wait(self, known: Mapping[str, int], since: int, deadline: float) -> None:
        """Wait until a topic is said to be past the version known, a while has gone by, or the deadline.

        :param known: topics (match ids, mostly) and the version of each that the caller has seen.
        :param since: the mark taken before the caller looked: what was said earlier, looking has answered.
        :param deadline: of ``time.monotonic()``.
        """
        seconds = min(_POLL_SECONDS, deadline - time.monotonic())
        with self._condition:
            self._waiters.update(known.keys())
            try:
                self._condition.wait_for(
                    lambda: self.is_closed or self._is_any_past(known, since), max(0.0, seconds)
                )
            finally:
                self._waiters.subtract(known.keys())
                for topic in known:
                    if not self._waiters[topic]:
                        del self._waiters[topic]

    def _is_any_past(self, known: Mapping[str, int], since: int) -> bool:
        for topic, seen in known.items():
            version, number = self._heard.get(topic, (0, 0))
            if version > seen and number > since:
                return True
        return False

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
                            self._hear(bytes(message["data"]).decode())
            except (RedisError, OSError) as error:
                _log.warning("the subscription broke, waiters look by themselves: %s", error)
                time.sleep(_POLL_SECONDS)

    def _hear(self, message: str) -> None:
        topic, _, version = message.partition(" ")
        with self._condition:
            self._messages += 1
            self._heard[topic] = (int(version), self._messages)
            self._heard.move_to_end(topic)
            if len(self._heard) > _MOST_HEARD:
                self._heard.popitem(last=False)
            if topic in self._waiters:
                self._condition.notify_all()
