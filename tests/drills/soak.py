"""A long time at half the highest rate: memory and latency stay flat, and nothing fails.

``python -m tests.drills soak`` takes half an hour; a unit is ten seconds. The highest rate is measured first: as many
orders as four connections can bring, one after the other. Then orders come at half of it, at even distances, to many
matches at once, each followed by another when it is over, with all processes at work: scores, lists of legal moves,
deadlines, letters to one player, streams that are read. A soak that was cut off says nothing, so that it is not
resumed.

What is judged, where the run is long enough for it: no order failed; the typical wait of the last third is that of the
first; the memory of every process in the last third is that of the middle one; each event takes as much memory of the
log server in the last third as in the middle one, and the volatile server does not grow for ever; nothing is left to
do at the end.
"""

import itertools
import random
import statistics
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.driving import Door, Mirror, open_mirror, sign_up
from clients.sdk import Referee
from referee.store.servers import connect
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.mail.post import mail_server
from tests.running import PATIENCE, Process, Service

UNIT_SECONDS = 10.0
LONG = 60  # units from which the figures are judged
SLOWER, LARGER = 1.25, 1.05  # the most that latency and memory may be of what they were
DEARER = 1.15  # the most that an event may take of the log server's memory
_CONNECTIONS = 4
_MATCHES = 8  # of each connection, at once
_LAST_WORK_SECONDS = 180.0  # until what is left then is told
_LETTER_PACE = 1.0  # seconds between two moves in the match that goes on by letters too
_FOLLOWERS = 4
_DAY = 24 * 3600 * 1000
_CLOCK = {"clock": {"kind": "bank", "bank": 3 * _DAY, "increment": _DAY, "cap": 5 * _DAY}}
_PAGE = 4096


@dataclass
class Pace:
    """When the next order is to come: at even distances, or at once.

    :ivar distance: seconds between two orders, 0 for as fast as it goes.
    """

    distance: float
    begun: float = field(default_factory=time.monotonic)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def next(self) -> float:
        """Wait for the moment of the next order; when it was to come."""
        if not self.distance:
            return time.monotonic()
        due = self.begun + next(self._numbers) * self.distance
        time.sleep(max(0.0, due - time.monotonic()))
        return due


class Mover(threading.Thread):
    """One connection that plays in some matches in turn, each followed by another."""

    def __init__(
        self, service: Service, people: Sequence[Referee], seed: int, pace: Pace, matches: int = _MATCHES
    ) -> None:
        super().__init__(daemon=True)
        self.pace = pace
        self.waits: list[tuple[float, float]] = []  # when an order was answered, and how long that took
        self.errors: list[str] = []
        self.played = 0
        self.people = people
        self._service = service
        self._chance = random.Random(seed)
        self._stopping = threading.Event()
        self._mirrors = [self._open() for _ in range(matches)]

    def run(self) -> None:
        """Play until told to stop."""
        door = Door(self._service.url)
        for place in itertools.cycle(range(len(self._mirrors))):
            if self._stopping.is_set():
                return
            try:
                if self._mirrors[place].is_over():
                    self.played += 1
                    self._mirrors[place] = self._open()
                due = self.pace.next()
                door.order(self._mirrors[place])
                now = time.monotonic()
                self.waits.append((now, now - due))
            except Exception as error:
                self.errors.append(f"{type(error).__name__}: {error}")
                door = Door(self._service.url)
                self._mirrors[place] = self._open()

    def stop(self) -> None:
        """Stop after the order at hand."""
        self._stopping.set()
        self.join(PATIENCE)

    def _open(self) -> Mirror:
        policy = _CLOCK if self._chance.random() < 0.5 else {}
        return open_mirror(self._service.house, self.people, self._chance.randrange(2**32), policy=policy)


@dataclass(frozen=True)
class Sample:
    """The service at one moment: resident bytes of each process, bytes of the two servers, events so far."""

    at: float
    processes: dict[str, int]
    log: int
    volatile: int
    events: int


