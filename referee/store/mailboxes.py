"""Where letters go: addresses of players, codes that confirm them, sessions, and what nobody wants to get.

All of it lies in the slot of the accounts on the log server: personal, erasable, never part of a match's log.
Addresses are found by the hash of their canonical form, and codes are not stored at all: a code follows from the
random id of its request and a secret of the house.
"""

import hashlib
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from referee.store import names, outbox
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Outcome, Scripts, Write

CODE_SECONDS = 600
# Mail programs and their scanners hold a letter for up to ten minutes before its reader sees it (faults.md B3), and a
# mail server may be away: a code is promised from the moment that it can be read.
HELD_SECONDS = 600
UNSENT_SECONDS = 3600
SESSION_SECONDS = 90 * 24 * 3600
_MINUTE_MS, _HOUR_MS = 60_000, 3_600_000
_MOST_PER_HOUR = 5
_KEEP_SECONDS = 7 * 24 * 3600  # how long a repeated sign-in is known

# KEYS: when letters went to an address (by ms), the request for a code, the outbox.
# ARGV: now in ms, a minute, an hour, how many an hour, id, address, locale, seconds, words of the row.
# The limit, the request and its row are one: nobody gets more letters than the limit by asking from two sides.
_ASK = """
local now = tonumber(ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[3]))
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
if last and now - tonumber(last) < tonumber(ARGV[2]) then return 0 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], 'id', ARGV[5], 'address', ARGV[6], 'locale', ARGV[7], 'tries', '0')
redis.call('EXPIRE', KEYS[2], ARGV[8])
local words = {}
for i = 9, #ARGV do words[#words + 1] = ARGV[i] end
redis.call('XADD', KEYS[3], '*', unpack(words))
return 1
"""

# KEYS: the request for a code. ARGV: how many tries. Counts one try; the id and address, or nothing when used up.
_TRY = """
local held = redis.call('HMGET', KEYS[1], 'id', 'address', 'locale', 'tries')
if not held[1] or tonumber(held[4]) >= tonumber(ARGV[1]) then return {} end
redis.call('HINCRBY', KEYS[1], 'tries', 1)
return {held[1], held[2], held[3]}
"""


class Mailbox(NamedTuple):
    """Where a player gets letters. ``off``: kinds of letters that he does not want, or ``kind:match``."""

    player: str
    address: str
    canonical: str
    locale: str
    bounces: int
    off: frozenset[str]


class CodeRequest(NamedTuple):
    """A request for a code: a random id, and the address that gets the code."""

    id: str
    address: str
    locale: str


def address_hash(canonical: str) -> str:
    """What stands for an address in names of records."""
    return hashlib.sha256(canonical.encode()).hexdigest()


