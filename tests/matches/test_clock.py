"""The clock: deadlines, banks, nights, pauses, vacations, credits, and what is due when."""

import random
from typing import Any

import pytest

from referee.matches import acts
from referee.matches.clock import (
    GRACE,
    Autopilot,
    Lapse,
    Remind,
    Suspend,
    deadline_of,
    due_work,
    is_absent,
    is_paused,
    next_due,
    paused_until,
    remaining,
)
from referee.matches.events import MAX_EVENTS
from referee.matches.policy import DAY, HOUR
from tests.matches.absences import BANK, mover, play_stint, timed_match
from tests.matches.building import ORGANISER, Builder, started_match

DAY_AND_NIGHT = 16 * HOUR  # of running time in a day with a night of eight hours


def deadline(builder: Builder) -> int:
    found = deadline_of(builder.match, mover(builder))
    assert found is not None
    return found


def left(builder: Builder, seat: int) -> int:
    found = remaining(builder.match, seat, builder.now)
    assert found is not None
    return found


def test_the_first_deadline_is_the_one_that_was_agreed_on() -> None:
    """faults.md A38: the first move has as much time as any other."""
    builder = timed_match(clock={"kind": "move", "per_move": 7 * DAY})
    assert builder.match.started_at is not None
    assert deadline(builder) == builder.match.started_at + 7 * DAY
    builder.wait(7 * DAY - 1)
    assert left(builder, mover(builder)) == 1
    assert [work for work in due_work(builder.match, builder.now) if isinstance(work, Lapse)] == []


def test_a_match_without_a_clock_has_no_deadlines() -> None:
    match = started_match().match
    for seat in (0, 1, 2, 3):
        assert deadline_of(match, seat) is remaining(match, seat, match.at + DAY) is None
    assert next_due(match) is None
    assert due_work(match, match.at + 365 * DAY) == []


def test_only_who_owes_has_a_deadline_and_a_seat_that_is_none_has_none() -> None:
    builder = timed_match(3)
    owing = mover(builder)
    for seat in (0, 1, 2, 3, 4):
        assert (deadline_of(builder.match, seat) is not None) == (seat == owing)
        assert (remaining(builder.match, seat, builder.match.at) is not None) == (seat == owing)


def test_a_stint_has_one_time_however_many_moves_it_has() -> None:
    builder = timed_match()
    seat, before = mover(builder), deadline(builder)
    builder.wait(HOUR).move(seat, "D")
    assert (mover(builder), deadline(builder)) == (seat, before)
    builder.wait(HOUR).move(seat, "L1")
    assert mover(builder) != seat
    assert deadline(builder) == builder.match.at + DAY


def test_a_bank_is_charged_by_the_stint_and_grows_at_its_end_up_to_its_cap() -> None:
    builder = timed_match(clock=BANK)
    first = mover(builder)
    assert left(builder, first) == left(builder, 3 - first) == 10 * HOUR
    builder.wait(4 * HOUR)
    assert (left(builder, first), left(builder, 3 - first)) == (6 * HOUR, 10 * HOUR)
    used = builder.now - (builder.match.started_at or 0)
    play_stint(builder)
    assert left(builder, first) == 10 * HOUR - used + HOUR - (builder.match.at - builder.now)
    second = mover(builder)
    assert second == 3 - first
    play_stint(builder)
    play_stint(builder.wait(HOUR))
    quick = timed_match(clock=BANK)
    while all(quick.match.clocks[seat].left < 12 * HOUR for seat in (0, 1)):
        play_stint(quick)
    play_stint(play_stint(quick))
    assert max(clock.left for clock in quick.match.clocks) == 12 * HOUR


def test_an_empty_bank_lives_on_its_increment() -> None:
    """A seat that has lapsed has nothing left; it begins its next stint with the increment."""
    builder = timed_match(clock=BANK, lapses=5)
    seat = mover(builder)
    builder.wait(10 * HOUR + GRACE).do_due()
    assert builder.match.sittings[seat - 1].lapses == 1
    assert left(builder, seat) == HOUR


def test_nights_push_the_deadline_behind_them() -> None:
    builder = timed_match(clock={"kind": "move", "per_move": DAY})
    seat, begun = mover(builder), builder.match.started_at or 0
    # 1,764,400,000,000 is 07:06:40 UTC: a night from 22:00 to 06:00 falls into the first day.
    builder.take(
        acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 1320, "to": 360}, builder.match.at)
    )
    assert deadline(builder) == begun + DAY + 8 * HOUR
    night = 1_764_400_000_000 // DAY * DAY + 22 * HOUR
    builder.now = night + HOUR
    before = left(builder, seat)
    builder.wait(6 * HOUR)
    assert left(builder, seat) == before
    assert deadline(builder) == begun + DAY + 8 * HOUR


