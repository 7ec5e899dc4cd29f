"""The deadline index: at which matches the referee has to look, and when, whether or not anybody asks for them.

It is written with every append, so that it never says something else than the log; a sweep mends it where it does.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from referee.store import names
from referee.store.census import all_matches
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Scripts, Write


def write_due(match: str, at: int | None) -> Write:
    """The write that says when to look at a match (ms since 1970), or, with None, that there is no need."""
    index = names.due(names.shard_of(match))
    return ("ZREM", index, match) if at is None else ("ZADD", index, at, match)


class Due:
    """The deadline index of the log server, over all shards."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._scripts = Scripts(client)

    def by(self, now: int, most: int) -> list[tuple[int, str]]:
        """What is due by a moment, oldest first: ms since 1970, and the match; one round trip.

        :param most: matches of each shard.
        """
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for shard in range(names.SHARDS):
                pipe.zrangebyscore(names.due(shard), "-inf", now, start=0, num=most, withscores=True)
            replies = pipe.execute()
        return sorted((int(score), member.decode()) for reply in replies for member, score in reply)

    def all(self) -> list[str]:
        """Every match in the index."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for shard in range(names.SHARDS):
                pipe.zrange(names.due(shard), 0, -1)
            replies = pipe.execute()
        return [member.decode() for reply in replies for member in reply]

    def oldest(self) -> int | None:
        """The earliest moment in the index (ms since 1970), or None."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for shard in range(names.SHARDS):
                pipe.zrange(names.due(shard), 0, 0, withscores=True)
            replies = pipe.execute()
        return min((int(score) for reply in replies for _, score in reply), default=None)

    def at(self, match: str) -> int | None:
        """When a match is to be looked at (ms since 1970), or None."""
        with store_guard():
            score = self._client.zscore(names.due(names.shard_of(match)), match)
        return None if score is None else int(score)

    def move(self, match: str, version: int, at: int | None, also: Sequence[Write] = ()) -> bool:
        """Say anew when to look at a match; False, and nothing written, if its log has moved past that version.

        :param also: writes to other keys of the same shard, done with it or not at all.
        """
        with store_guard():
            outcome = self._scripts.write_beside(names.log(match), version, [write_due(match, at), *also])
        return outcome.kind == "written"

    def logs(self) -> Iterator[str]:
        """All matches that have a log, in no order, one after the other."""
        return chain.from_iterable(all_matches(self._client))
