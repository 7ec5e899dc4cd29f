"""What a long match weighs near its end: all its keys on the log server, and its record, gzip -9."""

import gzip
import statistics
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from bench.driving import WEB_ONLY, Door, Mirror, Service, bench_service, start_mirror
from clients.choosing import choose_greedy
from referee.matches.record import write_record
from referee.service.loading import existing, load

HOLD = {"memory_kb": 150, "record_kb": 50}
STRIVE = {"memory_kb": 100, "record_kb": 35}


class Weight(NamedTuple):
    """Of a match, in thousands of bytes."""

    memory: float
    record: float
    events: int


def measure(matches: int = 7) -> dict[str, Any]:
    """Median of some 5-player matches of greedy bots, live in their last round: sensible play, a whole turn an order.

    ``ended_record_kb`` and ``ended_events`` tell what the same matches came to; nothing is held of these.
    """
    near_end, ended = [], []
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        bench_service(Path(name), WEB_ONLY) as service,
    ):
        door = Door(service.url)
        for number in range(matches):
            mirror = start_mirror(service.url, service.house, 5, number)
            while not mirror.state.is_last_round:
                door.order(mirror, choose_greedy)
            near_end.append(_weigh(service, mirror))
            while not mirror.is_over():
                door.order(mirror, choose_greedy)
            ended.append(_weigh(service, mirror))
    return {
        "memory_kb": statistics.median(each.memory for each in near_end),
        "record_kb": statistics.median(each.record for each in near_end),
        "events": statistics.median(each.events for each in near_end),
        "ended_record_kb": statistics.median(each.record for each in ended),
        "ended_events": statistics.median(each.events for each in ended),
        "all": near_end,
        "all_ended": ended,
        "hold": HOLD,
        "strive": STRIVE,
    }


def _weigh(service: Service, mirror: Mirror) -> Weight:
    memory = sum(
        service.log.memory_usage(name, samples=0)
        for name in service.log.scan_iter(f"*{mirror.match}*", count=1000)
    )
    match = existing(load(service.house, mirror.match))
    entries = service.house.logs.read(mirror.match)
    lines = write_record(match.id, entries, match.at, service.house.sign_key)
    record = gzip.compress("\n".join(lines).encode(), 9)
    return Weight(round(memory / 1000, 1), round(len(record) / 1000, 1), match.version)
