"""Judge what clients were told against the record of the match. Written apart from the service on purpose: this file
reads JSON and counts, by the standard library alone, and knows neither our code nor the rules of any game.

It needs the clients' own log (what was sent when, what was answered when) and the text of the record. What it finds:
``lost``: acknowledged, and not in the record; ``doubled``: one order in two events; ``invented``: an event that no
client sent; ``changed``: acknowledged as something else than what stands there, or in two ways; ``order``: an order
that was answered before another was sent stands behind it; ``refused``: refused for good, and in the record all the
same; ``chain``: the record is no chain; ``unfinished``: it does not end as a match ends.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

_ACTS = {"MovePlayed": "move", "MoveUndone": "undo", "SeatResigned": "resign"}
_ENDS = ("MatchScored", "MatchCancelled")


class Told(AssertionError):
    """The service broke its word; ``kind`` says how (see above)."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(f"{kind}: {why}")
        self.kind = kind


@dataclass(frozen=True)
class Line:
    """One sending of an order in its client's log.

    :ivar sent: when, on a clock that all clients share; ``answered``: None where no answer came.
    :ivar status: of the answer, 0 without one.
    """

    order: Mapping[str, Any]
    sent: int
    answered: int | None
    status: int
    body: Mapping[str, Any]


class Counts(NamedTuple):
    """What a sound history holds."""

    sent: int
    orders: int
    acknowledged: int
    unanswered: int
    refused: int
    by_the_referee: int
    events: int


Name = tuple[Any, ...]  # what makes an order this one: seat, act, the place it names, what it does there


def check(lines: Sequence[Line], record: str) -> Counts:
    """Hold one match's history against its record; raises Told.

    :param record: its text as the service gave it out: JSON Lines, of which the first is about the others.
    """
    entries = [json.loads(line) for line in record.splitlines()[1:]]
    events = _check_chain(entries)
    _check_end(events)
    placed, own = _find_orders(entries, events)
    sent: dict[Name, list[Line]] = {}
    for line in lines:
        sent.setdefault(_name_of(line.order), []).append(line)
    for name, version in placed.items():
        if name not in sent:
            raise Told("invented", f"event {version} carries an order that nobody sent: {name}")
    for name, each in sent.items():
        _check_answers(each, placed.get(name), entries)
    _check_order(sent, placed)
    return Counts(
        sent=len(lines),
        orders=len(sent),
        acknowledged=sum(any(line.status == 201 for line in each) for each in sent.values()),
        unanswered=sum(line.answered is None for line in lines),
        refused=sum(line.status >= 400 for line in lines),
        by_the_referee=own,
        events=len(entries),
    )


def _check_chain(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    head, at, events = "0" * 64, 0, []
    for place, entry in enumerate(entries, start=1):
        head = hashlib.sha256(b"\0" + bytes.fromhex(head) + entry["e"].encode()).hexdigest()
        event = json.loads(entry["e"])
        if entry["version"] != place or entry["h"] != head:
            raise Told("chain", f"event {place} does not follow from the one before")
        if event["at"] < at:
            raise Told("order", f"event {place} is older than the one before")
        at = event["at"]
        events.append(event)
    return events


def _check_end(events: Sequence[Mapping[str, Any]]) -> None:
    kinds = Counter(event["type"] for event in events)
    if not events or events[-1]["type"] not in _ENDS:
        raise Told("unfinished", f"the record ends with {events[-1]['type'] if events else 'nothing'}")
    for kind in ("MatchOpened", "MatchStarted", "MatchEnded", "MatchScored", "MatchCancelled"):
        if kinds[kind] > 1:
            raise Told("doubled", f"{kinds[kind]} events {kind}")


def _find_orders(
    entries: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]]
) -> tuple[dict[Name, int], int]:
    """The version of every order that a player signed, and how many acts are the referee's own."""
    placed: dict[Name, int] = {}
    own = 0
    for version, event in enumerate(events, start=1):
        act, data = _ACTS.get(event["type"]), event["data"]
        if act is None:
            continue
        if "via" in data:
            own += 1
            continue
        what = tuple(data["steps"]) if act == "move" else data.get("to")
        name = (event["seat"], act, data["base"], entries[data["base"] - 1]["h"], what)
        if name in placed:
            raise Told("doubled", f"events {placed[name]} and {version} carry the same order {name}")
        placed[name] = version
    return placed, own


def _name_of(order: Mapping[str, Any]) -> Name:
    what = tuple(order["steps"]) if order["act"] == "move" else order.get("to")
    return order["seat"], order["act"], order["version"], order["head"], what


def _check_answers(lines: Sequence[Line], version: int | None, entries: Sequence[Mapping[str, Any]]) -> None:
    told = [line.body for line in lines if line.status == 201]
    if told and version is None:
        raise Told("lost", f"{told[0].get('version')} was acknowledged: {dict(lines[0].order)}")
    for body in told:
        assert version is not None
        if (body.get("version"), body.get("head")) != (version, entries[version - 1]["h"]):
            raise Told(
                "changed", f"event {version} was acknowledged as {body.get('version')}, {body.get('head')}"
            )
        if dict(body) != dict(told[0]):
            raise Told("changed", f"the order of event {version} was acknowledged in two ways")
    final = [line for line in lines if 400 <= line.status < 500]
    if final and version is not None:
        raise Told("refused", f"event {version} stands there, and was refused: {dict(final[0].body)}")


def _check_order(sent: Mapping[Name, Sequence[Line]], placed: Mapping[Name, int]) -> None:
    """Whatever was answered before an order was first sent has a lower version."""
    moments: list[tuple[int, int, int]] = []  # when, 0 sent or 1 answered, version
    for name, version in placed.items():
        moments.append((min(line.sent for line in sent[name]), 0, version))
        answers = [line.answered for line in sent[name] if line.status == 201 and line.answered is not None]
        if answers:
            moments.append((min(answers), 1, version))
    highest = 0
    for _, kind, version in sorted(moments):
        if kind == 1:
            highest = max(highest, version)
        elif version < highest:
            raise Told("order", f"event {version} was sent after event {highest} was answered")
