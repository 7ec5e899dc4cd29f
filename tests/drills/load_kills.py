"""Kill any process and any server, again and again, while twenty matches go on.

``python -m tests.drills load_kills --count 300``. The targets: one web process, a whole gunicorn, the worker, the
relay, the mailer with the child that is at a letter, the clock, the log server, the volatile server; each is started
again at once. In the end every match is played out, and all is judged as :mod:`tests.drills.load` says.
"""

import contextlib
import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.kills import kill_and_restart
from tests.drills.load import judge, loaded_service
from tests.running import Process, Service

SLOTS = 20
_SHORT = 20  # fewer kills than these: fewer matches, which are not played to their ends
_SHORT_SLOTS = 5
_BETWEEN = (0.5, 3.0)  # seconds between two kills: chance, not a wait for something
_SHORT_BETWEEN = (0.3, 1.2)
_TARGETS = ("web process", "gunicorn", "worker", "relay", "mailer", "clock", "log server", "volatile server")


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Kill something ``count`` times; raises AssertionError naming what was lost or doubled."""
    killed: Counter[str] = Counter()
    is_whole = count >= _SHORT
    slots, between = (SLOTS, _BETWEEN) if is_whole else (_SHORT_SLOTS, _SHORT_BETWEEN)
    chance = random.Random(f"{seed}:{first}")
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as directory,
        loaded_service(Path(directory), slots, f"{seed}:{first}", is_whole=is_whole) as load,
    ):
        try:
            for number in range(count):
                time.sleep(chance.uniform(*between))
                load.check()
                target = _TARGETS[(first + number) % len(_TARGETS)] if number < 8 else chance.choice(_TARGETS)
                _kill(load.service, target, chance)
                killed[target] += 1
                tell(number + 1, count)
            load.close()
            report = judge(load, count)
        except AssertionError as fault:
            raise AssertionError(
                f"kills from {first} of seed {seed}: {fault}\n{load.service.last_words()}"
            ) from fault
    return {"drill": "load_kills", "seed": seed, "kills": dict(killed), **report}


def _kill(service: Service, target: str, chance: random.Random) -> None:
    if target == "mailer":
        _kill_family(service.mailers.pop())
        service.start_mailer()
    elif target == "clock":
        service.clocks.pop().kill()
        service.start_clock()
    else:
        kill_and_restart(service, target, chance)


def _kill_family(process: Process) -> None:
    """Kill a process and its children, which have process groups of their own."""
    pid = process.popen.pid
    with contextlib.suppress(FileNotFoundError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
    process.kill()


DRILL = Drill("load_kills", run, full=300, short=8, chunk=150)
