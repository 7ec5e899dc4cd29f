"""The settings of a player that concern time: nightly hours in his zone, and the link to his calendar."""

import re
from typing import Any

from referee.matches.hours import ZONES
from referee.matches.refusals import Refused
from referee.service import calendars, nights
from referee.service.appending import Request
from referee.service.house import random_bytes
from referee.web.visits import Visit

ACTS = ("hours", "no-hours", "calendar", "no-calendar")
_ONCE_BYTES = 16
_WALL_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def change(visit: Visit, player: str, act: str) -> str | None:
    """Do what one of the forms asks for; the new link to the calendar, if that was it.

    :raises Refused: ``hours/invalid``.
    """
    if act == "hours":
        given = {
            "zone": visit.field("zone"),
            "from": _minutes(visit.field("from")),
            "to": _minutes(visit.field("to")),
        }
        nights.set_hours(visit.house, player, given)
    elif act == "no-hours":
        nights.set_hours(visit.house, player, None)
    elif act == "no-calendar":
        visit.house.calendars.drop_link(player)
    else:
        # Pressed twice it makes two links, of which the second, on the page that is shown, is good.
        request = Request(player, "calendar link", random_bytes(_ONCE_BYTES).hex(), {})
        token = calendars.make_link(visit.house, player, request)
        return f"{visit.settings.public_url}/c/{token}.ics"
    return None


def shown(visit: Visit, player: str) -> dict[str, Any]:
    """What the forms show."""
    hours = nights.show_hours(visit.house, player)
    return {
        "zones": sorted(ZONES),
        "hours": None
        if hours is None
        else {"zone": hours["zone"], "from": _wall(hours["from"]), "to": _wall(hours["to"])},
        "has_calendar": visit.house.calendars.has_link(player),
    }


def _minutes(text: str) -> int:
    found = _WALL_CLOCK.fullmatch(text)
    if found is None:
        raise Refused("hours/invalid", "A time of day looks like 23:00.")
    return int(found[1]) * 60 + int(found[2])


def _wall(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
