"""Opening, joining, starting and finding matches."""

from collections.abc import Sequence
from typing import Any

from referee.api.contract import Answer, Handler
from referee.api.doors import player_or_none, repeatable, viewer_of
from referee.api.problems import Problem
from referee.api.requests import Request
from referee.api.schemas import MatchAnswer, MatchOpening, MatchSummary, SeatRequest
from referee.matches.clock import is_paused, paused_until
from referee.matches.match import Match
from referee.service import finding, matches
from referee.service.house import House
from referee.service.loading import load_visible


def handlers(house: House) -> dict[str, Handler]:
    """The handlers of the operations tagged Matches."""

    def list_matches(request: Request) -> Answer:
        player = player_or_none(house, request)
        query = request.query
        if query["mine"] and player is None:
            raise Problem("auth/missing")
        wanted = finding.Wanted(query.get("status"), query.get("game"), player if query["mine"] else None)
        page = finding.find_matches(house, wanted, query.get("after"), query["limit"])
        return 200, {"matches": MatchSummary(many=True).dump(page.matches), "next": page.next}

    def open_match(request: Request) -> Answer:
        player = viewer_of(house, request).player
        command = MatchOpening().load(request.body)
        match = matches.open_match(
            house, player, **command, request=repeatable(request, player), now=request.received_at
        )
        return 201, dump_match(house, match), {"Location": f"/v1/matches/{match.id}"}

    def show_match(request: Request) -> Answer:
        match = load_visible(house, request.path["match"], player_or_none(house, request))
        return 200, dump_match(house, match, request.received_at)

    def take_seat(request: Request) -> Answer:
        player = viewer_of(house, request).player
        command = SeatRequest().load(request.body)
        match = matches.join_match(
            house,
            request.path["match"],
            player,
            command["entropy"],
            repeatable(request, player),
            request.received_at,
            vacant_seat=command["seat"],
        )
        return 201, dump_match(house, match)

    def leave_seat(request: Request) -> Answer:
        player = viewer_of(house, request).player
        matches.leave_match(house, request.path["match"], player, request.received_at)
        return 204, None

    def start_match(request: Request) -> Answer:
        player = viewer_of(house, request).player
        again = repeatable(request, player, body={})
        match = matches.start_match(house, request.path["match"], player, again, request.received_at)
        return 201, dump_match(house, match)

    def cancel_match(request: Request) -> Answer:
        player = viewer_of(house, request).player
        again = repeatable(request, player, body={})
        match = matches.cancel_match(house, request.path["match"], player, again, request.received_at)
        return 201, dump_match(house, match)

    return {
        "list_matches": list_matches,
        "open_match": open_match,
        "show_match": show_match,
        "take_seat": take_seat,
        "leave_seat": leave_seat,
        "start_match": start_match,
        "cancel_match": cancel_match,
    }


def dump_match(house: House, match: Match, now: int | None = None) -> dict[str, Any]:
    """A match as answers write it, with the names of its players today.

    :param now: milliseconds since 1970; by default the time of its newest event, for an answer that may be repeated.
    """
    still = _still(match, match.at if now is None else now)
    return {**MatchAnswer().dump(match), "seats": _seats(house, match), "still": still}


def _still(match: Match, now: int) -> dict[str, Any] | None:
    if not is_paused(match, now):
        return None
    return {"why": "suspended" if match.is_suspended else "paused", "until": paused_until(match, now)}


def _seats(house: House, match: Match) -> Sequence[dict[str, Any]]:
    places = match.seated()
    known = house.accounts.players([place.player for place in places])
    seats = [
        {
            "place": place.number,
            "player": place.player,
            "name": known[place.player].name if place.player in known else "?",
            "seat": match.seat_of(place.player),
            "presence": _presence(match, match.seat_of(place.player)),
        }
        for place in places
    ]
    return sorted(seats, key=lambda seat: seat["seat"] or seat["place"])


def _presence(match: Match, seat: int | None) -> str:
    sitting = match.sittings[seat - 1] if seat is not None and match.sittings else None
    if sitting is None or not (sitting.is_vacant or sitting.has_resigned):
        return "present"
    return "resigned" if sitting.has_resigned else "vacant"
