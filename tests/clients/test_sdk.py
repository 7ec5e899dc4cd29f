"""The SDK against a real referee, directly and through a gateway that fails."""

import json
import threading
from collections.abc import Iterator

import pytest

from clients.problems import BadAnswer, BadReceipt, ClientError, NoConnection, RefereeProblem, is_passing
from clients.sdk import IllegalMove, NotSeated, Referee
from clients.signing import key_id, new_key
from clients.transport import Patience
from referee.games.registry import GAMES
from referee.matches import orders
from referee.matches.chain import Base
from referee.strict_json import read
from tests.clients import gateway
from tests.clients.gateway import Gateway
from tests.running import Service, free_port

QUICK = Patience(attempts=4, first=0.01, longest=0.05)


@pytest.fixture
def faulty(service: Service) -> Iterator[Gateway]:
    with Gateway(service.url) as faulty:
        yield faulty


def through(faulty: Gateway, player: Referee) -> Referee:
    """The same player, on the other side of the gateway."""
    return Referee(faulty.address, player.transport.token, player.key, player=player.player, patience=QUICK)


def to_move(match: str, seats: dict[int, Referee]) -> tuple[int, Referee]:
    """The seat that is to move, and who has it."""
    seat = next(iter(seats.values())).match(match)["turn"][0]["seat"]
    return seat, seats[seat]


def organised(service: Service) -> tuple[str, dict[int, Referee], Referee]:
    """A match that has started, who sits where, and its organiser, who does not play."""
    organiser, *players = [service.player() for _ in range(3)]
    match = organiser.open_match("zooloretto", 2, policy={"start": "full"})["match"]
    for player in players:
        player.join(match)
    return match, {player.seat(match): player for player in players}, organiser


def moves_of(player: Referee, match: str) -> list[list[str]]:
    """The steps of all moves in the log."""
    events = [read(event["e"]) for event in player.events(match)["events"]]
    return [event["data"]["steps"] for event in events if event["type"] == "MovePlayed"]


@pytest.mark.parametrize(
    "plan",
    [
        [gateway.DROP_REPLY],
        [gateway.CUT_REPLY],
        [gateway.DROP_REQUEST, gateway.DROP_REPLY, gateway.AWAY],
        [gateway.AWAY, gateway.DROP_REPLY],
    ],
    ids=str,
)
def test_an_order_goes_again_byte_for_byte_and_is_one_event(
    service: Service, faulty: Gateway, plan: list[str]
) -> None:
    """faults.md A9: the answer is lost after the commit; the repeat gets it, and there is one event."""
    match, seats = service.match()
    seat, mover = to_move(match, seats)
    faulty.plan, faulty.only = list(plan), "/orders"
    accepted = through(faulty, mover).play(match, ["D"], seat=seat)
    bodies = faulty.bodies("/orders")
    assert len(bodies) == len(plan) + 1
    assert len(set(bodies)) == 1
    assert moves_of(mover, match) == [["D"]]
    again = mover.submit(read(bodies[0])["order"])
    assert again == accepted


def test_a_request_goes_again_with_the_same_idempotency_key(service: Service, faulty: Gateway) -> None:
    faulty.plan = [gateway.DROP_REPLY, gateway.AWAY]
    referee = Referee(faulty.address, patience=QUICK)
    made = referee.sign_up("Repeated sign-up")
    keys = {request.headers["Idempotency-Key"] for request in faulty.seen}
    assert len(faulty.seen) == 3
    assert len(keys) == 1
    assert referee.me() == {"player": made["player"], "name": "Repeated sign-up", "kind": "person"}


def test_two_requests_have_different_idempotency_keys(service: Service, faulty: Gateway) -> None:
    player = through(faulty, service.player())
    first, second = player.open_match("zooloretto", 2), player.open_match("zooloretto", 2)
    assert first["match"] != second["match"]


def test_attempts_are_bounded(service: Service, faulty: Gateway) -> None:
    faulty.plan = [gateway.DROP_REQUEST] * 10
    with pytest.raises(NoConnection, match=faulty.address):
        Referee(faulty.address, patience=QUICK).games()
    assert len(faulty.seen) == QUICK.attempts


def test_nobody_at_the_address_is_no_connection() -> None:
    with pytest.raises(NoConnection):
        Referee(f"http://127.0.0.1:{free_port()}", patience=Patience(attempts=2, first=0.01)).games()


