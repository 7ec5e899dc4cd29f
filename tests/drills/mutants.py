"""Mutants of a game's rules, drawn by a seed: the game's own tests must catch every one.

A mutant is one small change of the code, as mutmut makes them. Each is written into a copy of the tree, and the game's
tests run there until the first failure. A survivor is either a gap in the tests, or the same program in other words:
those that were looked at and found equivalent stand in the game's ``knowledge.py``, with the reason.
"""

import difflib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

from referee.games.registry import GAMES
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.games.knowing import knowledge_of

TOP = Path(__file__).resolve().parents[2]
_COPIED = ("referee", "tests", "pyproject.toml", "openapi.yaml")
# What is checked the same way for every game: a case there has the name of its game in its id.
_OF_EVERY_GAME = tuple(str(path.relative_to(TOP)) for path in sorted((TOP / "tests/games").glob("test_*.py")))
_SECONDS = 240  # a mutant that runs for ever is caught, too


@dataclass(frozen=True)
class Mutant:
    """One changed line of one file."""

    file: str
    code: str
    change: str  # as a small diff


def draw(count: int, seed: int, name: str) -> list[Mutant]:
    """Draw mutants from all that mutmut can make of the files, without repeats."""
    made = [
        mutant
        for file in knowledge_of(name).mutated
        for mutant in _mutants(Path("referee/games") / name / file)
    ]
    return random.Random(seed).sample(made, min(count, len(made)))


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str) -> Report:
    """Draw mutants and run the tests on each; ``survivors`` are those that no test noticed.

    :param tell: called with mutants judged and all mutants.
    """
    mutants = draw(count, seed, name)
    lanes = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
        copies: Queue[Path] = Queue()
        for number in range(lanes):
            copies.put(_copy(Path(directory) / str(number)))
        if not _passes(copies.queue[0], name):
            raise RuntimeError("the tests fail without any mutant")
        done = 0

        def judge(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return _is_caught(copy, mutant, name)
            finally:
                copies.put(copy)

        caught = []
        with ThreadPoolExecutor(lanes) as pool:
            for verdict in pool.map(judge, mutants):
                caught.append(verdict)
                done += 1
                tell(done, len(mutants))
    survivors = [mutant for mutant, is_caught in zip(mutants, caught, strict=True) if not is_caught]
    reasons = {mutant: reason for mutant in survivors if (reason := why_equivalent(mutant, name))}
    unexplained = [mutant for mutant in survivors if mutant not in reasons]
    return {
        "game": name,
        "seed": seed,
        "mutants": len(mutants),
        "caught": sum(caught),
        "equivalent": [[each.file, each.change, reason] for each, reason in reasons.items()],
        "survivors": [[each.file, each.change] for each in unexplained],
    }


def why_equivalent(mutant: Mutant, name: str) -> str | None:
    """Why nobody can see a mutant, or None for one that the tests must catch."""
    for added, reason in knowledge_of(name).equivalent.items():
        if any(
            re.fullmatch(added + r".*", line) for line in mutant.change.splitlines() if line.startswith("+")
        ):
            return reason
    return None


def _mutants(path: Path) -> list[Mutant]:
    # mutmut reads its configuration when it is imported, from the folder it is in.
    from mutmut.mutation.file_mutation import create_mutations, deep_replace

    code = (TOP / path).read_text(encoding="utf-8")
    module, mutations, _, _ = create_mutations(str(path), code)
    found = []
    for mutation in mutations:
        changed: Any = deep_replace(module, mutation.original_node, mutation.mutated_node)
        diff = difflib.unified_diff(code.splitlines(), changed.code.splitlines(), n=0, lineterm="")
        lines = [line for line in diff if not line.startswith(("---", "+++", "@@"))]
        found.append(Mutant(str(path), changed.code, "\n".join(lines)))
    return found


def _copy(directory: Path) -> Path:
    for name in _COPIED:
        source = TOP / name
        if source.is_dir():
            shutil.copytree(source, directory / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            directory.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, directory / name)
    return directory


def _is_caught(copy: Path, mutant: Mutant, name: str) -> bool:
    target = copy / mutant.file
    before = target.read_text(encoding="utf-8")
    target.write_text(mutant.code, encoding="utf-8")
    try:
        return not _passes(copy, name)
    finally:
        target.write_text(before, encoding="utf-8")


def _passes(copy: Path, name: str) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["-k", name, f"tests/games/{name}", *_OF_EVERY_GAME]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ended = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


DRILLS = tuple(
    Drill(
        f"mutants_{name}",
        partial(run, name=name),
        full=40,
        short=1,
        is_sound=lambda report: not report["survivors"],
        alone=False,
    )
    for name in GAMES
)
