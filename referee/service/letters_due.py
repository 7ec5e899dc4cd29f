"""Which letters an append makes due: rows written with it, in the match's own slot. Whether one goes is found later.

A row names its player, so that the relay can drop those of players without a mailbox without loading anything.
"""

from collections.abc import Sequence

from referee.matches.events import Event
from referee.matches.match import Match
from referee.store import names, outbox
from referee.store.letters import RESULT, TURN, UNFINISHED
from referee.store.outbox import LetterRow
from referee.store.scripts import Write

UNFINISHED_MS = 15 * 60 * 1000  # how long a stint begun by a link may lie before one more letter
_BY_LINK = "link"


def writes_for_letters(before: Match, after: Match, events: Sequence[Event]) -> list[Write]:
    """The rows of the letters that are due once these events stand in the log."""
    writes = [_row(after, TURN, seat) for seat in stints_begun(before, after, events)]
    last = events[-1]
    if last.type == "MatchScored":
        writes += [_row(after, RESULT, seat) for seat in range(1, len(after.seats) + 1)]
    if last.type == "MovePlayed" and last.data.get("via") == _BY_LINK and last.seat in _owing(after):
        shard = names.shard_of(after.id)
        at = last.at + UNFINISHED_MS
        writes.append(
            outbox.write_later(shard, at, after.id, after.version, _extra(after, UNFINISHED, last.seat))
        )
    return writes


def stints_begun(before: Match, after: Match, events: Sequence[Event]) -> list[int]:
    """The seats whose stint begins with these events, in order.

    Who acted is in the midst of his own stint, even where a move that he took back had passed the turn on.
    """
    actors = {event.seat for event in events}
    return sorted(_owing(after) - _owing(before) - actors)


def _owing(match: Match) -> set[int]:
    return {decision.seat for decision in match.decisions()}


def _row(match: Match, what: str, seat: int) -> Write:
    stream = names.outbox(names.shard_of(match.id))
    return outbox.write_row(stream, outbox.LETTER, match.id, match.version, _extra(match, what, seat))


def _extra(match: Match, what: str, seat: int) -> str:
    place = match.place_at(seat)
    return str(LetterRow(what, str(seat), "" if place is None else place.player))
