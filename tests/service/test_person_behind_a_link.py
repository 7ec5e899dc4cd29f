"""A person stands behind what a link does: the check word of the letter, typed once per browser."""

import pytest

from referee.logs import scrub
from referee.matches import links
from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service.house import House
from referee.service.links import is_seat_cookie, prove_person
from tests.service.playing import NOW, sign_up, started


@pytest.fixture
def match(house: House) -> Match:
    return started(house, [sign_up(house), sign_up(house)])


def refusal(house: House, token: links.Token, typed: str, cookie: str | None = None, at: int = NOW) -> str:
    with pytest.raises(Refused) as caught:
        prove_person(house, token, typed, cookie, at)
    return caught.value.name


def test_only_who_knows_the_check_word_is_a_person_and_only_once_per_browser(
    house: House, match: Match
) -> None:
    """faults.md A27: a scanner that submits the form untouched, or presses every button, types nothing."""
    token = links.turn_token(match, 1)
    word = links.check_word(house.link_key, token)
    for typed in ("", "  ", "ZZZ", word[:2], word + "B", token.subject_id):
        assert refusal(house, token, typed) == "link/check-word"
    cookie = prove_person(house, token, f" {word.lower()} ", None, NOW)
    assert is_seat_cookie(house, token, cookie)
    assert not is_seat_cookie(house, token, None)
    assert prove_person(house, token, "", cookie, NOW) == cookie
    assert prove_person(house, token._replace(base=token.base + 5), "", cookie, NOW) == cookie


def test_the_cookie_of_one_seat_is_good_for_no_other(house: House, match: Match) -> None:
    token = links.turn_token(match, 1)
    cookie = links.write_cookie(token, house.link_key)
    others = [
        token._replace(seat=2),
        token._replace(generation=1),
        token._replace(subject=bytes(10)),
        links.invitation_token(match.id, 1),
    ]
    for other in others:
        assert refusal(house, other, "", cookie) == "link/check-word"
    for broken in ("", cookie[:-1], links.write_token(token, house.link_key), "x" * 43):
        assert refusal(house, token, "", broken) == "link/check-word"


def test_who_guesses_check_words_is_stopped_and_the_cookie_still_works(house: House, match: Match) -> None:
    token = links.turn_token(match, 1)
    word = links.check_word(house.link_key, token)
    cookie = prove_person(house, token, word, None, NOW)
    names = [refusal(house, token, "BBQ") for _ in range(40)]
    assert names[:29] == ["link/check-word"] * 29
    assert names[29:] == ["link/too-many-words"] * 11
    assert refusal(house, token, word) == "link/too-many-words"
    assert prove_person(house, token, "", cookie, NOW) == cookie
    assert prove_person(house, token, word, None, NOW + 300_000) == cookie
    other = links.turn_token(match, 2)
    assert refusal(house, other, "BBQ") == "link/check-word"


def test_no_token_word_or_cookie_is_in_what_the_servers_hold(house: House, match: Match) -> None:
    """Whoever reads the data, or a backup of it, can make none of them."""
    token = links.turn_token(match, 1)
    word = links.check_word(house.link_key, token)
    cookie = prove_person(house, token, word, None, NOW)
    client = house.logs._client
    held = b"".join(key + (client.dump(key) or b"") for key in client.keys("*"))
    for secret in (house.link_key, links.write_token(token, house.link_key).encode(), cookie.encode()):
        assert secret not in held


def test_tokens_and_cookies_of_links_never_stand_in_a_log(house: House, match: Match) -> None:
    token = links.turn_token(match, 1)
    link, address = (write(token, house.link_key) for write in (links.write_token, links.write_for_address))
    cookie = links.write_cookie(token, house.link_key)
    for text in (f"GET /m/{link}/3 200", f"to m+{address}@example.org", f"seat={cookie};"):
        assert not any(secret in scrub(text) for secret in (link, address, cookie))
    assert house.link_key.hex() not in repr(house)
    assert repr(house.link_key) not in repr(house)
