"""Check a record: chain, signatures, shuffle, every move, the result (design section 8)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.games.engine import InvalidOptions
from referee.games.shuffle import commitment
from referee.matches import absence, fairness, orders
from referee.matches.autopilot import default_line, is_to_move
from referee.matches.chain import GENESIS, Base, Entry, link
from referee.matches.clock import GRACE, deadline_of, is_absent, is_paused
from referee.matches.events import (
    BY_AUTOPILOT,
    MAX_EVENTS,
    REFEREE,
    VOUCHED,
    Event,
    MalformedEvent,
    NewerEvent,
    read_event,
)
from referee.matches.fold import apply
from referee.matches.match import CANCELLED, RUNNING, Match, Place, SealedPart, entropies_of, read_sealed_part
from referee.matches.record import Record, UnreadableRecord
from referee.matches.results import final_result, reason_to_end
from referee.matches.signatures import BadSignature, open_compact, thumbprint

_HIDDEN = "?"  # stands in a step for what not everybody may know
_ACTS = VOUCHED | absence.CHANGES.keys()
_BY_ORGANISER = frozenset({"SeatLapsed", "DeadlineExtended", "MatchPaused", "MatchResumed"})
KINDS = ("chain", "schema", "sealed", "signature", "shuffle", "move", "digest", "result", "receipt")


class BadRecord(ValueError):
    """A check failed: at which event, which kind of check (one of KINDS), and why."""

    def __init__(self, version: int, kind: str, why: str) -> None:
        super().__init__(f"event {version}: {kind}: {why}")
        self.version = version
        self.kind = kind
        self.why = why


class Verified(NamedTuple):
    """What a sound record holds: how many events, orders signed by players and attested by the referee,
    the thumbprint of the referee's key, and the match itself."""

    events: int
    signed: int
    attested: int
    referee_key: str
    match: Match


def verify_record(record: Record, referee_key: str | None = None, *, signatures: bool = True) -> Verified:
    """Check a record from end to end.

    :param referee_key: the member ``x`` of the key by which the referee is known from elsewhere.
    :param signatures: False leaves the players' signatures out, to time the rest.
    :raises BadRecord: naming the first event whose check fails.
    :raises UnreadableRecord: when something in it is of a later program.
    """
    try:
        events = _check_chain_and_schema(record.entries)
        _check_opening(record, events[0], referee_key)
        seed = _check_seed(events)
        match, vouched = _check_events(record.entries, events, seed, signatures)
    except NewerEvent as error:
        raise UnreadableRecord(f"newer than this program: {error}") from error
    _check_receipt(record, events)
    if seed is None:
        raise BadRecord(len(events), "result", "the record ends before the match was scored or cancelled")
    return Verified(len(events), *vouched, thumbprint(match.referee_key), match)


def verify_log(match: str, entries: tuple[Entry, ...], seed: bytes) -> Verified:
    """Check the log of a match that may still go on, as its referee keeps it: with the seed, without a receipt.

    :raises BadRecord: naming the first event whose check fails.
    :raises UnreadableRecord: when something in it is of a later program.
    """
    try:
        events = _check_chain_and_schema(entries)
        if not events:
            raise BadRecord(1, "schema", "there is no event in it")
        own_key = events[0].data["referee_key"]["x"] if events[0].type == "MatchOpened" else ""
        _check_opening(Record(match, (own_key,), "", entries), events[0], None)
        if commitment(seed, match) != events[0].data["commitment"]:
            raise BadRecord(1, "shuffle", "the sealed seed is not the one that MatchOpened committed to")
        _check_seed(events)
        folded, vouched = _check_events(entries, events, seed, signatures=True)
    except NewerEvent as error:
        raise UnreadableRecord(f"newer than this program: {error}") from error
    return Verified(len(events), *vouched, thumbprint(folded.referee_key), folded)


