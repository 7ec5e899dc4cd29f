"""Load a match: what this process knows, else a snapshot, else its seed and its whole log."""

import logging
from collections.abc import Sequence

from referee.matches import fairness
from referee.matches.chain import Entry
from referee.matches.events import Event, read_trusted_event
from referee.matches.fold import apply, fold
from referee.matches.match import Match, SealedPart, read_sealed_part
from referee.matches.refusals import Refused
from referee.matches.snapshot import EVERY, read_snapshot, write_snapshot
from referee.service.house import House
from referee.store.errors import StoreAway
from referee.store.log import Appended

_log = logging.getLogger(__name__)


def load(house: House, match_id: str) -> Match | None:
    """The match as its log stands now, or None if there is none."""
    known = house.loaded.get(match_id) or _from_snapshot(house, match_id)
    return _caught_up(house, match_id, known, house.logs.read(match_id, _before(known)))


def load_with_done(house: House, match_id: str, done_key: bytes) -> tuple[Match | None, Appended | None]:
    """The match, and what became of an append before; one round trip for a match that is known."""
    known = house.loaded.get(match_id) or _from_snapshot(house, match_id)
    entries, done = house.logs.read_with_done(match_id, _before(known), done_key)
    return _caught_up(house, match_id, known, entries), done


def load_visible(house: House, match_id: str, viewer: str | None) -> Match:
    """The match for somebody who may see it; refuses ``match/not-found`` in the same words for all others."""
    match = load(house, match_id)
    if match is None or not match.may_see(viewer):
        raise not_found()
    return match


def existing(match: Match | None) -> Match:
    """The match, if there is one; for what the referee itself does."""
    if match is None:
        raise not_found()
    return match


def not_found() -> Refused:
    """The refusal for a match that is absent, or not visible: nobody can tell which."""
    return Refused("match/not-found", "There is no such match.")


def load_at(house: House, match: Match, version: int) -> Match:
    """The match as it stood at a version of its log."""
    return match if version == match.version else fold_until(house, match, version)


def fold_until(house: House, match: Match, version: int) -> Match:
    """The match as it stood at a version, with what its event did: folded from the first event."""
    return fold(house.logs.read(match.id, until=version), seed=match.seed, unseal=unseal)


def replay(house: House, match: Match, after: int, until: int) -> list[tuple[Entry, Event, Match]]:
    """The entries of a stretch of the log, each with its event and the match after it."""
    current, entries = _begin_before(house, match, after, until)
    found: list[tuple[Entry, Event, Match]] = []
    for entry in entries:
        event = read_trusted_event(entry.text)
        current = apply(current, event, entry.base, unseal(entry))
        if entry.version > after:
            found.append((entry, event, current))
    return found


def _begin_before(house: House, match: Match, after: int, until: int) -> tuple[Match, list[Entry]]:
    """A fold from which a stretch can be reached, and the entries from there on.

    Who polls a long match asks for its end: from the newest snapshot it is near.
    """
    known = _from_snapshot(house, match.id) if after >= EVERY else None
    if known is not None and known.version <= after:
        entries = house.logs.read(match.id, _before(known), until)
        if entries and entries[0].base == known.last:
            return known, entries[1:]
    return Match(seed=match.seed), house.logs.read(match.id, until=until)


def catch_up(house: House, match: Match, entries: Sequence[Entry]) -> Match:
    """Fold what was appended onto a match, and keep it."""
    after = fold(entries, match, unseal=unseal)
    keep(house, match, after)
    return after


def keep(house: House, match: Match, after: Match) -> None:
    """Keep what a match has become; now and then as a snapshot for other processes."""
    house.loaded.keep(after)
    if match.version // EVERY != after.version // EVERY:
        house.cache.keep_snapshot(after.id, write_snapshot(after))


def unseal(entry: Entry) -> SealedPart | None:
    """The sealed part of an entry as the store gives it: in clear."""
    return None if entry.sealed is None else read_sealed_part(entry.sealed)


def _before(known: Match | None) -> int:
    # The newest entry that we know is read again: so an answer is never older, nor newer, than the log.
    return known.version - 1 if known is not None else 0


def _caught_up(house: House, match_id: str, known: Match | None, entries: list[Entry]) -> Match | None:
    if known is not None:
        if entries and entries[0].base == known.last:
            return catch_up(house, known, entries[1:])
        house.loaded.drop(
            match_id
        )  # a snapshot of another log, or a log that lost its end: the log is the truth
        entries = house.logs.read(match_id)
    if not entries:
        return None
    return catch_up(house, Match(seed=house.logs.seed(match_id)), entries)


def _from_snapshot(house: House, match_id: str) -> Match | None:
    written = house.cache.snapshot(match_id)
    if written is None:
        return None
    seed = house.logs.seed(match_id)
    if seed is None:
        return None
    try:
        match = read_snapshot(written, seed)
        return match if match is not None and _has_the_digest(house, match) else None
    except StoreAway:
        raise
    except Exception:  # whatever the volatile server holds, the log can be folded without it
        _log.warning("the snapshot of %s cannot be read: its log is folded instead", match_id, exc_info=True)
        return None


def _has_the_digest(house: House, match: Match) -> bool:
    """Does the position of a snapshot have the digest that the log keeps of it?"""
    if match.base is None:
        return True
    at_base = house.logs.read(match.id, match.base.version - 1, match.base.version)
    if [entry.base for entry in at_base] != [match.base]:
        return False
    digest = read_trusted_event(at_base[0].text).data.get("digest")
    return digest is None or digest == fairness.digest(match.digest_key, match.rules.facts(match.state))
