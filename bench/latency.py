"""Does a move cost the same at the end of a long match as at its beginning?"""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from bench.driving import WEB_ONLY, Door, bench_service, start_mirror

HOLD = {"ratio": 1.2}
STRIVE = {"ratio": 1.05}
_AROUND = 5  # moves whose median stands for "the tenth" and "the last"


def measure(matches: int = 5) -> dict[str, Any]:
    """The latency at the last moves over that around the tenth, for 5-player matches played one step an order."""
    ratios, early, late = [], [], []
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        bench_service(Path(name), WEB_ONLY) as service,
    ):
        for number in range(matches):
            mirror = start_mirror(service.url, service.house, 5, number)
            door = Door(service.url)
            seconds = []
            while not mirror.is_over():
                seconds.append(door.order(mirror))
            # The very last order also ends the match; it is part of the promise.
            early.append(statistics.median(seconds[9 - _AROUND : 9 + _AROUND]))
            late.append(statistics.median(seconds[-2 * _AROUND :]))
            ratios.append(late[-1] / early[-1])
    return {
        "ratio": round(statistics.median(ratios), 3),
        "tenth_ms": round(statistics.median(early) * 1000, 2),
        "last_ms": round(statistics.median(late) * 1000, 2),
        "ratios": [round(ratio, 3) for ratio in ratios],
        "hold": HOLD,
        "strive": STRIVE,
    }
