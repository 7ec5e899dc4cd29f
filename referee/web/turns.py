"""The page of a turn link: the board, what happened, what can be done, and doing it.

Looking and trying are GET and change nothing; only a posted Confirm, with the check word or its cookie, plays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from referee.matches.links import is_cookie_for
from referee.matches.match import RUNNING, Match
from referee.matches.refusals import Refused
from referee.service import links, mailboxes, previews, reading
from referee.service.links import LinkView
from referee.service.naming import names_of
from referee.web import boards
from referee.web.answers import go_to, keep_cookie, record_file, show
from referee.web.forms import SURE, check_origin, foreign
from referee.web.moments import moment_for
from referee.web.refusals import sentence_for, status_of
from referee.web.visits import SESSION_SECONDS, Visit
from referee.words.games import group_of_step, sentence_for_choice, sentence_for_effect, sentence_for_step
from referee.words.languages import Language
from referee.words.stories import tell_story

_FEW = 6  # steps of a group that are shown at once
_STEP_CHARACTERS, _MOST_STEPS = 400, 40


@dataclass(frozen=True, slots=True)
class Choice:
    """A step that can be chosen next."""

    step: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one kind. ``is_open``: shown at once, for they are few."""

    title: str
    choices: list[Choice]
    is_open: bool


def show_turn(visit: Visit, token: str, number: int | None = None) -> flask.Response:
    """``GET /m/{token}``, ``GET /m/{token}/{number}``: the page; the number of a legal step chooses it first."""
    view = _open(visit, token)
    if not _can_move(view):
        return _show_past(visit, token, view)
    steps = [text[:_STEP_CHARACTERS] for text in visit.queried("step")[:_MOST_STEPS]]
    steps += [text.strip() for text in visit.queried("line")[:1] if text.strip()]
    if number is not None and not steps:
        legal = reading.legal_steps(view.match.rules, view.match.state, view.seat)
        steps = [step.step for step in legal[number - 1 : number]] if number > 0 else []
    return _show_move(visit, token, view, steps)


def show_record(visit: Visit, token: str) -> flask.Response:
    """``GET /m/{token}/record``: the record of a match that is over, for who has the link of a seat."""
    view = _open(visit, token)
    return record_file(reading.write_match_record(visit.house, view.match.id, view.player))


def act(visit: Visit, token: str) -> flask.Response:
    """``POST /m/{token}``: confirm a move, take one back, resign, or take a lost seat again."""
    view = _open(visit, token)
    steps = visit.fields("step")[:_MOST_STEPS]
    try:
        check_same_link(visit, token)
        cookie = _prove(visit, view)
        following = _do(visit, token, visit.field("act"), steps)
    except Refused as refused:
        return _show_refusal(visit, token, steps, refused)
    response = go_to(f"/m/{following}")
    if cookie is not None:
        keep_cookie(visit, response, seat_cookie(view), cookie, SESSION_SECONDS)
    return response


def _do(visit: Visit, token: str, what: str, steps: Sequence[str]) -> str:
    """Do what a form asks for; the link at which the seat goes on."""
    if what == "return":
        return links.return_by_link(visit.house, token, visit.now)
    if what == "resign":
        if visit.field("sure") != SURE:
            raise Refused("form/resign-unsure", "Please tick the box to resign.")
        links.act_by_link(visit.house, token, links.RESIGN, visit.now)
    elif what == "undo":
        links.act_by_link(visit.house, token, links.UNDO, visit.now, to=_version(visit.field("to")))
    else:
        links.act_by_link(visit.house, token, links.MOVE, visit.now, steps=steps)
    return _next_link(visit, token)


def check_same_link(visit: Visit, token: str) -> None:
    """Refuse a form that does not carry its own link: another site cannot know it; raises ``form/foreign``."""
    check_origin(visit)
    if visit.field("link") != token:
        raise foreign()


def seat_cookie(view: LinkView) -> str:
    """The name of the cookie by which a browser is known to a seat."""
    return f"seat-{view.match.id}-{view.seat}"


def _open(visit: Visit, token: str) -> LinkView:
    view = links.open_link(visit.house, token)
    mailbox = mailboxes.show_mailbox(visit.house, view.player)
    visit.speak(None if mailbox is None else mailbox.locale)
    return view


def _can_move(view: LinkView) -> bool:
    return view.state == links.CURRENT and view.owes


def _is_known(visit: Visit, view: LinkView) -> bool:
    """Is this browser known to the seat: by its cookie, or because its player is signed in?"""
    cookie = visit.cookie(seat_cookie(view)) or ""
    return visit.player == view.player or is_cookie_for(cookie, view.token, visit.house.link_key)


def _prove(visit: Visit, view: LinkView) -> str | None:
    """The seat cookie to keep; None for the signed-in player of the seat. Raises Refused for a stranger."""
    if visit.player == view.player:
        return None
    typed, cookie = visit.field("word"), visit.cookie(seat_cookie(view))
    return links.prove_person(visit.house, view.token, typed, cookie, visit.now)


def _next_link(visit: Visit, token: str) -> str:
    """Where a seat goes on after its act: to its own next decision, or to what this link says now."""
    view = links.open_link(visit.house, token)
    return view.go_on if view.go_on is not None and view.owes else token


