"""Append what was decided: chained, with its lists and outbox rows, exactly once."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.matches.chain import chain
from referee.matches.events import Event
from referee.matches.fold import fold
from referee.matches.match import CANCELLED, OPEN, OVER, RUNNING, Match
from referee.matches.moves import Decided
from referee.matches.policy import nights_count
from referee.matches.refusals import Refused
from referee.service.deadlines import write_deadline
from referee.service.house import House
from referee.service.letters_due import writes_for_letters
from referee.service.loading import keep, load_at, load_with_done, not_found, unseal
from referee.store import lists, names, outbox
from referee.store.log import Appended
from referee.store.scripts import Write
from referee.strict_json import Json, canonical

ATTEMPTS = 5
DONE_KEY_BYTES = 16
_FINGERPRINT_DIGITS = 32

Decide = Callable[[Match], Decided | None]


@dataclass(frozen=True, slots=True)
class Request:
    """A writing request that may be sent again: who sent it where, its key, and what it said.

    :param credential: the player, or None without one.
    """

    credential: str | None
    route: str
    key: str
    body: Json

    def _scope(self) -> bytes:
        if self.credential is not None:
            return self.credential.encode()
        return hashlib.sha256(canonical(self.body)).digest()

    @property
    def id(self) -> bytes:
        """32 bytes that name this request, however often it comes."""
        scope = hashlib.sha256(self._scope()).digest()
        return hashlib.sha256(scope + self.route.encode() + b"\0" + self.key.encode()).digest()

    @property
    def done_key(self) -> bytes:
        """The 16 bytes under which its append is remembered."""
        return self.id[:DONE_KEY_BYTES]

    @property
    def fingerprint(self) -> str:
        """A digest of what it said."""
        return hashlib.sha256(canonical(self.body)).hexdigest()[:_FINGERPRINT_DIGITS]

    def check(self, fingerprint: str) -> None:
        """Refuse if the key was used before for something else."""
        if fingerprint != self.fingerprint:
            raise Refused("idempotency/mismatch", "This Idempotency-Key came with another body before.")


def referee_key(kind: str, base: int | str) -> bytes:
    """The done-key of what the referee itself appends: ``kind:base``."""
    return hashlib.sha256(f"{kind}:{base}".encode()).digest()[:DONE_KEY_BYTES]


def append_request(
    house: House, match_id: str, request: Request, decide: Decide, *, is_shown: bool = False
) -> Match:
    """Append what a request decides; a repeat finds what it did. Gives the match right after it.

    :param is_shown: the sender may see the match whatever it says itself.
    """

    def visible(match: Match | None) -> Match:
        if match is None or not (is_shown or match.may_see(request.credential)):
            raise not_found()
        return match

    match, appended = append(
        house, match_id, request.done_key, decide, fingerprint=request.fingerprint, check=visible
    )
    if appended is None:
        return match
    if appended.kind == "done":
        request.check(appended.fingerprint)
    return load_at(house, match, _end_of(house, match, appended))


def _end_of(house: House, match: Match, appended: Appended) -> int:
    # Joining as the last may start the match in the same append: both events are one answer.
    following = house.logs.read(match.id, appended.version, appended.version + 1)
    started = (
        bool(following) and '"type":"MatchStarted"' in following[0].text and match.policy["start"] == "full"
    )
    return appended.version + (1 if started else 0)


def append(
    house: House,
    match_id: str,
    done_key: bytes,
    decide: Decide,
    *,
    fingerprint: str = "",
    check: Callable[[Match | None], Match],
) -> tuple[Match, Appended | None]:
    """Load, decide, append; when the log moved meanwhile, decide anew (at most 5 times).

    :param decide: gives what to append, None for nothing, or refuses.
    :param check: refuses a match that is not there, or not for who asks.
    :returns: the match after it, and what became of the append (None: there was nothing to append).
    :raises Refused: ``store/busy`` if the log moved at every attempt, and what ``check`` and ``decide`` refuse.
    """
    for _ in range(ATTEMPTS):
        found, before = load_with_done(house, match_id, done_key)
        match = check(found)
        if before is not None:
            return match, before
        decided = decide(match)
        if decided is None:
            return match, None
        entries = chain(match.last, decided.events, decided.secrets)
        after = fold(entries, match, unseal=unseal)
        appended = house.logs.append(
            match_id,
            match.last,
            entries,
            done_key,
            fingerprint=fingerprint,
            also=[
                *writes_beside(match, decided.events, entries[-1].version),
                *writes_for_letters(match, after, decided.events),
                write_deadline(after),
            ],
        )
        if appended.kind == "appended":
            keep(house, match, after)
            return after, appended
        if appended.kind == "done":
            again, _ = load_with_done(house, match_id, done_key)
            return check(again), appended
    raise Refused("store/busy", "The match is changing faster than this can be written; send it again.")


def writes_beside(match: Match, events: Sequence[Event], version: int) -> list[Write]:
    """The lists and outbox rows that change with these events, in the match's own shard."""
    writes: list[Write] = []
    stream = names.outbox(names.shard_of(match.id))
    for event in events:
        writes += writes_for_lists(match, event)
    types = {event.type for event in events}
    last = events[-1].type
    if types & {"SeatTaken", "SeatReplaced"}:
        writes.append(outbox.write_row(stream, outbox.JOINED, match.id, version))
    if types & {"MatchStarted", "SeatReplaced"} and nights_count(match.policy):
        writes.append(outbox.write_row(stream, outbox.SEATED, match.id, version))
    if last in ("MatchStarted", "MovePlayed", "MoveUndone"):
        writes.append(outbox.write_row(stream, outbox.MOVED, match.id, version))
    elif last == "MatchEnded":
        writes.append(outbox.write_row(stream, outbox.SCORE, match.id, version))
    return writes


def writes_for_lists(match: Match, event: Event) -> list[Write]:
    """How one event changes the lists of matches."""
    players = {match.organiser, *(place.player for place in match.seated())} - {""}
    if event.type == "SeatTaken":
        return lists.write_live(match.id, [event.data["player"]])
    if event.type == "SeatLeft":
        left = match.places[event.data["place"] - 1].player
        return [] if left == match.organiser else [lists.write_gone(match.id, left)]
    if event.type == "SeatReplaced":
        former = match.place_at(event.data["seat"])
        gone = {former.player} - {match.organiser, event.data["player"]} if former is not None else set()
        return [
            *lists.write_past(match.id, gone),
            *lists.write_back(match.id, event.data["player"]),
        ]
    if event.type == "MatchStarted":
        return _list(match, OPEN, RUNNING)
    if event.type == "MatchEnded":
        return _list(match, RUNNING, OVER) + lists.write_past(match.id, players)
    if event.type == "MatchCancelled":
        return _list(match, match.status, CANCELLED) + lists.write_past(match.id, players)
    return []


def _list(match: Match, before: str, after: str) -> list[Write]:
    if match.visibility != "public":
        return []
    return lists.write_status(match.id, match.opened_at, before, after)
