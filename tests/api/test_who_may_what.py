"""Every operation, asked by everybody, about a match of every visibility: who may do what is one table.

security.md C1: every endpoint times {anonymous, other player, former player, spectator, organiser}.
"""

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from werkzeug.test import TestResponse

from referee.api.spec import load_contract
from referee.matches import orders
from referee.service import accounts
from referee.service.house import House
from referee.service.loading import existing, load
from tests.api.asking import Door, new_key_body, problem, signed
from tests.api.worlds import ACTORS, DAY, World, fresh, now
from tests.service.playing import add_key

# anonymous, other, reader, seated, former, organiser, revoked: as ACTORS. What differs for a private match (its
# invited players are seated, former and revoked) stands in PRIVATE.
TABLE: dict[str, tuple[int, ...]] = {
    "sign_up": (201, 201, 201, 201, 201, 201, 201),
    "make_token": (401, 201, 201, 201, 201, 201, 401),
    "revoke_token": (401, 204, 204, 204, 204, 204, 401),
    "show_me": (401, 200, 200, 200, 200, 200, 401),
    "list_keys": (401, 200, 200, 200, 200, 200, 401),
    "add_key": (401, 201, 403, 201, 201, 201, 401),
    "revoke_key": (401, 200, 403, 200, 200, 200, 401),
    "list_turns": (401, 200, 200, 200, 200, 200, 401),
    "show_hours": (401, 200, 200, 200, 200, 200, 401),
    "set_hours": (401, 200, 403, 200, 200, 200, 401),
    "drop_hours": (401, 204, 403, 204, 204, 204, 401),
    "stream_player": (401, 200, 200, 200, 200, 200, 401),
    "list_games": (200, 200, 200, 200, 200, 200, 200),
    "show_game": (200, 200, 200, 200, 200, 200, 200),
    "list_matches": (200, 200, 200, 200, 200, 200, 401),
    "open_match": (401, 201, 403, 201, 201, 201, 401),
    "show_match": (200, 200, 200, 200, 200, 200, 401),
    "take_seat": (401, 201, 403, 409, 201, 201, 401),
    "leave_seat": (401, 204, 403, 204, 204, 204, 401),
    "start_match": (401, 403, 403, 403, 403, 201, 401),
    "cancel_match": (401, 403, 403, 403, 403, 201, 401),
    "pause_match": (401, 403, 403, 403, 403, 201, 401),
    "resume_match": (401, 403, 403, 403, 403, 201, 401),
    "extend_deadline": (401, 403, 403, 403, 403, 201, 401),
    "vacate_seat": (401, 403, 403, 403, 403, 201, 401),
    "take_vacation": (401, 403, 403, 201, 403, 403, 401),
    "submit_order": (401, 403, 403, 201, 403, 403, 401),
    "preview_move": (401, 403, 403, 200, 403, 403, 401),
    "list_legal_steps": (401, 403, 403, 200, 403, 403, 401),
    "list_legal_moves": (401, 403, 403, 202, 403, 403, 401),
    "show_view": (200, 200, 200, 200, 200, 200, 401),
    "list_events": (200, 200, 200, 200, 200, 200, 401),
    "stream_match": (200, 200, 200, 200, 200, 200, 401),
    "show_record": (200, 200, 200, 200, 200, 200, 401),
    "show_board_text": (200, 200, 200, 200, 200, 200, 401),
    "list_referee_keys": (200, 200, 200, 200, 200, 200, 200),
    "show_problem": (200, 200, 200, 200, 200, 200, 200),
    "show_contract": (200, 200, 200, 200, 200, 200, 200),
    "show_health": (200, 200, 200, 200, 200, 200, 200),
    "show_readiness": (200, 200, 200, 200, 200, 200, 200),
    "show_metrics": (200, 200, 200, 200, 200, 200, 200),
}
PRIVATE: dict[str, tuple[int, ...]] = {
    "show_match": (404, 404, 404, 200, 200, 200, 401),
    "take_seat": (401, 404, 403, 409, 201, 201, 401),
    "leave_seat": (401, 404, 403, 204, 204, 204, 401),
    "start_match": (401, 404, 403, 403, 403, 201, 401),
    "cancel_match": (401, 404, 403, 403, 403, 201, 401),
    "pause_match": (401, 404, 403, 403, 403, 201, 401),
    "resume_match": (401, 404, 403, 403, 403, 201, 401),
    "extend_deadline": (401, 404, 403, 403, 403, 201, 401),
    "vacate_seat": (401, 404, 403, 403, 403, 201, 401),
    "take_vacation": (401, 404, 403, 201, 403, 403, 401),
    "submit_order": (401, 404, 404, 201, 403, 403, 401),
    "preview_move": (401, 404, 404, 200, 403, 403, 401),
    "list_legal_steps": (401, 404, 404, 200, 403, 403, 401),
    "list_legal_moves": (401, 404, 404, 202, 403, 403, 401),
    "show_view": (404, 404, 404, 200, 200, 200, 401),
    "list_events": (404, 404, 404, 200, 200, 200, 401),
    "stream_match": (404, 404, 404, 200, 200, 200, 401),
    "show_record": (404, 404, 404, 200, 200, 200, 401),
    "show_board_text": (404, 404, 404, 200, 200, 200, 401),
}