def _version(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _show_move(
    visit: Visit, token: str, view: LinkView, steps: Sequence[str], refused: Refused | None = None
) -> flask.Response:
    """The page of a turn, with the move as far as it is chosen."""
    match, language = view.match, visit.language
    names = names_of(visit.house, match)
    tried = links.preview_by_link(visit.house, token, steps=steps)
    if tried.status == previews.ILLEGAL:
        # What could be read and played of it stays chosen, so that nobody begins anew for one wrong step.
        return _show_move(visit, token, view, _sound(visit, token, tried.steps), refused or tried.refused)
    return show(
        visit,
        "turn",
        200 if refused is None else status_of(refused),
        token=token,
        **_headings(match, view.seat, names),
        board=boards.draw(match, tried.shown, language, names),
        story=_story(visit, view, names),
        chosen=_chosen(tried, match, language, names),
        effects=[sentence_for_effect(match.rules.name, effect, language, names) for effect in tried.effects],
        groups=grouped(match, tried, language, names),
        example=tried.next_legal[0].step if tried.next_legal else "",
        is_complete=tried.status == previews.COMPLETE,
        reveals=tried.reveals,
        needs_word=not _is_known(visit, view),
        is_wrong_word=refused is not None and refused.name.startswith("link/"),
        undo=_undo(view, token) if not steps else None,
        due=moment_for(visit, view.deadline, view.player),
        resign=token if not steps else None,
        alert=None if refused is None else sentence_for(refused, language),
    )


def _sound(visit: Visit, token: str, steps: list[str]) -> list[str]:
    """The longest beginning of steps that can be played."""
    while steps and links.preview_by_link(visit.house, token, steps=steps).status == previews.ILLEGAL:
        steps = steps[:-1]
    return steps


def _show_past(visit: Visit, token: str, view: LinkView, refused: Refused | None = None) -> flask.Response:
    """The page of a link whose turn is over: what became of it, and the present board, to read."""
    match, language = view.match, visit.language
    names = names_of(visit.house, match)
    own = _own_act(visit, view, names)
    return show(
        visit,
        "past",
        200 if refused is None else status_of(refused),
        token=token,
        **_headings(match, view.seat, names),
        board=boards.board_of(match, view.seat, language, names),
        own=own,
        is_over=match.status != RUNNING,
        has_record=match.is_complete,
        result=boards.outcome_of(match, language, names),
        go_on=view.go_on if view.owes else None,
        waits_for=[names.get(owed.seat, "?") for owed in match.decisions() if owed.seat != view.seat],
        undo=_undo(view, view.go_on),
        due=moment_for(visit, view.deadline, view.player),
        is_vacant=view.is_vacant and match.status == RUNNING,
        can_return=view.can_return,
        resign=token if match.status == RUNNING and not view.is_vacant else None,
        needs_word=not _is_known(visit, view),
        is_wrong_word=refused is not None and refused.name.startswith("link/"),
        alert=None if refused is None else sentence_for(refused, language),
    )


def _show_refusal(visit: Visit, token: str, steps: Sequence[str], refused: Refused) -> flask.Response:
    view = _open(visit, token)
    if _can_move(view) and refused.name not in ("order/stale", "match/over"):
        return _show_move(visit, token, view, steps, refused)
    return _show_past(visit, token, view, refused)


def _undo(view: LinkView, link: str | None) -> dict[str, Any] | None:
    return {"link": link, "to": view.undo_to[0]} if link is not None and view.undo_to else None


def _headings(match: Match, seat: int, names: dict[int, str]) -> dict[str, Any]:
    return {
        "match": match,
        "name": names.get(seat, "?"),
        "others": [name for other, name in sorted(names.items()) if other != seat],
        "title": match.rules.title,
    }


def _story(visit: Visit, view: LinkView, names: dict[int, str]) -> list[Any]:
    after = boards.last_turn_of(visit.house, view.match, view.seat)
    return boards.tell_since(visit.house, view.match, view.player, after, visit.language, names)


def _own_act(visit: Visit, view: LinkView, names: dict[int, str]) -> list[str]:
    """What the seat itself did on the position of the link, in sentences."""
    events = boards.position_events(visit.house, view.match, view.token.base)
    if not events or events[0][1].seat != view.seat:
        return []
    _, told = reading.list_events(visit.house, view.match.id, view.player, events[0][0] - 1, 1)
    chapters = tell_story(view.match.rules.name, told, visit.language, names)
    return [sentence for chapter in chapters for sentence in chapter.sentences]


def _chosen(tried: previews.Preview, match: Match, language: Language, names: dict[int, str]) -> list[Choice]:
    return [
        Choice(step, sentence_for_step(match.rules.name, parts, language, names))
        for step, parts in zip(tried.steps, tried.parts, strict=True)
    ]


def grouped(match: Match, tried: previews.Preview, language: Language, names: dict[int, str]) -> list[Group]:
    """The legal next steps in groups of one kind, in the order in which the rules name the kinds."""
    game = match.rules.name
    found: dict[tuple[int, str], list[Choice]] = {}
    for step in tried.next_legal:
        sentence = sentence_for_choice(game, step.parts, tried.shown or {}, language, names)
        choice = Choice(step.step, sentence)
        found.setdefault(group_of_step(game, step.parts, language), []).append(choice)
    return [
        Group(title, choices, len(choices) <= _FEW or len(found) == 1)
        for (_, title), choices in sorted(found.items())
    ]
