"""Random interleavings of moves and undos by four clients against several API processes.

``python -m tests.drills interleavings --count 500 --seed 1``. Each match has four clients, two at each seat; they
look, act on what they saw then or a while ago, take back, and send old orders again. The judge is
:mod:`tests.drills.checking`, which is fed with the clients' logs and the record.
"""

import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from clients.problems import NoConnection, RefereeProblem
from clients.sdk import Referee
from clients.signing import new_key, sign_order
from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.record import read_record
from referee.matches.verify import verify_record
from tests.drills.checking import Sent, Tally, check_history, seed_of
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import Service, impatient

_ORDERS = 10  # that each client sends in one match
_MOST_LOOKS = 60
_SHARE = 0.25  # of accepted orders, and of conflicts, at the least
_ENOUGH = 10  # matches, to speak of shares
_GAME = "zooloretto"


class Client:
    """One of the two clients of a seat, with a key of its own."""

    def __init__(self, name: str, referee: Referee, match: str, seat: int, chance: random.Random) -> None:
        self.name = name
        self.log: list[Sent] = []
        self.seat = seat
        self._referee = referee
        self._once = Referee(referee.transport.url, key=referee.key, patience=impatient())
        self._match = match
        self._chance = chance
        self._seen: list[tuple[Base, list[str]]] = []

    def play(self, shared: list[dict[str, Any]], barrier: threading.Barrier) -> None:
        """Send so many orders.

        :param shared: orders that were sent for this seat, by whichever client.
        """
        barrier.wait()
        for _ in range(_MOST_LOOKS):
            order = self._choose(shared)
            if order is not None:
                shared.append(order)
                self.send(order)
            if len(self.log) >= _ORDERS:
                return

    def send(self, order: dict[str, Any]) -> Sent:
        """Send one order once, and write down what came; without an answer, that."""
        path = f"/v1/matches/{self._match}/orders"
        assert self._once.key is not None
        body = sign_order(order, self._once.key)
        sent = time.monotonic_ns()
        answered: int | None = None
        status, answer = 0, {}
        try:
            status, answer = 201, self._once.transport.post(path, body)
            answered = time.monotonic_ns()
        except RefereeProblem as problem:
            if problem.type != "store/away":  # else nobody knows whether it was carried out
                status, answer, answered = problem.status, problem.members, time.monotonic_ns()
        except NoConnection:
            status = 0
        said = Sent(self.name, order, sent, answered, status if answered else 0, answer)
        self.log.append(said)
        return said

    def close(self) -> None:
        """Close the connections."""
        self._referee.transport.close()
        self._once.transport.close()

    def _choose(self, shared: list[dict[str, Any]]) -> dict[str, Any] | None:
        chance = self._chance
        dice = chance.random()
        if dice < 0.12 and shared:
            return chance.choice(shared)
        if dice < 0.30:
            view = self._referee.view(self._match)
            base = Base(view["base"]["version"], view["base"]["head"])
            targets = view["undo_to"] or ([chance.randint(4, base.version)] if dice < 0.14 else [])
            return (
                orders.undo_order(_GAME, self._match, self.seat, base, chance.choice(targets))
                if targets
                else None
            )
        if dice < 0.40 and self._seen:
            base, steps = chance.choice(self._seen[-4:])
        else:
            found = self._referee.legal_steps(self._match)
            base = Base(found["base"]["version"], found["base"]["head"])
            steps = [step["step"] for step in found["steps"]]
            self._seen.append((base, steps))
        if not steps and chance.random() < 0.85:
            return None
        step = chance.choice(sorted(steps, key=lambda text: text == "D")[:6]) if steps else "D"
        return orders.move_order(_GAME, self._match, self.seat, base, [step])


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Play ``count`` matches, the first of which has the number ``first``.

    :raises AssertionError: naming the match and what is wrong with its history.
    """
    tallies: list[Tally] = []
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as directory,
        Service(Path(directory), webs=2) as service,
    ):
        organiser, people = service.player(), [service.player() for _ in range(2)]
        second_keys = [new_key() for _ in people]
        for person, key in zip(people, second_keys, strict=True):
            person.register_key(key)
        for number in range(first, first + count):
            try:
                tallies.append(play_match(service, organiser, people, second_keys, number, seed))
            except AssertionError as fault:
                raise AssertionError(f"interleaving {number} of seed {seed}: {fault}") from fault
            tell(number - first + 1, count)
    report = {"drill": "interleavings", "seed": seed, "interleavings": count, **summary(tallies)}
    if count >= _ENOUGH:
        check_shares(report)
    return report


def sign_up_all(service: Service) -> tuple[Referee, list[Referee], list[Any]]:
    """An organiser, two players, and a second key of each player."""
    organiser, people = service.player(), [service.player() for _ in range(2)]
    second_keys = [new_key() for _ in people]
    for person, key in zip(people, second_keys, strict=True):
        person.register_key(key)
    return organiser, people, second_keys


def play_match(
    service: Service,
    organiser: Referee,
    people: list[Referee],
    second_keys: list[Any],
    number: int,
    seed: int,
    make_client: Callable[..., Client] = Client,
    disturb: Callable[[], None] = lambda: None,
) -> Tally:
    """Let four clients play one match at once, and judge what they say; raises AssertionError.

    :param disturb: done once, while they play.
    """
    match = organiser.open_match(_GAME, 2)["match"]
    for person in people:
        person.join(match)
    organiser.start(match)
    urls = service.urls if number % 2 else service.urls[:1]
    clients = []
    for index, (person, second) in enumerate(zip(people, second_keys, strict=True)):
        for device, key in enumerate((person.key, second)):
            name = f"seat {person.seat(match)} device {device}"
            url = urls[(index + device) % len(urls)]
            own = Referee(url, person.transport.token, key, player=person.player)
            chance = random.Random(f"{seed}:{number}:{index}:{device}")
            clients.append(make_client(name, own, match, person.seat(match), chance))
    shared: dict[int, list[dict[str, Any]]] = {1: [], 2: []}
    barrier = threading.Barrier(len(clients))
    with ThreadPoolExecutor(len(clients)) as pool:
        running = [pool.submit(client.play, shared[client.seat], barrier) for client in clients]
        disturb()
        for each in running:
            each.result()
    for client in clients:
        client.close()
    organiser.cancel(match)
    record = read_record(organiser.record(match).splitlines())
    verify_record(record)
    return check_history([sent for client in clients for sent in client.log], record, seed_of(record.entries))


def summary(tallies: list[Tally]) -> Report:
    """What was sent in several matches, and how it was answered."""
    refusals: Counter[str] = Counter()
    for tally in tallies:
        refusals += tally.refusals
    return {
        "sent": sum(tally.sent for tally in tallies),
        "orders": sum(tally.orders for tally in tallies),
        "accepted": sum(tally.accepted for tally in tallies),
        "conflicts": sum(tally.conflicts for tally in tallies),
        "unanswered": sum(tally.unanswered for tally in tallies),
        "refusals": dict(refusals),
    }


def check_shares(report: Report) -> None:
    """A drill in which nearly all is refused, or nearly nothing, shows little; raises AssertionError."""
    for what in ("accepted", "conflicts"):
        share = report[what] / report["sent"]
        assert share >= _SHARE, f"{what}: {share:.0%} of {report['sent']} orders, {_SHARE:.0%} are needed"


DRILL = Drill("interleavings", run, full=500, short=20, chunk=50)
