"""From a row of the outbox to a letter that a real SMTP server has taken: late, twice, refused, gone, overtaken."""

import itertools
import json
import time
from collections.abc import Iterator

import pytest
from redis import Redis

from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service import invitations, mailboxes
from referee.service.house import House, open_house
from referee.service.letters_due import UNFINISHED_MS
from referee.service.letters_owed import ask_for_owed
from referee.service.links import act_by_link, turn_link
from referee.service.loading import existing, load
from referee.service.matches import score_match
from referee.service.reading import legal_steps
from referee.settings import Settings
from referee.store import names, outbox
from referee.store.outbox import LETTER, LetterRow, Row
from referee.store.servers import connect_cache
from tests.mail.post import (
    HOUR,
    MINUTE,
    Mailserver,
    address_of,
    begun,
    correspondents,
    deliver_all,
    free_port,
    letter_rows,
    mail_server,
    moved_on,
    office_at,
    session_of,
)
from tests.service.playing import NOW, Person, join, open_match, play_out, sign_up
from tests.service.test_mailboxes import code_for
from workers import letters
from workers.jobs import job_id
from workers.letters import Office
from workers.relay import relay_of


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture
def people(house: House) -> list[Person]:
    return correspondents(house)


@pytest.fixture
def server() -> Iterator[Mailserver]:
    with mail_server() as running:
        yield running


@pytest.fixture
def office(house: House, settings: Settings, server: Mailserver) -> Office:
    return office_at(house, settings, server.port)


def owing(match: Match) -> int:
    return match.decisions()[0].seat


def reader_of(match: Match, people: list[Person]) -> str:
    place = match.place_at(owing(match))
    assert place is not None
    return address_of(people, place.player)


def parked(log: Redis, stream: str) -> list[dict[str, str]]:
    rows = log.xrange(names.parked(stream))
    return [{key.decode(): value.decode() for key, value in fields.items()} for _, fields in rows]


