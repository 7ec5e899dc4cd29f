"""When to look at a match again: what stands in the deadline index."""

from referee.matches import clock
from referee.matches.match import Match
from referee.service import lobbies
from referee.store.due import write_due
from referee.store.scripts import Write


def next_look(match: Match, after: int = 0) -> int | None:
    """The earliest moment after another at which the referee has something to do (ms since 1970), or None."""
    found = lobbies.next_look(match, after)
    return clock.next_due(match, after) if found is None else found


def write_deadline(match: Match) -> Write:
    """The write that goes with every append: when to look at the match as it is then."""
    return write_due(match.id, next_look(match))
