"""A match, and what its first events make of it. How events follow each other: fold.py."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.games.engine import Decision, Game, State
from referee.games.registry import game_named
from referee.matches import base64url, fairness, play
from referee.matches.chain import GENESIS, Base
from referee.matches.events import Event, MalformedEvent, NewerEvent
from referee.matches.hours import Hours
from referee.matches.policy import first_time
from referee.matches.ticking import SeatClock, Span
from referee.strict_json import Json, read_canonical

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
NOWHERE = Base(0, GENESIS)
# A seat that undoes its undos for ever would fill memory and snapshots; no turn of any game is half as long.
# To raise it is safe, to lower it would make old records wrong.
MOST_POSITIONS = 256


class SeatKey(NamedTuple):
    """A public key of a place; its number is its place in the list, from 1."""

    x: str
    revoked: bool = False


class Place(NamedTuple):
    """A player who joined; places count joins and are not used again.

    :param left: did he leave before the start?
    :param is_substitute: did he take a seat that was vacant?
    :param was_replaced: has another player taken his seat?
    :param has_resigned: did he himself resign?
    """

    number: int
    player: str
    keys: tuple[SeatKey, ...]
    entropy: bytes
    left: bool = False
    is_substitute: bool = False
    was_replaced: bool = False
    has_resigned: bool = False

    @property
    def is_gone(self) -> bool:
        """Has it no seat any more?"""
        return self.left or self.was_replaced


class Position(NamedTuple):
    """A position event that an undo may return to: where it stands in the log, and the state and clocks there."""

    base: Base
    state: State
    clocks: tuple[SeatClock, ...] = ()


class Sitting(NamedTuple):
    """Who is there at a seat, apart from the position: no undo changes it.

    :param lapses: in a row; an own act starts the count anew.
    :param has_resigned: the seat, for ever: it comes last, whoever plays it.
    :param hours: the nightly hours of the player, which count from the next stint on at the latest.
    :param vacations: all that were taken, in order; the last may be running.
    :param generation: how many players the seat has had before its present one.
    """

    lapses: int = 0
    is_vacant: bool = False
    has_resigned: bool = False
    hours: Hours | None = None
    vacations: tuple[tuple[int, int], ...] = ()
    generation: int = 0


class Match(NamedTuple):
    """What a log says so far. A tuple because a change of one is ten times quicker than of a dataclass.

    ``seats[i]`` is the place at seat i+1; ``state`` is None before the start, and where the seed is not known.
    ``segment`` holds the positions since the last reveal or the last event of another seat, the present one
    last, at most the newest MOST_POSITIONS; ``segment_seat`` is whose moves lie in it. ``base`` is the newest position
    event; ``asked`` the one on which several seats were asked at once, while some of them have not answered, and
    ``answers`` the answers so far, by seat. ``line`` is what the newest move or undo did, None
    where that is not known: a snapshot holds positions only. ``sittings`` and ``clocks`` have one entry per seat;
    ``still`` are the spans in which no seat's time runs: pauses, and outages of ours up to ``credited_until``.
    """

    id: str = ""
    game: Game | None = None
    players: int = 0
    options: Mapping[str, Json] = None  # type: ignore[assignment]
    policy: Mapping[str, Any] = None  # type: ignore[assignment]
    visibility: str = ""
    commitment: str = ""
    referee_key: str = ""
    organiser: str = ""
    status: str = OPEN
    places: tuple[Place, ...] = ()
    seats: tuple[int, ...] = ()
    rules_version: int | None = None
    opened_at: int = 0
    started_at: int | None = None
    at: int = 0
    last: Base = NOWHERE
    base: Base | None = None
    asked: Base | None = None
    answers: Mapping[int, Base] = MappingProxyType({})
    state: State = None
    segment: tuple[Position, ...] = ()
    segment_seat: int | None = None
    line: play.Line | None = None
    sittings: tuple[Sitting, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    still: tuple[Span, ...] = ()
    credited_until: int = 0
    ended: str | None = None
    result: Mapping[str, Any] | None = None
    scored: bool = False
    seed: bytes | None = None
    digest_key: bytes = b""

    @property
    def version(self) -> int:
        """The number of events."""
        return self.last.version

    @property
    def rules(self) -> Game:
        """The game of a match that is open at least."""
        if self.game is None:
            raise MalformedEvent("the first event is MatchOpened")
        return self.game

    def seated(self) -> tuple[Place, ...]:
        """The places that are taken, in order of joining."""
        return tuple(place for place in self.places if not place.is_gone)

    def place_at(self, seat: int) -> Place | None:
        """Who sits at a seat, or None."""
        if not 1 <= seat <= len(self.seats):
            return None
        return self.places[self.seats[seat - 1] - 1]

    def place_of(self, player: str) -> Place | None:
        """The place that a player holds, or None."""
        return next((place for place in self.seated() if place.player == player), None)

    def seat_of(self, player: str) -> int | None:
        """The seat of a player in a match that has begun, or None."""
        place = self.place_of(player)
        return self.seats.index(place.number) + 1 if place and self.seats else None

    def is_vacant(self, seat: int) -> bool:
        """Does the referee play this seat?"""
        return 1 <= seat <= len(self.sittings) and self.sittings[seat - 1].is_vacant

    def resigned(self) -> tuple[int, ...]:
        """The seats that have resigned, whoever plays them."""
        return tuple(seat for seat, sitting in enumerate(self.sittings, start=1) if sitting.has_resigned)

    @property
    def is_suspended(self) -> bool:
        """Does the match wait for a player, because all are absent?"""
        return any(end is None for _, end in self.still)

    def is_full(self) -> bool:
        """Are all seats taken?"""
        return len(self.seated()) == self.players

    @property
    def is_complete(self) -> bool:
        """Will no event follow any more?"""
        return self.scored or self.status == CANCELLED

    def may_see(self, player: str | None) -> bool:
        """May this player (None: a stranger) see the match at all?"""
        if self.visibility != "private":
            return True
        return player is not None and (
            player == self.organiser or player in self.policy["invited"] or self.place_of(player) is not None
        )

    def decisions(self) -> tuple[Decision, ...]:
        """Who owes which decision now."""
        if self.status != RUNNING or self.state is None:
            return ()
        return self.rules.decisions(self.state)

    def view(self, seat: int | None) -> dict[str, Json]:
        """What a seat (None: a spectator) may know of the position; once the match is over nobody is to move."""
        shown = self.rules.view(self.state, seat)
        return shown if self.status == RUNNING else {**shown, "decisions": []}

    def base_of(self, seat: int | None) -> Base | None:
        """The base of a seat's orders: the newest position event that is not another seat's answer to an open question.

        :param seat: None: of who has no seat. :returns: None before the start.
        """
        if self.asked is None:
            return self.base
        return self.answers.get(seat or 0, self.asked)

    def undo_targets(self, seat: int) -> tuple[int, ...]:
        """The versions that the seat may go back to now."""
        if self.status != RUNNING or self.segment_seat != seat:
            return ()
        return tuple(position.base.version for position in self.segment[:-1])


@dataclass(frozen=True, slots=True)
class SealedPart:
    """What a log keeps beside the chain of a sealed move: the salt, the real steps, the signature."""

    salt: bytes
    secret: Mapping[str, Any]


Changes = dict[str, Any]  # of a match, by field


def read_sealed_part(text: str) -> SealedPart:
    """Read a sealed part in clear, in canonical form; raises ValueError."""
    members = read_canonical(text)
    if not isinstance(members, dict) or set(members) != {"salt", "secret"}:
        raise ValueError("a sealed part has the members salt and secret")
    salt, secret = members["salt"], members["secret"]
    if not isinstance(secret, dict) or set(secret) != {"steps", "signature"}:
        raise ValueError("a secret has the members steps and signature")
    steps = secret["steps"]
    if not isinstance(steps, list) or not all(
        isinstance(text, str) for text in [*steps, secret["signature"]]
    ):
        raise ValueError("the steps of a secret are a list of strings, its signature is a string")
    if not isinstance(salt, str):
        raise ValueError("the salt is a string")
    return SealedPart(base64url.decode(salt), secret)


# What each event changes; all of it is judged before anything is.


def _match_opened(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    data = event.data
    try:
        game = game_named(data["game"])
    except KeyError as error:
        raise NewerEvent(f"game: {data['game']} is not one of ours") from error
    return {
        "id": data["match"],
        "game": game,
        "players": data["players"],
        "options": data["options"],
        "policy": data["policy"],
        "visibility": data["visibility"],
        "commitment": data["commitment"],
        "referee_key": data["referee_key"]["x"],
        "organiser": event.by or "",
        "opened_at": event.at,
    }


def _seat_taken(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == OPEN, "seats are taken before the start")
    data = event.data
    expect(data["place"] == len(match.places) + 1, "place: counts joins")
    expect(not match.is_full(), "all seats are taken")
    expect(match.place_of(data["player"]) is None, "player: has a seat already")
    keys = tuple(SeatKey(key["x"]) for key in data["keys"])
    place = Place(data["place"], data["player"], keys, bytes.fromhex(data["entropy"]))
    return {"places": (*match.places, place)}


def _seat_left(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == OPEN, "seats are left before the start")
    return _with_place(match, event.data["place"], lambda place: place._replace(left=True))


def _seat_key_revoked(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    number = event.data["key"]

    def revoke(place: Place) -> Place:
        expect(number <= len(place.keys), "key: no such key of the seat")
        keys = list(place.keys)
        keys[number - 1] = keys[number - 1]._replace(revoked=True)
        return place._replace(keys=tuple(keys))

    return _with_place(match, event.data["place"], revoke)


def _with_place(match: Match, number: int, change: Callable[[Place], Place]) -> Changes:
    expect(1 <= number <= len(match.places) and not match.places[number - 1].is_gone, "place: not taken")
    places = list(match.places)
    places[number - 1] = change(places[number - 1])
    return {"places": tuple(places)}


def _match_started(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == OPEN and match.is_full(), "a match starts once, when all seats are taken")
    seats = tuple(event.data["seats"])
    expect(sorted(seats) == [place.number for place in match.seated()], "seats: the places that are taken")
    version = event.data["rules_version"]
    if version not in match.rules.rules_versions:
        raise NewerEvent(f"rules_version: {version} is not one of ours")
    started: Changes = {
        "status": RUNNING,
        "seats": seats,
        "rules_version": version,
        "started_at": event.at,
        "base": base,
        "sittings": (Sitting(),) * len(seats),
        "clocks": (SeatClock(first_time(match.policy)),) * len(seats),
    }
    if match.seed is None:
        return started
    entropies = entropies_of(match)
    setup = fairness.deal(match.rules, match.players, match.options, match.seed, match.id, entropies, version)
    state = match.rules.start(setup)
    return {
        **started,
        "state": state,
        "segment": (Position(base, state),),
        "digest_key": fairness.digest_key(match.seed, match.id, entropies),
    }


def entropies_of(match: Match) -> list[bytes]:
    """What the players who are seated at the start added to the chance, in order of joining."""
    return [place.entropy for place in match.places if not place.left and not place.is_substitute]


def _move_played(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == RUNNING, "moves are played in a running match")
    _expect_base(match, event)
    expect(match.state is not None, "a position needs the seed of the match")
    seat = event.seat or 0
    texts = event.data["steps"] if part is None else part.secret["steps"]
    try:
        line = play.play_texts(match.rules, match.state, seat, texts)
    except play.StepRefused as error:
        raise MalformedEvent(str(error)) from error
    owing = {decision.seat for decision in match.decisions()}
    is_answer = match.asked is not None or len(owing) > 1
    segment, owner = _segment_after(match, seat, Position(base, line.state), line.reveals or is_answer)
    played = {"state": line.state, "base": base, "segment": segment, "segment_seat": owner, "line": line}
    return {**played, **_answered(match, seat, base, owing)} if is_answer else played


def _answered(match: Match, seat: int, base: Base, owing: set[int]) -> Changes:
    """What an answer to a question put to several seats changes: the last one closes the question."""
    if owing == {seat}:
        return {"asked": None, "answers": MappingProxyType({})}
    return {"asked": match.asked or match.base, "answers": {**match.answers, seat: base}}


def _segment_after(
    match: Match, seat: int, position: Position, reveals: bool
) -> tuple[tuple[Position, ...], int | None]:
    """The positions that an undo may return to after a move, and whose moves lie between them.

    :param reveals: does nothing lead back? So it is after a reveal, and after an answer to a question to several seats.
    """
    if reveals:
        return (position,), None
    if match.segment_seat in (None, seat):
        return _lengthened(match.segment, position), seat
    return (match.segment[-1], position), seat


def _lengthened(segment: tuple[Position, ...], position: Position) -> tuple[Position, ...]:
    return (*segment[1 - MOST_POSITIONS :], position)


def _move_undone(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    seat, to = event.seat or 0, event.data["to"]
    expect(match.status == RUNNING, "moves are taken back in a running match")
    _expect_base(match, event)
    expect(to in match.undo_targets(seat), "to: no position that this seat may return to")
    state = next(position.state for position in match.segment if position.base.version == to)
    segment = _lengthened(match.segment, Position(base, state))
    line = play.Line(state, (), (), False)
    return {"state": state, "base": base, "segment": segment, "line": line}


def _match_ended(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == RUNNING, "a running match ends, once")
    return {"ended": event.data["reason"], "status": OVER, "segment": (), "segment_seat": None}


def _match_scored(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status == OVER, "a match is scored after its end")
    return {"scored": True, "result": event.data["result"]}


def _match_cancelled(match: Match, event: Event, base: Base, part: SealedPart | None) -> Changes:
    expect(match.status in (OPEN, RUNNING), "a match is cancelled before its end")
    return {"status": CANCELLED, "ended": event.data["reason"], "segment": (), "segment_seat": None}


def _expect_base(match: Match, event: Event) -> None:
    made_on, base = event.data["base"], match.base_of(event.seat)
    expect(
        base is not None and base.version == made_on,
        f"base: made on version {made_on}, which is not the position",
    )


def expect(condition: bool, why: str) -> None:
    if not condition:
        raise MalformedEvent(why)


Change = Callable[[Match, Event, Base, SealedPart | None], Changes]
CHANGES: dict[str, Change] = {
    "MatchOpened": _match_opened,
    "SeatTaken": _seat_taken,
    "SeatLeft": _seat_left,
    "SeatKeyRevoked": _seat_key_revoked,
    "MatchStarted": _match_started,
    "MovePlayed": _move_played,
    "MoveUndone": _move_undone,
    "MatchEnded": _match_ended,
    "MatchScored": _match_scored,
    "MatchCancelled": _match_cancelled,
}
