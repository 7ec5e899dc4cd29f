"""Opening a match, watching it, and what its organiser and its players do before it begins."""

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import flask

from referee.games.engine import Game
from referee.games.registry import GAMES
from referee.matches.match import CANCELLED, OPEN, OVER, RUNNING, Match
from referee.matches.refusals import Refused
from referee.service import invitations, links, matches, reading
from referee.service.appending import Request
from referee.service.loading import load, load_visible
from referee.service.naming import joined_names, names_of
from referee.web import boards
from referee.web.accounts import signed_in
from referee.web.answers import go_to, record_file, say, show
from referee.web.forms import SURE, check_form
from referee.web.moments import next_deadline, pause_line
from referee.web.refusals import sentence_for, status_of
from referee.web.visits import Visit
from referee.words.games import switches_of

FIRST_GAME = "zooloretto"  # of the form, before another one is chosen
VISIBILITIES = ("unlisted", "public", "private")
DAYS = ("1", "3", "7", "14")  # for each turn, as the form offers them
_DAY = 86_400_000  # ms
_RECENT = 30  # events told on the page of a match
_MATCH_ID = re.compile(r"[0-9a-z]{16}")


def show_new(visit: Visit) -> flask.Response:
    """``GET /matches/new``: the form that opens a match."""
    signed_in(visit)
    return _new_page(visit, secrets.token_hex(16))


def open_new(visit: Visit) -> flask.Response:
    """``POST /matches/new``: opens a match, seats its organiser if he wants to play, and invites by letter."""
    player, once = signed_in(visit), visit.field("once")[:64]
    try:
        check_form(visit)
        addresses = visit.field("addresses").replace(",", " ").split()
        invitations.check_addresses(addresses)
        match = _open(visit, player, once)
    except Refused as refused:
        return _new_page(visit, once, refused)
    try:
        if visit.field("plays"):
            matches.join_match(
                visit.house, match.id, player, "", _request(player, "seats", match, once), visit.now
            )
        if addresses:
            invitations.invite(visit.house, match.id, player, addresses, visit.language, visit.now)
    except (
        Refused
    ) as refused:  # the match is open: its own page says what did not work, and can be tried again
        return _match_page(visit, _find(visit, match.id), refused)
    return go_to(f"/matches/{match.id}")


def _open(visit: Visit, player: str, once: str) -> Match:
    text = visit.field("players")
    players = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    visibility = visit.field("visibility")
    if visibility not in VISIBILITIES:
        visibility = VISIBILITIES[0]
    policy: dict[str, Any] = {"start": "full" if visit.field("soon") else "organiser"}
    if (days := visit.field("days")) in DAYS:
        policy["clock"] = {"kind": "move", "per_move": int(days) * _DAY}
    game = _game_of(visit)
    options = _options(visit, game) if players in game.players else {}
    body = {
        "game": game.name,
        "players": players,
        "options": options,
        "visibility": visibility,
        "policy": policy,
    }
    request = Request(player, "page matches", once, body)
    return matches.open_match(
        visit.house, player, game.name, players, options, policy, visibility, request, visit.now
    )


def _game_of(visit: Visit) -> Game:
    """The game that the form is about; a name that none has gets the first."""
    chosen = visit.field("game") if visit.method == "POST" else "".join(visit.queried("game")[:1])
    return GAMES.get(chosen) or GAMES[FIRST_GAME]


def _options(visit: Visit, game: Game) -> dict[str, Any]:
    """The options that were ticked, and those true by default that were not."""
    options: dict[str, Any] = {}
    defaults = game.check_options(game.players[0], {})
    for switch in switches_of(game.name, visit.language):
        option, _, value = switch.partition("=")
        is_ticked = bool(visit.field(f"option-{switch}"))
        if not value:
            options[option] = is_ticked
        elif is_ticked:
            options[option] = int(value) if type(defaults[option]) is int else value
    return options


def _switches(visit: Visit, game: Game) -> list[tuple[str, str, bool]]:
    """The ticks of the form: their names, what they say, and whether they are set."""
    defaults = game.check_options(game.players[0], {})
    return [
        (
            f"option-{switch}",
            label,
            bool(visit.field(f"option-{switch}")) if visit.method == "POST" else defaults.get(switch) is True,
        )
        for switch, label in switches_of(game.name, visit.language).items()
    ]


def _request(player: str, act: str, match: Match, once: str) -> Request:
    return Request(player, f"page {act} {match.id}", once, {})


def _new_page(visit: Visit, once: str, refused: Refused | None = None) -> flask.Response:
    is_posted, game = visit.method == "POST", _game_of(visit)
    return show(
        visit,
        "new",
        200 if refused is None else status_of(refused),
        once=once,
        game=game,
        others=[other for other in GAMES.values() if other is not game],
        switches=_switches(visit, game),
        visibilities=VISIBILITIES,
        days=DAYS,
        given={
            "days": visit.field("days"),
            "players": visit.field("players") if is_posted else _usual_number(game),
            "visibility": visit.field("visibility") if is_posted else VISIBILITIES[0],
            "addresses": visit.field("addresses") if is_posted else "",
            "plays": bool(visit.field("plays")) if is_posted else True,
            "soon": bool(visit.field("soon")) if is_posted else True,
        },
        wrong="" if refused is None else refused.name.split("/")[0],
        alert=None if refused is None else sentence_for(refused, visit.language),
    )


