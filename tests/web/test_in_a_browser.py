"""The pages in a real Chromium: scanners, keyboard, screen readers, small screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from flask import request
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from referee.service import mailboxes
from tests.web.browsing import DESKTOP, PHONE, chromium, resize, served, violations
from tests.web.world import Site


@pytest.fixture
def address(site: Site) -> Iterator[str]:
    with served(site.app) as url:
        yield url


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[WebDriver]:
    with chromium(tmp_path / "profile") as browser:
        yield browser


def scan(driver: WebDriver, url: str) -> None:
    """What a thorough scanner does: HEAD, three GETs with scripts, every form sent untouched, every button pressed."""
    requests.head(url, timeout=10)
    for _ in range(3):
        driver.get(url)
    for act in ("form.submit()", "form.requestSubmit ? form.noValidate = true : 0; form.requestSubmit()"):
        for number in range(len(driver.find_elements(By.TAG_NAME, "form"))):
            driver.get(url)
            driver.execute_script(f"const form = document.forms[{number}]; {act}")
    driver.get(url)
    for number in range(len(driver.find_elements(By.TAG_NAME, "button"))):
        driver.get(url)
        driver.execute_script(f"document.querySelectorAll('button')[{number}].click()")
    for number in range(len(driver.find_elements(By.CSS_SELECTOR, "main a, header a"))):
        driver.get(url)
        driver.execute_script(f"document.querySelectorAll('main a, header a')[{number}].click()")


def test_a_scanner_with_a_real_browser_does_nothing_and_leaves_the_links_good(
    site: Site, address: str, driver: WebDriver
) -> None:
    """faults.md A26, A27, B1-B6, B9, B10: no event, no session, no seat, nothing turned off; the person plays on."""
    match = site.running(2)
    site.play(match, "D")
    site.play(match, "L1")
    site.play(match, "D")
    invited = site.open(2)
    token, word = site.invite(invited, "guest@example.org")
    link, seat, version, waiting = (
        site.link(match),
        site.owing(match),
        site.version(match),
        site.version(invited),
    )
    off = site.unsubscribe_link(site.players["Ana"], "turn")
    posted: list[str] = []
    site.app.before_request(lambda: posted.append(request.path) if request.method == "POST" else None)
    for path in (f"/m/{link}", f"/m/{link}/1", f"/m/{link}?step=L1", f"/i/{token}", f"/u/{off}"):
        scan(driver, address + path)
    assert {f"/m/{link}", f"/i/{token}", f"/u/{off}"} <= set(posted)
    assert site.version(match) == version
    assert site.version(invited) == waiting
    assert driver.get_cookies() == []
    mailbox = mailboxes.show_mailbox(site.house, site.players["Ana"])
    assert mailbox is not None
    assert mailbox.off == frozenset()
    assert site.house.mailboxes.player_at("guest@example.org") is None
    person = site.browser()
    page = person.get(f"/m/{link}?step=L1")
    assert person.send(page, "move", f"/m/{link}", word=site.word(match, seat)).status_code == 303
    assert site.version(match) == version + 1
    assert person.post(f"/i/{token}", link=token, name="Beto", word=word).status_code == 303


def press(driver: WebDriver, *keys: str) -> None:
    driver.switch_to.active_element.send_keys(*keys)


def come_to(driver: WebDriver, selector: str) -> None:
    """Wait for the page that has this."""
    WebDriverWait(driver, 30).until(lambda shown: shown.find_elements(By.CSS_SELECTOR, selector))


def tab_to(driver: WebDriver, selector: str) -> None:
    """Press Tab until what the selector names has the focus, which must be seen."""
    wanted = driver.find_element(By.CSS_SELECTOR, selector)
    for _ in range(80):
        press(driver, Keys.TAB)
        if driver.switch_to.active_element == wanted:
            style = driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
            assert style != "none", selector
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_a_turn_is_played_with_the_keyboard_alone(site: Site, address: str, driver: WebDriver) -> None:
    match = site.running(2)
    driver.get(f"{address}/m/{site.link(match)}")
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert driver.switch_to.active_element.get_attribute("class") == "skip"
    tab_to(driver, "button[value=D]")
    press(driver, Keys.ENTER)
    come_to(driver, "#word")
    tab_to(driver, "#word")
    press(driver, site.word(match, 1), Keys.ENTER)
    come_to(driver, "button[value=L2]")
    assert site.load(match).decisions()[0].name == "LOAD"
    tab_to(driver, "button[value=L2]")
    press(driver, Keys.ENTER)
    come_to(driver, "button.main")
    tab_to(driver, "button.main")
    press(driver, Keys.ENTER)
    come_to(driver, "#own-title")
    assert site.owing(match) == 2
    assert "Your move is made, Ana" in driver.find_element(By.TAG_NAME, "h1").text


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_page_has_a_fault_that_axe_knows_or_is_wider_than_a_phone(
    site: Site, address: str, tmp_path: Path, language: str
) -> None:
    """axe-core: no violation on any page, on a phone and on a desk; and no page asks anybody else for anything."""
    match = site.running(3, "public", language)
    site.play_randomly(match, 90, seed=4, until="PLACE")
    over = site.open(2, "public")
    for name in ("Ana", "Mei"):
        site.join(over, site.players[name])
    site.play_randomly(over)
    waiting = site.open(3, "public")
    token, _ = site.invite(waiting, "guest@example.org", language)
    late, _ = site.invite(waiting, "late@example.org", language)
    turn = site.link(match)
    first = site.browser().get(f"/m/{turn}").text.split('name="step" value="')[1].split('"')[0]
    paths = [
        "/",
        "/sign-in",
        "/sign-in?back=/matches/0000000000000000",
        f"/m/{turn}",
        f"/m/{turn}?step={first.replace('&gt;', '%3E').replace(' ', '+')}",
        f"/m/{turn}?line=T9",
        f"/m/{site.link(match, site.owing(match) % 3 + 1)}",
        f"/m/{site.link(over, 1)}",
        "/m/dead",
        f"/matches/{match}",
        f"/matches/{over}",
        f"/i/{token}",
        f"/i/{late}",
        f"/u/{site.unsubscribe_link(site.players['Ana'], 'turn')}",
    ]
    signed_in = ["/", "/me", "/settings", "/matches/new", f"/matches/{waiting}"]
    found: list[str] = []
    with chromium(tmp_path / "profile", language) as driver:
        for path in paths:
            found += looked_at(driver, address, path)
        session = mailboxes.open_session(site.house, site.players["Ana"]).session
        driver.add_cookie({"name": "session", "value": session, "path": "/", "httpOnly": True})
        for path in signed_in:
            found += looked_at(driver, address, path)
    assert found == []


def looked_at(driver: WebDriver, address: str, path: str) -> list[str]:
    """What is wrong with a page, on both screens."""
    found = []
    for width in (PHONE, DESKTOP):
        resize(driver, width)
        driver.get(address + path)
        driver.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")
        found += [f"{path} at {width}: {fault}" for fault in violations(driver)]
        shown = driver.execute_script("return document.documentElement.scrollWidth")
        if shown > width:
            found.append(f"{path} at {width}: {shown} wide")
        asked = driver.execute_script(
            "return performance.getEntriesByType('resource').map(each => each.name)"
        )
        found += [f"{path} asks {name}" for name in asked if not name.startswith(address + "/")]
    return found
