"""Fifty readers join, drop and resume at random while moves are made: no gap, no double, each in his own view.

``python -m tests.drills streams``. A unit is a move. Among the readers are players on several devices, spectators with
and without an account, in both languages, and players who follow all their matches. They are written apart from the
SDK. What each has heard is held against `GET events` as he himself would get it, byte for byte; the first version that
is missing, comes twice or reads otherwise fails the drill. How long the movers wait for their answers is reported.
"""

import http.client
import json
import random
import socket
import struct
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.driving import Door, Mirror, start_mirror
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import PATIENCE, Service

READERS = 50
BUDGET_MS = 300  # of the movers, at the 99th percentile of the full drill
_PLAYERS = 5
_PACE = 0.1  # seconds between two moves
_FULL = 200
_LINGER_OFF = struct.pack("ii", 1, 0)  # a close that resets the connection


class Broken(AssertionError):
    """A reader was told something that he should not, or not what he should."""


@dataclass(frozen=True)
class Credential:
    """Who reads: with which token (None: a stranger), in which language, at which seat."""

    token: str | None
    language: str
    seat: int | None

    @property
    def headers(self) -> dict[str, str]:
        """The header fields that say so."""
        said = {"Accept-Language": self.language}
        return said if self.token is None else {**said, "Authorization": f"Bearer {self.token}"}


