"""Bytes that no honest client sends, to a real gunicorn: each gets one clear answer, and others are served meanwhile.

security.md C1: header injection, request smuggling, slow-loris, bodies that lie about their length.
"""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.running import Service, eventually

HOST = b"Host: referee\r\nConnection: close\r\n"
JSON_POST = b"Idempotency-Key: 0123456789abcdef\r\nContent-Type: application/json\r\n" + HOST
_SECONDS = 30


class Heard(NamedTuple):
    """What came back on a connection."""

    status: int
    head: bytes
    body: bytes

    @property
    def problem(self) -> str:
        """The name of the problem."""
        name: str = json.loads(self.body)["type"]
        return name.removeprefix("/problems/")


def send(port: int, *parts: bytes, is_cut: bool = False) -> Heard:
    """Send bytes as they are, and read until the connection ends.

    :param is_cut: say afterwards that nothing follows.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as connection:
        for part in parts:
            connection.sendall(part)
        if is_cut:
            connection.shutdown(socket.SHUT_WR)
        heard = b""
        while chunk := connection.recv(65536):
            heard += chunk
    head, _, body = heard.partition(b"\r\n\r\n")
    return Heard(int(head.split(b" ", 2)[1]), head, body)


def get(path: bytes, *headers: bytes) -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"".join(each + b"\r\n" for each in headers) + b"\r\n"


def post(body: bytes, *headers: bytes, path: bytes = b"/v1/players") -> bytes:
    return (
        b"POST "
        + path
        + b" HTTP/1.1\r\n"
        + JSON_POST
        + b"".join(each + b"\r\n" for each in headers)
        + b"\r\n"
        + body
    )


@pytest.fixture
def port(service: Service) -> int:
    """The port of the running service."""
    return service.ports[0]


NO_HTTP: dict[str, bytes] = {
    "a method in small letters": b"get /healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "a method with odd letters": b"G{T /healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "HTTP/0.9": b"GET /healthz\r\n\r\n",
    "HTTP/2.0": b"GET /healthz HTTP/2.0\r\n" + HOST + b"\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(50) + b"\r\n\r\n",
    "raw bytes in the path": get(b"/v1/games/\xff\xfe"),
    "a line of 9000 bytes": get(b"/v1/matches?after=" + b"a" * 9000),
    "a header of 20000 bytes": get(b"/healthz", b"X: " + b"a" * 20000),
    "300 headers": get(b"/healthz", *(b"X-%d: a" % number for number in range(300))),
    "NUL in a header": get(b"/healthz", b"X: a\x00b"),
    "a folded header": get(b"/healthz", b"X: a\r\n b"),
    "a blank before the colon": get(b"/healthz", b"X : a"),
    "two lengths": post(b"{}", b"Content-Length: 2", b"Content-Length: 3"),
    "a length and chunks": post(b"2\r\n{}\r\n0\r\n\r\n", b"Content-Length: 2", b"Transfer-Encoding: chunked"),
    "a negative length": post(b"{}", b"Content-Length: -2"),
    "a length in words": post(b"{}", b"Content-Length: two"),
    "an expectation": post(b"{}", b"Content-Length: 2", b"Expect: magic"),
}


@pytest.mark.parametrize("what", NO_HTTP)
def test_what_is_no_http_is_unreadable_in_our_own_words(port: int, what: str) -> None:
    heard = send(port, NO_HTTP[what])
    assert (heard.status, heard.problem) == (400, "request/unreadable")
    assert b"application/problem+json" in heard.head
    assert b"<" not in heard.body


BODIES: dict[str, tuple[bytes, int, str]] = {
    "a chunk without a size": (
        post(b"zz\r\n{}\r\n", b"Transfer-Encoding: chunked"),
        400,
        "request/unreadable",
    ),
    "compressed chunks": (
        post(b"2\r\n{}\r\n0\r\n\r\n", b"Transfer-Encoding: gzip, chunked"),
        415,
        "request/media-type",
    ),
    "plain chunks": (post(b"2\r\n{}\r\n0\r\n\r\n", b"Transfer-Encoding: chunked"), 422, "request/schema"),
    "a length beyond all": (post(b"{}", b"Content-Length: 99999999999999999999"), 413, "request/too-large"),
    "chunks beyond the limit": (
        post(b"%x\r\n%b\r\n0\r\n\r\n" % (70000, b" " * 70000), b"Transfer-Encoding: chunked"),
        413,
        "request/too-large",
    ),
    "a compressed body": (
        post(b"{}", b"Content-Length: 2", b"Content-Encoding: gzip"),
        415,
        "request/media-type",
    ),
    "a hundred thousand brackets": (
        post(b"[" * 60000, b"Content-Length: 60000"),
        400,
        "request/unreadable",
    ),
    "no UTF-8": (post(b'{"name":"\xff\xfe"}', b"Content-Length: 13"), 400, "request/unreadable"),
    "a body for a GET": (
        get(b"/healthz", b"Content-Length: 2") + b"{}",
        422,
        "request/schema",
    ),
    "no body at all": (post(b"", b"Content-Length: 0"), 400, "request/unreadable"),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_lies_or_overflows_gets_one_clear_answer(port: int, what: str) -> None:
    sent, status, name = BODIES[what]
    heard = send(port, sent)
    assert (heard.status, heard.problem) == (status, name)


def test_a_body_that_ends_early_is_unreadable_even_if_it_is_json_so_far(port: int) -> None:
    heard = send(port, post(b'{"name":"Ana"}', b"Content-Length: 200"), is_cut=True)
    assert (heard.status, heard.problem) == (400, "request/unreadable")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (b"/v1/games/%ff%00%0d%0aSet-Cookie:%20x=1", 422),
        (b"/v1/games/%2e%2e/games", 404),
        (b"/v1/../healthz", 404),
        (b"//evil.example/healthz", 404),
        (b"/v1/games/..;/healthz", 404),
        (b"/v1/matches/0000000000000000%2forders", 405),
        (b"/v1/matches/%30000000000000000", 404),
        (b"/v1/matches?limit=%ff&%00=1&=&&a", 422),
        (b"/v1/matches?limit=%EF%BC%91", 422),
        (b"/v1/matches?limit=1&limit=2", 422),
        (b"/v1/matches?" + b"&".join(b"a%d=1" % number for number in range(700)), 422),
        (b"/healthz?x[]=1;y=2", 422),
        (b"*", 400),
        (b"http://evil.example/healthz", 200),
    ],
)
def test_tricks_with_paths_and_queries_reach_nothing_else(port: int, path: bytes, status: int) -> None:
    heard = send(port, get(path))
    assert heard.status == status
    assert b"set-cookie" not in heard.head.lower()
    assert b"location" not in heard.head.lower()


@pytest.mark.parametrize(
    "header",
    [
        b"Accept-Language: \xff\xfe\xe9;q=\xff",
        b"Accept-Language: " + b"es;q=0.1," * 800,
        b"Authorization: Bearer \xff\xfe",
        b"Authorization: Bearer " + b"x" * 7000,
        b"Authorization: Basic YTpi",
        b"Authorization: Bearer",
        b"Authorization:",
        b"Authorization: Bearer a\r\nAuthorization: Bearer b",
        b"X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil",
        b"SCRIPT_NAME: /evil",
        b"PATH_INFO: /v1/games",
        b"X-HTTP-Method-Override: DELETE",
        b"X-Original-URL: /v1/games",
        b"Cookie: session=1",
        b"If-None-Match: *",
    ],
)
def test_odd_headers_change_nothing(port: int, header: bytes) -> None:
    heard = send(port, get(b"/v1/me", header))
    assert heard.status == 401
    assert heard.problem in ("auth/missing", "auth/unknown")


def test_a_method_override_is_no_method(port: int) -> None:
    heard = send(port, post(b"", b"Content-Length: 0", b"X-HTTP-Method-Override: DELETE", path=b"/v1/tokens"))
    assert heard.problem == "request/unreadable"


def test_a_host_header_reaches_no_answer(port: int) -> None:
    sent = b"GET /nowhere HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    heard = send(port, sent)
    assert b"evil.example" not in heard.head + heard.body


def test_two_requests_on_one_wire_get_two_answers_in_order(port: int) -> None:
    heard = send(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + get(b"/v1/games"))
    first, second = heard.body.split(b"HTTP/1.1 200 OK")
    assert first.startswith(b'{"status":"alive"}')
    assert second.endswith(b'"title":"Zooloretto"}]}')


def test_a_body_that_was_refused_unread_is_not_taken_for_the_next_request(port: int) -> None:
    """Request smuggling: what stands in the body of a refused request is never carried out."""
    inner = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n"
    refused = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
        b"Content-Length: %d\r\n\r\n" % len(inner)
    )
    heard = send(port, refused + inner + get(b"/healthz"))
    assert heard.status == 415
    assert b"zooloretto" not in heard.body


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Service]:
    """A service of one process with four threads, in which a request has two seconds to come."""
    environment = {"REFEREE_WEB_THREADS": "4", "REFEREE_REQUEST_SECONDS": "2"}
    with Service(tmp_path, web_workers=1, workers=0, relay=False, environment=environment) as service:
        yield service


@contextlib.contextmanager
def connections(port: int, begun: bytes, count: int) -> Iterator[list[socket.socket]]:
    """So many requests that have begun and do not go on."""
    with contextlib.ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=_SECONDS))
            for _ in range(count)
        ]
        for connection in opened:
            connection.sendall(begun)
        yield opened


@pytest.mark.parametrize("kind", ["headers", "body"])
def test_slow_requests_are_ended_and_others_are_served(small: Service, kind: str) -> None:
    """security.md C1, slow-loris: twice as many as there are threads, each dripping on to look alive."""
    port = small.ports[0]
    begun = b"GET /healthz HTTP/1.1\r\nX: " if kind == "headers" else post(b"{", b"Content-Length: 5000")
    with connections(port, begun, 8) as opened:
        stop = threading.Event()
        dripping = threading.Thread(target=_drip, args=(opened, stop))
        dripping.start()
        try:
            assert send(port, get(b"/healthz")).status == 200
        finally:
            stop.set()
            dripping.join()
        for connection in opened:
            with contextlib.suppress(ConnectionError):
                assert connection.recv(65536)[:12] in (b"", b"HTTP/1.1 400")
    assert "Traceback" not in small.last_words()


def _drip(opened: list[socket.socket], stop: threading.Event) -> None:
    while not stop.wait(0.2):
        for connection in opened:
            with contextlib.suppress(OSError):
                connection.sendall(b" ")


def test_silent_connections_hold_no_thread(small: Service) -> None:
    with connections(small.ports[0], b"", 50):
        assert send(small.ports[0], get(b"/healthz")).status == 200


def test_more_waiters_than_places_are_turned_away_and_moves_go_on(small: Service) -> None:
    """Design section 5: at most half of a process's threads wait; beyond that 503 with Retry-After."""
    match, seats = small.match(2)
    port = small.ports[0]
    waiting_seat = next(seat for seat, player in seats.items() if not player.turns())
    token = (seats[waiting_seat].transport.token or "").encode()
    asked = get(b"/v1/me/turns?wait=25", b"Authorization: Bearer " + token)
    answers: list[Heard] = []
    threads = [threading.Thread(target=lambda: answers.append(send(port, asked))) for _ in range(6)]
    for thread in threads:
        thread.start()
    eventually(lambda: len(answers) >= 4, "four of six are turned away")
    assert {(heard.status, heard.problem) for heard in answers[:4]} == {(503, "referee/busy")}
    assert all(b"Retry-After: " in heard.head for heard in answers[:4])
    other = seats[3 - waiting_seat]
    other.play(match, ["D"])
    other.play(match, ["L1"])
    for thread in threads:
        thread.join(_SECONDS)
    assert sorted(heard.status for heard in answers) == [200, 200, 503, 503, 503, 503]
    woken = [json.loads(heard.body)["turns"] for heard in answers if heard.status == 200]
    assert [turn["seat"] for turns in woken for turn in turns] == [waiting_seat] * 2
