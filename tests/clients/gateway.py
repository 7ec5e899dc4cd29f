"""A gateway before a running referee that fails as networks do, by a plan, and remembers what it saw."""

import http.client
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

_TIMEOUT = 60
_AWAY = {"type": "/problems/store/away", "title": "Away", "status": 503, "detail": "Ask again."}

PASS = "pass"
DROP_REQUEST = "drop the request"  # the referee never sees it
DROP_REPLY = "drop the reply"  # the referee has done it
CUT_REPLY = "cut the reply"  # half of the body, then the end
AWAY = "503"
AWAY_LONG = "503, come back in an hour"
ALTER_REPLY = "alter the reply"  # another version than the one that was signed
NO_REFEREE = "a page"


@dataclass(frozen=True)
class Seen:
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Gateway:
    """Forwards requests to a referee; each follows the next word of the plan, and after its end PASS.

    :ivar plan: for requests whose path holds ``only``; others pass.
    """

    url: str
    plan: list[str] = field(default_factory=list)
    only: str = ""
    seen: list[Seen] = field(default_factory=list)

    def __enter__(self) -> Self:
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                gateway._handle(self)

            do_POST = do_DELETE = do_GET  # noqa: N815

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """Where clients find it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def bodies(self, path: str) -> list[bytes]:
        """The bodies of all requests to paths that end so."""
        return [request.body for request in self.seen if request.path.endswith(path)]

    def _handle(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        request = Seen(handler.command, handler.path, dict(handler.headers), body)
        self.seen.append(request)
        word = self.plan.pop(0) if self.plan and self.only in handler.path else PASS
        if word == DROP_REQUEST:
            handler.close_connection = True
        elif word in (AWAY, AWAY_LONG):
            headers = {
                "Retry-After": "0" if word == AWAY else "3600",
                "Content-Type": "application/problem+json",
            }
            _answer(handler, 503, headers, json.dumps(_AWAY).encode())
        elif word == NO_REFEREE:
            _answer(handler, 200, {"Content-Type": "text/html"}, b"<html>Welcome</html>")
        else:
            self._forward(handler, request, word)

    def _forward(self, handler: BaseHTTPRequestHandler, request: Seen, word: str) -> None:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=_TIMEOUT)
        headers = {name: text for name, text in request.headers.items() if name != "Connection"}
        connection.request(request.method, request.path, request.body or None, headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if word == DROP_REPLY:
            handler.close_connection = True
            return
        if word == ALTER_REPLY:
            body = json.dumps({**json.loads(body), "version": json.loads(body)["version"] + 1}).encode()
        kept = {name: text for name, text in answer.getheaders() if name in ("Content-Type", "Retry-After")}
        _answer(handler, answer.status, kept, body, cut=word == CUT_REPLY)


def _answer(
    handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes, cut: bool = False
) -> None:
    handler.send_response(status)
    for name, text in headers.items():
        handler.send_header(name, text)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2] if cut else body)
    handler.close_connection = handler.close_connection or cut