def _usual_number(game: Game) -> str:
    """How many players the form proposes: three, or as near to it as the game allows."""
    return str(min(game.players, key=lambda number: abs(number - 3)))


def show_match(visit: Visit, match: str) -> flask.Response:
    """``GET /matches/{match}``: the board, what happened, the result; for its organiser what he can do."""
    return _match_page(visit, _find(visit, match))


def show_record(visit: Visit, match: str) -> flask.Response:
    """``GET /matches/{match}/record``: the record of a match that is over, for who may see it."""
    found = _find(visit, match)
    return record_file(reading.write_match_record(visit.house, found.id, visit.player))


def change_match(visit: Visit, match: str) -> flask.Response:
    """``POST /matches/{match}``: join, leave, start, cancel or invite, named by ``act``."""
    player, found = signed_in(visit), _find(visit, match)
    act = _ACTS.get(visit.field("act"))
    try:
        check_form(visit)
        if act is not None:
            act(visit, found, player)
    except Refused as refused:
        return _match_page(visit, _find(visit, match), refused)
    is_still_seen = load(visit.house, found.id)
    can_see = is_still_seen is not None and is_still_seen.may_see(player)
    return go_to(f"/matches/{found.id}" if can_see else "/me")  # who gives his seat back may see it no more


def _find(visit: Visit, match: str) -> Match:
    if not _MATCH_ID.fullmatch(match):
        raise Refused("match/not-found", "There is no such match.")
    return load_visible(visit.house, match, visit.player)


def _join(visit: Visit, match: Match, player: str) -> None:
    request = _request(player, "seats", match, visit.field("once")[:64])
    matches.join_match(visit.house, match.id, player, "", request, visit.now)


def _leave(visit: Visit, match: Match, player: str) -> None:
    matches.leave_match(visit.house, match.id, player, visit.now)


def _start(visit: Visit, match: Match, player: str) -> None:
    request = _request(player, "start", match, visit.field("once")[:64])
    matches.start_match(visit.house, match.id, player, request, visit.now)


def _cancel(visit: Visit, match: Match, player: str) -> None:
    if visit.field("sure") != SURE:
        raise Refused("form/not-sure", "Tick the box to cancel the match.")
    request = _request(player, "cancel", match, visit.field("once")[:64])
    matches.cancel_match(visit.house, match.id, player, request, visit.now)


def _invite(visit: Visit, match: Match, player: str) -> None:
    addresses = visit.field("addresses").replace(",", " ").split()
    invitations.invite(visit.house, match.id, player, addresses, visit.language, visit.now)


_ACTS: Mapping[str, Callable[[Visit, Match, str], None]] = {
    "join": _join,
    "leave": _leave,
    "start": _start,
    "cancel": _cancel,
    "invite": _invite,
}


def _match_page(visit: Visit, match: Match, refused: Refused | None = None) -> flask.Response:
    player, language = visit.player, visit.language
    names = names_of(visit.house, match)
    seat = match.seat_of(player) if player is not None else None
    is_organiser = player is not None and player == match.organiser
    has_place = player is not None and match.place_of(player) is not None
    is_open = match.status == OPEN
    can_join = is_open and not has_place and not match.is_full()
    story = boards.tell_since(visit.house, match, player, match.version - _RECENT, language, names)
    return show(
        visit,
        "match",
        200 if refused is None else status_of(refused),
        match=match,
        title=match.rules.title,
        names=joined_names(visit.house, match),
        free=match.players - len(match.seated()),
        stands=say(language, _STATUS[match.status]),
        still=pause_line(visit, match),
        due=next_deadline(visit, match),
        waits_for=[names.get(owed.seat, "?") for owed in match.decisions()],
        turn=links.turn_link(visit.house, match, seat) if seat and reading.owes(match, seat) else None,
        board=boards.board_of(match, seat, language, names),
        story=story[::-1],
        result=boards.outcome_of(match, language, names),
        can_join=can_join,
        can_leave=is_open and has_place,
        can_start=is_open and is_organiser and match.is_full(),
        can_cancel=is_organiser and (is_open or (match.status == RUNNING and not has_place)),
        can_invite=is_open and is_organiser,
        invited=invitations.list_invitations(visit.house, match.id, player)
        if is_organiser and player
        else [],
        has_record=match.is_complete,
        once=secrets.token_hex(16),
        wrong="" if refused is None else refused.name.split("/")[0],
        addresses=visit.field("addresses") if visit.method == "POST" else "",
        alert=None if refused is None else sentence_for(refused, language),
    )


def _(text: str) -> str:
    """Mark a sentence for the catalogue."""
    return text


_STATUS: Mapping[str, str] = {
    OPEN: _("Waiting for players"),
    RUNNING: _("Being played"),
    OVER: _("Over"),
    CANCELLED: _("Cancelled"),
}
