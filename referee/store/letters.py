"""What is known of letters: which were handed over, when to try again, how many there were."""

from typing import NamedTuple

from referee.store import names
from referee.store.cache import Cache
from referee.store.client import Client
from referee.store.errors import store_guard

# The kinds of letters.
TURN, RESULT, UNFINISHED = "turn", "result", "unfinished"
INVITATION, CONFIRM = "invitation", "confirm"
REMINDER, LAPSED, EXPIRING = "reminder", "lapsed", "expiring"

SENT, PARKED, DROPPED, DEFERRED = "sent", "parked", "dropped", "deferred"
COUNTED = (SENT, PARKED, DROPPED, DEFERRED)
SERVER = "server"  # what is tried again when the mail server itself is away
_RETRY_SECONDS = 2 * 24 * 3600
_COUNT_SECONDS = 30 * 24 * 3600


class Retry(NamedTuple):
    """How often something was tried, and when it may be tried again (ms since 1970)."""

    tries: int
    due: int


class Letters:
    """Marks of letters on the log server; retries and counts, which may be lost, on the volatile one."""

    def __init__(self, log: Client, cache: Cache) -> None:
        self._log = log
        self._cache = cache

    def sent(self, match: str) -> dict[str, int]:
        """The letters of a match that were handed over: ``what:seat`` to the version that each was about."""
        with store_guard():
            held = self._log.hgetall(names.sent(match))
        return {name.decode(): int(version) for name, version in held.items()}

    def mark_sent(self, match: str, letter: str, version: int) -> None:
        """Remember that a letter was handed over."""
        with store_guard():
            self._log.hset(names.sent(match), letter, version)

    def retry(self, what: str) -> Retry:
        """When something may be tried again; at once if nothing is known."""
        held = self._cache.read(names.mail_retry(what))
        return Retry(*held) if isinstance(held, list) and len(held) == 2 else Retry(0, 0)

    def try_later(self, what: str, retry: Retry) -> None:
        """Remember when something may be tried again; if that is lost it is tried sooner."""
        self._cache.write(names.mail_retry(what), list(retry), _RETRY_SECONDS)

    def forget_retry(self, what: str) -> None:
        """It went well: nothing is waited for."""
        self._cache.forget(names.mail_retry(what))

    def count(self, what: str) -> None:
        """Count one letter."""
        self._cache.count(names.mail_count(what), _COUNT_SECONDS)

    def counts(self) -> dict[str, int]:
        """The counts since the volatile server began, or since a month without letters."""
        return {what: int(self._cache.read(names.mail_count(what)) or 0) for what in COUNTED}
