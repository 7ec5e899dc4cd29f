"""Hear which matches move, and know when something may have been missed."""

import re
import time

from referee.matches.events import ID
from referee.store import names
from referee.store.client import Client
from referee.store.errors import StoreAway, store_guard

_MOVED = re.compile(rf"({ID}) \d+\Z".encode())


class Hearing:
    """One subscription to what every append tells."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._subscription: Client = None

    def listen(self, seconds: float) -> set[str] | None:
        """The matches that moved within so many seconds; None at first, and after a break: any may have moved.

        :raises StoreAway: when the connection breaks.
        """
        try:
            with store_guard():
                if self._subscription is None:
                    self._subscription = self._client.pubsub()
                    self._subscription.subscribe(names.MOVED_CHANNEL)
                    # Only when the server has confirmed it can nothing be missed any more.
                    confirmed = self._subscription.get_message(timeout=seconds)
                    if confirmed is None or confirmed["type"] != "subscribe":
                        raise OSError("the server does not confirm the subscription")
                    return None
                return self._collect(time.monotonic() + seconds)
        except StoreAway:
            self.close()
            raise

    def _collect(self, until: float) -> set[str]:
        moved: set[str] = set()
        while (left := until - time.monotonic()) > 0:
            message = self._subscription.get_message(timeout=left)
            if message is None:
                continue
            if message["type"] != "message":  # the client connected anew, and subscribed again
                raise OSError("the subscription broke")
            if found := _MOVED.match(bytes(message["data"])):
                moved.add(found[1].decode())
        return moved

    def close(self) -> None:
        """Give the connection back; the next time begins anew."""
        if self._subscription is not None:
            self._subscription.close()
            self._subscription = None
