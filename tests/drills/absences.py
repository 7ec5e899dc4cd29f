"""Clocks and absence: random histories with a fake clock, and drop-outs at every decision of random matches.

``python -m tests.drills clock_histories``: 10,000 histories; no time comes out of nothing, an undo and a restart give
the same clocks, what is over stands still. ``python -m tests.drills drop_outs``: in 200 matches somebody leaves at
every decision, and each time the match goes on to its end.
"""

from collections import Counter

from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.matches.drop_outs import drop_out_everywhere
from tests.matches.histories import play_history


def run_histories(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Play and judge histories.

    :param first: number of the first; each depends on the seed and its number alone.
    :raises AssertionError: naming the history, the version and what does not hold.
    """
    events: Counter[str] = Counter()
    for number in range(first, first + count):
        history = play_history(number, seed)
        events.update(history.kinds())
        tell(number - first + 1, count)
    return {"seed": seed, "histories": count, "events": dict(sorted(events.items()))}


def run_drop_outs(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Let players drop out of matches; parameters as of :func:`run_histories`.

    :raises AssertionError: naming the match, the version and what does not hold.
    """
    report: Counter[str] = Counter()
    for number in range(first, first + count):
        report += drop_out_everywhere(number, seed)
        tell(number - first + 1, count)
    return {"seed": seed, **report}


DRILLS = (
    Drill("clock_histories", run_histories, full=10_000, short=150, chunk=500, alone=False),
    Drill("drop_outs", run_drop_outs, full=200, short=4, chunk=10, alone=False),
)
