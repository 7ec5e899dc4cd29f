"""The part of the SDK about time: pauses, extensions, vacations, nightly hours."""

import uuid
from typing import Any, cast

from clients import answers
from clients.transport import Transport


class TimeActs:
    """What organisers and players do about time. All moments are milliseconds since 1970 UTC."""

    transport: Transport

    def pause(self, match: str, until: int, reason: str) -> answers.Match:
        """Pause a match until a moment, as its organiser, where the policy allows it.

        :param reason: one word of small letters and hyphens.
        """
        return self._act(match, "pause", {"until": until, "reason": reason})

    def resume(self, match: str, reason: str) -> answers.Match:
        """End a pause before its time, as the organiser."""
        return self._act(match, "resume", {"reason": reason})

    def extend(self, match: str, seat: int, ms: int, reason: str) -> answers.Match:
        """Give a seat that owes a decision more time, as the organiser."""
        return self._act(match, "extend", {"seat": seat, "ms": ms, "reason": reason})

    def vacate(self, match: str, seat: int, reason: str) -> answers.Match:
        """Declare the seat of a player vacant who let his time run out, as the organiser."""
        return self._act(match, "vacate", {"seat": seat, "reason": reason})

    def take_vacation(self, match: str, until: int) -> answers.Match:
        """Let my clock in a match stand still until a moment, as far as the policy allows it."""
        return self._act(match, "vacation", {"until": until})

    def hours(self) -> answers.NightlyHours | None:
        """My nightly hours, in which my clocks stand still."""
        found = self.transport.get("/v1/me/hours")
        return cast("answers.NightlyHours | None", found["hours"])

    def set_hours(self, zone: str, begin: int, end: int) -> answers.NightlyHours:
        """Set my nightly hours.

        :param zone: an IANA name, such as ``Europe/Madrid``.
        :param begin: minutes after midnight by the clock on the wall; ``end`` likewise.
        """
        found = self.transport.put("/v1/me/hours", {"zone": zone, "from": begin, "to": end})
        return cast(answers.NightlyHours, found["hours"])

    def drop_hours(self) -> None:
        """Have no nightly hours any more."""
        self.transport.delete("/v1/me/hours")

    def _act(self, match: str, act: str, body: dict[str, Any]) -> answers.Match:
        found: answers.Match = self.transport.post(f"/v1/matches/{match}/{act}", body, uuid.uuid4().hex)
        return found