Knock = Callable[[Door, World, str, str], TestResponse]


def _order(door: Door, world: World, actor: str, match: str) -> TestResponse:
    base = existing(load(world.house, world.match)).base
    assert base is not None
    order = orders.move_order("zooloretto", match, 1, base, ["D"])
    return door.ask("POST", f"/v1/matches/{match}/orders", body=signed(order, world.key(actor)), key="")


def _add_key(door: Door, world: World, actor: str, match: str) -> TestResponse:
    person = world.people.get(actor)
    body = new_key_body(person.id if person else "0" * 16, Ed25519PrivateKey.generate())
    return door.ask("POST", "/v1/me/keys", world.token(actor), body)


def _revoke_key(door: Door, world: World, actor: str, match: str) -> TestResponse:
    person = world.people.get(actor)
    kid = add_key(world.house, person, Ed25519PrivateKey.generate()) if person else "A" * 43
    return door.ask("DELETE", "/v1/me/keys", world.token(actor), query={"kid": kid})


def _revoke_token(door: Door, world: World, actor: str, match: str) -> TestResponse:
    token = world.token(actor)
    if actor not in ("anonymous", "revoked"):
        token = world.new_token(world.people[actor], ["read"])
    return door.ask("DELETE", "/v1/tokens", token)


def _get(path: str, **query: Any) -> Knock:
    def knock(door: Door, world: World, actor: str, match: str) -> TestResponse:
        return door.get(path.replace("{match}", match), world.token(actor), **query)

    return knock


def _post(path: str, body: Any = None) -> Knock:
    def knock(door: Door, world: World, actor: str, match: str) -> TestResponse:
        given = body() if callable(body) else body
        return door.ask("POST", path.replace("{match}", match), world.token(actor), given)

    return knock


def _put(path: str, body: Any) -> Knock:
    def knock(door: Door, world: World, actor: str, match: str) -> TestResponse:
        return door.ask("PUT", path, world.token(actor), body)

    return knock


def _delete(path: str) -> Knock:
    def knock(door: Door, world: World, actor: str, match: str) -> TestResponse:
        return door.ask("DELETE", path.replace("{match}", match), world.token(actor))

    return knock


