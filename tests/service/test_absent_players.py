"""Lapses, autopilot, resigning, substitutes, suspension: through the use cases, on real servers, at times of our own."""

from typing import Any

import pytest

from referee.matches import orders
from referee.matches.clock import GRACE, deadline_of
from referee.matches.events import Event, read_event
from referee.matches.fold import fold
from referee.matches.match import OVER, RUNNING, Match
from referee.matches.refusals import Refused
from referee.matches.signatures import sign_detached
from referee.service import absence, clock, matches, reading
from referee.service.deadlines import next_look
from referee.service.house import House
from referee.service.links import act_by_link, turn_link
from referee.service.loading import existing, load
from referee.service.orders import play_order
from referee.store.lists import STATUSES
from referee.strict_json import canonical
from referee.words.boards import board_text
from tests.service.playing import (
    NOW,
    Person,
    order_of,
    person_at,
    play_out,
    request_of,
    send,
    sign_up,
    started,
)

HOUR = 3_600_000
DAY = 24 * HOUR
CLOCK = {"kind": "move", "per_move": DAY}
LATE = NOW + 2 + DAY + GRACE  # when the first stint of a match that began at NOW + 2 lapses


def timed(house: House, people: list[Person], **policy: Any) -> Match:
    return started(house, people, policy={"seating": "fixed", "clock": CLOCK, **policy})


def now_is(house: House, match: Match) -> Match:
    return existing(load(house, match.id))


def owing(match: Match) -> int:
    return match.decisions()[0].seat


def events(house: House, match: Match, after: int) -> list[Event]:
    return [read_event(entry.text) for entry in house.logs.read(match.id, after)]


