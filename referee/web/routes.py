"""Every page in one table (docs/pages.md shows the same), and the door that each request goes through."""

import logging
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

import flask
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from referee.matches.refusals import Refused
from referee.now import now_ms
from referee.service.house import House
from referee.settings import Settings
from referee.store.errors import StoreAway
from referee.web import accounts, calendars, invitations, matches, turns, unsubscribing
from referee.web.answers import say, show, stylesheet, with_headers
from referee.web.refusals import sentence_for, status_of
from referee.web.visits import MOST_BYTES, MOST_FIELDS, Visit
from referee.words.languages import pick_language

Page = Callable[..., flask.Response]

_PER_MINUTE = 300  # requests of one network address; its bucket fills evenly
_YEAR = 365 * 24 * 3600
_log = logging.getLogger(__name__)


class Route(NamedTuple):
    """A page: how it is asked for, its name in logs and metrics, and what answers."""

    method: str
    path: str
    name: str
    page: Page


def _style(visit: Visit, name: str) -> flask.Response:
    """``GET /assets/{name}``: the style sheet; its name changes with its text, so that it can be kept for ever."""
    current, text = stylesheet()
    if name != current:
        raise Refused("page/not-found", "There is no such page.")
    response = flask.Response(text, content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
    response.headers["Vary"] = "Accept-Encoding"
    return with_headers(response)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/", "home", accounts.show_home),
    Route("GET", "/sign-in", "sign_in", accounts.show_sign_in),
    Route("POST", "/sign-in", "sign_in_post", accounts.sign_in),
    Route("POST", "/sign-out", "sign_out", accounts.sign_out),
    Route("GET", "/me", "mine", accounts.show_mine),
    Route("GET", "/settings", "settings", accounts.show_settings),
    Route("POST", "/settings", "settings_post", accounts.change_settings),
    Route("GET", "/matches/new", "new", matches.show_new),
    Route("POST", "/matches/new", "new_post", matches.open_new),
    Route("GET", "/matches/<match>", "match", matches.show_match),
    Route("POST", "/matches/<match>", "match_post", matches.change_match),
    Route("GET", "/matches/<match>/record", "record", matches.show_record),
    Route("GET", "/i/<token>", "invitation", invitations.show_invitation),
    Route("POST", "/i/<token>", "invitation_post", invitations.accept),
    Route("GET", "/m/<token>", "turn", turns.show_turn),
    Route("GET", "/m/<token>/<int:number>", "turn_quick", turns.show_turn),
    Route("POST", "/m/<token>", "turn_post", turns.act),
    Route("GET", "/m/<token>/record", "turn_record", turns.show_record),
    Route("GET", "/u/<token>", "unsubscribe", unsubscribing.show_unsubscribe),
    Route("POST", "/u/<token>", "unsubscribe_post", unsubscribing.unsubscribe),
    Route("GET", "/c/<token>.ics", "calendar", calendars.show_calendar),
    Route("GET", "/assets/<name>", "style", _style),
)


def register(app: flask.Flask, house: House, settings: Settings) -> None:
    """Add all pages to an app."""
    app.config["MAX_FORM_PARTS"] = MOST_FIELDS
    for route in ROUTES:
        app.add_url_rule(
            route.path,
            endpoint=f"web.{route.name}",
            view_func=_Door(house, settings, route),
            methods=[route.method],
            provide_automatic_options=False,
        )


class _Door:
    """One page as Flask calls it: whatever goes wrong becomes a page too."""

    def __init__(self, house: House, settings: Settings, route: Route) -> None:
        self._house = house
        self._settings = settings
        self._route = route

    def __call__(self, **path: Any) -> flask.Response:
        visit = Visit(self._house, self._settings, now_ms())
        try:
            flask.request.max_content_length = MOST_BYTES
            self._check_rate(visit)
            return self._route.page(visit, **path)
        except Refused as refused:
            return self._refuse(visit, refused)
        except StoreAway:
            return _plain(503, "store/away")
        except RequestEntityTooLarge:
            return self._refuse(visit, Refused("form/too-large", "The form is too large."))
        except HTTPException:
            return self._refuse(visit, Refused("form/unreadable", "The form cannot be read."))
        except Exception as error:
            fault = secrets.token_hex(8)
            # The path is left out: it may hold a token.
            _log.error(
                "fault %s in %s: %s", fault, self._route.name, error, exc_info=error, extra={"fault": fault}
            )
            return _plain(500, "referee/fault", fault)

    def _check_rate(self, visit: Visit) -> None:
        if not self._settings.rate_limits:
            return
        bucket = f"pages:{flask.request.remote_addr or ''}"
        taken = self._house.cache.take_token(bucket, visit.now, _PER_MINUTE / 60, _PER_MINUTE)
        if taken is not None and not taken[0]:
            raise Refused("rate/limited", "Too many requests.")

    def _refuse(self, visit: Visit, refused: Refused) -> flask.Response:
        try:
            return refuse(visit, refused)
        except StoreAway:
            return _plain(503, "store/away")


def refuse(visit: Visit, refused: Refused) -> flask.Response:
    """A refusal as a page of its own."""
    language = visit.language
    heading = say(language, "This did not work")
    lines = [sentence_for(refused, language)]
    link = None
    if refused.name == "session/missing":
        link = ("/sign-in", say(language, "Sign in"))
    elif refused.name == "link/dead":
        heading = say(language, "This link opens nothing")
        lines.append(
            say(
                language,
                "It may have been cut off when it was copied, or the seat has another player now. "
                "The newest letter about your match has a link that works.",
            )
        )
    status = status_of(refused)
    response = show(visit, "message", status, heading=heading, lines=lines, link=link)
    if status in (429, 503):
        response.headers["Retry-After"] = "60" if status == 429 else "2"
    return response


def _plain(status: int, name: str, fault: str = "") -> flask.Response:
    """A page that needs no store: what the page of a fault must not need."""
    language = pick_language(flask.request.headers.get("Accept-Language"))
    sentence = sentence_for(Refused(name, ""), language)
    heading = say(language, "This did not work")
    html = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{heading} · Referee</title>'
        f'<link rel="stylesheet" href="/assets/{stylesheet()[0]}"></head>'
        f"<body><main><h1>{heading}</h1><p>{sentence}</p>"
        + (f"<p><code>{fault}</code></p>" if fault else "")
        + "</main></body></html>\n"
    )
    response = flask.Response(html, status, content_type="text/html; charset=utf-8")
    if status == 503:
        response.headers["Retry-After"] = "2"
    return with_headers(response)
