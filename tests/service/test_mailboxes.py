"""Addresses, the codes that confirm them, sessions, and what nobody wants to get."""

import re
import unicodedata

import pytest
import yaml
from redis import Redis

from referee.matches.refusals import Refused
from referee.service import mailboxes
from referee.service.accounts import LONGEST_NAME, NAME_PATTERN, SHORTEST_NAME, read_name
from referee.service.addresses import read_address
from referee.service.house import House, open_house
from referee.settings import Settings
from referee.store.mailboxes import SESSION_SECONDS, UNSENT_SECONDS, address_hash
from tests.running import TOP
from tests.service.playing import NOW, sign_up

MINUTE, HOUR = 60_000, 3_600_000
ANA = "ana@example.org"


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


def code_for(house: House, address: str) -> str:
    """The code as its letter would print it."""
    request = house.mailboxes.code_request(address_hash(read_address(address).canonical))
    assert request is not None
    return mailboxes.code_of(house, request)


def signed_in(house: House, address: str = ANA, name: str = "Ana", now: int = NOW) -> mailboxes.SignedIn:
    mailboxes.ask_for_code(house, address, "es", now)
    return mailboxes.sign_in(house, address, code_for(house, address), name)


def letters_waiting(house: House) -> int:
    return len(house.outbox.pending("{acc}:outbox"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ana",
        "@example.org",
        "ana@",
        "ana@example",
        "ana@127.0.0.1",
        "a b@example.org",
        "ana@exa mple.org",
        "ana@example.org\r\nBcc: eve@example.org",
        "ana\n@example.org",
        "ana@example.org\n",
        "ana@example.org\x00",
        "ana@example.org, eve@example.org",
        "Ana <ana@example.org>",
        '"ana"@example.org',
        "<ana@example.org>",
        "ana@example.org> SIZE=9",
        "ana..b@example.org",
        ".ana@example.org",
        "ana@-example.org",
        "ana@example..org",
        "ana\u2028@example.org",
        "ana@exam\u202eple.org",
        "a" * 65 + "@example.org",
        "ana@" + "a." * 130 + "org",
        "ana@@example.org",
    ],
)
def test_what_is_no_address_is_refused_at_the_input(house: House, text: str) -> None:
    """faults.md B41: CR and LF never come as far as a header; nor does anything else that could end one."""
    with pytest.raises(Refused, match="address/invalid"):
        mailboxes.ask_for_code(house, text, "en", NOW)
    assert letters_waiting(house) == 0


@pytest.mark.parametrize(
    ("text", "address", "canonical"),
    [
        ("Ana@Example.ORG", "Ana@example.org", "ana@example.org"),
        (" ana@example.org ", "ana@example.org", "ana@example.org"),
        ("ana+zoo@example.org", "ana+zoo@example.org", "ana@example.org"),
        ("a.n.a+zoo@googlemail.com", "a.n.a+zoo@googlemail.com", "ana@gmail.com"),
        ("a.n.a@example.org", "a.n.a@example.org", "a.n.a@example.org"),
        ("ana@señal.example", "ana@xn--seal-hqa.example", "ana@xn--seal-hqa.example"),
        ("o'hara@example.org", "o'hara@example.org", "o'hara@example.org"),
    ],
)
def test_all_spellings_of_an_address_have_one_canonical_form(text: str, address: str, canonical: str) -> None:
    """faults.md B43"""
    assert read_address(text) == (address, canonical)


def test_a_code_from_a_letter_makes_a_player_with_that_address_and_a_session(house: House) -> None:
    made = signed_in(house)
    assert mailboxes.find_session(house, made.session) == made.player
    mailbox = mailboxes.show_mailbox(house, made.player)
    assert mailbox is not None
    assert (mailbox.address, mailbox.locale, mailbox.bounces) == (ANA, "es", 0)
    player = house.accounts.player(made.player)
    assert player is not None
    assert (player.name, player.kind) == ("Ana", "person")


def test_an_address_that_has_a_player_signs_in_by_any_spelling(house: House) -> None:
    first = signed_in(house)
    again = signed_in(house, "ANA+x@example.org", "Somebody else", NOW + MINUTE)
    assert again.player == first.player
    assert again.session != first.session


