"""Letters about deadlines, through a real SMTP server: when they come, what they say, that none comes twice."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from referee.matches.clock import GRACE
from referee.matches.match import CANCELLED, Match
from referee.service import absence, clock, lobbies, mailboxes, matches
from referee.service.house import House, open_house
from referee.service.links import act_by_link
from referee.service.loading import existing, load
from referee.settings import Settings
from tests.mail.post import (
    HOUR,
    MINUTE,
    Mailserver,
    address_of,
    correspondents,
    deliver_all,
    give_mailbox,
    letter_rows,
    mail_server,
    office_at,
)
from tests.service.playing import (
    NOW,
    Person,
    open_match,
    order_of,
    person_at,
    request_of,
    send,
    sign_up,
    started,
)
from workers.letters import Office

DAY = 24 * HOUR
START = NOW + 2
CLOCK = {"kind": "move", "per_move": 3 * DAY}
DUE = START + 3 * DAY


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture
def people(house: House) -> list[Person]:
    return correspondents(house, locales="en")


@pytest.fixture
def server() -> Iterator[Mailserver]:
    with mail_server() as running:
        yield running


@pytest.fixture
def office(house: House, settings: Settings, server: Mailserver) -> Office:
    return office_at(house, settings, server.port)


def timed(house: House, people: list[Person], **policy: Any) -> Match:
    return started(house, people, policy={"seating": "fixed", "clock": CLOCK, **policy})


def now_is(house: House, match: Match) -> Match:
    return existing(load(house, match.id))


def owing(match: Match) -> int:
    return match.decisions()[0].seat


def texts(server: Mailserver) -> list[str]:
    """The bodies of all letters taken."""
    bodies = [letter.get_body(("plain",)) for letter in server.taken]
    return [str(body.get_content()).replace("\r\n", "\n") for body in bodies if body is not None]


def look(office: Office, match: Match, now: int) -> list[str]:
    """What the clock and the mailer do at a moment."""
    clock.do_due(office.house, match.id, now)
    return deliver_all(office, now)


def test_the_letter_of_a_turn_tells_the_deadline_in_the_readers_zone(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A33."""
    for person in people:
        house.hours.set(person.id, {"zone": "America/Santiago", "from": 60, "to": 120})
    timed(house, people)
    deliver_all(office, START)
    line = "Tue 2 Dec 2025 04:06 -03:00 (America/Santiago, 3 d left) [07:06 UTC]"
    assert f"Your move is due by:\n  {line}\n" in texts(server)[0]


