"""From an accepted order to the legal moves of the next seat in the cache, at ten moves a second."""

import math
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.driving import Door, bench_service, start_mirror

HOLD = {"p95_ms": 200}
STRIVE = {"p95_ms": 50}
_PROCFILE = """web: gunicorn --config gunicorn.conf.py "referee.api.app:create_app()"
worker: python -m workers.main
relay: python -m workers.relay
"""
_PACE = 0.1  # seconds between two moves
_LOOK_AGAIN = 0.001
_PATIENCE = 10.0


def measure(moves: int = 200) -> dict[str, Any]:
    """The p95 over moves of several matches in turn; the cache is read on its server, not through the door."""
    seconds = []
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        bench_service(Path(name), _PROCFILE) as service,
    ):
        mirrors = [start_mirror(service.url, service.house, 3, number) for number in range(4)]
        door = Door(service.url)
        for number in range(moves):
            begun = time.perf_counter()
            mirror = mirrors[number % len(mirrors)]
            door.order(mirror)
            accepted = time.perf_counter()
            seat = mirror.game.decisions(mirror.state)[0].seat
            while service.house.cache.legal_moves(mirror.match, mirror.base.version, seat) is None:
                if time.perf_counter() - accepted > _PATIENCE:
                    raise RuntimeError("no legal moves came")
                time.sleep(_LOOK_AGAIN)
            seconds.append(time.perf_counter() - accepted)
            time.sleep(max(0.0, _PACE - (time.perf_counter() - begun)))
    ordered = sorted(seconds)
    return {
        "p95_ms": round(ordered[math.ceil(0.95 * len(ordered)) - 1] * 1000, 1),
        "median_ms": round(ordered[len(ordered) // 2] * 1000, 1),
        "moves": moves,
        "hold": HOLD,
        "strive": STRIVE,
    }
