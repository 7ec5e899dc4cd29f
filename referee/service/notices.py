"""What to tell whom: a row that asks for a letter becomes a notice, or nothing, by what is true when it is sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.matches.links import (
    Token,
    check_word,
    invitation_token,
    turn_token,
    unsubscribe_token,
    write_token,
)
from referee.matches.match import OPEN, Match
from referee.service.addresses import read_address
from referee.service.house import House
from referee.service.loading import load
from referee.service.mailboxes import NUMBERS, code_of, is_bounced_out, stand_in, wants_letter
from referee.service.naming import names_of
from referee.service.reading import LoggedEvent, list_events
from referee.store.invitations import INVITED
from referee.store.letters import CONFIRM, INVITATION, RESULT, TURN, UNFINISHED
from referee.store.mailboxes import Mailbox
from referee.store.outbox import LetterRow, Row, read_letter_row


class Links(NamedTuple):
    """Tokens of a letter's pages, and its check word.

    ``act``: of the page where the reader acts; ``unsubscribe``: of the page that turns this kind of letters off.
    """

    act: str = ""
    word: str = ""
    unsubscribe: str = ""


_NO_LINKS = Links()


@dataclass(frozen=True, slots=True)
class Notice:
    """A letter that is due: what it is about, and to whom.

    ``number``: the seat, or the number of an invitation. ``version``: of the row. ``player``: its reader, or "".
    ``names``: of the players by seat. ``story``: what happened since the reader's last move. ``is_first``: the reader
    has had no letter of a turn before.
    """

    what: str
    address: str
    locale: str
    version: int
    number: int = 0
    player: str = ""
    match: Match | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    inviter: str = ""
    story: tuple[LoggedEvent, ...] = ()
    is_first: bool = False
    links: Links = _NO_LINKS
    code: str = field(default="", repr=False)
    code_id: str = ""

    @property
    def mark(self) -> str:
        """What its having been sent is remembered by, among the letters of a match."""
        return f"{self.what}:{self.number}"


def find_notice(house: House, row: Row) -> Notice | None:
    """The letter that a row asks for, if it is still due: not sent, not overtaken, and wanted by a reader."""
    asked = read_letter_row(row)
    if asked.what == CONFIRM:
        return _confirmation(house, row, asked)
    match = load(house, row.subject)
    if match is None or not asked.seat.isdigit():
        return None
    if asked.what == INVITATION:
        return _invitation(house, match, row, int(asked.seat))
    if asked.what in (TURN, UNFINISHED, RESULT):
        return _of_seat(house, match, row, asked.what, int(asked.seat))
    return None


def note_sent(house: House, notice: Notice) -> None:
    """Remember that a letter was handed over, so that no copy follows."""
    if notice.match is not None:
        house.letters.mark_sent(notice.match.id, notice.mark, notice.version)
    else:
        house.mailboxes.note_code_sent(read_address(notice.address).canonical, notice.code_id)


def _confirmation(house: House, row: Row, asked: LetterRow) -> Notice | None:
    request = house.mailboxes.code_request(row.subject)
    if request is None or request.id != asked.seat or house.mailboxes.is_code_sent(row.subject):
        return None
    return Notice(
        CONFIRM,
        request.address,
        request.locale,
        row.version,
        code=code_of(house, request),
        code_id=request.id,
    )


def _invitation(house: House, match: Match, row: Row, number: int) -> Notice | None:
    invitation = house.invitations.get(match.id, number)
    if invitation is None or invitation.state != INVITED or match.status != OPEN:
        return None
    if f"{INVITATION}:{number}" in house.letters.sent(match.id):
        return None
    canonical = read_address(invitation.address).canonical
    who = house.mailboxes.player_at(canonical) or stand_in(canonical)
    if house.mailboxes.is_off(who, INVITATION):
        return None
    inviter = house.accounts.player(match.organiser)
    token = invitation_token(match.id, number)
    return Notice(
        INVITATION,
        invitation.address,
        invitation.locale,
        row.version,
        number=number,
        match=match,
        inviter=inviter.name if inviter is not None else "",
        is_first=True,
        links=_links(house, token, who, INVITATION),
    )


def _of_seat(house: House, match: Match, row: Row, what: str, seat: int) -> Notice | None:
    place = match.place_at(seat)
    if place is None or not _is_due(match, row, what, seat) or _is_sent(house, match, row, what, seat):
        return None
    mailbox = house.mailboxes.mailbox(place.player)
    if mailbox is None or is_bounced_out(mailbox) or not wants_letter(mailbox, what, match.id):
        return None
    return _to_seat(house, match, row, what, seat, mailbox)


def _is_due(match: Match, row: Row, what: str, seat: int) -> bool:
    """Is it still as the row says? A stint that has moved on has told its seat enough, or has a newer row."""
    if what == RESULT:
        return match.scored
    owes = any(decision.seat == seat for decision in match.decisions())
    base = match.base_of(seat)
    return owes and base is not None and base.version == row.version


def _is_sent(house: House, match: Match, row: Row, what: str, seat: int) -> bool:
    sent = house.letters.sent(match.id)
    before = sent.get(f"{what}:{seat}", 0)
    if what == UNFINISHED:  # one for each stint, which the letter of its beginning marks
        return before > sent.get(f"{TURN}:{seat}", 0) or before >= row.version
    return before >= row.version


def _to_seat(house: House, match: Match, row: Row, what: str, seat: int, mailbox: Mailbox) -> Notice:
    story, has_played = _story(house, match, seat, mailbox.player)
    return Notice(
        what,
        mailbox.address,
        mailbox.locale,
        row.version,
        number=seat,
        player=mailbox.player,
        match=match,
        names=names_of(house, match),
        story=story,
        is_first=not has_played,
        links=_links(house, turn_token(match, seat), mailbox.player, what),
    )


def _links(house: House, token: Token, who: str, kind: str) -> Links:
    key = house.link_key
    unsubscribe = write_token(unsubscribe_token(who, NUMBERS[kind]), key)
    return Links(write_token(token, key), check_word(key, token), unsubscribe)


def _story(house: House, match: Match, seat: int, player: str) -> tuple[tuple[LoggedEvent, ...], bool]:
    """What happened after the reader's last act, and whether there was one."""
    _, events = list_events(house, match.id, player, 0, match.version)
    own = [index for index, event in enumerate(events) if event.seat == seat]
    return tuple(events[own[-1] + 1 if own else 0 :]), bool(own)
