"""What a drill is: one function that runs so many units from a seed and says what it saw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Tell = Callable[[int, int], None]  # units done, all units: for a progress bar
Report = dict[str, Any]


def tell_nobody(done: int, total: int) -> None:
    """No progress bar."""


@dataclass(frozen=True)
class Drill:
    """A drill as ``python -m tests.drills`` knows it: a module offers it as ``DRILL``.

    :param run: ``run(count, seed, tell)``, with ``first`` too where ``chunk`` is set; raises AssertionError.
    :param full: how many units make the full drill; ``short``: those of `make drills-short`.
    :param is_sound: judges the report of a drill that does not raise.
    :param alone: it loads the machine itself, or measures time; without it the short form runs beside others.
    :param chunk: units between two saved states, where unit n depends on seed and n alone; None: not resumable.
    """

    name: str
    run: Callable[..., Report]
    full: int
    short: int
    seed: int = 1
    chunk: int | None = None
    is_sound: Callable[[Report], bool] = lambda report: True
    alone: bool = True


def merged(reports: list[Report], seed: int) -> Report:
    """One report out of those of several chunks: numbers add up, lists are joined, the rest is of the last."""
    whole: Report = {}
    for report in reports:
        for name, value in report.items():
            whole[name] = _sum(whole.get(name), value)
    return {**whole, "seed": seed}


def _sum(before: Any, value: Any) -> Any:
    if isinstance(value, bool) or before is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {name: _sum(before.get(name), value.get(name)) for name in {**before, **value}}
    if value is None:
        return before
    return before + value
