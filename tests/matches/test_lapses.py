"""Seats whose time is over: lapses, vacancy, the referee's moves, and a match whose players are all absent."""

import random

import pytest

from referee.matches import acts, autopilot
from referee.matches.autopilot import NotDue, default_line
from referee.matches.clock import Autopilot, Lapse, Remind, Suspend
from referee.matches.events import ALL_ABSENT, MAX_EVENTS, REFEREE, read_event
from referee.matches.policy import DAY
from tests.matches.absences import (
    GRACE,
    lapse,
    mover,
    play_stint,
    refused,
    timed_match,
    types_of,
)
from tests.matches.building import ORGANISER, Builder


def test_an_overdue_seat_lapses_and_the_referee_plays_its_stint() -> None:
    builder = timed_match(3)
    seat, before = mover(builder), builder.match.version
    builder.wait(DAY + GRACE).do_due()
    lapsed, *moved = [read_event(entry.text) for entry in builder.entries[before:]]
    assert (lapsed.type, lapsed.by) == ("SeatLapsed", REFEREE)
    assert lapsed.data == {
        "seat": seat,
        "reason": "time",
        "lapses": 1,
        "vacant": False,
        "deadline": builder.match.started_at + DAY,  # type: ignore[operator]
    }
    assert moved
    for event in moved:
        assert (event.type, event.seat, event.data["via"]) == ("MovePlayed", seat, "autopilot")
        assert "evidence" not in event.data
    assert mover(builder) != seat
    assert builder.match.at == lapsed.at


def test_each_move_of_the_referee_stands_on_the_one_before() -> None:
    builder = lapse(timed_match(3))
    bases = [
        read_event(entry.text).data["base"] for entry in builder.entries if '"via":"autopilot"' in entry.text
    ]
    last = builder.match.version
    assert bases[1:] == list(range(last - len(bases) + 1, last))


def test_a_seat_is_vacant_after_so_many_lapses_in_a_row() -> None:
    builder = timed_match(3, lapses=3)
    seat = mover(builder)
    for number in (1, 2, 3):
        lapse(builder)
        assert builder.match.sittings[seat - 1].lapses == number
        assert builder.match.is_vacant(seat) == (number == 3)
        while mover(builder) != seat and number < 3:
            play_stint(builder)


def test_an_act_of_its_own_starts_the_count_anew() -> None:
    builder = timed_match(2)
    seat = mover(builder)
    lapse(builder)
    play_stint(builder)
    assert (mover(builder), builder.match.sittings[seat - 1].lapses) == (seat, 1)
    play_stint(builder)
    assert builder.match.sittings[seat - 1].lapses == 0
    play_stint(builder)
    lapse(builder)
    assert not builder.match.is_vacant(seat)


def test_a_move_on_its_way_wins() -> None:
    """Until the time of grace is over a move counts; the seat lapses not a millisecond before."""
    builder = timed_match(2)
    seat = mover(builder)
    builder.wait(DAY + GRACE - 1)
    with pytest.raises(NotDue):
        autopilot.decide_lapse(builder.match, seat, builder.now, builder.sign, lambda: b"s" * 16)
    play_stint(builder)
    with pytest.raises(NotDue):
        autopilot.decide_lapse(builder.match, seat, builder.now + DAY, builder.sign, lambda: b"s" * 16)
    assert "SeatLapsed" not in types_of(builder)


def test_what_a_seat_began_cannot_be_taken_back_once_it_has_lapsed() -> None:
    builder = timed_match(2)
    seat = mover(builder)
    builder.move(seat, "D")
    lapse(builder)
    assert builder.match.undo_targets(seat) == ()


def test_no_undo_returns_to_a_position_whose_time_is_over() -> None:
    builder = timed_match(2)
    seat = mover(builder)
    builder.move(seat, "D")
    target = builder.match.base
    assert target is not None
    builder.move(seat, "L1").wait(2 * DAY)
    error = refused("undo/not-allowed", builder.undo, seat, target.version)
    assert error.extra["undo_to"] == []


