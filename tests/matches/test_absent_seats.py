"""Absent seats: lapses, vacancy, autopilot, suspension, substitutes, and who may do what."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.matches import acts, autopilot, links, moves, orders
from referee.matches.absence import vacation_used
from referee.matches.autopilot import NotDue, default_line
from referee.matches.chain import chain
from referee.matches.clock import Autopilot, Lapse, Remind, Suspend, next_due
from referee.matches.events import ALL_ABSENT, MAX_EVENTS, REFEREE, Event, MalformedEvent, read_event
from referee.matches.fold import apply
from referee.matches.match import Match
from referee.matches.policy import DAY, HOUR
from referee.matches.refusals import Refused
from referee.matches.signatures import read_detached, sign_detached
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.strict_json import canonical, read
from tests.matches.absences import (
    ALL_ALLOWED,
    BANK,
    GRACE,
    SUBSTITUTE,
    event_of_absence,
    mover,
    play_stint,
    timed_match,
    types_of,
)
from tests.matches.building import MATCH_ID, ORGANISER, Builder, jwk_of, key_of, started_match

KEYS = [jwk_of(key_of("substitute"))]


def lapse(builder: Builder) -> Builder:
    """Let the seat that owes miss its deadline."""
    return builder.wait(400 * DAY).do_due()


def refused(name: str, act: Callable[..., Any], *arguments: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*arguments)
    assert caught.value.name == name
    return caught.value


# Lapses


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


# Vacancy


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


# Substitutes


def suspended_match(**policy: Any) -> Builder:
    return lapse(lapse(timed_match(2, lapses=1, **policy)))


def test_a_suspended_match_goes_on_when_a_player_comes_back() -> None:
    builder = suspended_match(substitutes="nobody")
    seat = mover(builder)
    place = builder.match.place_at(seat)
    assert place is not None
    builder.wait(100 * DAY)
    builder.take(acts.decide_replacement(builder.match, seat, place.player, KEYS, builder.now))
    assert types_of(builder)[-2:] == ["SeatReplaced", "MatchResumed"]
    assert not builder.match.is_suspended
    assert not builder.match.is_vacant(seat)
    assert next_due(builder.match) == builder.now + DAY - 6 * HOUR
    assert builder.match.seat_of(place.player) == seat


def test_a_substitute_has_the_seat_and_the_one_before_him_has_none() -> None:
    """faults.md A46: nothing that was made for the player before is carried out; his links are dead."""
    builder = timed_match(3, clock=BANK)
    seat = mover(builder)
    former = builder.match.place_at(seat)
    assert former is not None
    builder.take(
        acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 0, "to": 60}, builder.next_at)
    )
    builder.take(acts.decide_vacation(builder.match, seat, builder.next_at + DAY, builder.next_at))
    token = links.turn_token(builder.match, seat)
    builder.wait(HOUR).resign(seat)
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    match = builder.match
    assert match.seat_of(SUBSTITUTE) == seat
    assert match.seat_of(former.player) is match.place_of(former.player) is None
    assert links.turn_token(match, seat).generation == token.generation + 1
    assert [links.generation_of(match, each) for each in (0, seat, seat % 3 + 1, 9)] == [0, 1, 0, 0]
    sitting = match.sittings[seat - 1]
    assert (sitting.is_vacant, sitting.has_resigned, sitting.hours) == (False, True, None)
    assert sitting.vacations[-1][1] == match.at
    clock = match.clocks[seat - 1]
    assert (clock.left, clock.since, clock.hours) == (10 * HOUR, match.at, None)
    old = orders.move_order("zooloretto", MATCH_ID, seat, match.base, ["D"])  # type: ignore[arg-type]
    kid = read_detached(sign_detached(canonical(old), key_of(f"player {former.number}"))).kid
    refused("seat/not-yours", moves.find_seat_key, match, old, former.player, kid)
    refused("key/not-in-match", moves.find_seat_key, match, old, SUBSTITUTE, kid)


def test_the_chance_of_a_match_is_that_of_those_who_began_it() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.resign(seat)
    before = builder.match.digest_key
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    assert builder.match.digest_key == before
    written = read(canonical(write_snapshot(builder.match)).decode())
    again = read_snapshot(written, builder.seed)
    assert again == builder.match


@pytest.mark.parametrize(
    ("substitutes", "player", "is_welcome"),
    [
        ("nobody", SUBSTITUTE, False),
        ("anybody", SUBSTITUTE, True),
        ("invited", SUBSTITUTE, False),
        ("invited", "f" * 16, True),
    ],
)
def test_the_policy_says_who_may_take_a_vacant_seat(substitutes: str, player: str, is_welcome: bool) -> None:
    builder = timed_match(3, substitutes=substitutes, invited=["f" * 16])
    seat = mover(builder)
    builder.resign(seat)
    arguments = (builder.match, seat, player, KEYS, builder.next_at)
    if is_welcome:
        builder.take(acts.decide_replacement(*arguments))
        assert builder.match.seat_of(player) == seat
    else:
        assert refused("policy/forbids", acts.decide_replacement, *arguments).extra["policy"] == "substitutes"


def test_who_resigned_does_not_come_back_and_who_sits_elsewhere_does_not_move_over() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    other = seat % 3 + 1
    resigned, seated = builder.match.place_at(seat), builder.match.place_at(other)
    assert resigned is not None
    assert seated is not None
    builder.resign(seat)
    at = builder.next_at
    refused("policy/forbids", acts.decide_replacement, builder.match, seat, resigned.player, KEYS, at)
    refused("match/already-seated", acts.decide_replacement, builder.match, seat, seated.player, KEYS, at)
    refused("seat/not-vacant", acts.decide_replacement, builder.match, other, SUBSTITUTE, KEYS, at)
    refused("seat/not-vacant", acts.decide_replacement, builder.match, 9, SUBSTITUTE, KEYS, at)


def test_nobody_takes_back_what_another_player_of_the_seat_did() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.move(seat, "D").resign(seat)
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    assert builder.match.undo_targets(seat) == ()


# Pauses, extensions, vacations: what nobody agreed on is refused


def test_what_the_policy_forbids_is_refused_by_name() -> None:
    """faults.md A36, A37: in a match without pauses and vacations nobody can have one."""
    builder = started_match(policy={"hours": False})
    match, at = builder.match, builder.next_at
    seat = mover(builder)
    hours = {"zone": "UTC", "from": 0, "to": 60}
    for member, act, arguments in (
        ("pauses", acts.decide_pause, (match, ORGANISER, at + DAY, "holidays", at)),
        ("vacation", acts.decide_vacation, (match, 1, at + DAY, at)),
        ("hours", acts.decide_hours, (match, 1, hours, at)),
        ("clock", acts.decide_extension, (match, ORGANISER, seat, HOUR, "illness", at)),
        ("vacate", acts.decide_vacancy, (match, ORGANISER, seat, "gone", at)),
    ):
        assert refused("policy/forbids", act, *arguments).extra["policy"] == member  # type: ignore[arg-type]
    timed = timed_match(extensions="nobody")
    arguments = (timed.match, ORGANISER, mover(timed), HOUR, "illness", timed.next_at)
    assert refused("policy/forbids", acts.decide_extension, *arguments).extra["policy"] == "extensions"


def test_an_extension_is_for_a_seat_that_owes_and_not_for_ever() -> None:
    builder = timed_match(3)
    match, at, seat = builder.match, builder.next_at, mover(builder)
    for other in (0, seat % 3 + 1, 4):
        refused("extension/not-owing", acts.decide_extension, match, ORGANISER, other, HOUR, "illness", at)
    for much in (0, -1, 367 * DAY):
        refused("extension/too-long", acts.decide_extension, match, ORGANISER, seat, much, "illness", at)
    builder.take(acts.decide_extension(match, ORGANISER, seat, 300 * DAY, "illness", at))
    refused(
        "extension/too-long", acts.decide_extension, builder.match, ORGANISER, seat, 100 * DAY, "illness", at
    )


def test_a_pause_has_an_end() -> None:
    builder = timed_match()
    match, at = builder.match, builder.next_at
    for until in (at, at - 1, at + 367 * DAY):
        refused("pause/invalid", acts.decide_pause, match, ORGANISER, until, "holidays", at)
    refused("pause/not-paused", acts.decide_resume, match, ORGANISER, "all-back", at)


@pytest.mark.parametrize("reason", ["", "Ill", "his mother is ill", "all-absent", "time", "a" * 33])
def test_a_reason_is_a_word_of_the_organisers_own(reason: str) -> None:
    builder = timed_match()
    refused(
        "request/schema",
        acts.decide_pause,
        *(builder.match, ORGANISER, builder.next_at + DAY, reason, builder.next_at),
    )


def test_a_vacation_is_taken_from_what_a_seat_has_and_what_is_not_used_comes_back() -> None:
    builder = timed_match()
    at = builder.next_at
    error = refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at + 10 * DAY + 1, at)
    assert error.extra["left"] == 10 * DAY
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at, at)
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at - 1, at)
    builder.take(acts.decide_vacation(builder.match, 1, at + 10 * DAY, at))
    builder.take(acts.decide_vacation(builder.match, 1, at + 2 * DAY, at + DAY))
    builder.take(acts.decide_vacation(builder.match, 1, at + DAY, at + DAY))
    assert vacation_used(builder.match.sittings[0]) == DAY
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at + DAY, at + DAY)
    builder.take(acts.decide_vacation(builder.match, 1, at + 14 * DAY, at + 5 * DAY))
    assert builder.match.sittings[0].vacations == ((at, at + DAY), (at + 5 * DAY, at + 14 * DAY))
    refused("vacation/too-long", acts.decide_vacation, builder.match, 1, at + 21 * DAY, at + 20 * DAY)


def test_bad_hours_name_the_part_that_is_wrong() -> None:
    builder = timed_match()
    bad = {"zone": "Mars/Olympus", "from": 0, "to": 60}
    error = refused("hours/invalid", acts.decide_hours, builder.match, 1, bad, builder.next_at)
    assert error.extra["field"] == "zone"


def test_nothing_is_decided_about_a_match_that_does_not_run() -> None:
    open_match, over = Builder(policy=ALL_ALLOWED).open().match, timed_match().cancel().match
    for match, name in ((open_match, "match/not-started"), (over, "match/cancelled")):
        at = match.at + 1
        for act, arguments in (
            (acts.decide_pause, (match, ORGANISER, at + DAY, "holidays", at)),
            (acts.decide_resume, (match, ORGANISER, "all-back", at)),
            (acts.decide_extension, (match, ORGANISER, 1, HOUR, "illness", at)),
            (acts.decide_vacancy, (match, ORGANISER, 1, "gone", at)),
            (acts.decide_hours, (match, 1, None, at)),
            (acts.decide_vacation, (match, 1, at + DAY, at)),
            (acts.decide_replacement, (match, 1, SUBSTITUTE, KEYS, at)),
        ):
            refused(name, act, *arguments)  # type: ignore[arg-type]
        assert acts.decide_credit(match, at + DAY, at, at + DAY) is None


# The fold refuses what no decision would have made


def after(match: Match, event: Event) -> Match:
    (entry,) = chain(match.last, [event])
    return apply(match, event, entry.base)


def vacated() -> Builder:
    builder = timed_match(3)
    return builder.resign(mover(builder))


STAGES: dict[str, tuple[Callable[[], Builder], set[str]]] = {
    "running": (
        lambda: timed_match(3),
        {
            *("SeatLapsed", "SeatHoursSet", "VacationTaken", "DeadlineExtended", "MatchPaused"),
            *("TimeCredited", "SeatResigned"),
        },
    ),
    "vacated": (vacated, {"SeatReplaced", "MatchPaused", "TimeCredited"}),
    "over": (
        lambda: timed_match(2).play_on(random.Random(1), line_share=0.9),
        set(),
    ),
    "cancelled": (lambda: timed_match(2).cancel(), set()),
    "open": (lambda: Builder(policy=ALL_ALLOWED).open().seat_all(), set()),
}
KINDS = [
    *("SeatLapsed", "SeatReplaced", "SeatHoursSet", "VacationTaken", "DeadlineExtended"),
    *("MatchPaused", "MatchResumed", "TimeCredited", "SeatResigned"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", STAGES)
def test_an_event_of_absence_follows_where_it_may_and_nowhere_else(stage: str, kind: str) -> None:
    build, may_follow = STAGES[stage]
    builder = build()
    seat = mover(builder) if builder.match.decisions() else 1
    event = event_of_absence(kind, builder.match, builder.match.at + 10, seat)
    if kind in may_follow:
        done = after(builder.match, event)
        assert done.base == builder.match.base
        assert done.state == builder.match.state
    else:
        with pytest.raises(MalformedEvent):
            after(builder.match, event)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("SeatLapsed", {"lapses": 2}),
        ("SeatLapsed", {"vacant": True}),
        ("SeatLapsed", {"seat": 4}),
        ("SeatHoursSet", {"zone": "Mars/Olympus"}),
        ("SeatHoursSet", {"to": 1320}),
        ("VacationTaken", {"until": 5}),
        ("VacationTaken", {"until": 2 * 10**12}),
        ("DeadlineExtended", {"seat": 4}),
        ("MatchPaused", {"until": 5}),
        ("MatchPaused", {"until": 2 * 10**12}),
        ("TimeCredited", {"from": 5}),
    ],
)
def test_an_event_of_absence_that_does_not_fit_is_refused(kind: str, change: dict[str, Any]) -> None:
    builder = timed_match(3)
    event = event_of_absence(kind, builder.match, builder.match.at + 10, mover(builder))
    with pytest.raises(MalformedEvent):
        after(builder.match, event._replace(data={**event.data, **change}))


def test_no_move_of_the_referee_stands_where_the_seat_is_its_players() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    data = {"steps": ["D"], "base": builder.match.version, "signature": "A" * 86, "digest": "0" * 64}
    event = Event("MovePlayed", builder.next_at, {**data, "via": "autopilot"}, seat=seat)
    with pytest.raises(MalformedEvent, match="via"):
        after(builder.match, event)
    builder.resign(seat)
    after(builder.match, event._replace(at=builder.next_at))
    with pytest.raises(MalformedEvent, match="vacant"):
        after(builder.match, event._replace(at=builder.next_at, data={**data, "key": 1}))


def test_only_who_paused_resumes() -> None:
    builder = timed_match(3)
    at = builder.next_at
    with pytest.raises(MalformedEvent, match="absent"):
        after(builder.match, Event("MatchPaused", at, {"reason": ALL_ABSENT}, by=REFEREE))
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + DAY, "holidays", at))
    with pytest.raises(MalformedEvent, match="who paused"):
        after(builder.match, Event("MatchResumed", at, {"reason": "seat-taken"}, by=REFEREE))
    suspended = suspended_match()
    for by in (ORGANISER, REFEREE):
        with pytest.raises(MalformedEvent):
            after(suspended.match, Event("MatchResumed", suspended.next_at, {"reason": "go"}, by=by))


def test_a_seat_has_no_more_players_than_a_link_can_tell_apart() -> None:
    builder = vacated()
    seat = next(iter(builder.match.resigned()))
    sittings = list(builder.match.sittings)
    sittings[seat - 1] = sittings[seat - 1]._replace(generation=255)
    event = event_of_absence("SeatReplaced", builder.match, builder.next_at, seat)
    with pytest.raises(MalformedEvent, match="too many"):
        after(builder.match._replace(sittings=tuple(sittings)), event)


# Snapshots and the referee's move


def test_a_snapshot_keeps_all_that_the_clock_knows() -> None:
    builder = timed_match(3, clock=BANK)
    seat = mover(builder)
    at = builder.next_at
    builder.take(acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 0, "to": 60}, at))
    builder.take(acts.decide_vacation(builder.match, seat, at + DAY, at))
    builder.take(acts.decide_extension(builder.match, ORGANISER, seat, HOUR, "illness", at))
    builder.take(acts.decide_credit(builder.match, at + 100, at, at + 100))
    builder.move(seat, "D")
    builder.take(acts.decide_pause(builder.match, ORGANISER, at + 2 * DAY, "holidays", builder.next_at))
    lapse(builder)
    written = read(canonical(write_snapshot(builder.match)).decode())
    assert read_snapshot(written, builder.seed) == builder.match._replace(line=None)


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
