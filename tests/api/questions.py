"""Everything that a viewer can ask about a running match without changing it, refused orders included."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from werkzeug.test import TestResponse

from referee.matches import orders
from referee.matches.match import Match
from tests.api.asking import signed
from tests.api.two_worlds import World

Ask = Callable[[World], TestResponse]


def questions(match: Match, viewer: int | None, readable: Sequence[str]) -> Mapping[str, Ask]:
    """What a viewer may ask at a position.

    :param match: as the first world has it; only what every viewer knows is taken from it.
    :param readable: some texts of steps, legal or not, to try.
    """
    started = match.players + 2  # the version of MatchStarted
    asked: dict[str, Ask] = {
        "view": _get("view"),
        "board": _get("board.txt"),
        "events": _get("events", after=max(0, match.version - 12)),
        "match": _get(""),
        "legal steps": _get("legal-steps"),
        "legal moves, made by the web process": _get("legal-moves"),
        "legal moves, made by the worker": _moves_of_the_worker,
        "turns": lambda world: world.door.get("/v1/me/turns", world.token(viewer)),
        "view, Spanish": _get("view", language="es"),
        "view, earlier": _get("view", at=max(started, match.version - 7)),
        "view, known already": _unchanged_view,
        "board, earlier": _get("board.txt", at=max(started, match.version - 5)),
        "events, all": _get("events", limit=1000, language="es"),
        "record": _get("record"),
        "stream": _get("stream", after=max(0, match.version - 6), seconds=0),
        "stream of all matches, Spanish": lambda world: world.door.ask(
            "GET",
            "/v1/me/stream",
            world.token(viewer),
            query={"seconds": 0},
            headers={"Accept-Language": "es", "Last-Event-ID": f"{world.match}:{started}"},
        ),
        "matches": lambda world: world.door.get("/v1/matches", world.token(viewer)),
        "legal steps, Spanish": _get("legal-steps", language="es"),
    }
    for name, ask in asked.items():
        asked[name] = _bound(ask, viewer)
    if viewer is not None:
        asked |= _tries(match, viewer, readable)
    return asked


def _tries(match: Match, viewer: int, readable: Sequence[str]) -> dict[str, Ask]:
    """Previews and refused orders of a seat."""
    tries: dict[str, Ask] = {}
    some = [*([text] for text in readable), [*readable[:2]], ["no step"]]
    for steps in [*_own_moves(match, viewer), *some]:
        tries[f"preview {steps}"] = _preview(viewer, {"steps": steps})
        tries[f"preview {steps}, Spanish"] = _preview(viewer, {"steps": steps}, "es")
        tries[f"legal moves from {steps}"] = _bound(_get("legal-moves", **{"from": steps}), viewer)
    tries["preview of a line"] = _preview(viewer, {"line": " ".join(readable[:2]).lower()})
    for steps in some:
        if not _may_be_accepted(match, viewer, steps):
            tries[f"order {steps}"] = _order(viewer, steps)
    any_step = [*_own_moves(match, viewer), ["D"]][0]
    tries["order on an old base"] = _order(viewer, any_step, version=3)
    tries["order with a foreign key"] = _order(viewer, any_step, signer=viewer % match.players + 1)
    tries["undo"] = _undo(viewer)
    return tries


def _own_moves(match: Match, viewer: int) -> list[list[str]]:
    """Moves that the viewer himself could make, which he knows."""
    game = match.rules
    legal = [game.write(step) for step in game.legal_steps(match.state, viewer)]
    if not legal:
        return []
    default = game.write(game.default_step(match.state, viewer))
    tried = [[default], [legal[0]], [legal[-1]], [legal[0], legal[0]], [legal[-1], legal[0]]]
    return [steps for place, steps in enumerate(tried) if steps not in tried[:place]]


def _may_be_accepted(match: Match, seat: int, steps: list[str]) -> bool:
    game = match.rules
    return steps[:1] in [[game.write(step)] for step in game.legal_steps(match.state, seat)]


def _bound(ask: Any, viewer: int | None) -> Ask:
    """Who asks is written into what is asked."""
    return lambda world: ask(world, viewer) if ask.__code__.co_argcount == 2 else ask(world)


def _get(path: str, language: str = "en", **query: Any) -> Any:
    def ask(world: World, viewer: int | None) -> TestResponse:
        address = f"/v1/matches/{world.match}/{path}".rstrip("/")
        headers = {"Accept-Language": language}
        pairs = [
            (name, text)
            for name, value in query.items()
            for text in (value if isinstance(value, list) else [value])
        ]
        return world.door.ask("GET", address, world.token(viewer), query=pairs, headers=headers)

    return ask


def _unchanged_view(world: World, viewer: int | None) -> TestResponse:
    address = f"/v1/matches/{world.match}/view"
    etag = world.door.get(address, world.token(viewer)).headers["ETag"]
    return world.door.ask("GET", address, world.token(viewer), headers={"If-None-Match": etag})


def _moves_of_the_worker(world: World, viewer: int | None) -> TestResponse:
    base = world.load().base_of(viewer)
    assert base is not None
    world.door.list_moves_ahead(world.match, base.version)
    return world.door.get(f"/v1/matches/{world.match}/legal-moves", world.token(viewer))


def _preview(viewer: int, move: dict[str, Any], language: str = "en") -> Ask:
    def ask(world: World) -> TestResponse:
        address = f"/v1/matches/{world.match}/preview"
        body, headers = {"seat": viewer, **move}, {"Accept-Language": language}
        return world.door.ask("POST", address, world.token(viewer), body, key="", headers=headers)

    return ask


def _order(viewer: int, steps: list[str], version: int | None = None, signer: int | None = None) -> Ask:
    def ask(world: World) -> TestResponse:
        base = world.load().base_of(viewer)
        assert base is not None
        order = orders.move_order(world.load().rules.name, world.match, viewer, base, steps)
        if version is not None:
            order = {**order, "version": version}
        return _refused(world, order, signer or viewer)

    return ask


def _undo(viewer: int) -> Ask:
    def ask(world: World) -> TestResponse:
        base = world.load().base_of(viewer)
        assert base is not None
        return _refused(
            world, orders.undo_order(world.load().rules.name, world.match, viewer, base, 1), viewer
        )

    return ask


def _refused(world: World, order: orders.Order, signer: int) -> TestResponse:
    body = signed(order, world.people[signer - 1].key)
    answer = world.door.ask("POST", f"/v1/matches/{world.match}/orders", body=body, key="")
    assert answer.status_code >= 400, "a question must not change the match"
    return answer
