"""Requests and replies that get lost on the way: between client and API, and between API or worker and Redis.

``python -m tests.drills drops_http`` and ``... drops_redis``. A unit is one act with one fault on its way: the act
is then sent again as it was, and must be in the log exactly once, with one answer. Among the acts are those of the
referee itself: the start of a match that is full, the revocation of a key in a match, the score.
"""

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clients.problems import NoConnection, RefereeProblem
from clients.sdk import Referee
from clients.signing import key_id, new_key, sign_order
from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.events import read_trusted_event
from referee.matches.record import read_record
from referee.matches.verify import verify_record
from referee.service.appending import referee_key
from referee.store import names, outbox
from referee.store.servers import connect
from tests.drills.checking import Sent, check_history, seed_of
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.proxy import Fault, Proxy
from tests.running import PATIENCE, Service, eventually, hurried_clients, impatient
from tests.service.playing import play_out, sign_up, started

_GAME = "zooloretto"
_UNITS = 25  # of one match
_AWAY_SHARE = 0.08  # of the orders
_CLIENT_FAULTS = [Fault.DROP_REPLY] * 5 + [fault for fault in Fault if fault is not Fault.DROP_REPLY]
_STORE_FAULTS = [Fault.DROP_REPLY] * 5 + [Fault.CUT_REPLY, Fault.CUT_REQUEST, Fault.LOSE_REQUEST, Fault.DELAY]


@dataclass
class Road:
    """What lies between who acts and who keeps the log, and fails when it is told to.

    :ivar needle: what a request that may fail holds.
    """

    service: Service
    proxy: Proxy
    needle: bytes
    faults: list[Fault]
    chance: random.Random
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def is_before_the_api(self) -> bool:
        """Do clients take this road (else: our own processes)?"""
        return self.needle == b"POST "

    def url(self) -> str:
        return f"http://127.0.0.1:{self.proxy.port}" if self.is_before_the_api else self.service.url

    @contextmanager
    def failing(self, act: str, fault: Fault | None = None) -> Iterator[None]:
        """One fault on the next matching request; it has happened when this is left."""
        chosen = fault or self.chance.choice(self.faults)
        self.proxy.arm(chosen, self.needle, refusals=1 if self.is_before_the_api else 8)
        try:
            yield
            assert self.proxy.has_fired(PATIENCE), f"{act}: there was nothing that could fail"
        finally:
            self.proxy.disarm()
        self.seen[chosen.value] += 1
        self.seen[act] += 1


class Client:
    """A player who sends everything once over the failing road, and then again until there is an answer."""

    def __init__(self, road: Road) -> None:
        self._road = road
        self.log: list[Sent] = []
        self.again = Referee(road.url(), key=new_key())
        self.again.sign_up(f"p {time.time_ns() % 10**15}")
        self.again.register_key()
        self.once = Referee(
            road.url(),
            self.again.transport.token,
            self.again.key,
            player=self.again.player,
            patience=impatient(),
        )

    def post(self, act: str, path: str, body: Any) -> Any:
        """A writing POST with an Idempotency-Key: the same key again gives the same."""
        key = f"{self._road.chance.getrandbits(128):032x}"
        first = None
        with self._road.failing(act), suppress(NoConnection, RefereeProblem):
            first = self.once.transport.post(path, body, key)
        answers = [self.again.transport.post(path, body, key) for _ in range(2)]
        assert answers[0] == answers[1], f"{act} {path}: two answers to one request"
        assert first in (None, answers[0]), f"{act} {path}: another answer at the repeat"
        return answers[0]

    def order(self, order: dict[str, Any], fault: Fault | None = None) -> None:
        """An order: the same again gets its receipt."""
        with self._road.failing(order["act"], fault):
            self._send(self.once, order)
        for _ in range(2):
            self._send(self.again, order)

    def _send(self, referee: Referee, order: dict[str, Any]) -> None:
        assert referee.key is not None
        sent, answered = time.monotonic_ns(), None
        status, body = 0, {}
        try:
            body = referee.transport.post(
                f"/v1/matches/{order['match']}/orders", sign_order(order, referee.key)
            )
            status, answered = 201, time.monotonic_ns()
        except NoConnection:
            pass
        except RefereeProblem as problem:
            if problem.type != "store/away":
                raise AssertionError(f"{order}: {problem}") from problem
        self.log.append(Sent(str(referee.player), order, sent, answered, status, body))


