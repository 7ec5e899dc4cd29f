"""What a long match weighs: all its keys on the log server near its end, and its record, gzip -9."""

import gzip
import tempfile
from pathlib import Path
from typing import Any

from bench.driving import WEB_ONLY, Door, Mirror, Service, bench_service, start_mirror
from clients.choosing import choose_greedy
from referee.matches.record import write_record
from referee.service.loading import existing, load

HOLD = {"memory_kb": 150, "record_kb": 50}
STRIVE = {"memory_kb": 100, "record_kb": 35}


def measure(matches: int = 3) -> dict[str, Any]:
    """Median of some 5-player matches of greedy bots: sensible play, a whole turn an order."""
    weights = []
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        bench_service(Path(name), WEB_ONLY) as service,
    ):
        for number in range(matches):
            mirror = start_mirror(service.url, service.house, 5, number)
            door = Door(service.url)
            while not mirror.is_over():
                door.order(mirror, choose_greedy)
            weights.append(_weigh(service, mirror))
    memory, record, events = sorted(weights)[len(weights) // 2]
    return {
        "memory_kb": round(memory / 1000, 1),
        "record_kb": round(record / 1000, 1),
        "events": events,
        "all": [[round(m / 1000, 1), round(r / 1000, 1), e] for m, r, e in weights],
        "hold": HOLD,
        "strive": STRIVE,
    }


def _weigh(service: Service, mirror: Mirror) -> tuple[int, int, int]:
    memory = sum(
        service.log.memory_usage(name, samples=0)
        for name in service.log.scan_iter(f"*{mirror.match}*", count=1000)
    )
    match = existing(load(service.house, mirror.match))
    entries = service.house.logs.read(mirror.match)
    lines = write_record(match.id, entries, match.at, service.house.sign_key)
    record = gzip.compress("\n".join(lines).encode(), 9)
    return memory, len(record), match.version
