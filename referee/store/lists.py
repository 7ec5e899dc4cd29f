"""Which matches there are: public ones by status, and each player's own. Written with the append that changes them."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from referee.matches.match import CANCELLED, OPEN, OVER, RUNNING
from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Write

STATUSES = (OPEN, RUNNING, OVER, CANCELLED)


class Listed(NamedTuple):
    """A place in a list, newest first: time of opening (ms), then id."""

    opened_at: int
    match: str


def write_status(match: str, opened_at: int, before: str | None, after: str) -> list[Write]:
    """The writes that move a public match from one status to another."""
    shard = names.shard_of(match)
    writes: list[Write] = [("ZADD", names.listed(shard, after), opened_at, match)]
    if before is not None:
        writes.insert(0, ("ZREM", names.listed(shard, before), match))
    return writes


def write_live(match: str, players: Iterable[str]) -> list[Write]:
    """The writes that give a match to its players."""
    shard = names.shard_of(match)
    return [("SADD", names.live_of(shard, player), match) for player in players]


def write_gone(match: str, player: str) -> Write:
    """The write that takes a match from a player who left."""
    return ("SREM", names.live_of(names.shard_of(match), player), match)


def write_back(match: str, player: str) -> list[Write]:
    """The writes that give a match that runs to a player, also to one whose past it was."""
    shard = names.shard_of(match)
    return [
        ("SREM", names.past_of(shard, player), match),
        ("SADD", names.live_of(shard, player), match),
    ]


def write_past(match: str, players: Iterable[str]) -> list[Write]:
    """The writes that move a match to the past of its players."""
    shard = names.shard_of(match)
    return [
        ("SMOVE", names.live_of(shard, player), names.past_of(shard, player), match) for player in players
    ]


class Lists:
    """The lists of the log server, over all shards."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def public(self, status: str, after: Listed | None, count: int) -> list[Listed]:
        """Public matches of a status, newest first, behind a place of the list."""
        most = "+inf" if after is None else after.opened_at
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for shard in range(names.SHARDS):
                # One more than asked for per equal time: those of `after` itself are dropped below.
                pipe.zrevrangebyscore(
                    names.listed(shard, status), most, "-inf", start=0, num=count + 1, withscores=True
                )
            replies = pipe.execute()
        found = [Listed(int(score), member.decode()) for reply in replies for member, score in reply]
        behind = [place for place in found if after is None or place < after]
        return sorted(behind, reverse=True)[:count]

    def live(self, player: str) -> list[str]:
        """A player's matches that are not over."""
        return self._members(names.live_of, player)

    def past(self, player: str) -> list[str]:
        """A player's matches that are over."""
        return self._members(names.past_of, player)

    def _members(self, name: Callable[[int, str], str], player: str) -> list[str]:
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for shard in range(names.SHARDS):
                pipe.smembers(name(shard, player))
            replies = pipe.execute()
        return sorted(member.decode() for reply in replies for member in reply)