def test_a_long_retry_after_is_not_waited_for(service: Service, faulty: Gateway) -> None:
    faulty.plan = [gateway.AWAY_LONG]
    with pytest.raises(RefereeProblem) as refused:
        Referee(faulty.address, patience=QUICK).games()
    assert (refused.value.type, refused.value.status) == ("store/away", 503)
    assert len(faulty.seen) == 1


def test_who_asks_hears_of_a_long_wait(service: Service, faulty: Gateway) -> None:
    said: list[str] = []
    faulty.plan = [gateway.DROP_REQUEST] * 2
    Referee(faulty.address, patience=Patience(attempts=3, first=1.0, longest=1.0), report=said.append).games()
    assert said == [f"no answer from {faulty.address} yet, asking again"] * 2


def test_what_is_no_referee_is_told_so(service: Service, faulty: Gateway) -> None:
    faulty.plan = [gateway.NO_REFEREE]
    with pytest.raises(BadAnswer, match="no JSON"):
        Referee(faulty.address).games()
    with pytest.raises(BadAnswer):
        Referee("nonsense://").games()


def test_a_receipt_for_another_version_is_not_taken(service: Service, faulty: Gateway) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    faulty.plan, faulty.only = [gateway.ALTER_REPLY], "/orders"
    with pytest.raises(BadReceipt, match="another event") as refused:
        through(faulty, mover).play(match, ["D"])
    assert refused.value.receipt.count(".") == 2