def refused(name: str, act: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.name == name
    return caught.value


def resign(house: House, match: Match, seat: int, people: list[Person], at: int = NOW + 3) -> dict[str, Any]:
    assert match.base is not None
    order = orders.resign_order("zooloretto", match.id, seat, match.base)
    return play_order(house, order, sign_detached(canonical(order), person_at(match, seat, people).key), at)


def take(house: House, match: Match, person: Person, seat: int | None = None, at: int = LATE + 5) -> Match:
    given = request_of(person.id, "seats")
    return matches.join_match(house, match.id, person.id, "", given, at, vacant_seat=seat)


def vacated(house: House, people: list[Person], **policy: Any) -> tuple[Match, int]:
    """A match in which the first seat has become vacant, and that seat."""
    match = timed(house, people, lapses=1, **policy)
    seat = owing(match)
    clock.do_due(house, match.id, LATE)
    return now_is(house, match), seat


def test_the_index_says_when_a_seat_is_overdue_from_the_start_on(house: House, people: list[Person]) -> None:
    """faults.md A38, A42: the first move has as long as any; another process says the same."""
    match = timed(house, people, reminders=[])
    assert deadline_of(match, owing(match)) == NOW + 2 + DAY
    assert house.due.at(match.id) == next_look(match) == LATE
    house.loaded.drop(match.id)
    assert deadline_of(now_is(house, match), owing(match)) == NOW + 2 + DAY


def test_a_move_moves_the_place_in_the_index(house: House, people: list[Person]) -> None:
    match = timed(house, people, reminders=[])
    seat = owing(match)
    send(house, order_of(match, seat, ["D"]), person_at(match, seat, people), NOW + 3 + HOUR)
    after = now_is(house, match)
    assert house.due.at(match.id) == next_look(after)


def test_nothing_is_done_before_its_time(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    clock.do_due(house, match.id, LATE - 1)
    assert now_is(house, match).version == match.version


def test_an_overdue_seat_lapses_and_its_stint_is_played(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    seat = owing(match)
    clock.do_due(house, match.id, LATE)
    after = now_is(house, match)
    happened = events(house, match, match.version)
    assert happened[0].type == "SeatLapsed"
    assert {event.data.get("via") for event in happened[1:]} == {"autopilot"}
    assert owing(after) != seat
    assert house.due.at(match.id) == next_look(after, LATE)


def test_a_second_look_finds_nothing_left_to_do(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    clock.do_due(house, match.id, LATE)
    before = now_is(house, match).version
    clock.do_due(house, match.id, LATE)
    assert now_is(house, match).version == before


def test_a_move_on_its_way_wins_over_the_lapse(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    seat = owing(match)
    while owing(current := now_is(house, match)) == seat:
        step = current.rules.write(next(iter(current.rules.legal_steps(current.state, seat))))
        send(house, order_of(current, seat, [step]), person_at(match, seat, people), LATE - 1)
    clock.do_due(house, match.id, LATE)
    assert all(event.type != "SeatLapsed" for event in events(house, match, match.version))


def test_absent_for_ever_the_match_is_suspended_and_asks_for_nothing_more(
    house: House, people: list[Person]
) -> None:
    match = timed(house, people, reminders=[])
    at = NOW
    while (due := house.due.at(match.id)) is not None:
        at = max(at, due)
        clock.do_due(house, match.id, at)
    after = now_is(house, match)
    assert after.is_suspended
    assert after.status == RUNNING
    assert events(house, match, after.version - 1)[0].data == {"reason": "all-absent"}


def test_a_player_who_comes_back_wakes_a_suspended_match(house: House, people: list[Person]) -> None:
    match = timed(house, people, lapses=1, reminders=[])
    at = NOW
    while (due := house.due.at(match.id)) is not None:
        at = max(at, due)
        clock.do_due(house, match.id, at)
    take(house, match, people[0], at=at + DAY)
    after = now_is(house, match)
    assert not after.is_suspended
    assert house.due.at(match.id) is not None
    clock.do_due(house, match.id, at + DAY)
    seat = after.seat_of(people[0].id)
    assert owing(now_is(house, match)) == seat


def test_of_two_who_play_the_one_who_stays_has_won(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    answer = resign(house, match, 2, people)
    after = now_is(house, match)
    assert answer["version"] == match.version + 1
    assert (after.status, after.ended) == (OVER, "resigned")
    assert matches.score_match(house, match.id, NOW + 4)
    result = now_is(house, match).result
    assert result is not None
    assert result["ranks"] == [1, 2]


def test_the_same_resignation_again_gets_the_same_answer(house: House, people: list[Person]) -> None:
    three = [*people, sign_up(house)]
    match = timed(house, three)
    first = resign(house, match, 2, three)
    assert resign(house, match, 2, three, at=NOW + 999) == first
    assert sum(event.type == "SeatResigned" for event in events(house, match, 0)) == 1


def test_a_resignation_is_never_stale_and_needs_no_turn(house: House, people: list[Person]) -> None:
    three = [*people, sign_up(house)]
    match = timed(house, three)
    play_out(house, match.id, three, most=3)
    assert now_is(house, match).base != match.base
    resign(house, match, 2, three)
    resign_again = now_is(house, match)
    assert resign_again.is_vacant(2)
    refused("seat/vacant", lambda: resign(house, now_is(house, match), 2, three))


def test_who_has_resigned_is_played_for_until_the_others_end_and_comes_last(
    house: House, people: list[Person]
) -> None:
    three = [*people, sign_up(house)]
    match = timed(house, three)
    resign(house, match, 2, three)
    while now_is(house, match).status == RUNNING:
        current = now_is(house, match)
        if owing(current) == 2:
            clock.do_due(house, match.id, NOW + 5)
        else:
            play_out(house, match.id, three, seed=current.version, most=1)
    after = now_is(house, match)
    assert after.ended == "rules"
    matches.score_match(house, match.id, NOW + 6)
    result = now_is(house, match).result
    assert result is not None
    assert result["ranks"][1] == 3


def test_when_a_resignation_has_ended_the_match_nobody_is_shown_to_move(
    house: House, people: list[Person]
) -> None:
    match = timed(house, people)
    resign(house, match, 2, people)
    view = reading.show_view(house, match.id, people[0].id, None)
    assert view.match.ended == "resigned"
    assert view.shown["decisions"] == []
    assert "The match is over." in board_text(view.match.rules, view.shown, "en")
    earlier = reading.show_view(house, match.id, people[0].id, match.version)
    assert [owed["seat"] for owed in earlier.shown["decisions"]] == [owing(match)]


def test_a_seat_that_resigned_without_a_clock_is_played_at_once(house: House, people: list[Person]) -> None:
    three = [*people, sign_up(house)]
    match = started(house, three, policy={"seating": "fixed"})
    seat = owing(match)
    resign(house, match, seat, three)
    assert house.due.at(match.id) is not None
    clock.do_due(house, match.id, NOW + 5)
    assert owing(now_is(house, match)) != seat


def test_a_vacant_seat_is_taken_by_another_and_the_links_of_its_last_player_are_dead(
    house: House, people: list[Person]
) -> None:
    """faults.md A46."""
    match, seat = vacated(house, people)
    old_link = turn_link(house, match, seat)
    leaver, substitute = person_at(match, seat, people), sign_up(house)
    after = take(house, match, substitute)
    assert after.seat_of(substitute.id) == seat
    assert after.seat_of(leaver.id) is None
    refused("link/dead", lambda: act_by_link(house, old_link, "move", LATE + 6, steps=["D"]))
    refused("seat/not-yours", lambda: send(house, order_of(after, seat, ["D"]), leaver, LATE + 6))
    assert match.id in house.lists.live(substitute.id)
    assert (match.id in house.lists.live(leaver.id)) == (leaver.id == match.organiser)


def test_a_signed_order_of_the_last_player_is_not_executed_after_the_replacement(
    house: House, people: list[Person]
) -> None:
    """faults.md A46: what he signed before he was replaced comes too late."""
    match = timed(house, people, lapses=1)
    seat = owing(match)
    queued = order_of(match, seat, ["D"])
    clock.do_due(house, match.id, LATE)
    take(house, match, sign_up(house))
    before = now_is(house, match).version
    refused("seat/not-yours", lambda: send(house, queued, person_at(match, seat, people), LATE + 7))
    assert now_is(house, match).version == before


def test_the_same_request_for_a_vacant_seat_again_finds_what_it_did(
    house: House, people: list[Person]
) -> None:
    match, _ = vacated(house, people)
    substitute = sign_up(house)
    given = request_of(substitute.id, "seats")
    first = matches.join_match(house, match.id, substitute.id, "", given, LATE + 5)
    again = matches.join_match(house, match.id, substitute.id, "", given, LATE + 999)
    assert again == first
    assert first.version == match.version + 1


def test_the_last_player_comes_back_and_the_list_of_his_matches_has_it_again(
    house: House, people: list[Person]
) -> None:
    match, seat = vacated(house, people, substitutes="nobody")
    leaver = person_at(match, seat, people)
    refused("policy/forbids", lambda: take(house, match, sign_up(house)))
    refused("seat/vacant", lambda: send(house, order_of(match, seat, ["D"]), leaver, LATE + 4))
    take(house, match, leaver)
    after = now_is(house, match)
    assert not after.is_vacant(seat)
    assert after.seat_of(leaver.id) == seat
    assert match.id in house.lists.live(leaver.id)


def test_a_match_whose_seats_are_held_takes_nobody(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    refused("match/already-started", lambda: take(house, match, sign_up(house), at=NOW + 5))
    refused("seat/not-vacant", lambda: take(house, match, sign_up(house), 2, at=NOW + 5))


def test_a_bare_player_takes_no_vacant_seat(house: House, people: list[Person]) -> None:
    """Who could neither sign nor be written to cannot play."""
    match, _ = vacated(house, people)
    bare = sign_up(house)
    for key in house.accounts.keys(bare.id):
        house.accounts.revoke_key(key.kid, bare.id)
    refused("key/none", lambda: take(house, match, bare))


def pause(house: House, match: Match, who: Person, until: int, at: int = NOW + 5) -> Match:
    given = request_of(who.id, "pause")
    return absence.pause_match(house, match.id, who.id, until, "holidays", given, at)


def test_a_pause_moves_the_deadline_behind_it(house: House, people: list[Person]) -> None:
    """faults.md A34, A37: every pause has an end, and gives nobody more time."""
    match = timed(house, people, pauses="organiser", reminders=[])
    paused = pause(house, match, people[0], NOW + 2 + 3 * DAY, at=NOW + 2 + HOUR)
    assert deadline_of(paused, owing(match)) == NOW + 2 + 3 * DAY + 23 * HOUR
    assert house.due.at(match.id) == NOW + 2 + 3 * DAY + 23 * HOUR + GRACE
    clock.do_due(house, match.id, LATE)
    assert now_is(house, match).version == paused.version


def test_only_the_organiser_pauses_and_only_where_it_was_agreed(house: House, people: list[Person]) -> None:
    """faults.md A36, A37."""
    forbidden = timed(house, people)
    error = refused("policy/forbids", lambda: pause(house, forbidden, people[0], NOW + DAY))
    assert error.extra["policy"] == "pauses"
    allowed = timed(house, people, pauses="organiser")
    refused("match/not-organiser", lambda: pause(house, allowed, people[1], NOW + DAY))
    refused("pause/invalid", lambda: pause(house, allowed, people[0], NOW))
    assert [now_is(house, each).version for each in (forbidden, allowed)] == [4, 4]


def test_the_organiser_resumes_before_the_time(house: House, people: list[Person]) -> None:
    match = timed(house, people, pauses="organiser")
    pause(house, match, people[0], NOW + 9 * DAY, at=NOW + 2 + HOUR)
    given = request_of(people[0].id, "resume")
    after = absence.resume_match(house, match.id, people[0].id, "agreed", given, NOW + 2 + 2 * HOUR)
    assert deadline_of(after, owing(match)) == NOW + 2 + DAY + HOUR


def test_no_organiser_gives_time_to_himself(house: House, people: list[Person]) -> None:
    match = timed(house, people)
    own = match.seat_of(people[0].id)
    given = request_of(people[0].id, "extend")
    refused(
        "match/organiser-plays",
        lambda: absence.extend_deadline(
            house, match.id, people[0].id, own or 0, HOUR, "illness", given, NOW + 9
        ),
    )


def test_an_organiser_who_does_not_play_extends_and_vacates(house: House, people: list[Person]) -> None:
    organiser = sign_up(house)
    match = matches.open_match(
        house,
        organiser.id,
        "zooloretto",
        2,
        {},
        {"seating": "fixed", "clock": CLOCK, "reminders": []},
        "public",
        request_of(organiser.id, "matches"),
        NOW,
    )
    for person in people:
        matches.join_match(house, match.id, person.id, "", request_of(person.id, "seats"), NOW + 1)
    match = matches.start_match(house, match.id, organiser.id, request_of(organiser.id, "start"), NOW + 2)
    seat = owing(match)

    def vacate(at: int) -> Match:
        given = request_of(organiser.id, "vacate")
        return absence.vacate_seat(house, match.id, organiser.id, seat, "absent", given, at)

    given = request_of(organiser.id, "extend")
    extended = absence.extend_deadline(
        house, match.id, organiser.id, seat, 6 * HOUR, "illness", given, NOW + 9
    )
    assert deadline_of(extended, seat) == NOW + 2 + DAY + 6 * HOUR
    assert house.due.at(match.id) == LATE + 6 * HOUR
    refused("seat/not-absent", lambda: vacate(NOW + 10))
    vacated_now = vacate(NOW + 2 + DAY + 6 * HOUR)
    assert vacated_now.is_vacant(seat)


def test_a_vacation_is_refused_where_it_was_not_agreed_on(house: House, people: list[Person]) -> None:
    """faults.md A36."""
    match = timed(house, people)
    given = request_of(people[0].id, "vacation")
    error = refused(
        "policy/forbids",
        lambda: absence.take_vacation(house, match.id, people[0].id, NOW + DAY, given, NOW + 3),
    )
    assert error.extra["policy"] == "vacation"


def test_a_vacation_moves_the_deadline_and_is_no_longer_than_agreed(
    house: House, people: list[Person]
) -> None:
    match = timed(house, people, vacation=5 * DAY, reminders=[])
    seat = owing(match)
    who = person_at(match, seat, people)

    def rest(until: int) -> Match:
        return absence.take_vacation(house, match.id, who.id, until, request_of(who.id, "vacation"), NOW + 2)

    assert refused("vacation/too-long", lambda: rest(NOW + 2 + 6 * DAY)).extra["left"] == 5 * DAY
    assert deadline_of(rest(NOW + 2 + 5 * DAY), seat) == NOW + 2 + 6 * DAY


def test_a_stranger_takes_no_vacation(house: House, people: list[Person]) -> None:
    match = timed(house, people, vacation=DAY)
    stranger = sign_up(house)
    given = request_of(stranger.id, "vacation")
    refused(
        "seat/not-seated",
        lambda: absence.take_vacation(house, match.id, stranger.id, NOW + DAY, given, NOW + 3),
    )


def test_a_clock_whose_members_do_not_fit_opens_no_match(house: House, people: list[Person]) -> None:
    wrong = {"kind": "move", "per_move": DAY, "bank": DAY}
    error = refused("match/options", lambda: started(house, people, policy={"clock": wrong}))
    assert error.extra["field"] == "policy/clock"
    assert house.lists.live(people[0].id) == []


def test_what_is_not_said_about_time_is_written_into_the_log(house: House, people: list[Person]) -> None:
    """A default of tomorrow changes no match of today."""
    match = timed(house, people)
    assert {**matches.DEFAULT_TIMED_POLICY, "clock": CLOCK}.items() <= dict(match.policy).items()
    plain = started(house, people)
    assert set(plain.policy) == set(matches.DEFAULT_POLICY)


def test_a_match_of_absent_players_folds_anew_to_the_same(house: House, people: list[Person]) -> None:
    match, _ = vacated(house, people)
    take(house, match, sign_up(house))
    known = now_is(house, match)
    house.loaded.drop(match.id)
    house.cache.forget(f"snap:{match.id}")
    again = now_is(house, match)
    assert again._replace(line=None) == known._replace(line=None)
    assert fold([], again) == again
    assert known.status in STATUSES
