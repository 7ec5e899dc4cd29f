"""The volatile server: snapshots, legal moves, limits. All of it can be lost, and every key has a time to live."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from redis import RedisError

from referee.store import names
from referee.store.client import Client
from referee.store.tally import Tally

_SNAPSHOT_SECONDS = 7 * 24 * 3600
_LEGAL_SECONDS = 24 * 3600
_log = logging.getLogger(__name__)

_TAKE_FROM_BUCKET = """
local now = tonumber(ARGV[1])
local rate, burst = tonumber(ARGV[2]), tonumber(ARGV[3])
local held = redis.call('HMGET', KEYS[1], 'n', 'at')
local tokens = math.min(burst, (tonumber(held[1]) or burst) + (now - (tonumber(held[2]) or now)) * rate / 1000)
local taken = 0
if tokens >= 1 then tokens = tokens - 1; taken = 1 end
redis.call('HSET', KEYS[1], 'n', tostring(tokens), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return {taken, tostring(tokens)}
"""


class Cache:
    """What may be kept to be quick; when the server is away everything is computed anew."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.tally = Tally(client)
        self._take = client.register_script(_TAKE_FROM_BUCKET)

    def snapshot(self, match: str) -> Mapping[str, Any] | None:
        """The newest snapshot of a match."""
        found = self._get(names.snapshot(match))
        return found if isinstance(found, dict) else None

    def keep_snapshot(self, match: str, snapshot: Mapping[str, Any]) -> None:
        """Keep a snapshot."""
        self._set(names.snapshot(match), json.dumps(snapshot, separators=(",", ":")), _SNAPSHOT_SECONDS)

    def legal_moves(self, match: str, version: int, seat: int) -> Any | None:
        """The legal moves of a seat at a version, if a worker has listed them."""
        return self._get(names.legal(match, version, seat))

    def keep_legal_moves(self, match: str, version: int, seat: int, moves: Any) -> None:
        """Keep the legal moves of a seat at a version, and tell who waits for them."""
        self._set(names.legal(match, version, seat), json.dumps(moves, separators=(",", ":")), _LEGAL_SECONDS)

    def read(self, name: str) -> Any | None:
        """What was kept under a name, or None."""
        return self._get(name)

    def write(self, name: str, value: Any, seconds: int) -> None:
        """Keep something under a name for a while."""
        self._set(name, json.dumps(value, separators=(",", ":")), seconds)

    def forget(self, name: str) -> None:
        """Keep it no more."""
        try:
            self._client.delete(name)
        except (RedisError, OSError) as error:
            _log.warning("the volatile server is away: %s", error)

    def count(self, name: str, seconds: int) -> None:
        """Add one to a count that is kept for a while after its last change."""
        try:
            pipe = self._client.pipeline(transaction=True)
            pipe.incr(name)
            pipe.expire(name, seconds)
            pipe.execute()
        except (RedisError, OSError) as error:
            _log.warning("the volatile server is away: %s", error)

    def take_token(self, bucket: str, now_ms: int, rate: float, burst: int) -> tuple[bool, float] | None:
        """Take one token from a bucket: whether there was one, and how many are left; None when away.

        :param rate: tokens that come back per second; ``burst``: how many the bucket holds.
        """
        try:
            taken, left = self._take([names.bucket(bucket)], [now_ms, rate, burst])
        except (RedisError, OSError) as error:
            _log.warning("the volatile server is away: %s", error)
            return None
        return bool(taken), float(left)

    def is_there(self) -> bool:
        """Does the server answer?"""
        try:
            return bool(self._client.ping())
        except (RedisError, OSError):
            return False

    def _get(self, name: str) -> Any | None:
        try:
            found: bytes | None = self._client.get(name)
        except (RedisError, OSError) as error:
            _log.warning("the volatile server is away: %s", error)
            return None
        try:
            return None if found is None else json.loads(found)
        except ValueError:
            _log.warning("what the volatile server holds as %s cannot be read, and is not used", name)
            return None

    def _set(self, name: str, value: str, seconds: int) -> None:
        try:
            self._client.set(name, value, ex=seconds)
        except (RedisError, OSError) as error:
            _log.warning("the volatile server is away: %s", error)