def test_a_receipt_by_another_key_is_not_taken(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    mover._referee_keys = {"someone": "else"}
    with pytest.raises(BadReceipt, match="not the referee's"):
        mover.play(match, ["D"])


def test_a_stale_order_is_refused_with_the_base(service: Service) -> None:
    """faults.md A10: an order made on a board that another device has moved on."""
    match, seats = service.match()
    seat, mover = to_move(match, seats)
    old = mover.view(match)["base"]
    accepted = mover.play(match, ["D"], seat=seat, base=old)
    with pytest.raises(RefereeProblem) as refused:
        mover.play(match, ["L1"], seat=seat, base=old)
    assert refused.value.type == "order/stale"
    assert refused.value.base == accepted["base"]
    assert mover.play(match, ["L1"], seat=seat, base=accepted["base"])["version"] == accepted["version"] + 1


def test_an_illegal_step_is_refused_with_its_rule_and_what_is_legal(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    with pytest.raises(RefereeProblem) as refused:
        mover.play(match, ["T1"])
    assert (refused.value.type, refused.value.rule) == ("move/illegal", "truck-empty")
    assert (refused.value.step, refused.value.legal) == ("T1", ["D"])
    with pytest.raises(IllegalMove) as previewed:
        mover.play(match, line="t 1")
    assert previewed.value.problem["rule"] == "truck-empty"
    assert moves_of(mover, match) == []


def test_another_spelling_is_refused_with_the_canonical_one(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    with pytest.raises(RefereeProblem) as refused:
        mover.play(match, ["SW 4/5"])
    assert (refused.value.type, refused.value.canonical) == ("move/invalid", "SW 5/4")


def test_a_line_in_free_spelling_is_played_canonically(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    mover.play(match, line="d")
    mover.play(match, line="l 1")
    assert moves_of(mover, match) == [["D"], ["L1"]]


def test_an_unknown_key_signs_nothing(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    mover.key = new_key()
    with pytest.raises(RefereeProblem) as refused:
        mover.play(match, ["D"])
    assert (refused.value.type, refused.value.status) == ("key/unknown", 401)


def test_a_revoked_key_signs_nothing_and_a_late_one_neither(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    assert mover.key is not None
    first, late = mover.key, new_key()
    mover.register_key(late)
    assert mover.revoke_key(key_id(first)) == {"kid": key_id(first), "status": "revoked"}
    assert [key["status"] for key in mover.list_keys()] == ["revoked", "active"]
    for key, expected in ((first, "key/revoked"), (late, "key/not-in-match")):
        mover.key = key
        with pytest.raises(RefereeProblem) as refused:
            mover.play(match, ["D"])
        assert refused.value.type == expected


def test_a_foreign_seat_is_not_played(service: Service) -> None:
    match, seats = service.match()
    seat, mover = to_move(match, seats)
    other = next(player for player in seats.values() if player is not mover)
    with pytest.raises(RefereeProblem) as refused:
        other.play(match, ["D"], seat=seat)
    assert refused.value.type == "seat/not-yours"
    with pytest.raises(NotSeated):
        service.player().play(match, ["D"])


def test_an_order_off_the_schema_names_the_field(service: Service) -> None:
    match, seats = service.match()
    seat, mover = to_move(match, seats)
    order = orders.move_order("zooloretto", match, seat, Base(4, "short"), ["D"])
    with pytest.raises(RefereeProblem) as refused:
        mover.submit(order)
    assert refused.value.type == "request/schema"
    assert [error["pointer"] for error in refused.value.errors] == ["/order/head"]


def test_undo_goes_back_move_by_move_and_not_across_a_reveal(service: Service) -> None:
    """faults.md A1: a second undo goes one move further, it does not bring the first move back."""
    match, seats = service.match(2, options={"start_player": 1})
    mover = seats[1]
    drawn = mover.play(match, ["D"])
    mover.play(match, ["L1"])
    undone = mover.undo(match)
    assert mover.match(match)["turn"] == [{"seat": 1, "decision": "LOAD", "deadline": None}]
    assert (
        read(mover.events(match, undone["version"] - 1)["events"][0]["e"])["data"]["to"] == drawn["version"]
    )
    with pytest.raises(ClientError, match="nothing"):
        mover.undo(match)
    with pytest.raises(RefereeProblem) as refused:
        mover.undo(match, drawn["version"] - 1)
    assert refused.value.type == "undo/not-allowed"
    assert mover.match(match)["version"] == undone["version"]


def test_waiting_ends_when_the_turn_comes(service: Service) -> None:
    match, seats = service.match()
    seat, mover = to_move(match, seats)
    waiting_seat = 3 - seat
    found: list[object] = []
    waiting = threading.Thread(target=lambda: found.append(seats[waiting_seat].wait_for_turn(match, 30)))
    waiting.start()
    mover.play(match, ["D"])
    mover.play(match, ["L1"])
    waiting.join(30)
    assert found == [{"seat": waiting_seat, "decision": "TURN", "deadline": None}]
    assert [turn["match"] for turn in seats[waiting_seat].turns()] == [match]
    assert mover.turns() == []


def test_waiting_ends_when_the_match_does(service: Service) -> None:
    match, seats, organiser = organised(service)
    seat, _ = to_move(match, seats)
    organiser.cancel(match)
    assert seats[3 - seat].wait_for_turn(match, 30) is None


def test_waiting_has_an_end(service: Service) -> None:
    match, seats = service.match()
    seat, _ = to_move(match, seats)
    assert seats[3 - seat].wait_for_turn(match, 0) is None


def test_lists_of_matches_are_read_page_by_page(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    player = service.player()
    opened = {player.open_match("zooloretto", 2, visibility="private")["match"] for _ in range(5)}
    monkeypatch.setattr("clients.sdk._PAGE", 2)
    assert [match["match"] for match in player.matches(mine=True)] != []
    assert {match["match"] for match in player.matches(mine=True)} == opened
    assert list(player.matches(mine=True, status="over")) == []


def test_a_seat_can_be_given_back_before_the_start(service: Service) -> None:
    player = service.player()
    match = player.open_match("zooloretto", 2)["match"]
    assert [seat["player"] for seat in player.join(match)["seats"]] == [player.player]
    player.leave(match)
    assert player.match(match)["seats"] == []


def test_legal_moves_are_whole_lines(service: Service) -> None:
    match, seats = service.match()
    _, mover = to_move(match, seats)
    mover.play(match, ["D"])
    moves = mover.legal_moves(match)
    assert [move["steps"] for move in moves["moves"]] == [["L1"], ["L2"], ["L3"]]
    assert [move["steps"] for move in mover.legal_moves(match, ["L2"])["moves"]] == [["L2"]]


def test_everything_answers_to_its_type(service: Service) -> None:
    player = service.player()
    assert [game["game"] for game in player.games()] == sorted(GAMES)
    assert player.game("zooloretto")["title"] == "Zooloretto"
    match, _, organiser = organised(service)
    assert player.board(match).startswith("Zooloretto")
    assert player.view(match)["viewer"] is None
    with pytest.raises(RefereeProblem) as refused:
        player.record(match)
    assert refused.value.type == "match/not-over"
    organiser.cancel(match)
    assert json.loads(player.record(match).split("\n")[0])["match"] == match


def test_a_problem_that_passes_is_told_from_a_refusal(service: Service, faulty: Gateway) -> None:
    faulty.plan = [gateway.AWAY_LONG, gateway.DROP_REQUEST]
    player = Referee(faulty.address, patience=Patience(attempts=1))
    for _ in range(2):
        with pytest.raises(ClientError) as passing:
            player.games()
        assert is_passing(passing.value)
    with pytest.raises(RefereeProblem) as refused:
        player.game("chess")
    assert not is_passing(refused.value)
