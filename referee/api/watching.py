"""Views, events, records, pictures."""

import hashlib
from typing import Any

from werkzeug.http import parse_etags

from referee.api.contract import Answer, Handler
from referee.api.digests import blank_digests
from referee.api.doors import look_until, player_or_none
from referee.api.requests import Request
from referee.api.schemas import ViewAnswer
from referee.api.spec import Contract
from referee.matches.record import entry_members
from referee.service import reading
from referee.service.house import House
from referee.strict_json import Json, canonical
from referee.words.boards import board_text
from referee.words.games import sentence_for_effect, sentence_for_step
from referee.words.languages import Language

_ETAG_DIGITS = 16


def handlers(house: House, contract: Contract) -> dict[str, Handler]:
    """The handlers of the operations tagged Watching."""

    def show_view(request: Request) -> Answer:
        player = player_or_none(house, request)
        match_id, at, after = request.path["match"], request.query.get("at"), request.query.get("after")

        def look() -> tuple[bool, reading.View, dict[str, int]]:
            view = reading.show_view(house, match_id, player, at)
            version = view.match.version
            return at is not None or after is None or version > after, view, {match_id: version}

        view = look_until(house, request, look)
        body = ViewAnswer().dump(view)
        etag = etag_of(contract, view.match.version, body)
        if is_known(etag, request.headers.get("If-None-Match")):
            return 304, None, {"ETag": etag}
        return 200, body, {"ETag": etag}

    def list_events(request: Request) -> Answer:
        player = player_or_none(house, request)
        match, events = reading.list_events(
            house, request.path["match"], player, request.query["after"], request.query["limit"]
        )
        return 200, {
            "match": match.id,
            "events": [dump_event(match.rules.name, event, request.language) for event in events],
            "version": match.version,
            "head": match.last.head,
        }

    def show_record(request: Request) -> Answer:
        lines = reading.write_match_record(house, request.path["match"], player_or_none(house, request))
        return 200, "\n".join(lines) + "\n"

    def show_board_text(request: Request) -> Answer:
        view = reading.show_view(
            house, request.path["match"], player_or_none(house, request), request.query.get("at")
        )
        return 200, board_text(view.match.rules, view.shown, request.language)

    return {
        "show_view": show_view,
        "list_events": list_events,
        "show_record": show_record,
        "show_board_text": show_board_text,
    }


def dump_event(game: str, event: reading.LoggedEvent, language: Language) -> dict[str, Any]:
    """An entry of a log as answers write it; a move with its effects, and a sentence for each step and effect."""
    members = entry_members(event.entry)
    if event.type == "MovePlayed":
        members["effects"] = event.effects
        members["sentences"] = [sentence_for_step(game, parts, language) for parts in event.parts] + [
            sentence_for_effect(game, effect, language) for effect in event.effects
        ]
    return members


def etag_of(contract: Contract, version: int, body: Json) -> str:
    """``version-hash(blanked body)``: two worlds that a viewer cannot tell apart have the same."""
    blanked = blank_digests(contract, "ViewAnswer", body)
    return f'"{version}-{hashlib.sha256(canonical(blanked)).hexdigest()[:_ETAG_DIGITS]}"'


def is_known(etag: str, if_none_match: str | None) -> bool:
    """Does ``If-None-Match`` name this ETag? Weak comparison, a list, or ``*`` (RFC 9110, section 13.1.2)."""
    return parse_etags(if_none_match).contains_weak(etag.strip('"'))
