"""The table of pages is the app's and the docs', every page has the strict headers, every string is in Spanish too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from referee.web import answers
from referee.web.routes import ROUTES
from tests.web.world import Site

ROOT = Path(__file__).parent.parent.parent
CATALOGUE = ROOT / "referee/words/locale/es/LC_MESSAGES/pages.po"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "say": (2,)}
GAP = re.compile(r"%\((\w+)\)s")


def strings() -> Iterator[str | tuple[str, str]]:
    found = extract_from_dir(
        ROOT / "referee/web", METHODS, {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}, KEYWORDS
    )
    for _, _, text, _, _ in found:
        yield text  # type: ignore[misc]


def messages() -> dict[str | tuple[str, str], Message]:
    with CATALOGUE.open("rb") as file:
        return {message.id: message for message in read_po(file) if message.id}


def test_every_string_of_the_pages_is_in_the_catalogue_and_none_is_left_over() -> None:
    assert set(messages()) == set(strings())


def test_every_string_is_translated_with_the_same_gaps_and_none_is_doubtful() -> None:
    for key, message in messages().items():
        english = [key] if isinstance(key, str) else list(key)
        spanish = [message.string] if isinstance(message.string, str) else list(message.string)
        assert not message.fuzzy, key
        assert len(spanish) == len(english), key
        for text in spanish:
            assert text.strip(), key
            assert set(GAP.findall(text)) == set(GAP.findall(english[0])), key


def test_the_documented_table_is_the_one_of_the_app(site: Site) -> None:
    table = re.findall(r"^\| (GET|POST) \| `([^`]+)` \|", (ROOT / "docs/pages.md").read_text(), re.M)
    rules = {
        (method, rule.rule)
        for rule in site.app.url_map.iter_rules()
        if rule.endpoint.startswith("web.")
        for method in (rule.methods or set()) - {"HEAD"}
    }
    assert sorted(table) == sorted((route.method, route.path) for route in ROUTES)
    assert set(table) == rules


def paths(site: Site) -> list[str]:
    """Every page that a GET shows, as somebody may meet it."""
    match = site.running()
    invited = site.open(2)
    token, _ = site.invite(invited, "guest@example.org")
    return [
        "/",
        "/sign-in",
        "/me",
        "/settings",
        "/matches/new",
        f"/matches/{match}",
        "/matches/0000000000000000",
        f"/i/{token}",
        f"/m/{site.link(match)}",
        f"/m/{site.link(match)}/1",
        "/m/dead",
        f"/u/{site.unsubscribe_link(site.players['Ana'], 'turn')}",
    ]


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_every_page_has_the_strict_headers(site: Site, is_signed_in: bool) -> None:
    """faults.md A28: no-store, noindex, no-referrer; no script, and nothing from anybody else."""
    every = paths(site)
    browser = site.signed_in("Ana") if is_signed_in else site.browser()
    for path in every:
        page = browser.get(path)
        for name, value in answers.HEADERS.items():
            assert page.headers[name] == value, (path, name)
        assert "Set-Cookie" not in page.headers, path
        assert "<script" not in page.text
        assert "style=" not in page.text
        sources = re.findall(r'(?:src|href|action)="([^"]*)"', page.text)
        assert all(source.startswith(("/", "#")) and not source.startswith("//") for source in sources), path


def test_the_style_sheet_can_be_kept_for_ever_since_its_name_changes_with_it(site: Site) -> None:
    name, text = answers.stylesheet()
    answer = site.browser().get(f"/assets/{name}")
    assert answer.data == text
    assert "immutable" in answer.headers["Cache-Control"]
    assert site.browser().get("/assets/pages-000000000000.css").status_code == 404
    assert site.browser().get("/assets/..%2f..%2froutes.py").status_code == 404


def test_pages_speak_the_language_of_the_browser_until_they_know_the_player(site: Site) -> None:
    match = site.running(locale="es")
    assert '<html lang="es">' in site.browser("es-MX,en;q=0.5").get("/").text
    assert '<html lang="en">' in site.browser("fr").get("/").text
    page = site.browser("en").get(f"/m/{site.link(match)}")
    assert '<html lang="es">' in page.text
    assert "Te toca, Ana" in page.text
    assert page.headers["Content-Language"] == "es"


def test_a_page_that_needs_somebody_signed_in_says_so(site: Site) -> None:
    for path in ("/me", "/settings", "/matches/new"):
        page = site.browser().get(path)
        assert page.status_code == 401
        assert 'href="/sign-in"' in page.text
