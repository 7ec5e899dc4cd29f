"""The calendar behind a secret link: calendar programs fetch it, with no cookie and no sign-in."""

import flask

from referee.service import calendars, mailboxes
from referee.web.answers import with_headers
from referee.web.visits import Visit
from referee.words.calendar import MEDIA_TYPE, write_calendar


def show_calendar(visit: Visit, token: str) -> flask.Response:
    """``GET /c/{token}.ics``: the deadlines of the link's player."""
    player = calendars.find_owner(visit.house, token)
    mailbox = mailboxes.show_mailbox(visit.house, player)
    visit.speak(None if mailbox is None else mailbox.locale)
    entries = calendars.show_calendar(visit.house, player, visit.now)
    text = write_calendar(entries, visit.settings.public_url, visit.language)
    return with_headers(flask.Response(text, content_type=f"{MEDIA_TYPE}; charset=utf-8"))
