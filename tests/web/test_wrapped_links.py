"""Links that a mail program has wrapped in an address of its own, which redirects to ours."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import flask
import pytest
import requests
from werkzeug import Response

from tests.web.browsing import served
from tests.web.world import Site

FROM_ANOTHER_SITE = {"Sec-Fetch-Site": "cross-site", "Referer": "https://mail.example/"}


@pytest.fixture
def address(site: Site) -> Iterator[str]:
    with served(site.app) as url:
        yield url


@pytest.fixture
def wrapper() -> Iterator[str]:
    """A checker of links at a host of its own: what is asked for is looked at, then its reader is sent on."""
    app = flask.Flask("wrapper")

    @app.get("/")
    def check() -> Response:
        wanted = flask.request.args["url"]
        requests.head(wanted, timeout=10)
        for _ in range(2):
            requests.get(wanted, headers={"User-Agent": ""}, timeout=10)
        return flask.redirect(f"{wanted}?utm_source=mail&fbclid=x")

    with served(app) as url:
        yield url


def wrapped(wrapper: str, link: str) -> str:
    """The link as it stands in the letter that the reader sees: every sign that may be is encoded."""
    hidden = quote(link, safe="").replace("-", "%2D").replace("_", "%5F")
    return f"{wrapper}/?url={hidden}&data=05%7C02&reserved=0"


def test_a_turn_link_behind_a_redirecting_checker_is_not_used_up(
    site: Site, address: str, wrapper: str
) -> None:
    """faults.md B2: checked at the click, sent on from another site with additions, and the person plays."""
    match = site.running()
    link, version = site.link(match), site.version(match)
    person = requests.Session()
    for _ in range(2):
        page = person.get(wrapped(wrapper, f"{address}/m/{link}"), headers=FROM_ANOTHER_SITE, timeout=10)
        assert page.status_code == 200
        assert "Your turn, Ana" in page.text
    assert not person.cookies
    assert site.version(match) == version
    tried = person.get(f"{address}/m/{link}?step=D", timeout=10)
    (form,) = [
        each for each in re.findall(r"<form method=\"post\".*?</form>", tried.text, re.S) if "word" in each
    ]
    fields = [
        (name, unescape(value))
        for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    ]
    played = person.post(
        f"{address}/m/{link}",
        data=[*fields, ("word", site.word(match, 1))],
        headers={"Sec-Fetch-Site": "same-origin"},
        timeout=10,
    )
    assert played.status_code == 200
    assert site.version(match) == version + 1


def test_a_wrapped_invitation_and_a_wrapped_unsubscribing_link_change_nothing(
    site: Site, address: str, wrapper: str
) -> None:
    """faults.md B2, B9, B10."""
    player = site.person("Ana")
    match = site.open(2)
    token, word = site.invite(match, "guest@example.org")
    off = site.unsubscribe_link(player, "turn")
    for path in (f"/i/{token}", f"/u/{off}"):
        page = requests.get(wrapped(wrapper, address + path), headers=FROM_ANOTHER_SITE, timeout=10)
        assert page.status_code == 200
    mailbox = site.house.mailboxes.mailbox(player)
    assert mailbox is not None
    assert mailbox.off == frozenset()
    assert site.house.mailboxes.player_at("guest@example.org") is None
    accepted = site.browser().post(f"/i/{token}", link=token, name="Beto", word=word)
    assert accepted.status_code == 303
