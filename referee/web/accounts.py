"""The start page, signing in by a code that a letter carries, one's matches, settings."""

import re

import flask

from referee.games.registry import GAMES
from referee.matches.match import OPEN, OVER, RUNNING, Match
from referee.matches.refusals import Refused
from referee.service import accounts, finding, links, mailboxes, reading
from referee.service.naming import joined_names
from referee.store.letters import REMINDER, RESULT, TURN, UNFINISHED
from referee.web import time_settings
from referee.web.answers import go_to, keep_cookie, say, show
from referee.web.forms import check_form
from referee.web.refusals import sentence_for, status_of
from referee.web.visits import SESSION_SECONDS, Visit, language_of
from referee.words.seats import OR, listed

_LISTED = 10  # public matches of a kind on the start page
_MINE = 100
LETTER_KINDS = (TURN, RESULT, UNFINISHED, REMINDER)
_BACK = re.compile(r"/matches/[0-9a-z]{16}")


def show_home(visit: Visit) -> flask.Response:
    """``GET /``: what this is, and what goes on."""
    lists = {
        status: finding.find_matches(visit.house, finding.Wanted(status, None, None), None, _LISTED).matches
        for status in (OPEN, RUNNING, OVER)
    }
    cards = {status: [card(visit, match) for match in found] for status, found in lists.items()}
    games = listed([game.title for game in GAMES.values()], visit.language, OR)
    return show(visit, "home", cards=cards, games=games)


def card(visit: Visit, match: Match) -> dict[str, object]:
    """A match as lists show it; the signed-in player's own turn has its link."""
    seat = match.seat_of(visit.player) if visit.player is not None else None
    owes = seat is not None and reading.owes(match, seat)
    turn = links.turn_link(visit.house, match, seat) if owes and seat is not None else None
    return {
        "id": match.id,
        "title": match.rules.title,
        "names": joined_names(visit.house, match),
        "free": match.players - len(match.seated()),
        "status": match.status,
        "turn": turn,
    }


def show_sign_in(visit: Visit) -> flask.Response:
    """``GET /sign-in``: asks for an address."""
    return _sign_in_page(visit, back=_back(visit.queried("back")[:1]))


def sign_in(visit: Visit) -> flask.Response:
    """``POST /sign-in``: sends a code, or takes it and opens a session."""
    back = _back([visit.field("back")])
    address = visit.field("address")
    is_asking = visit.field("act") != "code"
    try:
        check_form(visit)
        if is_asking:
            sender = flask.request.remote_addr
            mailboxes.ask_for_code(visit.house, address, visit.language, visit.now, sender)
            return _sign_in_page(visit, address, back, has_code=True)
        signed_in = mailboxes.sign_in(visit.house, address, visit.field("code"), visit.field("name") or None)
    except Refused as refused:
        has_code = not is_asking and refused.name not in ("address/invalid", "code/gone")
        return _sign_in_page(visit, address, back, has_code, refused)
    response = go_to(back or "/me")
    keep_cookie(visit, response, "session", signed_in.session, SESSION_SECONDS)
    return response


def _sign_in_page(
    visit: Visit,
    address: str = "",
    back: str = "",
    has_code: bool = False,
    refused: Refused | None = None,
) -> flask.Response:
    return show(
        visit,
        "sign_in",
        200 if refused is None else status_of(refused),
        address=address,
        back=back,
        has_code=has_code,
        typed_name=visit.field("name") if visit.method == "POST" else "",
        code=visit.field("code") if visit.method == "POST" else "",
        wrong="" if refused is None else refused.name.split("/")[0],
        alert=None if refused is None else sentence_for(refused, visit.language),
    )


def _back(given: list[str]) -> str:
    """A page of ours to go back to, or nothing."""
    return given[0] if given and _BACK.fullmatch(given[0]) else ""


def sign_out(visit: Visit) -> flask.Response:
    """``POST /sign-out``: ends the session of this browser."""
    check_form(visit)
    cookie = visit.cookie("session")
    if cookie is not None:
        mailboxes.sign_out(visit.house, cookie)
    response = go_to("/")
    keep_cookie(visit, response, "session", "", 0)
    return response


def signed_in(visit: Visit) -> str:
    """The player of the session; raises Refused ``session/missing``."""
    if visit.player is None:
        raise Refused("session/missing", "Sign in first.")
    return visit.player


def show_mine(visit: Visit) -> flask.Response:
    """``GET /me``: the matches of who is signed in, those that wait for him first."""
    player = signed_in(visit)
    found = finding.find_matches(visit.house, finding.Wanted(None, None, player), None, _MINE).matches
    cards = [card(visit, match) for match in found]
    mailbox = visit.mailbox
    return show(
        visit,
        "mine",
        name=visit.player_name(player),
        owed=[each for each in cards if each["turn"]],
        live=[each for each in cards if not each["turn"] and each["status"] in (OPEN, RUNNING)],
        past=[each for each in cards if each["status"] not in (OPEN, RUNNING)],
        is_bounced_out=mailbox is not None and mailboxes.is_bounced_out(mailbox),
    )


def show_settings(visit: Visit) -> flask.Response:
    """``GET /settings``: language, letters, nightly hours, calendar, address, keys."""
    return _settings_page(visit)


def change_settings(visit: Visit) -> flask.Response:
    """``POST /settings``: one of its forms, named by ``act``."""
    player, act = signed_in(visit), visit.field("act")
    try:
        check_form(visit)
        if act == "address":
            sender = flask.request.remote_addr
            mailboxes.ask_for_code(visit.house, visit.field("address"), visit.language, visit.now, sender)
            return _settings_page(visit, asked=visit.field("address"))
        if act in time_settings.ACTS:
            link = time_settings.change(visit, player, act)
            return go_to("/settings?saved=1") if link is None else _settings_page(visit, calendar=link)
        if act == "code":
            mailboxes.change_address(visit.house, player, visit.field("address"), visit.field("code"))
        elif act == "language":
            mailboxes.set_locale(visit.house, player, language_of(visit.field("language")))
        elif act == "letters":
            for kind in LETTER_KINDS:
                mailboxes.set_letters(visit.house, player, kind, kind in visit.fields("letters"))
    except Refused as refused:
        asked = visit.field("address") if act == "code" and refused.name != "code/gone" else ""
        return _settings_page(visit, asked=asked, refused=refused)
    return go_to("/settings?saved=1")


def _settings_page(
    visit: Visit, asked: str = "", refused: Refused | None = None, calendar: str | None = None
) -> flask.Response:
    player = signed_in(visit)
    mailbox = visit.mailbox
    return show(
        visit,
        "settings",
        200 if refused is None else status_of(refused),
        name=visit.player_name(player),
        mailbox=mailbox,
        wanted=[kind for kind in LETTER_KINDS if mailbox is not None and kind not in mailbox.off],
        kinds=LETTER_KINDS,
        keys=accounts.list_keys(visit.house, player),
        **time_settings.shown(visit, player),
        calendar=calendar,
        asked=asked,
        wrong="" if refused is None else refused.name.split("/")[0],
        notice=say(visit.language, "Saved.") if visit.queried("saved") and refused is None else None,
        alert=None if refused is None else sentence_for(refused, visit.language),
    )
