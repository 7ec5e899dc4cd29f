"""Nightly hours: a player sets them once; they go into each live match in which he has a seat."""

from collections.abc import Mapping
from typing import Any

from referee.matches import acts
from referee.matches.hours import fault_in_hours
from referee.matches.match import RUNNING, Match
from referee.matches.moves import Decided
from referee.matches.policy import nights_count
from referee.matches.refusals import Refused
from referee.service.appending import DONE_KEY_BYTES, append
from referee.service.house import House, random_bytes
from referee.service.loading import existing, load


def show_hours(house: House, player: str) -> Mapping[str, Any] | None:
    """The nightly hours of a player, or None."""
    return house.hours.get(player)


def set_hours(house: House, player: str, given: Mapping[str, Any] | None) -> None:
    """Set the nightly hours of a player; the events in his live matches follow.

    :param given: ``zone`` (IANA name), ``from`` and ``to`` (minutes after midnight), or None for no hours.
    :raises Refused: ``hours/invalid``.
    """
    fault = None if given is None else fault_in_hours(given["zone"], given["from"], given["to"])
    if fault is not None:
        field, why = fault
        raise Refused("hours/invalid", f"{why[0].upper()}{why[1:]}.", field=field)
    house.hours.set(player, given)


def spread_hours(house: House, player: str, now: int) -> None:
    """Append SeatHoursSet to each live match in which the player's hours are others than he has set."""
    for match_id in house.lists.live(player):
        spread_in_match(house, match_id, now)


def spread_in_match(house: House, match_id: str, now: int) -> None:
    """Append SeatHoursSet for each seat whose player has set other hours; again is harmless."""
    match = load(house, match_id)
    if match is None or match.status != RUNNING or not nights_count(match.policy):
        return
    for seat in range(1, len(match.seats) + 1):
        _set_in_match(house, match_id, seat, now)


def _set_in_match(house: House, match_id: str, seat: int, now: int) -> None:
    def decide(match: Match) -> Decided | None:
        place = match.place_at(seat)
        if match.status != RUNNING or place is None or match.is_vacant(seat):
            return None
        # Read on each attempt: what another worker has appended meanwhile may be newer than what was read before.
        return acts.decide_hours(match, seat, house.hours.get(place.player), max(now, match.at))

    # A key for this attempt alone: hours that come back to what they were are another act.
    append(house, match_id, random_bytes(DONE_KEY_BYTES), decide, check=existing)
