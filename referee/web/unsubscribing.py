"""Turning a kind of letters off by the link that every letter carries (RFC 8058), and on again."""

import flask

from referee.matches.links import Purpose
from referee.matches.refusals import Refused
from referee.service import links, mailboxes
from referee.web.answers import show
from referee.web.forms import SURE
from referee.web.visits import Visit

_ONE_CLICK = ("List-Unsubscribe", "One-Click")


def show_unsubscribe(visit: Visit, token: str) -> flask.Response:
    """``GET /u/{token}``: a page with a form; changes nothing."""
    _who, kind = _read(visit, token)
    return _page(visit, token, kind)


def unsubscribe(visit: Visit, token: str) -> flask.Response:
    """``POST /u/{token}``: from a mail program with no cookie and no page, or from the page with its box ticked.

    Nothing here asks for a session or for where the form comes from: a mail program has neither. An untouched form
    turns nothing off.
    """
    is_one_click = visit.field(_ONE_CLICK[0]) == _ONE_CLICK[1]
    try:
        who, kind = _read(visit, token)
    except Refused:
        if is_one_click:
            return _page(visit, token, None, done="off")
        raise
    if is_one_click or (visit.field("sure") == SURE and visit.field("act") == "off"):
        mailboxes.set_letters(visit.house, who, kind, False)
        return _page(visit, token, kind, done="off")
    if visit.field("sure") == SURE and visit.field("act") == "on":
        mailboxes.set_letters(visit.house, who, kind, True)
        return _page(visit, token, kind, done="on")
    return _page(visit, token, kind, status=422, is_unsure=True)


def _read(visit: Visit, token: str) -> tuple[str, str]:
    """Whose letters, and of which kind; raises Refused ``link/dead``."""
    read = links.read_link(visit.house, token, Purpose.UNSUBSCRIBE)
    kind = mailboxes.KINDS.get(read.seat)
    if kind is None:
        raise links.dead()
    mailbox = mailboxes.show_mailbox(visit.house, read.subject_id)
    visit.speak(None if mailbox is None else mailbox.locale)
    return read.subject_id, kind


def _page(
    visit: Visit, token: str, kind: str | None, status: int = 200, done: str = "", is_unsure: bool = False
) -> flask.Response:
    return show(visit, "unsubscribe", status, token=token, kind=kind, done=done, is_unsure=is_unsure)
