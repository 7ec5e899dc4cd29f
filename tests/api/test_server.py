"""The sockets under gunicorn: what is too slow to come or to be taken ends the connection."""

import socket
import threading
from collections.abc import Iterator

import pytest

from referee.api.server import HurriedSocket, worker_class

SECONDS = 0.3


@pytest.fixture
def pair() -> Iterator[tuple[HurriedSocket, socket.socket]]:
    """Our end of a connection, and the client's."""
    ours, theirs = socket.socketpair()
    hurried = HurriedSocket.around(ours)
    with hurried, theirs:
        hurried.begin(SECONDS)
        yield hurried, theirs


def test_what_has_come_is_received(pair: tuple[HurriedSocket, socket.socket]) -> None:
    ours, theirs = pair
    theirs.sendall(b"GET")
    assert ours.recv(2) == b"GE"
    assert ours.recv(8192) == b"T"
    theirs.close()
    assert ours.recv(8192) == b""


def test_silence_ends_a_request(pair: tuple[HurriedSocket, socket.socket]) -> None:
    with pytest.raises(ConnectionResetError, match="did not come in time"):
        pair[0].recv(1)


def receive_all(connection: socket.socket) -> None:
    while connection.recv(1):
        pass


def test_dripping_does_not_prolong_a_request(pair: tuple[HurriedSocket, socket.socket]) -> None:
    """security.md C1, slow-loris: the time is that of the whole request, not of a byte."""
    ours, theirs = pair
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(SECONDS / 20):
            theirs.sendall(b".")

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        with pytest.raises(ConnectionResetError):
            receive_all(ours)
    finally:
        stop.set()
        dripping.join()


def test_what_has_come_too_late_is_not_received(pair: tuple[HurriedSocket, socket.socket]) -> None:
    ours, theirs = pair
    theirs.sendall(b"GET")
    ours.begin(0.0)
    with pytest.raises(ConnectionResetError):
        ours.recv(1)
    ours.begin(SECONDS)
    assert ours.recv(8192) == b"GET"


def test_an_answer_that_nobody_takes_ends_the_connection(pair: tuple[HurriedSocket, socket.socket]) -> None:
    with pytest.raises(ConnectionResetError, match="not taken in time"):
        pair[0].sendall(bytes(50_000_000))


def test_an_answer_that_is_taken_is_sent_whole(pair: tuple[HurriedSocket, socket.socket]) -> None:
    ours, theirs = pair
    taken: list[int] = []

    def take() -> None:
        while sum(taken) < 5_000_000:
            taken.append(len(theirs.recv(65536)))

    taking = threading.Thread(target=take)
    taking.start()
    ours.begin(30.0)
    ours.sendall(bytes(5_000_000))
    taking.join()
    assert sum(taken) == 5_000_000


def test_every_configuration_has_a_worker_of_its_own() -> None:
    assert worker_class(5.0).request_seconds == 5.0
    assert worker_class(30.0).request_seconds == 30.0


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the time limit of TCP is Linux's")
def test_a_connection_whose_other_end_has_vanished_is_given_up(
    pair: tuple[HurriedSocket, socket.socket],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with HurriedSocket.around(accepted, 2.5) as hurried:
            assert hurried.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 2500
    with HurriedSocket.around(pair[1], 2.5) as no_tcp:
        no_tcp.sendall(b"x")
