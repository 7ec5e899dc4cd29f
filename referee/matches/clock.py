"""The clock of a match: deadlines, and what the referee has to do at which time. A function of the log and of now."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.matches.absence import are_all_absent, may_play_for, running_pause, time_run_of
from referee.matches.events import MAX_EVENTS
from referee.matches.match import RUNNING, Match
from referee.matches.policy import DAY, has_clock, is_bank, reminders_of
from referee.matches.ticking import runs_out_at, spans_of

GRACE = 30_000  # milliseconds that a lapse waits after the deadline, so that a move on its way wins
ABSENT_AFTER = 7 * DAY  # where there is no clock, a seat that has owed so long may be declared vacant
EVENTS_KEPT_FREE = 8  # for the end of a match that has filled its log


class Remind(NamedTuple):
    """A player is to be told how much time is left.

    :param left: remaining time that the policy names, in milliseconds.
    :param at: when it was reached. With the seat it tells one reminder from another.
    """

    seat: int
    deadline: int
    left: int
    at: int


class Lapse(NamedTuple):
    """A seat is overdue, and its time of grace is over."""

    seat: int
    at: int


class Autopilot(NamedTuple):
    """The referee is to move for a seat."""

    seat: int
    at: int


class Suspend(NamedTuple):
    """All players are absent: the match is to wait."""

    at: int


Work = Remind | Lapse | Autopilot | Suspend


def deadline_of(match: Match, seat: int) -> int | None:
    """When the time of a seat has run out, in milliseconds since 1970 UTC.

    None where no time runs out: without a clock, for a seat that owes nothing or is vacant, in a match that is
    suspended or over. A pause with an end only moves the deadline.
    """
    clock = match.clocks[seat - 1] if 1 <= seat <= len(match.clocks) else None
    if clock is None or not _runs(match, seat):
        return None
    return _reached(match, seat, clock.given)


def remaining(match: Match, seat: int, now: int) -> int | None:
    """The time that a seat has left, in milliseconds; None where none is counted.

    With a bank also a seat that owes nothing has time left, and so it stays when the match is over.
    """
    if not has_clock(match.policy) or not 1 <= seat <= len(match.clocks) or match.is_vacant(seat):
        return None
    clock = match.clocks[seat - 1]
    if clock.since is None:
        return clock.left if is_bank(match.policy) else None
    return max(0, clock.given - time_run_of(match, seat, max(now, match.at)))


def paused_until(match: Match, now: int) -> int | None:
    """When the pause ends that lasts now; None without one, or when the match is suspended."""
    pause = running_pause(match, now)
    return None if pause is None else pause[1]


def is_paused(match: Match, now: int) -> bool:
    """Does the time of all seats stand still, because of a pause or a suspension?"""
    return match.status == RUNNING and running_pause(match, now) is not None


def is_overdue(match: Match, seat: int, now: int) -> bool:
    """Has the deadline of a seat passed?"""
    deadline = deadline_of(match, seat)
    return deadline is not None and now >= deadline


def is_absent(match: Match, seat: int, now: int) -> bool:
    """May an organiser say that nobody is there: a lapse with no act since, a deadline passed, or a week of silence?"""
    if not 1 <= seat <= len(match.sittings) or match.status != RUNNING or match.is_vacant(seat):
        return False
    if match.sittings[seat - 1].lapses or is_overdue(match, seat, now):
        return True
    return not has_clock(match.policy) and time_run_of(match, seat, now) >= ABSENT_AFTER


def due_work(match: Match, now: int) -> list[Work]:
    """What the referee has to do, in the order of time; of each seat's reminders the newest alone."""
    due = [work for work in _all_work(match) if work.at <= now]
    newest = {work.seat: work.at for work in due if isinstance(work, Remind)}
    lapsed = {work.seat for work in due if isinstance(work, Lapse)}
    return sorted(
        (
            work
            for work in due
            if not isinstance(work, Remind) or (work.at == newest[work.seat] and work.seat not in lapsed)
        ),
        key=lambda work: work.at,
    )


def next_due(match: Match, after: int = 0) -> int | None:
    """The first instant at which the referee has something to do; None: never, unless something happens.

    :param after: reminders up to this instant are settled. All else leaves its trace in the log, and is due until
        it stands there.
    """
    return min(
        (work.at for work in _all_work(match) if work.at > after or not isinstance(work, Remind)),
        default=None,
    )


def _all_work(match: Match) -> Iterator[Work]:
    if match.status != RUNNING or match.is_suspended or match.version > MAX_EVENTS - EVENTS_KEPT_FREE:
        return
    pause = running_pause(match, match.at)
    earliest = match.at if pause is None or pause[1] is None else pause[1]
    if are_all_absent(match):
        yield Suspend(earliest)
        return
    for seat, clock in enumerate(match.clocks, start=1):
        if clock.since is not None and may_play_for(match, seat):
            yield Autopilot(seat, earliest)
        elif _runs(match, seat):
            yield from _work_of(match, seat, earliest)


def _work_of(match: Match, seat: int, earliest: int) -> Iterator[Work]:
    given = match.clocks[seat - 1].given
    deadline = _reached(match, seat, given)
    if deadline is None:
        return
    for left in reminders_of(match.policy, given):
        at = _reached(match, seat, given - left)
        if at is not None:
            yield Remind(seat, deadline, left, at)
    yield Lapse(seat, max(deadline + GRACE, earliest))


def _runs(match: Match, seat: int) -> bool:
    """Does a seat owe something in its own time?"""
    return (
        match.status == RUNNING
        and has_clock(match.policy)
        and match.clocks[seat - 1].since is not None
        and not match.is_vacant(seat)
    )


def _reached(match: Match, seat: int, run: int) -> int | None:
    """When a seat's stint has taken so much time; None: never, if nothing happens."""
    clock = match.clocks[seat - 1]
    spans = spans_of(clock, match.still, match.sittings[seat - 1].vacations)
    return runs_out_at(clock.since or 0, run, spans)
