"""How gunicorn serves us: by threads, none of which a slow or broken client can hold for long.

gunicorn's threads wait for a request as long as it takes to come, so that as many slow clients as there are threads
would shut everybody else out (security.md C1). And what is no HTTP it answers in HTML.
"""

import contextlib
import errno
import logging
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn.http.errors import ConfigurationProblem, LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from referee.api.problems import MEDIA_TYPE, Problem
from referee.strict_json import canonical
from referee.words.languages import DEFAULT

_WHAT_IS_WRONG: dict[type[Exception], str] = {
    LimitRequestLine: "The request line is too long.",
    LimitRequestHeaders: "The header fields are too large or too many.",
}
_LARGEST_BODY = 65_536  # bytes; no operation and no form reads more, and the rest stays on the connection
_log = logging.getLogger(__name__)


class HurriedSocket(socket.socket):
    """A connection that must have sent its request, and take each part of the answer, within some seconds."""

    _seconds = 0.0
    _until = 0.0

    @classmethod
    def around(cls, plain: socket.socket, seconds: float = 0.0) -> "HurriedSocket":
        """Take over the connection of a plain socket.

        :param seconds: after which a connection is given up on which what was sent is not acknowledged: a stream
            sends too little to fill the buffers, and would hold its thread for a quarter of an hour (RFC 5482).
        """
        hurried = cls(plain.family, plain.type, plain.proto, fileno=plain.detach())
        if seconds and hasattr(socket, "TCP_USER_TIMEOUT"):
            with contextlib.suppress(OSError):  # no TCP
                hurried.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))
        return hurried

    def begin(self, seconds: float) -> None:
        """From now on the next request is awaited."""
        self._seconds, self._until = seconds, time.monotonic() + seconds

    def recv(self, *given: Any) -> bytes:
        """Receive, as long as the time of the request is not over; raises ConnectionResetError."""
        left = self._until - time.monotonic()
        try:
            if left > 0:
                self.settimeout(left)
                return super().recv(*given)
        except TimeoutError:
            pass
        finally:
            self.settimeout(None)
        raise ConnectionResetError(errno.ECONNRESET, "the request did not come in time")

    def sendall(self, *given: Any) -> None:
        """Send, within the time that one request has too; raises ConnectionResetError."""
        try:
            self.settimeout(self._seconds)
            super().sendall(*given)
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the answer was not taken in time") from error
        finally:
            self.settimeout(None)


class HurriedWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's worker with threads, on such sockets, and with our form of errors."""

    request_seconds = 30.0

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Stop gracefully: who is held back gets an answer now, not a cut connection after the graceful time."""
        app = getattr(self, "wsgi", None)  # none yet, if the stop comes while the process starts
        house = getattr(app, "extensions", {}).get("house")
        if house is not None:
            house.waiting.close()
        super().handle_exit(sig, frame)

    def enqueue_req(self, conn: Any) -> None:
        """Give a connection to a thread, but a new one only when something has come on it."""
        if conn.initialized or conn.data_ready:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + self.request_seconds
        self.pending_conns.append(conn)
        readable = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, readable)

    def handle(self, conn: Any) -> Any:
        """Read a request of a connection and answer it, in a thread of the pool."""
        if not isinstance(conn.sock, HurriedSocket):
            conn.sock = HurriedSocket.around(conn.sock, self.request_seconds)
        conn.sock.begin(self.request_seconds)
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request; whoever sends more than we read is told that the connection ends with the answer."""
        lengths = [value for name, value in req.headers if name == "CONTENT-LENGTH"]
        if any(not length.isdigit() or int(length) > _LARGEST_BODY for length in lengths):
            req.force_close()
        return super().handle_request(req, conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer what cannot be read as HTTP; all else is a fault, and gunicorn's to log."""
        if not isinstance(exc, ParseException) or isinstance(exc, ConfigurationProblem):
            super().handle_error(req, client, addr, exc)
            return
        # The text of the exception is not logged: it quotes the request line, which may hold a token.
        sender = addr[0] if addr else "a socket"
        _log.warning("no HTTP that can be read from %s: %s", sender, type(exc).__name__)
        try:
            write_nonblock(client, unreadable(_WHAT_IS_WRONG.get(type(exc), "This is no HTTP request.")))
        except OSError:
            _log.debug("the sender of it has gone")


def unreadable(detail: str) -> bytes:
    """A whole answer of HTTP/1.1: the problem ``request/unreadable``, and the end of the connection."""
    problem = Problem("request/unreadable", detail)
    body = canonical(problem.body(DEFAULT))
    head = (
        f"HTTP/1.1 {problem.status} Bad Request\r\n"
        "Connection: close\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"Content-Language: {DEFAULT}\r\n"
        "Cache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "\r\n"
    )
    return head.encode("ascii") + body


def worker_class(request_seconds: float) -> type[HurriedWorker]:
    """The worker for ``worker_class`` of gunicorn's configuration.

    :param request_seconds: how long a request may take to come in whole.
    """
    return type("Worker", (HurriedWorker,), {"request_seconds": request_seconds})
