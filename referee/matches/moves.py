"""Decide what an act of a seat becomes: events, or a refusal. Pure: the time is handed in."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.games.engine import Game, OtherSpelling, State
from referee.matches import base64url, fairness
from referee.matches.chain import Base
from referee.matches.clock import EVENTS_KEPT_FREE, is_overdue
from referee.matches.events import MAX_EVENTS, Event
from referee.matches.match import CANCELLED, OPEN, Match
from referee.matches.orders import Order, kept_members
from referee.matches.play import StepRefused, play_texts
from referee.matches.refusals import Refused
from referee.matches.results import BY_RULES, RESIGNED, is_decided_by_resignation
from referee.matches.signatures import Jws, thumbprint
from referee.strict_json import canonical_text

_MOST_LEGAL_NAMED = 200  # legal steps that a refusal lists


class Decided(NamedTuple):
    """What to append: events, and beside each what is sealed, in clear (None: nothing)."""

    events: list[Event]
    secrets: list[str | None]


def find_seat_key(match: Match, order: Order, player: str, kid: str) -> int:
    """The number of the key among those of the order's seat; refuses a foreign seat or a key that is not in."""
    seat = order["seat"]
    place = match.place_at(seat)
    if not match.seats:
        # Before the start nobody has a seat yet; who has joined shall hear so.
        place = match.place_of(player) if seat <= match.players else None
    if place is None or place.player != player:
        raise Refused("seat/not-yours", f"Seat {seat} is not yours in this match.")
    for number, key in enumerate(place.keys, start=1):
        if thumbprint(key.x) == kid:
            return number
    raise Refused("key/not-in-match", "This key was registered after you took your seat in this match.")


def check_match_runs(match: Match) -> None:
    """Refuse an order to a match that has not started, or is over."""
    if match.status == CANCELLED:
        raise Refused("match/cancelled", "The match was cancelled.")
    if match.status == OPEN:
        raise Refused("match/not-started", "The match has not started yet.")
    if match.ended:
        raise Refused("match/over", "The match is over.")


def check_base(match: Match, order: Order) -> None:
    """Refuse an order that was made on another position than the present one."""
    if match.base_of(order["seat"]) != Base(order["version"], order["head"]):
        raise stale(match, order["seat"])


def stale(match: Match, seat: int) -> Refused:
    """The refusal of what was made on another position than the present one."""
    return Refused(
        "order/stale", "The position has changed since you looked.", base=base_members(match, seat)
    )


def base_members(match: Match, seat: int | None = None) -> dict[str, Any] | None:
    """The base of a seat (None: of who has none) as answers write it."""
    base = match.base_of(seat)
    return base._asdict() if base else None


def decide_order(match: Match, order: Order, key: int | None, jws: Jws, at: int, salt: bytes) -> Decided:
    """Judge the order of a seat, whoever vouches for it; parameters as of :func:`decide_move`.

    :raises Refused: first ``match/...``, ``order/stale`` and ``seat/vacant``, then as the act is judged.
    """
    check_match_runs(match)
    if order["act"] == "resign":
        return decide_resign(match, order, key, jws, at)
    check_base(match, order)
    if match.is_vacant(order["seat"]):
        raise vacant(match, order["seat"])
    if order["act"] == "undo":
        return decide_undo(match, order, key, jws, at)
    return decide_move(match, order, key, jws, at, salt)


def decide_move(match: Match, order: Order, key: int | None, jws: Jws, at: int, salt: bytes) -> Decided:
    """Judge a move on the present position.

    :param key: the number of the signing key among those of the seat; None: the referee attests the order.
    :param at: milliseconds; the caller takes care that it is not before the last event.
    :param salt: 16 random bytes, used only if a part of the move is hidden from some.
    :raises Refused: ``order/not-to-move``, ``move/invalid``, ``move/illegal``, ``match/log-full``.
    """
    seat = order["seat"]
    check_owes(match, seat)
    check_room(match)
    game = match.rules
    try:
        line = play_texts(game, match.state, seat, order["steps"])
    except StepRefused as error:
        raise refusal_of(game, seat, error) from error
    told = [
        game.tell(seat, step, effects, None)[0]
        for step, effects in zip(line.steps, line.effects, strict=True)
    ]
    is_sealed = told != list(order["steps"])
    data: dict[str, Any] = {
        "steps": told,
        "base": order["version"],
        **kept_members(order, key, jws, is_sealed),
        "digest": fairness.digest(match.digest_key, game.facts(line.state)),
    }
    sealed = None
    if is_sealed:
        secret = {"steps": list(order["steps"]), "signature": base64url.encode(jws.signature)}
        data["sealed"] = fairness.seal_hash(salt, secret)
        sealed = canonical_text({"salt": base64url.encode(salt), "secret": secret})
    events = [Event("MovePlayed", at, data, seat=seat)]
    if not game.decisions(line.state):
        events.append(Event("MatchEnded", at, {"reason": BY_RULES}))
    return Decided(events, [sealed])


