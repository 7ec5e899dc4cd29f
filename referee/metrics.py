"""What this process counts: what happened how often, and how much of something there is now.

Every process pushes its counts (:mod:`referee.store.tally`), so that each web process tells those of all.
"""

import os
import threading
from collections import Counter

ANSWERS = "referee_answers_total"
EVENTS = "referee_events_total"
STREAMS = "referee_streams_total"
STREAMS_OPEN = "referee_streams_open"


class Metrics:
    """Counts, which only grow, and levels, which rise and fall; by sample, such as ``name{label="value"}``."""

    def __init__(self) -> None:
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget everything, as a child must after a fork: its parent pushes what was counted before."""
        self._counts: Counter[str] = Counter()
        self._levels: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, name: str, amount: int = 1, **labels: str | int) -> None:
        """Count what happened."""
        with self._lock:
            self._counts[sample(name, **labels)] += amount

    def change(self, name: str, by: int, **labels: str | int) -> None:
        """Raise or lower a level."""
        with self._lock:
            self._levels[sample(name, **labels)] += by

    def take(self) -> dict[str, int]:
        """Take the counts since they were taken last; see :meth:`give_back`."""
        with self._lock:
            taken, self._counts = self._counts, Counter()
            return dict(taken)

    def pending(self) -> dict[str, int]:
        """The counts since they were taken last; they stay."""
        with self._lock:
            return dict(self._counts)

    def give_back(self, counts: dict[str, int]) -> None:
        """Put counts back that could not be pushed."""
        with self._lock:
            self._counts.update(counts)

    def levels(self) -> dict[str, int]:
        """The levels now."""
        with self._lock:
            return {name: level for name, level in self._levels.items() if level}


def sample(name: str, **labels: str | int) -> str:
    """A name with its labels, as the Prometheus text format writes it. Labels are names of ours: nothing is escaped."""
    if not labels:
        return name
    return name + "{" + ",".join(f'{label}="{value}"' for label, value in labels.items()) + "}"


METRICS = Metrics()  # of this process
os.register_at_fork(after_in_child=METRICS.begin_anew)
