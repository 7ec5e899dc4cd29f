"""Players, their tokens and their keys: records on the log server, all in one slot."""

import hashlib
from typing import NamedTuple

from referee.store import names, outbox
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Outcome, Scripts, Write

KEEP_SECONDS = 7 * 24 * 3600  # how long a repeated request is known (design section 4)


class Player(NamedTuple):
    """A person or a bot with an account."""

    id: str
    name: str
    kind: str


class Token(NamedTuple):
    """What a bearer token stands for."""

    player: str
    scopes: frozenset[str]


class PlayerKey(NamedTuple):
    """A public key of a player."""

    kid: str
    player: str
    x: str
    revoked: bool


def token_hash(token: str) -> str:
    """Tokens are kept as their hash only."""
    return hashlib.sha256(token.encode()).hexdigest()


class Accounts:
    """The accounts of the log server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._scripts = Scripts(client)

    def add_player(
        self, player: Player, name_key: str, token: str, scopes: str, idempotency: str, fingerprint: str
    ) -> Outcome:
        """Write a player with a first token; ``taken`` if somebody has the name."""
        guard = names.account("name", name_key)
        writes: list[Write] = [
            ("SET", guard, player.id),
            ("HSET", names.account("player", player.id), "name", player.name, "kind", player.kind),
            _token_write(token, player.id, scopes),
        ]
        return self._record(idempotency, fingerprint, [guard], writes)

    def add_token(self, token: str, player: str, scopes: str, idempotency: str, fingerprint: str) -> Outcome:
        """Write one more token of a player."""
        return self._record(idempotency, fingerprint, [], [_token_write(token, player, scopes)])

    def add_key(
        self, kid: str, player: str, x: str, most: int, idempotency: str, fingerprint: str
    ) -> Outcome:
        """Write a public key; ``taken`` if it is registered, to whomever and however long ago.

        :param most: active keys that a player may have; ``full`` if he has them.
        """
        guard, active = names.account("key", kid), names.account("active", player)
        writes: list[Write] = [
            ("HSET", guard, "player", player, "x", x),
            ("RPUSH", names.account("keys", player), kid),
            ("SADD", active, kid),
        ]
        return self._record(idempotency, fingerprint, [guard], writes, (active, most))

    def _record(
        self,
        idempotency: str,
        fingerprint: str,
        guards: list[str],
        writes: list[Write],
        limit: tuple[str, int] | None = None,
    ) -> Outcome:
        with store_guard():
            return self._scripts.record(
                names.account("idem", idempotency), fingerprint, KEEP_SECONDS, guards, writes, limit
            )

    def player(self, player: str) -> Player | None:
        """A player by id."""
        found = self.players([player])
        return found.get(player)

    def players(self, ids: list[str]) -> dict[str, Player]:
        """Players by id, in one round trip; unknown ones are left out."""
        with store_guard():
            pipe = self._client.pipeline(transaction=False)
            for player in ids:
                pipe.hmget(names.account("player", player), "name", "kind")
            replies = pipe.execute()
        return {
            player: Player(player, name.decode(), kind.decode())
            for player, (name, kind) in zip(ids, replies, strict=True)
            if name is not None
        }

    def token(self, token: str) -> Token | None:
        """What a bearer token stands for, or None."""
        with store_guard():
            player, scopes = self._client.hmget(names.account("token", token_hash(token)), "player", "scopes")
        if player is None:
            return None
        return Token(player.decode(), frozenset(scopes.decode().split()))

    def remove_token(self, token: str) -> None:
        """Revoke a bearer token."""
        with store_guard():
            self._client.delete(names.account("token", token_hash(token)))

    def key(self, kid: str) -> PlayerKey | None:
        """A key by its ``kid``, whoever has it."""
        with store_guard():
            player, x, revoked = self._client.hmget(names.account("key", kid), "player", "x", "revoked")
        if player is None:
            return None
        return PlayerKey(kid, player.decode(), x.decode(), revoked is not None)

    def keys(self, player: str) -> list[PlayerKey]:
        """All keys of a player, in order of registration."""
        with store_guard():
            kids = [kid.decode() for kid in self._client.lrange(names.account("keys", player), 0, -1)]
            pipe = self._client.pipeline(transaction=False)
            for kid in kids:
                pipe.hmget(names.account("key", kid), "x", "revoked")
            replies = pipe.execute()
        return [
            PlayerKey(kid, player, x.decode(), revoked is not None)
            for kid, (x, revoked) in zip(kids, replies, strict=True)
        ]

    def revoke_key(self, kid: str, player: str) -> None:
        """Revoke a key at once, and ask for the events in the live matches; again is harmless."""
        row = outbox.write_row(names.ACCOUNTS_OUTBOX, outbox.REVOKE, player, extra=kid)
        with store_guard():
            pipe = self._client.pipeline(transaction=True)
            pipe.hset(names.account("key", kid), "revoked", "1")
            pipe.srem(names.account("active", player), kid)
            pipe.execute_command(*row)
            pipe.execute()


def _token_write(token: str, player: str, scopes: str) -> Write:
    return (
        "HSET",
        names.account("token", token_hash(token)),
        "player",
        player,
        "scopes",
        scopes,
    )