class Playing:
    """One match, its three clients, and the acts of it as units."""

    def __init__(self, road: Road, organiser: Client, players: list[Client]) -> None:
        self._road = road
        self._organiser = organiser
        self._players = players
        self._match = ""
        self._spare = new_key()
        self._is_revoked = False
        for client in players:
            client.log.clear()

    def units(self) -> Iterator[Callable[[], None]]:
        """The acts, in their order: each is one unit."""
        yield self._open
        for player in self._players:
            yield lambda player=player: self._join(player)
        for number in range(_UNITS - 3):
            if number == 10 and not self._road.is_before_the_api:
                yield self._revoke
            else:
                yield self._act

    def finish(self) -> None:
        """End the match and hold the clients' logs against its record."""
        if not self._match:
            return
        self._organiser.again.cancel(self._match)
        record = read_record(self._organiser.again.record(self._match).splitlines())
        verify_record(record)
        kinds = Counter(read_trusted_event(entry.text).type for entry in record.entries)
        joined = kinds["SeatTaken"]
        assert kinds["MatchOpened"] == kinds["MatchCancelled"] == 1, kinds
        assert kinds["MatchStarted"] == (joined == len(self._players)), kinds
        assert kinds["SeatKeyRevoked"] == self._is_revoked, kinds
        history = [sent for player in self._players for sent in player.log]
        tally = check_history(history, record, seed_of(record.entries))
        assert tally.orders == kinds["MovePlayed"] + kinds["MoveUndone"], kinds

    def _open(self) -> None:
        body = {"game": _GAME, "players": 2, "policy": {"start": "full"}}
        self._players[0].again.register_key(self._spare)
        self._match = self._organiser.post("open", "/v1/matches", body)["match"]

    def _join(self, player: Client) -> None:
        body = {"entropy": f"{self._road.chance.getrandbits(256):064x}"}
        is_last = player is self._players[-1]
        answer = player.post("start" if is_last else "join", f"/v1/matches/{self._match}/seats", body)
        assert (answer["status"] == "running") == is_last

    def _act(self) -> None:
        seat = self._players[0].again.match(self._match)["turn"][0]["seat"]
        player = next(player for player in self._players if player.again.seat(self._match) == seat)
        found = player.again.legal_steps(self._match)
        base = Base(found["base"]["version"], found["base"]["head"])
        undo_to = player.again.view(self._match)["undo_to"]
        chance = self._road.chance
        # The log server refuses whoever comes: not for jobs, which the relay would ring for after half a minute only.
        is_away = not self._road.is_before_the_api and chance.random() < _AWAY_SHARE
        fault = Fault.AWAY if is_away else None
        if undo_to and chance.random() < 0.3:
            order = orders.undo_order(_GAME, self._match, seat, base, chance.choice(undo_to))
        else:
            order = orders.move_order(_GAME, self._match, seat, base, [chance.choice(found["steps"])["step"]])
        player.order(order, fault)

    def _revoke(self) -> None:
        with self._road.failing("revoke"):
            self._players[0].again.revoke_key(key_id(self._spare))
            eventually(lambda: self._count("SeatKeyRevoked"), "the revocation in the match")
        self._is_revoked = True

    def _count(self, kind: str) -> int:
        return _count(self._road.service, self._match, kind)


class Scoring:
    """A match that has ended, to be scored again and again: its log is wound back to the end of the game."""

    def __init__(self, road: Road) -> None:
        self._road = road
        house = road.service.house
        people = [sign_up(house), sign_up(house)]
        self._match = play_out(house, started(house, people).id, people).id
        self._log = connect(road.service.log_server.url)
        eventually(self._is_done, "the first score")

    def score(self) -> None:
        """Let the worker score the match over a road that fails."""
        stream, key, done = (
            names.outbox(names.shard_of(self._match)),
            names.log(self._match),
            names.done(self._match),
        )
        entries = self._log.xrange(key)
        row = outbox.write_row(stream, outbox.SCORE, self._match, len(entries) - 1)
        with self._road.failing("score"):
            pipe = self._log.pipeline(transaction=True)
            pipe.delete(key)
            for identity, fields in entries[:-1]:
                pipe.xadd(key, fields, id=identity)
            pipe.hdel(done, referee_key("score", "end"))
            pipe.execute_command(*row)
            pipe.execute()
            eventually(self._is_done, "the score")
        assert _count(self._road.service, self._match, "MatchScored") == 1

    def _is_done(self) -> bool:
        house = self._road.service.house
        waiting = house.outbox.pending(names.outbox(names.shard_of(self._match)))
        is_scored = _count(self._road.service, self._match, "MatchScored") > 0
        return is_scored and not any(row.kind == outbox.SCORE for row in waiting)


def _count(service: Service, match: str, kind: str) -> int:
    return sum(read_trusted_event(entry.text).type == kind for entry in service.house.logs.read(match))


def run_http(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Faults between clients and the API."""
    with (
        hurried_clients(),
        _directory() as directory,
        Service(directory) as service,
        Proxy(("127.0.0.1", service.ports[0])) as proxy,
    ):
        road = Road(service, proxy, b"POST ", _CLIENT_FAULTS, random.Random(f"{seed}:{first}"))
        return _run("drops_http", road, count, seed, tell)


def run_redis(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Faults between our processes and the log server; the referee's own appends among them."""
    with _directory() as directory:
        service = Service(directory)
        service.start_servers()
        with Proxy(service.log_server.url.removeprefix("unix://")) as proxy:
            service.redis_url = f"redis://127.0.0.1:{proxy.port}"
            with service:
                road = Road(service, proxy, b"EVALSHA", _STORE_FAULTS, random.Random(f"{seed}:{first}"))
                return _run("drops_redis", road, count, seed, tell, Scoring(road))


def _run(name: str, road: Road, count: int, seed: int, tell: Tell, scoring: Scoring | None = None) -> Report:
    organiser, players = Client(road), [Client(road) for _ in range(2)]
    done = 0
    while done < count:
        playing = Playing(road, organiser, players)
        for number, unit in enumerate(playing.units()):
            try:
                if scoring is not None and number % 5 == 4:
                    scoring.score()
                else:
                    unit()
            except AssertionError as fault:
                raise AssertionError(
                    f"drop {done} of seed {seed}: {fault}\n{road.service.last_words()}"
                ) from fault
            done += 1
            tell(done, count)
            if done == count:
                break
        playing.finish()
    return {"drill": name, "seed": seed, "drops": count, "seen": dict(road.seen)}


@contextmanager
def _directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="drill-") as directory:
        yield Path(directory)


DRILLS = (
    Drill("drops_http", run_http, full=500, short=50, chunk=100),
    Drill("drops_redis", run_redis, full=500, short=50, chunk=100),
)