def test_hours_cannot_be_turned_so_that_the_time_never_runs() -> None:
    """faults.md A34: in one stint the first hours count, later ones from the next stint on."""
    builder = timed_match()
    seat = mover(builder)
    builder.take(
        acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 0, "to": 720}, builder.next_at)
    )
    before = deadline(builder)
    for zone in ("Asia/Tokyo", "America/New_York", "Pacific/Auckland"):
        builder.wait(HOUR)
        hours = {"zone": zone, "from": 0, "to": 720}
        builder.take(acts.decide_hours(builder.match, seat, hours, builder.next_at))
        assert deadline(builder) == before
    builder.take(acts.decide_hours(builder.match, seat, None, builder.next_at))
    builder.take(
        acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 720, "to": 0}, builder.next_at)
    )
    assert deadline(builder) == before
    play_stint(play_stint(builder))
    hours_now = builder.match.clocks[seat - 1].hours
    assert hours_now is not None
    assert (hours_now.begin, hours_now.end) == (720, 0)


def test_hours_that_are_so_already_are_no_event() -> None:
    builder = timed_match()
    hours = {"zone": "Europe/Madrid", "from": 1380, "to": 420}
    assert acts.decide_hours(builder.match, 1, None, builder.next_at) is None
    builder.take(acts.decide_hours(builder.match, 1, hours, builder.next_at))
    assert acts.decide_hours(builder.match, 1, hours, builder.next_at) is None
    builder.take(acts.decide_hours(builder.match, 1, None, builder.next_at))
    assert builder.match.sittings[0].hours is None


def test_a_pause_stops_all_clocks_and_ends_by_itself() -> None:
    """faults.md A34: the time left before a pause is the time left behind it."""
    builder = timed_match(clock=BANK)
    seat, before = mover(builder), deadline(builder)
    builder.wait(HOUR)
    at, until = builder.now, builder.now + 5 * HOUR
    remained = [remaining(builder.match, each, at) for each in (1, 2)]
    builder.take(acts.decide_pause(builder.match, ORGANISER, until, "holidays", at))
    assert deadline(builder) == before + 5 * HOUR
    for now in (at, at + 1, until - 1, until):
        assert [remaining(builder.match, each, now) for each in (1, 2)] == remained
    assert is_paused(builder.match, until - 1)
    assert paused_until(builder.match, at) == until
    assert not is_paused(builder.match, until)
    builder.now = until + HOUR
    assert remained[seat - 1] == left(builder, seat) + HOUR


def test_a_pause_may_be_made_longer_or_shorter_and_ended() -> None:
    builder = timed_match()
    before = deadline(builder)
    at = builder.match.at + 10
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + 100, "holidays", at))
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + 300, "holidays", at + 50))
    assert deadline(builder) == before + 300
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + 200, "holidays", at + 60))
    assert deadline(builder) == before + 200
    builder.take(acts.decide_resume(builder.match, ORGANISER, "all-back", at + 70))
    assert deadline(builder) == before + 70
    assert not is_paused(builder.match, at + 70)


def test_moves_during_a_pause_count_and_cost_nothing() -> None:
    """faults.md A35: the turn passes on, and the next stint begins with all of its time behind the pause."""
    builder = timed_match(clock=BANK)
    seat = mover(builder)
    at = builder.match.at
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + DAY, "holidays", at))
    play_stint(builder.wait(3 * HOUR))
    assert mover(builder) == 3 - seat
    assert left(builder, seat) == 11 * HOUR
    assert deadline(builder) == at + DAY + 10 * HOUR
    play_stint(builder)
    assert left(builder, 3 - seat) == 11 * HOUR


def test_nobody_lapses_while_the_match_is_paused() -> None:
    builder = timed_match()
    overdue = deadline(builder) + 10
    builder.take(acts.decide_pause(builder.match, ORGANISER, overdue + DAY, "holidays", overdue))
    assert [work for work in due_work(builder.match, overdue + DAY - 1) if isinstance(work, Lapse)] == []
    assert Lapse(mover(builder), overdue + DAY) in due_work(builder.match, overdue + DAY)


def test_a_vacation_stops_the_clock_of_its_seat_alone() -> None:
    builder = timed_match(3)
    seat, before = mover(builder), deadline(builder)
    at = builder.match.at
    builder.take(acts.decide_vacation(builder.match, seat, at + 3 * DAY, at))
    assert deadline(builder) == before + 3 * DAY
    play_stint(builder.wait(DAY))
    assert mover(builder) != seat
    assert deadline(builder) == builder.match.at + DAY
    builder.take(acts.decide_vacation(builder.match, seat, builder.match.at, builder.match.at))
    play_stint(play_stint(builder))
    assert mover(builder) == seat
    assert deadline(builder) == builder.match.at + DAY


