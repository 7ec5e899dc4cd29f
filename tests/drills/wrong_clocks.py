"""A clock that stands still or goes wrong: ``python -m tests.drills wrong_clocks``.

Units, in turn: a web process whose clock is 5 s ahead, or behind, says that it is not ready. A seat is overdue and
nobody asks for anything: a clock process that is an hour ahead does nothing, neither before the time nor after it, and
the right one beside it does; so beside one that is an hour behind, and beside one that was stopped (SIGSTOP). Where the
only one was stopped the seat is resolved once it goes on.
"""

import os
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

import requests

from referee.matches.clock import GRACE, deadline_of
from referee.matches.events import read_trusted_event
from referee.service.loading import existing, load
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import PATIENCE, Service, eventually, free_port, is_ready

_HOUR = 3600.0
_OFF = 5.0  # seconds, of a web process; more than a second is too much
_PER_MOVE = 1_000  # milliseconds
_RESOLVED = 60.0  # seconds within which an overdue seat must be resolved (design section 7)
_STOPPED = 10.0  # seconds past the time for which the only clock stands still
_LOOK = 0.2
# What every Python of that process runs first: its clock goes wrong by so many seconds.
_SHIFT = """import os, time
_shift = float(os.environ["DRILL_CLOCK_SHIFT"])
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + _shift
time.time_ns = lambda: _time_ns() + int(_shift * 1_000_000_000)
"""


class World:
    """A service without a clock process, and the means to start wrong ones."""

    def __init__(self, service: Service, directory: Path) -> None:
        self.service = service
        self._wrong = directory / "wrong"
        self._wrong.mkdir()
        (self._wrong / "sitecustomize.py").write_text(_SHIFT)

    def shifted(self, kind: str, seconds: float) -> None:
        """Processes of this kind that are started from now on have a clock that is wrong."""
        self.service.own_environment[kind] = {
            "PYTHONPATH": str(self._wrong),
            "DRILL_CLOCK_SHIFT": str(seconds),
        }

    def right(self, kind: str) -> None:
        """From now on they have a right one again."""
        self.service.own_environment.pop(kind, None)

    def stop_clocks(self) -> None:
        """No clock process is left."""
        while self.service.clocks:
            self.service.clocks.pop().kill()

    def owing(self) -> tuple[str, int]:
        """A match that has begun, in which nobody will do anything, and the deadline of the seat that owes (ms)."""
        match, people = self.service.match(
            policy={"clock": {"kind": "move", "per_move": _PER_MOVE}, "lapses": 1}
        )
        for person in people.values():
            person.transport.close()
        found = existing(load(self.service.house, match))
        deadline = deadline_of(found, found.decisions()[0].seat)
        assert deadline is not None
        return match, deadline

    def lapse(self, match: str) -> int | None:
        """When the seat lapsed, by the log (ms); None so far."""
        for entry in self.service.house.logs.read(match):
            event = read_trusted_event(entry.text)
            if event.type == "SeatLapsed":
                return event.at
        return None


def _now() -> int:
    return time.time_ns() // 1_000_000


def _wrong_web(world: World, seconds: float) -> dict[str, Any]:
    service = world.service
    port = free_port()
    world.shifted("web", seconds)
    service.start_web(port)
    try:
        answer = eventually(lambda: _readiness(port), "an answer of the web process")
        checks = {check["name"]: check["ok"] for check in answer["checks"]}
        assert answer["status"] == "not-ready", f"ready with a clock that is {seconds} s off: {answer}"
        assert not checks["clock"], f"its clock is {seconds} s off: {answer}"
        assert checks["log"], answer
        assert is_ready(service.ports[0]), "the web process with the right clock is not ready"
    finally:
        world.right("web")
        service.webs.pop(port).kill()
    return {}


def _readiness(port: int) -> Any:
    try:
        with requests.Session() as session:
            session.trust_env = False
            return session.get(f"http://127.0.0.1:{port}/readyz", timeout=5).json()
    except requests.RequestException:
        return None


def _web_ahead(world: World) -> dict[str, Any]:
    return _wrong_web(world, _OFF)


def _web_behind(world: World) -> dict[str, Any]:
    return _wrong_web(world, -_OFF)


def _wrong_clock(world: World, seconds: float) -> dict[str, Any]:
    """Beside a right one, which comes only when the wrong one has had its time to do wrong."""
    world.shifted("clock", seconds)
    wrong = world.service.start_clock()
    match, deadline = world.owing()
    time_is_up = deadline + GRACE
    while _now() < time_is_up + 2_000:
        assert world.lapse(match) is None, f"lapsed by a clock that is {seconds} s off"
        time.sleep(_LOOK)
    world.right("clock")
    world.service.start_clock()
    found = _resolved(world, match, _now())
    assert wrong.popen.poll() is None, "the wrong clock ended"
    return found


def _clock_ahead(world: World) -> dict[str, Any]:
    return _wrong_clock(world, _HOUR)


def _clock_behind(world: World) -> dict[str, Any]:
    return _wrong_clock(world, -_HOUR)


def _stopped_beside_another(world: World) -> dict[str, Any]:
    stopped = world.service.start_clock()
    world.service.start_clock()
    match, deadline = world.owing()
    os.kill(stopped.popen.pid, signal.SIGSTOP)
    return _resolved(world, match, deadline + GRACE)


def _stopped_alone(world: World) -> dict[str, Any]:
    stopped = world.service.start_clock()
    match, deadline = world.owing()
    os.kill(stopped.popen.pid, signal.SIGSTOP)
    while _now() < deadline + GRACE + 1000 * _STOPPED:
        assert world.lapse(match) is None, "lapsed with no clock that goes"
        time.sleep(_LOOK)
    os.kill(stopped.popen.pid, signal.SIGCONT)
    return _resolved(world, match, _now())


def _resolved(world: World, match: str, since: int) -> dict[str, Any]:
    """Wait, without any request, until the seat has lapsed; how long it took from when it could be done."""
    patience = max(0, since - _now()) / 1000 + PATIENCE
    at = eventually(lambda: world.lapse(match), "the lapse", patience)
    took = max(0, at - since) / 1000
    assert took <= _RESOLVED, f"resolved after {took:.1f} s"
    return {"resolved after": [round(took, 1)]}


_UNITS = (_web_ahead, _web_behind, _clock_ahead, _clock_behind, _stopped_beside_another, _stopped_alone)


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Let ``count`` clocks go wrong, in turn; raises AssertionError naming which and what followed."""
    report: Report = {}
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as name,
        Service(Path(name) / "data", web_workers=1) as service,
    ):
        world = World(service, Path(name))
        for number in range(first, first + count):
            unit = _UNITS[number % len(_UNITS)]
            what = unit.__name__.strip("_").replace("_", " ")
            try:
                for key, value in unit(world).items():
                    report[key] = report.get(key, []) + value
            except AssertionError as fault:
                raise AssertionError(f"{what}: {fault}\n{service.last_words()}") from fault
            finally:
                world.stop_clocks()
            tell(number - first + 1, count)
    return {"drill": "wrong_clocks", "seed": seed, "wrong clocks": count, **report}


DRILL = Drill("wrong_clocks", run, full=12, short=2, chunk=6)