@dataclass
class Reader:
    """Somebody who reads the stream of a match, or of all his matches, with many interruptions."""

    port: int
    match: str
    credential: Credential
    is_of_player: bool
    chance: random.Random
    seen: Counter[str] = field(default_factory=Counter)
    heard: list[dict[str, Any]] = field(default_factory=list)  # events of the match
    first: int = 0  # the version behind which the first one came
    last: str | None = None
    until: int | None = None  # the version at which the drill is over
    fault: str = ""
    has_ended: bool = False  # the service said that nothing more will come

    @property
    def version(self) -> int:
        """The version that was heard last."""
        return int(self.heard[-1]["version"]) if self.heard else self.first

    def run(self) -> None:
        """Read until everything was told."""
        try:
            while not self._is_done():
                with suppress(OSError, http.client.HTTPException):
                    self._connect()
                time.sleep(self.chance.random() * 0.3)
        except Exception as error:
            self.fault = f"{type(error).__name__}: {error}"

    def _is_done(self) -> bool:
        return self.has_ended or (
            self.until is not None and self.version >= self.until and self.seen["state"] > 0
        )

    def _connect(self) -> None:
        """One connection, to a random end."""
        path = "/v1/me/stream" if self.is_of_player else f"/v1/matches/{self.match}/stream"
        headers = {**self.credential.headers, **({} if self.last is None else {"Last-Event-ID": self.last})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            self.seen[str(answer.status)] += 1
            if answer.status == http.client.OK:
                self._read(connection, answer)
            elif answer.status == http.client.NO_CONTENT:
                self.has_ended = True
            elif answer.status != http.client.SERVICE_UNAVAILABLE:
                raise Broken(f"status {answer.status}: {answer.read(300)!r}")
        finally:
            connection.close()

    def _read(self, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        lifetime = 0.2 + self.chance.expovariate(1 / 1.5)
        until = time.monotonic() + lifetime
        if connection.sock is not None:
            connection.sock.settimeout(lifetime)  # hang up on a silent stream, too
        is_slow = self.chance.random() < 0.2
        for message in messages_of(answer):
            self._take(message)
            if self._is_done():
                return
            if time.monotonic() > until:
                self.seen["dropped"] += 1
                if self.chance.random() < 0.5 and connection.sock is not None:
                    connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_OFF)
                return
            if is_slow:
                time.sleep(self.chance.random() * 0.2)

    def _take(self, message: Mapping[str, str]) -> None:
        data = json.loads(message["data"])
        name = message.get("event", "message")
        self.seen[name] += 1
        if name == "state":
            self._take_state(data, message["id"])
        elif name == "message":
            event = data["event"] if self.is_of_player else data
            if not self.is_of_player or data["match"] == self.match:
                if event["version"] != self.version + 1:
                    raise Broken(f"version {event['version']} was told after {self.version}")
                self.heard.append(event)
        self.last = message.get("id", self.last)

    def _take_state(self, data: Any, identity: str) -> None:
        if self.is_of_player:
            begins = {each["match"]: each["version"] for each in data["matches"]}.get(
                self.match, self.version
            )
        else:
            begins = int(identity)
            seat = data["view"]["viewer"] if data["view"] is not None else None
            if seat != self.credential.seat:
                raise Broken(f"the view is that of seat {seat}, not {self.credential.seat}")
            if data["match"]["version"] < self.version:
                raise Broken(f"the state is of version {data['match']['version']}, after {self.version}")
        if self.last is None:
            self.first = begins
        elif begins != self.version:
            raise Broken(f"the stream goes on behind version {begins}, not {self.version}")


def messages_of(answer: http.client.HTTPResponse) -> Iterator[dict[str, str]]:
    """The messages of an answer, as its fields; comments are left out."""
    fields: dict[str, str] = {}
    while line := answer.readline():
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if not name:
            if "data" in fields:
                yield fields
            fields = {}
        elif not name.startswith(":"):
            fields[name] = value


@dataclass
class Round:
    """A match with its readers."""

    service: Service
    mirror: Mirror
    chance: random.Random
    spectators: list[str]
    readers: list[Reader] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        """Let the readers come, most of them at once, some later."""
        for number in range(READERS):
            credential = self._credential(number)
            is_of_player = credential.seat is not None and number % 2 == 0
            chance = random.Random(self.chance.random())
            reader = Reader(self.service.ports[0], self.mirror.match, credential, is_of_player, chance)
            self.readers.append(reader)
            self.threads.append(threading.Thread(target=self._join_late, args=(reader,), daemon=True))
        for thread in self.threads:
            thread.start()

    def _join_late(self, reader: Reader) -> None:
        time.sleep(reader.chance.random() * 3)
        reader.run()

    def _credential(self, number: int) -> Credential:
        language = "es" if number % 3 == 0 else "en"
        if number < 2 * _PLAYERS:
            seat = number % _PLAYERS + 1
            return Credential(self.mirror.players[seat].transport.token, language, seat)
        token = None if number % 5 == 0 else self.spectators[number % len(self.spectators)]
        return Credential(token, language, None)

    def end(self, version: int) -> None:
        """Wait until everybody has heard everything; raises AssertionError."""
        for reader in self.readers:
            reader.until = version
        for reader, thread in zip(self.readers, self.threads, strict=True):
            thread.join(PATIENCE)
            who = f"{reader.credential.seat or 'a spectator'} in {reader.credential.language}"
            assert not reader.fault, f"{who}: {reader.fault}"
            assert not thread.is_alive(), f"{who} was not told everything: {reader.version} of {version}"

    def judge(self) -> int:
        """Hold what everybody has heard against what he would be given; the number of events."""
        given: dict[Credential, list[Any]] = {}
        for reader in self.readers:
            if reader.credential not in given:
                given[reader.credential] = self._listed(reader.credential)
            expected = given[reader.credential][reader.first : reader.version]
            assert reader.heard == expected, f"{reader.credential} has heard something else"
        return sum(len(reader.heard) for reader in self.readers)

    def _listed(self, credential: Credential) -> list[Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.service.ports[0], timeout=PATIENCE)
        path = f"/v1/matches/{self.mirror.match}/events?limit=1000"
        connection.request("GET", path, headers=credential.headers)
        events: list[Any] = json.loads(connection.getresponse().read())["events"]
        connection.close()
        return events


def run(count: int, seed: int, tell: Tell = tell_nobody) -> Report:
    """Make ``count`` moves, in one match after the other, before fifty readers each."""
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    seconds: list[float] = []
    matches = events = 0
    environment = {"REFEREE_VALIDATE_RESPONSES": "off", "REFEREE_LOG_LEVEL": "WARNING"}
    with (
        tempfile.TemporaryDirectory(prefix="streams-") as directory,
        Service(Path(directory), environment=environment) as service,
    ):
        spectators = [service.player().transport.token or "" for _ in range(READERS // 2)]
        while len(seconds) < count:
            mirror = start_mirror(service.url, service.house, _PLAYERS, chance.randrange(2**32))
            round_ = Round(service, mirror, chance, spectators)
            round_.begin()
            _move(mirror, Door(service.url), seconds, count, tell)
            round_.end(_final_version(service, mirror))
            events += round_.judge()
            matches += 1
            for reader in round_.readers:
                seen += reader.seen
    ordered = sorted(seconds)
    return {
        "seed": seed,
        "moves": len(seconds),
        "matches": matches,
        "readers": READERS * matches,
        "connections": seen["200"],
        "resumed": seen["state"] - READERS * matches,
        "turned_away": seen["503"],
        "told_that_it_is_over": seen["204"],
        "events_heard": events,
        "gaps": 0,
        "doubles": 0,
        "p50_ms": round(1000 * ordered[len(ordered) // 2], 1),
        "p99_ms": round(1000 * ordered[int(len(ordered) * 0.99)], 1),
    }


def _move(mirror: Mirror, door: Door, seconds: list[float], count: int, tell: Tell) -> None:
    while len(seconds) < count and not mirror.is_over():
        seconds.append(door.order(mirror))
        tell(len(seconds), count)
        time.sleep(_PACE)


def _final_version(service: Service, mirror: Mirror) -> int:
    """The version of the match that must be told: with its score where it is over."""
    until = time.monotonic() + PATIENCE
    while mirror.is_over() and time.monotonic() < until:
        found = mirror.players[1].match(mirror.match)
        text = mirror.players[1].events(mirror.match, found["version"] - 1)["events"][-1]["e"]
        if '"type":"MatchScored"' in text:
            return found["version"]
        time.sleep(0.1)
    return mirror.players[1].match(mirror.match)["version"]


def _is_sound(report: Report) -> bool:
    # How long movers wait says something where nothing else runs: in the full drill.
    return bool(report["resumed"]) and (report["moves"] < _FULL or report["p99_ms"] < BUDGET_MS)


DRILL = Drill("streams", run, full=_FULL, short=40, is_sound=_is_sound)
