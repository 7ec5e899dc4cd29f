"""Many matches at once on a service that is being disturbed, and the judgement of what came of them.

Three kinds of matches go on side by side: two players who sign their orders; one who moves only when the letter about
his turn has come, so that a lost letter stops the match; and one who never comes, for whom the clock has to act. Each
client sends an order until there is an answer, and logs every sending. The judge is :mod:`tests.drills.acknowledged`,
beside `referee verify` over every record and a count of the letters.
"""

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from clients.problems import NoConnection, RefereeProblem
from clients.sdk import Referee
from clients.signing import new_key, sign_order
from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.record import read_record
from referee.matches.verify import verify_record
from referee.service.checkpoints import find_shortfalls, witnesses_of
from referee.store.checkpoints import Checkpoints
from tests.drills.acknowledged import Line, check
from tests.drills.drill import Report
from tests.mail.post import Mailserver, mail_server
from tests.running import Service, eventually, impatient

PATIENCE = 240.0  # seconds until one thing that must happen is given up
_GAME = "zooloretto"
_PAUSE = 0.05  # seconds before the same is asked or sent again
_THINK = (0.0, 0.3)  # seconds before a move
_LOOK = 0.3  # seconds between two looks at a match in which somebody else has to act
_UNDO_SHARE = 0.1
_HOST = "example.org"
CHECKPOINTS = "checkpoints.jsonl"
_CLOCK = {"clock": {"kind": "move", "per_move": 10_000}, "lapses": 1}
_AWAY = ("store/away", "store/busy")
# What an order may be refused for where the clock acts too.
_OVERTAKEN = ("order/stale", "order/not-to-move", "match/over", "seat/vacant", "undo/not-allowed")

T = TypeVar("T")


class Kind(Enum):
    """Who plays in a match."""

    SIGNED = "signed"
    BY_LETTER = "by letter"
    ABSENT = "one absent"


# The share of each kind in every twenty matches.
KINDS = [Kind.SIGNED] * 12 + [Kind.BY_LETTER] * 4 + [Kind.ABSENT] * 4


@dataclass
class Person:
    """A player as every thread can speak for him."""

    player: str
    token: str
    key: Any

    def referee(self, url: str, **given: Any) -> Referee:
        """A connection of one thread."""
        return Referee(url, self.token, self.key, player=self.player, **given)


@dataclass
class Played:
    """A match that was played, with its clients' logs."""

    match: str
    kind: Kind
    lines: list[Line] = field(default_factory=list)
    second_seat: int = 0  # of who reads letters, or never comes


class Post:
    """The mail server, and which letters came how often."""

    def __init__(self, server: Mailserver) -> None:
        self._server = server
        self.came: Counter[str] = Counter()
        server.before_answer = self._note

    @property
    def url(self) -> str:
        """The address for the mailer."""
        return f"smtp://127.0.0.1:{self._server.port}"

    def _note(self) -> None:
        self.came[str(self._server.taken[-1]["Message-ID"])] += 1
        self._server.taken.clear()
        self._server.raw.clear()

    def duplicates(self) -> int:
        """How many letters came that had come before."""
        return sum(self.came.values()) - len(self.came)


def letter_id(match: str, seat: int, version: int, what: str) -> str:
    """The Message-ID of a letter about a match."""
    return f"<g-{match}.s-{seat}.t-{version}.{what}@{_HOST}>"


