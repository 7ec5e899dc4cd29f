"""The fold: a match after one more event, or after many."""

from collections.abc import Callable, Iterable

from referee.matches import absence
from referee.matches.chain import Base, Entry
from referee.matches.events import Event, MalformedEvent, read_trusted_event
from referee.matches.match import CHANGES, RUNNING, Match, SealedPart

Unsealer = Callable[[Entry], SealedPart | None]
_CHANGES = {**CHANGES, **absence.CHANGES}


def fold(
    entries: Iterable[Entry],
    match: Match | None = None,
    *,
    seed: bytes | None = None,
    unseal: Unsealer | None = None,
) -> Match:
    """Fold entries of our own log, from the first event or from a match known so far.

    :param seed: the seed in clear; needed by MatchStarted to deal.
    :param unseal: gives the sealed part of an entry in clear.
    :raises MalformedEvent: if the entries are no match (NewerEvent: of a later program).
    """
    current = match if match is not None else Match(seed=seed)
    for entry in entries:
        part = unseal(entry) if entry.sealed is not None and unseal is not None else None
        current = apply(current, read_trusted_event(entry.text), entry.base, part)
    return current


def apply(match: Match, event: Event, base: Base, part: SealedPart | None = None) -> Match:
    """The match after one more event; raises MalformedEvent if the event cannot follow here."""
    if (match.version == 0) != (event.type == "MatchOpened"):
        raise MalformedEvent("a log begins with MatchOpened, and has one only")
    if event.at < match.at:
        raise MalformedEvent("at: time runs backwards")
    if match.is_complete:
        raise MalformedEvent(f"nothing follows the end: {event.type}")
    if event.type in ("MovePlayed", "MoveUndone") and match.status == RUNNING:
        absence.check_actor(match, event)
    changes = _CHANGES[event.type](match, event, base, part)
    if changes.get("state") is not None:
        changes = absence.with_clocks(match, event, changes)
    after = match._replace(last=base, at=event.at, **changes)
    if match.status == RUNNING and after.status != RUNNING:
        return absence.after_end(after, event.at)
    return after
