"""Streams as the SDK follows them: messages out of pieces, and no gap and no double through any cut."""

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import pytest

from clients import streaming
from clients.problems import BadAnswer, NoConnection, RefereeProblem
from clients.sdk import Referee
from clients.streaming import MessageReader, StreamMessage
from clients.transport import Patience
from referee.strict_json import read
from tests.clients.test_sdk import QUICK, organised, to_move
from tests.running import Service, eventually, free_port

TEXT = (
    'retry: 2000\n\n:\n\nevent: state\nid: 4\ndata: {"match":"é"}\n\n'
    'id: 5\r\ndata:{"version":\ndata: 5}\r\n\r\n: a comment\n\nid: 6\n\ndata: [6]\n\nevent: turns\ndata: {}\n\nid: 7\ndata: 7'
)
MESSAGES = [
    StreamMessage("state", {"match": "é"}, "4"),
    StreamMessage("event", {"version": 5}, "5"),
    StreamMessage("event", [6], None),
    StreamMessage("turns", {}, None),
]


def test_messages_come_out_of_pieces_of_any_size_and_what_is_cut_off_does_not() -> None:
    raw = TEXT.encode()
    chance = random.Random(1)
    for size in (1, 2, 3, 7, len(raw)):
        reader = MessageReader()
        pieces = [raw[start : start + size] for start in range(0, len(raw), size)]
        assert [message for piece in pieces for message in reader.feed(piece)] == MESSAGES
    for _ in range(50):
        cuts = sorted(chance.sample(range(len(raw)), 5))
        reader = MessageReader()
        pieces = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
        assert [message for piece in pieces for message in reader.feed(piece)] == MESSAGES


def test_what_is_no_json_or_too_long_is_named() -> None:
    with pytest.raises(BadAnswer, match="no JSON"):
        list(MessageReader().feed(b"data: {\n\n"))
    with pytest.raises(BadAnswer, match="too long"):
        list(MessageReader().feed(b"data: " + b"x" * streaming.LONGEST))
    many_lines = (b"data: " + b"x" * (streaming.LONGEST // 4) + b"\n") * 5
    with pytest.raises(BadAnswer, match="too long"):
        list(MessageReader().feed(many_lines))


class Cutter:
    """A way to a server on which each connection lasts so many bytes of answer, and then is cut."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._port = port
        self._chance = chance
        self.connections = 0

    @contextmanager
    def open(self) -> Iterator[str]:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        left = self._chance.randrange(200, 9000)
        with client, socket.create_connection(("127.0.0.1", self._port)) as server:
            server.sendall(client.recv(65536))
            while left > 0 and (piece := server.recv(min(left, 4096))):
                client.sendall(piece)
                left -= len(piece)


def test_through_any_cut_every_event_comes_once_and_the_stream_ends_with_the_match(service: Service) -> None:
    """faults.md A13; a connection that lasts too short for one message is no end."""
    match, seats, organiser = organised(service)
    cutter = Cutter(service.ports[0], random.Random(7))
    heard: dict[int, list[int]] = {1: [], 2: []}
    with cutter.open() as address:

        def follow(seat: int) -> None:
            player = seats[seat]
            patience = Patience(attempts=30, first=0.001, longest=0.01)
            there = Referee(address, player.transport.token, player=player.player, patience=patience)
            for message in there.follow(match, after=0):
                if message.kind == "event":
                    heard[seat].append(message.data["version"])

        readers = [threading.Thread(target=follow, args=(seat,)) for seat in seats]
        for reader in readers:
            reader.start()
        for _ in range(25):
            _, player = to_move(match, seats)
            player.play(match, [player.legal_steps(match)["steps"][0]["step"]])
        organiser.cancel(match)
        for reader in readers:
            reader.join(60)
            assert not reader.is_alive()
    version = organiser.match(match)["version"]
    assert heard == {seat: list(range(1, version + 1)) for seat in seats}
    assert cutter.connections > 4


def test_a_match_is_followed_from_now_and_its_state_comes_first(service: Service) -> None:
    match, seats, _ = organised(service)
    watcher = Referee(service.url)
    messages = watcher.follow(match)
    state = next(messages)
    assert (state.kind, state.data["match"]["match"], state.id) == ("state", match, "4")
    seat, player = to_move(match, seats)
    player.play(match, ["D"])
    event = next(messages)
    assert (event.kind, event.id, read(event.data["e"])["seat"]) == ("event", "5", seat)
    assert event.data == watcher.events(match, 4)["events"][0]


def test_all_matches_of_a_player_are_followed_at_once(service: Service) -> None:
    match, seats, organiser = organised(service)
    seat, player = to_move(match, seats)
    messages = seats[3 - seat].follow_all()
    state = next(messages)
    assert state.data == {"turns": [], "matches": [{"match": match, "version": 4}]}
    player.play(match, ["D"])
    player.play(match, ["L1"])
    told = list(islice(messages, 2))
    events = [message.data["event"]["version"] for message in told if message.kind == "event"]
    while len(events) < 2 or told[-1].kind != "turns":
        told.append(next(messages))
        events = [message.data["event"]["version"] for message in told if message.kind == "event"]
    assert events == [5, 6]
    assert [turn["match"] for turn in told[-1].data["turns"]] == [match]
    organiser.cancel(match)
    assert next(messages).data["event"]["version"] == 7
    assert next(messages).data == {"turns": []}


def test_a_refusal_is_raised_at_once_and_after_a_token_was_revoked(service: Service) -> None:
    with pytest.raises(RefereeProblem, match="match/not-found"):
        next(Referee(service.url, patience=QUICK).follow("0" * 16))
    match, seats, _ = organised(service)
    seat, player = to_move(match, seats)
    messages = seats[3 - seat].follow(match)
    next(messages)
    seats[3 - seat].transport.delete("/v1/tokens")
    player.play(match, ["D"])
    with pytest.raises(RefereeProblem, match="auth/unknown"):
        next(messages)


def test_nobody_at_the_address_and_a_connection_that_brings_nothing_are_no_connection() -> None:
    with pytest.raises(NoConnection):
        next(Referee(f"http://127.0.0.1:{free_port()}", patience=QUICK).follow("0" * 16))
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer_and_hang_up() -> None:
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client:
                    client.recv(65536)
                    client.sendall(
                        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n:\n\n"
                    )

        threading.Thread(target=answer_and_hang_up, daemon=True).start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with pytest.raises(NoConnection, match="brings nothing"):
            next(Referee(address, patience=QUICK).follow("0" * 16))


def test_a_stream_goes_on_when_its_process_was_replaced(service: Service) -> None:
    match, _, organiser = organised(service)
    messages = Referee(service.url, patience=Patience(attempts=60, first=0.05, longest=0.2)).follow(match)
    next(messages)
    port = service.ports[0]
    service.webs[port].stop()
    service.start_web(port)
    eventually(lambda: not service.await_ready(port), "the service is back")
    organiser.cancel(match)
    kinds = [(message.kind, message.id) for message in messages]
    assert kinds == [("state", "4"), ("event", "5")]
