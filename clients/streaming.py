"""Server-sent events: messages out of bytes, and a stream that goes on wherever it broke off.

The format is that of WHATWG HTML, section 9.2.6, in UTF-8.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import requests
import urllib3

from clients.problems import BadAnswer, NoConnection
from clients.transport import Param, Transport
from referee.strict_json import Unreadable, read

STATE, EVENT, TURNS = "state", "event", "turns"
_UNNAMED = {"": EVENT, "message": EVENT}
LONGEST = 4_000_000  # bytes of one message
_BROKEN = (requests.RequestException, urllib3.exceptions.HTTPError, OSError)


class StreamMessage(NamedTuple):
    """A message of a stream.

    :ivar kind: ``state`` (the first one of each connection), ``event``, or ``turns``.
    :ivar data: as openapi.yaml describes it.
    :ivar id: where the stream goes on after this message.
    """

    kind: str
    data: Any
    id: str | None


class MessageReader:
    """Puts messages together from pieces of any size; comments are left out."""

    def __init__(self) -> None:
        self._rest = b""
        self._fields: dict[str, str] = {}
        self._size = 0  # of the message that is coming

    def feed(self, piece: bytes) -> Iterator[StreamMessage]:
        """The messages that a piece completes; raises BadAnswer for what is no stream of a referee."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        self._check_length(len(self._rest))
        for line in lines:
            text = line.decode("utf-8", errors="replace").rstrip("\r")
            if not text:
                yield from self._complete()
            elif not text.startswith(":"):
                name, _, value = text.partition(":")
                self._take(name, value.removeprefix(" "))

    def _check_length(self, more: int) -> None:
        if self._size + more > LONGEST:
            raise BadAnswer("a message of the stream is too long")

    def _take(self, name: str, value: str) -> None:
        self._size += len(value)
        self._check_length(0)
        if name == "data" and name in self._fields:
            value = f"{self._fields[name]}\n{value}"
        self._fields[name] = value

    def _complete(self) -> Iterator[StreamMessage]:
        fields, self._fields = self._fields, {}
        self._size = 0
        if "data" not in fields:
            return
        name = fields.get("event", "")
        try:
            yield StreamMessage(_UNNAMED.get(name, name), read(fields["data"]), fields.get("id"))
        except Unreadable as error:
            raise BadAnswer(f"a message of the stream is no JSON: {error}") from error


def follow(transport: Transport, path: str, params: Mapping[str, Param]) -> Iterator[StreamMessage]:
    """The messages of a stream, until the referee says that nothing more will come.

    A connection that breaks, or ends because its process stops, is followed by another one, which begins with the
    state and goes on behind the last message: every event comes once.

    :raises RefereeProblem: when the referee refuses, be it later: the token may be revoked meanwhile.
    :raises NoConnection: when no connection brings anything, as often as the transport's patience says.
    """
    last: str | None = None
    silent = 0
    while True:
        answer = transport.open_stream(path, params, last)
        if answer is None:
            return
        silent += 1
        try:
            for message in _messages_of(answer):
                silent, last = 0, message.id or last
                yield message
        except _BROKEN as error:
            if silent > transport.patience.attempts:
                raise NoConnection(f"the stream of {transport.url} brings nothing") from error
        finally:
            answer.close()
        transport.pause(transport.patience.pause(silent + 1))


def _messages_of(answer: requests.Response) -> Iterator[StreamMessage]:
    reader = MessageReader()
    for piece in answer.iter_content(chunk_size=None):
        yield from reader.feed(piece)
