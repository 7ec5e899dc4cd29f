"""What the events of time and absence make of a match, and what a new position makes of its clocks."""

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from referee.matches.chain import Base
from referee.matches.events import BY_AUTOPILOT, REFEREE, Event, MalformedEvent
from referee.matches.hours import Hours, fault_in_hours
from referee.matches.match import (
    RUNNING,
    Change,
    Changes,
    Match,
    Place,
    Position,
    SealedPart,
    SeatKey,
    Sitting,
    expect,
)
from referee.matches.policy import (
    LONGEST,
    allows_extensions,
    allows_hours,
    allows_pauses,
    allows_vacating,
    first_time,
    has_clock,
    is_bank,
    lapses_of,
    may_substitute,
    time_after,
    vacation_of,
)
from referee.matches.ticking import SeatClock, Span, spans_of, time_run

_MOST_GENERATIONS = 255  # what a link has room for


def are_all_absent(match: Match) -> bool:
    """Is nobody left who could move?"""
    return bool(match.sittings) and all(sitting.is_vacant for sitting in match.sittings)


def may_take_seat(match: Match, seat: int, player: str) -> bool:
    """May this player take this vacant seat: by the policy, or because it was his until he lapsed?

    Who has resigned does not come back to the match, at no seat.
    """
    if any(place.has_resigned for place in match.places if place.player == player):
        return False
    if match.sittings[seat - 1].generation >= _MOST_GENERATIONS:
        return False
    former = match.place_at(seat)
    if former is not None and former.player == player:
        return True
    return match.place_of(player) is None and may_substitute(match.policy, player)


def running_pause(match: Match, at: int) -> Span | None:
    """The pause of the whole match at an instant, or None; the time of an outage is none."""
    return next((span for span in match.still if span[0] <= at and (span[1] is None or span[1] > at)), None)


def vacation_used(sitting: Sitting) -> int:
    """The milliseconds of vacation that a seat has taken."""
    return sum(until - since for since, until in sitting.vacations)


def vacations_after(sitting: Sitting, at: int, until: int) -> tuple[tuple[int, int], ...]:
    """The vacations of a seat when it takes one now: one that is running gets another end."""
    if sitting.vacations and sitting.vacations[-1][1] > at:
        return (*sitting.vacations[:-1], (sitting.vacations[-1][0], until))
    return (*sitting.vacations, (at, until))


def time_run_of(match: Match, seat: int, at: int) -> int:
    """How much time a seat's stint has taken so far, in milliseconds; 0 if it owes nothing."""
    clock = match.clocks[seat - 1]
    if clock.since is None:
        return 0
    spans = spans_of(clock, match.still, match.sittings[seat - 1].vacations)
    return time_run(clock.since, at, spans)


def check_actor(match: Match, event: Event) -> None:
    """Refuse a move of a player whose seat is vacant, and a move of the referee's where it is not his."""
    seat = event.seat or 0
    expect(1 <= seat <= len(match.clocks), f"seat: {seat} is none of this match")
    if event.data.get("via") == BY_AUTOPILOT:
        expect(may_play_for(match, seat), "via: the seat is not vacant and has not lapsed in this stint")
    else:
        expect(not match.is_vacant(seat), "seat: it is vacant")


def may_play_for(match: Match, seat: int) -> bool:
    """May the referee move for this seat, should it owe?"""
    return match.is_vacant(seat) or match.clocks[seat - 1].has_lapsed


def with_clocks(match: Match, event: Event, changes: Changes) -> Changes:
    """The changes that a position event makes, with those of its clocks.

    :param changes: ``state`` and ``segment`` among them, the new position last.
    """
    if event.type == "MoveUndone":
        there = next(p.clocks for p in match.segment if p.base.version == event.data["to"])
        clocks = _clocks_after_undo(match, event.seat or 0, there, event.at)
    else:
        clocks = _clocks_after(match, changes, event.at)
    base, state, _ = changes["segment"][-1]
    newest = Position(base, state, clocks)
    if event.data.get("via") == BY_AUTOPILOT:
        return {**changes, "clocks": clocks, "segment": (newest,), "segment_seat": None}
    if event.seat is not None and match.sittings[event.seat - 1].lapses:
        changes = {**changes, **_with_sitting(match, event.seat, lambda sitting: sitting._replace(lapses=0))}
    return {**changes, "clocks": clocks, "segment": (*changes["segment"][:-1], newest)}


