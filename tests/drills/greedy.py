"""The greedy bot beats the random bot in at least 90 % of 200 two-player matches, over HTTP.

``python -m tests.drills.greedy --matches 200 --seed 1`` prints one JSON object; exit 1 below the bound. A tie
counts as not beaten. The seats alternate; the seed steers the bots and their entropy, while the referee adds
a seed of its own to every deal. ``--kept FILE`` goes on where an earlier run of the same seed stopped.
"""

import argparse
import contextlib
import hashlib
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from clients.bots import Bot, make_bot, play_until_over
from tests.running import Service

BOUND_PERCENT = 90
SHORT = 10
_KINDS = ("greedy", "random")


def run(
    count: int,
    seed: int,
    url: str,
    kept: Path | None = None,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Play the matches, one after the other.

    :param url: of a running referee.
    :param kept: a file of outcomes, one line a match; those in it are not played again.
    :param tell: called with matches done and all matches, for a progress bar.
    """
    outcomes = _read_kept(kept, seed)
    bots: dict[str, Bot] = {}
    for number in range(count):
        if number not in outcomes:
            if not bots:
                marked = random.SystemRandom().randrange(16**8)
                bots = {kind: make_bot(url, f"{kind} {marked:08x}", kind, random.Random()) for kind in _KINDS}
            outcomes[number] = _play(bots, seed, number)
            _keep(kept, seed, number, outcomes[number])
        tell(number + 1, count)
    margins = [outcomes[number]["greedy"] - outcomes[number]["random"] for number in range(count)]
    wins = sum(outcomes[number]["won"] for number in range(count))
    return {
        "drill": "greedy",
        "seed": seed,
        "matches": count,
        "won": wins,
        "won_percent": 100 * wins // count,
        "bound_percent": BOUND_PERCENT,
        "mean_margin": round(sum(margins) / count, 1),
        "least_margin": min(margins),
        "ok": 100 * wins >= BOUND_PERCENT * count,
    }


def _play(bots: dict[str, Bot], seed: int, number: int) -> dict[str, Any]:
    order = _KINDS if number % 2 == 0 else _KINDS[::-1]
    policy = {"seating": "fixed", "start": "full"}
    match = bots["greedy"].referee.open_match("zooloretto", 2, policy=policy)["match"]
    for kind in order:
        bots[kind].chance = random.Random(f"{seed}:{number}:{kind}")
        entropy = hashlib.sha256(f"{seed}:{number}:{kind}".encode()).hexdigest()
        bots[kind].referee.join(match, entropy)
    result = play_until_over(list(bots.values()), match)["result"]
    assert result is not None, f"match {match} is over without a result"
    seat = dict(zip(order, (0, 1), strict=True))
    won = result["ranks"][seat["greedy"]] < result["ranks"][seat["random"]]
    return {kind: result["scores"][seat[kind]] for kind in _KINDS} | {"won": won}


def _read_kept(kept: Path | None, seed: int) -> dict[int, dict[str, Any]]:
    if kept is None or not kept.exists():
        return {}
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    return {line["number"]: line["outcome"] for line in lines if line["seed"] == seed}


def _keep(kept: Path | None, seed: int, number: int, outcome: dict[str, Any]) -> None:
    if kept is not None:
        with kept.open("a") as file:
            file.write(json.dumps({"seed": seed, "number": number, "outcome": outcome}) + "\n")


@contextlib.contextmanager
def _referee(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with (
        tempfile.TemporaryDirectory(prefix="referee-greedy-") as directory,
        Service(Path(directory), environment={"REFEREE_VALIDATE_RESPONSES": "off"}) as service,
    ):
        yield service.url


def main() -> int:
    """Run the drill with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help=f"{SHORT} matches")
    parser.add_argument("--url", help="a running referee; else a private one")
    parser.add_argument("--kept", type=Path, help="file of outcomes, to go on after a stop")
    arguments = parser.parse_args()
    count = SHORT if arguments.short else arguments.matches
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with (
        _referee(arguments.url) as url,
        Progress(*columns, console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("Playing", total=count)
        report = run(
            count, arguments.seed, url, arguments.kept, lambda done, _: progress.update(task, completed=done)
        )
    print(json.dumps(report))
    return 0 if report["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
