"""Random histories of a match with a clock, and what must hold at every point of each."""

import random
from collections.abc import Callable
from typing import Any

from referee.matches import acts
from referee.matches.absence import running_pause
from referee.matches.clock import Remind, deadline_of, due_work, next_due, remaining
from referee.matches.fold import fold
from referee.matches.match import RUNNING, Match
from referee.matches.policy import DAY, HOUR
from referee.matches.record import read_record
from referee.matches.refusals import Refused
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.matches.verify import verify_record
from referee.strict_json import canonical, read
from tests.matches.building import ORGANISER, Builder, jwk_of, key_of, started_match, unseal

ZONES = ("Europe/Madrid", "America/Santiago", "Australia/Sydney", "Asia/Kathmandu", "UTC")
MINUTE = 60_000


def random_policy(chance: random.Random) -> dict[str, Any]:
    """A policy with a clock of either kind, and much or little allowed."""
    bank = chance.randrange(1, 100) * HOUR
    clocks: list[dict[str, Any]] = [
        {"kind": "move", "per_move": chance.choice([HOUR, DAY, 7 * DAY])},
        {"kind": "bank", "bank": bank, "increment": chance.randrange(20) * HOUR, "cap": bank + 50 * HOUR},
    ]
    return {
        "clock": chance.choice(clocks),
        "lapses": chance.choice([1, 2, 3, 50]),
        "vacation": chance.choice([0, 3 * DAY, 30 * DAY]),
        "pauses": chance.choice(["nobody", "organiser"]),
        "extensions": "organiser",
        "vacate": True,
        "substitutes": "anybody",
    }


