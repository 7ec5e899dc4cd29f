"""The logs of matches: read, and append in one atomic script."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.matches.chain import Base, Entry
from referee.matches.match import NOWHERE
from referee.metrics import EVENTS, METRICS
from referee.store import names
from referee.store.census import all_matches
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.hearing import Hearing
from referee.store.raw_keys import RawKey, read_bytes
from referee.store.scripts import Argument, Outcome, Scripts, Write
from referee.store.seals import Seals


class Appended(NamedTuple):
    """What became of an append.

    ``kind``: ``appended`` now, ``done`` before, or ``moved``: the log does not end where the caller thought.
    ``version``: of the first event of this append; ``fingerprint``: of the request that made it, if it had one.
    """

    kind: str
    version: int
    fingerprint: str


class Logs:
    """All match logs on the log server."""

    def __init__(self, client: Client, seals: Seals) -> None:
        self._client = client
        self._scripts = Scripts(client)
        self._seals = seals

    def read(self, match: str, after: int = 0, until: int | None = None) -> list[Entry]:
        """The entries after a version, up to and including another."""
        end = "+" if until is None else str(until)
        with store_guard():
            rows = (
                self._client.xrange(names.log(match), f"({after}", end)
                if after
                else self._client.xrange(names.log(match), "-", end)
            )
        return [self._entry(match, identity, fields) for identity, fields in rows]

    def read_with_done(self, match: str, after: int, done_key: bytes) -> tuple[list[Entry], Appended | None]:
        """The entries after a version, and what became of an append before: one round trip."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            pipe.xrange(names.log(match), f"({after}" if after else "-", "+")
            pipe.hget(names.done(match), done_key)
            rows, seen = pipe.execute()
        entries = [self._entry(match, identity, fields) for identity, fields in rows]
        return entries, None if seen is None else _appended(Outcome("done", seen))

    def done(self, match: str, done_key: bytes) -> Appended | None:
        """What became of an append before, or None."""
        with store_guard():
            seen = self._client.hget(names.done(match), done_key)
        return None if seen is None else _appended(Outcome("done", seen))

    def tails(self, matches: Sequence[str]) -> list[Base]:
        """Where each log ends now, in one round trip."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for match in matches:
                pipe.xrevrange(names.log(match), "+", "-", count=1)
            replies = pipe.execute()
        return [_base(*reply[0]) if reply else NOWHERE for reply in replies]

    def heads_at(self, places: Sequence[tuple[str, int]]) -> list[str | None]:
        """The hash at a version of each log, None where the log does not reach it; one round trip."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for match, version in places:
                pipe.xrange(names.log(match), f"{version}-0", f"{version}-0")
            replies = pipe.execute()
        return [_base(*reply[0]).head if reply else None for reply in replies]

    def all_matches(self) -> Iterator[list[str]]:
        """The ids of all matches there are, some at a time, whatever the lists say."""
        return all_matches(self._client)

    def hearing(self) -> Hearing:
        """A subscription to which matches move."""
        return Hearing(self._client)

    def seed(self, match: str) -> bytes | None:
        """The seed of a match in clear, or None where there is no match."""
        with store_guard():
            sealed = self._client.get(names.seed(match))
        return None if sealed is None else self._seals.open(sealed, match)

    def entries_of(self, match: str, log: RawKey) -> list[Entry]:
        """The entries of a log that was read as a raw key."""
        if log.kind != "stream" or not isinstance(log.value, list):
            raise ValueError(f"{log.name} is no log")
        return [
            self._entry(
                match, identity.encode(), {name.encode(): read_bytes(value) for name, value in fields}
            )
            for identity, fields in log.value
        ]

    def open_seed(self, match: str, sealed: RawKey) -> bytes:
        """The seed in clear that was read as a raw key; raises BrokenSeal."""
        return self._seals.open(read_bytes(sealed.value), match)

    def time(self) -> int:
        """The server's clock, in milliseconds since 1970."""
        with store_guard():
            seconds, microseconds = self._client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    def append(
        self,
        match: str,
        after: Base,
        entries: Sequence[Entry],
        done_key: bytes,
        *,
        fingerprint: str = "",
        seed: bytes | None = None,
        also: Sequence[Write] = (),
    ) -> Appended:
        """Append entries if the log still ends at ``after``; the same done-key never appends twice.

        :param done_key: 16 bytes that name this append, however often it is sent.
        :param fingerprint: of the request, kept beside the done-key.
        :param seed: goes in sealed, with MatchOpened.
        :param also: writes to other keys of the same shard, done with the append or not at all.
        """
        writes: list[Write] = [self._write_entry(match, entry) for entry in entries]
        if seed is not None:
            writes.append(("SET", names.seed(match), self._seals.seal(seed, match)))
        version = after.version + 1
        value: Argument = f"{version}:{fingerprint}" if fingerprint else version
        with store_guard():
            outcome = self._scripts.append(
                names.log(match),
                names.done(match),
                done_key,
                value,
                after.version,
                after.head,
                (names.MOVED_CHANNEL, f"{match} {entries[-1].version}"),
                [*writes, *also],
            )
        if outcome.kind == "appended":
            for entry in entries:
                METRICS.count(EVENTS, type=_type_in(entry.text))
        return _appended(outcome)

    def _write_entry(self, match: str, entry: Entry) -> Write:
        fields: list[Argument] = ["e", entry.text, "h", entry.hash]
        if entry.sealed is not None:
            fields += ["s", self._seals.seal(entry.sealed.encode(), f"{match}:{entry.version}")]
        return ("XADD", names.log(match), f"{entry.version}-0", *fields)

    def _entry(self, match: str, identity: bytes, fields: dict[bytes, bytes]) -> Entry:
        version = _version(identity)
        sealed = fields.get(b"s")
        clear = None if sealed is None else self._seals.open(sealed, f"{match}:{version}").decode()
        return Entry(version, fields[b"e"].decode(), fields[b"h"].decode(), clear)


def _type_in(text: str) -> str:
    # Only "v" follows on "type" in the canonical form.
    return text.rpartition('"type":"')[2].partition('"')[0]


def _version(identity: bytes) -> int:
    return int(identity.partition(b"-")[0])


def _base(identity: bytes, fields: dict[bytes, bytes]) -> Base:
    return Base(_version(identity), fields[b"h"].decode())


def _appended(outcome: Outcome) -> Appended:
    version, _, fingerprint = outcome.value.decode().partition(":")
    return Appended(outcome.kind, int(version), fingerprint)
