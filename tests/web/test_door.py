"""What goes wrong on the way to a page is a page too: no store, a fault of ours, too many requests; and the cookies."""

import logging
from dataclasses import replace

import pytest

from referee.service.house import open_house
from referee.settings import Settings
from referee.store.embedded import EmbeddedServer
from referee.web import boards, routes
from tests.web.world import NOW, Site, form_of


def test_cookies_are_bound_to_the_host_where_it_is_reached_by_https(site: Site) -> None:
    site.settings = replace(site.settings, public_url="https://play.example")
    site.__post_init__()
    match = site.running()
    link, browser = site.link(match), site.browser()
    page = browser.client.get(f"/m/{link}?step=D", base_url="https://play.example")
    fields = form_of(page, "move") | {"word": site.word(match, 1)}
    played = browser.client.post(f"/m/{link}", data=fields, base_url="https://play.example")
    assert played.status_code == 303
    cookie = played.headers["Set-Cookie"]
    assert cookie.startswith(f"__Host-seat-{match}-1=")
    for attribute in ("Secure", "HttpOnly", "Path=/", "SameSite=Lax"):
        assert attribute in cookie
    assert "Domain" not in cookie


def test_a_foreign_origin_is_refused_where_the_browser_says_nothing_more(site: Site) -> None:
    match = site.running()
    link, browser = site.link(match), site.browser()
    fields = form_of(browser.get(f"/m/{link}?step=D"), "move") | {"word": site.word(match, 1)}
    for origin in ("https://evil.example", "http://localhost.evil.example", "x"):
        answer = browser.client.post(f"/m/{link}", data=fields, headers={"Origin": origin})
        assert answer.status_code == 403
    assert (
        browser.client.post(f"/m/{link}", data=fields, headers={"Origin": "http://localhost"}).status_code
        == 303
    )


def test_too_many_requests_get_a_page_that_says_when_to_come_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "now_ms", lambda: NOW)  # or a slow machine's bucket would fill meanwhile
    site.settings = replace(site.settings, rate_limits=True)
    site.__post_init__()
    answers = [site.browser().get("/sign-in") for _ in range(301)]
    assert [answer.status_code for answer in answers[:300]] == [200] * 300
    assert answers[-1].status_code == 429
    assert answers[-1].headers["Retry-After"] == "60"
    assert "<h1>" in answers[-1].text


def test_a_store_that_is_away_is_a_page_in_the_language_of_the_browser(
    settings: Settings, cache_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with EmbeddedServer(tmp_path_factory.mktemp("gone"), kind="log") as server:
        own = replace(settings, redis_url=server.url)
        site = Site(open_house(own), own)
        match = site.running()
        link = site.link(match)
    for path in (f"/m/{link}", "/", f"/matches/{match}"):
        page = site.browser("es").get(path)
        assert page.status_code == 503
        assert page.headers["Retry-After"] == "2"
        assert '<html lang="es">' in page.text
        assert "No se ha perdido nada" in page.text


def test_a_fault_of_ours_shows_an_id_and_nothing_else(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = site.running()
    link = site.link(match)

    def broken(*given: object) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(boards, "draw", broken)
    with caplog.at_level(logging.ERROR):
        page = site.browser().get(f"/m/{link}")
    assert page.status_code == 500
    assert "secret" not in page.text
    assert "Traceback" not in page.text
    fault = page.text.split("<code>")[1].split("</code>")[0]
    assert fault in caplog.text
    assert link not in caplog.records[-1].getMessage()


def test_pages_take_no_other_methods(site: Site) -> None:
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        assert site.browser().client.open("/", method=method).status_code == 405
    assert site.browser().client.post("/me").status_code == 405
    assert site.browser().client.get("/sign-out").status_code == 405