def test_a_session_ends_when_its_player_signs_out_and_no_other_with_it(house: House) -> None:
    one, other = signed_in(house), signed_in(house, now=NOW + MINUTE)
    mailboxes.sign_out(house, one.session)
    mailboxes.sign_out(house, one.session)
    assert mailboxes.find_session(house, one.session) is None
    assert mailboxes.find_session(house, other.session) == other.player
    assert mailboxes.find_session(house, "\ud800 no cookie") is None


def test_sessions_and_codes_are_not_stored_in_clear_and_end_by_themselves(house: House, log: Redis) -> None:
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    code = code_for(house, ANA)
    digest = address_hash(ANA)
    assert 0 < log.ttl(f"{{acc}}:code:{digest}") <= UNSENT_SECONDS
    assert code.encode() not in log.dump(f"{{acc}}:code:{digest}")
    session = mailboxes.sign_in(house, ANA, code, "Ana").session
    keys = [key.decode() for key in log.keys("*")]
    assert not [key for key in keys if session in key]
    (kept,) = [key for key in keys if ":session:" in key]
    assert 0 < log.ttl(kept) <= SESSION_SECONDS


def test_a_code_is_good_once(house: House) -> None:
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    code = code_for(house, ANA)
    mailboxes.sign_in(house, ANA, code, "Ana")
    with pytest.raises(Refused, match="code/gone"):
        mailboxes.sign_in(house, ANA, code, "Ana")


def test_a_code_can_be_tried_five_times(house: House) -> None:
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    code = code_for(house, ANA)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    for _ in range(5):
        with pytest.raises(Refused, match="code/wrong"):
            mailboxes.sign_in(house, ANA, wrong, "Ana")
    with pytest.raises(Refused, match="code/gone"):
        mailboxes.sign_in(house, ANA, code, "Ana")


def test_a_name_that_will_not_do_leaves_the_code_good(house: House) -> None:
    sign_up(house, "Taken")
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    code = code_for(house, ANA)
    for _ in range(3):
        for name, why in ((None, "needed"), ("  ", "needed"), ("<b>Ana</b>", "invalid"), ("taken", "taken")):
            with pytest.raises(Refused, match=f"player/name-{why}"):
                mailboxes.sign_in(house, ANA, code, name)
    assert mailboxes.sign_in(house, ANA, f" {code[:3]} {code[3:]} ", "Ana").player


@pytest.mark.parametrize("typed", ["", "0", "٠٠٠٠٠٠", "\ud800", "1" * 5000, "000000\x00"])
def test_what_is_no_code_is_a_wrong_code(house: House, typed: str) -> None:
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    with pytest.raises(Refused, match="code/wrong"):
        mailboxes.sign_in(house, ANA, typed, "Ana")


def test_a_code_of_one_address_is_none_of_another(house: House) -> None:
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    mailboxes.ask_for_code(house, "eve@example.org", "en", NOW)
    if code_for(house, ANA) != code_for(house, "eve@example.org"):
        with pytest.raises(Refused, match="code/wrong"):
            mailboxes.sign_in(house, "eve@example.org", code_for(house, ANA), "Eve")
    with pytest.raises(Refused, match="code/gone"):
        mailboxes.sign_in(house, "nobody@example.org", "123456", "Nobody")


