"""Judge a signed order: the way by which a seat with a key acts."""

from collections.abc import Mapping
from typing import Any

from referee.matches import fairness, moves, orders
from referee.matches.events import read_trusted_event
from referee.matches.match import Match
from referee.matches.record import write_receipt
from referee.matches.refusals import Refused
from referee.matches.signatures import BadSignature, Jws, read_detached, verify_detached
from referee.service.appending import append
from referee.service.house import House, random_bytes
from referee.service.loading import fold_until, not_found
from referee.store.accounts import PlayerKey
from referee.strict_json import canonical


def play_order(house: House, order: orders.Order, signature: str, received_at: int) -> dict[str, Any]:
    """Check an order, play it, append it; the same order again gets the same answer.

    :param order: judged by the schema of the API already.
    :param signature: a detached JWS over the order's canonical bytes.
    :param received_at: milliseconds since 1970 when our first process had the request.
    :returns: ``version, head, at, base, effects, receipt`` of the order's own event.
    :raises Refused: in the order of checks of design section 5.
    """
    jws, key = check_signature(house, order, signature)

    def check(match: Match | None) -> Match:
        if match is None or not match.may_see(key.player):
            raise not_found()
        if order["game"] != match.rules.name:
            raise Refused("order/game", f"This match plays {match.rules.name}.")
        moves.find_seat_key(match, order, key.player, key.kid)
        return match

    def decide(match: Match) -> moves.Decided:
        number = moves.find_seat_key(match, order, key.player, key.kid)
        at = max(received_at, match.at)
        return moves.decide_order(match, order, number, jws, at, random_bytes(fairness.SALT_BYTES))

    done_key = orders.done_key(order, key.player)
    match, appended = append(house, order["match"], done_key, decide, check=check)
    if appended is None:
        raise RuntimeError("an order always appends")
    return answer(house, match, appended.version, order["seat"])


def check_signature(house: House, order: orders.Order, signature: str) -> tuple[Jws, PlayerKey]:
    """Who signed an order: refuses an unknown key, a revoked key, a signature that is not by it."""
    try:
        jws = read_detached(signature)
    except BadSignature as error:
        raise Refused("order/bad-signature", f"{error}.") from error
    key = house.accounts.key(jws.kid)
    if key is None:
        raise Refused("key/unknown", "No player has registered the key that signed this.")
    if key.revoked:
        raise Refused("key/revoked", "The key that signed this was revoked.")
    try:
        verify_detached(jws, canonical(order), key.x)
    except BadSignature as error:
        raise Refused("order/bad-signature", f"{error}.") from error
    return jws, key


def answer(house: House, match: Match, version: int, seat: int) -> dict[str, Any]:
    """The answer to the order whose event has this version: it follows from log and order alone."""
    if match.base is not None and match.base.version == version and match.line is not None:
        own, at, base = match, _at_of(house, match, version), match.base
    else:
        own = fold_until(house, match, version)
        at, base = own.at, own.last
    place = base._asdict()
    return {
        **place,
        "at": at,
        "base": place,
        "effects": told_effects(own, seat, seat),
        "receipt": write_receipt(match.id, base, at, house.sign_key),
    }


def _at_of(house: House, match: Match, version: int) -> int:
    if match.version == version:
        return match.at
    return read_trusted_event(house.logs.read(match.id, version - 1, version)[0].text).at


def told_effects(match: Match, seat: int, viewer: int | None) -> list[dict[str, Any]]:
    """The effects of a match's newest move, as far as the viewer may know them."""
    line = match.line
    if line is None:
        return []
    return [
        effect_members(effect)
        for step, effects in zip(line.steps, line.effects, strict=True)
        for effect in match.rules.tell(seat, step, effects, viewer)[1]
    ]


def effect_members(effect: Any) -> dict[str, Any]:
    """An effect as answers write it."""
    detail: Mapping[str, Any] = effect.detail
    return {"kind": effect.kind, "seat": effect.seat, "text": effect.text, "detail": dict(detail)}
