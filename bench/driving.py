"""Play through the public door as fast as it lets us: a mirror of each match says what may come next.

The bench reads the seed from the servers that it started itself, so that it can choose a legal step without asking:
what is timed is the order, not the looking.
"""

import hashlib
import http.client
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from clients.choosing import Choose, choose_random
from clients.sdk import Referee
from clients.signing import new_key
from referee.cli.private import private_service
from referee.games.engine import Game, State
from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.match import Match
from referee.matches.play import play_texts
from referee.matches.signatures import sign_detached
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import KEY_NAMES, Settings, write_key
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect_log
from referee.strict_json import canonical, read

_TOP = Path(__file__).resolve().parents[1]
WEB_ONLY = 'web: gunicorn --config gunicorn.conf.py "referee.api.app:create_app()"\n'
_HEADERS = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Service:
    """A private service of the bench: its address, its store, and a client of its log server."""

    url: str
    house: House
    log: Any


@contextmanager
def bench_service(
    directory: Path, procfile: str, settings: Mapping[str, str] | None = None
) -> Iterator[Service]:
    """Run a service whose servers and keys the bench holds itself.

    :param procfile: the text of a Procfile: which processes run.
    """
    directory.mkdir(parents=True, exist_ok=True)
    keys = {name: write_key(hashlib.sha256(name.encode()).digest()) for name in KEY_NAMES}
    (directory / "Procfile").write_text(procfile, encoding="utf-8")
    for name in ("gunicorn.conf.py",):
        (directory / name).write_text((_TOP / name).read_text(encoding="utf-8"), encoding="utf-8")
    with (
        EmbeddedServer(directory / "log", "log") as log,
        EmbeddedServer(directory / "volatile", "volatile") as cache,
    ):
        environment = {
            "REDIS_URL": log.url,
            "CACHE_URL": cache.url,
            "REFEREE_RATE_LIMITS": "off",
            "REFEREE_LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(_TOP),
            **keys,
            **(settings or {}),
        }
        opened = Settings.from_env(environment)
        with (
            private_service(directory, environment, directory / "Procfile") as url,
            connect_log(opened) as client,
        ):
            yield Service(url, open_house(opened), client)


@dataclass
class Mirror:
    """A match as the bench knows it: it plays ahead what it is about to order."""

    match: str
    game: Game
    state: State
    base: Base
    players: Mapping[int, Referee]
    chance: random.Random
    moves: int = 0

    def next_order(self, choose: Choose = choose_random) -> tuple[dict[str, Any], State]:
        """A signed order of what the chooser likes, and the state after it."""
        seat = self.game.decisions(self.state)[0].seat
        steps = choose(self.game, self.state, seat, self.chance)
        after = play_texts(self.game, self.state, seat, steps).state
        order = orders.move_order(self.game.name, self.match, seat, self.base, steps)
        key = self.players[seat].key
        assert key is not None
        return {"order": order, "signature": sign_detached(canonical(order), key)}, after

    def accept(self, answer: Mapping[str, Any], after: State) -> None:
        """The order was accepted: go on from there."""
        self.state = after
        self.base = Base(answer["version"], answer["head"])
        self.moves += 1

    def is_over(self) -> bool:
        """Has the match ended?"""
        return not self.game.decisions(self.state)


def start_mirror(url: str, house: House, players: int, seed: int) -> Mirror:
    """Open and start a match through the door, all seats held by fresh players of the bench."""
    return open_mirror(house, [sign_up(url) for _ in range(players)], seed)


def sign_up(url: str) -> Referee:
    """A fresh player with a key."""
    person = Referee(url)
    person.sign_up(f"bench {random.SystemRandom().getrandbits(48):x}", "bot")
    person.key = new_key()
    person.register_key()
    return person


def open_mirror(house: House, people: Sequence[Referee], seed: int, **given: Any) -> Mirror:
    """Open and start a match of these players.

    :param given: for :meth:`clients.sdk.Referee.open_match`.
    """
    opened = people[0].open_match("zooloretto", len(people), **given)
    for person in people:
        person.join(opened["match"])
    people[0].start(opened["match"])
    match: Match = existing(load(house, opened["match"]))
    assert match.base is not None
    seats = {person.seat(match.id): person for person in people}
    return Mirror(match.id, match.rules, match.state, match.base, seats, random.Random(seed))


class Door:
    """One kept connection."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)

    def post(self, path: str, body: Any, token: str | None = None) -> tuple[int, Any, float]:
        """Status, body and seconds of one request."""
        raw = canonical(body)
        headers = _HEADERS if token is None else {**_HEADERS, "Authorization": f"Bearer {token}"}
        begun = time.perf_counter()
        self._connection.request("POST", path, raw, headers)
        response = self._connection.getresponse()
        text = response.read()
        return response.status, read(text), time.perf_counter() - begun

    def order(self, mirror: Mirror, choose: Choose = choose_random) -> float:
        """Play one order of a mirror; the seconds that it took."""
        body, after = mirror.next_order(choose)
        status, answer, seconds = self.post(f"/v1/matches/{mirror.match}/orders", body)
        if status != http.client.CREATED:
            raise RuntimeError(f"an order of the bench was refused: {answer}")
        mirror.accept(answer, after)
        return seconds
