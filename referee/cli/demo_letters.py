"""The seat of a demo that is played by letters alone: its player reads the caught mail, as a person would."""

import random
import secrets
import time
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

from clients.by_letters import LetterPlayer, LostPlayer
from referee.mail.catcher import Letterbox, read_letter
from referee.strict_json import Json
from referee.words.games import switches_of
from referee.words.languages import DEFAULT

_PATIENCE = 60.0  # seconds until a letter is given up
_LOOK_AGAIN = 0.05  # seconds


class CaughtMail:
    """The letters in a directory of caught mail, oldest first."""

    def __init__(self, directory: Path) -> None:
        self._box = Letterbox(directory)
        self._read: list[EmailMessage] = []
        self._known: set[str] = set()

    def to(self, address: str) -> list[EmailMessage]:
        """All letters to an address so far."""
        new = [name for name in self._box.names() if name not in self._known]
        for name in reversed(new):
            raw = self._box.raw(name)
            if raw is not None:
                self._known.add(name)
                self._read.append(read_letter(raw))
        return [letter for letter in self._read if address in str(letter["X-Envelope-To"]).split(", ")]

    def wait_for(self, address: str, count: int) -> EmailMessage:
        """The letter of this number to an address, counted from 1; raises LostPlayer if it does not come in time."""
        until = time.monotonic() + _PATIENCE
        while len(letters := self.to(address)) < count:
            if time.monotonic() > until:
                raise LostPlayer(f"letter {count} to {address} did not come")
            time.sleep(_LOOK_AGAIN)
        return letters[count - 1]


class PersonByLetters:
    """Has an address and a browser, and nothing else.

    :ivar letters: how many letters were read.
    """

    def __init__(self, directory: Path, seed: int) -> None:
        name = f"demo {secrets.token_hex(4)}"
        self.letters = 0
        self._mail = CaughtMail(directory)
        address = f"{name.replace(' ', '-')}@example.org"
        self._player = LetterPlayer(name, address, self._mail.to, "en", random.Random(f"{seed}:letters"))

    @property
    def moves(self) -> int:
        """How many moves were confirmed on pages."""
        return self._player.turns

    def open_match(self, url: str, game: str, players: int, ticks: Sequence[str] = ()) -> str:
        """Sign in by the code of a letter, and open a match in which the person has a place; the match."""
        address = self._player.address
        page = self._player.sign_up(url, lambda: self._mail.wait_for(address, 1))
        self.letters += self._player.read_new_letters()
        opened = self._player.open_match(page, game, players, [], ticks)
        return opened.url.rsplit("/", 1)[1]

    def take_turn(self) -> None:
        """Wait for the next letters, and do what they ask for; raises LostPlayer."""
        self._mail.wait_for(self._player.address, self.letters + 1)
        self.letters += self._player.read_new_letters()

    def wait_for_result(self) -> None:
        """Read letters until one tells how the match ended; raises LostPlayer."""
        while not any(_tells_result(letter) for letter in self._mail.to(self._player.address)):
            self.take_turn()


def ticks_of(game: str, options: Mapping[str, Json]) -> list[str] | None:
    """The boxes that a person ticks to open a match with these options; None where the page has no box for one."""
    switches = switches_of(game, DEFAULT)
    ticks = [option if value is True else f"{option}={value}" for option, value in options.items()]
    return [f"option-{tick}" for tick in ticks] if all(tick in switches for tick in ticks) else None


def _tells_result(letter: EmailMessage) -> bool:
    return ".result@" in str(letter["Message-ID"])
