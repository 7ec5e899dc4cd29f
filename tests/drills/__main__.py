"""Run drills: ``python -m tests.drills --short`` all of them in a short form, ``... NAME`` one in full.

Every module of this folder that has a ``DRILL`` (or ``DRILLS``) takes part; see :mod:`tests.drills.drill`. Prints one
line of JSON per drill; exit 1 if one of them fails, 2 if there is none of that name. Of all of them, those that need
not be alone run side by side, as many as there are processors.
"""

import argparse
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import tests.drills
from tests.drills.drill import Drill, Report, Tell, merged, tell_nobody

_NOT_DRILLS = ("__main__", "conftest", "drill")


def all_drills() -> list[Drill]:
    """The drills of this folder, by name."""
    found: dict[str, Drill] = {}
    for module in pkgutil.iter_modules(tests.drills.__path__):
        if module.name in _NOT_DRILLS or module.name.startswith("test_"):
            continue
        loaded = importlib.import_module(f"tests.drills.{module.name}")
        for drill in (*getattr(loaded, "DRILLS", ()), getattr(loaded, "DRILL", None)):
            if drill is not None:
                found[drill.name] = drill
    return [found[name] for name in sorted(found)]


def run_drill(drill: Drill, count: int, seed: int, tell: Tell, state: Path | None = None) -> Report:
    """Run a drill, in chunks where it can be resumed.

    :param state: a file that holds the chunks done; written after each, and read first if it is there.
    :raises AssertionError: if the drill fails; the chunks before stay in the state.
    """
    if drill.chunk is None:
        report: Report = drill.run(count, seed, tell=tell)
        return report
    reports = _read_state(state, drill, count, seed)
    done = sum(number for number, _ in reports)
    while done < count:
        before, number = done, min(drill.chunk, count - done)
        report = drill.run(number, seed, tell=lambda now, _: tell(before + now, count), first=done)  # noqa: B023
        reports.append((number, report))
        done += number
        if state is not None:
            saved = {"name": drill.name, "count": count, "seed": seed, "reports": reports}
            state.write_text(json.dumps(saved), encoding="utf-8")
    return merged([report for _, report in reports], seed)


def _read_state(state: Path | None, drill: Drill, count: int, seed: int) -> list[tuple[int, Report]]:
    if state is None or not state.exists():
        return []
    saved = json.loads(state.read_text(encoding="utf-8"))
    if (saved["name"], saved["count"], saved["seed"]) != (drill.name, count, seed):
        raise SystemExit(
            f"{state} is of another drill: {saved['name']}, {saved['count']}, seed {saved['seed']}"
        )
    return [(number, report) for number, report in saved["reports"]]


def main(arguments: list[str] | None = None) -> int:
    """The command; the exit code."""
    asked = _parser().parse_args(arguments)
    drills = all_drills()
    if asked.list:
        for drill in drills:
            print(f"{drill.name}: {drill.full} in full, {drill.short} in short, seed {drill.seed}")
        return 0
    chosen = [drill for drill in drills if asked.name in (None, drill.name)] or [
        drill
        for drill in drills
        if drill.name.startswith(f"{asked.name}_")  # of every game
    ]
    if not chosen or (asked.name is None and not asked.short):
        print(f"name one of {', '.join(drill.name for drill in drills)}, or --short for all", file=sys.stderr)
        return 2
    beside_others = [drill for drill in chosen if asked.name is None and not drill.alone]
    failed = 0
    for line, is_sound in _run_side_by_side([drill.name for drill in beside_others], asked.seed):
        print(line, flush=True)
        failed += not is_sound
    for drill in chosen:
        if drill not in beside_others:
            count = asked.count or (drill.short if asked.short else drill.full)
            with _progress(drill.name, count) as tell:
                failed += not _print(_judged(drill, count, asked.seed, tell, asked.resume))
    return 1 if failed else 0


def _run_side_by_side(names: Sequence[str], seed: int | None) -> Iterable[tuple[str, bool]]:
    """The short form of drills, each in a process of its own: what it says, and whether it is sound, in their order."""

    def run_short(name: str) -> tuple[str, bool]:
        command = [sys.executable, "-m", "tests.drills", name, "--short"]
        command += [] if seed is None else ["--seed", str(seed)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        return done.stdout.rstrip("\n"), done.returncode == 0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(run_short, names)


def _judged(drill: Drill, count: int, asked_seed: int | None, tell: Tell, state: Path | None) -> Report:
    """What a drill says, with whether it is sound and how long it took; also where it fails."""
    started = time.monotonic()
    seed = drill.seed if asked_seed is None else asked_seed
    said: dict[str, Any]
    try:
        report = run_drill(drill, count, seed, tell, state)
        said = {**report, "drill": drill.name, "ok": drill.is_sound(report)}
    except Exception as error:
        traceback.print_exc()
        said = {"drill": drill.name, "ok": False, "seed": seed, "error": str(error)}
    return {**said, "seconds": round(time.monotonic() - started, 1)}


def _print(said: Report) -> bool:
    print(json.dumps(said), flush=True)
    return bool(said["ok"])


@contextmanager
def _progress(name: str, count: int) -> Iterator[Tell]:
    """A bar on standard error where somebody looks at it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield tell_nobody
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(name, total=count)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.drills", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("name", nargs="?", help="the drill to run; all without it, with --short")
    parser.add_argument("--short", action="store_true", help="the short form")
    parser.add_argument("--count", type=int, help="so many units instead")
    parser.add_argument("--seed", type=int, help="another seed than the drill's own")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep the state in FILE, and go on from it"
    )
    parser.add_argument("--list", action="store_true", help="say which drills there are")
    return parser


if __name__ == "__main__":
    sys.exit(main())
