"""The person of the demo match gets letters, and is told the link of the first turn."""

from pathlib import Path

import pytest
from redis import Redis

from clients.demo_match import PERSON_FILE
from clients.profile import Profile
from referee.cli.demo_mail import ADDRESS, DemoMail
from referee.matches.links import check_word
from referee.service.house import House, open_house
from referee.service.links import open_link
from referee.settings import Settings
from tests.mail.post import begun, letter_rows
from tests.service.playing import Person, person_at, sign_up


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


def profile_of(directory: Path, person: Person, match: str = "") -> None:
    Profile(directory / PERSON_FILE, player=person.id, token=person.token, match=match).save()


def test_the_person_gets_an_address_and_the_link_of_the_first_turn_once(house: House, tmp_path: Path) -> None:
    said: list[str] = []
    mail = DemoMail(house, tmp_path, "http://127.0.0.1:8000", said.append)
    mail.look()
    people = [sign_up(house), sign_up(house)]
    match = begun(house, people)
    person = person_at(match, match.decisions()[0].seat, people)
    profile_of(tmp_path, person)
    mail.look()
    mailbox = house.mailboxes.mailbox(person.id)
    assert mailbox is not None
    assert (mailbox.address, mailbox.locale) == (ADDRESS, "en")
    assert said == []
    profile_of(tmp_path, person, match.id)
    for _ in range(3):
        mail.look()
    turn, word = said
    address = "turn http://127.0.0.1:8000/m/"
    assert turn.startswith(address)
    view = open_link(house, turn.removeprefix(address))
    assert view.player == person.id
    assert word == f"check word {check_word(house.link_key, view.token)}"
    assert any(row.extra.endswith(person.id) for row in letter_rows(house))


def test_an_address_of_an_earlier_person_is_left_to_him(house: House, tmp_path: Path) -> None:
    earlier, person = sign_up(house), sign_up(house)
    profile_of(tmp_path, earlier, "x")
    DemoMail(house, tmp_path, "", print).look()
    profile_of(tmp_path, person, "x")
    DemoMail(house, tmp_path, "", print).look()
    assert house.mailboxes.player_at(ADDRESS) == earlier.id
    assert house.mailboxes.mailbox(person.id) is not None


def test_a_profile_that_cannot_be_read_stops_nothing(house: House, tmp_path: Path) -> None:
    (tmp_path / PERSON_FILE).write_text("nonsense")
    DemoMail(house, tmp_path, "", print).look()
