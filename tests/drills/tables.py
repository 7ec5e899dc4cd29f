"""One match of those that go on while a drill disturbs the service, and all that its clients send and are told."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from clients.problems import NoConnection, RefereeProblem
from clients.sdk import Referee
from clients.signing import sign_order
from referee.matches import orders
from referee.matches.chain import Base
from tests.drills.acknowledged import Line
from tests.mail.post import Mailserver
from tests.running import impatient

PATIENCE = 240.0  # seconds until one thing that must happen is given up
LONGEST_END = 2 * PATIENCE  # that a match may still take when no more begin
HOST = "example.org"  # in the Message-IDs of letters
_GAME = "zooloretto"
_PAUSE = 0.05  # seconds before the same is asked or sent again
_THINK = (0.0, 0.3)  # seconds before a move
_LOOK = 0.3  # seconds between two looks at a match in which somebody else has to act
_UNDO_SHARE = 0.1
_CLOCK = {"clock": {"kind": "move", "per_move": 10_000}, "lapses": 1}
_AWAY = ("store/away", "store/busy")  # nobody knows what became of a request that was answered so
# What an order may be refused for where the clock acts too.
_OVERTAKEN = ("order/stale", "order/not-to-move", "match/over", "seat/vacant", "undo/not-allowed")

T = TypeVar("T")


class Kind(Enum):
    """Who plays in a match."""

    SIGNED = "signed"
    BY_LETTER = "by letter"
    ABSENT = "one absent"


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
    return f"<g-{match}.s-{seat}.t-{version}.{what}@{HOST}>"


class Hall:
    """What all tables share: the way to the API, the organiser, the mail, and when to end.

    :param urls: of the API.
    :param is_whole: whether every match is played to its end; else they are cancelled at the close.
    """

    def __init__(self, urls: Sequence[str], organiser: Person, post: Post, *, is_whole: bool) -> None:
        self.urls = list(urls)
        self.organiser = organiser
        self.post = post
        self.is_whole = is_whole
        self.played: list[Played] = []
        self.refused_as_away = 0  # orders to which the API said that it cannot tell what became of them
        self.closing = threading.Event()  # no more matches are begun
        self.broken = threading.Event()  # all is given up

    def insist(self, question: Callable[[], T], what: str) -> T:
        """Ask until there is an answer; raises AssertionError when the patience is at its end."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return question()
            except NoConnection:
                pass
            except RefereeProblem as problem:
                if problem.type not in _AWAY:
                    raise
            self.go_on_until(until, what)

    def go_on_until(self, until: float, what: str) -> None:
        """Wait a moment; raises AssertionError when it is too late, or all is given up."""
        assert time.monotonic() < until, f"did not come in {PATIENCE:.0f} s: {what}"
        assert not self.broken.is_set(), "another match broke"
        time.sleep(_PAUSE)


class Table:
    """One match from its opening to its end."""

    def __init__(self, hall: Hall, kind: Kind, people: tuple[Person, Person], chance: random.Random) -> None:
        self._hall = hall
        self._kind = kind
        self._chance = chance
        urls = hall.urls
        self._people = [person.referee(chance.choice(urls), patience=impatient(2)) for person in people]
        self._once = {
            person.player: person.referee(chance.choice(urls), patience=impatient()) for person in people
        }
        self._organiser = hall.organiser.referee(chance.choice(urls), patience=impatient(2))
        self._seats: dict[int, Referee] = {}
        self._last_seat: int | None = None
        self.played: Played

    def play(self) -> None:
        """Open, begin, play to the end."""
        self._begin()
        until: float | None = (
            None  # counted from when no more matches begin: before, kills may hold this one up
        )
        while (found := self._look())["status"] == "running":
            if self._hall.closing.is_set() and not self._hall.is_whole:
                self._cancel()
                return
            if until is None and self._hall.closing.is_set():
                until = time.monotonic() + LONGEST_END
            assert until is None or time.monotonic() < until, f"{self._where()} does not end"
            assert not self._hall.broken.is_set(), "another match broke"
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
        opened = self._hall.insist(lambda: self._organiser.open_match(_GAME, 2, policy=policy), "open")
        self.played = Played(opened["match"], self._kind)
        self._hall.played.append(self.played)
        for person in self._people:
            self._hall.insist(partial(self._join, person), "join")
        for person in self._people:
            self._seats[self._hall.insist(partial(person.seat, self.played.match), "seat")] = person
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
        return self._hall.insist(lambda: self._organiser.match(self.played.match), "match")

    def _act(self, found: Any) -> bool:
        """Let whoever owes act; False if somebody else has to, or there is nothing to do yet."""
        owed = [turn["seat"] for turn in found["turn"]]
        if not owed:
            return False
        seat = owed[0]
        if self._kind is Kind.ABSENT and seat == self.played.second_seat:
            return False
        player = self._seats[seat]
        steps = self._hall.insist(lambda: player.legal_steps(self.played.match), "legal steps")
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
        return letter_id(self.played.match, seat, base.version, "turn") not in self._hall.post.came

    def _order(self, seat: int, base: Base, steps: list[str], found: Any) -> dict[str, Any]:
        match = self.played.match
        if self._kind is Kind.SIGNED and self._chance.random() < _UNDO_SHARE:
            view = self._hall.insist(lambda: self._seats[seat].view(match), "view")
            if view["undo_to"] and view["base"]["version"] == base.version:
                return orders.undo_order(_GAME, match, seat, base, self._chance.choice(view["undo_to"]))
        return orders.move_order(_GAME, match, seat, base, [self._chance.choice(steps)])

    def _send(self, player: Referee, order: dict[str, Any]) -> Line:
        """Send an order until there is an answer; every sending is logged."""
        until = time.monotonic() + PATIENCE
        while (line := self._send_once(player, order)).answered is None:
            self._hall.go_on_until(until, f"an answer to {order}")
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
            if problem.type in _AWAY:
                self._hall.refused_as_away += 1
            else:
                status, answer, answered = problem.status, problem.members, time.monotonic_ns()
        except NoConnection:
            pass
        line = Line(order, sent, answered, status, answer)
        self.played.lines.append(line)
        return line

    def _cancel(self) -> None:
        try:
            self._hall.insist(lambda: self._organiser.cancel(self.played.match), "cancel")
        except RefereeProblem as problem:
            if problem.type not in ("match/over", "match/cancelled"):
                raise
