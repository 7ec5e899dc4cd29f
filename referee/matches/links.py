"""Tokens of links and reply addresses, check words, and the cookie of a seat (design section 8). Nothing is stored.

A token is 32 bytes: purpose 1, key id 1, subject 10, seat 1, generation 1, base 2 (big-endian), and the first 16 of
HMAC-SHA256(link key, those 16 bytes). In a link it is written in base64url (43 characters), in an address, where
capitals are not kept apart, in base32 (52).
"""

import base64
import binascii
import hashlib
import hmac
from enum import IntEnum
from typing import NamedTuple

from referee.matches import base64url
from referee.matches.ids import ID_BYTES, read_id, write_id
from referee.matches.match import Match

TOKEN_BYTES = 32
LINK_CHARACTERS, ADDRESS_CHARACTERS = 43, 52
KEY_ID = 1  # of the one link key there is; a second key would get the next number
_HEADER_BYTES = 16
_MAC_BYTES = TOKEN_BYTES - _HEADER_BYTES

WORD_LETTERS = 3
# No vowels, so that no check word is a word; no letter that looks like another one or like a digit.
WORD_ALPHABET = "BCDFGHJKMNPRSTWX"
# Longer than a token's header, and no two of one length: no HMAC of one kind is one of another.
_WORD_LABEL = b"referee-check-word-v1\0"


class Purpose(IntEnum):
    """What a token opens; one of one purpose never opens what another is for."""

    TURN = 1  # subject: the match; seat, its generation, and the base of the turn
    INVITATION = 2  # subject: the match; seat: the number of the invitation
    UNSUBSCRIBE = 3  # subject: the player; seat: the kind of letters
    SEAT_COOKIE = 5  # subject, seat, generation of the letters whose check word was typed in this browser


class BadLink(ValueError):
    """The text is no token of ours: of another form, altered, or made with another key."""


class Token(NamedTuple):
    """What a token says. ``subject``: 10 bytes; ``base``: a version, 0 where there is none."""

    purpose: int
    key_id: int
    subject: bytes
    seat: int
    generation: int
    base: int

    @property
    def subject_id(self) -> str:
        """The id of the match or player that it is about."""
        return write_id(self.subject)


def turn_token(match: Match, seat: int) -> Token:
    """The token by which a seat acts on the present position.

    :raises ValueError: for a match that has not started.
    """
    base = match.base_of(seat)
    if base is None:
        raise ValueError("a match that has not started has no turns")
    subject = read_id(match.id)
    return Token(Purpose.TURN, KEY_ID, subject, seat, generation_of(match, seat), base.version)


def invitation_token(match_id: str, number: int) -> Token:
    """The token of an invitation to a match; invitations count from 1."""
    return Token(Purpose.INVITATION, KEY_ID, read_id(match_id), number, 0, 0)


def unsubscribe_token(player: str, kind: int) -> Token:
    """The token by which a player is spared a kind of letters."""
    return Token(Purpose.UNSUBSCRIBE, KEY_ID, read_id(player), kind, 0, 0)


def generation_of(match: Match, seat: int) -> int:
    """How many players a seat has had before its present one: links to theirs are dead."""
    return match.sittings[seat - 1].generation if 1 <= seat <= len(match.sittings) else 0


def write_token(token: Token, key: bytes) -> str:
    """Write a token for a link.

    :param key: REFEREE_LINK_KEY, 32 bytes.
    :raises ValueError: if a part of the token does not fit its place.
    """
    return base64url.encode(token_bytes(token, key))


def write_for_address(token: Token, key: bytes) -> str:
    """Write a token for the local part of an address: base32 (RFC 4648), lower case, without padding."""
    return base64.b32encode(token_bytes(token, key)).decode("ascii").rstrip("=").lower()


def token_bytes(token: Token, key: bytes) -> bytes:
    """The 32 bytes of a token; raises ValueError if a part does not fit its place."""
    header = _header(token)
    return header + _mac(header, key)


def read_token(text: str, key: bytes) -> Token:
    """Read a token as a link or an address has it.

    :param text: canonical base64url, or base32 in any case.
    :raises BadLink: in all other cases alike, so that nothing can be learnt from the difference.
    """
    raw = _decode(text)
    header, mac = raw[:_HEADER_BYTES], raw[_HEADER_BYTES:]
    if not hmac.compare_digest(mac, _mac(header, key)) or header[1] != KEY_ID:
        raise BadLink("no link of ours")
    return _token(header)


def evidence_of(token: Token, key: bytes) -> str:
    """What the log holds of a token that was used: the hex SHA-256 of its 32 bytes."""
    return hashlib.sha256(token_bytes(token, key)).hexdigest()


def check_word(key: bytes, token: Token) -> str:
    """The check word: three letters, the same in all letters to one seat or about one invitation.

    Who follows the link types it, once per browser; a scanner that presses every button does not.
    """
    digest = hmac.digest(key, _WORD_LABEL + _without_base(token), "sha256")
    number = int.from_bytes(digest, "big")
    letters = ""
    for _ in range(WORD_LETTERS):
        number, place = divmod(number, len(WORD_ALPHABET))
        letters += WORD_ALPHABET[place]
    return letters


def same_word(word: str, typed: str) -> bool:
    """Is what somebody typed the check word? Case, blanks and hyphens do not matter."""
    meant = "".join(letter for letter in typed if not (letter.isspace() or letter == "-")).upper()
    return hmac.compare_digest(word.upper().encode(), meant.encode("utf-8", "surrogatepass"))


def write_cookie(token: Token, key: bytes) -> str:
    """What a browser keeps once the check word of a link was typed in it: good for all links to the same seat."""
    return write_token(_cookie_of(token), key)


def is_cookie_for(cookie: str, token: Token, key: bytes) -> bool:
    """Was the check word of this link's seat typed in the browser that sends this cookie?"""
    try:
        return read_token(cookie, key) == _cookie_of(token)
    except BadLink:
        return False


def _cookie_of(token: Token) -> Token:
    # The purpose of the letters stands where other tokens have their base: the cookie of an invitation is none
    # for the seat of the same number.
    return token._replace(purpose=Purpose.SEAT_COOKIE, base=token.purpose)


def _header(token: Token) -> bytes:
    if len(token.subject) != ID_BYTES:
        raise ValueError(f"a subject has {ID_BYTES} bytes")
    try:
        numbers = bytes((token.purpose, token.key_id)), bytes((token.seat, token.generation))
        return numbers[0] + token.subject + numbers[1] + token.base.to_bytes(2, "big")
    except OverflowError as error:
        raise ValueError("a base has two bytes") from error


def _token(header: bytes) -> Token:
    base = int.from_bytes(header[14:], "big")
    return Token(header[0], header[1], header[2:12], header[12], header[13], base)


def _without_base(token: Token) -> bytes:
    return _header(token._replace(base=0))


def _mac(header: bytes, key: bytes) -> bytes:
    return hmac.digest(key, header, "sha256")[:_MAC_BYTES]


def _decode(text: str) -> bytes:
    try:
        if len(text) == LINK_CHARACTERS:
            return base64url.decode(text)
        if len(text) == ADDRESS_CHARACTERS and text.isascii():
            upper = text.upper()
            raw = base64.b32decode(upper + "====")
            if base64.b32encode(raw).decode("ascii").rstrip("=") == upper:
                return raw
    except (binascii.Error, ValueError):
        pass
    raise BadLink("no link of ours")
