"""The job of the queue `mail`: make a letter of a row, hand it over, and keep what could not be handed over."""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from referee.mail.letters import compose
from referee.mail.smtp import HARD, SOFT, LetterDeferred, LetterRefused, MailAway, Server, hand_over
from referee.now import now_ms
from referee.service.house import House, open_house
from referee.service.notices import Notice, find_notice, note_sent
from referee.settings import Settings
from referee.store.errors import StoreAway
from referee.store.letters import DEFERRED, DROPPED, PARKED, SENT, SERVER, Retry
from referee.store.outbox import Row

# Seconds until the next try, after the first, second ... one that failed.
_OF_LETTER = (30, 60, 120, 300, 900, 3600)
_OF_SERVER = (30, 60, 120, 300)
_MOST_TRIES = 120  # about five days
_MOST_FAULTS = 8  # of our own, before a letter that cannot be written is given up
_POINTS = {HARD: 2, SOFT: 1}  # by which an address comes nearer to getting no more letters
WAITING = "waiting"

_logger = logging.getLogger(__name__)


class Office(NamedTuple):
    """All that sending needs. ``send`` hands a letter of a notice over, and raises what :mod:`referee.mail.smtp` does."""

    house: House
    settings: Settings
    send: Callable[[Notice, int], None]


def open_office(settings: Settings, house: House | None = None) -> Office:
    """An office that sends by the server that the settings name."""
    server = Server.from_url(settings.smtp_url)

    def send(notice: Notice, now: int) -> None:
        letter = compose(notice, settings.mail_from, settings.public_url, now)
        hand_over(server, letter, settings.mail_from, notice.address)

    return Office(house or open_house(settings), settings, send)


def run(stream: str, id: str, kind: str, subject: str, version: int, extra: str) -> None:
    """The job: do what a row asks for, unless it must wait."""
    deliver(_office(), Row(stream, id, kind, subject, version, extra), now_ms())


def deliver(office: Office, row: Row, now: int) -> str:
    """Send the letter of a row if it is due, and take the row away; again is harmless.

    A row whose letter has to wait stays: the relay rings for it again.

    :param now: milliseconds since 1970.
    :returns: what became of it: ``sent``, ``dropped``, ``deferred``, ``parked``, or ``waiting`` where it is too early for a try.
    """
    name = f"{row.stream}:{row.id}"
    before = office.house.letters.retry(name)
    if now < before.due:
        return WAITING
    try:
        return _deliver(office, row, name, before, now)
    except StoreAway:
        raise
    except Exception as error:  # a letter that cannot be written must not keep the others from their way
        _logger.exception("the letter %s of %s cannot be written", row.extra, row.subject)
        return _defer(office, row, name, before, f"{type(error).__name__}: {error}", now, _MOST_FAULTS)


def _deliver(office: Office, row: Row, name: str, before: Retry, now: int) -> str:
    letters = office.house.letters
    notice = find_notice(office.house, row)
    if notice is None:
        return _finish(office, row, name, DROPPED)
    if now < letters.retry(SERVER).due:
        return WAITING
    try:
        office.send(notice, now)
    except MailAway as error:
        return _wait_for_server(office, name, before, str(error), now)
    except LetterDeferred as error:
        letters.forget_retry(SERVER)
        return _defer(office, row, name, before, str(error), now, _MOST_TRIES)
    except LetterRefused as error:
        letters.forget_retry(SERVER)
        _note_bounce(office.house, notice, error)
        return _give_up(office, row, name, str(error), now)
    note_sent(office.house, notice)
    letters.forget_retry(SERVER)
    return _finish(office, row, name, SENT)


def _finish(office: Office, row: Row, name: str, what: str) -> str:
    office.house.letters.forget_retry(name)
    office.house.letters.count(what)
    office.house.outbox.finish(row.stream, row.id)
    return what


def _defer(office: Office, row: Row, name: str, before: Retry, why: str, now: int, most: int) -> str:
    tries = before.tries + 1
    if tries >= most:
        return _give_up(office, row, name, why, now)
    office.house.letters.try_later(name, _next(tries, _OF_LETTER, now))
    office.house.letters.count(DEFERRED)
    _logger.info("a letter waits after try %d: %s", tries, why)
    return DEFERRED


def _note_bounce(house: House, notice: Notice, error: LetterRefused) -> None:
    mailbox = house.mailboxes.mailbox(notice.player) if notice.player else None
    if mailbox is not None and mailbox.address == notice.address and error.kind in _POINTS:
        house.mailboxes.set_bounces(mailbox.player, mailbox.bounces + _POINTS[error.kind])


def _give_up(office: Office, row: Row, name: str, why: str, now: int) -> str:
    _logger.error("the letter %s of %s is given up: %s", row.extra, row.subject, why)
    office.house.letters.forget_retry(name)
    office.house.letters.count(PARKED)
    office.house.outbox.park(row, why, now)
    return PARKED


def _wait_for_server(office: Office, name: str, before: Retry, why: str, now: int) -> str:
    letters = office.house.letters
    server = _next(letters.retry(SERVER).tries + 1, _OF_SERVER, now)
    letters.try_later(SERVER, server)
    # Another letter tries next: if it is this one at which the server breaks down, it must not hold up the others.
    letters.try_later(name, Retry(before.tries, server.due + 1000 * _OF_LETTER[0]))
    letters.count(DEFERRED)
    _logger.warning("the mail server is away (try %d): %s", server.tries, why)
    return DEFERRED


def _next(tries: int, ladder: tuple[int, ...], now: int) -> Retry:
    return Retry(tries, now + 1000 * ladder[min(tries, len(ladder)) - 1])


@lru_cache(maxsize=1)
def _office() -> Office:
    return open_office(Settings.from_env())
