"""Names of keys: a shard tag holds a match's log, its outbox and its lists in one slot (design section 4)."""

import binascii

SHARDS = 64
ACCOUNTS = "{acc}"  # accounts, keys and tokens stand in one slot: their indexes are written with them
MOVED_CHANNEL = "moved"


def shard_of(match: str) -> int:
    """The shard of a match: CRC16 (the one of Redis Cluster) of its id, modulo 64."""
    return binascii.crc_hqx(match.encode(), 0) % SHARDS


def tag(shard: int) -> str:
    """The hash tag of a shard."""
    return f"{{s{shard:02d}}}"


def _of_match(match: str, kind: str) -> str:
    return f"{tag(shard_of(match))}:m:{match}{kind}"


def log(match: str) -> str:
    """The stream of a match's events."""
    return _of_match(match, "")


def done(match: str) -> str:
    """The hash of what was appended already: done-key to version."""
    return _of_match(match, ":done")


def seed(match: str) -> str:
    """The sealed seed of a match."""
    return _of_match(match, ":seed")


def invited(match: str) -> str:
    """Who was invited to a match by letter: number to record."""
    return _of_match(match, ":invited")


def sent(match: str) -> str:
    """Which letters of a match were handed over: ``what:seat`` to version."""
    return _of_match(match, ":sent")


def later(shard: int) -> str:
    """The sorted set of what is to be looked at later, by ms since 1970."""
    return f"{tag(shard)}:later"


def due(shard: int) -> str:
    """The sorted set of matches by when the referee has to look at them, in ms since 1970."""
    return f"{tag(shard)}:due"


def parked(stream: str) -> str:
    """The stream of rows that were given up, beside an outbox stream."""
    return f"{stream.partition(':')[0]}:parked"


def outbox(shard: int) -> str:
    """The outbox stream of a shard."""
    return f"{tag(shard)}:outbox"


def listed(shard: int, status: str) -> str:
    """The sorted set of public matches of one status, by time of opening."""
    return f"{tag(shard)}:list:{status}"


def live_of(shard: int, player: str) -> str:
    """The set of a player's matches in a shard that are not over."""
    return f"{tag(shard)}:live:{player}"


def past_of(shard: int, player: str) -> str:
    """The set of a player's matches in a shard that are over."""
    return f"{tag(shard)}:past:{player}"


def account(kind: str, name: str) -> str:
    """A record of the accounts, of one kind: ``player``, ``name``, ``token``, ``key``, ``mail``, ``idem`` ..."""
    return f"{ACCOUNTS}:{kind}:{name}"


RESTORING = f"{ACCOUNTS}:restoring"  # stands there while a backup is being restored, and after one that was interrupted
ACCOUNTS_OUTBOX = f"{ACCOUNTS}:outbox"
CLOCK_BEAT = f"{ACCOUNTS}:clock:beat"  # when a clock process last saw the service well, in ms since 1970
OUTAGES = f"{ACCOUNTS}:clock:outages"  # sorted set of outages ``from-to``, by their end


def snapshot(match: str) -> str:
    """A snapshot of a match, on the volatile server."""
    return f"snap:{match}"


def legal(match: str, version: int, seat: int) -> str:
    """The legal moves of a seat at a version, on the volatile server."""
    return f"legal:{match}:{version}:{seat}"


def mail_retry(row: str) -> str:
    """When a letter may be tried again, on the volatile server."""
    return f"mail:retry:{row}"


def mail_count(what: str) -> str:
    """A count of letters, on the volatile server."""
    return f"mail:count:{what}"


def bucket(name: str) -> str:
    """A rate limit's bucket, on the volatile server."""
    return f"limit:{name}"


COUNTS = "metrics:counts"  # what all processes have counted, on the volatile server
PROCESSES = "metrics:processes"  # the processes alive and their levels, on the volatile server
