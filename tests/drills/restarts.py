"""A running `referee up` is killed whole (with a torn log, or not) or stopped by Ctrl-C while clients play.

``python -m tests.drills restarts --count 30``. It is started again on its data. After each start: every log is at least as long as the last 201 said
and passes through it, a done order gets its receipt again byte for byte, an order without an answer is in the log
once at most, and the match goes on.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from clients.problems import NoConnection, RefereeProblem
from clients.sdk import Referee
from clients.signing import new_key, sign_order
from referee.matches import orders
from referee.matches.chain import Base
from referee.store.aof import newest_file
from referee.strict_json import canonical, read
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import PATIENCE, TOP, eventually, free_port, impatient, is_ready

_GAME = "zooloretto"
_MATCHES = 2
_AWAY = "store/away"
_STOPS = _KILL, _CTRL_C, _POWER_CUT = ("kills", "stops by Ctrl-C", "kills with a torn log")
_TORN_WRITE = b"*5\r\n$4\r\nXADD\r\n$24\r\n{s00}:m:0000000000000000\r\n$3\r\n9-0\r\n$1\r\ne\r\n$2\r\n"
_SECONDS_OF_PLAY = (0.3, 1.5)
_STOP_PATIENCE = 40.0


class Up:
    """`referee up` with its children, on one directory and one port."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        command = [str(Path(sys.executable).parent / "referee"), "up", "--no-demo", "--port", str(self.port)]
        environment = {**os.environ, "REFEREE_RATE_LIMITS": "off"}
        with (self.directory / "up.log").open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.directory / "var")],
                cwd=TOP,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        eventually(
            lambda: is_ready(self.port) or self.process.poll() is not None, "ready again", 2 * PATIENCE
        )
        assert self.process.poll() is None, f"`referee up` ended: {self.last_words()}"

    def kill(self) -> None:
        """SIGKILL to the supervisor and to every process below it, at once."""
        assert self.process is not None
        family = [self.process.pid, *_children(self.process.pid)]
        for pid in family:
            _kill(pid)
        self.process.wait(PATIENCE)
        eventually(lambda: not any(_is_alive(pid) for pid in family), "the death of all")

    def tear_log(self, chance: random.Random) -> None:
        """Leave behind the newest log file what a power cut may: a last write in part, or zero bytes, or both."""
        file = newest_file(self.directory / "var" / "log")
        assert file is not None
        with file.open("ab") as stream:
            stream.write(chance.choice([b"", _TORN_WRITE[: chance.randrange(1, len(_TORN_WRITE))]]))
            stream.write(b"\0" * chance.choice([1, 4096]))

    def interrupt(self) -> None:
        """Ctrl-C: all stops in order."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(_STOP_PATIENCE)
        assert code == 0, f"Ctrl-C ended with {code}: {self.last_words()}"

    def last_words(self) -> str:
        return (self.directory / "up.log").read_text(errors="replace")[-4000:]


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _children(pid: int) -> Iterator[int]:
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        for found in child.read_text().split():
            yield int(found)
            yield from _children(int(found))


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


@dataclass
class Table:
    """A match, its players, and what its client knows.

    :ivar done: each order with a 201, and the bytes of the answer.
    :ivar unknown: the order that was on its way when the connection broke.
    """

    match: str
    seats: dict[int, Referee]
    done: list[tuple[dict[str, Any], int, bytes]] = field(default_factory=list)
    unknown: tuple[dict[str, Any], int] | None = None

    def play(self, chance: random.Random, stopping: threading.Event) -> None:
        """Play until told to stop, or until the service is gone."""
        while not stopping.is_set():
            try:
                self.move(chance)
            except (NoConnection, requests.RequestException):
                return
            except RefereeProblem as problem:
                if problem.type != _AWAY:  # the log server was killed a moment before the API
                    raise
                return

    def move(self, chance: random.Random) -> None:
        """Look whose turn it is, and play a step, or take one back."""
        first = self.seats[1]
        owed = first.match(self.match)["turn"]
        if not owed:
            raise AssertionError(f"match {self.match} is over: the drill plays too long")
        seat = owed[0]["seat"]
        player = self.seats[seat]
        view = player.view(self.match)
        base = Base(view["base"]["version"], view["base"]["head"])
        if view["undo_to"] and chance.random() < 0.55:
            order = orders.undo_order(_GAME, self.match, seat, base, chance.choice(view["undo_to"]))
        else:
            steps = [step["step"] for step in player.legal_steps(self.match)["steps"]]
            held_back = [step for step in steps if step != "D"]
            order = orders.move_order(_GAME, self.match, seat, base, [chance.choice(held_back or steps)])
        self.unknown = (order, seat)
        status, body = self.send(order, seat)
        if status == 503:
            raise NoConnection("the API is there, the log server is not")
        assert status == 201, f"{order} was refused: {body!r}"
        self.done.append((order, seat, body))
        self.unknown = None

    def send(self, order: dict[str, Any], seat: int) -> tuple[int, bytes]:
        """Send one order once: the status and the exact bytes of the answer."""
        player = self.seats[seat]
        assert player.key is not None
        with requests.Session() as session:
            session.trust_env = False
            answer = session.post(
                f"{player.transport.url}/v1/matches/{self.match}/orders",
                data=canonical(sign_order(order, player.key)),
                headers={"Content-Type": "application/json"},
                timeout=PATIENCE,
            )
        return answer.status_code, answer.content

    def check(self, chance: random.Random) -> Counter[str]:
        """Hold everything that was told before the stop against the log of now."""
        seen: Counter[str] = Counter()
        entries = self._entries()
        for order, seat, body in [*chance.sample(self.done, min(5, len(self.done))), *self.done[-1:]]:
            told = read(body)
            assert told["version"] <= len(entries), f"version {told['version']} of {self.match} is lost"
            assert entries[told["version"] - 1]["h"] == told["head"], (
                f"version {told['version']} has another head"
            )
            assert self.send(order, seat) == (201, body), (
                f"version {told['version']}: another answer than before"
            )
            seen["answers again"] += 1
        if self.unknown is not None:
            order, seat = self.unknown
            status, body = self.send(order, seat)
            assert status == 201, f"{order} had no answer, and is refused now: {body!r}"
            was_in = read(body)["version"] <= len(entries)
            seen["unknown, was in the log" if was_in else "unknown, was not"] += 1
            self.done.append((order, seat, body))
            self.unknown = None
        after = self._entries()
        assert after[: len(entries)] == entries
        carrying = sum(read(entry["e"])["type"] in ("MovePlayed", "MoveUndone") for entry in after)
        assert carrying == len(self.done), f"{carrying} events for {len(self.done)} orders in {self.match}"
        return seen

    def _entries(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while True:
            page = self.seats[1].events(self.match, len(found), 200)
            found += [{"e": event["e"], "h": event["h"]} for event in page["events"]]
            if len(found) >= page["version"]:
                return found


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Stop and start ``count`` times: by a kill, by Ctrl-C, by a kill that leaves a torn log, and again.

    :raises AssertionError: naming the round and what was lost.
    """
    seen: Counter[str] = Counter()
    starts: list[float] = []
    with tempfile.TemporaryDirectory(prefix="drill-") as directory:
        up = Up(Path(directory))
        up.start()
        try:
            tables = [_open_table(up) for _ in range(_MATCHES)]
            for number in range(first, first + count):
                if number % 5 == 4:
                    tables = [_open_table(up) for _ in range(_MATCHES)]
                try:
                    seconds, saw = _one_round(up, tables, number, seed)
                except AssertionError as fault:
                    raise AssertionError(
                        f"restart {number} of seed {seed}: {fault}\n{up.last_words()}"
                    ) from fault
                seen += saw
                starts.append(seconds)
                tell(number - first + 1, count)
        finally:
            up.kill()
    return {"drill": "restarts", "seed": seed, "restarts": count, "seen": dict(seen), "start_seconds": starts}