def _check_chain_and_schema(entries: tuple[Entry, ...]) -> list[Event]:
    events: list[Event] = []
    head = GENESIS
    if len(entries) > MAX_EVENTS:
        raise BadRecord(MAX_EVENTS + 1, "chain", f"a log has at most {MAX_EVENTS} events")
    for place, entry in enumerate(entries, start=1):
        if entry.version != place:
            raise BadRecord(place, "chain", f"version {entry.version} stands in place {place}")
        head = link(head, entry.text)
        if entry.hash != head:
            raise BadRecord(place, "chain", "the hash does not follow from the event and the hash before")
        try:
            events.append(read_event(entry.text))
        except NewerEvent:
            raise
        except MalformedEvent as error:
            raise BadRecord(place, "schema", str(error)) from error
    return events


def _check_opening(record: Record, opened: Event, expected: str | None) -> None:
    if opened.type != "MatchOpened":
        raise BadRecord(1, "schema", "a log begins with MatchOpened")
    if opened.data["match"] != record.match:
        raise BadRecord(
            1, "schema", f"the record says match {record.match}, the event {opened.data['match']}"
        )
    key = opened.data["referee_key"]["x"]
    if key not in record.referee_keys:
        raise BadRecord(1, "signature", "the record's referee_keys do not hold the key of MatchOpened")
    if expected is not None and key != expected:
        raise BadRecord(
            1, "signature", f"opened by referee key {thumbprint(key)}, not {thumbprint(expected)}"
        )


def _check_seed(events: list[Event]) -> bytes | None:
    """The published seed, held against the commitment; None if the record does not reach it."""
    opened = events[0].data
    for version, event in enumerate(events, start=1):
        if event.type in ("MatchScored", "MatchCancelled"):
            seed = bytes.fromhex(event.data["seed"])
            if commitment(seed, opened["match"]) != opened["commitment"]:
                raise BadRecord(version, "shuffle", "the seed is not the one that MatchOpened committed to")
            return seed
    return None


def _check_events(
    entries: tuple[Entry, ...], events: list[Event], seed: bytes | None, signatures: bool
) -> tuple[Match, tuple[int, int]]:
    """Play the match again; how many orders its players signed, and how many the referee attested."""
    match = Match(seed=seed)
    signed = attested = 0
    for entry, event in zip(entries, events, strict=True):
        if event.seat is not None and match.state is None and seed is None:
            continue  # without a seed there is no position to check this against; the end of the record is refused
        _check_not_over(match, entry, event)
        part = _check_sealed(entry, event)
        if event.type in VOUCHED:
            _check_order(match, entry, event, part, entries, signatures)
            _check_autopilot(match, entry, event, part)
            attested += "via" in event.data
            signed += "via" not in event.data
        elif event.type == "MatchStarted" and seed is not None:
            _check_seats(match, entry, event, seed)
        elif event.type in _BY_ORGANISER:
            _check_organiser(match, entry, event)
            _check_lapse(match, entry, event)
        elif event.type == "MatchEnded":
            _check_ended(match, entry, event)
        elif event.type == "MatchScored":
            _check_result(match, entry, event)
        match = _apply(match, entry, event, part)
        if event.type == "MatchOpened":
            _check_options(match)
        if "digest" in event.data:
            _check_digest(match, entry, event)
    return match, (signed, attested)


def _apply(match: Match, entry: Entry, event: Event, part: SealedPart | None) -> Match:
    try:
        after = apply(match, event, entry.base, part)
    except NewerEvent:
        raise
    except MalformedEvent as error:
        kind = "move" if event.type in _ACTS else "schema"
        raise BadRecord(entry.version, kind, str(error)) from error
    if event.type == "MovePlayed":
        _check_told(after, entry, event)
    return after


def _check_options(match: Match) -> None:
    try:
        complete = match.rules.check_options(match.players, match.options)
    except InvalidOptions as error:
        raise BadRecord(1, "schema", f"options: {error}") from error
    if complete != match.options:
        raise BadRecord(1, "schema", "options: a log holds all of them with their values")