M = "/v1/matches/{match}"
# Each operation: the match that it is asked about, and how it is asked.
KNOCKS: dict[str, tuple[Callable[[World], str], Knock]] = {
    "sign_up": (World.open, _post("/v1/players", lambda: {"name": f"p {fresh()[:12]}"})),
    "make_token": (World.open, _post("/v1/tokens", {"scopes": ["read"]})),
    "revoke_token": (World.open, _revoke_token),
    "show_me": (World.open, _get("/v1/me")),
    "list_keys": (World.open, _get("/v1/me/keys")),
    "add_key": (World.open, _add_key),
    "revoke_key": (World.open, _revoke_key),
    "list_turns": (World.running, _get("/v1/me/turns")),
    "show_hours": (World.open, _get("/v1/me/hours")),
    "set_hours": (World.open, _put("/v1/me/hours", {"zone": "Europe/Madrid", "from": 1380, "to": 480})),
    "drop_hours": (World.open, _delete("/v1/me/hours")),
    "stream_player": (World.running, _get("/v1/me/stream", seconds=0)),
    "list_games": (World.open, _get("/v1/games")),
    "show_game": (World.open, _get("/v1/games/zooloretto")),
    "list_matches": (World.open, _get("/v1/matches")),
    "open_match": (World.open, _post("/v1/matches", {"game": "zooloretto", "players": 2})),
    "show_match": (World.running, _get(M)),
    "take_seat": (World.open, _post(f"{M}/seats", {})),
    "leave_seat": (World.full, _delete(f"{M}/seats/me")),
    "start_match": (World.full, _post(f"{M}/start")),
    "cancel_match": (World.running, _post(f"{M}/cancel")),
    "pause_match": (World.timed, _post(f"{M}/pause", lambda: {"until": now() + DAY, "reason": "holidays"})),
    "resume_match": (World.paused, _post(f"{M}/resume", {"reason": "agreed"})),
    "extend_deadline": (World.timed, _post(f"{M}/extend", {"seat": 1, "ms": DAY, "reason": "illness"})),
    "vacate_seat": (World.overdue, _post(f"{M}/vacate", {"seat": 1, "reason": "absent"})),
    "take_vacation": (World.timed, _post(f"{M}/vacation", lambda: {"until": now() + DAY // 2})),
    "submit_order": (World.running, _order),
    "preview_move": (World.running, _post(f"{M}/preview", {"seat": 1, "steps": ["D"]})),
    "list_legal_steps": (World.running, _get(f"{M}/legal-steps")),
    "list_legal_moves": (World.running, _get(f"{M}/legal-moves")),
    "show_view": (World.running, _get(f"{M}/view")),
    "list_events": (World.running, _get(f"{M}/events")),
    "stream_match": (World.running, _get(f"{M}/stream", seconds=0)),
    "show_record": (World.cancelled, _get(f"{M}/record")),
    "show_board_text": (World.running, _get(f"{M}/board.txt")),
    "list_referee_keys": (World.open, _get("/v1/referee/keys")),
    "show_problem": (World.open, _get("/problems/order/stale")),
    "show_contract": (World.open, _get("/openapi.yaml")),
    "show_health": (World.open, _get("/healthz")),
    "show_readiness": (World.open, _get("/readyz")),
    "show_metrics": (World.open, _get("/metrics")),
}
OF_A_MATCH = [id for id, operation in load_contract().operations.items() if "{match}" in operation.path]


def test_the_table_has_a_row_for_every_operation_of_the_contract() -> None:
    """An operation that is new must say who may use it."""
    operations = set(load_contract().operations)
    assert set(TABLE) == operations
    assert set(KNOCKS) == operations
    assert set(PRIVATE) == set(OF_A_MATCH)


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
@pytest.mark.parametrize("operation", sorted(TABLE))
def test_everybody_gets_the_status_of_the_table(
    door: Door, house: House, operation: str, visibility: str
) -> None:
    """faults.md A-f: who holds an id does not thereby hold a seat; security.md C1, BOLA."""
    world = World(house, visibility)
    prepare, knock = KNOCKS[operation]
    expected = PRIVATE.get(operation, TABLE[operation]) if visibility == "private" else TABLE[operation]
    got = []
    for actor in ACTORS:
        match = prepare(world)
        if actor == "revoked":
            accounts.revoke_key(house, world.people["revoked"].id, _kid(world))
        answer = knock(door, world, actor, match)
        got.append(answer.status_code)
    assert dict(zip(ACTORS, got, strict=True)) == dict(zip(ACTORS, expected, strict=True))


def _kid(world: World) -> str:
    return accounts.list_keys(world.house, world.people["revoked"].id)[0].kid


@pytest.mark.parametrize("operation", OF_A_MATCH)
def test_a_match_that_is_not_for_you_answers_byte_for_byte_as_one_that_is_not_there(
    door: Door, house: House, operation: str
) -> None:
    """security.md C1: 404 for both absent and forbidden, same bytes."""
    world = World(house, "private")
    world.people["reader"].token = world.new_token(world.people["reader"], ["read", "play"])
    prepare, knock = KNOCKS[operation]
    hidden = prepare(world)
    absent = "0" * 16
    for actor in ("anonymous", "other", "reader"):
        answers = [knock(door, world, actor, match) for match in (hidden, absent)]
        if answers[0].status_code == 401:
            continue  # whoever must have a credential and has none learns nothing of any match
        assert [problem(answer) for answer in answers] == ["match/not-found"] * 2
        assert answers[0].get_data() == answers[1].get_data()
        assert list(answers[0].headers) == list(answers[1].headers)


@pytest.mark.parametrize("operation", OF_A_MATCH)
def test_a_refused_request_about_a_hidden_match_never_names_it(
    door: Door, house: House, operation: str
) -> None:
    """Neither its players, nor its organiser, nor its head appear in what a stranger is told."""
    world = World(house, "private")
    prepare, knock = KNOCKS[operation]
    match = existing(load(house, prepare(world)))
    answer = knock(door, world, "other", match.id)
    text = answer.get_data(as_text=True) + str(answer.headers)
    for secret in (match.last.head, match.organiser, *(place.player for place in match.places)):
        assert secret not in text


def test_lists_hold_public_matches_and_ones_own(door: Door, house: House) -> None:
    """An unlisted or private match stands in nobody's list but those of its players and its organiser."""
    listed: dict[str, World] = {
        visibility: World(house, visibility) for visibility in ("public", "unlisted", "private")
    }
    for world in listed.values():
        world.running()
    everybody = [world.token(actor) for world in listed.values() for actor in ACTORS if actor != "revoked"]
    for token in everybody:
        found = door.get("/v1/matches", token).json
        assert [match["match"] for match in found["matches"]] == [listed["public"].match]  # type: ignore[index]
    for world in listed.values():
        mine = {
            actor: _mine(door, world, actor) for actor in ("other", "reader", "seated", "former", "organiser")
        }
        held = [world.match]
        assert mine == {"other": [], "reader": [], "seated": held, "former": [], "organiser": held}


def _mine(door: Door, world: World, actor: str) -> list[str]:
    found = door.get("/v1/matches", world.token(actor), mine="true").json
    assert found is not None
    return [match["match"] for match in found["matches"]]
