"""Connections to the two servers, and what they must promise before anything is written.

`log` (`REDIS_URL`) keeps the truth: every acknowledged write is on its disk. `volatile` (`CACHE_URL`)
keeps queues, snapshots and lists; losing it loses nothing.
"""

import re
import time

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import AuthenticationError, ConnectionError, RedisError, ResponseError, TimeoutError
from redis.retry import Retry

from referee.settings import CannotStart, Settings
from referee.store import names

OLDEST_VERSION = (6, 2)
LOG_CONFIG = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
VOLATILE_CONFIG = {"maxmemory-policy": "volatile-ttl"}

# Resending is safe: every append carries its done-key, everything else overwrites with the same.
_LOG_ATTEMPTS = 4
_VOLATILE_ATTEMPTS = 2
_FIRST_WAIT, _LONGEST_WAIT = 0.02, 0.25  # seconds between attempts
_CONNECT_TIMEOUT = 2.0
_REPLY_TIMEOUT = 5.0
_HEALTH_CHECK = 30


class WrongServer(CannotStart):
    """A server does not promise what the referee needs, or does not answer."""


def connect_log(settings: Settings) -> Redis:
    """Make the client of the log server; it connects at its first command."""
    return connect(settings.redis_url, attempts=_LOG_ATTEMPTS)


def connect_cache(settings: Settings) -> Redis:
    """Make the client of the volatile server; it gives up sooner, since all of it can be done without."""
    return connect(settings.cache_url, attempts=_VOLATILE_ATTEMPTS)


def connect(url: str, attempts: int = _VOLATILE_ATTEMPTS) -> Redis:
    """Make a client: the one place that decides how the referee speaks to Redis.

    Answers are bytes, the protocol is RESP2, and a command is sent again after a broken connection.

    :param url: ``redis://``, ``rediss://`` or ``unix://``.
    :param attempts: how often a command is tried before the error comes out.
    """
    client: Redis = Redis.from_url(
        url,
        protocol=2,
        decode_responses=False,
        retry=Retry(ExponentialBackoff(cap=_LONGEST_WAIT, base=_FIRST_WAIT), attempts - 1),
        socket_timeout=_REPLY_TIMEOUT,
        socket_connect_timeout=_CONNECT_TIMEOUT,
        health_check_interval=_HEALTH_CHECK,
    )
    return client


def check_servers(log: Redis, cache: Redis) -> None:
    """Check both servers, and that they are two.

    :raises WrongServer: naming the variable and the line of configuration.
    """
    check_log_server(log)
    check_cache_server(cache)
    if log.info("server")["run_id"] == cache.info("server")["run_id"]:
        raise WrongServer("CACHE_URL: names the log server; the volatile server must be another one")


def check_log_server(client: Redis) -> None:
    """Check that what the log server acknowledges is on its disk, and that it never evicts.

    :raises WrongServer: naming each wrong line of its configuration.
    """
    _check("REDIS_URL", "log", client, LOG_CONFIG)
    if client.exists(names.RESTORING):
        raise WrongServer("REDIS_URL: a restore into this server was interrupted; run it again to its end")


def check_empty_log_server(client: Redis) -> None:
    """Check a log server into which a backup may go: empty, or left half full by a restore that was interrupted.

    :raises WrongServer: naming what is wrong.
    """
    _check("REDIS_URL", "log", client, LOG_CONFIG)
    if client.dbsize() and not client.exists(names.RESTORING):
        raise WrongServer(
            f"REDIS_URL: the server holds {client.dbsize()} keys; a backup is restored into an empty one only"
        )


def check_cache_server(client: Redis) -> None:
    """Check that the volatile server evicts only what has a time to live, so that queues stay.

    :raises WrongServer: naming each wrong line of its configuration.
    """
    _check("CACHE_URL", "volatile", client, VOLATILE_CONFIG)


def holds_anything(client: Redis) -> bool:
    """Does the server hold any key at all?"""
    return bool(client.dbsize())


def clock_difference(client: Redis) -> int:
    """Measure how far our clock is ahead of the server's, in milliseconds (negative: behind)."""
    before = time.time()
    seconds, microseconds = client.time()
    middle = (before + time.time()) / 2
    return round((middle - seconds) * 1000 - microseconds / 1000)


def _check(variable: str, role: str, client: Redis, required: dict[str, str]) -> None:
    try:
        version = str(client.info("server").get("redis_version", "0"))
        found = {name: client.config_get(name).get(name) for name in required}
    except AuthenticationError as error:
        raise WrongServer(f"{variable}: the server refuses the password: {error}") from error
    except (ConnectionError, TimeoutError) as error:
        raise WrongServer(f"{variable}: no server answers at {_address(client)}: {error}") from error
    except ResponseError as error:
        raise WrongServer(
            f"{variable}: INFO and CONFIG GET must be allowed to check the server: {error}"
        ) from error
    except RedisError as error:
        raise WrongServer(f"{variable}: {error}") from error
    if _version(version) < OLDEST_VERSION:
        raise WrongServer(f"{variable}: the server is version {version}, the referee needs 6.2 or newer")
    wrong = [(name, value, found[name]) for name, value in required.items() if found[name] != value]
    if wrong:
        lines = "; ".join(f"`{name} {value}` is needed, it is `{now}`" for name, value, now in wrong)
        raise WrongServer(f"{variable}: the {role} server's configuration is wrong: {lines}")


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:2])


def _address(client: Redis) -> str:
    known = client.connection_pool.connection_kwargs
    return str(known.get("path") or f"{known.get('host')}:{known.get('port')}")
