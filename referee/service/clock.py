"""What the referee does when nobody asks it to: remind, lapse a seat, play for who is absent, suspend, clear lobbies."""

from collections.abc import Callable
from typing import NamedTuple

from referee.matches import autopilot, clock, fairness
from referee.matches.clock import Remind
from referee.matches.match import Match
from referee.matches.moves import Decided
from referee.matches.orders import Order
from referee.matches.signatures import Jws, read_detached, sign_detached
from referee.service import lobbies, outages
from referee.service.appending import append, referee_key
from referee.service.deadlines import next_look
from referee.service.house import House, random_bytes
from referee.service.letters_due import writes_for_reminders
from referee.service.loading import existing, load
from referee.strict_json import canonical

_MOST_APPENDS = 200  # in one look at one match; the next look goes on


class Duty(NamedTuple):
    """Something to append: what names it in its done-key, and how it is decided on the log as it is then."""

    name: str
    decide: Callable[[Match], Decided | None]


def do_due(house: House, match_id: str, now: int) -> None:
    """Do all that is due in a match, and say in the index when to look at it again; again is harmless.

    :param now: milliseconds since 1970.
    """
    for _ in range(_MOST_APPENDS):
        match = load(house, match_id)
        if match is None:
            house.due.move(match_id, 0, None)
            return
        if outages.credit(house, match, now):
            continue
        duty = next_duty(house, match, now)
        if duty is None:
            _look_later(house, match, now)
            return
        append(house, match.id, referee_key(duty.name, match.version), duty.decide, check=existing)


def next_duty(house: House, match: Match, now: int) -> Duty | None:
    """The first thing that the referee has to append to a match now, or None."""
    if lobbies.decide_expiry(match, now) is not None:
        return Duty("expire", lambda found: lobbies.decide_expiry(found, now))
    for work in clock.due_work(match, now):
        if not isinstance(work, Remind):
            return _duty_of(house, work, now)
    return None


def _duty_of(house: House, work: clock.Work, now: int) -> Duty:
    def decide(match: Match) -> Decided | None:
        try:
            return autopilot.decide_due(match, work, max(now, match.at), signing(house), new_salt)
        except autopilot.NotDue:
            return None

    return Duty(type(work).__name__.lower(), decide)


def _look_later(house: House, match: Match, now: int) -> None:
    """Ask for the reminders that are due, and say when to look again: both or, if the log moves, neither."""
    rows = writes_for_reminders(match, now, {})
    if rows:
        rows = writes_for_reminders(match, now, house.letters.sent(match.id))
    house.due.move(match.id, match.version, next_look(match, now), rows)


def signing(house: House) -> Callable[[Order], Jws]:
    """The hand by which the referee signs orders of its own."""
    return lambda order: read_detached(sign_detached(canonical(order), house.sign_key))


def new_salt() -> bytes:
    """The salt of a part that some may not see."""
    return random_bytes(fairness.SALT_BYTES)


def mend_index(house: House, match_id: str, now: int) -> bool:
    """Hold the place of a match in the index against its log; True if it had to be mended."""
    match = load(house, match_id)
    if match is None or match.is_complete:
        return False
    stands, should = house.due.at(match_id), next_look(match, now)
    if stands == should or (stands is not None and stands <= now):
        return False
    return house.due.move(match_id, match.version, next_look(match))