class History:
    """One history: what happened, and what is known from before.

    :param number: histories of one number and seed are the same.
    """

    def __init__(self, number: int, seed: int) -> None:
        self.chance = random.Random(f"{seed} {number}")
        self.name = f"history {number} of seed {seed}"
        players = self.chance.randint(2, 5)
        self.builder: Builder = started_match(players, number, policy=random_policy(self.chance))
        self.known: dict[int, Match] = {}  # by the version of the position: the match as it last stood there
        self.note()
        self.substitutes = 0

    @property
    def match(self) -> Match:
        return self.builder.match

    def go_on(self, acts_in_all: int) -> None:
        """Let so many things happen, each judged; then the end, which must stand still.

        :raises AssertionError: naming the history and what does not hold.
        """
        for _ in range(acts_in_all):
            if self.match.status != RUNNING:
                break
            self.pass_time()
            before = self.match
            act = self.chance.choice(_ACTS)
            try:
                act(self)
            except Refused:
                self.demand(self.match == before, "what is refused changes nothing")
            else:
                self.judge(before)
        self.judge_restart()
        if self.match.status == RUNNING:
            self.builder.cancel()
        else:
            self.builder.score()
        self.judge_end()
        if self.chance.random() < 0.05:
            verify_record(read_record(self.builder.record()))

    def kinds(self) -> list[str]:
        """The types of all that happened."""
        return [read(entry.text)["type"] for entry in self.builder.entries]

    def demand(self, holds: bool, why: str) -> None:
        if not holds:
            raise AssertionError(f"{self.name}, version {self.match.version}: {why}")

    # Time

    def pass_time(self) -> None:
        """Some time passes: none gains by it, and the clock process does what is due."""
        match, now = self.match, max(self.builder.now, self.match.at)
        span = self.chance.choice([1, MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY])
        later = now + self.chance.randrange(span)
        for seat in range(1, match.players + 1):
            one, other = remaining(match, seat, now), remaining(match, seat, later)
            if one is not None and other is not None:
                pause = running_pause(match, now)
                ran = later - now if pause is None else max(0, later - (pause[1] or later))
                self.demand(0 <= one - other <= ran, f"seat {seat} gains time, or loses too much")
        self.builder.now = later
        if self.chance.random() < 0.8:
            self.builder.do_due()
            self.note()
            undone = [work for work in due_work(self.match, later) if not isinstance(work, Remind)]
            self.demand(not undone, "what is due was done")

    def note(self) -> None:
        if self.match.base is not None:
            self.known[self.match.base.version] = self.match

    # Judging

    def judge(self, before: Match) -> None:
        """What must hold after an act: no time out of nothing, and deadlines that agree with what remains."""
        match, at = self.match, self.match.at
        self.note()
        kinds = {
            entry.text.split('"type":"')[1].split('"')[0] for entry in self.builder.entries[before.version :]
        }
        for seat in range(1, match.players + 1):
            self.judge_stint(before, seat, at, kinds)
            end = deadline_of(match, seat)
            if end is None:
                continue
            left = remaining(match, seat, at)
            self.demand(left is not None, "a seat with a deadline has some time, if none")
            self.demand(
                remaining(match, seat, max(end, at)) == 0, f"seat {seat}: nothing is left at its deadline"
            )
            if left:
                self.demand(remaining(match, seat, end - 1) == 1, f"seat {seat}: the deadline is wrong")
        if "MoveUndone" in kinds:
            to = int(self.builder.entries[-1].text.split('"to":')[1].split("}")[0].split(",")[0])
            self.judge_undo(before, self.known[to], at)
        if self.chance.random() < 0.1:
            self.judge_restart()

    def judge_stint(self, before: Match, seat: int, at: int, kinds: set[str]) -> None:
        """faults.md A34: within a stint time is gained by an extension or a credit, and by nothing else."""
        old, new = before.clocks[seat - 1], self.match.clocks[seat - 1]
        one, other = remaining(before, seat, at), remaining(self.match, seat, at)
        if "SeatReplaced" in kinds or old.since is None or one is None or other is None:
            return
        if old.since != new.since:
            if "MoveUndone" not in kinds:
                self.judge_bank(seat, one, new.left)
        elif "MoveUndone" in kinds:
            self.demand((old.extra, old.hours) == (new.extra, new.hours), "an undo takes nothing away")
        elif kinds & {"DeadlineExtended", "TimeCredited"}:
            self.demand(other >= one, f"seat {seat} loses by what it was given")
        else:
            self.demand(other == one, f"seat {seat} has {other} instead of {one} after {kinds}")

    def judge_bank(self, seat: int, one: int, left: int) -> None:
        """At the end of a stint no more is left than remained, and the increment, and never more than the cap."""
        clock = self.match.policy["clock"]
        if clock["kind"] == "bank" and self.match.status == RUNNING:
            most = min(clock["cap"], one + clock["increment"])
            self.demand(left <= most, f"seat {seat} has {left} of at most {most} left")

    def judge_undo(self, before: Match, then: Match, at: int) -> None:
        """faults.md A39: the clocks are those of the position that came back.

        But where it is a position at which the seat had passed the turn on, nobody else pays for the time between.
        """
        now = self.match
        self.demand(now.state == then.state, "the position is that of then")
        self.demand(
            [clock.since is None for clock in now.clocks] == [clock.since is None for clock in then.clocks],
            "who is to move is to move again",
        )
        goes_forward = then.clocks[before.segment_seat - 1].since is None if before.segment_seat else False
        for seat, (one, other) in enumerate(zip(then.clocks, now.clocks, strict=True), start=1):
            if goes_forward:
                self.judge_redo(before, seat, at)
                continue
            same = one._replace(extra=0, hours=None) == other._replace(extra=0, hours=None)
            self.demand(same and other.extra >= one.extra, f"seat {seat} has another clock than then")
            if (one.extra, one.hours) == (other.extra, other.hours):
                world = then._replace(still=now.still, sittings=now.sittings)
                self.demand(
                    deadline_of(world, seat) == deadline_of(now, seat), f"seat {seat} has another deadline"
                )

    def judge_redo(self, before: Match, seat: int, at: int) -> None:
        """A turn is passed on once more: a stint that ends is paid for, one that begins has all of its time."""
        old, new = before.clocks[seat - 1], self.match.clocks[seat - 1]
        if (old.since is None) == (new.since is None):
            self.demand(old == new, f"seat {seat} is to move, or not, as before, and has another clock")
        elif new.since is None:
            self.judge_bank(seat, remaining(before, seat, at) or 0, new.left)
        else:
            self.demand((new.since, new.left) == (at, old.left), f"seat {seat} begins with less time")

    def judge_restart(self) -> None:
        """faults.md A42: from the log alone, or from a snapshot, come the same deadlines."""
        match = self.match
        written = read(canonical(write_snapshot(match)).decode())
        for again in (
            fold(self.builder.entries, seed=self.builder.seed, unseal=unseal),
            read_snapshot(written, self.builder.seed),
        ):
            self.demand(again is not None, "the snapshot is read")
            assert again is not None
            self.demand(again._replace(line=None) == match._replace(line=None), "the match is the same")
            self.demand(next_due(again) == next_due(match), "the next instant is the same")

    def judge_end(self) -> None:
        """faults.md A40: what is over stands still."""
        match = self.match
        for seat in range(1, match.players + 1):
            self.demand(deadline_of(match, seat) is None, "no deadline after the end")
            seen = {remaining(match, seat, match.at + later) for later in (0, 1, DAY, 10_000 * DAY)}
            self.demand(len(seen) == 1, f"seat {seat}: the clock runs after the end")
        self.demand(
            next_due(match) is None and not due_work(match, match.at + 10_000 * DAY), "nothing is due"
        )

    # What may happen

    def any_seat(self) -> int:
        return self.chance.randint(1, self.match.players)

    def at(self) -> int:
        return max(self.builder.next_at, self.builder.now)

    def move(self) -> None:
        """A move of who owes: to its end, or one step of it."""
        self.builder.play_on(self.chance, most=1, line_share=self.chance.choice([0.0, 1.0]))

    def undo(self) -> None:
        for seat in range(1, self.match.players + 1):
            targets = self.match.undo_targets(seat)
            if targets:
                self.builder.undo(seat, self.chance.choice(targets))
                return
        self.move()

    def resign(self) -> None:
        if self.chance.random() < 0.1:
            self.builder.resign(self.any_seat())

    def set_hours(self) -> None:
        begin, length = self.chance.randrange(1440), self.chance.randint(1, 720)
        hours = {"zone": self.chance.choice(ZONES), "from": begin, "to": (begin + length) % 1440}
        chosen = hours if self.chance.random() < 0.8 else None
        decided = acts.decide_hours(self.match, self.any_seat(), chosen, self.at())
        if decided is not None:
            self.builder.take(decided)

    def take_vacation(self) -> None:
        until = self.at() + self.chance.randrange(4 * DAY)
        self.builder.take(acts.decide_vacation(self.match, self.any_seat(), until, self.at()))

    def pause(self) -> None:
        until = self.at() + self.chance.randrange(1, 3 * DAY)
        self.builder.take(acts.decide_pause(self.match, ORGANISER, until, "holidays", self.at()))

    def resume(self) -> None:
        self.builder.take(acts.decide_resume(self.match, ORGANISER, "all-back", self.at()))

    def extend(self) -> None:
        more = self.chance.randrange(1, 2 * DAY)
        self.builder.take(
            acts.decide_extension(self.match, ORGANISER, self.any_seat(), more, "illness", self.at())
        )

    def vacate(self) -> None:
        self.builder.take(acts.decide_vacancy(self.match, ORGANISER, self.any_seat(), "gone", self.at()))

    def replace(self) -> None:
        """A player takes whichever seat is vacant."""
        for seat in range(1, self.match.players + 1):
            if self.match.is_vacant(seat):
                place = len(self.match.places) + 1
                keys = [jwk_of(key_of(f"player {place}"))]
                player = f"{place:016d}"
                self.builder.take(acts.decide_replacement(self.match, seat, player, keys, self.at()))
                return

    def credit(self) -> None:
        begin = self.at() - self.chance.randrange(1, 5 * HOUR)
        decided = acts.decide_credit(self.match, self.at(), begin, begin + self.chance.randrange(1, 5 * HOUR))
        if decided is not None:
            self.builder.take(decided)


_ACTS: list[Callable[[History], None]] = [
    *[History.move] * 8,
    *[History.undo] * 3,
    *(History.resign, History.set_hours, History.take_vacation, History.pause, History.resume),
    *(History.extend, History.vacate, History.replace, History.credit),
]


def play_history(number: int, seed: int, acts_in_all: int = 40) -> History:
    """Play and judge one history; raises AssertionError."""
    history = History(number, seed)
    history.go_on(acts_in_all)
    return history
