"""A mailbox for the person of the demo match, so that its letters lie in the inbox of `referee up`."""

from collections.abc import Callable
from pathlib import Path

from clients.demo_match import PERSON_FILE
from clients.profile import BadProfile, load_profile
from referee.matches.links import check_word, turn_token, write_token
from referee.service.house import House
from referee.service.letters_owed import ask_for_owed
from referee.service.loading import load
from referee.store.errors import StoreAway

ADDRESS, LANGUAGE = "demo@example.org", "en"


class DemoMail:
    """Gives the person an address as soon as he is known, and says the link of his first turn in each match.

    :param data: the directory where his profile lies.
    :param say: prints a line.
    """

    def __init__(self, house: House, data: Path, public_url: str, say: Callable[[str], None]) -> None:
        self._house = house
        self._path = data / PERSON_FILE
        self._public_url = public_url
        self._say = say
        self._told: str | None = None  # the match of which the person was told

    def look(self) -> None:
        """Look once; what cannot be done yet is done another time."""
        try:
            profile = load_profile(self._path)
            if profile.player and profile.match != self._told:
                self._give_mailbox(profile.player)
                self._tell(profile.player, profile.match)
        except (BadProfile, StoreAway):
            return

    def _give_mailbox(self, player: str) -> None:
        mailboxes = self._house.mailboxes
        if mailboxes.mailbox(player) is None:
            holder = mailboxes.player_at(ADDRESS)
            # Of an earlier life of this directory's profile the address may be taken.
            address = ADDRESS if holder in (None, player) else f"demo-{player[:4]}@example.org"
            mailboxes.set_address(player, address, address, LANGUAGE, f"demo:{player}")
            ask_for_owed(self._house, player)

    def _tell(self, player: str, match_id: str) -> None:
        match = load(self._house, match_id) if match_id else None
        seat = match.seat_of(player) if match is not None else None
        if match is None or seat is None or match.base is None:
            return
        self._told = match_id
        if any(decision.seat == seat for decision in match.decisions()):
            token = turn_token(match, seat)
            link = write_token(token, self._house.link_key)
            word = check_word(self._house.link_key, token)
            self._say(f"turn {self._public_url}/m/{link}")
            self._say(f"check word {word}")