def test_a_hundred_spellings_of_an_address_get_five_letters_an_hour(house: House) -> None:
    """faults.md B42"""
    for number in range(100):
        mailboxes.ask_for_code(house, f"ana+{number}@example.org", "en", NOW + number * HOUR // 100)
    assert letters_waiting(house) == 5
    mailboxes.ask_for_code(house, ANA, "en", NOW + 2 * HOUR)
    assert letters_waiting(house) == 6


def test_an_address_gets_one_letter_a_minute(house: House) -> None:
    for second in range(60):
        mailboxes.ask_for_code(house, ANA, "en", NOW + second * 1000)
    assert letters_waiting(house) == 1
    mailboxes.ask_for_code(house, ANA, "en", NOW + MINUTE)
    assert letters_waiting(house) == 2


def test_one_sender_asks_for_twenty_letters_an_hour_to_whomever(house: House) -> None:
    for number in range(50):
        mailboxes.ask_for_code(house, f"p{number}@example.org", "en", NOW, sender="192.0.2.1")
    assert letters_waiting(house) == 20


def test_asking_says_nothing_of_whether_an_address_is_known(house: House) -> None:
    signed_in(house)
    answers = [
        mailboxes.ask_for_code(house, address, "en", NOW + HOUR)
        for address in (ANA, "new@example.org", "new@example.org")
    ]
    assert answers == [None, None, None]


def test_a_player_changes_the_address_and_the_old_one_is_free_again(house: House) -> None:
    """faults.md A18: whose provider refuses our letters can choose another."""
    made = signed_in(house)
    house.mailboxes.set_bounces(made.player, mailboxes.BOUNCED_OUT)
    known = mailboxes.show_mailbox(house, made.player)
    assert known is not None
    assert mailboxes.is_bounced_out(known)
    new = "ana@example.net"
    mailboxes.ask_for_code(house, new, "en", NOW)
    mailboxes.change_address(house, made.player, new, code_for(house, new))
    changed = mailboxes.show_mailbox(house, made.player)
    assert changed is not None
    assert (changed.address, changed.bounces) == (new, 0)
    assert signed_in(house, new, "x y", NOW + HOUR).player == made.player
    assert signed_in(house, ANA, "Other", NOW + HOUR).player != made.player


def test_an_address_of_another_player_is_not_given_away(house: House) -> None:
    ana, eve = signed_in(house), signed_in(house, "eve@example.org", "Eve")
    mailboxes.ask_for_code(house, ANA, "en", NOW + MINUTE)
    with pytest.raises(Refused, match="address/taken"):
        mailboxes.change_address(house, eve.player, ANA, code_for(house, ANA))
    assert house.mailboxes.player_at(ANA) == ana.player


def test_an_address_is_unconfirmed_until_its_code_is_typed(house: House) -> None:
    """faults.md B9: a letter that somebody's scanner opened confirms nothing."""
    mailboxes.ask_for_code(house, ANA, "en", NOW)
    assert house.mailboxes.player_at(ANA) is None


def test_letters_are_turned_off_by_kind_and_by_match_and_on_again(house: House) -> None:
    """faults.md A19, B10: not one switch for all; other kinds still come."""
    player = signed_in(house).player

    def wanted(kind: str, match: str) -> bool:
        mailbox = mailboxes.show_mailbox(house, player)
        assert mailbox is not None
        return mailboxes.wants_letter(mailbox, kind, match)

    mailboxes.set_letters(house, player, mailboxes.TURN, False, "m1")
    mailboxes.set_letters(house, player, mailboxes.RESULT, False)
    assert [wanted(kind, match) for kind in ("turn", "result", "unfinished") for match in ("m1", "m2")] == [
        False,
        True,
        False,
        False,
        True,
        True,
    ]
    mailboxes.set_letters(house, player, mailboxes.TURN, True, "m1")
    mailboxes.set_letters(house, player, mailboxes.RESULT, True)
    assert wanted("turn", "m1")
    assert wanted("result", "m2")


def test_the_language_of_letters_is_changed_for_who_gets_some(house: House) -> None:
    player = signed_in(house).player
    mailboxes.set_locale(house, player, "en")
    mailbox = mailboxes.show_mailbox(house, player)
    assert mailbox is not None
    assert mailbox.locale == "en"
    other = sign_up(house)
    mailboxes.set_locale(house, other.id, "en")
    house.mailboxes.set_bounces(other.id, 2)
    assert mailboxes.show_mailbox(house, other.id) is None


def test_the_pattern_of_names_is_the_one_of_the_contract() -> None:
    schema = yaml.safe_load((TOP / "openapi.yaml").read_text())["components"]["schemas"]["PlayerName"]
    assert (schema["pattern"], schema["minLength"], schema["maxLength"]) == (
        NAME_PATTERN,
        SHORTEST_NAME,
        LONGEST_NAME,
    )


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "a" * 25,
        "A\r\nBcc: x",
        "An\u202ea",
        "Ana\n",
        "<b>Ana</b>",
        "Ana\x1b[31m",
        "=cmd()",
        "-Ana",
        "A  \u2028B",
    ],
)
def test_a_name_that_could_break_a_letter_is_refused(name: str) -> None:
    """faults.md B41"""
    with pytest.raises(Refused, match="player/name-invalid"):
        read_name(name)


def test_a_name_is_read_composed_and_without_blanks_around_it() -> None:
    assert read_name(" " + unicodedata.normalize("NFD", "Óscar") + " ") == "Óscar"
    assert re.fullmatch(NAME_PATTERN, "Óscar")
