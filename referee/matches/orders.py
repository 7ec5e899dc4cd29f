"""The signed order: the JSON object by which a seat acts (design section 5)."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from referee.matches import base64url, signatures
from referee.matches.chain import Base
from referee.matches.events import BY_AUTOPILOT, BY_LINK
from referee.strict_json import canonical

ORDER_VERSION = 1
_DONE_KEY_BYTES = 16

Order = Mapping[str, Any]


def move_order(game: str, match: str, seat: int, base: Base, steps: Sequence[str]) -> dict[str, Any]:
    """The order of a move: canonical steps, on the base that the seat sees."""
    return {**_common("move", game, match, seat, base), "steps": list(steps)}


def undo_order(game: str, match: str, seat: int, base: Base, to: int) -> dict[str, Any]:
    """The order of an undo: back to the position of version ``to``."""
    return {**_common("undo", game, match, seat, base), "to": to}


def resign_order(game: str, match: str, seat: int, base: Base) -> dict[str, Any]:
    """The order by which a seat resigns; it is never stale, so that any base will do."""
    return _common("resign", game, match, seat, base)


def attested(order: Order, evidence: str, via: str = BY_LINK) -> dict[str, Any]:
    """The order of a player who used no key of his own, as the referee signs it: as itself, on behalf of the seat.

    :param evidence: hex SHA-256 of what the player presented, such as the token of a link.
    """
    return {**order, "via": via, "on_behalf_of": order["seat"], "evidence": evidence}


def of_autopilot(order: Order) -> dict[str, Any]:
    """The order of the referee itself for a seat whose player is absent: nobody presented anything."""
    return {**order, "via": BY_AUTOPILOT, "on_behalf_of": order["seat"]}


def _common(act: str, game: str, match: str, seat: int, base: Base) -> dict[str, Any]:
    return {
        "v": ORDER_VERSION,
        "act": act,
        "game": game,
        "match": match,
        "seat": seat,
        "version": base.version,
        "head": base.head,
    }


def done_key(order: Order) -> bytes:
    """The 16 bytes under which an executed order is remembered."""
    return hashlib.sha256(canonical(order)).digest()[:_DONE_KEY_BYTES]


def signed_members(jws: signatures.Jws, steps_are_sealed: bool = False) -> dict[str, str]:
    """What an event keeps of a signature: the header only if it is not the one that everybody writes."""
    members = {} if steps_are_sealed else {"signature": base64url.encode(jws.signature)}
    if jws.header != signatures.standard_header(jws.kid, signatures.ORDER_TYPE):
        members["header"] = jws.header
    return members


def kept_members(
    order: Order, key: int | None, jws: signatures.Jws, steps_are_sealed: bool = False
) -> dict[str, Any]:
    """What an event keeps of who vouches for its order.

    :param key: the number of the player's key among those of the seat; None: the referee attests the order.
    """
    signed = signed_members(jws, steps_are_sealed)
    if key is None:
        evidence = {"evidence": order["evidence"]} if "evidence" in order else {}
        return {"via": order["via"], **evidence, **signed}
    return {"key": key, **signed}


def verify_stored(order: Order, signature: str, header: str | None, x: str) -> None:
    """Check a signature that a log holds against the order rebuilt from it.

    :param x: the key that the event names, as JWK member.
    :raises signatures.BadSignature: if it is not by that key over that order.
    """
    kid = signatures.thumbprint(x)
    standard = signatures.standard_header(kid, signatures.ORDER_TYPE)
    if header is None:
        header = standard
    elif header == standard:
        raise signatures.BadSignature("the header that everybody writes is not kept")
    elif signatures.read_header(header, signatures.ORDER_TYPE) != kid:
        raise signatures.BadSignature("the protected header names another key")
    signatures.verify(header, signatures.read_signature(signature), canonical(order), x)
