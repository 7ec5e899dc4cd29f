"""A calendar as a text that calendar programs read (RFC 5545), by the library icalendar."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol
from urllib.parse import urlsplit

from icalendar import Calendar, Event

from referee.words.languages import Language

MEDIA_TYPE: Final = "text/calendar"
_PRODUCT: Final = "-//Referee//Deadlines//EN"
_TITLES: Final[Mapping[Language, str]] = {
    "en": "{game} {tag}: your move is due",
    "es": "{game} {tag}: vence tu jugada",
}
_TAG_CHARACTERS: Final = 4


class Entry(Protocol):
    """A deadline (:class:`referee.service.calendars.Entry`)."""

    @property
    def id(self) -> str:
        """Its id for life."""

    @property
    def match(self) -> str:
        """The id of its match."""

    @property
    def title(self) -> str:
        """Of its game."""

    @property
    def deadline(self) -> int:
        """Milliseconds since 1970 UTC."""

    @property
    def sequence(self) -> int:
        """How often it changed."""

    @property
    def changed(self) -> int:
        """When it changed last, in milliseconds."""

    @property
    def is_off(self) -> bool:
        """Was it called off?"""


def write_calendar(entries: Sequence[Entry], public_url: str, language: Language) -> str:
    """Entries as an iCalendar text: the same entries give the same bytes.

    :param public_url: of the pages; its host stands in the ids of the entries.
    """
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", "Referee")
    for entry in entries:
        calendar.add_component(_event(entry, public_url, language))
    written: bytes = calendar.to_ical()
    return written.decode("utf-8")


def _event(entry: Entry, public_url: str, language: Language) -> Event:
    event = Event()
    due = _moment(entry.deadline)
    title = _TITLES[language].format(game=entry.title, tag=entry.match[:_TAG_CHARACTERS].upper())
    event.add("uid", f"{entry.id}@{urlsplit(public_url).hostname}")
    event.add("sequence", entry.sequence)
    event.add("dtstamp", _moment(entry.changed))
    event.add("dtstart", due)
    event.add("dtend", due)
    event.add("summary", title)
    event.add("url", f"{public_url}/matches/{entry.match}")
    event.add("status", "CANCELLED" if entry.is_off else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    return event


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds // 1000, UTC)