def decide_undo(match: Match, order: Order, key: int | None, jws: Jws, at: int) -> Decided:
    """Judge an undo on the present position; raises Refused ``undo/not-allowed``."""
    seat, to = order["seat"], order["to"]
    check_room(match)
    targets = match.undo_targets(seat)
    if to not in targets:
        raise Refused(
            "undo/not-allowed",
            "Only your own moves since the last reveal, and since another seat moved, lapsed or resigned, can be taken back.",
            base=base_members(match, seat),
            undo_to=list(targets),
        )
    position = next(position for position in match.segment if position.base.version == to)
    if is_overdue(match._replace(clocks=position.clocks), seat, at):
        raise Refused(
            "undo/not-allowed",
            "The time in which to move at that position is over.",
            base=base_members(match),
            undo_to=[],
        )
    data = {
        "to": to,
        "base": order["version"],
        **kept_members(order, key, jws),
        "digest": fairness.digest(match.digest_key, match.rules.facts(position.state)),
    }
    return Decided([Event("MoveUndone", at, data, seat=seat)], [None])


def decide_resign(match: Match, order: Order, key: int | None, jws: Jws, at: int) -> Decided:
    """Judge a resignation, on whichever base; raises Refused ``seat/vacant`` for a seat that has resigned."""
    seat = order["seat"]
    sitting = match.sittings[seat - 1]
    if sitting.is_vacant and sitting.has_resigned:
        raise vacant(match, seat)
    data = {"base": order["version"], "head": order["head"], **kept_members(order, key, jws)}
    events = [Event("SeatResigned", at, data, seat=seat)]
    if is_decided_by_resignation([*match.resigned(), seat], len(match.seats)):
        events.append(Event("MatchEnded", at, {"reason": RESIGNED}))
    return Decided(events, [None])


def vacant(match: Match, seat: int) -> Refused:
    """The refusal of an act for a seat that the referee plays."""
    return Refused(
        "seat/vacant",
        f"Seat {seat} is vacant, and the referee plays it until somebody takes it.",
        base=base_members(match),
    )


def check_owes(match: Match, seat: int) -> None:
    """Refuse a seat that the rules do not wait for."""
    if all(decision.seat != seat for decision in match.decisions()):
        raise Refused(
            "order/not-to-move",
            f"Seat {seat} owes no decision now.",
            base=base_members(match, seat),
            expected=[{"seat": owed.seat, "decision": owed.name} for owed in match.decisions()],
        )


def check_room(match: Match) -> None:
    """Refuse what would overfill the log."""
    if match.version > MAX_EVENTS - EVENTS_KEPT_FREE:
        raise Refused("match/log-full", f"A match has at most {MAX_EVENTS} events.", base=base_members(match))


def refusal_of(game: Game, seat: int, error: StepRefused) -> Refused:
    """The refusal of a step: which one, which rule, and what would have been legal."""
    where: dict[str, Any] = {"step": {"index": error.index, "text": error.step}}
    if error.rule is None:
        if isinstance(error.__cause__, OtherSpelling):
            where["canonical"] = error.__cause__.canonical
        return Refused("move/invalid", str(error), **where)
    legal = [] if error.state is None else legal_texts(game, error.state, seat)
    return Refused("move/illegal", str(error), **where, game=game.name, rule=error.rule, legal=legal)


def legal_texts(game: Game, state: State, seat: int) -> list[str]:
    """The legal steps of a seat in canonical notation, sorted; a long list is cut."""
    owes = any(decision.seat == seat for decision in game.decisions(state))
    steps: Sequence[Any] = game.legal_steps(state, seat) if owes else ()
    return sorted(game.write(step) for step in steps)[:_MOST_LEGAL_NAMED]
