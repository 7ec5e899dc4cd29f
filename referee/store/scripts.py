"""The Lua scripts that write: all or nothing, and never twice."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.store.client import Client

Argument = str | bytes | int
Write = tuple[Argument, ...]  # a command, its key, its arguments: ("XADD", "key", "*", "field", "value")

# Writes travel flat: the number of words, the command, the place of its key in KEYS, the other words.
_RUN_WRITES = """
local function run(at)
  while ARGV[at] do
    local n = tonumber(ARGV[at])
    local words = {}
    for i = 1, n do words[i] = ARGV[at + i] end
    words[2] = KEYS[tonumber(words[2])]
    redis.call(unpack(words))
    at = at + n + 1
  end
end
"""

# XADD takes any higher id: only this look at all entries, before the first write, keeps a log without gaps.
_CHECK_VERSIONS = """
local function check_versions(at, version)
  while ARGV[at] do
    if ARGV[at + 1] == 'XADD' and ARGV[at + 2] == '1' then
      version = version + 1
      if ARGV[at + 3] ~= version .. '-0' then return 'GAP expected ' .. version .. '-0, got ' .. ARGV[at + 3] end
    end
    at = at + tonumber(ARGV[at]) + 1
  end
end
"""

# KEYS: log, done, others. ARGV: done-key, its value, version, head, channel, message, writes.
# The done-key comes first: a library that sends the same append again must hear what became of it.
_APPEND = (
    _CHECK_VERSIONS
    + _RUN_WRITES
    + """
local seen = redis.call('HGET', KEYS[2], ARGV[1])
if seen then return {'done', seen} end
local version, head = 0, string.rep('0', 64)
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last then
  version = tonumber(string.match(last[1], '^(%d+)'))
  for i = 1, #last[2], 2 do if last[2][i] == 'h' then head = last[2][i + 1] end end
end
if version ~= tonumber(ARGV[3]) or head ~= ARGV[4] then return {'moved', tostring(version)} end
local gap = check_versions(7, version)
if gap then return redis.error_reply(gap) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
run(7)
redis.call('PUBLISH', ARGV[5], ARGV[6])
return {'appended', ARGV[2]}
"""
)

# KEYS: log, others. ARGV: version, writes. What goes with no event, but only as long as the log has not moved on.
_BESIDE = (
    _RUN_WRITES
    + """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version = last and string.match(last[1], '^(%d+)') or '0'
if version ~= ARGV[1] then return {'moved', version} end
run(2)
return {'written', version}
"""
)

# KEYS: the idempotency key, a set that must not be full, the guards (keys that must not exist yet), others.
# ARGV: fingerprint, seconds to keep, how many make the set full (0: there is none), number of guards, writes.
_RECORD = (
    _RUN_WRITES
    + """
local seen = redis.call('GET', KEYS[1])
if seen then return {'done', seen} end
local most, guards = tonumber(ARGV[3]), tonumber(ARGV[4])
for i = 1, guards do
  if redis.call('EXISTS', KEYS[2 + i]) == 1 then return {'taken', KEYS[2 + i]} end
end
if most > 0 and redis.call('SCARD', KEYS[2]) >= most then return {'full', KEYS[2]} end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
run(5)
return {'recorded', ARGV[1]}
"""
)


class Outcome(NamedTuple):
    """What a script says: ``appended``/``recorded``/``written``, ``done``, ``moved``, ``taken``, ``full``; and the value beside it."""

    kind: str
    value: bytes


class Scripts:
    """The scripts, registered on one connection pool."""

    def __init__(self, client: Client) -> None:
        self._append = client.register_script(_APPEND)
        self._beside = client.register_script(_BESIDE)
        self._record = client.register_script(_RECORD)

    def append(
        self,
        log: str,
        done: str,
        done_key: bytes,
        done_value: Argument,
        version: int,
        head: str,
        publish: tuple[str, str],
        writes: Sequence[Write],
    ) -> Outcome:
        """Append to a log exactly once, if it still ends at that version and head."""
        keys, words = _pack([log, done], writes)
        return _outcome(self._append(keys, [done_key, done_value, version, head, *publish, *words]))

    def write_beside(self, log: str, version: int, writes: Sequence[Write]) -> Outcome:
        """Write to keys of a log's own slot if the log still ends at that version."""
        keys, words = _pack([log], writes)
        return _outcome(self._beside(keys, [version, *words]))

    def record(
        self,
        idempotency: str,
        fingerprint: str,
        seconds: int,
        guards: Sequence[str],
        writes: Sequence[Write],
        limit: tuple[str, int] | None = None,
    ) -> Outcome:
        """Write records exactly once, if none of the guards exists.

        :param limit: a set, and how many members it may have before the writes add one.
        """
        limited, most = limit or (idempotency, 0)
        keys, words = _pack([idempotency, limited, *guards], writes)
        return _outcome(self._record(keys, [fingerprint, seconds, most, len(guards), *words]))


def _pack(keys: list[str], writes: Sequence[Write]) -> tuple[list[str], list[Argument]]:
    words: list[Argument] = []
    for command, key, *rest in writes:
        name = str(key)
        if name not in keys:
            keys.append(name)
        words += [2 + len(rest), command, keys.index(name) + 1, *rest]
    return keys, words


def _outcome(reply: Any) -> Outcome:
    kind, value = reply
    return Outcome(bytes(kind).decode(), bytes(value))
