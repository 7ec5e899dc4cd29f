"""Counts of this process in the Prometheus text format."""

import threading
from collections import Counter
from collections.abc import Mapping

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


def write_letter_metrics(
    outcomes: Mapping[str, int], waiting: int, oldest_seconds: float, given_up: int
) -> str:
    """What became of letters, of all processes together; the oldest that waits says whether letters go out at all.

    :param outcomes: letters by what became of them.
    :param oldest_seconds: how long the oldest letter has waited, 0 where none does.
    """
    lines = [
        "# HELP referee_letters_total Letters by outcome, since the volatile server began.",
        "# TYPE referee_letters_total counter",
        *(f'referee_letters_total{{outcome="{outcome}"}} {count}' for outcome, count in outcomes.items()),
        "# HELP referee_mail_parked_total Letters that were given up and lie beside their outbox.",
        "# TYPE referee_mail_parked_total counter",
        f"referee_mail_parked_total {given_up}",
        "# HELP referee_letters_waiting Letters that wait to be handed over.",
        "# TYPE referee_letters_waiting gauge",
        f"referee_letters_waiting {waiting}",
        "# HELP referee_letters_oldest_seconds How long the oldest of them has waited.",
        "# TYPE referee_letters_oldest_seconds gauge",
        f"referee_letters_oldest_seconds {oldest_seconds:.1f}",
    ]
    return "\n".join(lines) + "\n"
