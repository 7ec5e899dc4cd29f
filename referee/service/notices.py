"""What to tell whom: a row that asks for a letter becomes a notice, or nothing, by what is true when it is sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.matches import clock
from referee.matches.events import BY_AUTOPILOT
from referee.matches.links import (
    Token,
    check_word,
    invitation_token,
    turn_token,
    unsubscribe_token,
    write_token,
)
from referee.matches.match import OPEN, RUNNING, Match
from referee.service import lobbies
from referee.service.addresses import read_address
from referee.service.house import House
from referee.service.letters_due import mark_of
from referee.service.loading import load
from referee.service.mailboxes import NUMBERS, code_of, is_bounced_out, stand_in, wants_letter
from referee.service.naming import names_of
from referee.service.reading import LoggedEvent, list_events
from referee.store.invitations import INVITED
from referee.store.letters import CONFIRM, EXPIRING, INVITATION, LAPSED, REMINDER, RESULT, TURN, UNFINISHED
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
    has had no letter of a turn before. ``deadline``: what the letter is about is due then (ms since 1970), None without
    a clock. ``zone``: of the reader, or None. ``stamp``: what its having been sent is remembered with.
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
    deadline: int | None = None
    zone: str | None = None
    stamp: int = 0
    code: str = field(default="", repr=False)
    code_id: str = ""


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
    if asked.what == EXPIRING:
        return _expiring(house, match, row)
    what, _, moment = asked.what.partition("-")
    if what in (TURN, UNFINISHED, RESULT, LAPSED, REMINDER):
        return _of_seat(house, match, row, what, asked, int(moment or row.version))
    return None


def note_sent(house: House, notice: Notice) -> None:
    """Remember that a letter was handed over, so that no copy follows."""
    if notice.match is not None:
        mark = mark_of(notice.match, notice.what, notice.number)
        house.letters.mark_sent(notice.match.id, mark, notice.stamp or notice.version)
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


def _expiring(house: House, match: Match, row: Row) -> Notice | None:
    mailbox = house.mailboxes.mailbox(match.organiser)
    if match.status != OPEN or match.version != row.version or mailbox is None or is_bounced_out(mailbox):
        return None
    if house.letters.sent(match.id).get(mark_of(match, EXPIRING, 0), 0) >= row.version:
        return None
    return Notice(
        EXPIRING,
        mailbox.address,
        mailbox.locale,
        row.version,
        player=mailbox.player,
        match=match,
        inviter=house.accounts.players([mailbox.player])[mailbox.player].name,
        deadline=lobbies.expires_at(match),
        zone=_zone_of(house, mailbox.player),
    )


def _of_seat(house: House, match: Match, row: Row, what: str, asked: LetterRow, stamp: int) -> Notice | None:
    seat = int(asked.seat)
    place = match.place_at(seat)
    if (
        place is None
        or asked.player not in ("", place.player)  # another sits there now: it is none of his
        or not _is_due(match, row, what, seat, stamp)
        or _is_sent(house, match, row, what, seat, stamp)
    ):
        return None
    mailbox = house.mailboxes.mailbox(place.player)
    if mailbox is None or is_bounced_out(mailbox) or not wants_letter(mailbox, what, match.id):
        return None
    return _to_seat(house, match, row, what, seat, mailbox, stamp)


def _is_due(match: Match, row: Row, what: str, seat: int, stamp: int) -> bool:
    """Is it still as the row says? A stint that has moved on has told its seat enough, or has a newer row."""
    if what == RESULT:
        return match.scored
    if what == LAPSED:
        return match.status == RUNNING
    if what == REMINDER:
        return any(
            isinstance(work, clock.Remind) and (work.seat, work.at) == (seat, stamp)
            for work in clock.due_work(match, stamp)
        )
    owes = any(decision.seat == seat for decision in match.decisions()) and not match.is_vacant(seat)
    base = match.base_of(seat)
    return owes and base is not None and base.version == row.version


def _is_sent(house: House, match: Match, row: Row, what: str, seat: int, stamp: int) -> bool:
    sent = house.letters.sent(match.id)
    before = sent.get(mark_of(match, what, seat), 0)
    if what == UNFINISHED:  # one for each stint, which the letter of its beginning marks
        return before > sent.get(mark_of(match, TURN, seat), 0) or before >= row.version
    return before >= stamp


def _to_seat(
    house: House, match: Match, row: Row, what: str, seat: int, mailbox: Mailbox, stamp: int
) -> Notice:
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
        deadline=clock.deadline_of(match, seat),
        zone=_zone_of(house, mailbox.player),
        stamp=stamp,
    )


def _zone_of(house: House, player: str) -> str | None:
    """The time zone of a player, as his nightly hours say it."""
    hours = house.hours.get(player)
    return None if hours is None else str(hours["zone"])


def _links(house: House, token: Token, who: str, kind: str) -> Links:
    key = house.link_key
    can_be_spared = kind in NUMBERS
    unsubscribe = write_token(unsubscribe_token(who, NUMBERS[kind]), key) if can_be_spared else ""
    return Links(write_token(token, key), check_word(key, token), unsubscribe)


def _story(house: House, match: Match, seat: int, player: str) -> tuple[tuple[LoggedEvent, ...], bool]:
    """What happened after the reader's last act, and whether there was one."""
    _, events = list_events(house, match.id, player, 0, match.version)
    own = [index for index, event in enumerate(events) if event.seat == seat and not is_by_autopilot(event)]
    return tuple(events[own[-1] + 1 if own else 0 :]), bool(own)


def is_by_autopilot(event: LoggedEvent) -> bool:
    """Did the referee move for an absent player?"""
    return event.type == "MovePlayed" and event.data.get("via") == BY_AUTOPILOT