def after_end(match: Match, at: int) -> Match:
    """The match with all clocks stopped for ever."""
    stopped = [
        clock
        if clock.since is None
        else clock._replace(since=None, extra=0, left=max(0, clock.given - time_run_of(match, seat, at)))
        for seat, clock in _by_seat(match.clocks)
    ]
    return match._replace(clocks=tuple(stopped))


def _clocks_after(match: Match, changes: Changes, at: int) -> tuple[SeatClock, ...]:
    before: tuple[SeatClock, ...] = changes.get("clocks", match.clocks)
    rules, state = match.rules, changes["state"]
    owing = {decision.seat for decision in rules.decisions(state)}
    # Alone, a player would have one stint from the start to the end: there each turn is one.
    is_alone = len(before) == 1 and match.state is not None
    is_new_turn = is_alone and rules.turn(match.state) != rules.turn(state)
    if not is_new_turn and all(
        (clock.since is not None) == (seat in owing) for seat, clock in _by_seat(before)
    ):
        return before
    sittings = changes.get("sittings", match.sittings)
    clocks = list(before)
    for seat, clock in _by_seat(before):
        if clock.since is not None and (seat not in owing or is_new_turn):
            clocks[seat - 1] = clock = _stint_over(match, seat, at)
        if clock.since is None and seat in owing:
            clocks[seat - 1] = clock._replace(since=at, hours=sittings[seat - 1].hours)
    return tuple(clocks)


def _clocks_after_undo(
    match: Match, seat: int, there: tuple[SeatClock, ...], at: int
) -> tuple[SeatClock, ...]:
    """The clocks at the position to which a seat returns.

    Where it is to move there, its stint goes on as it stood, and nobody else has been to move. An undo may be taken
    back, too: to a position at which others are to move. Then its stint ends now, and theirs begins now: while it
    had its moves back it was its own time that ran.
    """
    return tuple(
        _own_clock_after_undo(match, seat, now, then, at)
        if number == seat
        else _other_clock_after_undo(match, number, now, then, at)
        for (number, now), then in zip(_by_seat(match.clocks), there, strict=True)
    )


def _own_clock_after_undo(match: Match, seat: int, now: SeatClock, then: SeatClock, at: int) -> SeatClock:
    if then.since is not None:
        return then
    return now if now.since is None else _stint_over(match, seat, at)


def _other_clock_after_undo(match: Match, seat: int, now: SeatClock, then: SeatClock, at: int) -> SeatClock:
    if then.since is None:
        return then
    return now if now.since is not None else now._replace(since=at, hours=match.sittings[seat - 1].hours)


def _by_seat(clocks: tuple[SeatClock, ...]) -> Iterable[tuple[int, SeatClock]]:
    return enumerate(clocks, start=1)


def _stint_over(match: Match, seat: int, at: int) -> SeatClock:
    clock = match.clocks[seat - 1]
    if not is_bank(match.policy):
        return SeatClock(first_time(match.policy))
    charged = max(0, time_run_of(match, seat, at) - clock.extra)
    return SeatClock(time_after(match.policy, clock.left - charged))


# What each event changes; all of it is judged before anything is.


