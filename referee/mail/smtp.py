"""Hand a letter to the mail server, and understand what it says."""

import contextlib
import re
import smtplib
import ssl
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

TIMEOUT = 10.0  # seconds that the server may take for each answer
_PORTS = {"smtp": 25, "smtps": 465}

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
# Servers that speak no enhanced status codes, or only 5.0.0, say it in words.
_NOBODY = re.compile(
    r"user unknown|unknown (user|recipient|mailbox)|no such (user|recipient|mailbox|person)"
    r"|does(n't| not) exist|mailbox (unavailable|not found)|invalid (recipient|mailbox)|recipient (rejected|not found)"
    r"|(account|mailbox) (is )?(disabled|inactive)",
    re.I,
)
HARD, SOFT, OTHER = "hard", "soft", "other"
_HARD_SUBJECTS = {"1": None, "2": {"1"}}  # RFC 3463: bad address; mailbox disabled


class MailAway(Exception):
    """The mail server cannot be reached, does not answer, or serves nobody now: every letter waits."""


class LetterDeferred(Exception):
    """The server does not take this letter now: it may be tried again later."""


class LetterRefused(Exception):
    """The server will never take this letter.

    :ivar kind: ``hard`` if nobody has the address, else ``other``.
    """

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.kind = class_of(code, text)


class Server(NamedTuple):
    """A mail server, as SMTP_URL names it."""

    host: str
    port: int
    is_secure: bool
    user: str
    password: str

    @classmethod
    def from_url(cls, url: str) -> "Server":
        """Read ``smtp://user:password@host:port`` or ``smtps://...``."""
        parts = urlsplit(url)
        return cls(
            parts.hostname or "localhost",
            parts.port or _PORTS[parts.scheme],
            parts.scheme == "smtps",
            unquote(parts.username or ""),
            unquote(parts.password or ""),
        )


def hand_over(
    server: Server, letter: EmailMessage, sender: str, recipient: str, timeout: float = TIMEOUT
) -> None:
    """Hand a letter over: when this returns the server has answered 250 and is answerable for it.

    A password goes through TLS alone, unless the server stands on this machine.

    :raises MailAway: also where the answer to the letter itself was lost: then it may have been taken.
    :raises LetterDeferred, LetterRefused: what the server said of this letter.
    """
    try:
        connection = _connected(server, timeout)
        try:
            _check(connection.mail(sender), "MAIL")
            _check(connection.rcpt(recipient), "RCPT")
            _check(connection.data(letter.as_bytes(policy=letter.policy.clone(linesep="\r\n"))), "DATA")
        finally:
            # What happens after the answer to the letter changes nothing: it is the server's now.
            with contextlib.suppress(smtplib.SMTPException, OSError):
                connection.quit()
            connection.close()
    except smtplib.SMTPDataError as error:  # smtplib itself raises it where DATA is refused before the text
        _judge(error.smtp_code, _text(error.smtp_error))
    except (smtplib.SMTPException, OSError) as error:
        raise MailAway(_one_line(str(error)) or type(error).__name__) from error


def class_of(code: int, text: str) -> str:
    """What a refusal says of the address: ``hard`` (nobody has it), ``soft`` (not now), ``other`` (something else).

    :param code: of the answer (RFC 5321), such as 550.
    :param text: with an enhanced status code (RFC 3463) or without.
    """
    found = _STATUS.search(text)
    if found is not None:
        kind, subject, detail = found.groups()
        if kind == "4" or (subject, detail) == ("2", "2"):  # a full mailbox may be emptied
            return SOFT
        if kind == "5" and subject in _HARD_SUBJECTS:
            details = _HARD_SUBJECTS[subject]
            if details is None or detail in details:
                return HARD
        if (subject, detail) != ("0", "0"):
            return OTHER
    if 400 <= code < 500:
        return SOFT
    return HARD if code in (550, 551, 553) and _NOBODY.search(text) else OTHER


def _connected(server: Server, timeout: float) -> smtplib.SMTP:
    if server.is_secure:
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=timeout, context=ssl.create_default_context()
        )
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=timeout)
    try:
        connection.ehlo_or_helo_if_needed()
        if not server.is_secure and connection.has_extn("starttls") and not _is_here(server.host):
            connection.starttls(context=ssl.create_default_context())
            connection.ehlo()
        if server.user:
            if not (server.is_secure or _is_here(server.host) or isinstance(connection.sock, ssl.SSLSocket)):
                raise MailAway("the server offers no TLS, and a password is not sent in clear")
            connection.login(server.user, server.password)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_here(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")


def _check(answer: tuple[int, bytes], command: str) -> None:
    code, raw = answer
    if code not in (250, 251):
        _judge(code, f"{_text(raw)} (to {command})")


def _judge(code: int, text: str) -> None:
    if code == 421:  # the server closes: it says nothing of the letter
        raise MailAway(f"{code} {text}")
    if 400 <= code < 500:
        raise LetterDeferred(f"{code} {text}")
    if 500 <= code < 600:
        raise LetterRefused(code, text)
    raise MailAway(f"an answer that means nothing: {code} {text}")


def _text(raw: bytes | str) -> str:
    return _one_line(raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
