"""What organisers and players decide about time and seats, and what the referee gives back. Pure, as moves.py."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.matches.absence import (
    may_take_seat,
    running_pause,
    vacation_used,
    vacations_after,
)
from referee.matches.clock import deadline_of, is_absent
from referee.matches.events import ALL_ABSENT, BY_TIME, REFEREE, Event
from referee.matches.hours import Hours, fault_in_hours
from referee.matches.match import Match, Sitting
from referee.matches.moves import Decided, check_match_runs, check_room, vacant
from referee.matches.policy import (
    LONGEST,
    allows_extensions,
    allows_hours,
    allows_pauses,
    allows_vacating,
    has_clock,
    vacation_of,
)
from referee.matches.refusals import Refused
from referee.matches.schemas import WORD

SEAT_TAKEN = "seat-taken"  # why the referee resumes a match


def decide_pause(match: Match, by: str, until: int, reason: str, at: int) -> Decided:
    """The organiser pauses the match; a pause that lasts gets another end.

    :param by: the organiser's id; that he is one, the caller has made sure of.
    :param until: milliseconds since 1970; every pause has an end.
    :param reason: a word, never free text.
    :raises Refused: ``match/...``, ``policy/forbids``, ``pause/invalid``.
    """
    _check(match)
    if not allows_pauses(match.policy):
        raise _forbidden("pauses", "This match has no pauses.")
    _check_reason(reason)
    if match.is_suspended:
        raise Refused("pause/invalid", "The match waits for a player already.", field="until")
    if not at < until <= at + LONGEST:
        raise Refused("pause/invalid", "A pause ends later than it begins, within a year.", field="until")
    return _by(by, "MatchPaused", at, {"reason": reason, "until": until})


def decide_resume(match: Match, by: str, reason: str, at: int) -> Decided:
    """The organiser ends a pause early.

    :raises Refused: ``match/...``, ``pause/not-paused`` (also for a match that is suspended: a player ends that).
    """
    _check(match)
    _check_reason(reason)
    if match.is_suspended or running_pause(match, at) is None:
        raise Refused("pause/not-paused", "No organiser's pause lasts now.")
    return _by(by, "MatchResumed", at, {"reason": reason})


def decide_extension(match: Match, by: str, seat: int, more: int, reason: str, at: int) -> Decided:
    """The organiser gives a seat more time for its present stint.

    :param more: milliseconds.
    :raises Refused: ``match/...``, ``policy/forbids``, ``extension/not-owing``, ``extension/too-long``.
    """
    _check(match)
    if not has_clock(match.policy):
        raise _forbidden("clock", "This match has no clock.")
    if not allows_extensions(match.policy):
        raise _forbidden("extensions", "In this match no time is given.")
    _check_reason(reason)
    if not 1 <= seat <= len(match.clocks) or match.clocks[seat - 1].since is None or match.is_vacant(seat):
        raise Refused("extension/not-owing", f"Seat {seat} owes nothing of its own now.")
    if not 0 < more <= LONGEST - match.clocks[seat - 1].extra:
        raise Refused("extension/too-long", "The time given to a stint is at most a year.")
    return _by(by, "DeadlineExtended", at, {"seat": seat, "ms": more, "reason": reason})


def decide_vacancy(match: Match, by: str, seat: int, reason: str, at: int) -> Decided:
    """The organiser declares the seat of an absent player vacant.

    :raises Refused: ``match/...``, ``policy/forbids``, ``seat/not-absent``.
    """
    _check(match)
    if not allows_vacating(match.policy):
        raise _forbidden("vacate", "In this match no seat is declared vacant.")
    _check_reason(reason)
    if not is_absent(match, seat, at):
        raise Refused("seat/not-absent", f"The player of seat {seat} is not absent, or the seat is vacant.")
    return _by(by, "SeatLapsed", at, {"seat": seat, "reason": reason, "vacant": True})


def decide_hours(match: Match, seat: int, hours: Mapping[str, Any] | None, at: int) -> Decided | None:
    """A seat gets nightly hours, or gives them up (None). The decision is None where they are so already.

    :param hours: ``zone`` (an IANA name), ``from`` and ``to`` (minutes of the day).
    :raises Refused: ``match/...``, ``policy/forbids``, ``seat/vacant``, ``hours/invalid``.
    """
    sitting = _check_seat(match, seat)
    if not allows_hours(match.policy):
        raise _forbidden("hours", "This match has no nightly hours.")
    data = {} if hours is None else {"zone": hours["zone"], "from": hours["from"], "to": hours["to"]}
    wanted = Hours(data["zone"], data["from"], data["to"]) if data else None
    fault = fault_in_hours(wanted.zone, wanted.begin, wanted.end) if wanted is not None else None
    if fault is not None:
        raise Refused("hours/invalid", f"The nightly hours are wrong: {': '.join(fault)}.", field=fault[0])
    present = None if sitting.hours is None else sitting.hours._replace(at=0)
    if present == wanted:
        return None
    return Decided([Event("SeatHoursSet", at, data, seat=seat)], [None])


def decide_vacation(match: Match, seat: int, until: int, at: int) -> Decided:
    """A seat takes a vacation from now on; one that lasts gets another end, now at the earliest.

    :raises Refused: ``match/...``, ``policy/forbids``, ``seat/vacant``, ``vacation/too-long`` (with ``left``).
    """
    sitting = _check_seat(match, seat)
    most = vacation_of(match.policy)
    if not most:
        raise _forbidden("vacation", "This match has no vacations.")
    is_away = bool(sitting.vacations) and sitting.vacations[-1][1] > at
    left = most - vacation_used(sitting)
    if until < at or (until == at and not is_away):
        raise Refused("vacation/too-long", "A vacation ends later than it begins.", left=left)
    after = sitting._replace(vacations=vacations_after(sitting, at, until))
    if vacation_used(after) > most:
        raise Refused("vacation/too-long", f"Of this seat's vacation {left} ms are left.", left=left)
    return Decided([Event("VacationTaken", at, {"until": until}, seat=seat)], [None])


def decide_replacement(
    match: Match, seat: int, player: str, keys: Sequence[Mapping[str, str]], at: int
) -> Decided:
    """A player takes a vacant seat; a match that was suspended goes on.

    :param keys: his active keys as JWK.
    :raises Refused: ``match/...``, ``seat/not-vacant``, ``match/already-seated``, ``policy/forbids``.
    """
    _check(match)
    if not match.is_vacant(seat):
        raise Refused("seat/not-vacant", f"Seat {seat} is not vacant.")
    if match.seat_of(player) not in (None, seat):
        raise Refused("match/already-seated", "You have another seat in this match.")
    if not may_take_seat(match, seat, player):
        raise _forbidden("substitutes", "In this match this seat is not for you.")
    data = {
        "seat": seat,
        "place": len(match.places) + 1,
        "player": player,
        "keys": [dict(key) for key in keys],
    }
    events = [Event("SeatReplaced", at, data)]
    if match.is_suspended:
        events.append(Event("MatchResumed", at, {"reason": SEAT_TAKEN}, by=REFEREE))
    return Decided(events, [None] * len(events))


def decide_credit(match: Match, at: int, away_from: int, away_to: int) -> Decided | None:
    """Give back the time of an outage of ours; None where no clock ran in it, or it was given back already.

    :param away_from: milliseconds since 1970; ``away_to`` the end, not after ``at``.
    """
    since = max(away_from, match.credited_until, match.started_at or 0)
    away_to = min(away_to, at)
    seats = range(1, len(match.clocks) + 1)
    running = [match.clocks[seat - 1].since for seat in seats if deadline_of(match, seat) is not None]
    if since >= away_to or all(begun is None or begun >= away_to for begun in running):
        return None
    return _by(REFEREE, "TimeCredited", at, {"from": since, "to": away_to})


def _check(match: Match) -> None:
    check_match_runs(match)
    check_room(match)


def _check_seat(match: Match, seat: int) -> Sitting:
    _check(match)
    if match.is_vacant(seat):
        raise vacant(match, seat)
    return match.sittings[seat - 1]


def _check_reason(reason: str) -> None:
    if re.fullmatch(WORD, reason) is None or reason in (ALL_ABSENT, BY_TIME):
        raise Refused(
            "request/schema", "A reason is a word such as illness; those of the referee are its own."
        )


def _forbidden(member: str, why: str) -> Refused:
    return Refused("policy/forbids", why, policy=member)


def _by(who: str, kind: str, at: int, data: Mapping[str, Any]) -> Decided:
    return Decided([Event(kind, at, data, by=who)], [None])