def _seat_lapsed(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    data, seat = event.data, _seat_of(match, event)
    sitting, clock = match.sittings[seat - 1], match.clocks[seat - 1]
    expect(not sitting.is_vacant, "seat: it is vacant already")
    if event.by != REFEREE:
        expect(allows_vacating(match.policy), "policy: no seat is declared vacant")
        changes = _with_sitting(match, seat, lambda sitting: sitting._replace(is_vacant=True))
        return {**changes, **_closed(match)}
    expect(has_clock(match.policy), "policy: there is no clock")
    expect(clock.since is not None and not clock.has_lapsed, "seat: it owes nothing that it has not missed")
    lapses, most = data["lapses"], lapses_of(match.policy)
    expect(lapses == sitting.lapses + 1, f"lapses: this is number {sitting.lapses + 1} in a row")
    expect(data["vacant"] == (lapses >= most), f"vacant: after {most} lapses in a row")
    changes = _with_sitting(match, seat, lambda s: s._replace(lapses=lapses, is_vacant=data["vacant"]))
    return {**changes, **_closed(match, seat, lambda clock: clock._replace(has_lapsed=True))}


def _seat_resigned(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    seat = _seat_of(match, event)
    sitting = match.sittings[seat - 1]
    expect(not (sitting.has_resigned and sitting.is_vacant), "seat: it has resigned already")
    changes = _with_sitting(match, seat, lambda s: s._replace(has_resigned=True, is_vacant=True))
    return {**changes, **_closed(match), "places": _with_place(match, seat, has_resigned=True)}


def _seat_replaced(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    data, seat = event.data, _seat_of(match, event)
    sitting = match.sittings[seat - 1]
    expect(sitting.is_vacant, "seat: it is not vacant")
    expect(data["place"] == len(match.places) + 1, "place: counts joins")
    expect(sitting.generation < _MOST_GENERATIONS, "seat: it has had too many players")
    expect(may_take_seat(match, seat, data["player"]), "player: may not take this seat")
    keys = tuple(SeatKey(key["x"]) for key in data["keys"])
    successor = Place(data["place"], data["player"], keys, b"", is_substitute=True)
    seats = list(match.seats)
    seats[seat - 1] = data["place"]
    ended = tuple((since, min(until, event.at)) for since, until in sitting.vacations)
    fresh = Sitting(has_resigned=sitting.has_resigned, vacations=ended, generation=sitting.generation + 1)

    def restart(clock: SeatClock) -> SeatClock:
        return SeatClock(first_time(match.policy), None if clock.since is None else event.at)

    return {
        "places": (*_with_place(match, seat, was_replaced=True), successor),
        "seats": tuple(seats),
        **_with_sitting(match, seat, lambda _: fresh),
        **_closed(match, seat, restart),
    }


def _seat_hours_set(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    seat, data = _seat_of(match, event), event.data
    expect(not match.is_vacant(seat), "seat: it is vacant")
    expect(allows_hours(match.policy), "policy: there are no nightly hours")
    hours = None
    if data:
        hours = Hours(data["zone"], data["from"], data["to"], event.at)
        fault = fault_in_hours(hours.zone, hours.begin, hours.end)
        expect(fault is None, f"{fault and ': '.join(fault)}")
    changes = _with_sitting(match, seat, lambda sitting: sitting._replace(hours=hours))
    clock = match.clocks[seat - 1]
    if clock.since is None or clock.hours is not None:
        return changes  # else a seat could turn its nights so that its time never runs
    return {**changes, **_in_this_stint(match, seat, lambda clock: clock._replace(hours=hours))}


def _vacation_taken(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    seat, until = _seat_of(match, event), event.data["until"]
    sitting, most = match.sittings[seat - 1], vacation_of(match.policy)
    expect(not sitting.is_vacant, "seat: it is vacant")
    expect(most > 0, "policy: there are no vacations")
    is_away = bool(sitting.vacations) and sitting.vacations[-1][1] > event.at
    expect(until > event.at or (is_away and until == event.at), "until: lies before the vacation")
    vacations = vacations_after(sitting, event.at, until)
    after = sitting._replace(vacations=vacations)
    expect(vacation_used(after) <= most, "until: more vacation than a seat has")
    return _with_sitting(match, seat, lambda _: after)


def _deadline_extended(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    seat, more = _seat_of(match, event), event.data["ms"]
    expect(has_clock(match.policy), "policy: there is no clock")
    expect(allows_extensions(match.policy), "policy: no time is given")
    expect(match.clocks[seat - 1].since is not None, "seat: it owes nothing")
    expect(not match.is_vacant(seat), "seat: it is vacant")
    expect(match.clocks[seat - 1].extra + more <= LONGEST, "ms: too long")
    return _in_this_stint(match, seat, lambda clock: clock._replace(extra=clock.extra + more))


def _match_paused(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == RUNNING, "a running match is paused")
    expect(not match.is_suspended, "the match is suspended already")
    running = running_pause(match, event.at)
    if event.by == REFEREE:
        expect(are_all_absent(match) and running is None, "not all players are absent")
        return {"still": (*match.still, (event.at, None))}
    until = event.data["until"]
    expect(allows_pauses(match.policy), "policy: there are no pauses")
    expect(event.at < until <= event.at + LONGEST, "until: lies after the pause begins, within a year")
    if running is None:
        return {"still": (*match.still, (event.at, until))}
    return {"still": _with_end(match, running, until)}


def _match_resumed(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == RUNNING, "a running match is resumed")
    running = running_pause(match, event.at)
    if running is None:
        raise MalformedEvent("the match is not paused")
    expect(match.is_suspended == (event.by == REFEREE), "by: who paused the match")
    expect(not match.is_suspended or not are_all_absent(match), "all players are absent still")
    return {"still": _with_end(match, running, event.at)}


def _time_credited(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    since, until = event.data["from"], event.data["to"]
    expect(match.status == RUNNING and has_clock(match.policy), "time is credited where a clock runs")
    expect(since >= max(match.credited_until, match.started_at or 0), "from: this time was credited already")
    return {
        "still": tuple(sorted((*match.still, (since, until)), key=itemgetter(0))),
        "credited_until": until,
    }


def _with_end(match: Match, pause: Span, end: int) -> tuple[Span, ...]:
    return tuple((pause[0], end) if span is pause else span for span in match.still)


def _seat_of(match: Match, event: Event) -> int:
    seat: int = event.data["seat"] if event.seat is None else event.seat
    expect(match.status == RUNNING, "this happens to the seats of a running match")
    expect(seat <= len(match.sittings), f"seat: {seat} is none of this match")
    return seat


def _with_place(match: Match, seat: int, **changed: Any) -> tuple[Place, ...]:
    """All places, that of the player at a seat changed."""
    number = match.seats[seat - 1]
    return (
        *match.places[: number - 1],
        match.places[number - 1]._replace(**changed),
        *match.places[number:],
    )


def _with_sitting(match: Match, seat: int, change: Callable[[Sitting], Sitting]) -> Changes:
    sittings = list(match.sittings)
    sittings[seat - 1] = change(sittings[seat - 1])
    return {"sittings": tuple(sittings)}


def _with_clock(
    clocks: tuple[SeatClock, ...], seat: int, change: Callable[[SeatClock], SeatClock]
) -> tuple[SeatClock, ...]:
    return (*clocks[: seat - 1], change(clocks[seat - 1]), *clocks[seat:])


def _in_this_stint(match: Match, seat: int, change: Callable[[SeatClock], SeatClock]) -> Changes:
    """Change a clock, also where an undo would bring the same stint back."""
    since = match.clocks[seat - 1].since
    return {
        "clocks": _with_clock(match.clocks, seat, change),
        "segment": tuple(
            position._replace(clocks=_with_clock(position.clocks, seat, change))
            if position.clocks and position.clocks[seat - 1].since == since
            else position
            for position in match.segment
        ),
    }


def _closed(
    match: Match, seat: int = 1, change: Callable[[SeatClock], SeatClock] = lambda clock: clock
) -> Changes:
    """No undo returns behind this; a clock may change with it."""
    clocks = _with_clock(match.clocks, seat, change)
    return {
        "clocks": clocks,
        "segment": tuple(position._replace(clocks=clocks) for position in match.segment[-1:]),
        "segment_seat": None,
    }


CHANGES: dict[str, Change] = {
    "SeatLapsed": _seat_lapsed,
    "SeatReplaced": _seat_replaced,
    "SeatHoursSet": _seat_hours_set,
    "VacationTaken": _vacation_taken,
    "DeadlineExtended": _deadline_extended,
    "MatchPaused": _match_paused,
    "MatchResumed": _match_resumed,
    "TimeCredited": _time_credited,
    "SeatResigned": _seat_resigned,
}
