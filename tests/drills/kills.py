"""One process or server is killed while four clients play: ``python -m tests.drills kills --count 100``.

Each unit is a match as in :mod:`tests.drills.interleavings`, with a SIGKILL in its middle: to a web process, to all
of a gunicorn, to the worker, the relay, the log server or the volatile server. Who got no answer sends the same order
again. The same checker judges the clients' logs and the record.
"""

import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.drills.checking import Tally
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.interleavings import Client, play_match, sign_up_all, summary
from tests.running import PATIENCE, Service

_MOMENT = (0.02, 0.4)  # seconds after the clients have begun: chance, not a wait for something
_TARGETS = ("web process", "gunicorn", "worker", "relay", "log server", "volatile server")
_PAUSE = 0.05  # seconds between two sendings of the same order


class Stubborn(Client):
    """A client that sends an order again until there is an answer."""

    def send(self, order: dict[str, Any]) -> Any:
        until = time.monotonic() + PATIENCE
        while (said := super().send(order)).answered is None:
            assert time.monotonic() < until, f"no answer in {PATIENCE:.0f} s to {order}"
            time.sleep(_PAUSE)
        return said


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Kill something ``count`` times; raises AssertionError naming the unit, the victim and what is wrong."""
    tallies: list[Tally] = []
    killed: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as directory,
        Service(Path(directory), webs=2) as service,
    ):
        organiser, people, second_keys = sign_up_all(service)
        for number in range(first, first + count):
            chance = random.Random(f"{seed}:{number}")
            target = _TARGETS[number % len(_TARGETS)]

            def disturb(chance: random.Random = chance, target: str = target) -> None:
                time.sleep(chance.uniform(*_MOMENT))
                kill_and_restart(service, target, chance)

            try:
                tallies.append(
                    play_match(service, organiser, people, second_keys, number, seed, Stubborn, disturb)
                )
            except AssertionError as fault:
                said = f"kill {number} of seed {seed} ({target}): {fault}"
                raise AssertionError(f"{said}\n{service.last_words()}") from fault
            killed[target] += 1
            tell(number - first + 1, count)
    return {"drill": "kills", "seed": seed, "kills": dict(killed), **summary(tallies)}


def kill_and_restart(service: Service, target: str, chance: random.Random) -> None:
    """Kill one of the service's processes, and start another in its place (gunicorn does it for its own)."""
    port = chance.choice(service.ports)
    web = service.webs[port]
    if target == "web process":
        children = Path(f"/proc/{web.popen.pid}/task/{web.popen.pid}/children").read_text().split()
        os.kill(int(chance.choice(children)), signal.SIGKILL)
    elif target == "gunicorn":
        web.kill()
        service.start_web(port)
        service.await_ready(port)
    elif target == "worker":
        service.workers.pop().kill()
        service.start_worker()
    elif target == "relay":
        assert service.relay is not None
        service.relay.kill()
        service.start_relay()
    else:
        server = service.log_server if target == "log server" else service.cache_server
        server.kill()
        server.start()


DRILL = Drill("kills", run, full=120, short=6, chunk=30)