def _one_round(up: Up, tables: list[Table], number: int, seed: int) -> tuple[float, Counter[str]]:
    chance = random.Random(f"{seed}:{number}")
    stopping = threading.Event()
    with ThreadPoolExecutor(len(tables)) as pool:
        playing = [
            pool.submit(table.play, random.Random(f"{seed}:{number}:{n}"), stopping)
            for n, table in enumerate(tables)
        ]
        time.sleep(
            chance.uniform(*_SECONDS_OF_PLAY)
        )  # the moment of the kill is chance, not a wait for something
        how = _STOPS[number % len(_STOPS)]
        if how == _CTRL_C:
            up.interrupt()
        else:
            up.kill()
        stopping.set()
        for each in playing:
            each.result(PATIENCE)
    if how == _POWER_CUT:
        up.tear_log(chance)
    before = time.monotonic()
    up.start()
    seconds = round(time.monotonic() - before, 1)
    seen = Counter({how: 1})
    for table in tables:
        seen += table.check(chance)
        table.move(chance)
    return seconds, seen


def _open_table(up: Up) -> Table:
    people = []
    for _ in range(2):
        person = Referee(up.url, key=new_key(), patience=impatient())
        person.sign_up(f"p {os.urandom(6).hex()}")
        person.register_key()
        people.append(person)
    match = people[0].open_match(_GAME, 2, policy={"start": "full"})["match"]
    for person in people:
        person.join(match)
    return Table(match, {person.seat(match): person for person in people})


DRILL = Drill("restarts", run, full=30, short=3, chunk=10)
