"""What may be known of a match: views, legal steps and moves, events, records."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.games.engine import Decision, Game, State
from referee.matches import lines, moves
from referee.matches.chain import Entry
from referee.matches.events import Event
from referee.matches.match import OPEN, OVER, Match, Place
from referee.matches.play import Line, StepRefused, is_move_over, play_texts, read_steps
from referee.matches.record import write_record
from referee.matches.refusals import Refused
from referee.matches.results import final_result
from referee.service.house import House
from referee.service.loading import load, load_at, load_visible, replay
from referee.service.orders import effect_members, told_effects

_WORKERS_TIME = 5000  # milliseconds after an event in which a worker lists the legal moves


@dataclass(frozen=True, slots=True)
class LegalStep:
    """A legal step: canonical text, typed parts, and whether it reveals."""

    step: str
    parts: dict[str, Any]
    reveals: bool


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer may know: the match as it stands now, and the position at a version."""

    match: Match
    at: int
    seat: int | None
    shown: dict[str, Any]
    undo_to: list[int]


class LoggedEvent(NamedTuple):
    """An entry with what it did, as far as the viewer may know: effects, and the parts of its steps."""

    entry: Entry
    type: str
    seat: int | None
    parts: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    data: Any


class Turn(NamedTuple):
    """A decision that a player owes."""

    match: Match
    decision: Decision


def show_view(house: House, match_id: str, player: str | None, at: int | None) -> View:
    """The position, now or at an earlier version, as who asks now may know it.

    :raises Refused: ``match/not-found``, ``match/not-started``, ``match/no-version``.
    """
    match = load_visible(house, match_id, player)
    if at is None:
        return view_of(match, player)
    if at > match.version:
        raise Refused("match/no-version", f"The log has {match.version} events.")
    return view_of(match, player, load_at(house, match, at))


def view_of(match: Match, player: str | None, earlier: Match | None = None) -> View:
    """The position of a match that is loaded, as a player (None: a stranger) may know it.

    :param earlier: the match as it stood at the position that is asked for; None: the position now.
    :raises Refused: ``match/not-started``.
    """
    shown = earlier or match
    check_started(shown)
    seat = match.seat_of(player) if player is not None else None
    undo_to = sorted(match.undo_targets(seat), reverse=True) if seat is not None and earlier is None else []
    # `at` names the position event that stood then, so that two versions of one position show the same.
    version = shown.base.version if shown.base else 0
    return View(match, version, seat, shown.view(seat), undo_to)


def list_legal_steps(
    house: House, match_id: str, player: str, seat: int | None
) -> tuple[Match, int, list[LegalStep]]:
    """Every legal step of the player's own seat; none if it owes nothing."""
    match = load_visible(house, match_id, player)
    own = own_seat(match, player, seat)
    return match, own, legal_steps(match.rules, match.state, own, may_move(match, own))


def list_legal_moves(
    house: House, match_id: str, player: str, seat: int | None, prefix: Sequence[str], now: int
) -> tuple[Match, int, Any | None]:
    """Whole moves of the player's own seat that begin with a prefix, as JSON; None while a worker lists them.

    :param now: milliseconds since 1970; a list that no worker has made for long, or that was lost, is made here.
    :raises Refused: ``move/invalid`` and ``move/illegal`` for a prefix that cannot be played.
    """
    match = load_visible(house, match_id, player)
    own = own_seat(match, player, seat)
    if not may_move(match, own):
        if prefix:
            moves.check_owes(match, own)
        return match, own, {"moves": [], "truncated": False}
    if not prefix:
        base = match.base_of(own) or match.last
        listed = house.cache.legal_moves(match.id, base.version, own)
        if listed is None and now - match.at > _WORKERS_TIME:
            listed = compute_legal_moves(match, own)
            house.cache.keep_legal_moves(match.id, base.version, own, listed)
        return match, own, listed
    return match, own, compute_legal_moves(match, own, prefix)


def compute_legal_moves(match: Match, seat: int, prefix: Sequence[str] = ()) -> dict[str, Any]:
    """List whole moves now; a worker does it ahead for the empty prefix."""
    game = match.rules
    try:
        steps = read_steps(game, match.state, seat, prefix)
        found = lines.legal_lines(game, match.state, seat, steps)
    except StepRefused as error:
        raise moves.refusal_of(game, seat, error) from error
    return {
        "moves": [
            {
                "steps": list(line.steps),
                "effects": [effect_members(effect) for effects in line.effects for effect in effects],
                "reveals": line.reveals,
                "ends_turn": line.ends_turn,
            }
            for line in found.lines
        ],
        "truncated": found.truncated,
    }


def legal_topic(match: str) -> str:
    """What who waits for the legal moves of a match listens to."""
    return f"legal:{match}"


def next_steps(match: Match, seat: int, prefix: Sequence[str]) -> list[LegalStep]:
    """The legal steps after a prefix that can be played, within the same turn."""
    if not may_move(match, seat):
        return []
    game = match.rules
    try:
        begun = play_texts(game, match.state, seat, prefix)
    except StepRefused as error:
        raise moves.refusal_of(game, seat, error) from error
    return following_steps(game, match.state, begun, seat)