class Meter:
    """Takes samples of a service."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._log = connect(service.log_server.url)
        self._volatile = connect(service.cache_server.url)
        self.samples: list[Sample] = []

    def take(self, events: int) -> None:
        """Take a sample."""
        processes: Counter[str] = Counter()
        for process in self._service.processes():
            for name, size in _resident(process):
                processes[name] += size
        self.samples.append(
            Sample(
                time.monotonic(),
                dict(processes),
                int(self._log.info("memory")["used_memory_dataset"]),
                int(self._volatile.info("memory")["used_memory_dataset"]),
                events,
            )
        )


def _resident(process: Process) -> Iterator[tuple[str, int]]:
    """The resident bytes of a process and of those that it started: of gunicorn all, of a mailer itself alone."""
    pid = process.popen.pid
    yield process.name, _statm(pid)
    if process.name == "web":
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
        for number, child in enumerate(sorted(map(int, children))):
            yield f"web {number + 1}", _statm(child)


def _statm(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except OSError:
        return 0


def run(count: int, seed: int, tell: Tell = tell_nobody) -> Report:
    """Soak for ``count`` times ten seconds; raises AssertionError where an order fails."""
    with _service() as service:
        chance = random.Random(seed)
        movers = [
            Mover(service, _people(service), chance.randrange(2**32), Pace(0)) for _ in range(_CONNECTIONS)
        ]
        by_letter = Mover(service, _people(service, "example.org"), seed, Pace(_LETTER_PACE), matches=1)
        followers = [_follow(service, movers[place % _CONNECTIONS]) for place in range(_FOLLOWERS)]
        for mover in (*movers, by_letter):
            mover.start()
        most = _highest_rate(movers, min(20.0, count * UNIT_SECONDS / 2))
        pace = Pace(2 / most)
        for mover in movers:
            mover.pace = pace
        begun, meter = time.monotonic(), Meter(service)
        for unit in range(count):
            time.sleep(max(0.0, begun + (unit + 1) * UNIT_SECONDS - time.monotonic()))
            meter.take(_orders(movers))
            tell(unit + 1, count)
        for mover in (*movers, by_letter):
            mover.stop()
        errors = [error for mover in (*movers, by_letter) for error in mover.errors]
        assert not errors, f"{len(errors)} orders failed, the first: {errors[0]}"
        left = _left_at_last(service)
        waits = [each for mover in movers for each in mover.waits if each[0] >= begun]
        return {
            "seed": seed,
            "minutes": round(count * UNIT_SECONDS / 60, 1),
            "highest_rate": round(most),
            "rate": round(len(waits) / (count * UNIT_SECONDS)),
            "orders": len(waits),
            "matches": sum(mover.played for mover in movers),
            "events_followed": sum(follower() for follower in followers),
            "letters": service.house.letters.counts(),
            "errors": 0,
            "left": left,
            **_latency(waits, begun, count * UNIT_SECONDS),
            **_memory(meter.samples),
        }


@contextmanager
def _service() -> Iterator[Service]:
    with tempfile.TemporaryDirectory(prefix="soak-") as directory, mail_server() as server:
        environment = {
            "REFEREE_VALIDATE_RESPONSES": "off",
            "REFEREE_LOG_LEVEL": "WARNING",
            "SMTP_URL": f"smtp://127.0.0.1:{server.port}",
        }
        server.before_answer = lambda: (server.taken.clear(), server.raw.clear(), None)[-1]
        with Service(Path(directory), clocks=1, mailers=1, environment=environment) as service:
            yield service


def _people(service: Service, host: str = "") -> list[Referee]:
    """Three players; with mailboxes where a host for them is named."""
    people = [sign_up(service.url) for _ in range(3)]
    for person in people if host else ():
        address = f"{person.player}@{host}"
        service.house.mailboxes.set_address(str(person.player), address, address, "en", "soak")
    return people


def _follow(service: Service, mover: Mover) -> Callable[[], int]:
    """Somebody follows all matches of a player; gives a count of the events that he has heard so far."""
    player = mover.people[0]
    reader = Referee(service.url, player.transport.token, player=player.player)
    heard: Counter[str] = Counter()

    def read() -> None:
        for message in reader.follow_all():
            heard[message.kind] += 1

    threading.Thread(target=read, daemon=True).start()
    return lambda: heard["event"]


def _orders(movers: Sequence[Mover]) -> int:
    return sum(len(mover.waits) for mover in movers)


def _highest_rate(movers: Sequence[Mover], seconds: float) -> float:
    """Orders a second, as fast as the connections can bring them; what is cold at first does not count."""
    time.sleep(seconds / 2)
    before, begun = _orders(movers), time.monotonic()
    time.sleep(seconds / 2)
    return (_orders(movers) - before) / (time.monotonic() - begun)


def _left_at_last(service: Service) -> dict[str, int]:
    """What is still to be done, by kind, when everything has had its time; nothing, where all is well."""
    until = time.monotonic() + _LAST_WORK_SECONDS
    while (left := _left(service)) and time.monotonic() < until:
        time.sleep(1.0)
    return left


def _left(service: Service) -> dict[str, int]:
    rows, _ = service.house.outbox.waiting()
    return {str(kind): count for kind, (count, _) in rows.items() if count}


def _latency(waits: Sequence[tuple[float, float]], begun: float, seconds: float) -> dict[str, Any]:
    """The typical and the long waits of each third, in ms, and how the last compares to the first."""
    thirds = [
        sorted(wait for at, wait in waits if part <= (at - begun) * 3 / seconds < part + 1)
        for part in range(3)
    ]
    typical = [round(1000 * statistics.median(third), 2) for third in thirds]
    long = [round(1000 * third[int(len(third) * 0.99)], 1) for third in thirds]
    return {
        "p50_ms": typical,
        "p99_ms": long,
        "p50_ratio": round(typical[2] / typical[0], 3),
        "p99_ratio": round(long[2] / long[0], 3),
    }


def _memory(samples: Sequence[Sample]) -> dict[str, Any]:
    """Megabytes of each process in each third, how the last compares to the middle one; the same of the servers."""
    third = max(1, len(samples) // 3)
    parts = [samples[:third], samples[third : 2 * third] or samples, samples[2 * third :] or samples]
    sizes = {
        name: [statistics.mean(each.processes.get(name, 0) for each in part) for part in parts]
        for name in samples[-1].processes
    }
    middle, last = (_bytes_of_an_event(part) for part in parts[1:])
    return {
        "process_mb": {name: [round(size / 1e6, 1) for size in found] for name, found in sizes.items()},
        "process_ratio": {name: round(found[2] / found[1], 3) for name, found in sizes.items()},
        "log_bytes_of_an_event": [round(middle), round(last)],
        "log_ratio": round(last / middle, 3) if middle > 0 else 1.0,
        "log_mb": round(samples[-1].log / 1e6, 1),
        "volatile_mb": [round(statistics.mean(each.volatile for each in part) / 1e6, 2) for part in parts],
    }


def _bytes_of_an_event(part: Sequence[Sample]) -> float:
    grown = part[-1].events - part[0].events
    return (part[-1].log - part[0].log) / grown if grown else 0.0


def is_flat(report: Report) -> bool:
    """Is nothing left to do, and are latency and memory flat, as far as the run is long enough to say so?"""
    if report["left"]:
        return False
    if report["minutes"] * 60 < LONG * UNIT_SECONDS:
        return True
    return (
        report["p50_ratio"] <= SLOWER
        and max(report["process_ratio"].values()) <= LARGER
        and report["log_ratio"] <= DEARER
    )


DRILL = Drill("soak", run, full=180, short=1, is_sound=is_flat)
