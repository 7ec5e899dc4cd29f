"""Links to calendars: one for each player, kept as the hash of its token, and what the calendar last showed."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from referee.store import names
from referee.store.client import Client
from referee.store.errors import store_guard
from referee.store.scripts import Outcome, Scripts, Write

_KEEP_SECONDS = 7 * 24 * 3600  # how long a repeated request is known
_SHOWN_SECONDS = 400 * 24 * 3600  # a calendar that nobody looked at for so long begins anew


class Calendars:
    """The calendars of the log server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._scripts = Scripts(client)

    def set_link(self, player: str, token: str, once: str, fingerprint: str) -> Outcome:
        """Give a player's calendar this link instead of any other.

        :param once: names the request: again it writes nothing.
        """
        before = self._link_of(player)
        writes: list[Write] = [
            ("SET", names.account("calendar", _digest(token)), player),
            ("SET", names.account("calendar-of", player), _digest(token)),
        ]
        if before is not None:
            writes.insert(0, ("DEL", names.account("calendar", before)))
        with store_guard():
            return self._scripts.record(names.account("idem", once), fingerprint, _KEEP_SECONDS, [], writes)

    def drop_link(self, player: str) -> None:
        """Let the link of a player's calendar open nothing any more; again is harmless."""
        before = self._link_of(player)
        if before is not None:
            with store_guard():
                pipe = self._client.pipeline(transaction=True)
                pipe.delete(names.account("calendar", before))
                pipe.delete(names.account("calendar-of", player))
                pipe.execute()

    def player_of(self, token: str) -> str | None:
        """Whose calendar a link opens, or None."""
        with store_guard():
            found = self._client.get(names.account("calendar", _digest(token)))
        return None if found is None else found.decode()

    def has_link(self, player: str) -> bool:
        """Does a link open the calendar of a player?"""
        return self._link_of(player) is not None

    def shown(self, player: str) -> dict[str, Any]:
        """What the calendar of a player last showed, by the ids of its entries."""
        with store_guard():
            found = self._client.get(names.account("calendar-shown", player))
        return {} if found is None else dict(json.loads(found))

    def keep_shown(self, player: str, shown: Mapping[str, Any]) -> None:
        """Remember what the calendar of a player shows."""
        text = json.dumps(shown, separators=(",", ":"), sort_keys=True)
        with store_guard():
            self._client.set(names.account("calendar-shown", player), text, ex=_SHOWN_SECONDS)

    def _link_of(self, player: str) -> str | None:
        with store_guard():
            found = self._client.get(names.account("calendar-of", player))
        return None if found is None else found.decode()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
