"""Nightly hours and the calendar link on the page of settings."""

import re

import pytest

from referee.service import nights
from tests.web.world import Site, form_of


def test_nightly_hours_are_set_shown_and_given_up(site: Site) -> None:
    player = site.person("Ana")
    browser = site.signed_in("Ana")
    page = browser.get("/settings")
    given = {"zone": "America/Argentina/Ushuaia", "from": "22:30", "to": "07:15"}
    assert browser.send(page, "hours", "/settings", **given).status_code == 303
    assert nights.show_hours(site.house, player) == {
        "zone": "America/Argentina/Ushuaia",
        "from": 1350,
        "to": 435,
    }
    page = browser.get("/settings")
    assert "<option selected>America/Argentina/Ushuaia</option>" in page.text
    assert 'value="22:30"' in page.text
    assert browser.send(page, "no-hours", "/settings").status_code == 303
    assert nights.show_hours(site.house, player) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Mars/Olympus"},
        {"zone": ""},
        {"from": "25:00"},
        {"to": "x"},
        {"from": "08:00", "to": "21:00"},
    ],
    ids=str,
)
def test_hours_that_cannot_be_are_refused_in_words(site: Site, wrong: dict[str, str]) -> None:
    player = site.person("Ana")
    browser = site.signed_in("Ana")
    given = {"zone": "Europe/Madrid", "from": "23:00", "to": "08:00", **wrong}
    refused = browser.send(browser.get("/settings"), "hours", "/settings", **given)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert nights.show_hours(site.house, player) is None


def test_a_calendar_link_is_shown_once_and_can_be_revoked(site: Site) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    made = browser.send(browser.get("/settings"), "calendar", "/settings")
    link = re.search(r"<code>\S+(/c/[A-Za-z0-9_-]{43}\.ics)</code>", made.text)
    assert link is not None
    assert site.browser().get(link[1]).status_code == 200
    page = browser.get("/settings")
    assert link[1] not in page.text
    assert browser.send(page, "no-calendar", "/settings").status_code == 303
    assert site.browser().get(link[1]).status_code == 404


def test_nobody_changes_time_settings_without_the_mark_of_the_page(site: Site) -> None:
    player = site.person("Ana")
    fields = form_of(site.signed_in("Ana").get("/settings"), "hours")
    given = {"zone": "Europe/Madrid", "from": "23:00", "to": "08:00"}
    foreign = site.signed_in("Ana").post("/settings", **fields, **given)
    assert foreign.status_code == 403
    assert nights.show_hours(site.house, player) is None
