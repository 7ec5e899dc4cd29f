"""Open matches in which nothing happens for long: their organiser is told, then the referee cancels them."""

from referee.matches.events import REFEREE, Event
from referee.matches.match import OPEN, Match
from referee.matches.moves import Decided

_DAY_MS = 24 * 3600 * 1000
STAYS_OPEN_MS = 30 * _DAY_MS  # since the last event: somebody who joins gives the others as long again
TOLD_BEFORE_MS = 3 * _DAY_MS
EXPIRED = "expired"  # the reason of the MatchCancelled


def expires_at(match: Match) -> int | None:
    """When the referee cancels an open match (ms since 1970); None for one that is not open."""
    return match.at + STAYS_OPEN_MS if match.status == OPEN else None


def next_look(match: Match, after: int) -> int | None:
    """When an open match is to be looked at: to tell its organiser, then to cancel it; None for one that is not open."""
    end = expires_at(match)
    if end is None:
        return None
    told = end - TOLD_BEFORE_MS
    return told if told > after else end


def is_to_tell(match: Match, now: int) -> bool:
    """Is it time to tell the organiser of an open match that it is about to be cancelled?"""
    end = expires_at(match)
    return end is not None and now >= end - TOLD_BEFORE_MS


def decide_expiry(match: Match, at: int) -> Decided | None:
    """Cancel an open match whose time is up; None for any other."""
    end = expires_at(match)
    if end is None or at < end or match.seed is None:
        return None
    data = {"reason": EXPIRED, "seed": match.seed.hex()}
    return Decided([Event("MatchCancelled", max(at, match.at), data, by=REFEREE)], [])
