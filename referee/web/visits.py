"""Who looks at a page, in which language, and what the request says."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

import flask

from referee.service import mailboxes
from referee.service.house import House
from referee.settings import Settings
from referee.store.mailboxes import Mailbox
from referee.words.languages import LANGUAGES, Language, pick_language

SESSION_SECONDS: Final = 90 * 24 * 3600
MOST_BYTES: Final = 16 * 1024  # of a form
MOST_FIELDS: Final = 80
_COOKIE_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Visit:
    """One request to a page.

    :ivar now: milliseconds since 1970 when our first process had it.
    """

    def __init__(self, house: House, settings: Settings, now: int) -> None:
        self.house = house
        self.settings = settings
        self.now = now
        self._spoken: Language | None = None

    @property
    def method(self) -> str:
        """GET or POST; HEAD is answered as GET."""
        return flask.request.method

    @cached_property
    def form(self) -> Mapping[str, str]:
        """The fields of a posted form, one value each."""
        return flask.request.form

    def field(self, name: str) -> str:
        """A field of the form, without surrounding blanks; ``""`` if it is not there."""
        return self.form.get(name, "").strip()

    def fields(self, name: str) -> list[str]:
        """All values of a field of the form."""
        return flask.request.form.getlist(name)

    def queried(self, name: str) -> list[str]:
        """All values of a parameter of the query."""
        return flask.request.args.getlist(name)

    @property
    def is_secure(self) -> bool:
        """Is the house reached by https?"""
        return urlsplit(self.settings.public_url).scheme == "https"

    def cookie_name(self, name: str) -> str:
        """The full name of one of our cookies: bound to this very host where https allows it."""
        return f"__Host-{name}" if self.is_secure else name

    def cookie(self, name: str) -> str | None:
        """A cookie of ours, if it looks like one."""
        found = flask.request.cookies.get(self.cookie_name(name), "")
        return found if _COOKIE_WORD.fullmatch(found) else None

    @cached_property
    def player(self) -> str | None:
        """The player who is signed in with this browser, or None."""
        cookie = self.cookie("session")
        return None if cookie is None else mailboxes.find_session(self.house, cookie)

    @cached_property
    def mailbox(self) -> Mailbox | None:
        """Where the signed-in player gets letters."""
        return None if self.player is None else mailboxes.show_mailbox(self.house, self.player)

    @property
    def language(self) -> Language:
        """The language of the page: of the player, else of the browser."""
        if self._spoken is not None:
            return self._spoken
        if self.mailbox is not None:
            return language_of(self.mailbox.locale)
        return pick_language(flask.request.headers.get("Accept-Language"))

    def own_language(self, otherwise: Language) -> Language:
        """The language that the browser asks for, whatever the page speaks; another one if it asks for none of ours."""
        return pick_language(flask.request.headers.get("Accept-Language"), otherwise)

    def speak(self, locale: str | None) -> None:
        """Speak the language of another player than who is signed in: of the owner of a link."""
        if locale is not None:
            self._spoken = language_of(locale)

    def player_name(self, player: str) -> str:
        """The name of a player today."""
        found = self.house.accounts.player(player)
        return "?" if found is None else found.name


def language_of(locale: str) -> Language:
    """A locale as a language that we speak."""
    return next((language for language in LANGUAGES if language == locale), LANGUAGES[0])