def test_a_reminder_comes_for_each_time_of_the_policy_and_each_once(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = timed(house, people)
    deliver_all(office, START)
    assert look(office, match, DUE - DAY - 1) == []
    assert look(office, match, DUE - DAY) == ["sent"]
    assert look(office, match, DUE - DAY + MINUTE) == []
    assert look(office, match, DUE - 6 * HOUR) == ["sent"]
    assert look(office, match, DUE - 6 * HOUR + MINUTE) == []
    reader = address_of(people, person_at(match, owing(match), people).id)
    assert server.recipients == [reader] * 3
    assert len(set(server.ids)) == 3
    assert ["runs out" in text for text in texts(server)] == [False, True, True]
    assert "(1 d left)" in texts(server)[1]
    assert "(6 h left)" in texts(server)[2]


def test_a_clock_that_was_away_sends_the_newest_reminder_alone(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A32."""
    match = timed(house, people)
    deliver_all(office, START)
    assert look(office, match, DUE - HOUR) == ["sent"]
    assert "(1 h left)" in texts(server)[1]


def test_an_own_move_in_the_same_stint_brings_no_reminder_again(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = timed(house, people)
    seat = owing(match)
    deliver_all(office, START)
    look(office, match, DUE - DAY)
    send(house, order_of(match, seat, ["D"]), person_at(match, seat, people), DUE - DAY + MINUTE)
    assert owing(now_is(house, match)) == seat
    assert look(office, match, DUE - DAY + 2 * MINUTE) == []


def test_a_reminder_that_a_move_has_overtaken_is_dropped(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A17."""
    match = timed(house, people)
    seat = owing(match)
    deliver_all(office, START)
    clock.do_due(house, match.id, DUE - DAY)
    while owing(current := now_is(house, match)) == seat:
        step = current.rules.write(next(iter(current.rules.legal_steps(current.state, seat))))
        send(house, order_of(current, seat, [step]), person_at(match, seat, people), DUE - DAY + 1)
    assert sorted(deliver_all(office, DUE - DAY + 2)) == ["dropped", "sent"]
    assert "it is your turn" in texts(server)[1]


def test_a_deadline_that_moved_is_reminded_of_at_its_new_time(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = timed(house, people, pauses="organiser")
    deliver_all(office, START)
    look(office, match, DUE - DAY)
    given = request_of(people[0].id, "pause")
    absence.pause_match(house, match.id, people[0].id, DUE + DAY, "holidays", given, DUE - DAY + 1)
    assert look(office, match, DUE - 6 * HOUR) == []
    assert look(office, match, DUE + DAY + 18 * HOUR - 1) == ["sent"]
    assert "(6 h left)" in texts(server)[2]


def test_reminders_can_be_turned_off(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A19: of all matches, or of one."""
    match = timed(house, people)
    deliver_all(office, START)
    reader = person_at(match, owing(match), people)
    mailboxes.set_letters(house, reader.id, "reminder", False, match.id)
    assert look(office, match, DUE - DAY) == ["dropped"]
    assert "List-Unsubscribe" in server.taken[0]


def test_who_did_not_move_in_time_is_told_and_shown_what_the_referee_played(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = timed(house, people, reminders=[])
    seat = owing(match)
    reader = person_at(match, seat, people)
    deliver_all(office, START)
    for kind in ("turn", "reminder", "result", "unfinished"):
        mailboxes.set_letters(house, reader.id, kind, False)
    look(office, match, DUE + GRACE)
    told = dict(zip(server.recipients[1:], texts(server)[1:], strict=True))
    text = told[address_of(people, reader.id)]
    assert "you did not move in time" in text
    assert "The referee has moved for you." in text
    assert "The referee plays for" in text
    lapsed = server.taken[1:][server.recipients[1:].index(address_of(people, reader.id))]
    assert "List-Unsubscribe" not in lapsed  # transactional: he cannot have turned it off
    assert look(office, match, DUE + GRACE + 1) == []


def test_who_lost_his_seat_is_told_how_to_take_it_again_and_gets_no_more_turns(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = timed(house, people, reminders=[], lapses=1)
    seat = owing(match)
    reader = address_of(people, person_at(match, seat, people).id)
    deliver_all(office, START)
    look(office, match, DUE + GRACE)
    told = dict(zip(server.recipients[1:], texts(server)[1:], strict=True))
    assert "Your seat is vacant" in told[reader]
    assert "https://play.example.org/m/" in told[reader]
    other = 3 - seat
    while owing(current := now_is(house, match)) == other:
        step = current.rules.write(next(iter(current.rules.legal_steps(current.state, other))))
        send(house, order_of(current, other, [step]), person_at(match, other, people), DUE + DAY)
    look(office, match, DUE + DAY)
    assert server.recipients.count(reader) == 2


def test_who_takes_a_vacant_seat_gets_the_letter_of_its_turn(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = timed(house, people, reminders=[], lapses=1)
    clock.do_due(house, match.id, DUE + GRACE)
    clock.do_due(house, match.id, DUE + GRACE + 3 * DAY + GRACE)
    assert now_is(house, match).is_suspended
    deliver_all(office, DUE + 4 * DAY)
    substitute = sign_up(house)
    give_mailbox(house, substitute, "new@example.org")
    given = request_of(substitute.id, "seats")
    seat = owing(now_is(house, match))
    after = matches.join_match(house, match.id, substitute.id, "", given, DUE + 9 * DAY, vacant_seat=seat)
    assert after.seat_of(substitute.id) == seat
    assert deliver_all(office, DUE + 9 * DAY) == ["sent"]
    assert server.recipients[-1] == "new@example.org"
    link = next(line for line in texts(server)[-1].split("\n") if "/m/" in line).rpartition("/")[2]
    legal = sorted(after.rules.write(step) for step in after.rules.legal_steps(after.state, seat))
    act_by_link(house, link, "move", DUE + 9 * DAY + 1, steps=[legal[0]])


def test_who_takes_a_seat_is_not_told_what_the_one_before_him_missed(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A46: the letter of the lapse was still waiting."""
    match = timed(house, people, reminders=[], lapses=1)
    seat = owing(match)
    lost = person_at(match, seat, people)
    deliver_all(office, START)
    clock.do_due(house, match.id, DUE + GRACE)
    substitute = sign_up(house)
    give_mailbox(house, substitute, "new@example.org")
    given = request_of(substitute.id, "seats")
    matches.join_match(house, match.id, substitute.id, "", given, DUE + GRACE + 1, vacant_seat=seat)
    deliver_all(office, DUE + GRACE + 2)
    assert "new@example.org" not in server.recipients
    assert server.recipients.count(address_of(people, lost.id)) == 1  # of his turn, before he missed it


def test_the_organiser_of_an_empty_lobby_is_told_before_it_is_cancelled(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A48: with prior mail."""
    match = open_match(house, people[0])
    told = NOW + lobbies.STAYS_OPEN_MS - lobbies.TOLD_BEFORE_MS
    assert look(office, match, told - 1) == []
    assert look(office, match, told) == ["sent"]
    assert look(office, match, told + 1) == []
    assert server.recipients == [address_of(people, people[0].id)]
    assert "(3 d left)" in texts(server)[0]
    assert f"https://play.example.org/matches/{match.id}" in texts(server)[0]
    look(office, match, told + lobbies.TOLD_BEFORE_MS)
    assert now_is(house, match).status == CANCELLED


def test_a_lobby_that_somebody_joins_is_told_of_anew(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = open_match(house, people[0])
    told = NOW + lobbies.STAYS_OPEN_MS - lobbies.TOLD_BEFORE_MS
    clock.do_due(house, match.id, told)
    matches.join_match(house, match.id, people[1].id, "", request_of(people[1].id, "seats"), told + 1)
    assert deliver_all(office, told + 2) == ["dropped"]
    assert look(office, match, told + 1 + lobbies.STAYS_OPEN_MS - 1) == ["sent"]
    assert letter_rows(house) == []


def test_a_bot_without_a_mailbox_is_reminded_by_nobody(
    house: House, office: Office, server: Mailserver
) -> None:
    match = timed(house, [sign_up(house), sign_up(house)])
    look(office, match, DUE - DAY)
    assert server.taken == []
