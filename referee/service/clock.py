"""What the referee does when nobody asks it to: it clears lobbies."""

from referee.matches.match import CANCELLED, Match
from referee.service import lobbies
from referee.service.appending import append, referee_key
from referee.service.deadlines import next_look
from referee.service.house import House
from referee.service.loading import existing, load

_MOST_APPENDS = 200  # in one look at one match; the next look goes on


def do_due(house: House, match_id: str, now: int) -> None:
    """Do all that is due in a match, and say in the index when to look at it again; again is harmless.

    :param now: milliseconds since 1970.
    """
    for _ in range(_MOST_APPENDS):
        match = load(house, match_id)
        if match is None:
            house.due.move(match_id, 0, None)
            return
        if not _append_due(house, match, now):
            house.due.move(match.id, match.version, next_look(match, now))
            return


def mend_index(house: House, match_id: str, now: int) -> bool:
    """Hold the place of a match in the index against its log; True if it had to be mended."""
    match = load(house, match_id)
    if match is None or match.scored or match.status == CANCELLED:
        return False
    stands, should = house.due.at(match_id), next_look(match, now)
    if stands == should or (stands is not None and stands <= now):
        return False
    return house.due.move(match_id, match.version, next_look(match))


def _append_due(house: House, match: Match, now: int) -> bool:
    """Append the first thing that is due; False if there is none."""
    if lobbies.decide_expiry(match, now) is None:
        return False
    done_key = referee_key("expire", match.version)
    _, appended = append(
        house, match.id, done_key, lambda found: lobbies.decide_expiry(found, now), check=existing
    )
    return appended is not None and appended.kind == "appended"