def _check_sealed(entry: Entry, event: Event) -> SealedPart | None:
    promised = event.data.get("sealed")
    if promised is None:
        if entry.sealed is not None:
            raise BadRecord(entry.version, "sealed", "something lies beside an event that seals nothing")
        return None
    if entry.sealed is None:
        raise BadRecord(entry.version, "sealed", "the sealed part is missing")
    try:
        part = read_sealed_part(entry.sealed)
    except ValueError as error:
        raise BadRecord(entry.version, "sealed", f"the sealed part is unreadable: {error}") from error
    if fairness.seal_hash(part.salt, part.secret) != promised or len(part.salt) != fairness.SALT_BYTES:
        raise BadRecord(entry.version, "sealed", "the sealed part is not the one that the event promised")
    return part


def _check_told(match: Match, entry: Entry, event: Event) -> None:
    """Does the event tell everybody exactly what all may know of the move, and seal only if there is more?"""
    line, seat = match.line, event.seat or 0
    steps, effects = (line.steps, line.effects) if line is not None else ((), ())
    told = [
        match.rules.tell(seat, step, followed, None)[0] for step, followed in zip(steps, effects, strict=True)
    ]
    is_sealed = entry.sealed is not None
    if told != event.data["steps"] or is_sealed != any(_HIDDEN in text for text in told):
        raise BadRecord(entry.version, "sealed", "what is sealed is not what the move hides")


def _check_order(
    match: Match,
    entry: Entry,
    event: Event,
    part: SealedPart | None,
    entries: tuple[Entry, ...],
    signatures: bool,
) -> None:
    seat, data = event.seat or 0, event.data
    place = match.place_at(seat)
    if place is None:
        raise BadRecord(entry.version, "signature", f"nobody sits at seat {seat}")
    x = _key_of(match, entry, event, place)
    if event.type != "SeatResigned" and data["base"] >= entry.version:
        raise BadRecord(entry.version, "signature", f"the base {data['base']} does not lie before the event")
    if signatures:
        _check_signature(match, entry, event, part, entries, x)


def _key_of(match: Match, entry: Entry, event: Event, place: Place) -> str:
    """The key that must have signed an order: one of the seat, or the referee's for what it attests."""
    number: int | None = event.data.get("key")
    if number is None:
        return match.referee_key
    if number > len(place.keys) or place.keys[number - 1].revoked:
        raise BadRecord(entry.version, "signature", f"key {number} is none of seat {event.seat} here")
    return place.keys[number - 1].x


def _check_signature(
    match: Match, entry: Entry, event: Event, part: SealedPart | None, entries: tuple[Entry, ...], x: str
) -> None:
    number = event.data["base"]
    base = Base(number, event.data["head"]) if "head" in event.data else entries[number - 1].base
    order, signature = rebuild_order(match, event, base, part)
    try:
        orders.verify_stored(order, signature, event.data.get("header"), x)
    except BadSignature as error:
        raise BadRecord(entry.version, "signature", str(error)) from error


def rebuild_order(match: Match, event: Event, base: Any, part: SealedPart | None) -> tuple[orders.Order, str]:
    """The order that an event carried, and its signature (JCS is unique, so the bytes are those signed)."""
    seat, data = event.seat or 0, event.data
    secret: Mapping[str, Any] = part.secret if part is not None else data
    if event.type == "SeatResigned":
        order = orders.resign_order(match.rules.name, match.id, seat, base)
    elif event.type == "MoveUndone":
        order = orders.undo_order(match.rules.name, match.id, seat, base, data["to"])
    else:
        order = orders.move_order(match.rules.name, match.id, seat, base, secret["steps"])
    if data.get("via") == BY_AUTOPILOT:
        order = orders.of_autopilot(order)
    elif "via" in data:
        order = orders.attested(order, data["evidence"], data["via"])
    return order, secret["signature"]


