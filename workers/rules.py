"""Jobs that need the rules: list legal moves ahead, score, spread what concerns a player's matches. All idempotent."""

import logging
from collections.abc import Callable
from functools import lru_cache

from referee.now import now_ms
from referee.service.accounts import spread_revocation, spread_revocations
from referee.service.house import House, open_house
from referee.service.loading import load
from referee.service.matches import score_match
from referee.service.nights import spread_hours, spread_in_match
from referee.service.reading import compute_legal_moves, legal_topic
from referee.settings import Settings
from referee.store import outbox
from referee.store.outbox import Row

_logger = logging.getLogger(__name__)


def run(stream: str, id: str, kind: str, subject: str, version: int, extra: str) -> None:
    """Do what a row of the outbox asks for, then take the row away."""
    row = Row(stream, id, kind, subject, version, extra)
    house = _house()
    do = _KINDS.get(kind)
    if do is None:
        _logger.error("a row of a later program stays: %s", row)
        return
    do(house, row)
    house.outbox.finish(stream, id)


def list_ahead(house: House, row: Row) -> None:
    """Compute the legal moves of every seat that owes; nothing if the position has moved on."""
    match = load(house, row.subject)
    if match is None or match.base is None or match.base.version != row.version:
        return
    for decision in match.decisions():
        version = (match.base_of(decision.seat) or match.base).version
        if house.cache.legal_moves(match.id, version, decision.seat) is None:
            moves = compute_legal_moves(match, decision.seat)
            house.cache.keep_legal_moves(match.id, version, decision.seat, moves)
    house.waiting.tell(legal_topic(match.id), row.version)


def score(house: House, row: Row) -> None:
    """Score a match that has ended."""
    score_match(house, row.subject, now_ms())


def revoke(house: House, row: Row) -> None:
    """Write the revocation of a key into the player's live matches."""
    spread_revocation(house, row.subject, row.extra, now_ms())


def look_at_keys(house: House, row: Row) -> None:
    """Find the keys that were revoked while their player was joining: the revocation did not see the match yet."""
    spread_revocations(house, row.subject, now_ms())


def set_hours(house: House, row: Row) -> None:
    """Write the nightly hours of a player into his live matches."""
    spread_hours(house, row.subject, now_ms())


def look_at_hours(house: House, row: Row) -> None:
    """Write the nightly hours of those seated into a match that runs."""
    spread_in_match(house, row.subject, now_ms())


_KINDS: dict[str, Callable[[House, Row], None]] = {
    outbox.MOVED: list_ahead,
    outbox.SCORE: score,
    outbox.REVOKE: revoke,
    outbox.JOINED: look_at_keys,
    outbox.HOURS: set_hours,
    outbox.SEATED: look_at_hours,
}


@lru_cache(maxsize=1)
def _house() -> House:
    return open_house(Settings.from_env())