def test_an_extension_is_for_one_stint_and_is_used_first() -> None:
    builder = timed_match(clock=BANK)
    seat, before = mover(builder), deadline(builder)
    builder.take(acts.decide_extension(builder.match, ORGANISER, seat, 5 * HOUR, "illness", builder.next_at))
    assert deadline(builder) == before + 5 * HOUR
    play_stint(builder.wait(4 * HOUR))
    assert left(builder, seat) == 11 * HOUR
    assert builder.match.clocks[seat - 1].extra == 0


def test_an_outage_of_ours_is_given_back_once() -> None:
    builder = timed_match()
    before = deadline(builder)
    at = builder.match.at
    builder.take(acts.decide_credit(builder.match, at + 3 * HOUR, at + HOUR, at + 2 * HOUR))
    assert deadline(builder) == before + HOUR
    assert acts.decide_credit(builder.match, at + 3 * HOUR, at + HOUR, at + 2 * HOUR) is None
    builder.take(acts.decide_credit(builder.match, at + 5 * HOUR, at + HOUR, at + 4 * HOUR))
    assert deadline(builder) == before + 3 * HOUR
    untimed = started_match().match
    assert acts.decide_credit(untimed, untimed.at + DAY, untimed.at, untimed.at + DAY) is None
    assert acts.decide_credit(builder.match, at + DAY, 0, at) is None


def test_an_undo_gives_the_clocks_of_that_position_back() -> None:
    """faults.md A39: after the turn has passed on, too; who was to move meanwhile has lost nothing."""
    builder = timed_match(clock=BANK)
    seat = mover(builder)
    builder.wait(HOUR).move(seat, "D")
    back_to, then = builder.match.base, builder.match
    builder.wait(HOUR).move(seat, "L1")
    assert mover(builder) == 3 - seat
    builder.wait(HOUR)
    assert back_to is not None
    builder.undo(seat, back_to.version)
    assert builder.match.clocks == then.clocks
    for each in (1, 2):
        assert deadline_of(builder.match, each) == deadline_of(then, each)
        for now in (builder.match.at, builder.match.at + HOUR):
            assert remaining(builder.match, each, now) == remaining(then, each, now)


@pytest.mark.parametrize("policy", [{}, {"clock": BANK}], ids=["per move", "bank"])
def test_an_undo_that_is_taken_back_costs_its_own_seat_the_time_between(policy: dict[str, Any]) -> None:
    builder = timed_match(**policy)
    seat = mover(builder)
    other = 3 - seat
    builder.wait(HOUR).move(seat, "D").move(seat, "L1")
    passed, given = builder.match, builder.match.clocks[other - 1].left
    own_left = builder.match.clocks[seat - 1].left
    for _ in range(2):
        builder.undo(seat, passed.base.version - 1)
        assert builder.match.clocks[other - 1].since is None
        builder.wait(HOUR).undo(seat, passed.base.version)
        assert builder.match.state == passed.state
        assert deadline_of(builder.match, other) == builder.match.at + given
        assert deadline_of(builder.match, seat) is None
    if policy:  # four hours of its own in all: one before it passed the turn on, one more in each undo
        assert builder.match.clocks[seat - 1].left < own_left - HOUR
    else:
        assert builder.match.clocks[seat - 1].left == own_left


def test_between_two_positions_at_which_another_is_to_move_his_time_goes_on() -> None:
    builder = timed_match(clock=BANK)
    seat = mover(builder)
    builder.move(seat, "D").move(seat, "L1")
    passed = builder.match.base.version
    builder.undo(seat, passed - 1).move(seat, "L2")
    before = builder.wait(HOUR).match
    builder.undo(seat, passed)
    assert builder.match.clocks == before.clocks


def test_an_undo_takes_back_no_time_that_was_given() -> None:
    builder = timed_match()
    seat, before = mover(builder), deadline(builder)
    builder.move(seat, "D")
    builder.take(acts.decide_extension(builder.match, ORGANISER, seat, HOUR, "illness", builder.next_at))
    builder.move(seat, "L1")
    builder.undo(seat, builder.match.undo_targets(seat)[0])
    assert mover(builder) == seat
    assert deadline(builder) == before + HOUR


def test_finished_matches_stand_still() -> None:
    """faults.md A40: however long one looks at it."""
    for builder in (
        timed_match(clock=BANK).play_on(random.Random(1), line_share=0.9),
        timed_match(clock=BANK).wait(HOUR).cancel(),
        timed_match(3, clock=BANK).wait(HOUR).resign(1).wait(HOUR).resign(2),
    ):
        match = builder.match
        for seat in range(1, match.players + 1):
            seen = {remaining(match, seat, match.at + later) for later in (0, 1, HOUR, 1000 * DAY)}
            assert len(seen) == 1
            assert deadline_of(match, seat) is None
        assert next_due(match) is None
        assert due_work(match, match.at + 1000 * DAY) == []
        assert all(clock.since is None for clock in match.clocks)


