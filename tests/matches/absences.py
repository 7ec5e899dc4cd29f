"""Events of time and absence, good where they may stand."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.matches.autopilot import default_line
from referee.matches.events import REFEREE, Event, read_event
from referee.matches.match import Match
from referee.matches.policy import DAY, HOUR
from referee.matches.refusals import Refused
from tests.matches.building import ORGANISER, Builder, jwk_of, key_of, started_match

SUBSTITUTE = "z" * 16
GRACE = 30_000
PER_MOVE = {"kind": "move", "per_move": DAY}
BANK = {"kind": "bank", "bank": 10 * HOUR, "increment": HOUR, "cap": 12 * HOUR}
ALL_ALLOWED = {
    "vacation": 10 * DAY,
    "pauses": "organiser",
    "extensions": "organiser",
    "vacate": True,
    "substitutes": "anybody",
}


def timed_match(
    players: int = 2, seed: int = 1, clock: dict[str, Any] | None = None, **policy: Any
) -> Builder:
    """A match with a clock (a day per stint, if nothing else is said) in which all is allowed."""
    return started_match(players, seed, policy={"clock": clock or PER_MOVE, **ALL_ALLOWED, **policy})


def mover(builder: Builder) -> int:
    """The seat that owes."""
    return builder.match.decisions()[0].seat


def play_stint(builder: Builder) -> Builder:
    """Let the seat that owes take its turn as an absent one would, by orders of its own."""
    seat = mover(builder)
    while builder.match.decisions() and mover(builder) == seat:
        builder.move(seat, *default_line(builder.match.rules, builder.match.state, seat))
    return builder


def types_of(builder: Builder, after: int = 0) -> list[str]:
    """The types of the events after a version."""
    return [read_event(entry.text).type for entry in builder.entries[after:]]


def event_of_absence(kind: str, match: Match, at: int, seat: int = 1) -> Event:
    """An event of a kind that concerns a seat, as the match stands.

    :raises KeyError: for a kind that has nothing to do with time or absence.
    """
    sitting = match.sittings[seat - 1] if match.sittings else None
    lapses = 1 if sitting is None else sitting.lapses + 1
    keys = [jwk_of(key_of("substitute"))]
    lapse = {"seat": seat, "reason": "time", "lapses": lapses, "vacant": lapses >= 2, "deadline": at}
    resigned = {"base": 4, "head": "0" * 64, "key": 1, "signature": "A" * 86}
    return {
        "SeatLapsed": Event(kind, at, lapse, by=REFEREE),
        "SeatReplaced": Event(
            kind,
            at,
            {"seat": seat, "place": len(match.places) + 1, "player": SUBSTITUTE, "keys": keys},
        ),
        "SeatHoursSet": Event(kind, at, {"zone": "Europe/Madrid", "from": 1320, "to": 420}, seat=seat),
        "VacationTaken": Event(kind, at, {"until": at + 3_600_000}, seat=seat),
        "DeadlineExtended": Event(
            kind, at, {"seat": seat, "ms": 3_600_000, "reason": "illness"}, by=ORGANISER
        ),
        "MatchPaused": Event(kind, at, {"reason": "holidays", "until": at + 3_600_000}, by=ORGANISER),
        "MatchResumed": Event(kind, at, {"reason": "all-back"}, by=ORGANISER),
        "TimeCredited": Event(kind, at, {"from": at - 1, "to": at}, by=REFEREE),
        "SeatResigned": Event(kind, at, resigned, seat=seat),
    }[kind]


def lapse(builder: Builder) -> Builder:
    """Let the seat that owes miss its deadline."""
    return builder.wait(400 * DAY).do_due()


def suspended_match(**policy: Any) -> Builder:
    """A match of two who are both absent."""
    return lapse(lapse(timed_match(2, lapses=1, **policy)))


def refused(name: str, act: Callable[..., Any], *arguments: Any) -> Refused:
    """The refusal of that name with which an act is answered."""
    with pytest.raises(Refused) as caught:
        act(*arguments)
    assert caught.value.name == name
    return caught.value
