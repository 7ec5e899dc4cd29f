"""The clock's heartbeat, and the outages that its silence shows."""

from typing import NamedTuple

from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard

_MOST_KEPT = 100  # outages, the newest

# KEYS: the last beat, the outages. ARGV: now in ms, the longest silence that is none, how many outages are kept.
# One script: several clock processes find an outage once.
_BEAT = """
local last, now = tonumber(redis.call('GET', KEYS[1]) or ''), tonumber(ARGV[1])
if not last or now > last then redis.call('SET', KEYS[1], ARGV[1]) end
if last and now - last > tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], ARGV[1], string.format('%.0f-%.0f', last, now))
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - tonumber(ARGV[3]))
  return 1
end
return 0
"""


class Outage(NamedTuple):
    """A time in which the service was away: from its last beat to the next one, in ms since 1970."""

    start: int
    end: int


class Beats:
    """The heartbeat of the clock processes on the log server: whoever of them writes it."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._beat = client.register_script(_BEAT)

    def beat(self, now: int, longest_silence: int) -> bool:
        """Write a beat; True if the silence before it was an outage, which is kept then.

        :param now: milliseconds since 1970.
        :param longest_silence: milliseconds between two beats that are no outage.
        """
        with store_guard():
            return bool(self._beat([names.CLOCK_BEAT, names.OUTAGES], [now, longest_silence, _MOST_KEPT]))

    def outages(self, since: int) -> list[Outage]:
        """The outages that ended after a moment (ms since 1970), oldest first."""
        with store_guard():
            found = self._client.zrangebyscore(names.OUTAGES, f"({since}", "+inf")
        return [_outage(member.decode()) for member in found]


def _outage(text: str) -> Outage:
    start, _, end = text.partition("-")
    return Outage(int(start), int(end))
