"""Stored and typed text runs nowhere and breaks nothing: in every field, on every page (security.md C1)."""

import re

import pytest
from werkzeug.test import TestResponse

from referee.service.accounts import name_key
from referee.service.addresses import read_address
from tests.web.attacks import ATTACKS
from tests.web.world import Site, form_of

_TAGS = re.compile(r"<(/?[a-zA-Z!][^\s>/]*)")
_OURS = {
    "!doctype",
    "html",
    "head",
    "meta",
    "title",
    "link",
    "body",
    "a",
    "header",
    "p",
    "nav",
    "ul",
    "li",
    "main",
    "div",
    "h1",
    "h2",
    "section",
    "pre",
    "details",
    "summary",
    "ol",
    "strong",
    "small",
    "code",
    "form",
    "input",
    "label",
    "select",
    "option",
    "fieldset",
    "legend",
    "textarea",
    "button",
    "span",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "td",
    "th",
}


def check(page: TestResponse, attack: str) -> None:
    """No tag, no attribute and no header of the page comes from the text."""
    assert page.status_code < 500, attack
    assert {tag.lstrip("/").lower() for tag in _TAGS.findall(page.text)} <= _OURS, attack
    assert not re.search(r"<[^>]*\son\w+\s*=", re.sub(r'"[^"]*"', '""', page.text)), attack
    if "7*7" in attack:
        assert not re.search(r"\b49\b", re.sub(r"<[^>]*>", " ", page.text)), attack
    for name, value in page.headers.items():
        assert "alert(1)" not in value, (attack, name)
        assert not (name == "Set-Cookie" and "a=b" in value), attack


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_typed_into_any_field_breaks_no_page(site: Site, attack: str) -> None:
    site.person("Ana")
    match = site.open(2)
    token, word = site.invite(match, "guest@example.org")
    ana, stranger = site.signed_in("Ana"), site.browser()
    sign_in = form_of(stranger.get("/sign-in"), "ask")
    settings = form_of(ana.get("/settings"), "language")["form"]
    new = form_of(ana.get("/matches/new"), "")
    page = f"/matches/{match}"
    invite = form_of(ana.get(page), "invite")
    asked = {"address": "a@example.org", "act": "code", "form": sign_in["form"], "back": ""}
    posts = [
        *(("/sign-in", sign_in | {field: attack}) for field in ("address", "back", "act", "form")),
        *(("/sign-in", asked | {"code": "123456", field: attack}) for field in ("code", "name", "address")),
        *(
            (f"/i/{token}", {"link": token, "word": word, "name": "Beto", field: attack})
            for field in ("name", "word", "link")
        ),
        ("/u/" + site.unsubscribe_link(site.players["Ana"], "turn"), {"act": attack, "sure": attack}),
    ]
    for path, fields in posts:
        check(stranger.post(path, **fields), attack)
    own = [
        *(
            ("/matches/new", new | {"players": "2", field: attack})
            for field in ("players", "visibility", "addresses")
        ),
        *((page, invite | {field: attack}) for field in ("addresses", "act", "once")),
        ("/settings", {"form": settings, "act": "language", "language": attack}),
        ("/settings", {"form": settings, "act": "letters", "letters": attack}),
        ("/settings", {"form": settings, "act": "address", "address": attack}),
        ("/settings", {"form": settings, "act": "code", "address": attack, "code": attack}),
        ("/settings", {"form": settings, "act": attack}),
    ]
    for path, fields in own:
        check(ana.post(path, **fields), attack)
    for path in ("/", "/me", "/settings", page):
        check(ana.get(path), attack)
    check(stranger.get("/sign-in", query_string={"back": attack}), attack)


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_written_as_a_move_breaks_no_page(site: Site, attack: str) -> None:
    """faults.md, security.md C1: Checkora#1226, move notation in a page."""
    match = site.running(2)
    link, browser, version = site.link(match), site.browser(), site.version(match)
    for query in ({"line": attack}, {"step": attack}, {"step": ["D", attack]}):
        check(browser.get(f"/m/{link}", query_string=query), attack)
    sound = form_of(browser.get(f"/m/{link}?step=D"), "move") | {"word": site.word(match, 1)}
    for fields in (
        sound | {"step": attack},
        sound | {"act": attack, "step": attack},
        sound | {"word": attack},
    ):
        check(browser.post(f"/m/{link}", **fields), attack)
    check(browser.post(f"/m/{link}", **(sound | {"act": "undo", "to": attack})), attack)
    assert site.version(match) == version


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if len(attack) < 1000])
def test_a_name_that_got_into_the_records_breaks_no_page(site: Site, attack: str) -> None:
    """No door lets such a name in; the pages do not rely on it."""
    match = site.running(2, "public")
    address = read_address("odd@example.org")
    site.house.mailboxes.add_person(
        "0123456789abcdef", attack, name_key(attack) + "x", address.text, address.canonical, "en", "odd"
    )
    site.players["odd"] = "0123456789abcdef"
    other = site.open(2, "public")
    site.join(other, site.players["odd"])
    site.join(other, site.players["Ana"])
    odd = site.signed_in("odd")
    for path in (
        "/",
        "/me",
        "/settings",
        f"/matches/{other}",
        f"/matches/{match}",
        f"/m/{site.link(other, 1)}",
        f"/m/{site.link(other, 2)}?step=D",
    ):
        check(odd.get(path), attack)
        check(site.browser("es").get(path), attack)