def test_each_stint_gets_one_letter_to_who_owes_it(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A14: the turn is told however short it was since the last one."""
    match = begun(house, people)
    expected = []
    for _ in range(5):
        expected.append(reader_of(match, people))
        deliver_all(office)
        match = moved_on(house, match, people)
    assert server.recipients == expected
    assert len(set(server.ids)) == 5


def test_a_reader_with_an_open_session_gets_the_letter_all_the_same(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A14, A15, B38: presence never suppresses a letter."""
    for person in people:
        session_of(house, person.id)
    begun(house, people)
    assert deliver_all(office) == ["sent"]


def test_matches_of_every_rules_version_are_told_of(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A16, B38: no version of the rules is left out."""
    match = begun(house, people)
    assert match.rules_version in match.rules.rules_versions
    for version in match.rules.rules_versions:
        house.loaded.drop(match.id)
        house.loaded.keep(match._replace(rules_version=version))
        house.letters.mark_sent(match.id, f"turn:{owing(match)}", 0)
        row = letter_rows(house)[0]
        assert letters.deliver(office, row, NOW) == "sent"


def test_a_letter_about_a_turn_that_was_played_is_dropped(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A17: the match is read again when the letter is sent."""
    match = moved_on(house, begun(house, people), people)
    assert sorted(deliver_all(office)) == ["dropped", "sent"]
    assert server.recipients == [reader_of(match, people)]


def test_no_letter_goes_for_a_turn_that_an_undo_took_back(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md B37: nor to who took the move back, since he is at it; the turn played anew is told of anew."""
    match = begun(house, people)
    deliver_all(office)
    while not match.undo_targets(seat := owing(match)) or len({d.seat for d in match.decisions()}) != 1:
        match = play_out(house, match.id, people, seed=match.version, most=1)
        if match.segment_seat is not None and match.segment_seat != owing(match):
            seat = match.segment_seat
            break
    deliver_all(office)
    before = len(server.taken)
    assert match.undo_targets(seat)
    row = _rows_after_undo(house, match, seat)
    assert [letters.deliver(office, each, NOW) for each in row] == ["dropped"] * len(row)
    assert len(server.taken) == before


def _rows_after_undo(house: House, match: Match, seat: int) -> list[Row]:
    """Undo by a link, with the row of the letter for the other seat still to be done."""
    stale = Row(
        names.outbox(names.shard_of(match.id)),
        "1-1",
        outbox.LETTER,
        match.id,
        match.version,
        str(LetterRow("turn", str(owing(match)), _player(match, owing(match)))),
    )
    to = max(match.undo_targets(seat))
    act_by_link(house, turn_link(house, match, seat), "undo", NOW + 5, to=to)
    return [stale, *letter_rows(house)]


def _player(match: Match, seat: int) -> str:
    place = match.place_at(seat)
    assert place is not None
    return place.player


def test_a_result_goes_to_every_seat_once(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = begun(house, people)
    play_out(house, match.id, people)
    score_match(house, match.id, NOW + 9)
    rows = letter_rows(house)
    outcomes = deliver_all(office)
    assert outcomes.count("sent") == 2
    assert sorted(server.recipients) == ["p0@example.org", "p1@example.org"]
    assert all(".result@" in identity for identity in server.ids)
    assert {letters.deliver(office, row, NOW) for row in rows} == {"dropped"}


def test_a_row_that_comes_again_sends_nothing_again(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A22, A32: two workers, a bell rung twice, a restart between sending and taking the row away."""
    begun(house, people)
    row = letter_rows(house)[0]
    assert [letters.deliver(office, row, NOW) for _ in range(3)] == ["sent", "dropped", "dropped"]
    assert len(server.taken) == 1


def test_a_death_between_the_servers_250_and_our_mark_costs_one_copy_with_the_same_id(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A22: receivers drop the copy by its id; nothing is lost."""
    begun(house, people)
    row = letter_rows(house)[0]

    class Killed(BaseException):
        """No fault that anything of ours catches."""

    def hand_over_and_die(notice: object, now: int) -> None:
        office.send(notice, now)  # type: ignore[arg-type]
        raise Killed

    with pytest.raises(Killed):
        letters.deliver(office._replace(send=hand_over_and_die), row, NOW)
    assert letters.deliver(office, row, NOW + HOUR) == "sent"
    assert letters.deliver(office, row, NOW + 2 * HOUR) == "dropped"
    assert len(server.taken) == 2
    assert len(set(server.ids)) == 1


def test_a_server_that_says_later_gets_the_letter_later_and_later(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A31: 4xx is tried again after 30 s, 1, 2, 5, 15 min, 1 h ...; the turn stands."""
    match = begun(house, people)
    server.answers["RCPT"] = "450 4.2.1 greylisted"
    tried = [at for at in range(0, 3 * HOUR, 10_000) if "deferred" in deliver_all(office, NOW + at)]
    gaps = [later - earlier for earlier, later in itertools.pairwise(tried)]
    assert gaps == [30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, HOUR]
    server.answers.clear()
    assert deliver_all(office, NOW + 5 * HOUR) == ["sent"]
    assert existing(load(house, match.id)).version == match.version


def test_a_letter_that_is_refused_for_ever_is_parked_and_the_turn_stands(
    house: House, people: list[Person], office: Office, server: Mailserver, log: Redis
) -> None:
    """faults.md A31: 5xx is parked and counted, and never surfaces as a lost turn."""
    match = begun(house, people)
    row = letter_rows(house)[0]
    server.answers["DATA"] = "554 5.7.1 we do not like this"
    assert deliver_all(office) == ["parked"]
    assert letter_rows(house) == []
    (kept,) = parked(log, row.stream)
    assert (kept["o"], kept["x"], kept["at"]) == (match.id, row.extra, str(NOW))
    assert "554" in kept["why"]
    rows, given_up = house.outbox.waiting()
    assert (LETTER in rows, given_up) == (False, 1)
    assert house.letters.counts()["parked"] == 1
    play_out(house, match.id, people)


def test_an_address_that_nobody_has_gets_no_more_letters_and_its_player_can_see_why(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A18, B44: two hard refusals (5.1.1) are enough, and a flag says so."""
    match = begun(house, people)
    server.answers["RCPT"] = "550 5.1.1 no such user"
    for _ in range(8):
        deliver_all(office)
        match = moved_on(house, match, people)
    for person in people:
        mailbox = mailboxes.show_mailbox(house, person.id)
        assert mailbox is not None
        assert mailboxes.is_bounced_out(mailbox)
        assert mailbox.bounces == 4
    assert house.letters.counts()["parked"] == 4


def test_a_letter_that_is_refused_for_itself_says_nothing_of_the_address(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md B44"""
    begun(house, people)
    server.answers["DATA"] = "554 5.6.0 too odd"
    deliver_all(office)
    boxes = [mailboxes.show_mailbox(house, person.id) for person in people]
    assert [box.bounces for box in boxes if box is not None] == [0, 0]


@pytest.mark.parametrize("answer", ["421 4.3.2 closing", "nothing"])
def test_a_server_that_is_gone_or_closing_is_tried_again_for_one_letter_at_a_time(
    house: House, settings: Settings, people: list[Person], answer: str
) -> None:
    """faults.md A31: not every letter waits for a timeout of its own, and none is lost."""
    matches = [begun(house, people) for _ in range(4)]
    if answer == "nothing":
        office = office_at(house, settings, free_port())
        assert sorted(deliver_all(office)) == ["deferred", "waiting", "waiting", "waiting"]
        assert deliver_all(office, NOW + 29_000) == ["waiting"] * 4
        assert sorted(deliver_all(office, NOW + 30_000)) == ["deferred", "waiting", "waiting", "waiting"]
    with mail_server() as server:
        office = office_at(house, settings, server.port)
        if answer != "nothing":
            server.answers["MAIL"] = answer
            assert sorted(deliver_all(office)) == ["deferred", "waiting", "waiting", "waiting"]
            assert server.connections == 1
            server.answers.clear()
        for at in range(HOUR, 2 * HOUR, MINUTE):
            deliver_all(office, NOW + at)
        assert len(server.taken) == len(matches)
        assert letter_rows(house) == []


def test_one_letter_at_which_the_server_breaks_down_does_not_hold_up_the_others(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md B30, B36: the poison letter steps back, whichever comes first in its stream."""
    for _ in range(3):
        begun(house, people)
    poison = letter_rows(house)[0]

    def send(notice: object, now: int) -> None:
        if getattr(notice, "match").id == poison.subject:  # noqa: B009
            raise letters.MailAway("the connection broke")
        office.send(notice, now)  # type: ignore[arg-type]

    poisoned = office._replace(send=send)
    for at in range(0, 10 * MINUTE, 10_000):
        deliver_all(poisoned, NOW + at)
    assert len(server.taken) == 2
    assert [row.subject for row in letter_rows(house)] == [poison.subject]


def test_a_letter_that_cannot_be_written_is_given_up_and_the_others_go(
    house: House, people: list[Person], office: Office, server: Mailserver, log: Redis
) -> None:
    """faults.md B30, B41: a fault of our own is no endless loop."""
    for _ in range(2):
        begun(house, people)
    poison = letter_rows(house)[0]

    def send(notice: object, now: int) -> None:
        if getattr(notice, "match").id == poison.subject:  # noqa: B009
            raise ValueError("a header of two lines")
        office.send(notice, now)  # type: ignore[arg-type]

    outcomes = [
        outcome for at in range(12) for outcome in deliver_all(office._replace(send=send), NOW + at * HOUR)
    ]
    assert outcomes.count("sent") == 1
    assert outcomes[-1] == "parked"
    assert letter_rows(house) == []
    (kept,) = parked(log, poison.stream)
    assert kept["why"] == "ValueError: a header of two lines"


@pytest.mark.parametrize(
    ("extra", "subject"),
    [("", "x"), ("turn", "x"), ("turn:x:y", "x"), ("later:1", "x"), ("confirm:no", "no")],
)
def test_a_row_that_means_nothing_is_dropped(
    house: House, office: Office, log: Redis, extra: str, subject: str
) -> None:
    """A poison job does no harm."""
    log.xadd(names.outbox(7), {"k": "letter", "o": subject, "v": 3, "x": extra})
    assert deliver_all(office) == ["dropped"]


def test_who_confirms_an_address_in_the_midst_of_a_turn_gets_the_letter_of_that_turn(
    house: House, settings: Settings, office: Office, server: Mailserver
) -> None:
    """faults.md A14: no turn is left untold, though its row went when nobody could be told."""
    people = [sign_up(house), sign_up(house)]
    match = begun(house, people)
    relay_of(house, connect_cache(settings)).sweep()
    assert letter_rows(house) == []
    player = _player(match, owing(match))
    mailboxes.ask_for_code(house, "new@example.org", "en", NOW)
    mailboxes.change_address(house, player, "new@example.org", code_for(house, "new@example.org"))
    ask_for_owed(house, player)
    deliver_all(office)
    turns = [identity for identity in server.ids if ".turn@" in identity]
    assert turns == [f"<g-{match.id}.s-{owing(match)}.t-{match.version}.turn@example.org>"]


def test_letters_that_a_reader_turned_off_are_not_sent_and_others_are(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A19, B10"""
    first, second = begun(house, people), begun(house, people)
    for person in people:
        mailboxes.set_letters(house, person.id, mailboxes.TURN, False, first.id)
    deliver_all(office)
    assert [second.id in identity for identity in server.ids] == [True]
    play_out(house, first.id, people)
    score_match(house, first.id, NOW + 9)
    assert deliver_all(office).count("sent") == 2


def test_three_hundred_matches_are_all_told_of(
    house: House, people: list[Person], office: Office, server: Mailserver
) -> None:
    """faults.md A24: the outbox is read in pages, and none is left out."""
    stream = names.ACCOUNTS_OUTBOX
    match = begun(house, people)
    (row,) = letter_rows(house)
    for number in range(300):
        house.mailboxes.ask_for_code(
            f"q{number}@example.org",
            mailboxes.CodeRequest(f"{number:032x}", f"q{number}@example.org", "en"),
            NOW,
        )
    assert len([one for one in letter_rows(house) if one.stream == stream]) == 300
    assert deliver_all(office).count("sent") == 301
    assert len(set(server.recipients)) == 301
    assert row.subject == match.id


def test_a_stint_begun_by_a_link_and_left_gets_one_more_letter_after_a_quarter_of_an_hour(
    house: House, settings: Settings, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = begun(house, people)
    deliver_all(office)
    clock = [NOW]
    relay = relay_of(house, connect_cache(settings), lambda: clock[0])
    at = NOW + HOUR
    seat = owing(match)
    act_by_link(house, turn_link(house, match, seat), "move", at, steps=["D"])
    match = existing(load(house, match.id))
    assert owing(match) == seat
    clock[0] = at + UNFINISHED_MS - 1
    relay.sweep()
    assert letter_rows(house) == []
    clock[0] = at + UNFINISHED_MS
    relay.sweep()
    relay.sweep()
    assert deliver_all(office, clock[0]) == ["sent"]
    assert ".unfinished@" in server.ids[-1]
    assert f"t-{match.version}." in server.ids[-1]


def test_a_stint_that_was_finished_in_time_gets_no_second_letter(
    house: House, settings: Settings, people: list[Person], office: Office, server: Mailserver
) -> None:
    match = begun(house, people)
    deliver_all(office)
    act_by_link(house, turn_link(house, match, owing(match)), "move", NOW + 5, steps=["D"])
    match = existing(load(house, match.id))
    step = legal_steps(match.rules, match.state, owing(match))[0].step
    act_by_link(house, turn_link(house, match, owing(match)), "move", NOW + 6, steps=[step])
    relay_of(house, connect_cache(settings), lambda: NOW + 2 * UNFINISHED_MS).sweep()
    deliver_all(office, NOW + 2 * UNFINISHED_MS)
    assert not [identity for identity in server.ids if "unfinished" in identity]


def test_a_code_goes_to_its_address_once_and_only_the_newest(
    house: House, office: Office, server: Mailserver
) -> None:
    mailboxes.ask_for_code(house, "ana@example.org", "es", NOW)
    mailboxes.ask_for_code(house, "ana@example.org", "en", NOW + MINUTE)
    rows = letter_rows(house)
    assert sorted(letters.deliver(office, row, NOW + MINUTE) for row in rows) == ["dropped", "sent"]
    assert [letters.deliver(office, row, NOW + MINUTE) for row in rows] == ["dropped", "dropped"]
    (letter,) = server.taken
    assert code_for(house, "ana@example.org") in str(letter.get_body(("plain",)))
    assert server.recipients == ["ana@example.org"]


def after(log: Redis, seconds: int) -> None:
    """Let the log server's keys be so much older."""
    for key in log.keys("*"):
        left = log.ttl(key)
        if left >= 0:
            log.expire(key, max(0, left - seconds))


def test_a_code_whose_letter_is_late_is_good_when_it_can_be_read(
    house: House, office: Office, server: Mailserver, log: Redis
) -> None:
    """faults.md B3: ten minutes until it is handed over, ten in the hands of a scanner, ten until it is typed."""
    mailboxes.ask_for_code(house, "ana@example.org", "en", NOW)
    after(log, 600)
    assert deliver_all(office, NOW + 10 * MINUTE) == ["sent"]
    after(log, 1190)
    text = str(server.taken[0].get_body(("plain",)))
    code = code_for(house, "ana@example.org")
    assert code in text
    assert mailboxes.sign_in(house, "ana@example.org", code, "Ana").player


def test_a_code_dies_in_the_end(house: House, office: Office, server: Mailserver, log: Redis) -> None:
    """Twenty minutes after its letter went, or an hour after it was asked for if none could go."""
    for seconds, outcome in ((1200, "sent"), (3600, "dropped")):
        mailboxes.ask_for_code(house, "ana@example.org", "en", NOW + seconds * 1000)
        code = code_for(house, "ana@example.org")
        if outcome == "dropped":
            after(log, seconds)
        assert deliver_all(office, NOW + seconds * 1000) == [outcome]
        after(log, seconds)
        with pytest.raises(Refused, match="code/gone"):
            mailboxes.sign_in(house, "ana@example.org", code, "Ana")


def test_an_invitation_goes_to_its_address_while_it_can_be_accepted(
    house: House, office: Office, server: Mailserver
) -> None:
    organiser = sign_up(house, "Organiser")
    match = open_match(house, organiser)
    invitations.invite(house, match.id, organiser.id, ["luis@example.org", "mei@example.org"], "es", NOW)
    mailboxes.set_letters(house, mailboxes.stand_in("mei@example.org"), mailboxes.INVITATION, False)
    rows = letter_rows(house)
    assert sorted(deliver_all(office)) == ["dropped", "sent"]
    assert server.recipients == ["luis@example.org"]
    assert {letters.deliver(office, row, NOW) for row in rows} == {"dropped"}
    late = open_match(house, organiser)
    invitations.invite(house, late.id, organiser.id, ["zoe@example.org"], "es", NOW)
    for person in (organiser, sign_up(house)):
        join(house, late.id, person)
    with pytest.raises(Refused, match="link/dead"):
        invitations.open_invitation(house, "x" * 43)


def test_the_relay_drops_at_once_what_nobody_can_get(house: House, settings: Settings, cache: Redis) -> None:
    match = begun(house, [sign_up(house), sign_up(house)])
    assert letter_rows(house)
    relay_of(house, connect_cache(settings)).sweep()
    assert letter_rows(house) == []
    jobs = [json.dumps(key.decode()) for key in cache.keys("rq:job:*")]
    assert not [job for job in jobs if "letter" in job]
    assert existing(load(house, match.id)).version == match.version


def test_the_name_of_a_job_tells_letters_apart(house: House, people: list[Person]) -> None:
    """faults.md A23, A32: one job for each reader, kind and version."""
    for _ in range(3):
        begun(house, people)
    named = [job_id(row) for row in letter_rows(house)]
    assert len(set(named)) == 3
    assert all(name.replace("-", "").isalnum() for name in named)


@pytest.mark.parametrize(("minutes", "count"), [(60, 3), (24 * 60, 1)])
def test_long_without_mail_server_and_relay_ends_in_one_letter_for_each_player_and_match_the_newest(
    house: House, settings: Settings, people: list[Person], minutes: int, count: int
) -> None:
    """faults.md B36: 30 turns pass in each match; no flood of stale letters afterwards, and none is missing."""
    tick = minutes // 60 * MINUTE
    clock = [NOW]
    matches = [begun(house, people) for _ in range(count)]
    gone = office_at(house, settings, free_port())
    for number in range(60):
        clock[0] = NOW + number * tick
        if number % 2:
            matches = [moved_on(house, match, people, seed=number) for match in matches]
        deliver_all(gone, clock[0])
    with mail_server() as server:
        office = office_at(house, settings, server.port)
        for number in range(60, 180):
            clock[0] = NOW + number * tick
            relay_of(house, connect_cache(settings), lambda: clock[0]).sweep()
            deliver_all(office, clock[0])
        assert sorted(server.recipients) == sorted(reader_of(match, people) for match in matches)
        assert {identity.partition(".")[0] for identity in server.ids} == {
            f"<g-{match.id}" for match in matches
        }
        for match in matches:
            assert any(
                f"g-{match.id}.s-{owing(match)}.t-{match.version}." in identity for identity in server.ids
            )
        assert letter_rows(house) == []


def test_the_oldest_letter_that_waits_is_seen(house: House, people: list[Person]) -> None:
    """faults.md A20, B45: nobody may go on for months without letters and without anyone noticing."""
    rows, given_up = house.outbox.waiting()
    assert (LETTER in rows, given_up) == (False, 0)
    begun(house, people)
    rows, given_up = house.outbox.waiting()
    waiting, since = rows[LETTER]
    assert (waiting, given_up) == (1, 0)
    assert since is not None
    assert since <= time.time_ns() // 1_000_000