def list_events(
    house: House, match_id: str, player: str | None, after: int, limit: int
) -> tuple[Match, list[LoggedEvent]]:
    """The log after a version, with what each event did, as far as the viewer may know."""
    match = load_visible(house, match_id, player)
    seat = match.seat_of(player) if player is not None else None
    until = min(match.version, after + limit)
    if until <= after:
        return match, []
    return match, [tell_event(*step, seat) for step in replay(house, match, after, until)]


def tell_event(entry: Entry, event: Event, then: Match, viewer: int | None) -> LoggedEvent:
    """An entry of a log as a viewer may know it.

    :param then: the match after the event.
    :param viewer: his seat, or None for a spectator.
    """
    own = event.seat is not None and event.seat == viewer
    open_entry = entry if own or entry.sealed is None else entry._replace(sealed=None)
    told = told_effects(then, event.seat or 0, viewer) if event.type == "MovePlayed" else []
    parts = _told_parts(then, event.seat or 0, viewer) if event.type == "MovePlayed" else []
    return LoggedEvent(open_entry, event.type, event.seat, parts, told, event.data)


def write_match_record(house: House, match_id: str, player: str | None) -> list[str]:
    """The lines of a record; refuses ``match/not-over`` before it is complete."""
    match = load_visible(house, match_id, player)
    if not match.is_complete:
        raise Refused(
            "match/not-over",
            "The record is complete when the match has been scored.",
            base=moves.base_members(match),
        )
    return list(write_record(match.id, house.logs.read(match.id), match.at, house.sign_key))


def turns_of(live: Sequence[Match], player: str) -> list[Turn]:
    """Every decision that a player owes in these matches, by match."""
    found: list[Turn] = []
    for match in live:
        seat = match.seat_of(player)
        if seat is not None and may_move(match, seat):
            found += [Turn(match, decision) for decision in match.decisions() if decision.seat == seat]
    return found


def load_live(house: House, player: str) -> list[Match]:
    """A player's matches that are not over; those known to be current cost one round trip together."""
    return load_many(house, house.lists.live(player))


def load_many(house: House, ids: Sequence[str]) -> list[Match]:
    """Many matches at once, those that exist."""
    found: list[Match] = []
    for match_id, tail in zip(ids, house.logs.tails(ids) if ids else (), strict=True):
        known = house.loaded.get(match_id)
        match = known if known is not None and known.last == tail else load(house, match_id)
        if match is not None:
            found.append(match)
    return found


def result_of(match: Match) -> Any:
    """The result from the end of a match on: before it is scored the rules give it; else None."""
    if match.result is not None:
        return match.result
    if match.ended and match.status == OVER and match.state is not None:
        return final_result(match)
    return None


def own_seat(match: Match, player: str, seat: int | None) -> int:
    """The seat that a player asks about: his own, whether he names it or not."""
    place: Place | None = match.place_of(player)
    if seat is None and place is None:
        raise Refused("seat/not-seated", "You have no seat in this match.")
    if place is None or (match.seats and seat is not None and match.seat_of(player) != seat):
        raise Refused("seat/not-yours", f"Seat {seat} is not yours in this match.")
    check_started(match)
    own = match.seat_of(player)
    if own is None:
        raise Refused("seat/not-seated", "You have no seat in this match.")
    return own


def check_started(match: Match) -> None:
    """Refuse what needs a position where there is none."""
    if match.state is None or match.status == OPEN:
        raise Refused("match/not-started", "The match has not started yet.", base=moves.base_members(match))


def owes(match: Match, seat: int) -> bool:
    """Does the seat owe a decision?"""
    return any(decision.seat == seat for decision in match.decisions())


def may_move(match: Match, seat: int) -> bool:
    """Does the player of the seat owe a decision? For a vacant seat the referee does."""
    return owes(match, seat) and not match.is_vacant(seat)


def legal_steps(game: Game, state: State, seat: int, is_owing: bool = True) -> list[LegalStep]:
    """The legal steps of a seat, in the order of their notation."""
    if not is_owing:
        return []
    steps = [
        LegalStep(game.write(step), game.parts(step), game.reveals(state, seat, step))
        for step in game.legal_steps(state, seat)
    ]
    return sorted(steps, key=lambda step: step.step)


def following_steps(game: Game, start: State, line: Line, seat: int) -> list[LegalStep]:
    """The legal steps of a seat after a line that began at ``start``; none where its move is over."""
    if line.reveals or is_move_over(game, line.state, seat, game.turn(start)):
        return []
    return legal_steps(game, line.state, seat)


def _told_parts(match: Match, seat: int, viewer: int | None) -> list[dict[str, Any]]:
    line = match.line
    if line is None:
        return []
    found = []
    for step, effects in zip(line.steps, line.effects, strict=True):
        text, _ = match.rules.tell(seat, step, effects, viewer)
        found.append(match.rules.parts(step) if text == match.rules.write(step) else {"kind": "hidden"})
    return found