def test_reminders_come_at_the_times_that_the_policy_names() -> None:
    builder = timed_match(clock={"kind": "move", "per_move": 3 * DAY}, reminders=[6 * HOUR, DAY, 2 * DAY])
    seat, end = mover(builder), deadline(builder)
    assert next_due(builder.match) == end - DAY  # two days are more than half of the time given
    assert due_work(builder.match, end - DAY - 1) == []
    assert due_work(builder.match, end - DAY) == [Remind(seat, end, DAY, end - DAY)]
    assert next_due(builder.match, end - DAY) == end - 6 * HOUR
    assert due_work(builder.match, end - 1) == [Remind(seat, end, 6 * HOUR, end - 6 * HOUR)]
    assert next_due(builder.match, end) == end + GRACE
    assert due_work(builder.match, end + GRACE) == [Lapse(seat, end + GRACE)]
    assert next_due(builder.match, end + DAY) == end + GRACE


@pytest.mark.parametrize(
    ("per_move", "expected"), [(2 * DAY, [DAY, 6 * HOUR]), (DAY, [6 * HOUR]), (11 * HOUR, [])]
)
def test_without_a_list_the_reminders_come_a_day_and_six_hours_before(
    per_move: int, expected: list[int]
) -> None:
    builder = timed_match(clock={"kind": "move", "per_move": per_move})
    end = deadline(builder)
    reminded = []
    after = 0
    while (due := next_due(builder.match, after)) is not None and due < end:
        reminded.append(end - due)
        after = due
    assert reminded == expected


def test_no_reminder_falls_into_the_night() -> None:
    """A reminder is moved before the night, for its time is reached when the night begins."""
    builder = timed_match(reminders=[10 * HOUR])
    seat = mover(builder)
    builder.take(
        acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 1260, "to": 300}, builder.match.at)
    )
    (work,) = due_work(builder.match, deadline(builder) - 1)
    assert isinstance(work, Remind)
    assert 5 * HOUR <= work.at % DAY <= 21 * HOUR
    assert remaining(builder.match, seat, work.at) == 10 * HOUR


def test_a_vacant_seat_has_no_time_and_is_due_at_once() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.resign(seat)
    assert deadline_of(builder.match, seat) is remaining(builder.match, seat, builder.match.at) is None
    assert due_work(builder.match, builder.match.at) == [Autopilot(seat, builder.match.at)]
    assert next_due(builder.match, builder.match.at + DAY) == builder.match.at


def test_a_vacant_seat_waits_for_the_end_of_a_pause() -> None:
    builder = timed_match(3)
    at = builder.next_at
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + HOUR, "holidays", at))
    builder.resign(mover(builder))
    assert next_due(builder.match) == at + HOUR
    assert due_work(builder.match, at + HOUR - 1) == []


def test_a_match_whose_players_are_all_absent_is_to_be_suspended() -> None:
    builder = timed_match(lapses=1)
    builder.wait(DAY + GRACE).do_due().wait(DAY + GRACE)
    assert [type(work) for work in due_work(builder.match, builder.now)] == [Lapse]
    builder.do_due()
    assert builder.match.is_suspended
    assert is_paused(builder.match, builder.now + 1000 * DAY)
    assert paused_until(builder.match, builder.now) is None
    assert next_due(builder.match) is None


def test_where_all_are_absent_nothing_but_the_suspension_is_due() -> None:
    builder = started_match(policy={"vacate": True})
    for _ in range(2):
        builder.do_due().wait(8 * DAY)
        builder.take(acts.decide_vacancy(builder.match, ORGANISER, mover(builder), "gone", builder.now))
    assert due_work(builder.match, builder.now) == [Suspend(builder.match.at)]


def test_a_full_log_leaves_nothing_to_do() -> None:
    match = timed_match().match
    full = match._replace(last=match.last._replace(version=MAX_EVENTS - 3))
    assert next_due(full) is None


def test_who_may_be_called_absent() -> None:
    timed = timed_match()
    seat, end = mover(timed), deadline(timed)
    assert not is_absent(timed.match, seat, end - 1)
    assert is_absent(timed.match, seat, end)
    assert not is_absent(timed.match, 3 - seat, end)
    lapsed = timed.wait(DAY + GRACE).do_due()
    assert is_absent(lapsed.match, seat, lapsed.now)
    untimed = started_match()
    seat = mover(untimed)
    begun = untimed.match.started_at or 0
    assert not is_absent(untimed.match, seat, begun + 7 * DAY - 1)
    assert is_absent(untimed.match, seat, begun + 7 * DAY)
    for nobody in (0, 3):
        assert not is_absent(untimed.match, nobody, begun + 8 * DAY)
    assert not is_absent(untimed.cancel().match, seat, begun + 8 * DAY)
