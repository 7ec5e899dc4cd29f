"""The nightly hours of players: an account's setting, on the log server."""

import json
from collections.abc import Mapping
from typing import Any

from referee.store import names, outbox
from referee.store.client import Client
from referee.store.errors import store_guard

Hours = Mapping[str, Any]  # zone (IANA name), from, to (minutes after midnight)


class HoursSettings:
    """What players have set."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self, player: str) -> Hours | None:
        """The nightly hours of a player, or None."""
        return self.of([player]).get(player)

    def of(self, players: list[str]) -> dict[str, Hours]:
        """The nightly hours of those players who have any, in one round trip."""
        if not players:
            return {}
        with store_guard():
            held = self._client.mget([names.account("hours", player) for player in players])
        return {player: json.loads(text) for player, text in zip(players, held, strict=True) if text}

    def set(self, player: str, hours: Hours | None) -> None:
        """Keep the setting, and ask for the events in the player's live matches; again is harmless."""
        name = names.account("hours", player)
        row = outbox.write_row(names.ACCOUNTS_OUTBOX, outbox.HOURS, player)
        with store_guard():
            pipe = self._client.pipeline(transaction=True)
            if hours is None:
                pipe.delete(name)
            else:
                pipe.set(name, json.dumps(hours, separators=(",", ":"), sort_keys=True))
            pipe.execute_command(*row)
            pipe.execute()
