"""An outage of ours costs no player time: what was away is credited once to each match whose clock ran."""

import logging

from referee.matches import acts
from referee.matches.match import RUNNING, Match
from referee.matches.moves import Decided
from referee.service.appending import append, referee_key
from referee.service.house import House
from referee.service.loading import existing, load
from referee.store.beats import Outage

LONGEST_SILENCE_MS = 60_000  # between two beats; a longer one is an outage
_logger = logging.getLogger(__name__)


def beat(house: House, now: int) -> bool:
    """Say that the service is well; True if it was silent too long before: that is to be credited to all matches.

    :param now: milliseconds since 1970.
    """
    was_away = house.beats.beat(now, LONGEST_SILENCE_MS)
    if was_away:
        _logger.warning(
            "the service was away for more than %d s: players get that time back", LONGEST_SILENCE_MS // 1000
        )
    return was_away


def credit_match(house: House, match_id: str, now: int) -> None:
    """Append the outages that a match, if there is one, has not been credited with yet."""
    match = load(house, match_id)
    if match is not None:
        credit(house, match, now)


def credit(house: House, match: Match, now: int) -> bool:
    """Append the outages that a match has not been credited with yet; True if there were any."""
    if match.status != RUNNING or match.started_at is None:
        return False
    found = [_credit(house, match, outage, now) for outage in house.beats.outages(match.started_at)]
    return any(found)


def _credit(house: House, match: Match, outage: Outage, now: int) -> bool:
    def decide(found: Match) -> Decided | None:
        # A look may have begun before the outage that another clock found since: it is credited whole, or never.
        return acts.decide_credit(found, max(now, found.at, outage.end), outage.start, outage.end)

    if decide(match) is None:
        return False
    done_key = referee_key("credit", outage.start)
    if house.logs.done(match.id, done_key) is not None:
        return False
    _, appended = append(house, match.id, done_key, decide, check=existing)
    return appended is not None and appended.kind == "appended"
