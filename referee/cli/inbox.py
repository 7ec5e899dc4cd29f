"""Where `referee up` catches letters when no mail server is named."""

import shlex
import socket
from pathlib import Path
from typing import NamedTuple

_HOST = "127.0.0.1"
_BESIDE = 25  # the pages of caught mail stand so many ports above the API, where that one is free
_HIGHEST_PORT = 65_535


class Inbox(NamedTuple):
    """A catcher to start: see :mod:`referee.mail.catcher`."""

    smtp_port: int
    web_port: int
    directory: Path

    @property
    def url(self) -> str:
        """The page that lists the letters."""
        return f"http://{_HOST}:{self.web_port}/"

    @property
    def smtp_url(self) -> str:
        """Where letters are handed over."""
        return f"smtp://{_HOST}:{self.smtp_port}"

    @property
    def command(self) -> str:
        """What starts it."""
        return (
            f"python -m referee.mail.catcher --smtp-port {self.smtp_port} --web-port {self.web_port} "
            f"--directory {shlex.quote(str(self.directory))}"
        )

    def is_listening(self) -> bool:
        """Does it take letters?"""
        try:
            socket.create_connection((_HOST, self.smtp_port), timeout=2.0).close()
        except OSError:
            return False
        return True


def find_inbox(port: int, data: Path) -> Inbox:
    """Choose free ports for a catcher beside an API."""
    beside = port + _BESIDE
    web_port = beside if beside <= _HIGHEST_PORT and _is_free(beside) else _free_port()
    return Inbox(_free_port(), web_port, data / "mail")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError:
            return False
        return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port