class Load:
    """So many matches at once, each followed by another until told to close.

    :param is_whole: whether every match is played to its end; else they are cancelled at the close.
    :param urls: other ways to the API than straight ones.
    """

    def __init__(
        self,
        service: Service,
        post: Post,
        slots: int,
        seed: str,
        *,
        is_whole: bool,
        urls: Sequence[str] = (),
    ) -> None:
        self.service = service
        self.post = post
        self.played: list[Played] = []
        self.is_whole = is_whole
        self.urls = list(urls or service.urls)
        self.refused_as_away = 0  # orders to which the API said that it cannot tell what became of them
        self._seed = seed
        self._kinds = [KINDS[(number * 7) % len(KINDS)] for number in range(slots)]
        self._closing = threading.Event()
        self._broken = threading.Event()
        self.organiser = _sign_up(service)
        self._people = [_sign_up(service) for _ in range(6)]
        self._by_letter = _sign_up(service)
        service.house.mailboxes.set_address(
            self._by_letter.player, "reader@example.org", "reader@example.org", "en", "drill"
        )
        self._pool = ThreadPoolExecutor(slots)
        self._running = [self._pool.submit(self._run, number) for number in range(slots)]

    def close(self) -> None:
        """Begin no more matches, and wait until those that go on are over; raises what went wrong in any."""
        self._closing.set()
        for each in self._running:
            each.result(2 * PATIENCE)
        self._pool.shutdown()

    def stop(self) -> None:
        """Give up: nobody waits any more."""
        self._broken.set()
        self._closing.set()
        self._pool.shutdown(cancel_futures=True)

    def acknowledged(self) -> int:
        """How many orders were acknowledged so far."""
        return sum(line.status == 201 for played in [*self.played] for line in [*played.lines])

    def check(self) -> None:
        """Raise what has gone wrong so far."""
        for each in self._running:
            if each.done():
                each.result()

    def _run(self, number: int) -> None:
        chance = random.Random(f"{self._seed}:{number}")
        while not self._closing.is_set():
            seat = Table(self, self._kinds[number], self._pair(number), chance)
            try:
                seat.play()
            finally:
                seat.leave()

    def _pair(self, number: int) -> tuple[Person, Person]:
        first = self._people[number % len(self._people)]
        if self._kinds[number] is Kind.BY_LETTER:
            return first, self._by_letter
        return first, self._people[(number + 1) % len(self._people)]

    def insist(self, question: Callable[[], T], what: str) -> T:
        """Ask until there is an answer; raises AssertionError when the patience is at its end."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return question()
            except NoConnection:
                pass
            except RefereeProblem as problem:
                if problem.type not in _AWAY and problem.status < 500:
                    raise
            self.go_on_until(until, what)

    def go_on_until(self, until: float, what: str) -> None:
        """Wait a moment; raises AssertionError when it is too late, or all is given up."""
        assert time.monotonic() < until, f"did not come in {PATIENCE:.0f} s: {what}"
        assert not self._broken.is_set(), "another match broke"
        time.sleep(_PAUSE)


class Table:
    """One match from its opening to its end."""

    def __init__(self, load: Load, kind: Kind, people: tuple[Person, Person], chance: random.Random) -> None:
        self._load = load
        self._kind = kind
        self._chance = chance
        urls = load.urls
        self._people = [person.referee(chance.choice(urls), patience=impatient(2)) for person in people]
        self._once = {
            person.player: person.referee(chance.choice(urls), patience=impatient()) for person in people
        }
        self._organiser = load.organiser.referee(chance.choice(urls), patience=impatient(2))
        self._seats: dict[int, Referee] = {}
        self._last_seat: int | None = None
        self.played: Played

    def play(self) -> None:
        """Open, begin, play to the end."""
        self._begin()
        until = time.monotonic() + 2 * PATIENCE
        while (found := self._look())["status"] == "running":
            if self._load._closing.is_set() and not self._load.is_whole:
                self._cancel()
                return
            assert time.monotonic() < until or not self._load._closing.is_set(), (
                f"{self._where()} does not end"
            )
            assert not self._load._broken.is_set(), "another match broke"
            if not self._act(found):
                time.sleep(_LOOK)

    def leave(self) -> None:
        """Close the connections."""
        for referee in (self._organiser, *self._people, *self._once.values()):
            referee.transport.close()

    def _where(self) -> str:
        return f"match {self.played.match} ({self._kind.value})"

    def _begin(self) -> None:
        policy: dict[str, Any] = {"start": "full", **(_CLOCK if self._kind is Kind.ABSENT else {})}
        opened = self._load.insist(lambda: self._organiser.open_match(_GAME, 2, policy=policy), "open")
        self.played = Played(opened["match"], self._kind)
        self._load.played.append(self.played)
        for person in self._people:
            self._load.insist(lambda person=person: self._join(person), "join")  # type: ignore[misc]
        self._seats = {
            self._load.insist(lambda p=p: p.seat(self.played.match), "seat"): p for p in self._people
        }  # type: ignore[misc]
        self.played.second_seat = next(
            seat for seat, person in self._seats.items() if person is self._people[1]
        )

    def _join(self, person: Referee) -> None:
        try:
            person.join(self.played.match)
        except RefereeProblem as problem:
            if problem.type not in ("match/already-seated", "match/already-started"):
                raise

    def _look(self) -> Any:
        return self._load.insist(lambda: self._organiser.match(self.played.match), "match")

    def _act(self, found: Any) -> bool:
        """Let whoever owes act; False if somebody else has to, or there is nothing to do yet."""
        owed = [turn["seat"] for turn in found["turn"]]
        if not owed:
            return False
        seat = owed[0]
        if self._kind is Kind.ABSENT and seat == self.played.second_seat:
            return False
        player = self._seats[seat]
        steps = self._load.insist(lambda: player.legal_steps(self.played.match), "legal steps")
        if not steps["steps"]:
            return False
        base = Base(steps["base"]["version"], steps["base"]["head"])
        if self._waits_for_letter(seat, base):
            return False
        time.sleep(self._chance.uniform(*_THINK))
        order = self._order(seat, base, [step["step"] for step in steps["steps"]], found)
        if self._send(player, order).status == 201:
            self._last_seat = seat
        return True

    def _waits_for_letter(self, seat: int, base: Base) -> bool:
        if self._kind is not Kind.BY_LETTER or seat != self.played.second_seat or self._last_seat == seat:
            return False
        return letter_id(self.played.match, seat, base.version, "turn") not in self._load.post.came

    def _order(self, seat: int, base: Base, steps: list[str], found: Any) -> dict[str, Any]:
        match = self.played.match
        if self._kind is Kind.SIGNED and self._chance.random() < _UNDO_SHARE:
            view = self._load.insist(lambda: self._seats[seat].view(match), "view")
            if view["undo_to"] and view["base"]["version"] == base.version:
                return orders.undo_order(_GAME, match, seat, base, self._chance.choice(view["undo_to"]))
        return orders.move_order(_GAME, match, seat, base, [self._chance.choice(steps)])

    def _send(self, player: Referee, order: dict[str, Any]) -> Line:
        """Send an order until there is an answer; every sending is logged."""
        until = time.monotonic() + PATIENCE
        while (line := self._send_once(player, order)).answered is None:
            self._load.go_on_until(until, f"an answer to {order}")
        if line.status != 201:
            kind = str(line.body.get("type", "")).removeprefix("/problems/")
            may_be = self._kind is Kind.ABSENT and kind in _OVERTAKEN
            assert may_be, f"{self._where()}: refused by {kind}: {order}"
        return line

    def _send_once(self, player: Referee, order: dict[str, Any]) -> Line:
        once = self._once[str(player.player)]
        assert once.key is not None
        body = sign_order(order, once.key)
        status, answer, answered = 0, {}, None
        sent = time.monotonic_ns()
        try:
            answer = once.transport.post(f"/v1/matches/{self.played.match}/orders", body)
            status, answered = 201, time.monotonic_ns()
        except RefereeProblem as problem:
            if problem.type not in _AWAY and problem.status < 500:  # else nobody knows what became of it
                status, answer, answered = problem.status, problem.members, time.monotonic_ns()
            else:
                self._load.refused_as_away += 1
        except NoConnection:
            pass
        line = Line(order, sent, answered, status, answer)
        self.played.lines.append(line)
        return line

    def _cancel(self) -> None:
        try:
            self._load.insist(lambda: self._organiser.cancel(self.played.match), "cancel")
        except RefereeProblem as problem:
            if problem.type not in ("match/over", "match/cancelled"):
                raise


def _sign_up(service: Service) -> Person:
    key = new_key()
    with Referee(service.url, key=key) as referee:
        made = referee.sign_up(f"p {os.urandom(6).hex()}")
        referee.register_key()
        assert referee.transport.token is not None
        return Person(made["player"], referee.transport.token, key)


@contextmanager
def loaded_service(
    directory: Path,
    slots: int,
    seed: str,
    *,
    is_whole: bool,
    prepare: Callable[[Service, Post], Sequence[str]] = lambda service, post: (),
) -> Iterator[Load]:
    """A whole service with a mail server, under load.

    :param prepare: what is done to it before its first process starts; gives other addresses of the API, if any.
    """
    with mail_server() as server:
        post = Post(server)
        service = Service(
            directory,
            webs=2,
            web_workers=1 if slots < 10 else 2,
            clocks=1,
            mailers=1,
            environment={
                "REFEREE_CHECKPOINTS": str(directory / CHECKPOINTS),
                "SMTP_URL": post.url,
                "MAIL_FROM": f"referee@{_HOST}",
                "PUBLIC_URL": "https://play.example.org",
            },
        )
        service.start_servers()
        urls = prepare(service, post)
        with service:
            load = Load(service, post, slots, seed, is_whole=is_whole, urls=urls)
            try:
                yield load
            finally:
                load.stop()


def judge(load: Load, disturbances: int) -> Report:
    """Let all work come to its end, then judge every match and every letter; raises AssertionError."""
    house = load.service.house
    if load.is_whole:
        eventually(lambda: not _waiting(load), "all that the outbox asks for is done", PATIENCE)
    counts: Counter[str] = Counter()
    organiser = load.organiser.referee(load.service.url)
    for played in load.played:
        text = eventually(lambda match=played.match: _record(organiser, match), "the record", PATIENCE)
        counts.update(check(played.lines, text)._asdict())
        found = verify_record(read_record(text.splitlines()), house.referee_key)
        counts["attested"] += found.attested
        counts["matches"] += 1
        counts[f"matches {played.kind.value}"] += 1
        _judge_letters(load.post, played, found.events, found.match.scored)
    organiser.transport.close()
    checkpoints = Checkpoints(load.service.directory / CHECKPOINTS)
    shortfalls = find_shortfalls(house.logs, witnesses_of(checkpoints))
    assert not shortfalls, f"lost: {shortfalls[0]}"
    assert {played.match for played in load.played} <= checkpoints.known.keys(), (
        "matches without a checkpoint"
    )
    duplicates = load.post.duplicates()
    assert duplicates <= disturbances, f"{duplicates} letters came again, in {disturbances} disturbances"
    return {
        **counts,
        "lost": 0,
        "doubled": 0,
        "letters": sum(load.post.came.values()),
        "letters that came again": duplicates,
    }


def _judge_letters(post: Post, played: Played, events: int, is_scored: bool) -> None:
    """The letters about turns have come, or the match would not have gone on; the one with the result must, too."""
    if played.kind is Kind.BY_LETTER and is_scored:
        result = letter_id(played.match, played.second_seat, events, "result")
        assert result in post.came, f"lost: the letter with the result of {played.match}"


def _record(organiser: Referee, match: str) -> str | None:
    try:
        return organiser.record(match)
    except RefereeProblem as problem:
        if problem.type != "match/not-over":
            raise
        return None


def _waiting(load: Load) -> list[Any]:
    outbox = load.service.house.outbox
    return [row for stream in outbox.streams() for row in outbox.pending(stream)]
