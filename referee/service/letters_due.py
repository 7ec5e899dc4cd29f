"""Which letters an append makes due: rows written with it, in the match's own slot. Whether one goes is found later.

A row names its player, so that the relay can drop those of players without a mailbox without loading anything.
"""

from collections.abc import Mapping, Sequence

from referee.matches import clock
from referee.matches.events import Event
from referee.matches.links import generation_of
from referee.matches.match import Match
from referee.service import lobbies
from referee.store import names, outbox
from referee.store.letters import EXPIRING, LAPSED, REMINDER, RESULT, TURN, UNFINISHED
from referee.store.outbox import LetterRow
from referee.store.scripts import Write

UNFINISHED_MS = 15 * 60 * 1000  # how long a stint begun by a link may lie before one more letter
_BY_LINK = "link"


def writes_for_letters(before: Match, after: Match, events: Sequence[Event]) -> list[Write]:
    """The rows of the letters that are due once these events stand in the log."""
    began = {*stints_begun(before, after, events), *_taken_over(after, events)}
    writes = [_row(after, TURN, seat) for seat in sorted(began) if not after.is_vacant(seat)]
    writes += [_row(after, LAPSED, event.data["seat"]) for event in events if event.type == "SeatLapsed"]
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


def _taken_over(after: Match, events: Sequence[Event]) -> set[int]:
    """The seats that owe, and have a new player."""
    return {event.data["seat"] for event in events if event.type == "SeatReplaced"} & _owing(after)


def _owing(match: Match) -> set[int]:
    return {decision.seat for decision in match.decisions()}


def _row(match: Match, what: str, seat: int) -> Write:
    stream = names.outbox(names.shard_of(match.id))
    base = match.base_of(seat) if what == TURN else None
    version = match.version if base is None else base.version
    return outbox.write_row(stream, outbox.LETTER, match.id, version, _extra(match, what, seat))


def writes_for_reminders(match: Match, now: int, sent: Mapping[str, int]) -> list[Write]:
    """The rows of the reminders that are due now and were not sent: to who owes, and to who waits for players.

    :param now: milliseconds since 1970.
    :param sent: the marks of letters that were handed over.
    """
    writes = [
        _row(match, f"{REMINDER}-{work.at}", work.seat)
        for work in clock.due_work(match, now)
        if isinstance(work, clock.Remind) and sent.get(mark_of(match, REMINDER, work.seat), 0) < work.at
    ]
    if lobbies.is_to_tell(match, now) and sent.get(mark_of(match, EXPIRING, 0), 0) < match.version:
        extra = str(LetterRow(EXPIRING, "0", match.organiser))
        stream = names.outbox(names.shard_of(match.id))
        writes.append(outbox.write_row(stream, outbox.LETTER, match.id, match.version, extra))
    return writes


def mark_of(match: Match, what: str, number: int) -> str:
    """What the letters of one kind to one seat (or invitation) are remembered by; each player of a seat anew."""
    generation = generation_of(match, number)
    return f"{what}:{number}.{generation}" if generation else f"{what}:{number}"


def _extra(match: Match, what: str, seat: int) -> str:
    place = match.place_at(seat)
    return str(LetterRow(what, str(seat), "" if place is None else place.player))
