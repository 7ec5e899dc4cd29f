"""The catcher: every letter is kept and shown, on this machine alone, and nothing of it runs."""

import http.client
import smtplib
import stat
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.catcher import Catcher, Letterbox
from referee.mail.headers import POLICY
from tests.mail.post import free_port
from tests.mail.test_letters import ATTACKS


class Running:
    """A catcher with its ports."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.smtp_port, self.web_port = free_port(), free_port()
        self.catcher = Catcher(directory, self.smtp_port, self.web_port)
        self.catcher.start()

    def send(self, subject: str, text: str, to: str = "ana@example.org") -> None:
        letter = EmailMessage(POLICY)
        letter["From"], letter["To"], letter["Subject"] = "referee@example.org", to, subject
        letter.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.smtp_port) as connection:
            connection.send_message(letter)

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.web_port, timeout=10)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    one = Running(tmp_path / "mail")
    yield one
    one.catcher.stop()


def test_a_letter_is_listed_and_its_links_can_be_followed(running: Running) -> None:
    assert "No letter has come yet" in running.get("/")[1]
    running.send("Hallo", "play: https://play.example.org/m/abc\n")
    running.send("Second", "óscar\n", to="luis@example.org")
    status, page, _ = running.get("/")
    assert status == 200
    assert page.index("Second") < page.index("Hallo")
    assert "luis@example.org" in page
    names = running.catcher.box.names()
    status, page, _ = running.get(f"/{names[1][:-4]}")
    assert status == 200
    assert '<a href="https://play.example.org/m/abc">https://play.example.org/m/abc</a>' in page
    assert "óscar" in running.get(f"/{names[0][:-4]}")[1]
    status, raw, headers = running.get(f"/{names[0]}")
    assert raw.startswith("X-Envelope-To: luis@example.org\r\n")
    assert headers["Content-Type"].startswith("text/plain")


def test_letters_outlive_the_catcher(tmp_path: Path) -> None:
    first = Running(tmp_path)
    first.send("Kept", "x")
    first.catcher.stop()
    second = Running(tmp_path)
    assert "Kept" in second.get("/")[1]
    second.catcher.stop()


def test_nobody_else_on_this_machine_can_read_the_letters(tmp_path: Path) -> None:
    mail = tmp_path / "mail"
    name = Letterbox(mail).keep(b"Subject: your code\r\n\r\n123456\r\n")
    assert stat.S_IMODE(mail.stat().st_mode) == 0o700
    assert stat.S_IMODE((mail / name).stat().st_mode) == 0o600


def test_only_the_newest_letters_are_kept(tmp_path: Path) -> None:
    box = Letterbox(tmp_path, most=3)
    kept = [box.keep(b"x") for _ in range(5)]
    assert box.names() == sorted(kept, reverse=True)[:3]
    assert len(list(tmp_path.iterdir())) == 3


def test_looking_changes_nothing_and_nothing_else_is_shown(running: Running, tmp_path: Path) -> None:
    (tmp_path / "secret.eml").write_text("secret")
    running.send("x", "y")
    before = running.catcher.box.names()
    for path in ("/../secret.eml", "/%2e%2e/secret.eml", "/nothing", "/0000000000000-000000.eml", "/mail"):
        assert running.get(path)[0] == 404
    assert running.get("/", "HEAD")[:2] == (200, "")
    assert running.get("/", "POST")[0] == 501
    assert running.catcher.box.names() == before


def test_a_foreign_page_that_points_its_name_here_reads_nothing(running: Running) -> None:
    assert running.get("/", Host="evil.example:8025")[0] == 421
    assert running.get("/", Host=f"localhost:{running.web_port}")[0] == 200


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.isprintable()])
def test_nothing_of_a_letter_runs_on_the_pages(running: Running, attack: str) -> None:
    """faults.md B41; security.md C1: stored text in every field."""
    running.send(attack, attack)
    name = running.catcher.box.names()[0][:-4]
    for path in ("/", f"/{name}"):
        _, page, headers = running.get(path)
        assert not [tag for tag in ("<script", "<img", "<svg", "<h1>x", "onload=alert(1)>") if tag in page]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        b"Subject: =?no-such-set?q?x?=\r\nContent-Type: text/plain; charset=no-such-set\r\n\r\nx\xe9",
        b"Content-Type: multipart/mixed\r\n\r\nx",
        b"To: @@@<<>>\r\nDate: never\r\n\r\nx",
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!",
        b"Content-Type: message/rfc822\r\n\r\n",
    ],
)
def test_a_broken_letter_is_shown_as_far_as_it_goes(running: Running, raw: bytes) -> None:
    """faults.md B29, B30"""
    running.catcher.box.keep(raw)
    name = running.catcher.box.names()[0][:-4]
    assert running.get("/")[0] == 200
    assert running.get(f"/{name}")[0] == 200
