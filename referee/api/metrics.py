"""Counts of this process in the Prometheus text format."""

import threading
from collections import Counter

_lock = threading.Lock()
_answers: Counter[tuple[str, int]] = Counter()


def count_answer(operation: str, status: int) -> None:
    """Count one answer."""
    with _lock:
        _answers[operation, status] += 1


def write_metrics(process: int) -> str:
    """All counts, one line each."""
    with _lock:
        counted = sorted(_answers.items())
    lines = [
        "# HELP referee_answers_total Answers of this process by operation and status.",
        "# TYPE referee_answers_total counter",
    ]
    lines += [
        f'referee_answers_total{{operation="{operation}",status="{status}",process="{process}"}} {count}'
        for (operation, status), count in counted
    ]
    return "\n".join(lines) + "\n"
