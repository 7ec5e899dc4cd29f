"""A mail server for one machine that delivers nothing: it keeps every letter, and shows them on a page.

``python -m referee.mail.catcher --smtp-port 8026 --web-port 8025 --directory ./var/mail``. It stands in for a mail
server in `referee up`, and listens to this machine alone. Letters lie in the directory as ``.eml`` files.
"""

import argparse
import asyncio
import html
import os
import re
import signal
import threading
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.mail.letters import linked
from referee.now import now_ms

HOST = "127.0.0.1"
MOST_LETTERS = 1000
MOST_BYTES = 1_000_000
_FILE = re.compile(r"\d{13}-\d{6}\.eml")
# Who looks by another name than these came through a foreign page that points its name at this machine.
_OWN_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_PAGE = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<style>body{{font-family:sans-serif;margin:1rem;max-width:50rem}}pre{{overflow-x:auto}}"
    "li{{margin:.5rem 0}}</style></head>\n<body><main>{body}</main></body></html>\n"
)


class Letterbox:
    """The directory of caught letters: whole files only, the newest thousand."""

    def __init__(self, directory: Path, most: int = MOST_LETTERS) -> None:
        self._directory = directory
        self._most = most
        self._lock = threading.Lock()
        self._number = 0
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)

    def keep(self, raw: bytes) -> str:
        """Keep a letter; its name."""
        with self._lock:
            self._number += 1
            name = f"{now_ms():013d}-{self._number % 1_000_000:06d}.eml"
            draft = self._directory / f"{name}.new"
            draft.touch(mode=0o600)  # its links and codes are the reader's alone
            draft.write_bytes(raw)
            os.replace(draft, self._directory / name)
            for old in self.names()[self._most :]:
                (self._directory / old).unlink(missing_ok=True)
            return name

    def names(self) -> list[str]:
        """The names of all letters, newest first."""
        found = (entry.name for entry in os.scandir(self._directory))
        return sorted((name for name in found if _FILE.fullmatch(name)), reverse=True)

    def raw(self, name: str) -> bytes | None:
        """A letter as it came, or None."""
        if not _FILE.fullmatch(name):
            return None
        try:
            return (self._directory / name).read_bytes()
        except FileNotFoundError:
            return None


class Catch:
    """The SMTP side: takes every letter for everybody."""

    def __init__(self, box: Letterbox) -> None:
        self._box = box

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Keep a letter, with whom it was for; the answer."""
        to = b", ".join(recipient.encode("utf-8", "replace") for recipient in envelope.rcpt_tos)
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        self._box.keep(b"X-Envelope-To: " + to + b"\r\n" + content)
        return "250 OK"


def read_letter(raw: bytes) -> EmailMessage:
    """A caught letter, as mail programs read it."""
    return message_from_bytes(raw, policy=policy.default)


def text_of(letter: EmailMessage) -> str:
    """The plain text of a letter; whatever it holds, this gives a text."""
    part = letter.get_body(("plain", "html"))
    if part is None:
        return ""
    try:
        return str(part.get_content())
    except (LookupError, ValueError, KeyError):
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def list_page(box: Letterbox) -> str:
    """The page that lists all letters."""
    rows = []
    for name in box.names():
        letter = _read(box, name)
        if letter is not None:
            said = f"{_header(letter, 'Subject') or '(no subject)'}"
            rows.append(
                f'<li><a href="/{name[:-4]}">{html.escape(said)}</a><br>'
                f"{html.escape(_header(letter, 'To'))}, {html.escape(_header(letter, 'Date'))}</li>"
            )
    listed = f"<ol reversed>{''.join(rows)}</ol>" if rows else "<p>No letter has come yet.</p>"
    body = f"<h1>Caught mail</h1><p>Nothing of this was delivered to anybody.</p>{listed}"
    return _PAGE.format(title="Caught mail", body=body)


def letter_page(box: Letterbox, name: str) -> str | None:
    """The page of one letter, or None."""
    letter = _read(box, f"{name}.eml")
    if letter is None:
        return None
    heads = "".join(
        f"<dt>{head}</dt><dd>{html.escape(_header(letter, head))}</dd>"
        for head in ("From", "To", "Date", "Message-ID")
    )
    subject = html.escape(_header(letter, "Subject") or "(no subject)")
    body = (
        f'<nav><a href="/">All letters</a> · <a href="/{name}.eml">as it came</a></nav>'
        f"<h1>{subject}</h1><dl>{heads}</dl><pre>{linked(text_of(letter))}</pre>"
    )
    return _PAGE.format(title=subject, body=body)


class Inbox(BaseHTTPRequestHandler):
    """The pages: ``/``, ``/<letter>``, ``/<letter>.eml``. Looking changes nothing."""

    box: Letterbox
    server_version = "referee-catcher"
    timeout = 30

    def do_GET(self) -> None:
        """Answer a page."""
        if urlsplit(f"//{self.headers.get('Host', '')}").netloc.rpartition(":")[0] not in _OWN_NAMES:
            self._answer(HTTPStatus.MISDIRECTED_REQUEST, "text/plain; charset=utf-8", b"not here\n")
            return
        path = urlsplit(self.path).path.strip("/")
        if path.endswith(".eml"):
            raw = self.box.raw(path)
            page = None if raw is None else raw
            kind = "text/plain; charset=utf-8"
        else:
            text = list_page(self.box) if not path else letter_page(self.box, path)
            page = None if text is None else text.encode("utf-8", "replace")
            kind = "text/html; charset=utf-8"
        if page is None:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"no such letter\n")
        else:
            self._answer(HTTPStatus.OK, kind, page)

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of who looks."""

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Catcher:
    """Both sides, running in threads of this process."""

    def __init__(self, directory: Path, smtp_port: int, web_port: int) -> None:
        self.box = Letterbox(directory)
        self._smtp = Controller(
            Catch(self.box),
            hostname=HOST,
            port=smtp_port,
            data_size_limit=MOST_BYTES,
            loop=asyncio.new_event_loop(),
        )
        handler = type("Pages", (Inbox,), {"box": self.box})
        self._web = ThreadingHTTPServer((HOST, web_port), handler)

    def start(self) -> None:
        """Listen; both ports answer when this returns."""
        self._smtp.start()
        threading.Thread(target=self._web.serve_forever, name="inbox", daemon=True).start()

    def stop(self) -> None:
        """Listen no more."""
        self._web.shutdown()
        self._web.server_close()
        self._smtp.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Catch letters until SIGTERM or SIGINT; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m referee.mail.catcher", description="Catch letters.")
    parser.add_argument("--smtp-port", type=int, required=True)
    parser.add_argument("--web-port", type=int, required=True)
    parser.add_argument("--directory", type=Path, required=True)
    asked = parser.parse_args(arguments)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    catcher = Catcher(asked.directory, asked.smtp_port, asked.web_port)
    catcher.start()
    while not stopping.wait(3600.0):
        pass
    catcher.stop()
    return 0


def _read(box: Letterbox, name: str) -> EmailMessage | None:
    raw = box.raw(name)
    return None if raw is None else read_letter(raw)


def _header(letter: EmailMessage, name: str) -> str:
    try:
        return str(letter.get(name, ""))
    except (ValueError, IndexError, AttributeError):  # the standard library stumbles over some broken headers
        return "(unreadable)"


if __name__ == "__main__":
    raise SystemExit(main())
