"""What README.md and docs/playing.md tell a newcomer to type is typed here, against a running referee."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from clients.profile import load_profile
from clients.sdk import Referee
from referee.cli.demo_mail import ADDRESS
from tests.running import PATIENCE, TOP, Process, Service, eventually, free_port
from tests.web.browsing import chromium

README = (TOP / "README.md").read_text()
_OWN_SETTINGS = ("REFEREE_", "REDIS_URL", "CACHE_URL", "SMTP_URL", "PUBLIC_URL", "PORT")


def block(name: str) -> str:
    """The code block behind the mark ``<!-- tried: name -->``."""
    found = re.search(rf"<!-- tried: {re.escape(name)} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found, name
    return found[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A directory that looks like the checkout of a newcomer."""
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    (tmp_path / "clients").symlink_to(TOP / "clients")
    (tmp_path / "var").mkdir()
    return tmp_path


def run(script: str, checkout: Path) -> str:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-O", "expand_aliases", "-c", script],
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_match_by_command(service: Service, checkout: Path) -> None:
    demo = subprocess.Popen(
        [sys.executable, "-m", "clients.demo_match", "--data", str(checkout / "var"), "--url", service.url],
        stdout=subprocess.DEVNULL,
    )
    try:
        profile = eventually(
            lambda: (found := load_profile(checkout / "var" / "demo-player")).match and found, "a demo match"
        )
        person = Referee(profile.url, profile.token, player=profile.player)
        eventually(lambda: person.match(profile.match)["status"] == "running", "the match runs")
        assert person.wait_for_turn(profile.match, 60)
        said = run(f"unset REFEREE_URL REFEREE_PROFILE\n{block('command')}", checkout)
    finally:
        demo.kill()
        demo.wait(30)
    assert said.count("Zooloretto") == 2
    assert "you: D.  Draw a tile." in said
    assert "you: L1.  Load the drawn tile on truck 1." in said


def test_the_first_match_by_curl(service: Service, checkout: Path) -> None:
    (checkout / "sign.py").write_text(block("sign.py"))
    script = block("curl").replace("http://127.0.0.1:8000", service.url)
    assert service.url in script
    said = run(f"{script}\nkill %1 2>/dev/null || true\n", checkout)
    assert '"receipt":' in said
    assert '"status":"active"' in said
    assert "Zooloretto   round 1" in said
    order = (checkout / "order.json").read_text()
    assert '"steps": ["D"]' in order


def test_the_example_of_the_sdk(service: Service, checkout: Path) -> None:
    """The example of docs/playing.md, with somebody else to play against."""
    text = (TOP / "docs" / "playing.md").read_text()
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found
    example = (
        found[1]
        .replace("http://127.0.0.1:8000", service.url)
        .replace('"Ana"', f'"Ana {os.urandom(4).hex()}"')
    )
    bot = f"{sys.executable} -m clients.bots --kind random --url {service.url} --profile bot.json"
    joined = example.replace(
        "referee.join(match)\n",
        f'referee.join(match)\nimport subprocess\nbot = subprocess.Popen(["sh", "-c", f"exec {bot} '
        f"--name 'b {os.urandom(4).hex()}' --matches {{match}}\"])\n",
    )
    assert joined != example
    (checkout / "example.py").write_text(joined + "assert bot.wait() == 0\n")
    assert "scores" in run(f"{sys.executable} example.py", checkout)


class Newcomer:
    """Reads the section of README.md beside a browser, and does what it says."""

    def __init__(self, driver: WebDriver, section: str) -> None:
        self._driver = driver
        self._section = section

    def open(self, url: str, as_written: str) -> None:
        assert as_written in self._section
        self._driver.get(url)

    def see(self, xpath: str) -> str:
        """The text of the first such element, once the page that has it is there."""
        wait = WebDriverWait(self._driver, PATIENCE, ignored_exceptions=[StaleElementReferenceException])
        texts: list[str] = wait.until(
            lambda driver: [found.text for found in driver.find_elements(By.XPATH, xpath)]
        )
        return texts[0]

    def follow(self, xpath: str) -> str:
        """Click the first such link; its address."""
        self.see(xpath)
        link = self._driver.find_element(By.XPATH, xpath)
        address = link.get_attribute("href") or ""
        link.click()
        return address

    def press(self, words: str) -> None:
        """Press the button or link that README.md names so."""
        assert f'"{words}"' in self._section
        self.follow(f"//main//*[self::button or self::a][contains(., '{words}')]")

    def type(self, field: str, text: str) -> None:
        self.see(f"//input[@name='{field}']")
        self._driver.find_element(By.NAME, field).send_keys(text)


def test_the_first_match_by_letters(tmp_path: Path) -> None:
    """A whole `referee up`, its inbox, and a browser: every word of the section."""
    section = README.partition("## A first match by letters\n")[2].partition("\n## ")[0]
    assert ADDRESS in section
    port = free_port()
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(_OWN_SETTINGS)}
    command = [str(Path(sys.executable).with_name("referee")), "up", "--port", str(port)]
    with chromium(tmp_path / "browser") as driver:
        up = Process("up", [*command, "--data", str(tmp_path / "var")], inherited, tmp_path / "up.txt")
        newcomer = Newcomer(driver, section)

        def printed(pattern: str) -> str:
            search = re.compile(rf"^{pattern}$", re.MULTILINE).search
            found = eventually(lambda: search(up.output.read_text()), pattern)
            return str(found[1])

        try:
            assert printed(r"ready (\S+)") == f"http://127.0.0.1:{port}"
            inbox, turn = printed(r"inbox (\S+)"), printed(r"turn (\S+)")
            eventually(lambda: letters(tmp_path), "the first letter")
            newcomer.open(inbox, "http://127.0.0.1:8025/")
            newcomer.follow(f"//li[contains(., '{ADDRESS}')]/a")
            word = re.search(r"^Check word: ([A-Z]{3})$", newcomer.see("//pre"), re.MULTILINE)
            assert word
            assert word[1] == printed(r"check word (\w+)")
            assert newcomer.follow("//pre//a") == turn
            newcomer.press("Draw a tile")
            newcomer.type("word", word[1])
            newcomer.press("Confirm this move")
            newcomer.see("//h2[contains(., 'Your move')]/following::button[contains(., 'truck')]")
            newcomer.follow("//main//button[contains(., 'truck')]")
            newcomer.press("Confirm this move")
            eventually(lambda: len(letters(tmp_path)) > 1, "the next letter")
            newcomer.open(inbox, "http://127.0.0.1:8025/")
            newcomer.follow("(//li/a)[1]")
            assert "Since your last turn" in newcomer.see("//pre")
            newcomer.open(f"http://127.0.0.1:{port}", "http://127.0.0.1:8000")
            newcomer.press("Sign in with your e-mail address")
            newcomer.see("//input[@name='address']")
        finally:
            up.stop()


def letters(directory: Path) -> list[Path]:
    return list((directory / "var" / "mail").glob("*.eml"))
