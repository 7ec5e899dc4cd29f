"""The mail that a demo reads: each letter once, in order, and only one's own."""

import random
from email.message import EmailMessage
from pathlib import Path

import pytest

from clients.by_letters import LetterPlayer
from clients.problems import ClientError
from referee.cli import demo_letters
from referee.cli.demo_letters import CaughtMail
from referee.mail.catcher import Letterbox
from tests.running import free_port

ANA, LUIS = "ana@example.org", "luis@example.org"


def keep(box: Letterbox, to: str, subject: str) -> None:
    letter = EmailMessage()
    letter["Subject"] = subject
    letter.set_content("x")
    box.keep(f"X-Envelope-To: {to}\r\n".encode() + letter.as_bytes())


def subjects(letters: list[EmailMessage]) -> list[str]:
    return [str(letter["Subject"]) for letter in letters]


def test_letters_are_read_in_the_order_in_which_they_came_and_only_ones_own(tmp_path: Path) -> None:
    box, mail = Letterbox(tmp_path), CaughtMail(tmp_path)
    keep(box, ANA, "first")
    keep(box, LUIS, "not hers")
    assert subjects(mail.to(ANA)) == ["first"]
    keep(box, f"{LUIS}, {ANA}", "second")
    keep(box, f"x{ANA}", "somebody else's")
    assert subjects(mail.to(ANA)) == ["first", "second"]
    assert str(mail.wait_for(ANA, 2)["Subject"]) == "second"


def test_a_letter_that_the_catcher_has_thrown_away_since_is_still_read(tmp_path: Path) -> None:
    box, mail = Letterbox(tmp_path, most=1), CaughtMail(tmp_path)
    keep(box, ANA, "first")
    assert subjects(mail.to(ANA)) == ["first"]
    keep(box, ANA, "second")
    assert subjects(mail.to(ANA)) == ["first", "second"]


def test_a_letter_that_does_not_come_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_letters, "_PATIENCE", 0.0)
    with pytest.raises(ClientError, match=r"letter 1 to ana@example\.org did not come"):
        CaughtMail(tmp_path).wait_for(ANA, 1)


def test_a_page_that_does_not_come_is_named_in_one_line(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    player = LetterPlayer("Ana", ANA, CaughtMail(tmp_path).to, "en", random.Random(1))
    with pytest.raises(ClientError, match=f"^no page came from {url}"):
        player.sign_up(url, EmailMessage)
