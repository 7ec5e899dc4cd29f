"""Players who have an address only, a match of theirs, and browsers that look at its pages."""

import random
import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.api.app import create_app
from referee.matches.links import check_word, invitation_token, turn_token, unsubscribe_token, write_token
from referee.matches.match import Match
from referee.service import invitations, links, mailboxes, matches
from referee.service.addresses import read_address
from referee.service.house import House
from referee.service.loading import existing, load
from referee.settings import Settings
from tests.service.playing import request_of

NOW = 1_764_400_000_000
NAMES = ("Ana", "Luis García de la Fuente", "Mei", "Bo", "Cleo")


@dataclass
class Site:
    """A house with its pages."""

    house: House
    settings: Settings
    players: dict[str, str] = field(default_factory=dict)  # ids by name

    def __post_init__(self) -> None:
        self.app = create_app(self.settings, self.house)

    def browser(self, language: str = "en") -> "Browser":
        """A browser with nothing in it yet."""
        return Browser(self, self.app.test_client(), language)

    def person(self, name: str, locale: str = "en") -> str:
        """A player with a confirmed address and no key."""
        address = read_address(f"{re.sub('[^a-z]', '', name.lower())}@example.org")
        player = mailboxes.person_at(self.house, address, name, locale, f"test {name}")
        self.players[name] = player
        return player

    def signed_in(self, name: str, language: str = "en") -> "Browser":
        """A browser in which a player is signed in."""
        browser = self.browser(language)
        browser.client.set_cookie("session", mailboxes.open_session(self.house, self.players[name]).session)
        return browser

    def open(
        self,
        players: int = 3,
        visibility: str = "unlisted",
        start: str = "full",
        more: dict[str, Any] | None = None,
        **options: Any,
    ) -> str:
        """An open match of the first person; nobody has a seat yet. ``more``: of its policy."""
        organiser = next(iter(self.players.values()))
        policy = {"start": start, "seating": "fixed", **(more or {})}
        request = request_of(organiser, "matches")
        return matches.open_match(
            self.house, organiser, "zooloretto", players, options, policy, visibility, request, NOW
        ).id

    def join(self, match: str, player: str) -> None:
        matches.join_match(self.house, match, player, "", request_of(player, "seats"), NOW + 1)

    def running(self, players: int = 3, visibility: str = "unlisted", locale: str = "en", **more: Any) -> str:
        """A match that has begun, seat 1 of Ana to move. ``more``: of its policy."""
        for name in NAMES[:players]:
            self.person(name, locale)
        match = self.open(players, visibility, more=more, start_player=1)
        for name in NAMES[:players]:
            self.join(match, self.players[name])
        return match

    def load(self, match: str) -> Match:
        return existing(load(self.house, match))

    def version(self, match: str) -> int:
        return self.load(match).version

    def owing(self, match: str) -> int:
        return self.load(match).decisions()[0].seat

    def link(self, match: str, seat: int | None = None) -> str:
        """The turn link of a seat, by default of the one that owes a decision."""
        return links.turn_link(self.house, self.load(match), seat or self.owing(match))

    def word(self, match: str, seat: int) -> str:
        return check_word(self.house.link_key, turn_token(self.load(match), seat))

    def invite(self, match: str, address: str, locale: str = "en") -> tuple[str, str]:
        """Invite an address: the token of its link, and the check word."""
        organiser = self.load(match).organiser
        made = invitations.invite(self.house, match, organiser, [address], locale, NOW + 2)
        token = invitation_token(match, max(each.number for each in made))
        return write_token(token, self.house.link_key), check_word(self.house.link_key, token)

    def unsubscribe_link(self, player: str, kind: str) -> str:
        return write_token(unsubscribe_token(player, mailboxes.NUMBERS[kind]), self.house.link_key)

    def play(self, match: str, *steps: str) -> None:
        """Play a move of the seat that owes one, by its link."""
        links.act_by_link(self.house, self.link(match), "move", NOW + 3, steps=steps)

    def play_randomly(self, match: str, most: int = 10_000, seed: int = 1, until: str = "") -> Match:
        """Play steps by chance, at most so many, or until the decision of this name is owed."""
        chance = random.Random(seed)
        for _ in range(most):
            now = self.load(match)
            owed = now.decisions()
            if not owed or owed[0].name == until:
                break
            legal = sorted(now.rules.write(step) for step in now.rules.legal_steps(now.state, owed[0].seat))
            self.play(match, chance.choice(legal))
        return self.load(match)


@dataclass
class Browser:
    """A browser with its cookies and its language."""

    site: Site
    client: FlaskClient
    language: str

    def get(self, path: str, **given: Any) -> TestResponse:
        return self.client.get(path, headers={"Accept-Language": self.language}, **given)

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> TestResponse:
        sent = {"Accept-Language": self.language, "Sec-Fetch-Site": "same-origin", **(headers or {})}
        return self.client.post(path, data=fields, headers=sent)

    def send(self, page: TestResponse, act: str, path: str, **fields: Any) -> TestResponse:
        """Send the form of a page whose field ``act`` says so, with some fields filled in."""
        return self.post(path, **{**form_of(page, act), **fields})


def form_of(page: TestResponse, act: str) -> dict[str, Any]:
    """The hidden fields of the form whose ``act`` this is."""
    for form in re.findall(r"<form method=\"post\".*?</form>", page.text, re.S):
        fields: dict[str, Any] = {}
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
            fields.setdefault(name, []).append(unescape(value))
        if fields.get("act", [""]) == [act]:
            return {name: values if len(values) > 1 else values[0] for name, values in fields.items()}
    raise AssertionError(f"no form {act!r} in {page.text}")


def choices_of(page: TestResponse) -> list[str]:
    """The steps that a turn page offers."""
    return [
        unescape(step) for step in re.findall(r'<button type="submit" name="step" value="([^"]*)"', page.text)
    ]
