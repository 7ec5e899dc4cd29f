"""A player who has nothing but letters and a browser: reads mail, follows its links, fills in forms.

No token, no API, no address of a page that did not stand in a letter or on a page. What a person would look for, this
looks for: the link, the check word below it, the form that asks for the move.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import requests

from clients.problems import ClientError

_LINK = re.compile(r"^(https?://\S+/[im]/[A-Za-z0-9_-]{43})$", re.M)
_WORD = re.compile(r"^[^:\n]+: ([A-Z]{3})$", re.M)
_CODE = re.compile(r"\b([0-9]{6})\b")
_SECONDS = 30.0
_MOST_PAGES = 60  # of one turn

# The letters to an address, oldest first.
Letters = Callable[[str], Sequence[EmailMessage]]
Fields = Sequence[tuple[str, str]]


@dataclass
class Form:
    """A form of a page: its fields as they stand, and its buttons."""

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # fields that wait for something to be typed
    boxes: list[str] = field(default_factory=list)  # that can be ticked, and are not
    buttons: list[tuple[str, str]] = field(default_factory=list)  # name and value of those that choose


@dataclass
class Page:
    """What a page says to who uses it."""

    url: str
    status: int
    title: str = ""
    links: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    def form_asking(self, name: str) -> Form:
        """The form with a field of this name; raises LookupError."""
        return next(form for form in self.forms if name in form.asked or name in dict(form.fields))

    def link_to(self, path: str) -> str | None:
        """The link to a place on the same site whose path, with its query, begins so."""
        return next((link for link in self.links if _place(link).startswith(path)), None)


class LostPlayer(ClientError):
    """A letter did not come, or a page did not lead on as it should."""


class LetterPlayer:
    """A person at an address.

    :param letters: gives the letters that have come to an address.
    :param locale: ``en`` or ``es``, the language of the browser.
    :param chance: chooses among the steps that a page offers.
    """

    def __init__(self, name: str, address: str, letters: Letters, locale: str, chance: random.Random) -> None:
        self.name = name
        self.address = address
        self.turns = 0
        self._letters = letters
        self._chance = chance
        self._seen = 0
        self._browser = requests.Session()
        self._browser.trust_env = False
        self._browser.headers["Accept-Language"] = locale

    def sign_up(self, start: str, letter: Callable[[], EmailMessage]) -> Page:
        """Become a player from the start page.

        :param letter: waits for the next letter to this address.
        """
        page = self._follow(self._get(start), "/sign-in")
        page = self._send(page.form_asking("address"), {"address": self.address})
        code = _CODE.search(text_of(letter()))
        if code is None:
            raise LostPlayer("the letter has no code")
        return self._send(page.form_asking("code"), {"code": code[1], "name": self.name})

    def open_match(
        self, page: Page, game: str, players: int, invited: Sequence[str], ticks: Sequence[str] = ()
    ) -> Page:
        """Open a match of a game from any page, and invite to it.

        :param ticks: names of boxes of the form to tick besides those that are ticked.
        """
        asked = self._follow(page, "/matches/new")
        if dict(asked.form_asking("addresses").fields)["game"] != game:
            asked = self._follow(asked, f"/matches/new?game={game}")
        fields = {"players": str(players), "addresses": "\n".join(invited), **dict.fromkeys(ticks, "yes")}
        return self._send(asked.form_asking("addresses"), fields)

    def read_new_letters(self) -> int:
        """Do what the letters that came meanwhile ask for; how many there were."""
        letters = self._letters(self.address)
        new, self._seen = letters[self._seen :], len(letters)
        for letter in new:
            self._read(letter)
        return len(new)

    def _read(self, letter: EmailMessage) -> None:
        text = text_of(letter)
        link, word = _LINK.search(text), _WORD.search(text)
        if link is None or word is None:
            return
        page = self._get(link[1])
        if "/i/" in link[1]:
            self._send(page.form_asking("word"), {"name": self.name, "word": word[1]})
        else:
            self._play(page, word[1])

    def _play(self, page: Page, word: str) -> None:
        """Take a turn to its end: choose what the page offers, confirm, go on while it leads on."""
        for _ in range(_MOST_PAGES):
            choosing = next((form for form in page.forms if form.buttons), None)
            if choosing is not None:
                page = self._send(choosing, {}, self._choose(choosing.buttons))
                continue
            confirm = next((form for form in page.forms if dict(form.fields).get("act") == "move"), None)
            if confirm is not None:
                page = self._send(confirm, {"word": word})
                self.turns += 1
                continue
            further = page.link_to("/m/")
            if further is None:
                return
            page = self._get(further)
        raise LostPlayer(f"the turn does not end: {page.title}")

    def _choose(self, buttons: Sequence[tuple[str, str]]) -> tuple[str, str]:
        """Any step, but seldom one that costs a coin: such matches are long."""
        plain = [each for each in buttons if each[1][:1] in ("D", "L", "T", "P") and each[1][:3] != "DIS"]
        return self._chance.choice(plain if plain and self._chance.random() < 0.9 else list(buttons))

    def _follow(self, page: Page, path: str) -> Page:
        link = page.link_to(path)
        if link is None:
            raise LostPlayer(f"no link to {path} on {page.title}")
        return self._get(link)

    def _get(self, url: str) -> Page:
        return self._ask("GET", url)

    def _send(self, form: Form, typed: dict[str, str], button: tuple[str, str] | None = None) -> Page:
        fields = [(name, value) for name, value in form.fields if name not in typed]
        fields += [
            (name, value) for name, value in typed.items() if name in form.asked + form.boxes or button
        ]
        if button is not None:
            fields.append(button)
        if form.method == "get":
            page = self._ask("GET", form.action, params=fields)
        else:
            page = self._ask("POST", form.action, data=fields)
        if page.status >= 400:
            raise LostPlayer(
                f"{page.status} {page.title} for {form.action} with {[name for name, _ in fields]}"
            )
        return page

    def _ask(self, method: str, url: str, params: Fields = (), data: Fields = ()) -> Page:
        try:
            answer = self._browser.request(
                method, url, params=list(params), data=list(data), timeout=_SECONDS
            )
            return read_page(answer)
        except requests.RequestException as error:
            raise LostPlayer(f"no page came from {url} ({type(error).__name__})") from error


def text_of(letter: EmailMessage) -> str:
    """The plain text of a letter."""
    body = letter.get_body(("plain",))
    return "" if body is None else str(body.get_content()).replace("\r\n", "\n")


def read_page(answer: requests.Response) -> Page:
    """Read a page as a browser does."""
    page = Page(answer.url, answer.status_code)
    reader = _Reader(page)
    reader.feed(answer.text)
    reader.close()
    return page


class _Reader(HTMLParser):
    """Fills a page with its title, links, forms and fields."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self._in_title = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        page = self._page
        if tag == "h1":
            self._in_title = True
        elif tag == "a" and not given.get("href", "#").startswith("#"):
            page.links.append(urljoin(page.url, given.get("href", "")))
        elif tag == "form":
            page.forms.append(Form(given.get("method", "get"), urljoin(page.url, given.get("action", ""))))
        elif page.forms:
            self._field(page.forms[-1], tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "input" and (kind == "hidden" or (kind in ("checkbox", "radio") and "checked" in given)):
            form.fields.append((name, given.get("value", "")))
        elif tag == "input" and kind == "checkbox":
            form.boxes.append(name)
        elif tag == "textarea" or (tag == "input" and kind not in ("checkbox", "radio", "hidden")):
            form.asked.append(name)
        elif tag == "select":
            self._select = name
            form.asked.append(name)
        elif tag == "option" and "selected" in given:
            form.fields.append((self._select, given.get("value", "")))
        elif tag == "button" and name:
            form.buttons.append((name, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "h1":
            self._in_title = False

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self._page.title += data


def _place(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"
