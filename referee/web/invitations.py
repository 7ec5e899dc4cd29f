"""The page of an invitation: who invites to what, and taking the seat."""

import flask

from referee.matches.links import Purpose
from referee.matches.match import CANCELLED, OVER, Match
from referee.matches.refusals import Refused
from referee.service import invitations, links
from referee.service.addresses import read_address
from referee.service.naming import joined_names
from referee.store.invitations import ACCEPTED, Invitation
from referee.web.answers import go_to, keep_cookie, show
from referee.web.forms import check_origin, foreign
from referee.web.refusals import sentence_for, status_of
from referee.web.visits import SESSION_SECONDS, Visit, language_of


def show_invitation(visit: Visit, token: str) -> flask.Response:
    """``GET /i/{token}``: changes nothing, however often it is opened."""
    return _page(visit, token)


def accept(visit: Visit, token: str) -> flask.Response:
    """``POST /i/{token}``: takes the seat, for who types the check word of the letter."""
    _, invitation = _open(visit, token)
    read = links.read_link(visit.house, token, Purpose.INVITATION)
    cookie_name = f"invited-{read.subject_id}-{read.seat}"
    try:
        check_origin(visit)
        if visit.field("link") != token:
            raise foreign()
        cookie = links.prove_person(
            visit.house, read, visit.field("word"), visit.cookie(cookie_name), visit.now
        )
        name = visit.field("name") or None
        # Who was invited in one language may well read another: his browser knows.
        locale = visit.own_language(language_of(invitation.locale))
        invitations.accept_invitation(visit.house, token, name, locale, visit.now)
    except Refused as refused:
        return _page(visit, token, refused)
    response = go_to(f"/i/{token}")
    keep_cookie(visit, response, cookie_name, cookie, SESSION_SECONDS)
    return response


def _open(visit: Visit, token: str) -> tuple[Match, Invitation]:
    match, invitation = invitations.open_invitation(visit.house, token)
    visit.speak(invitation.locale)
    return match, invitation


def _is_over(visit: Visit, match: Match) -> str | None:
    """Why there is nothing to accept any more, nor to wait for; None while the match goes on or may begin."""
    ended = {CANCELLED: "match/cancelled", OVER: "match/over"}.get(match.status)
    return None if ended is None else sentence_for(Refused(ended, ""), visit.language)


def _page(visit: Visit, token: str, refused: Refused | None = None) -> flask.Response:
    match, invitation = _open(visit, token)
    is_known = visit.house.mailboxes.player_at(read_address(invitation.address).canonical) is not None
    return show(
        visit,
        "invitation",
        200 if refused is None else status_of(refused),
        token=token,
        title=match.rules.title,
        inviter=invitations.inviter_of(visit.house, match.id),
        names=joined_names(visit.house, match),
        players=match.players,
        can_accept=invitations.may_accept(match, invitation),
        is_over=_is_over(visit, match),
        is_accepted=invitation.state == ACCEPTED,
        is_running=match.status == "running",
        is_full=match.is_full(),
        needs_name=not is_known,
        typed_name=visit.field("name") if visit.method == "POST" else "",
        wrong="" if refused is None else refused.name.split("/")[0],
        alert=None if refused is None else sentence_for(refused, visit.language),
    )
