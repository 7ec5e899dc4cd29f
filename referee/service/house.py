"""All that a use case needs to work with: the store, the referee's keys, the matches loaded so far."""

import hashlib
import hmac
import os
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches.ids import ID_BYTES, write_id
from referee.matches.match import Match
from referee.matches.signatures import x_of
from referee.settings import Settings
from referee.store.accounts import Accounts
from referee.store.beats import Beats
from referee.store.cache import Cache
from referee.store.due import Due
from referee.store.hours import HoursSettings
from referee.store.invitations import Invitations
from referee.store.letters import Letters
from referee.store.lists import Lists
from referee.store.log import Logs
from referee.store.mailboxes import Mailboxes
from referee.store.outbox import Outbox
from referee.store.seals import Seals
from referee.store.servers import connect_cache, connect_log
from referee.store.waiting import Waiting

_MOST_LOADED, _MOST_OVER = 2000, 100


class Loaded:
    """Matches that this process has folded; safe to share, since a match is an immutable value.

    :param most: matches that go on; those over, which few ask for, would fill memory with time: ``most_over``.
    """

    def __init__(self, most: int = _MOST_LOADED, most_over: int = _MOST_OVER) -> None:
        self._most = {False: most, True: most_over}
        self._matches: dict[bool, OrderedDict[str, Match]] = {False: OrderedDict(), True: OrderedDict()}
        self._lock = threading.Lock()

    def get(self, match: str) -> Match | None:
        """The newest fold that we know."""
        with self._lock:
            for matches in self._matches.values():
                found = matches.get(match)
                if found is not None:
                    matches.move_to_end(match)
                    return found
            return None

    def keep(self, match: Match) -> None:
        """Keep a fold, unless a newer one is known."""
        with self._lock:
            for is_over, matches in self._matches.items():
                known = matches.get(match.id)
                if known is not None and known.version >= match.version:
                    matches.move_to_end(match.id)
                    return
                if is_over != match.is_complete:
                    matches.pop(match.id, None)
            kept = self._matches[match.is_complete]
            kept[match.id] = match
            kept.move_to_end(match.id)
            while len(kept) > self._most[match.is_complete]:
                kept.popitem(last=False)

    def drop(self, match: str) -> None:
        """Forget a match."""
        with self._lock:
            for matches in self._matches.values():
                matches.pop(match, None)


@dataclass
class House:
    """The store and the keys of one process."""

    logs: Logs
    accounts: Accounts
    cache: Cache
    lists: Lists
    outbox: Outbox
    due: Due
    beats: Beats
    hours: HoursSettings
    mailboxes: Mailboxes
    invitations: Invitations
    letters: Letters
    waiting: Waiting
    sign_key: Ed25519PrivateKey
    secret: bytes = field(repr=False)
    link_key: bytes = field(repr=False)
    loaded: Loaded = field(default_factory=Loaded)

    @property
    def referee_key(self) -> str:
        """The member ``x`` of the key that signs for the referee."""
        return x_of(self.sign_key.public_key())

    def identity(self, kind: str, request: bytes) -> str:
        """The id of what a request creates: 16 characters of Crockford base32, the same at every repeat."""
        return write_id(self._derive(kind, request)[:ID_BYTES])

    def secret_for(self, kind: str, request: bytes) -> bytes:
        """32 bytes that only this referee can derive from a request, the same at every repeat."""
        return self._derive(kind, request)

    def _derive(self, kind: str, request: bytes) -> bytes:
        return hmac.digest(self.secret, kind.encode() + b"\0" + request, "sha256")


def open_house(settings: Settings) -> House:
    """Connect a process to the servers that the settings name."""
    log, cache = connect_log(settings), connect_cache(settings)
    return House(
        logs=Logs(log, Seals(settings.seal_key)),
        accounts=Accounts(log),
        cache=Cache(cache),
        lists=Lists(log),
        outbox=Outbox(log),
        due=Due(log),
        beats=Beats(log),
        hours=HoursSettings(log),
        mailboxes=Mailboxes(log),
        invitations=Invitations(log),
        letters=Letters(log, Cache(cache)),
        waiting=Waiting(log, max(1, settings.web_threads // 2)),
        sign_key=Ed25519PrivateKey.from_private_bytes(settings.sign_key),
        # Ids and first tokens must not follow from anything public, nor be of use to who has a seed's seal only.
        secret=hashlib.sha256(b"referee-identity-v1\0" + settings.seal_key).digest(),
        link_key=settings.link_key,
    )


def random_bytes(count: int) -> bytes:
    """Fresh randomness of the operating system, for seeds and salts."""
    return os.urandom(count)
