"""Addresses of players: confirmed by a code that a letter carries, used to sign in, and what is sent to them."""

import hashlib
import hmac
import os
from typing import NamedTuple

from referee.matches import base64url
from referee.matches.ids import ID_BYTES, write_id
from referee.matches.refusals import Refused
from referee.service.accounts import name_key, read_name
from referee.service.addresses import Address, read_address
from referee.service.house import House
from referee.service.letters_owed import ask_for_owed
from referee.store.letters import INVITATION, REMINDER, RESULT, TURN, UNFINISHED
from referee.store.mailboxes import CodeRequest, Mailbox, address_hash

CODE_DIGITS = 6
MOST_TRIES = 5
_ID_BYTES = 16
_SESSION_BYTES = 32
_ASKS_PER_SENDER, _SENDER_SECONDS = 20, 3600

# The kinds of letters that somebody may turn off, by the number that stands in a link to do so.
KINDS = {1: TURN, 2: RESULT, 3: UNFINISHED, 4: INVITATION, 5: REMINDER}
NUMBERS = {kind: number for number, kind in KINDS.items()}
BOUNCED_OUT = 4  # points at which no more letters go to an address, until it is confirmed anew


class SignedIn(NamedTuple):
    """A player, and the cookie of a new session: shown once, kept as its hash."""

    player: str
    session: str


def ask_for_code(house: House, address: str, locale: str, now: int, sender: str | None = None) -> None:
    """Send a code to an address; says nothing of whether anybody has it, or whether a letter goes.

    At most one letter a minute and five an hour go to all spellings of an address together.

    :param now: milliseconds since 1970.
    :param sender: the network address that asks, which may ask 20 times an hour; None: not limited.
    :raises Refused: ``address/invalid``.
    """
    read = read_address(address)
    if sender is not None:
        rate = _ASKS_PER_SENDER / _SENDER_SECONDS
        taken = house.cache.take_token(f"codes:{sender}", now, rate, _ASKS_PER_SENDER)
        if taken is not None and not taken[0]:
            return
    request = CodeRequest(os.urandom(_ID_BYTES).hex(), read.text, locale)
    house.mailboxes.ask_for_code(read.canonical, request, now)


def code_of(house: House, request: CodeRequest) -> str:
    """The six digits of a request: the same in every copy of its letter, and stored nowhere."""
    number = int.from_bytes(house.secret_for("code", bytes.fromhex(request.id))[:8], "big")
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def sign_in(house: House, address: str, code: str, name: str | None) -> SignedIn:
    """Open a session for who has the code; an address that nobody has makes a new player.

    :param name: of a new player; not looked at for a known address.
    :raises Refused: ``address/invalid``, ``code/wrong``, ``code/gone`` (too old, or tried too often), and for a new
        player ``player/name-needed``, ``player/name-invalid``, ``player/name-taken``: the code is still good then.
    """
    read = read_address(address)
    request = _check_code(house, read, code)
    player = person_at(house, read_address(request.address), name, request.locale, request.id)
    house.mailboxes.set_bounces(player, 0)
    house.mailboxes.drop_code(read.canonical)
    return open_session(house, player)


def open_session(house: House, player: str) -> SignedIn:
    """A new session of a player."""
    cookie = base64url.encode(os.urandom(_SESSION_BYTES))
    house.mailboxes.keep_session(_digest(cookie), player)
    return SignedIn(player, cookie)


def find_session(house: House, cookie: str) -> str | None:
    """The player whose session a cookie opens, or None."""
    return house.mailboxes.session(_digest(cookie))


def sign_out(house: House, cookie: str) -> None:
    """End the session of a cookie; again is harmless."""
    house.mailboxes.drop_session(_digest(cookie))


def change_address(house: House, player: str, address: str, code: str) -> None:
    """Give a player a confirmed address, instead of the one he has.

    :raises Refused: ``address/invalid``, ``code/wrong``, ``code/gone``, ``address/taken``.
    """
    read = read_address(address)
    request = _check_code(house, read, code)
    outcome = house.mailboxes.set_address(
        player, request.address, read.canonical, request.locale, f"address:{request.id}"
    )
    if outcome.kind == "taken":
        raise Refused("address/taken", "Another player has this address.")
    house.mailboxes.drop_code(read.canonical)
    ask_for_owed(house, player)


def person_at(house: House, address: Address, name: str | None, locale: str, once: str) -> str:
    """The player of a confirmed address, made if there is none.

    :param once: names the request, so that a repeat makes no second player.
    :raises Refused: ``player/name-needed``, ``player/name-invalid``, ``player/name-taken``.
    """
    known = house.mailboxes.player_at(address.canonical)
    if known is not None:
        return known
    if name is None or not name.strip():
        raise Refused("player/name-needed", "Choose a name: nobody has this address yet.")
    read = read_name(name)
    player = house.identity("player", f"mail:{once}".encode())
    outcome = house.mailboxes.add_person(
        player, read, name_key(read), address.text, address.canonical, locale, f"person:{once}"
    )
    if outcome.kind == "taken":
        known = house.mailboxes.player_at(address.canonical)
        if known is not None:
            return known
        raise Refused("player/name-taken", "A player has this name, or one that looks like it.")
    return player


def show_mailbox(house: House, player: str) -> Mailbox | None:
    """Where a player gets letters, or None."""
    return house.mailboxes.mailbox(player)


def is_bounced_out(mailbox: Mailbox) -> bool:
    """Did the address refuse so many letters that none go there any more? Its player is told on the pages."""
    return mailbox.bounces >= BOUNCED_OUT


def set_locale(house: House, player: str, locale: str) -> None:
    """The language of a player's letters."""
    house.mailboxes.set_locale(player, locale)


def set_letters(house: House, who: str, kind: str, is_wanted: bool, match: str | None = None) -> None:
    """Turn a kind of letters on or off, for all matches or for one.

    :param who: a player, or :func:`stand_in` of an address without one.
    :param kind: one of KINDS.
    """
    house.mailboxes.switch(who, kind if match is None else f"{kind}:{match}", not is_wanted)


def wants_letter(mailbox: Mailbox, kind: str, match: str) -> bool:
    """Does a player want this kind of letters about this match? Presence and open pages do not matter."""
    return not mailbox.off & {kind, f"{kind}:{match}"}


def stand_in(canonical: str) -> str:
    """What stands for an address that no player has, in links to turn letters off: in the form of a player's id."""
    return write_id(bytes.fromhex(address_hash(canonical))[:ID_BYTES])


def _check_code(house: House, address: Address, code: str) -> CodeRequest:
    request = house.mailboxes.try_code(address.canonical, MOST_TRIES)
    if request is None:
        raise Refused("code/gone", "The code is no longer good; ask for a new one.")
    typed = "".join(letter for letter in code if not letter.isspace())
    if not hmac.compare_digest(code_of(house, request).encode(), typed.encode("utf-8", "surrogatepass")):
        raise Refused("code/wrong", f"This is not the code; a code can be tried {MOST_TRIES} times.")
    house.mailboxes.forgive_try(address.canonical)
    return request


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()
