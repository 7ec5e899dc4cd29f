"""Invite people to a match by letter, and let them take their seats without a key."""

from collections.abc import Sequence

from referee.matches.links import Purpose
from referee.matches.match import OPEN, Match
from referee.matches.moves import base_members
from referee.matches.refusals import Refused
from referee.service.addresses import Address, read_address
from referee.service.appending import Request
from referee.service.house import House
from referee.service.links import dead, read_link
from referee.service.loading import existing, load, load_visible
from referee.service.mailboxes import person_at
from referee.service.matches import check_open, check_organiser, take_seat
from referee.store.invitations import ACCEPTED, Invitation
from referee.store.mailboxes import address_hash

MOST_INVITATIONS = 20  # of a match
_A_DAY, _DAY_SECONDS = 100, 24 * 3600  # of an organiser
_ROUTE = "invitation"


def invite(
    house: House, match_id: str, organiser: str, addresses: Sequence[str], locale: str, now: int
) -> list[Invitation]:
    """Invite addresses to an open match; a letter goes to each that was not invited before.

    :param locale: the language of the letters to those who have not chosen one, ``en`` or ``es``.
    :param now: milliseconds since 1970.
    :returns: all invitations of the match.
    :raises Refused: ``match/not-found``, ``match/not-organiser``, ``match/already-started``,
        ``address/invalid`` (nobody is invited then), ``invitation/too-many``.
    """
    match = load_visible(house, match_id, organiser)
    check_organiser(match, organiser)
    check_open(match)
    read = check_addresses(addresses)
    for _ in read:
        taken = house.cache.take_token(f"invitations:{organiser}", now, _A_DAY / _DAY_SECONDS, _A_DAY)
        if taken is not None and not taken[0]:
            raise Refused("invitation/too-many", f"You may invite {_A_DAY} people a day.")
    invited = [
        (address_hash(address.canonical), address.text, _locale_of(house, address, locale))
        for address in read
    ]
    numbers = house.invitations.invite(match_id, match.version, invited, MOST_INVITATIONS)
    if 0 in numbers:
        raise _too_many()
    return house.invitations.all(match_id)


def check_addresses(addresses: Sequence[str]) -> list[Address]:
    """Read the addresses of people to invite, each once, as many as a match may have.

    :raises Refused: ``address/invalid``, ``invitation/too-many``.
    """
    read: dict[str, Address] = {}
    for text in addresses:
        address = read_address(text)
        read.setdefault(address.canonical, address)
    if len(read) > MOST_INVITATIONS:
        raise _too_many()
    return list(read.values())


def _too_many() -> Refused:
    return Refused("invitation/too-many", f"A match has at most {MOST_INVITATIONS} invitations.")


def _locale_of(house: House, address: Address, otherwise: str) -> str:
    """The language in which an address has its letters, if it is a player's."""
    player = house.mailboxes.player_at(address.canonical)
    mailbox = None if player is None else house.mailboxes.mailbox(player)
    return otherwise if mailbox is None else mailbox.locale


def list_invitations(house: House, match_id: str, organiser: str) -> list[Invitation]:
    """The invitations of a match, for its organiser alone: they hold addresses."""
    check_organiser(load_visible(house, match_id, organiser), organiser)
    return house.invitations.all(match_id)


def open_invitation(house: House, token_text: str) -> tuple[Match, Invitation]:
    """The match and the invitation that a link is about; raises Refused ``link/dead``. Changes nothing."""
    token = read_link(house, token_text, Purpose.INVITATION)
    match = load(house, token.subject_id)
    invitation = house.invitations.get(token.subject_id, token.seat)
    if match is None or invitation is None:
        raise dead()
    return match, invitation


def accept_invitation(house: House, token_text: str, name: str | None, locale: str, now: int) -> str:
    """Take a seat by an invitation: its letter confirms the address, and makes a player of who has none.

    Accepted again it gives the same player.

    :param name: of a new player; not looked at where the address has a player.
    :param locale: of a new player's letters.
    :raises Refused: ``link/dead``, ``match/already-started``, ``match/full``, ``player/name-...``.
    """
    match, invitation = open_invitation(house, token_text)
    if invitation.state == ACCEPTED:
        return invitation.player
    check_open(match)
    if match.is_full():
        raise Refused("match/full", f"All {match.players} seats are taken.", base=base_members(match))
    once = f"{match.id}:{invitation.number}"
    player = person_at(house, read_address(invitation.address), name, locale, once)
    if match.place_of(player) is None:
        held = sum(place.player == player for place in match.places)  # whoever has left may come again
        request = Request(player, _ROUTE, f"{once}:{held}" if held else once, {})
        take_seat(house, match.id, player, "", request, now, is_invited=True)
    house.invitations.accept(match.id, invitation, player)
    return player


def may_accept(match: Match, invitation: Invitation) -> bool:
    """Can the invitation still be accepted?"""
    return match.status == OPEN and invitation.state != ACCEPTED and not match.is_full()


def inviter_of(house: House, match_id: str) -> str:
    """The name of who opened a match."""
    organiser = existing(load(house, match_id)).organiser
    found = house.accounts.player(organiser)
    return "" if found is None else found.name
