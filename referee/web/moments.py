"""Moments on pages: the wall clock of who looks, where we know his time zone."""

from referee.matches.clock import deadline_of, is_paused, paused_until
from referee.matches.match import Match
from referee.service import nights
from referee.web.answers import say
from referee.web.visits import Visit
from referee.words.deadlines import deadline_text


def moment_for(visit: Visit, moment: int | None, player: str | None) -> str | None:
    """A moment (ms since 1970) in the zone of a player's nightly hours, else in UTC; None stays None."""
    if moment is None:
        return None
    hours = None if player is None else nights.show_hours(visit.house, player)
    return deadline_text(moment, visit.now, None if hours is None else str(hours["zone"]), visit.language)


def next_deadline(visit: Visit, match: Match) -> str | None:
    """By when the next of those who owe has to move; None where no time runs out."""
    deadlines = [deadline_of(match, owed.seat) for owed in match.decisions()]
    earliest = min((each for each in deadlines if each is not None), default=None)
    return moment_for(visit, earliest, visit.player)


def pause_line(visit: Visit, match: Match) -> str | None:
    """Why a running match stands still now, or None."""
    if not is_paused(match, visit.now):
        return None
    if match.is_suspended:
        return say(
            visit.language, "All players are away: the match waits until somebody takes a vacant seat."
        )
    until = moment_for(visit, paused_until(match, visit.now), visit.player)
    return say(visit.language, "The match is paused until %(moment)s.", moment=until or "")
