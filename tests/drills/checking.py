"""Judge what clients say happened against the record of the match: the checker of the interleavings and the drops.

It knows the clients' logs (what was sent when, what was answered when) and the record, nothing of the service.
An order may have taken effect at any moment between its first sending and its first answer; an event that no
client sent (a start, a score) at any moment at all.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.matches import orders
from referee.matches.chain import Base, Entry
from referee.matches.events import read_trusted_event
from referee.matches.fold import fold
from referee.matches.match import CANCELLED, OPEN, Match
from referee.matches.play import StepRefused, play_texts
from referee.matches.record import Record
from referee.strict_json import canonical

ACCEPTED, CONFLICT = 201, 409
_POSITIONS = ("MatchStarted", "MovePlayed", "MoveUndone")


class HistoryFault(AssertionError):
    """The clients' logs and the record cannot both be true, or the service broke its word.

    :ivar kind: ``lost``, ``twice``, ``invented``, ``answer``, ``time`` or ``refusal``.
    """

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(f"{kind}: {why}")
        self.kind = kind


@dataclass(frozen=True)
class Sent:
    """One sending of an order, as its client logs it.

    :ivar sent: when, in any unit that grows; ``answered`` is None where no answer came.
    :ivar status: of the answer, 0 without one; ``body`` is the receipt's answer or the problem.
    """

    client: str
    order: Mapping[str, Any]
    sent: int
    answered: int | None
    status: int
    body: Mapping[str, Any]


class Tally(NamedTuple):
    """What a sound history holds."""

    sent: int
    orders: int
    accepted: int
    conflicts: int
    unanswered: int
    refusals: Counter[str]


def check_history(history: Sequence[Sent], record: Record, seed: bytes) -> Tally:
    """Check a history; raises HistoryFault.

    :param record: complete; its chain and signatures are for ``verify_record`` to check.
    :param seed: as the record publishes it: positions are dealt from it.
    """
    log = Replay(record, seed)
    events = log.orders()
    sendings: dict[bytes, list[Sent]] = {}
    for sending in history:
        sendings.setdefault(canonical(dict(sending.order)), []).append(sending)
    for order, version in events.items():
        if order not in sendings:
            raise HistoryFault("invented", f"event {version} carries an order that nobody sent")
    for order, each in sendings.items():
        _check_answers(log, each, events.get(order))
    times = _Times(len(record.entries), sendings, events)
    times.check()
    for sending in history:
        if sending.answered is not None and sending.status != ACCEPTED:
            _check_refusal(log, times, sending, events.get(canonical(dict(sending.order))))
    return Tally(
        sent=len(history),
        orders=len(sendings),
        accepted=sum(sending.status == ACCEPTED for sending in history),
        conflicts=sum(sending.status == CONFLICT for sending in history),
        unanswered=sum(sending.answered is None for sending in history),
        refusals=Counter(_type(sending) for sending in history if sending.status >= 400),
    )


class Replay:
    """The record as places: what carried which order, and the match after each event."""

    def __init__(self, record: Record, seed: bytes) -> None:
        self.entries = record.entries
        self.match = record.match
        self.events = [read_trusted_event(entry.text) for entry in record.entries]
        self.game: str = self.events[0].data["game"]
        self._seed = seed
        self._after: list[Match] = []

    def orders(self) -> dict[bytes, int]:
        """The order of each event that carries one, as canonical bytes, and its version."""
        found: dict[bytes, int] = {}
        for entry, event in zip(self.entries, self.events, strict=True):
            if event.type not in ("MovePlayed", "MoveUndone"):
                continue
            at = event.data["base"]
            base = Base(at, self.entries[at - 1].hash)
            seat = event.seat or 0
            if event.type == "MovePlayed":
                order = orders.move_order(self.game, self.match, seat, base, event.data["steps"])
            else:
                order = orders.undo_order(self.game, self.match, seat, base, event.data["to"])
            written = canonical(order)
            if written in found:
                raise HistoryFault(
                    "twice", f"events {found[written]} and {entry.version} carry the same order"
                )
            found[written] = entry.version
        return found

    def after(self, version: int) -> Match:
        """The match after so many events."""
        while len(self._after) < version:
            match = self._after[-1] if self._after else Match(seed=self._seed)
            self._after.append(fold([self.entries[len(self._after)]], match))
        return self._after[version - 1]

    def undo_targets(self, version: int, seat: int) -> set[int]:
        """Where a seat may go back to: past its own acts only, and past no reveal (written anew, on purpose)."""
        targets = set()
        places = [place for place in range(1, version + 1) if self.events[place - 1].type in _POSITIONS]
        for earlier, later in zip(reversed(places[:-1]), reversed(places[1:]), strict=True):
            event = self.events[later - 1]
            line = self.after(later).line
            if event.seat != seat or (event.type == "MovePlayed" and line is not None and line.reveals):
                break
            targets.add(earlier)
        return targets


class _Times:
    """When each event can have entered the log, by the clocks of the clients."""

    def __init__(
        self, count: int, sendings: Mapping[bytes, Sequence[Sent]], events: Mapping[bytes, int]
    ) -> None:
        first = [-math.inf] * (count + 2)
        last = [math.inf] * (count + 2)
        for order, version in events.items():
            first[version] = min(sending.sent for sending in sendings[order])
            last[version] = min(
                (
                    each.answered
                    for each in sendings[order]
                    if each.status == ACCEPTED and each.answered is not None
                ),
                default=math.inf,
            )
        for version in range(1, count + 2):
            first[version] = max(first[version], first[version - 1])
        for version in range(count, -1, -1):
            last[version] = min(last[version], last[version + 1])
        self.not_before, self.not_after = first, last
        self.count = count

    def check(self) -> None:
        for version in range(1, self.count + 1):
            if self.not_before[version] > self.not_after[version]:
                raise HistoryFault(
                    "time",
                    f"an order answered before another was sent has its event behind it (event {version})",
                )

    def versions_between(self, sent: int, answered: int) -> list[int]:
        """The versions that the log can have had at some moment of a sending."""
        return [
            version
            for version in range(1, self.count + 1)
            if self.not_before[version] <= answered and self.not_after[version + 1] >= sent
        ]


def _check_answers(log: Replay, sendings: Sequence[Sent], version: int | None) -> None:
    accepted = [sending for sending in sendings if sending.status == ACCEPTED]
    if not accepted:
        return
    if version is None:
        raise HistoryFault("lost", f"{accepted[0].client} has a 201 for an order that is in no event")
    entry, event = log.entries[version - 1], log.events[version - 1]
    place = {"version": version, "head": entry.hash}
    for sending in accepted:
        body = sending.body
        if {name: body.get(name) for name in place} != place or body.get("base") != place:
            raise HistoryFault(
                "answer", f"{sending.client} was told {body.get('version')} for event {version}"
            )
        if body.get("at") != event.at:
            raise HistoryFault(
                "answer", f"{sending.client} was told another time than that of event {version}"
            )
        if dict(body) != dict(accepted[0].body):
            raise HistoryFault("answer", f"the order of event {version} was answered in two ways")


def _check_refusal(log: Replay, times: _Times, sending: Sent, own: int | None) -> None:
    assert sending.answered is not None
    possible = times.versions_between(sending.sent, sending.answered)
    right = [refusal_at(log, version, sending.order, own) for version in possible]
    if (_type(sending), sending.body.get("base")) in right:
        return
    raise HistoryFault(
        "refusal",
        f"{sending.client} was refused by {_type(sending)} ({sending.status}, base {sending.body.get('base')}), "
        f"but at versions {possible} it would have been {right}",
    )


def refusal_at(
    log: Replay, version: int, order: Mapping[str, Any], own: int | None
) -> tuple[str, Any] | None:
    """How an order must be refused when the log has so many events: the problem and the base; None: not at all.

    :param own: the version of the order's own event, if it has one.
    """
    match = log.after(version)
    base = match.base._asdict() if match.base else None
    if own is not None and own <= version:
        return None
    if match.status == CANCELLED:
        return "match/cancelled", None
    if match.status == OPEN:
        return "match/not-started", None
    if match.ended:
        return "match/over", None
    if base != {"version": order["version"], "head": order["head"]}:
        return "order/stale", base
    if order["act"] == "undo":
        allowed = order["to"] in log.undo_targets(version, order["seat"])
        return None if allowed else ("undo/not-allowed", base)
    if all(decision.seat != order["seat"] for decision in match.decisions()):
        return "order/not-to-move", base
    try:
        play_texts(match.rules, match.state, order["seat"], order["steps"])
    except StepRefused as error:
        return ("move/invalid" if error.rule is None else "move/illegal"), None
    return None


def _type(sending: Sent) -> str:
    return str(sending.body.get("type", "")).removeprefix("/problems/")


def seed_of(entries: Sequence[Entry]) -> bytes:
    """The seed that the end of a match publishes."""
    return bytes.fromhex(read_trusted_event(entries[-1].text).data["seed"])
