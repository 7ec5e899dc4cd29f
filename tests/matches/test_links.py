"""Tokens of links: 32 bytes that open one thing, and nothing when a bit of them is another."""

import base64
import hashlib
import hmac
import inspect
import random
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.matches import links
from referee.matches.events import REFEREE, Event
from referee.matches.ids import read_id, write_id
from referee.matches.links import BadLink, Purpose, Token
from tests.matches.building import MATCH_ID, Builder, started_match

KEY = bytes(range(32, 64))
SUBJECT = read_id(MATCH_ID)
TURN = Token(Purpose.TURN, 1, SUBJECT, 2, 0, 17)
BYTE = st.integers(0, 255)
TOKENS = st.builds(
    Token,
    st.sampled_from([int(purpose) for purpose in Purpose]),
    st.just(links.KEY_ID),
    st.binary(min_size=10, max_size=10),
    BYTE,
    BYTE,
    st.integers(0, 65_535),
)


def read(text: str, key: bytes = KEY) -> Token | None:
    try:
        return links.read_token(text, key)
    except BadLink:
        return None


# The form


def test_a_token_has_the_bytes_that_the_design_says() -> None:
    """Made here with the standard library alone."""
    header = bytes([1, 1]) + SUBJECT + bytes([2, 0]) + (17).to_bytes(2, "big")
    raw = header + hmac.new(KEY, header, hashlib.sha256).digest()[:16]
    assert len(raw) == 32
    assert links.write_token(TURN, KEY) == base64.urlsafe_b64encode(raw).decode().rstrip("=")
    assert links.write_for_address(TURN, KEY) == base64.b32encode(raw).decode().rstrip("=").lower()
    assert links.evidence_of(TURN, KEY) == hashlib.sha256(raw).hexdigest()


def test_known_tokens_stay_what_they_are() -> None:
    """Links lie in letters for years: these texts must be read for ever."""
    assert links.write_token(TURN, KEY) == "AQGZ7ionpGA3HTR2AgAAEa08eoA5gwsiyWqdqwxkHnI"
    assert links.write_for_address(TURN, KEY) == "aeazt3rke6sgany5gr3aeaaacgwty6uahgbqwiwjnko2wddedzza"
    assert links.check_word(KEY, TURN) == "MBD"


@given(TOKENS)
def test_a_token_is_read_as_it_was_written_in_a_link_and_in_an_address(token: Token) -> None:
    """faults.md B32, B33: only letters that no mail program touches, and short enough never to be wrapped."""
    link, address = links.write_token(token, KEY), links.write_for_address(token, KEY)
    assert re.fullmatch(r"[A-Za-z0-9_-]{42}[A-Za-z0-9]", link)
    assert re.fullmatch(r"[a-z2-7]{52}", address)
    assert links.read_token(link, KEY) == links.read_token(address, KEY) == token
    assert links.read_token(address.upper(), KEY) == token


def test_a_whole_address_of_a_link_and_of_a_reply_fits_its_line() -> None:
    assert len("https://referee.example.org/m/" + links.write_token(TURN, KEY)) <= 76
    assert len("m+" + links.write_for_address(TURN, KEY)) <= 64