def _check_autopilot(match: Match, entry: Entry, event: Event, part: SealedPart | None) -> None:
    """Did the referee, moving for an absent seat, do what it always does there?"""
    if event.data.get("via") != BY_AUTOPILOT or event.seat not in {owed.seat for owed in match.decisions()}:
        return  # who owes nothing is found out where the move is played
    if not is_to_move(match, event.seat, event.at):
        raise BadRecord(entry.version, "move", "the referee moves for absent seats, and while no pause lasts")
    steps = list(event.data["steps"] if part is None else part.secret["steps"])
    expected = default_line(match.rules, match.state, event.seat)
    if steps != expected[: len(steps)]:
        raise BadRecord(entry.version, "move", f"an absent seat plays {' '.join(expected)}")


def _check_organiser(match: Match, entry: Entry, event: Event) -> None:
    """Was it the organiser who did what is his to do, and did he give no time to himself?"""
    if event.by == REFEREE and event.type != "DeadlineExtended":
        return
    if event.by != match.organiser:
        raise BadRecord(entry.version, "move", f"{event.by} is not the organiser")
    if event.type == "DeadlineExtended" and match.seat_of(event.by) == event.data["seat"]:
        raise BadRecord(entry.version, "move", "nobody gives time to himself")


def _check_lapse(match: Match, entry: Entry, event: Event) -> None:
    """Was the time of the seat over, that of grace included; or, where an organiser says so, is its player absent?"""
    if event.type != "SeatLapsed":
        return
    if event.by != REFEREE:
        if not is_absent(match, event.data["seat"], event.at):
            raise BadRecord(entry.version, "move", "the player of the seat is not absent")
        return
    if is_paused(match, event.at):
        raise BadRecord(entry.version, "move", "no seat lapses while a pause lasts")
    deadline = deadline_of(match, event.data["seat"])
    if deadline is None or event.data["deadline"] != deadline:
        raise BadRecord(entry.version, "move", f"the deadline is {deadline}, not {event.data['deadline']}")
    if event.at < deadline + GRACE:
        raise BadRecord(entry.version, "move", f"a seat lapses {GRACE} ms after its deadline, not before")


def _check_seats(match: Match, entry: Entry, event: Event, seed: bytes) -> None:
    places = [place.number for place in match.seated()]
    expected = fairness.draw_seats(match.policy, seed, match.id, places, entropies_of(match))
    if list(event.data["seats"]) != expected:
        raise BadRecord(entry.version, "shuffle", f"the seed seats {expected}, not {event.data['seats']}")


def _check_digest(match: Match, entry: Entry, event: Event) -> None:
    if fairness.digest(match.digest_key, match.rules.facts(match.state)) != event.data["digest"]:
        raise BadRecord(entry.version, "digest", "the digest is not that of the position after the event")


def _check_not_over(match: Match, entry: Entry, event: Event) -> None:
    reason = reason_to_end(match) if match.status == RUNNING else None
    if reason is not None and event.type != "MatchEnded":
        raise BadRecord(
            entry.version, "result", f"the match is over ({reason}); {event.type} stands for MatchEnded"
        )


def _check_ended(match: Match, entry: Entry, event: Event) -> None:
    reason = reason_to_end(match)
    if match.state is not None and event.data["reason"] != reason:
        raise BadRecord(entry.version, "result", f"the match does not end here, or ends otherwise: {reason}")


def _check_result(match: Match, entry: Entry, event: Event) -> None:
    if match.status == CANCELLED or match.state is None:
        raise BadRecord(entry.version, "schema", "a match is scored after its end")
    expected = final_result(match)
    if expected != event.data["result"]:
        raise BadRecord(entry.version, "result", f"the rules give the scores {expected['scores']}")


def _check_receipt(record: Record, events: list[Event]) -> None:
    # Only the key that the chain names: who wrote the record's first line may have added keys of his own.
    opener = events[0].data["referee_key"]["x"]
    version, last = len(record.entries), events[-1]
    try:
        claim = open_compact(record.receipt, {thumbprint(opener): opener})
    except BadSignature as error:
        raise BadRecord(version, "receipt", str(error)) from error
    head = record.entries[-1].hash
    if claim != {"match": record.match, "version": version, "head": head, "at": last.at}:
        raise BadRecord(version, "receipt", "the receipt is not for this end of the log")
