"""The disk of the log server is full, again and again, while matches go on: ``python -m tests.drills disk_full``.

The server's append-only file may grow no further than a limit (RLIMIT_FSIZE, so that a drill needs no disk of its own;
the server sees a write that fails, as from a full disk). It ends itself at such a write, and is started again at once,
as what supervises it would do, still without room. Meanwhile orders are refused by 503 and `/readyz` fails. Then there
is room: everything goes on, nothing acknowledged is lost, nothing is doubled.
"""

import os
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from referee.store import embedded
from referee.store.aof import newest_file
from referee.store.embedded import EmbeddedServer
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.load import Load, judge, loaded_service
from tests.running import PATIENCE, eventually, is_ready

_SLOTS = 6
_SHORT = 4  # fewer times than these: fewer matches, which are not played to their ends
_SHORT_SLOTS = 3
_ROOM = (0, 6_000)  # bytes that are left when the disk begins to fill up
_REFUSALS = 5  # orders that must have been refused before there is room again
_ORDERS = 10  # that must have been acknowledged between two times
_LOOK = 0.1


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Fill the disk ``count`` times; raises AssertionError naming what was lost or doubled."""
    is_whole = count >= _SHORT
    slots = _SLOTS if is_whole else _SHORT_SLOTS
    deaths = 0
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as name,
        _deaf_server(Path(name)),
        loaded_service(Path(name) / "data", slots, f"{seed}:{first}", is_whole=is_whole) as load,
    ):
        try:
            for number in range(first, first + count):
                deaths += _fill_once(load, random.Random(f"{seed}:{number}"))
                tell(number - first + 1, count)
            load.close()
            report = judge(load, deaths)
        except AssertionError as fault:
            raise AssertionError(
                f"disk full from {first} of seed {seed}: {fault}\n{load.service.last_words()}"
            ) from fault
    return {
        "drill": "disk_full",
        "seed": seed,
        "times full": count,
        "ends of the server": deaths,
        "refused by 503": load.hall.refused_as_away,
        **report,
    }


def _fill_once(load: Load, chance: random.Random) -> int:
    """Let the disk be full for a while; how often the server ended."""
    service, server = load.service, load.service.log_server
    _await_orders(load, _ORDERS)
    file = newest_file(service.directory / "log")
    assert file is not None
    limit = file.stat().st_size + chance.randint(*_ROOM)
    _allow(server, limit)
    refused, deaths = load.hall.refused_as_away, 0
    was_unready = False
    until = time.monotonic() + PATIENCE
    while deaths < 2 or load.hall.refused_as_away < refused + _REFUSALS or not was_unready:
        assert time.monotonic() < until, (
            f"{deaths} ends, {load.hall.refused_as_away - refused} refusals: it is not full"
        )
        load.check()
        if not server.is_running():
            deaths += 1
            was_unready = was_unready or not any(is_ready(port) for port in service.ports)
            server.start()
            _allow(server, limit)
        time.sleep(_LOOK)
    _allow(server, resource.RLIM_INFINITY)

    def is_ready_again() -> bool:
        if not server.is_running():  # its last failed write may end it only now
            server.start()
        return all(is_ready(port) for port in service.ports)

    eventually(is_ready_again, "ready again")
    _await_orders(load, _ORDERS)
    return deaths


def _await_orders(load: Load, count: int) -> None:
    before = load.acknowledged()

    def has_gone_on() -> bool:
        load.check()
        return load.acknowledged() >= before + count

    eventually(has_gone_on, f"{count} more orders are acknowledged")


def _allow(server: EmbeddedServer, most: int) -> None:
    """Let the files of a server grow so far; a server that has just ended has no limit to be set."""
    assert server.process is not None
    try:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    except ProcessLookupError:
        assert not server.is_running()


@contextmanager
def _deaf_server(directory: Path) -> Iterator[None]:
    """Servers to which the kernel says of a file that may not grow what it says of a full disk: by an error alone."""
    directory.mkdir(exist_ok=True)
    script = directory / "deaf-server"
    script.write_text(f"#!/bin/sh\ntrap '' XFSZ\nexec '{embedded.find_program()}' \"$@\"\n")
    script.chmod(0o700)
    with mock.patch.object(embedded, "find_program", return_value=os.fspath(script)):
        yield


DRILL = Drill("disk_full", run, full=30, short=1, chunk=10)
