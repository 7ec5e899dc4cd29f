"""The byte-exact hash chain of a log (design section 4)."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from referee.matches.events import Event, check_event, write_event

GENESIS = "0" * 64  # the hash "before version 1"


class Base(NamedTuple):
    """A place in a log: the number of events up to it, and the hash of the last."""

    version: int
    head: str


class Entry(NamedTuple):
    """One entry of a log: its version, the exact text of the event, its hash, and what is sealed beside it."""

    version: int
    text: str
    hash: str
    sealed: str | None = None

    @property
    def base(self) -> Base:
        """The place in the log that this entry makes."""
        return Base(self.version, self.hash)


def link(previous: str, text: str) -> str:
    """The hash of an event after another.

    :param previous: lower-case hex of the hash before.
    :param text: the exact text of the event.
    """
    return hashlib.sha256(b"\0" + bytes.fromhex(previous) + text.encode("utf-8")).hexdigest()


def chain(after: Base, events: Iterable[Event], secrets: Iterable[str | None] = ()) -> list[Entry]:
    """Write events as the entries that follow a place in the log.

    :raises MalformedEvent: rather than write what no verifier would read.
    """
    entries: list[Entry] = []
    version, head = after
    beside = iter(secrets)
    for event in events:
        check_event(event)
        text = write_event(event)
        version, head = version + 1, link(head, text)
        entries.append(Entry(version, text, head, next(beside, None)))
    return entries
