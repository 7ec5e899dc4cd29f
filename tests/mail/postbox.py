"""A post office over real SMTP whose letters can be waited for."""

import contextlib
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.running import PATIENCE, free_port


class Postbox:
    """What an SMTP server took, by address; readers can wait for more."""

    def __init__(self) -> None:
        self._letters: list[tuple[str, EmailMessage]] = []
        self._more = threading.Condition()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content or b"", policy=policy.default)  # type: ignore[arg-type]
        with self._more:
            self._letters += [(address, letter) for address in envelope.rcpt_tos]  # type: ignore[misc]
            self._more.notify_all()
        return "250 OK"

    def count(self) -> int:
        return len(self._letters)

    def to(self, address: str) -> list[EmailMessage]:
        with self._more:
            return [letter for to, letter in self._letters if to == address]

    def wait_for(self, address: str, count: int) -> EmailMessage:
        """The letter of this number to an address, counted from 1."""
        with self._more:
            came = self._more.wait_for(
                lambda: sum(to == address for to, _ in self._letters) >= count, timeout=PATIENCE
            )
        assert came, f"no letter came to {address}"
        return self.to(address)[count - 1]

    def wait_for_more_than(self, count: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self._letters) > count, timeout=PATIENCE)


@contextlib.contextmanager
def open_postbox() -> Iterator[tuple[Postbox, int]]:
    """A post office, and the port at which it takes letters."""
    box, port = Postbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()
