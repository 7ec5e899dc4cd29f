"""Read streams as a browser does (WHATWG HTML, section 9.2), in a few lines of their own."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from werkzeug.test import TestResponse

from tests.api.asking import Door


@dataclass(frozen=True)
class Heard:
    """A message of a stream, or a comment: then ``name`` is ``:``."""

    name: str
    data: Any = None
    id: str | None = None


@dataclass
class Ear:
    """An open stream behind the door."""

    answer: TestResponse
    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert self.answer.status_code == 200, self.answer.get_data(as_text=True)
        assert self.answer.mimetype == "text/event-stream"
        self._chunks = iter(self.answer.response)
        self._coming: list[Heard] = []

    def __iter__(self) -> Iterator[Heard]:
        while (message := self.next()) is not None:
            yield message

    def next(self) -> Heard | None:
        """The next message or comment; None at the end."""
        while not self._coming:
            chunk = next(self._chunks, None)
            if chunk is None:
                return None
            self._coming = list(messages_in(chunk.decode() if isinstance(chunk, bytes) else chunk))
        message = self._coming.pop(0)
        self.heard.append(message)
        return message

    def events(self, count: int) -> list[Heard]:
        """So many messages without a name."""
        found: list[Heard] = []
        while len(found) < count:
            message = self.next()
            assert message is not None, f"the stream ended after {self.heard}"
            found += [message] if message.name == "message" else []
        return found

    def close(self) -> None:
        """Hang up."""
        self.answer.close()


def messages_in(text: str) -> Iterator[Heard]:
    """The messages and comments of a piece of a stream."""
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if block.startswith(":"):
            yield Heard(":")
        elif "data" in fields:
            yield Heard(fields.get("event", "message"), json.loads(fields["data"]), fields.get("id"))


def listen(door: Door, path: str, token: str | None = None, last: str | None = None, **query: Any) -> Ear:
    """Open a stream; ``last``: the id of the last message that was heard before."""
    headers = {} if last is None else {"Last-Event-ID": last}
    return Ear(door.ask("GET", path, token, query=query, headers=headers))


def hear_all(
    door: Door, path: str, token: str | None = None, last: str | None = None, **query: Any
) -> list[Heard]:
    """All messages that are there now."""
    return list(listen(door, path, token, last, **{"seconds": 0, **query}))
