"""What can go wrong with a server, in our words."""

from collections.abc import Iterator
from contextlib import contextmanager

import redis


class StoreAway(Exception):
    """The log server does not answer, or not as it must. Whether a write ran is not known: repeat it."""


@contextmanager
def store_guard() -> Iterator[None]:
    """Turn every fault of Redis into StoreAway."""
    try:
        yield
    except (redis.RedisError, OSError) as error:
        raise StoreAway(str(error)) from error
