"""Which matches there are at all, found by looking at every key: for what must not rely on any list."""

import re
from collections.abc import Iterator

from referee.matches.events import ID
from referee.store.client import Client
from referee.store.errors import store_guard

_AT_ONCE = 1000
_LOG = re.compile(rf"\{{s\d\d\}}:m:({ID})\Z".encode())


def all_matches(client: Client) -> Iterator[list[str]]:
    """The ids of all matches, some at a time; one that is opened meanwhile may be missing, none comes twice."""
    seen: set[str] = set()
    cursor = 0
    while True:
        with store_guard():
            cursor, keys = client.scan(cursor, match="{s*}:m:*", count=_AT_ONCE)
        found = {match[1].decode() for key in keys if (match := _LOG.match(key))} - seen
        if found:
            seen |= found
            yield sorted(found)
        if not cursor:
            return