def test_what_is_due_is_due_no_more_once_the_match_has_moved_on() -> None:
    builder = timed_match(2)
    seat = mover(builder)
    salt = lambda: b"s" * 16  # noqa: E731
    for work in (Lapse(seat, 0), Autopilot(seat, 0), Suspend(0), Remind(seat, 0, 0, 0)):
        with pytest.raises(NotDue):
            autopilot.decide_due(builder.match, work, builder.next_at, builder.sign, salt)


def test_a_full_log_takes_no_lapse() -> None:
    match = timed_match(2).match
    full = match._replace(last=match.last._replace(version=MAX_EVENTS - 3))
    seat = match.decisions()[0].seat
    refused(
        "match/log-full",
        autopilot.decide_lapse,
        *(full, seat, match.at + 2 * DAY, Builder().sign, lambda: b"s" * 16),
    )


def test_a_vacant_seat_is_played_to_the_end() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.resign(seat)
    chance = random.Random(1)
    while builder.match.decisions():
        builder.do_due()
        if builder.match.decisions():
            builder.play_on(chance, most=1)
    assert builder.match.ended == "rules"
    moved = [
        event for event in map(read_event, (entry.text for entry in builder.entries)) if event.seat == seat
    ]
    assert {event.data.get("via") for event in moved if event.type == "MovePlayed"} == {"autopilot"}


def test_nobody_else_moves_for_a_vacant_seat() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.resign(seat)
    refused("seat/vacant", builder.move, seat, "D")
    refused("seat/vacant", builder.resign, seat)
    refused("seat/vacant", acts.decide_hours, builder.match, seat, None, builder.next_at)
    refused("seat/vacant", acts.decide_vacation, builder.match, seat, builder.next_at, builder.next_at)


def test_an_organiser_declares_the_seat_of_an_absent_player_vacant() -> None:
    """faults.md A48: by name, with a reason, for all to see; and only who is absent."""
    builder = timed_match(3, lapses=9)
    seat = mover(builder)
    refused("seat/not-absent", acts.decide_vacancy, builder.match, ORGANISER, seat, "gone", builder.next_at)
    lapse(builder)
    builder.take(acts.decide_vacancy(builder.match, ORGANISER, seat, "gone", builder.next_at))
    event = read_event(builder.entries[-1].text)
    assert (event.by, event.data) == (ORGANISER, {"seat": seat, "reason": "gone", "vacant": True})
    assert builder.match.is_vacant(seat)
    refused("seat/not-absent", acts.decide_vacancy, builder.match, ORGANISER, seat, "gone", builder.next_at)


def test_all_absent_is_a_match_that_waits() -> None:
    builder = timed_match(2, lapses=1)
    lapse(lapse(builder))
    event = read_event(builder.entries[-1].text)
    assert (event.type, event.by, event.data) == ("MatchPaused", REFEREE, {"reason": ALL_ABSENT})
    seat = mover(builder)
    with pytest.raises(NotDue):
        autopilot.decide_autopilot(builder.match, seat, builder.now + DAY, builder.sign, lambda: b"s" * 16)
    refused("pause/not-paused", acts.decide_resume, builder.match, ORGANISER, "again", builder.next_at)
    refused(
        "pause/invalid",
        acts.decide_pause,
        *(builder.match, ORGANISER, builder.next_at + DAY, "again", builder.next_at),
    )


def test_the_referee_moves_by_default_steps_up_to_the_end_of_the_turn() -> None:
    builder = timed_match(2)
    for _ in range(30):
        if not builder.match.decisions():
            break
        rules, state, seat = builder.match.rules, builder.match.state, mover(builder)
        texts = default_line(rules, state, seat)
        turn = rules.turn(state)
        for index, text in enumerate(texts):
            step = rules.default_step(state, seat)
            assert rules.write(step) == text
            reveals = rules.reveals(state, seat, step)
            state, _ = rules.play(state, seat, step)
            is_last = index == len(texts) - 1
            assert is_last == (reveals or rules.turn(state) != turn or not rules.decisions(state))
        builder.move(seat, *texts)
