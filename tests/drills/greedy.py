"""The greedy bot beats the random bot in at least 90 % of 200 two-player matches, over HTTP.

``python -m tests.drills greedy`` for all games. A tie counts as not beaten. The seats alternate; the seed steers the bots and
their entropy, while the referee adds a seed of its own to every deal.
"""

import contextlib
import hashlib
import random
import secrets
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from clients.bots import Bot, make_bot, play_until_over
from referee.games.registry import GAMES
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import Service

BOUND_PERCENT = 90
_KINDS = ("greedy", "random")


def run(
    count: int,
    seed: int,
    tell: Tell = tell_nobody,
    first: int = 0,
    url: str | None = None,
    *,
    name: str,
) -> Report:
    """Play the matches, one after the other.

    :param first: number of the first match; its parity says who has seat 1.
    :param url: of a running referee; by default a private one.
    """
    report: Report = {"game": name, "matches": 0, "won": 0, "tied": 0, "margins": []}
    with _referee(url) as address:
        mark = secrets.token_hex(4)  # a name is taken for ever
        bots = {kind: make_bot(address, f"{kind} {mark}", kind, random.Random()) for kind in _KINDS}
        for number in range(first, first + count):
            scores, ranks = _play(bots, name, seed, number)
            report["matches"] += 1
            report["won"] += ranks["greedy"] < ranks["random"]
            report["tied"] += ranks["greedy"] == ranks["random"]
            report["margins"].append(scores["greedy"] - scores["random"])
            tell(report["matches"], count)
    return report


def is_sound(report: Report) -> bool:
    """Has the greedy bot won often enough?"""
    return 100 * int(report["won"]) >= BOUND_PERCENT * int(report["matches"])


def _play(bots: dict[str, Bot], game: str, seed: int, number: int) -> tuple[dict[str, int], dict[str, int]]:
    """Scores and ranks of one match, by kind of bot."""
    order = _KINDS if number % 2 == 0 else _KINDS[::-1]
    policy = {"seating": "fixed", "start": "full"}
    match = bots["greedy"].referee.open_match(game, 2, policy=policy)["match"]
    for kind in order:
        bots[kind].chance = random.Random(f"{seed}:{number}:{kind}")
        bots[kind].referee.join(match, hashlib.sha256(f"{seed}:{number}:{kind}".encode()).hexdigest())
    result = play_until_over(list(bots.values()), match)["result"]
    assert result is not None, f"match {match} is over without a result"
    scores = dict(zip(order, result["scores"], strict=True))
    return scores, dict(zip(order, result["ranks"], strict=True))


@contextlib.contextmanager
def _referee(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as directory,
        Service(Path(directory), environment={"REFEREE_VALIDATE_RESPONSES": "off"}) as service,
    ):
        yield service.url


DRILLS = tuple(
    Drill(
        f"greedy_{name}",
        partial(run, name=name),
        full=200,
        short=2,
        chunk=20,
        is_sound=is_sound,
        alone=False,
    )
    for name in GAMES
)
