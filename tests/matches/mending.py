"""Alter the events of a match and mend everything around them, as who holds the referee's key could."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches import orders
from referee.matches.chain import GENESIS, Base, Entry, link
from referee.matches.events import BY_AUTOPILOT
from referee.matches.record import read_record, write_record
from referee.matches.signatures import sign_detached
from referee.matches.verify import BadRecord, Verified, verify_record
from referee.strict_json import canonical, canonical_text, read
from tests.matches.building import MATCH_ID, Builder, key_of

Members = dict[str, Any]  # of one event


def events_of(builder: Builder) -> list[Members]:
    """The events of a match, to be altered."""
    return [read(entry.text) for entry in builder.entries]


def rechain(
    events: Sequence[Members], seals: dict[int, str] | None = None, *, sign: bool = False
) -> list[Entry]:
    """The entries of a log with these events.

    :param seals: by version, what lies beside an event.
    :param sign: let all who signed sign again what was done, on the bases as they are now.
    """
    entries: list[Entry] = []
    keys: dict[int, Ed25519PrivateKey] = {}
    head = GENESIS
    for version, members in enumerate(events, start=1):
        written = copy.deepcopy(members)
        if written["type"] == "MatchStarted":
            keys = {
                seat: key_of(f"player {place}")
                for seat, place in enumerate(written["data"]["seats"], start=1)
            }
        if sign and "signature" in written["data"]:
            is_attested = "via" in written["data"]
            _sign(written, entries, key_of("referee") if is_attested else keys[written["seat"]])
        text = canonical_text(written)
        head = link(head, text)
        entries.append(Entry(version, text, head, (seals or {}).get(version)))
    return entries


def _sign(members: Members, entries: Sequence[Entry], key: Ed25519PrivateKey) -> None:
    data = members["data"]
    base = Base(data["base"], data["head"]) if "head" in data else entries[data["base"] - 1].base
    order = order_of(members, base)
    data["signature"] = sign_detached(canonical(order), key).split(".")[2]


def order_of(members: Members, base: Base) -> orders.Order:
    """The order that an event carried."""
    seat, data = members["seat"], members["data"]
    if members["type"] == "SeatResigned":
        order = orders.resign_order("zooloretto", MATCH_ID, seat, base)
    elif members["type"] == "MoveUndone":
        order = orders.undo_order("zooloretto", MATCH_ID, seat, base, data["to"])
    else:
        order = orders.move_order("zooloretto", MATCH_ID, seat, base, data["steps"])
    if data.get("via") == BY_AUTOPILOT:
        return orders.of_autopilot(order)
    return orders.attested(order, data["evidence"], data["via"]) if "via" in data else order


def record_of(entries: Sequence[Entry], key: Ed25519PrivateKey | None = None) -> list[str]:
    """The lines of a record with these entries, its receipt over their end."""
    at = read(entries[-1].text)["at"]
    return list(write_record(MATCH_ID, entries, at, key or key_of("referee")))


def verdict(lines: Sequence[str], **how: Any) -> tuple[int, str] | Verified:
    """What the verifier says: the event and the kind of the check that fails, or that the record is sound."""
    try:
        return verify_record(read_record(lines), **how)
    except BadRecord as error:
        return error.version, error.kind


def mended(builder: Builder, alter: Callable[[list[Members]], Any], *, sign: bool = False) -> list[str]:
    """The record of a match after an alteration of its events, with a genuine chain and receipt."""
    events = events_of(builder)
    changed = alter(events)
    return record_of(rechain(events if changed is None else changed, sign=sign))


def number_of(events: Sequence[Members], kind: str, nth: int = 1) -> int:
    """The version of the nth event of a kind."""
    return [version for version, members in enumerate(events, start=1) if members["type"] == kind][nth - 1]
