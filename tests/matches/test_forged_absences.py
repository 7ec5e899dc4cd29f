"""A referee and an organiser who work together leave a record that shows it: absence cannot be made up."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.matches import acts, moves, orders
from referee.matches.autopilot import default_line
from referee.matches.events import REFEREE, Event
from referee.matches.policy import DAY, HOUR
from referee.matches.verify import Verified
from tests.matches.absences import ALL_ALLOWED, GRACE, PER_MOVE, mover, play_stint, timed_match
from tests.matches.building import MATCH_ID, ORGANISER, Builder, jwk_of, key_of
from tests.matches.mending import verdict


def last_is(builder: Builder, kind: str = "move") -> bool:
    """Does the verifier find the last event at fault?"""
    version = builder.match.version
    return verdict(builder.cancel().record()) == (version, kind)


def vacated(seat: int, by: str = ORGANISER) -> Callable[[int], Event]:
    return lambda at: Event("SeatLapsed", at, {"seat": seat, "reason": "illness", "vacant": True}, by=by)


def move_for(builder: Builder, seat: int) -> Builder:
    """Let the referee move for a seat, whatever it may."""
    match = builder.match
    assert match.base is not None
    steps = default_line(match.rules, match.state, seat)
    order = orders.of_autopilot(orders.move_order(match.rules.name, MATCH_ID, seat, match.base, steps))
    return builder.take(
        moves.decide_move(match, order, None, builder.sign(order), builder.next_at, b"s" * 16)
    )


def with_vacant_mover() -> Builder:
    """A match of three in which a seat that owes is vacant, and the referee has not moved for it yet."""
    builder = timed_match(3, lapses=1)
    builder.wait(2 * DAY).do_due()
    while not builder.match.is_vacant(mover(builder)):
        play_stint(builder)
    return builder


def test_a_seat_is_not_declared_vacant_whose_player_is_there() -> None:
    builder = timed_match(2)
    seat = mover(builder)
    builder.wait(DAY - HOUR).add(vacated(seat)(builder.next_at))
    assert last_is(builder)
    late = timed_match(2).wait(DAY + HOUR)
    late.add(vacated(mover(late))(late.next_at))
    assert isinstance(verdict(late.cancel().record()), Verified)


@pytest.mark.parametrize("by", ["9" * 16, REFEREE])
@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("DeadlineExtended", {"seat": 1, "ms": HOUR, "reason": "illness"}),
        ("MatchPaused", {"reason": "holidays", "until": 2_000_000_000_000}),
        ("MatchResumed", {"reason": "all-back"}),
    ],
)
def test_only_the_organiser_does_what_is_an_organisers(kind: str, data: dict[str, Any], by: str) -> None:
    builder = timed_match(2)
    at = builder.next_at
    if kind == "MatchResumed":
        builder.take(acts.decide_pause(builder.match, ORGANISER, at + DAY, "holidays", at))
    if kind == "MatchPaused":
        data = {**data, "until": at + DAY}
    if kind == "DeadlineExtended":
        data = {**data, "seat": mover(builder)}
    version = builder.match.version + 1
    try:
        builder.add(Event(kind, builder.next_at, data, by=by))
    except ValueError:
        return  # the fold itself refuses it, as every reader of the log does
    assert builder.match.version == version
    found = verdict(builder.cancel().record())
    assert isinstance(found, tuple)
    assert found[0] == version


def test_an_organiser_who_plays_gives_himself_no_time() -> None:
    builder = Builder(policy={"clock": PER_MOVE, **ALL_ALLOWED}).open()
    joined = {"place": 1, "player": ORGANISER, "keys": [jwk_of(key_of("player 1"))], "entropy": ""}
    builder.add(Event("SeatTaken", builder.next_at, joined)).take_seat(2).start()
    while builder.match.seat_of(ORGANISER) != mover(builder):
        play_stint(builder)
    given = {"seat": mover(builder), "ms": HOUR, "reason": "illness"}
    builder.add(Event("DeadlineExtended", builder.next_at, given, by=ORGANISER))
    assert last_is(builder)


def test_the_referee_does_not_move_while_the_match_is_paused() -> None:
    builder = with_vacant_mover()
    at = builder.next_at
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + DAY, "holidays", at))
    move_for(builder, mover(builder))
    assert last_is(builder)
    sound = with_vacant_mover().do_due()
    assert isinstance(verdict(sound.cancel().record()), Verified)


def test_no_seat_lapses_while_the_match_is_paused() -> None:
    """Its deadline had passed, and the pause came in the time of grace."""
    builder = timed_match(2)
    seat, deadline = mover(builder), builder.match.at + DAY
    builder.now = deadline + GRACE // 2
    builder.take(acts.decide_pause(builder.match, ORGANISER, deadline + DAY, "holidays", builder.now))
    lapse = {"seat": seat, "reason": "time", "lapses": 1, "vacant": False, "deadline": deadline}
    builder.add(Event("SeatLapsed", deadline + GRACE, lapse, by=REFEREE))
    assert last_is(builder)