@pytest.mark.parametrize(
    "changes",
    [
        {"subject": b"short"},
        {"subject": bytes(11)},
        {"seat": 256},
        {"seat": -1},
        {"generation": 256},
        {"purpose": 256},
        {"base": 65_536},
        {"base": -1},
    ],
)
def test_what_does_not_fit_its_place_is_not_written(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        links.write_token(TURN._replace(**changes), KEY)  # type: ignore[arg-type]


@given(st.binary(min_size=10, max_size=10))
def test_an_id_is_read_as_it_was_written(raw: bytes) -> None:
    assert read_id(write_id(raw)) == raw


@pytest.mark.parametrize(
    "text", ["", MATCH_ID[:-1], MATCH_ID + "0", MATCH_ID.upper(), "i" * 16, "\u00e9" * 16]
)
def test_what_is_no_id_is_not_read_as_one(text: str) -> None:
    with pytest.raises(ValueError, match="16 characters"):
        read_id(text)


# What opens nothing


def test_no_altered_token_of_ten_thousand_opens_anything() -> None:
    """One character is changed, dropped, doubled, swapped, or its case."""
    chance = random.Random(1)
    letters = string.ascii_letters + string.digits + "-_="
    good = [links.write_token(TURN._replace(seat=seat, base=base), KEY) for seat in (1, 2) for base in (5, 6)]
    good += [links.write_for_address(TURN, KEY)]
    for _ in range(10_000):
        text = chance.choice(good)
        at = chance.randrange(len(text))
        altered = chance.choice(
            [
                text[:at] + chance.choice(letters) + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + text[at] + text[at:],
                text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
                text[:at] + text[at].swapcase() + text[at + 1 :],
                text + chance.choice(letters),
            ]
        )
        # The case of an address says nothing: its letters are the same ones.
        if altered in good or altered.lower() == good[-1]:
            continue
        assert read(altered) is None, altered


def test_no_bit_of_a_token_can_change() -> None:
    raw = links.token_bytes(TURN, KEY)
    for bit in range(8 * len(raw)):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert read(base64.urlsafe_b64encode(flipped).decode().rstrip("=")) is None
        assert read(base64.b32encode(flipped).decode().rstrip("=").lower()) is None


def test_stray_bits_at_the_end_do_not_make_a_second_spelling() -> None:
    """The last character of either form carries bits that mean nothing: only one value of them is read."""
    for text, letters in (
        (links.write_token(TURN, KEY), string.ascii_letters + string.digits + "-_"),
        (links.write_for_address(TURN, KEY), string.ascii_lowercase + "234567"),
    ):
        read_as_ours = [last for last in letters if read(text[:-1] + last) is not None]
        assert read_as_ours == [text[-1]]


@given(TOKENS, TOKENS)
def test_a_token_of_one_thing_never_opens_another(one: Token, other: Token) -> None:
    """The mac of one header is none for another: purpose, subject, seat, generation and base are all bound."""
    mixed = links.token_bytes(one, KEY)[:16] + links.token_bytes(other, KEY)[16:]
    text = base64.urlsafe_b64encode(mixed).decode().rstrip("=")
    assert read(text) == (one if one == other else None)


@pytest.mark.parametrize(
    "changes",
    [
        {"purpose": 2},
        {"purpose": 3},
        {"purpose": 5},
        {"subject": bytes(10)},
        {"seat": 1},
        {"generation": 1},
        {"base": 18},
    ],
)
def test_the_mac_of_a_turn_is_no_mac_of_another_purpose_match_seat_generation_or_base(
    changes: dict[str, object],
) -> None:
    other = TURN._replace(**changes)  # type: ignore[arg-type]
    forged = links.token_bytes(other, bytes(32))[:16] + links.token_bytes(TURN, KEY)[16:]
    assert read(base64.urlsafe_b64encode(forged).decode().rstrip("=")) is None


def test_a_token_of_another_key_or_key_id_opens_nothing() -> None:
    assert read(links.write_token(TURN, bytes(32))) is None
    for number in (0, 2, 255):
        assert read(links.write_token(TURN._replace(key_id=number), KEY)) is None


@given(st.text(max_size=60))
def test_any_other_text_opens_nothing(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("length", [43, 52])
@pytest.mark.parametrize("letter", ["A", "a", "=", "\0", "\n", "\u0131", "\ud800", "\U0001f600", "7"])
def test_any_text_of_the_right_length_opens_nothing(letter: str, length: int) -> None:
    assert read(letter * length) is None


def test_all_bad_links_are_refused_in_the_same_words() -> None:
    said = set()
    for text in ("", "x" * 43, "x" * 52, links.write_token(TURN, bytes(32)), "=" * 43):
        with pytest.raises(BadLink) as caught:
            links.read_token(text, KEY)
        said.add(str(caught.value))
    assert len(said) == 1


def test_macs_and_words_are_compared_in_constant_time() -> None:
    assert "compare_digest(mac" in inspect.getsource(links.read_token)
    assert "compare_digest(word" in inspect.getsource(links.same_word)


# Which token for what


def test_a_turn_token_names_the_position_that_it_was_made_on() -> None:
    builder = started_match(2)
    assert builder.match.base is not None
    token = links.turn_token(builder.match, 2)
    assert token == Token(Purpose.TURN, 1, SUBJECT, 2, 0, builder.match.base.version)
    assert token.subject_id == MATCH_ID
    seat = builder.match.decisions()[0].seat
    assert links.turn_token(builder.move(seat, "D").match, 2).base == token.base + 1


def test_what_does_not_change_the_position_leaves_a_turn_token_as_it_is() -> None:
    builder = started_match(2)
    before = links.turn_token(builder.match, 1)
    builder.add(Event("SeatKeyRevoked", builder.match.at, {"place": 1, "key": 1}, by=REFEREE))
    assert links.turn_token(builder.match, 1) == before


def test_a_match_that_has_not_started_has_no_turn_tokens() -> None:
    with pytest.raises(ValueError, match="not started"):
        links.turn_token(Builder().open().match, 1)


def test_tokens_of_invitations_and_unsubscriptions_have_purposes_of_their_own() -> None:
    assert links.invitation_token(MATCH_ID, 3) == Token(Purpose.INVITATION, 1, SUBJECT, 3, 0, 0)
    assert links.unsubscribe_token(MATCH_ID, 2) == Token(Purpose.UNSUBSCRIBE, 1, SUBJECT, 2, 0, 0)
    assert len(set(Purpose)) == len(Purpose.__members__)


# The check word and the cookie


def test_a_check_word_is_the_same_in_all_letters_of_a_seat_and_looks_like_no_word() -> None:
    words = {links.check_word(KEY, TURN._replace(base=base)) for base in range(50)}
    assert len(words) == 1
    word = words.pop()
    assert re.fullmatch(f"[{links.WORD_ALPHABET}]{{3}}", word)
    assert not set(links.WORD_ALPHABET) & set("AEIOUYLQVZ")


def test_other_seats_matches_generations_purposes_and_keys_have_words_of_their_own() -> None:
    many = [
        links.check_word(KEY, TURN._replace(subject=number.to_bytes(10, "big"), seat=seat))
        for number in range(400)
        for seat in (1, 2)
    ]
    assert len(set(many)) > 700  # of 800 drawn from 4096
    word = links.check_word(KEY, TURN)
    others = [TURN._replace(seat=1), TURN._replace(generation=1), TURN._replace(purpose=Purpose.INVITATION)]
    assert word not in [links.check_word(KEY, other) for other in others]
    assert word != links.check_word(bytes(32), TURN)


def test_a_check_word_is_not_in_the_token() -> None:
    """Who has the link alone cannot know the word: it is made by another HMAC than the mac."""
    label = b"referee-check-word-v1\0"
    assert len(label) + 16 != 16
    header = links.token_bytes(TURN._replace(base=0), KEY)[:16]
    number = int.from_bytes(hmac.new(KEY, label + header, hashlib.sha256).digest(), "big")
    letters = [links.WORD_ALPHABET[number // 16**place % 16] for place in range(3)]
    assert "".join(letters) == links.check_word(KEY, TURN)


@pytest.mark.parametrize("typed", ["BKT", "bkt", " b k t ", "B-K-T", "bKt\n", "\u00a0BKT"])
def test_a_word_is_known_in_any_case_and_with_blanks(typed: str) -> None:
    assert links.same_word("BKT", typed)


@pytest.mark.parametrize(
    "typed", ["", "BK", "BKTT", "BKD", "TKB", "\u212aBT", "B\u0138T", "\ud800\ud800\ud800"]
)
def test_another_word_is_another_word(typed: str) -> None:
    assert not links.same_word("BKT", typed)


def test_a_cookie_is_good_for_all_links_of_its_seat_and_opens_none() -> None:
    cookie = links.write_cookie(TURN, KEY)
    for base in (0, 17, 18, 65_535):
        assert links.is_cookie_for(cookie, TURN._replace(base=base), KEY)
    token = links.read_token(cookie, KEY)
    assert token.purpose == Purpose.SEAT_COOKIE
    assert not links.is_cookie_for(links.write_token(TURN, KEY), TURN, KEY)


@given(TOKENS, TOKENS)
def test_a_cookie_is_good_for_no_other_seat(one: Token, other: Token) -> None:
    is_same = one[:5] == other[:5]
    assert links.is_cookie_for(links.write_cookie(one, KEY), other, KEY) == is_same
    assert not links.is_cookie_for(links.write_cookie(one, bytes(32)), one, KEY)
