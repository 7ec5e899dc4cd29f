"""An answer that goes on: server-sent events (WHATWG HTML, section 9.2) until their source ends or nobody reads."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import NamedTuple, Protocol

from referee.store.errors import StoreAway
from referee.store.waiting import Waiting
from referee.strict_json import Json, canonical_text

MEDIA_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
HEARTBEAT = ":\n\n"
_RETRY_MS = 2000  # after which a browser connects again
_AWAY_SECONDS = 1.0  # between two looks at a store that is away
_log = logging.getLogger(__name__)


class Message(NamedTuple):
    """One event of a stream. ``name``: None for an event of a log; ``id``: where the reader can go on, or None."""

    data: Json
    name: str | None = None
    id: str | None = None


class Source(Protocol):
    """What a stream tells."""

    @property
    def is_over(self) -> bool:
        """Is there nothing more to come?"""

    def look(self) -> list[Message]:
        """What is new since the last look, some at a time; nothing if nothing is. Raises StoreAway."""

    def topics(self) -> Mapping[str, int]:
        """What to wait for when nothing is new: topics, and the version of each that was told."""


def write_message(message: Message) -> str:
    """A message as it goes over the wire. Canonical JSON has no line breaks, so the data are one line."""
    name = "" if message.name is None else f"event: {message.name}\n"
    identity = "" if message.id is None else f"id: {message.id}\n"
    return f"{name}{identity}data: {canonical_text(message.data)}\n\n"


class Stream:
    """The body of an answer that goes on.

    It never fails once it has begun, since its status is out: while the store is away it only beats, and after a
    fault of ours it ends, so that the reader comes again where it was.

    :param begun: the messages that come first.
    :param may_go_on: is the reader still let in? Asked before anything is told, and at each heartbeat.
    :param seconds: after which it ends by itself; None: never.
    :param on_close: called once, when nothing more is sent.
    """

    def __init__(
        self,
        waiting: Waiting,
        begun: list[Message],
        source: Source,
        *,
        may_go_on: Callable[[], bool],
        seconds: float | None = None,
        on_close: Callable[[], None],
    ) -> None:
        self._waiting = waiting
        self._begun = begun
        self._source = source
        self._may_go_on = may_go_on
        self._ends = None if seconds is None else time.monotonic() + seconds
        self._on_close = on_close
        self._close_once = threading.Lock()
        self._texts = self._run()

    def __iter__(self) -> Iterator[str]:
        return self._texts

    def close(self) -> None:
        """Stop; the server calls it when the reader has gone, too."""
        self._texts.close()
        self._end()  # a generator that has not begun runs nothing when it is closed

    def _run(self) -> Generator[str, None, None]:
        try:
            yield f"retry: {_RETRY_MS}\n\n" + "".join(map(write_message, self._begun))
            yield from self._go_on()
        except Exception as error:
            fault = secrets.token_hex(8)
            _log.error("fault %s in a stream: %s", fault, error, exc_info=error, extra={"fault": fault})
        finally:
            self._end()

    def _end(self) -> None:
        if self._close_once.acquire(blocking=False):
            self._on_close()

    def _go_on(self) -> Iterator[str]:
        beats = time.monotonic() + HEARTBEAT_SECONDS
        while True:
            mark = self._waiting.mark()
            is_due = time.monotonic() >= beats
            try:
                messages = self._source.look()
                if (messages or is_due) and not self._may_go_on():
                    return
            except StoreAway:
                self._wait({}, mark, min(beats, time.monotonic() + _AWAY_SECONDS))
                messages = []
            if messages or is_due:
                yield "".join(map(write_message, messages)) or HEARTBEAT
                beats = time.monotonic() + HEARTBEAT_SECONDS
            if self._source.is_over or self._must_end():
                return
            if not messages:
                self._wait(self._source.topics(), mark, beats)

    def _wait(self, topics: Mapping[str, int], mark: int, until: float) -> None:
        self._waiting.wait(topics, mark, until if self._ends is None else min(until, self._ends))

    def _must_end(self) -> bool:
        return self._waiting.is_closed or (self._ends is not None and time.monotonic() >= self._ends)
