"""Replay and verify a finished match from its record, signatures apart (design, last budget)."""

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from referee.matches.record import read_record
from referee.matches.verify import verify_record
from tests.matches.building import random_options, whole_match

PLAYERS = 5
HOLD = {"median_ms": 30.0}
STRIVE = {"median_ms": 15.0}


def measure(
    matches: int = 5,
    repeats: int = 15,
    runs: int = 3,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Milliseconds of processor time to read and check the record of a whole 5-player match of Zooloretto,
    everything but its Ed25519 signatures.

    The players move in whole turns, as people and bots do, and take something back now and then.

    :param matches: of different seeds; the median of their medians counts.
    :param repeats: of each match in a run.
    :param runs: the median run counts.
    :param tell: called with runs done and all runs, for a progress bar.
    """
    records = [_record(seed) for seed in range(matches)]
    medians = []
    for number in range(runs):
        medians.append(statistics.median(_time(record, repeats) for record in records))
        tell(number + 1, runs)
    whole = statistics.median(_time(record, 1, signatures=True) for record in records)
    return {
        "game": "zooloretto",
        "players": PLAYERS,
        "median_ms": round(statistics.median(medians), 2),
        "with_signatures_ms": round(whole, 2),
        "events": round(statistics.median(len(record) - 1 for record in records)),
        "medians_ms": [round(median, 2) for median in medians],
        "hold": HOLD,
        "strive": STRIVE,
    }


def _record(seed: int) -> list[str]:
    options = random_options(PLAYERS, random.Random(seed))
    return whole_match(PLAYERS, seed, undo_share=0.02, line_share=0.9, **options).record()


def _time(record: list[str], repeats: int, *, signatures: bool = False) -> float:
    taken = []
    for _ in range(repeats):
        begun = time.process_time()
        verify_record(read_record(record), signatures=signatures)
        taken.append(time.process_time() - begun)
    return 1000 * statistics.median(taken)


if __name__ == "__main__":
    import json

    json.dump(measure(), sys.stdout)
    print()
