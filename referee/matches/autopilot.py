"""What the referee does when a time is over: lapses, moves for absent players, suspension."""

from collections.abc import Callable

from referee.games.engine import Game, State
from referee.matches import orders
from referee.matches.absence import are_all_absent, may_play_for
from referee.matches.chain import chain
from referee.matches.clock import (
    EVENTS_KEPT_FREE,
    GRACE,
    Autopilot,
    Lapse,
    Remind,
    Suspend,
    Work,
    deadline_of,
    is_paused,
)
from referee.matches.events import ALL_ABSENT, BY_TIME, MAX_EVENTS, REFEREE, Event
from referee.matches.fold import fold
from referee.matches.match import RUNNING, Match, SealedPart, read_sealed_part
from referee.matches.moves import Decided, check_room, decide_move
from referee.matches.play import is_move_over
from referee.matches.policy import lapses_of
from referee.matches.signatures import Jws

MOST_MOVES = 64  # of the referee for one seat in one append
MOST_STEPS = 40  # of a move

Sign = Callable[[orders.Order], Jws]  # with the referee's key
Salt = Callable[[], bytes]  # 16 random bytes


class NotDue(ValueError):
    """The match has moved on: there is nothing of this kind to do now."""


def decide_due(match: Match, work: Work, at: int, sign: Sign, salt: Salt) -> Decided:
    """The events of what is due.

    :param work: one of those of :func:`referee.matches.clock.due_work`, but no reminder: that is no event.
    :raises NotDue: if it is not due any more.
    """
    match work:
        case Lapse(seat):
            return decide_lapse(match, seat, at, sign, salt)
        case Autopilot(seat):
            return decide_autopilot(match, seat, at, sign, salt)
        case Suspend():
            return decide_suspension(match, at)
        case Remind():
            raise NotDue("a reminder is no event")


def decide_lapse(match: Match, seat: int, at: int, sign: Sign, salt: Salt) -> Decided:
    """A seat is overdue: the referee plays its stint.

    :param at: milliseconds; not before the deadline and its time of grace.
    :param sign: signs an order as the referee.
    :param salt: gives random bytes for what a move hides.
    :raises NotDue: if the seat is not overdue.
    :raises Refused: ``match/log-full``.
    """
    deadline = deadline_of(match, seat)
    if deadline is None or at < deadline + GRACE or is_paused(match, at):
        raise NotDue(f"seat {seat} is not overdue")
    if match.clocks[seat - 1].has_lapsed:
        raise NotDue(f"seat {seat} has lapsed in this stint")
    check_room(match)
    lapses = match.sittings[seat - 1].lapses + 1
    data = {
        "seat": seat,
        "reason": BY_TIME,
        "lapses": lapses,
        "vacant": lapses >= lapses_of(match.policy),
        "deadline": deadline,
    }
    lapsed = Decided([Event("SeatLapsed", at, data, by=REFEREE)], [None])
    return _play_on(_after(match, lapsed), seat, at, sign, salt, lapsed)


def decide_autopilot(match: Match, seat: int, at: int, sign: Sign, salt: Salt) -> Decided:
    """The referee moves for a seat that is vacant, or whose stint it has begun to play.

    Parameters as of :func:`decide_lapse`.

    :raises NotDue: if the seat owes nothing, or the match stands still.
    :raises Refused: ``match/log-full``.
    """
    if not is_to_move(match, seat, at):
        raise NotDue(f"there is nothing to move for seat {seat}")
    check_room(match)
    return _play_on(match, seat, at, sign, salt, Decided([], []))


def decide_suspension(match: Match, at: int) -> Decided:
    """All players are absent: the match waits until one comes; raises NotDue."""
    if match.status != RUNNING or not are_all_absent(match) or is_paused(match, at):
        raise NotDue("somebody is there, or the match stands still")
    return Decided([Event("MatchPaused", at, {"reason": ALL_ABSENT}, by=REFEREE)], [None])


def is_to_move(match: Match, seat: int, at: int) -> bool:
    """Does this seat owe a move that the referee makes now?"""
    return (
        match.status == RUNNING
        and 1 <= seat <= len(match.clocks)
        and match.clocks[seat - 1].since is not None
        and may_play_for(match, seat)
        and not are_all_absent(match)
        and not is_paused(match, at)
    )


def default_line(game: Game, state: State, seat: int) -> list[str]:
    """The move of an absent seat: its default steps up to a reveal or the end of the turn, in canonical notation."""
    turn = game.turn(state)
    texts: list[str] = []
    while len(texts) < MOST_STEPS:
        step = game.default_step(state, seat)
        texts.append(game.write(step))
        if game.reveals(state, seat, step):
            break
        state, _ = game.play(state, seat, step)
        if is_move_over(game, state, seat, turn):
            break
    return texts


def _play_on(match: Match, seat: int, at: int, sign: Sign, salt: Salt, decided: Decided) -> Decided:
    """Add the referee's moves, each on the base that the one before made, until the seat owes nothing."""
    for _ in range(MOST_MOVES):
        if not is_to_move(match, seat, at) or match.version > MAX_EVENTS - EVENTS_KEPT_FREE:
            break
        base = match.base_of(seat)
        if base is None:
            raise NotDue("a match that has not started has no moves")
        texts = default_line(match.rules, match.state, seat)
        order = orders.of_autopilot(orders.move_order(match.rules.name, match.id, seat, base, texts))
        move = decide_move(match, order, None, sign(order), at, salt())
        match = _after(match, move)
        missing = [None] * (len(move.events) - len(move.secrets))
        decided = Decided([*decided.events, *move.events], [*decided.secrets, *move.secrets, *missing])
    return decided


def _after(match: Match, decided: Decided) -> Match:
    """The match as it will be once these events stand in its log: the same events make the same hashes."""
    return fold(chain(match.last, decided.events, decided.secrets), match, unseal=_in_clear)


def _in_clear(entry: object) -> SealedPart | None:
    text = getattr(entry, "sealed", None)
    return None if text is None else read_sealed_part(text)
