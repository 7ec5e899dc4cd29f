"""What the answers of mail servers mean, and a server that is slow."""

import smtplib
import socket
import threading
from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from referee.mail.smtp import (
    HARD,
    OTHER,
    SOFT,
    LetterDeferred,
    LetterRefused,
    MailAway,
    Server,
    class_of,
    hand_over,
)
from tests.mail.post import Mailserver, mail_server


@pytest.fixture
def server() -> Iterator[Mailserver]:
    with mail_server() as running:
        yield running


def letter() -> EmailMessage:
    made = EmailMessage()
    made["Subject"] = "x"
    made.set_content("first\n.\n..second\n")
    return made


def at(port: int) -> Server:
    return Server.from_url(f"smtp://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("code", "text", "kind"),
    [
        (550, "5.1.1 The email account that you tried to reach does not exist", HARD),
        (550, "5.1.0 Address rejected", HARD),
        (550, "5.1.10 RESOLVER.ADR.RecipientNotFound; not found", HARD),
        (550, "5.2.1 The mailbox is disabled", HARD),
        (554, "5.1.1 <x@y>: Recipient address rejected: User unknown", HARD),
        (550, "5.0.0 <x@y>... User unknown", HARD),
        (550, "No such user here", HARD),
        (550, "Requested action not taken: mailbox unavailable", HARD),
        (551, "User not local; unknown recipient", HARD),
        (552, "5.2.2 Over quota", SOFT),
        (450, "4.2.1 The user is receiving mail too quickly", SOFT),
        (451, "Greylisted, try again", SOFT),
        (452, "4.5.3 Too many recipients", SOFT),
        (550, "5.7.1 Message rejected as spam", OTHER),
        (554, "5.7.26 Unauthenticated email is not accepted", OTHER),
        (550, "5.7.1 user unknown to our policy", OTHER),
        (553, "5.0.0 go away", OTHER),
        (554, "Transaction failed", OTHER),
        (550, "", OTHER),
    ],
)
def test_a_refusal_says_whether_the_address_is_dead(code: int, text: str, kind: str) -> None:
    """faults.md B44"""
    assert class_of(code, text) == kind


def test_a_letter_arrives_as_it_was_written(server: Mailserver) -> None:
    hand_over(at(server.port), letter(), "a@example.org", "b@example.org")
    assert server.taken[0].get_content().splitlines() == ["first", ".", "..second"]
    assert server.recipients == ["b@example.org"]


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("450 4.2.1 later", LetterDeferred),
        ("550 5.7.1 never", LetterRefused),
        ("421 4.3.2 closing", MailAway),
        ("299 what", MailAway),
    ],
)
def test_each_answer_is_understood_at_each_command(
    server: Mailserver, command: str, answer: str, error: type[Exception]
) -> None:
    """faults.md A31"""
    server.answers[command] = answer
    with pytest.raises(error):
        hand_over(at(server.port), letter(), "a@example.org", "b@example.org")


def test_a_server_that_dies_after_its_250_has_the_letter(server: Mailserver) -> None:
    """The letter is its own from the 250 on: what comes after makes no second copy."""

    def die() -> None:
        raise ConnectionResetError

    server.at_quit = die
    hand_over(at(server.port), letter(), "a@example.org", "b@example.org")
    assert len(server.taken) == 1


@pytest.mark.parametrize(
    "greeting", [b"", b"220 hello\r\n", b"220 hello\r\n250 you\r\n250 ok\r\n250 ok\r\n354 go\r\n"]
)
def test_a_server_that_says_nothing_more_is_given_up_in_time(greeting: bytes) -> None:
    """A slow server costs its timeout, and the letter waits."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        held: list[socket.socket] = []

        def accept() -> None:
            connection, _ = listener.accept()
            held.append(connection)
            connection.sendall(greeting)

        thread = threading.Thread(target=accept)
        thread.start()
        with pytest.raises(MailAway):
            hand_over(at(listener.getsockname()[1]), letter(), "a@example.org", "b@example.org", timeout=0.2)
        thread.join()
        for connection in held:
            connection.close()


def test_a_password_is_not_sent_in_clear(monkeypatch: pytest.MonkeyPatch, server: Mailserver) -> None:
    monkeypatch.setattr("referee.mail.smtp._is_here", lambda host: False)
    with pytest.raises(MailAway, match="not sent in clear"):
        hand_over(
            Server("127.0.0.1", server.port, False, "u", "p"), letter(), "a@example.org", "b@example.org"
        )


def test_the_address_of_a_server_is_read_whole() -> None:
    assert Server.from_url("smtps://u%40x:p%2Fw@mail.example") == ("mail.example", 465, True, "u@x", "p/w")
    assert Server.from_url("smtp://mail.example") == ("mail.example", 25, False, "", "")
    assert issubclass(smtplib.SMTPException, OSError)
