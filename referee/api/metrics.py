"""Metrics of the whole service in the Prometheus text format, whichever process is asked."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.metrics import ANSWERS, EVENTS, METRICS, STREAMS, STREAMS_OPEN, sample
from referee.service.house import House
from referee.store.errors import StoreAway
from referee.store.outbox import LETTER

Samples = Mapping[str, float]


class _Family(NamedTuple):
    name: str
    kind: str  # counter or gauge
    help: str


_FAMILIES = (
    _Family(ANSWERS, "counter", "Answers by operation and status, since the volatile server began."),
    _Family(EVENTS, "counter", "Events appended to logs by type: MovePlayed are the moves."),
    _Family(STREAMS, "counter", "Streams that were opened, of a match or of a player."),
    _Family(STREAMS_OPEN, "gauge", "Streams that are open now."),
    _Family("referee_processes", "gauge", "Processes that have said so within half a minute, by kind."),
    _Family("referee_log_up", "gauge", "Does the log server answer?"),
    _Family("referee_volatile_up", "gauge", "Does the volatile server answer?"),
    _Family("referee_outbox_rows", "gauge", "What waits to be done after an append, by kind."),
    _Family("referee_outbox_oldest_seconds", "gauge", "How long the oldest of it has waited, by kind."),
    _Family("referee_clock_lag_seconds", "gauge", "How long the referee has been late for what is due."),
    _Family("referee_letters_total", "counter", "Letters by outcome, since the volatile server began."),
    _Family("referee_letters_waiting", "gauge", "Letters that wait to be handed over."),
    _Family("referee_letters_oldest_seconds", "gauge", "How long the oldest of them has waited."),
    _Family(
        "referee_mail_parked_total", "counter", "Letters that were given up and lie beside their outbox."
    ),
)


def write_metrics(house: House) -> str:
    """All that is known now; what the server that is away would say is left out."""
    samples = {**_tallied(house), **_of_the_log(house)}
    lines: list[str] = []
    for family in _FAMILIES:
        found = sorted((name, value) for name, value in samples.items() if _family_of(name) == family.name)
        if found:
            lines += [f"# HELP {family.name} {family.help}", f"# TYPE {family.name} {family.kind}"]
            lines += [f"{name} {value}" for name, value in found]
    return "\n".join(lines) + "\n"


def count_answer(operation: str, status: int) -> None:
    """Count one answer."""
    METRICS.count(ANSWERS, operation=operation, status=status)


def _tallied(house: House) -> Samples:
    tallied = house.cache.tally.read()
    if tallied is None:
        return {"referee_volatile_up": 0}
    return {
        "referee_volatile_up": 1,
        **(Counter(tallied.counts) + Counter(METRICS.pending())),
        **tallied.levels,
        **{sample("referee_processes", kind=kind): count for kind, count in tallied.processes.items()},
        **{
            sample("referee_letters_total", outcome=outcome): count
            for outcome, count in house.letters.counts().items()
        },
    }


def _of_the_log(house: House) -> Samples:
    now = time.time()
    try:
        rows, parked = house.outbox.waiting()
        due = house.due.oldest()
    except StoreAway:
        return {"referee_log_up": 0}
    letters = rows.pop(LETTER, (0, None))
    return {
        "referee_log_up": 1,
        "referee_clock_lag_seconds": _age(due, now),
        "referee_letters_waiting": letters[0],
        "referee_letters_oldest_seconds": _age(letters[1], now),
        "referee_mail_parked_total": parked,
        **dict(_of_rows(rows, now)),
    }


def _of_rows(rows: Mapping[str, tuple[int, int | None]], now: float) -> Iterator[tuple[str, float]]:
    for kind, (count, since) in rows.items():
        yield sample("referee_outbox_rows", kind=kind), count
        yield sample("referee_outbox_oldest_seconds", kind=kind), _age(since, now)


def _age(since: int | None, now: float) -> float:
    return 0.0 if since is None else round(max(0.0, now - since / 1000), 1)


def _family_of(name: str) -> str:
    return name.partition("{")[0]
