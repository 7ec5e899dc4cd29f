"""Fill an empty log server; until all of it is there, nothing else may start on it."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.raw_keys import read_bytes, write_entry
from referee.store.scripts import Write

_AT_ONCE = 500  # commands in one round trip


def queued_writes(shard: int, rows: Sequence[Any]) -> list[tuple[tuple[int, int], Write]]:
    """What writes rows of an outbox, each with its age; raises ValueError, TypeError for what is none."""
    found = []
    for row in rows:
        milliseconds, _, number = row[0].partition("-")
        found.append(((int(milliseconds), int(number)), write_entry(names.outbox(shard), row)))
    return found


def later_writes(shard: int, later: Sequence[Any]) -> list[Write]:
    """What writes that something is to be looked at later; raises ValueError, TypeError for what is none."""
    return [("ZADD", names.later(shard), int(score), read_bytes(member)) for member, score in later]


class Filling:
    """Writes many keys, in few round trips, under a mark that is taken away at the end.

    What an interrupted filling left is cleared away at the start of the next.

    :param mark: the key that says so.
    """

    def __init__(self, client: Client, mark: str) -> None:
        self._client = client
        self._mark = mark
        self._writes: list[Write] = []
        self._queued: list[tuple[tuple[int, int], Write]] = []

    def __enter__(self) -> Self:
        with store_guard():
            if self._client.exists(self._mark):
                self._client.flushall()
            self._client.set(self._mark, "1")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            # Rows go in by their age, whatever match each is about: a stream takes them in no other order.
            self.write([write for _, write in sorted(self._queued, key=lambda row: row[0])])
            self._flush()
            with store_guard():
                self._client.delete(self._mark)

    def write(self, writes: Sequence[Write]) -> None:
        """Write some commands, soon."""
        self._writes += writes
        if len(self._writes) >= _AT_ONCE:
            self._flush()

    def keep_queued(self, shard: int, rows: Sequence[Any], later: Sequence[Any]) -> None:
        """Write rows of an outbox, and what is to be looked at later, at the end."""
        self._queued += queued_writes(shard, rows)
        self.write(later_writes(shard, later))

    def _flush(self) -> None:
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for write in self._writes:
                pipe.execute_command(*write)
            pipe.execute()
        self._writes = []
