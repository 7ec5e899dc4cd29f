"""Taking back: only one's own moves, only since the last reveal, and to exactly what was."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matches import moves, orders
from referee.matches.events import read_trusted_event
from referee.matches.fold import fold
from referee.matches.match import MOST_POSITIONS, Match
from referee.matches.record import read_record
from referee.matches.refusals import Refused
from referee.matches.signatures import read_detached, sign_detached
from referee.matches.verify import verify_record
from referee.strict_json import canonical
from tests.matches.building import MATCH_ID, Builder, random_options, started_match, whole_match


def _random_match(players: int, seed: int) -> Builder:
    chance = random.Random(seed)
    return whole_match(players, seed, 0.35, 0.4, **random_options(players, chance))


def _stages(builder: Builder) -> list[Match]:
    """The match at every version, from 0."""
    found = [Match(seed=builder.seed)]
    for entry in builder.entries:
        found.append(fold([entry], found[-1]))
    return found


def _seat_to_move(builder: Builder) -> int:
    return builder.match.decisions()[0].seat


MATCHES = (st.integers(2, 5), st.integers(0, 10**6))


@settings(max_examples=12)
@given(*MATCHES)
def test_an_undo_restores_exactly_what_stood_there(players: int, seed: int) -> None:
    """faults.md A51: ``state(fold(log[:k])) == state_after_undo_to(k)`` for every k."""
    builder = _random_match(players, seed)
    stages = _stages(builder)
    undone = 0
    for entry, after in zip(builder.entries, stages[1:], strict=True):
        event = read_trusted_event(entry.text)
        if event.type == "MoveUndone":
            undone += 1
            there = stages[event.data["to"]]
            assert after.state == there.state
            assert after.decisions() == there.decisions()
            assert after.rules.facts(after.state) == there.rules.facts(there.state)
    assert undone


@settings(max_examples=10)
@given(*MATCHES)
def test_every_undo_that_is_offered_leads_back_to_its_version(players: int, seed: int) -> None:
    """faults.md A51, A53: the target is a version, and going there is being there."""
    builder = _random_match(players, seed)
    stages = _stages(builder)
    for match in stages[1::7]:
        for seat in range(1, players + 1):
            for to in match.undo_targets(seat):
                taken = Builder(players=players, seed=builder.seed, match=match).undo(seat, to).match
                assert taken.state == stages[to].state
                assert taken.base == taken.last


@settings(max_examples=12)
@given(*MATCHES)
def test_no_undo_reaches_behind_a_reveal(players: int, seed: int) -> None:
    """faults.md A49: no sequence of moves and undos changes what is known and then takes it back."""
    builder = _random_match(players, seed)
    drawn = 0
    for match in _stages(builder):
        if match.state is None:
            continue
        assert match.state.drawn >= drawn
        drawn = match.state.drawn
        assert {position.state.drawn for position in match.segment} <= {drawn}


@settings(max_examples=12)
@given(*MATCHES)
def test_only_own_events_lie_between_now_and_an_undo(players: int, seed: int) -> None:
    """faults.md A52: an undo reaches its own uninterrupted segment and no further."""
    builder = _random_match(players, seed)
    events = [read_trusted_event(entry.text) for entry in builder.entries]
    for match in _stages(builder):
        for seat in range(1, players + 1):
            for to in match.undo_targets(seat):
                between = events[to : match.version]
                assert between
                assert {event.seat for event in between} == {seat}
                assert events[to - 1].type in ("MatchStarted", "MovePlayed", "MoveUndone")


@settings(max_examples=10)
@given(*MATCHES)
def test_the_whole_own_segment_can_be_taken_back(players: int, seed: int) -> None:
    """faults.md A52: what a seat did since the last reveal or the last event of another seat is all offered."""
    builder = _random_match(players, seed)
    events = [read_trusted_event(entry.text) for entry in builder.entries]
    for match in _stages(builder):
        if not match.decisions() or not match.base:
            continue
        seat = events[match.base.version - 1].seat
        if seat is None:
            continue
        reached = match.base.version
        while events[reached - 1].seat == seat and not _reveals(events[reached - 1]):
            reached -= 1
        expected = tuple(range(reached, match.base.version))
        assert match.undo_targets(seat) == expected


def _reveals(event: object) -> bool:
    return getattr(event, "type", "") == "MovePlayed" and event.data["steps"][-1] == "D"  # type: ignore[attr-defined]


def test_nothing_can_be_taken_back_at_the_start() -> None:
    match = started_match().match
    assert [match.undo_targets(seat) for seat in (1, 2)] == [(), ()]


def test_a_draw_cannot_be_taken_back_and_what_follows_it_can() -> None:
    """faults.md A49."""
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D")
    assert builder.match.undo_targets(seat) == ()
    after_draw = builder.match
    builder.move(seat, "L1")
    assert builder.match.undo_targets(seat) == (after_draw.version,)
    assert builder.match.undo_targets(3 - seat) == ()
    builder.undo(seat, after_draw.version)
    assert builder.match.state == after_draw.state
    assert _seat_to_move(builder) == seat


def test_an_undo_comes_after_the_turn_has_passed_but_not_after_the_next_seat_has_moved() -> None:
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D").move(seat, "L1")
    loaded = builder.match.version
    assert _seat_to_move(builder) == 3 - seat
    assert builder.match.undo_targets(seat) == (loaded - 1,)
    builder.move(3 - seat, "T1")
    assert builder.match.undo_targets(seat) == ()
    assert builder.match.undo_targets(3 - seat) == (loaded,)


def test_a_turn_can_be_begun_anew() -> None:
    """faults.md A52: back to the start of the own turn in one undo, over all its moves."""
    builder = started_match()
    first = _seat_to_move(builder)
    builder.move(first, "D").move(first, "L2")
    taker = 3 - first
    begun = builder.match
    builder.move(taker, "T2")
    while _seat_to_move(builder) == taker and builder.match.decisions()[0].name == "PLACE":
        builder.move(taker, f"P {builder.match.state.hand[0]}>B")
    builder.undo(taker, begun.version)
    assert builder.match.state == begun.state
    assert _seat_to_move(builder) == taker


def test_an_undo_can_itself_be_taken_back() -> None:
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D").move(seat, "L1")
    loaded = builder.match
    builder.undo(seat, loaded.version - 1)
    builder.undo(seat, loaded.version)
    assert builder.match.state == loaded.state


def test_an_undone_undo_never_leads_behind_the_reveal() -> None:
    """faults.md A49: however moves and undos are strung together."""
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D")
    bottom = builder.match.version
    for _ in range(3):
        builder.move(seat, "L1").undo(seat, bottom).move(seat, "L2").undo(seat, bottom + 1).undo(seat, bottom)
        assert min(builder.match.undo_targets(seat)) == bottom


def _undo_order(builder: Builder, seat: int, to: int) -> orders.Order:
    assert builder.match.base is not None
    return orders.undo_order("zooloretto", MATCH_ID, seat, builder.match.base, to)


def _decide_undo(builder: Builder, order: orders.Order) -> None:
    moves.check_base(builder.match, order)
    jws = read_detached(sign_detached(canonical(order), builder.key_at(order["seat"])))
    moves.decide_undo(builder.match, order, 1, jws, builder.match.at)


def test_the_same_undo_sent_twice_is_stale_the_second_time() -> None:
    """faults.md A1: one event; signed anew at the old base it is stale."""
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D").move(seat, "L1").move(3 - seat, "D").move(3 - seat, "L2")
    order = _undo_order(builder, 3 - seat, builder.match.version - 1)
    builder.undo(3 - seat, order["to"])
    with pytest.raises(Refused) as caught:
        _decide_undo(builder, order)
    assert caught.value.name == "order/stale"
    assert caught.value.extra["base"] == builder.match.last._asdict()


@pytest.mark.parametrize("to", [1, 3, 4, 60_000])
def test_an_undo_elsewhere_is_refused_and_says_where_it_could_go(to: int) -> None:
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D").move(seat, "L1")
    before = builder.match
    with pytest.raises(Refused) as caught:
        _decide_undo(builder, _undo_order(builder, seat, to))
    assert caught.value.name == "undo/not-allowed"
    assert caught.value.extra["undo_to"] == [builder.match.version - 1]
    assert builder.match == before


def test_a_match_that_is_over_takes_nothing_back() -> None:
    builder = started_match().play_on(random.Random(3), line_share=0.9)
    assert builder.match.ended == "rules"
    assert [builder.match.undo_targets(seat) for seat in (1, 2)] == [(), ()]
    cancelled = started_match()
    seat = _seat_to_move(cancelled)
    cancelled.move(seat, "D").move(seat, "L1").cancel()
    assert cancelled.match.undo_targets(seat) == ()


def test_a_seat_that_undoes_its_undos_for_ever_fills_no_memory() -> None:
    builder = started_match()
    seat = _seat_to_move(builder)
    builder.move(seat, "D").move(seat, "L1")
    for _ in range(MOST_POSITIONS):
        builder.undo(seat, builder.match.version - 1)
    version = builder.match.version
    assert builder.match.undo_targets(seat) == tuple(range(version - MOST_POSITIONS + 1, version))
    far = builder.match.undo_targets(seat)[0]
    with pytest.raises(Refused):
        _decide_undo(builder, _undo_order(builder, seat, far - 1))
    builder.undo(seat, far).cancel()
    assert verify_record(read_record(builder.record())).events == version + 2