class Mailboxes:
    """The mailboxes of the log server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._scripts = Scripts(client)
        self._ask = client.register_script(_ASK)
        self._try = client.register_script(_TRY)

    def mailbox(self, player: str) -> Mailbox | None:
        """The confirmed mailbox of a player, or None."""
        return self.mailboxes([player]).get(player)

    def mailboxes(self, players: list[str]) -> dict[str, Mailbox]:
        """The confirmed mailboxes of players, in one round trip; who has none is left out."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for player in players:
                pipe.hgetall(names.account("mail", player))
                pipe.smembers(names.account("off", player))
            replies = pipe.execute()
        found = {}
        for player, held, off in zip(players, replies[::2], replies[1::2], strict=True):
            if held:
                found[player] = _mailbox(player, held, off)
        return found

    def who_has_one(self, players: Collection[str]) -> set[str]:
        """Those of some players who have a mailbox, in one round trip."""
        if not players:
            return set()
        asked = sorted(players)
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for player in asked:
                pipe.exists(names.account("mail", player))
            replies = pipe.execute()
        return {player for player, held in zip(asked, replies, strict=True) if held}

    def player_at(self, canonical: str) -> str | None:
        """The player whose confirmed address this is, or None."""
        with store_guard():
            found = self._client.get(names.account("address", address_hash(canonical)))
        return None if found is None else found.decode()

    def ask_for_code(self, canonical: str, request: CodeRequest, now: int) -> bool:
        """Keep a request and ask for its letter; False, and nothing written, beyond one a minute and five an hour.

        :param now: milliseconds since 1970.
        """
        digest = address_hash(canonical)
        _, stream, _, *words = outbox.write_row(
            names.ACCOUNTS_OUTBOX, outbox.LETTER, digest, extra=f"confirm:{request.id}"
        )
        keys = [names.account("asked", digest), names.account("code", digest), stream]
        limits = [now, _MINUTE_MS, _HOUR_MS, _MOST_PER_HOUR]
        with store_guard():
            return bool(self._ask(keys, [*limits, *request, UNSENT_SECONDS, *words]))

    def code_request(self, digest: str) -> CodeRequest | None:
        """The open request for a code by the hash of its address."""
        with store_guard():
            held = self._client.hmget(names.account("code", digest), "id", "address", "locale")
        return None if held[0] is None else CodeRequest(*(each.decode() for each in held))

    def is_code_sent(self, digest: str) -> bool:
        """Was the letter with the code of this request handed over?"""
        with store_guard():
            return bool(self._client.hexists(names.account("code", digest), "sent"))

    def note_code_sent(self, canonical: str, request: str) -> None:
        """Remember that the letter of a request was handed over, from when on its code grows old.

        A newer request has a letter of its own.
        """
        digest = address_hash(canonical)
        held = self.code_request(digest)
        if held is not None and held.id == request:
            with store_guard():
                pipe = self._client.pipeline()
                pipe.hset(names.account("code", digest), "sent", "1")
                pipe.expire(names.account("code", digest), HELD_SECONDS + CODE_SECONDS)
                pipe.execute()

    def try_code(self, canonical: str, most: int) -> CodeRequest | None:
        """Count one try at the code of an address; None when there is no code, or it was tried too often."""
        with store_guard():
            held = self._try([names.account("code", address_hash(canonical))], [most])
        return CodeRequest(*(each.decode() for each in held)) if held else None

    def forgive_try(self, canonical: str) -> None:
        """A try with the right code does not count: its owner may need it once more."""
        name = names.account("code", address_hash(canonical))
        with store_guard():
            if self._client.exists(name):
                self._client.hincrby(name, "tries", -1)

    def drop_code(self, canonical: str) -> None:
        """A code that was used is used no more."""
        with store_guard():
            self._client.delete(names.account("code", address_hash(canonical)))

    def add_person(
        self, player: str, name: str, name_key: str, address: str, canonical: str, locale: str, once: str
    ) -> Outcome:
        """Write a person with a confirmed address; ``taken`` if somebody has the name or the address.

        :param once: names the request: again it writes nothing.
        """
        named = names.account("name", name_key)
        addressed = names.account("address", address_hash(canonical))
        writes: list[Write] = [
            ("SET", named, player),
            ("HSET", names.account("player", player), "name", name, "kind", "person"),
            *_address_writes(player, address, canonical, locale),
        ]
        with store_guard():
            return self._scripts.record(
                names.account("idem", once), player, _KEEP_SECONDS, [named, addressed], writes
            )

    def set_address(self, player: str, address: str, canonical: str, locale: str, once: str) -> Outcome:
        """Give a player a confirmed address instead of any other; ``taken`` if it is another player's."""
        before = self.mailbox(player)
        guards = [names.account("address", address_hash(canonical))]
        writes = _address_writes(player, address, canonical, locale)
        if before is not None and before.canonical == canonical:
            guards = []
        elif before is not None:
            writes.append(("DEL", names.account("address", address_hash(before.canonical))))
        with store_guard():
            return self._scripts.record(names.account("idem", once), player, _KEEP_SECONDS, guards, writes)

    def set_locale(self, player: str, locale: str) -> None:
        """The language of a player's letters; without a mailbox nothing is written."""
        if self.mailbox(player) is not None:
            with store_guard():
                self._client.hset(names.account("mail", player), "locale", locale)

    def set_bounces(self, player: str, points: int) -> None:
        """How often an address refused letters of late; without a mailbox nothing is written."""
        if self.mailbox(player) is not None:
            with store_guard():
                self._client.hset(names.account("mail", player), "bounces", points)

    def switch(self, who: str, kind: str, is_off: bool) -> None:
        """Turn a kind of letters off or on.

        :param who: a player, or what stands for an address without one.
        :param kind: of letters, or ``kind:match``.
        """
        with store_guard():
            change = self._client.sadd if is_off else self._client.srem
            change(names.account("off", who), kind)

    def is_off(self, who: str, kind: str) -> bool:
        """Is a kind of letters turned off?"""
        with store_guard():
            return bool(self._client.sismember(names.account("off", who), kind))

    def keep_session(self, digest: str, player: str) -> None:
        """Keep a session by the hash of its cookie."""
        with store_guard():
            self._client.set(names.account("session", digest), player, ex=SESSION_SECONDS)

    def session(self, digest: str) -> str | None:
        """The player of a session, or None."""
        with store_guard():
            found = self._client.get(names.account("session", digest))
        return None if found is None else found.decode()

    def drop_session(self, digest: str) -> None:
        """End a session."""
        with store_guard():
            self._client.delete(names.account("session", digest))


def _address_writes(player: str, address: str, canonical: str, locale: str) -> list[Write]:
    return [
        ("SET", names.account("address", address_hash(canonical)), player),
        (
            "HSET",
            names.account("mail", player),
            *("address", address, "canonical", canonical, "locale", locale, "bounces", "0"),
        ),
    ]


def _mailbox(player: str, held: Mapping[bytes, bytes], off: Any) -> Mailbox:
    texts = {name.decode(): value.decode() for name, value in held.items()}
    return Mailbox(
        player,
        texts.get("address", ""),
        texts.get("canonical", ""),
        texts.get("locale", "en"),
        int(texts.get("bounces", 0)),
        frozenset(kind.decode() for kind in off),
    )
