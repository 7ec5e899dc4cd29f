"""What every handler needs: who asks, the request that may come again, and time."""

import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from referee.api.problems import Problem
from referee.api.requests import Request
from referee.service import accounts, appending
from referee.service.accounts import Viewer
from referee.service.house import House
from referee.strict_json import Json

T = TypeVar("T")


def viewer_of(house: House, request: Request) -> Viewer:
    """The player who asks; raises Problem ``auth/missing`` or ``auth/scope``, Refused ``auth/unknown``."""
    viewer = viewer_or_none(house, request)
    if viewer is None:
        raise Problem("auth/missing")
    return viewer


def viewer_or_none(house: House, request: Request) -> Viewer | None:
    """The player who asks, or None for somebody without a token."""
    if request.credential is None:
        return None
    viewer = accounts.find_viewer(house, request.credential)
    scope = request.operation.scope
    if scope is not None and scope not in viewer.scopes:
        raise Problem("auth/scope", f"This needs a token with the scope {scope}.")
    return viewer


def player_or_none(house: House, request: Request) -> str | None:
    """The id of the player who asks, or None for a stranger."""
    viewer = viewer_or_none(house, request)
    return viewer.player if viewer is not None else None


def repeatable(request: Request, player: str | None, body: Json = None) -> appending.Request:
    """The request as the use cases know it: the same however often it comes."""
    route = f"{request.operation.method} {request.operation.path} {request.path.get('match', '')}"
    return appending.Request(player, route, request.idempotency_key, request.body if body is None else body)


def look_until(house: House, request: Request, look: Callable[[], tuple[bool, T, Mapping[str, int]]]) -> T:
    """Look at once, and again whenever something moves, as long as the request lets its answer be held back.

    At most half of a process's threads wait, so that the others answer; who need not wait takes no place.

    :param look: says whether that is worth an answer, the answer, and the topics to wait for with the version of
        each that it has seen.
    :raises Problem: ``referee/busy`` when there is something to wait for and no place.
    """
    deadline = time.monotonic() + float(request.query.get("wait") or 0)
    mark = house.waiting.mark()
    is_enough, found, seen = look()
    if is_enough or not request.query.get("wait"):
        return found
    if not house.waiting.take_place():
        raise Problem("referee/busy")
    try:
        while not is_enough and not house.waiting.is_closed and time.monotonic() < deadline:
            house.waiting.wait(seen, mark, deadline)
            mark = house.waiting.mark()
            is_enough, found, seen = look()
    finally:
        house.waiting.give_place()
    return found
