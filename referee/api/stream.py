"""Streams: a match, or all matches of a player, as they go on."""

from collections.abc import Callable

import flask

from referee.api.contract import Answer, Handler
from referee.api.doors import player_or_none, viewer_of
from referee.api.problems import Problem
from referee.api.requests import Request
from referee.api.stream_answer import MEDIA_TYPE, Message, Source, Stream
from referee.api.stream_feeds import MatchFeed, PlayerFeed, Reader
from referee.matches.refusals import Refused
from referee.metrics import METRICS, STREAMS, STREAMS_OPEN
from referee.service.following import Tails
from referee.service.house import House
from referee.service.loading import load_visible

Begin = Callable[[], tuple[list[Message], Source]]


def handlers(house: House, tails: Tails) -> dict[str, Handler]:
    """The handlers of the operations that go on."""

    def stream_match(request: Request) -> Answer:
        reader = Reader(player_or_none(house, request), request.language)
        match = load_visible(house, request.path["match"], reader.player)
        resumed = request.headers.get("Last-Event-ID")
        after = request.query.get("after", match.version) if resumed is None else int(resumed)
        if after > match.version:
            raise Refused("match/no-version", f"The log has {match.version} events.")
        feed = MatchFeed(house, tails, match, reader, after)
        if feed.is_over and resumed is not None:
            return 204, None
        return _open(house, request, reader.player, lambda: ([feed.state(match)], feed))

    def stream_player(request: Request) -> Answer:
        player = viewer_of(house, request).player

        def begin() -> tuple[list[Message], Source]:
            feed = PlayerFeed(house, tails, player, request.language, request.headers.get("Last-Event-ID"))
            return [feed.state()], feed

        return _open(house, request, player, begin)

    return {"stream_match": stream_match, "stream_player": stream_player}


def _open(house: House, request: Request, player: str | None, begin: Begin) -> flask.Response:
    """Begin an answer that holds one of the places for waiting as long as it goes on.

    :raises Problem: ``referee/busy`` when there is no place.
    """
    if flask.request.method == "HEAD":
        return _response(request, [])
    holder = player or request.address
    if not house.waiting.take_place(holder):
        raise Problem("referee/busy")
    try:
        begun, source = begin()
    except BaseException:
        house.waiting.give_place(holder)
        raise

    def close() -> None:
        house.waiting.give_place(holder)
        METRICS.change(STREAMS_OPEN, -1, operation=request.operation.id)

    METRICS.count(STREAMS, operation=request.operation.id)
    METRICS.change(STREAMS_OPEN, 1, operation=request.operation.id)
    stream = Stream(
        house.waiting,
        begun,
        source,
        may_go_on=lambda: request.credential is None or house.accounts.token(request.credential) is not None,
        seconds=request.query.get("seconds"),
        on_close=close,
    )
    return _response(request, stream)


def _response(request: Request, body: Stream | list[str]) -> flask.Response:
    response = flask.Response(body, mimetype=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = request.language
    response.headers["Vary"] = "Accept-Language"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep messages back until it has a page full
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
