"""A post office for tests: players with mailboxes, a real SMTP server that behaves as told, rows done one by one."""

import contextlib
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.matches.match import Match
from referee.service import mailboxes
from referee.service.house import House
from referee.service.loading import existing, load
from referee.settings import Settings
from referee.store import outbox
from referee.store.outbox import Row
from tests.service.playing import NOW, Person, play_out, sign_up, started
from workers import letters
from workers.letters import Office, open_office

MINUTE, HOUR = 60_000, 3_600_000


@dataclass
class Mailserver:
    """What an SMTP server of the tests was told and what it took.

    :ivar answers: by command (``MAIL``, ``RCPT``, ``DATA``): what it answers instead of 250.
    :ivar before_answer: called when it has taken a letter, before it says so; ``at_quit``: when the client takes
        leave, which ours does once it knows that its letter was taken.
    """

    taken: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    before_answer: Callable[[], None] = lambda: None
    at_quit: Callable[[], None] = lambda: None
    connections: int = 0
    port: int = 0

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.answers.get(f"RCPT {address}", self.answers.get("RCPT", "250 OK"))
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        answer = self.answers.get("DATA", "250 OK")
        if answer.startswith("250"):
            raw = bytes(envelope.content or b"")
            self.raw.append(raw)
            self.taken.append(message_from_bytes(raw, policy=policy.default))  # type: ignore[arg-type]
            self.recipients += envelope.rcpt_tos
            self.before_answer()
        return answer

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.at_quit()
        return "221 Bye"

    @property
    def ids(self) -> list[str]:
        """The Message-IDs of all that it took."""
        return [str(letter["Message-ID"]) for letter in self.taken]


@contextlib.contextmanager
def mail_server(port: int = 0) -> Iterator[Mailserver]:
    """Run an SMTP server on this machine."""
    handler = Mailserver()
    handler.port = port or free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=handler.port)
    controller.start()
    try:
        yield handler
    finally:
        controller.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def office_at(house: House, settings: Settings, port: int) -> Office:
    """An office that hands letters over at a port."""
    return open_office(with_mail(settings, port), house)


def with_mail(settings: Settings, port: int) -> Settings:
    """The settings of a test, with a mail server."""
    given = {name: getattr(settings, name) for name in settings.__slots__}
    return Settings(
        **{
            **given,
            "smtp_url": f"smtp://127.0.0.1:{port}",
            "mail_from": "referee@example.org",
            "public_url": "https://play.example.org",
        }
    )


def give_mailbox(house: House, person: Person, address: str, locale: str = "en") -> None:
    """A confirmed address for a player."""
    house.mailboxes.set_address(person.id, address, address, locale, f"test:{address}")


def correspondents(house: House, count: int = 2, locales: str = "en es") -> list[Person]:
    """Players with keys and addresses, who prefer these languages in turn."""
    languages = locales.split()
    names = ["Ana", "Luis", "Mei", "Óscar", "Zoë"]
    people = [sign_up(house, names[number]) for number in range(count)]
    for number, person in enumerate(people):
        give_mailbox(house, person, f"p{number}@example.org", languages[number % len(languages)])
    return people


def address_of(people: list[Person], player: str) -> str:
    """The address that :func:`correspondents` gave a player."""
    return f"p{next(number for number, person in enumerate(people) if person.id == player)}@example.org"


def letter_rows(house: House) -> list[Row]:
    """All rows that ask for letters, oldest first in each stream."""
    found: list[Row] = []
    for stream in house.outbox.streams():
        page = house.outbox.pending(stream)
        while page:
            found += [row for row in page if row.kind == outbox.LETTER]
            page = house.outbox.pending(stream, after=page[-1].id)
    return found


def deliver_all(office: Office, now: int = NOW) -> list[str]:
    """Do every letter row once; what became of each."""
    return [letters.deliver(office, row, now) for row in letter_rows(office.house)]


def begun(house: House, people: list[Person], **given: object) -> Match:
    """A match that has started, its first letters still to be written."""
    return started(house, people, **given)


def moved_on(house: House, match: Match, people: list[Person], stints: int = 1, seed: int = 1) -> Match:
    """Play on until so many stints have begun, by random steps."""
    current = existing(load(house, match.id))
    for number in range(stints):
        owing = _owing(current)
        while _owing(current) == owing and current.decisions():
            current = play_out(house, match.id, people, seed=seed + number + current.version, most=1)
    return current


def _owing(match: Match) -> list[int]:
    return [decision.seat for decision in match.decisions()]


def session_of(house: House, player: str) -> str:
    """An open session, as a person has it whose browser shows the page."""
    return mailboxes.open_session(house, player).session
