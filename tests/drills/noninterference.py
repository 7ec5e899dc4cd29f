"""Two worlds that a viewer cannot tell apart give him the same HTTP answers (design section 5, faults.md A54, A55).

The doors of the engine itself are compared by ``pairs``. ``python -m tests.drills noninterference`` for all
games, ``noninterference_zooloretto`` and so on for one; fails at any difference.
"""

import itertools
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from referee.games.registry import GAMES
from referee.service.house import open_house
from referee.settings import Settings
from referee.store.embedded import EmbeddedServer
from tests.api.asking import Door
from tests.api.questions import Ask, questions
from tests.api.two_worlds import TwoWorlds, World
from tests.drills.drill import Drill, Report, Tell, tell_nobody

_FEWEST, _MOST_MOVES = 3, 40  # between two positions that are looked at
_ALWAYS, _SOME = 8, 10  # questions at each position
_TEXTS = 6  # of all that can be read as a step, tried at each position
_MANY = 20  # differences; more of them would teach nothing


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str) -> Report:
    """Compare ``count`` pairs on servers of their own."""
    with private_worlds(seed, name) as worlds:
        return {"game": name, "seed": seed, **compare_pairs(worlds, count, tell)}


def compare_pairs(worlds: TwoWorlds, count: int, tell: Tell = tell_nobody, many: int = _MANY) -> Report:
    """Ask everything in both worlds at positions of random matches.

    :param many: so many differences are enough to stop.
    :returns: pairs (a position and a viewer each), answers compared by status, differences, the first few of them
        in words, and the share of hidden items that differ.
    """
    statuses: Counter[str] = Counter()
    found: list[str] = []
    hidden = moved = done = 0
    with worlds.installed():
        for where, viewer in _positions(worlds):
            items, differing = worlds.imagine(viewer)
            for name, ask in _chosen(_asked(worlds, viewer), worlds.chance):
                difference = worlds.compare(counted(ask, statuses))
                if difference:
                    found.append(f"{where}, {name}: {difference}")
            hidden, moved, done = hidden + items, moved + differing, done + 1
            tell(done, count)
            if done == count or len(found) >= many:
                break
    return {
        "pairs": done,
        "answers": dict(sorted(statuses.items())),
        "differences": len(found),
        "first": found[:5],
        "hidden_items": hidden,
        "hidden_items_that_differ": round(moved / max(hidden, 1), 3),
    }


def _positions(worlds: TwoWorlds) -> Iterator[tuple[str, int | None]]:
    """Endless: positions of random matches of every size, each with some of its viewers."""
    for number in itertools.count(1):
        players = worlds.players(number)
        worlds.begin(players, worlds.known.random_options(players, worlds.chance))
        is_running = True
        while is_running:
            is_running = worlds.play(worlds.some_moves(_FEWEST, _MOST_MOVES))
            version = worlds.one.load().version
            for viewer in _viewers(players, worlds.chance):
                yield f"match {number}, version {version}, viewer {viewer}", viewer


def _asked(worlds: TwoWorlds, viewer: int | None) -> Mapping[str, Ask]:
    match = worlds.one.load()
    readable = sorted(worlds.known.readable(match.state))
    return questions(match, viewer, worlds.chance.sample(readable, min(_TEXTS, len(readable))))


def _chosen(asked: Mapping[str, Ask], chance: random.Random) -> list[tuple[str, Ask]]:
    """The first questions always; of the others, of which there are many alike, some."""
    every = list(asked.items())
    others = sorted(chance.sample(range(_ALWAYS, len(every)), min(_SOME, len(every) - _ALWAYS)))
    return every[:_ALWAYS] + [every[place] for place in others]


def counted(ask: Ask, statuses: Counter[str]) -> Ask:
    """The same question, the status of its answer counted."""

    def asked(world: World) -> Any:
        answer = ask(world)
        statuses[str(answer.status_code)] += 1
        return answer

    return asked


def _viewers(players: int, chance: random.Random) -> list[int | None]:
    """A spectator or not, and two of the seats."""
    seats: list[int | None] = list(chance.sample(range(1, players + 1), min(2, players)))
    return [None, *seats] if chance.random() < 0.5 else seats


@contextmanager
def private_worlds(seed: int, game: str) -> Iterator[TwoWorlds]:
    """Two worlds on servers of their own."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="worlds-")))
        log = stack.enter_context(EmbeddedServer(directory / "log", "log"))
        cache = stack.enter_context(EmbeddedServer(directory / "cache", "volatile"))
        yield two_worlds(log.url, cache.url, seed, game)


def two_worlds(log_url: str, cache_url: str, seed: int, game: str = "zooloretto") -> TwoWorlds:
    """Two worlds in two data bases of one pair of servers."""
    one, two = (_world(f"{log_url}?db={number}", f"{cache_url}?db={number}") for number in (1, 2))
    return TwoWorlds(one, two, random.Random(seed), game)


def _world(log_url: str, cache_url: str) -> World:
    settings = Settings(
        redis_url=log_url,
        cache_url=cache_url,
        seal_key=bytes(range(32)),
        link_key=bytes(range(32, 64)),
        sign_key=bytes(range(64, 96)),
        validate_responses=True,
        rate_limits=False,
    )
    house = open_house(settings)
    house.logs._client.flushdb()
    return World(Door(house, settings), house.cache._client)


DRILLS = tuple(
    Drill(
        f"noninterference_{name}",
        partial(run, name=name),
        full=2000,
        short=12,
        is_sound=lambda report: not report["differences"],
        alone=False,
    )
    for name in GAMES
)
