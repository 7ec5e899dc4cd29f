"""Invitations by letter, and seats that need no key."""

import pytest
from redis import Redis

from referee.matches.links import invitation_token, turn_token, write_token
from referee.matches.refusals import Refused
from referee.service import invitations, mailboxes, matches
from referee.service.addresses import read_address
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings
from referee.store.invitations import Invitation
from tests.service.playing import NOW, join, open_match, sign_up, started
from tests.service.test_mailboxes import signed_in

LUIS, MEI = "luis@example.org", "mei@example.org"


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


def link(house: House, match_id: str, number: int) -> str:
    return write_token(invitation_token(match_id, number), house.link_key)


def test_each_invited_address_gets_a_number_a_record_and_one_letter(house: House) -> None:
    organiser = sign_up(house)
    match = open_match(house, organiser, 3)
    invitations.invite(house, match.id, organiser.id, [LUIS, MEI], "es", NOW)
    again = invitations.invite(house, match.id, organiser.id, ["LUIS+zoo@example.org"], "es", NOW)
    assert again == [Invitation(1, LUIS, "es", "invited"), Invitation(2, MEI, "es", "invited")]
    rows = [row for stream in house.outbox.streams() for row in house.outbox.pending(stream)]
    assert [(row.kind, row.subject, row.extra) for row in rows] == [
        ("letter", match.id, "invitation:1"),
        ("letter", match.id, "invitation:2"),
    ]


def test_an_address_that_is_none_invites_nobody(house: House) -> None:
    """faults.md B41"""
    organiser = sign_up(house)
    match = open_match(house, organiser)
    with pytest.raises(Refused, match="address/invalid"):
        invitations.invite(house, match.id, organiser.id, [LUIS, "x@example.org\r\nBcc: y"], "en", NOW)
    assert invitations.list_invitations(house, match.id, organiser.id) == []


def test_only_the_organiser_invites_and_sees_addresses(house: House) -> None:
    organiser, other = sign_up(house), sign_up(house)
    match = open_match(house, organiser)
    for act in (
        lambda: invitations.invite(house, match.id, other.id, [LUIS], "en", NOW),
        lambda: invitations.list_invitations(house, match.id, other.id),
    ):
        with pytest.raises(Refused, match="match/not-organiser"):
            act()


def test_a_match_has_twenty_invitations_at_most(house: House) -> None:
    organiser = sign_up(house)
    match = open_match(house, organiser)
    invitations.invite(house, match.id, organiser.id, [f"p{n}@example.org" for n in range(20)], "en", NOW)
    with pytest.raises(Refused, match="invitation/too-many"):
        invitations.invite(house, match.id, organiser.id, [LUIS], "en", NOW)


def test_who_accepts_becomes_a_player_with_a_confirmed_address_and_a_seat_without_a_key(house: House) -> None:
    organiser = sign_up(house)
    match = open_match(house, organiser, visibility="private", policy={"invited": [organiser.id]})
    join(house, match.id, organiser)
    invitations.invite(house, match.id, organiser.id, [LUIS], "es", NOW)
    token = link(house, match.id, 1)
    seen, invitation = invitations.open_invitation(house, token)
    assert (seen.id, invitation.address, invitations.may_accept(seen, invitation)) == (match.id, LUIS, True)
    player = invitations.accept_invitation(house, token, "Luis", "es", NOW)
    assert invitations.accept_invitation(house, token, "Luis", "es", NOW) == player
    place = existing(load(house, match.id)).place_of(player)
    assert place is not None
    assert place.keys == ()
    mailbox = mailboxes.show_mailbox(house, player)
    assert mailbox is not None
    assert (mailbox.address, mailbox.locale) == (LUIS, "es")
    assert not invitations.may_accept(*invitations.open_invitation(house, token))


def test_who_has_a_player_already_takes_the_seat_with_it(house: House) -> None:
    known = signed_in(house, LUIS, "Luis").player
    organiser = sign_up(house)
    match = open_match(house, organiser)
    invitations.invite(house, match.id, organiser.id, [LUIS], "en", NOW)
    assert invitations.accept_invitation(house, link(house, match.id, 1), None, "en", NOW) == known


def test_a_new_player_needs_a_name_that_will_do(house: House) -> None:
    organiser = sign_up(house, "Organiser")
    match = open_match(house, organiser)
    invitations.invite(house, match.id, organiser.id, [LUIS], "en", NOW)
    for name, why in ((None, "needed"), ("x\r\nBcc: y", "invalid"), ("0rganiser", "taken")):
        with pytest.raises(Refused, match=f"player/name-{why}"):
            invitations.accept_invitation(house, link(house, match.id, 1), name, "en", NOW)
    assert invitations.accept_invitation(house, link(house, match.id, 1), "Luis", "en", NOW)


def test_an_invitation_to_a_match_that_is_full_or_has_begun_takes_no_seat(house: House) -> None:
    people = [sign_up(house), sign_up(house)]
    match = open_match(house, people[0])
    invitations.invite(house, match.id, people[0].id, [LUIS], "en", NOW)
    for person in people:
        join(house, match.id, person)
    with pytest.raises(Refused, match="match/full"):
        invitations.accept_invitation(house, link(house, match.id, 1), "Luis", "en", NOW)
    running = started(house, people)
    with pytest.raises(Refused, match="match/already-started"):
        invitations.invite(house, running.id, people[0].id, [LUIS], "en", NOW)
    assert house.mailboxes.player_at(LUIS) is None


def test_links_that_are_no_invitation_are_dead(house: House) -> None:
    organiser = sign_up(house)
    running = started(house, [organiser, sign_up(house)])
    match = open_match(house, organiser)
    turn = write_token(turn_token(running, 1), house.link_key)
    for token in (link(house, match.id, 1), turn, link(house, "0" * 16, 1), "", "x" * 43):
        with pytest.raises(Refused, match="link/dead"):
            invitations.open_invitation(house, token)
        with pytest.raises(Refused, match="link/dead"):
            invitations.accept_invitation(house, token, "Luis", "en", NOW)


def test_a_confirmed_address_stands_in_for_a_key_and_nothing_else_does(house: House) -> None:
    organiser = sign_up(house)
    match = open_match(house, organiser)
    player = signed_in(house).player
    house.accounts.revoke_key(house.accounts.keys(organiser.id)[0].kid, organiser.id)
    with pytest.raises(Refused, match="key/none"):
        join(house, match.id, organiser)
    organiser.id = player
    assert join(house, match.id, organiser).place_of(player) is not None


def test_whoever_leaves_again_opens_the_invitation_that_a_crash_left_accepted(house: House) -> None:
    organiser, guest = sign_up(house), mailboxes.person_at(house, read_address(LUIS), "Luis", "en", "once")
    match = open_match(house, organiser, 3)
    [invitation] = invitations.invite(house, match.id, organiser.id, [LUIS], "en", NOW)
    house.invitations.accept(match.id, invitation, guest)
    matches.leave_match(house, match.id, guest, NOW)
    assert house.invitations.all(match.id) == [invitation]
