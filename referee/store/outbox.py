"""The outbox: what remains to be done after an append. A row stays until its job has finished."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Write

MOVED, SCORE, REVOKE, JOINED, LETTER = "moved", "score", "revoke", "joined", "letter"
_READ_AT_ONCE = 200


class Row(NamedTuple):
    """One thing to do. ``stream`` and ``id`` say where it stands; ``kind`` what; ``subject`` for which match or player."""

    stream: str
    id: str
    kind: str
    subject: str
    version: int
    extra: str


def write_row(stream: str, kind: str, subject: str, version: int = 0, extra: str = "") -> Write:
    """The write that adds a row, to go with an append."""
    words: list[str | int] = ["k", kind, "o", subject, "v", version]
    if extra:
        words += ["x", extra]
    return ("XADD", stream, "*", *words)


class Outbox:
    """All outbox streams of the log server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def streams(self) -> list[str]:
        """The names of all streams: one per shard, and the accounts'."""
        return [*(names.outbox(shard) for shard in range(names.SHARDS)), names.ACCOUNTS_OUTBOX]

    def wait(self, after: Mapping[str, str], milliseconds: int) -> list[Row]:
        """Wait for rows behind the places read so far; an empty list when the time is up."""
        with store_guard():
            found = self._client.xread(dict(after), count=_READ_AT_ONCE, block=milliseconds)
        return [row for stream, rows in found or () for row in _rows(_text(stream), rows)]

    def pending(self, stream: str, after: str = "-") -> list[Row]:
        """The rows of a stream that are not done, oldest first, some at a time."""
        least = after if after == "-" else f"({after}"
        with store_guard():
            return _rows(stream, self._client.xrange(stream, least, "+", count=_READ_AT_ONCE))

    def finish(self, row_stream: str, row_id: str) -> None:
        """Take a row away: its job has finished."""
        with store_guard():
            self._client.xdel(row_stream, row_id)


def _rows(stream: str, rows: Sequence[tuple[bytes, Mapping[bytes, bytes]]]) -> list[Row]:
    return [
        Row(
            stream,
            _text(identity),
            _text(fields[b"k"]),
            _text(fields[b"o"]),
            int(fields[b"v"]),
            _text(fields.get(b"x", b"")),
        )
        for identity, fields in rows
    ]


def _text(raw: bytes | str) -> str:
    return raw if isinstance(raw, str) else raw.decode()
