"""A player's deadlines as a calendar, and the secret link to it."""

from referee.api.contract import Answer, Handler
from referee.api.doors import repeatable, viewer_of
from referee.api.requests import Request
from referee.service import calendars
from referee.service.house import House
from referee.words.calendar import write_calendar


def handlers(house: House, public_url: str) -> dict[str, Handler]:
    """The handlers of the operations about calendars.

    :param public_url: what links begin with.
    """

    def show_calendar(request: Request) -> Answer:
        player = viewer_of(house, request).player
        entries = calendars.show_calendar(house, player, request.received_at)
        return 200, write_calendar(entries, public_url, request.language)

    def make_calendar_link(request: Request) -> Answer:
        player = viewer_of(house, request).player
        token = calendars.make_link(house, player, repeatable(request, player, body={}))
        return 201, {"url": f"{public_url}/c/{token}.ics"}

    def drop_calendar_link(request: Request) -> Answer:
        house.calendars.drop_link(viewer_of(house, request).player)
        return 204, None

    return {
        "show_calendar": show_calendar,
        "make_calendar_link": make_calendar_link,
        "drop_calendar_link": drop_calendar_link,
    }
