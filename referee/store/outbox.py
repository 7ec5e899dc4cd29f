"""The outbox: what remains to be done after an append. A row stays until its job has finished."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Write

MOVED, SCORE, REVOKE, JOINED, LETTER = "moved", "score", "revoke", "joined", "letter"
HOURS, SEATED = "hours", "seated"  # nightly hours: a player set them, or took a seat where they may count
_READ_AT_ONCE = 200
_MOST_PARKED = 1000  # of each stream

# KEYS: what is to be looked at later, the outbox. ARGV: now in ms. A member is ``kind match version extra``.
_WAKE = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
for _, member in ipairs(due) do
  local kind, subject, version, extra = string.match(member, '^(%S+) (%S+) (%S+) (%S+)$')
  redis.call('XADD', KEYS[2], '*', 'k', kind, 'o', subject, 'v', version, 'x', extra)
  redis.call('ZREM', KEYS[1], member)
end
return #due
"""


class Row(NamedTuple):
    """One thing to do. ``stream`` and ``id`` say where it stands; ``kind`` what; ``subject`` for which match or player."""

    stream: str
    id: str
    kind: str
    subject: str
    version: int
    extra: str


class LetterRow(NamedTuple):
    """The extra of a row that asks for a letter: ``what``, to which ``seat`` (or invitation), to whom (or "")."""

    what: str
    seat: str
    player: str

    def __str__(self) -> str:
        return ":".join(part for part in self if part)


def read_letter_row(row: Row) -> LetterRow:
    """What letter a row asks for."""
    what, _, rest = row.extra.partition(":")
    seat, _, player = rest.partition(":")
    return LetterRow(what, seat, player)


def write_row(stream: str, kind: str, subject: str, version: int = 0, extra: str = "") -> Write:
    """The write that adds a row, to go with an append."""
    words: list[str | int] = ["k", kind, "o", subject, "v", version]
    if extra:
        words += ["x", extra]
    return ("XADD", stream, "*", *words)


def write_later(shard: int, at: int, subject: str, version: int, extra: str) -> Write:
    """The write that makes a row for a letter at a time to come (ms since 1970)."""
    return ("ZADD", names.later(shard), at, f"{LETTER} {subject} {version} {extra}")


class Outbox:
    """All outbox streams of the log server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._wake = client.register_script(_WAKE)

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

    def add(self, row: Write) -> None:
        """Write a row that goes with no append."""
        with store_guard():
            self._client.execute_command(*row)

    def park(self, row: Row, why: str, now: int) -> None:
        """Give a row up, and keep it beside its stream for the operator to see."""
        fields: dict[str, str | int] = {
            "k": row.kind,
            "o": row.subject,
            "v": row.version,
            "x": row.extra,
            "why": why,
            "at": now,
        }
        with store_guard():
            pipe = self._client.pipeline(transaction=True)
            pipe.xadd(names.parked(row.stream), fields, maxlen=_MOST_PARKED, approximate=True)
            pipe.xdel(row.stream, row.id)
            pipe.execute()

    def wake(self, now: int) -> int:
        """Turn what was to be looked at by now into rows; how many."""
        woken = 0
        for shard in range(names.SHARDS):
            with store_guard():
                woken += int(self._wake([names.later(shard), names.outbox(shard)], [now]))
        return woken

    def waiting(self, most: int = _READ_AT_ONCE) -> tuple[dict[str, tuple[int, int | None]], int]:
        """How many rows of each kind wait, and since when the oldest does (ms); how many rows were given up.

        :param most: rows of each stream that are looked at.
        """
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for stream in self.streams():
                pipe.xrange(stream, "-", "+", count=most)
                pipe.xlen(names.parked(stream))
            replies = pipe.execute()
        found: dict[str, tuple[int, int | None]] = {}
        for row in (row for rows in replies[::2] for row in _rows("", rows)):
            count, since = found.get(row.kind, (0, None))
            written = int(row.id.partition("-")[0])
            found[row.kind] = count + 1, written if since is None else min(since, written)
        return found, sum(replies[1::2])

    def finish(self, row_stream: str, row_id: str) -> None:
        """Take a row away: its job has finished."""
        with store_guard():
            self._client.xdel(row_stream, row_id)


def _rows(stream: str, rows: Sequence[tuple[bytes, Mapping[bytes, bytes]]]) -> list[Row]:
    return [
        Row(
            stream,
            _text(identity),
            _text(fields.get(b"k", b"unknown")),
            _text(fields.get(b"o", b"")),
            int(fields.get(b"v", 0)),
            _text(fields.get(b"x", b"")),
        )
        for identity, fields in rows
    ]


def _text(raw: bytes | str) -> str:
    return raw if isinstance(raw, str) else raw.decode()
