"""Everybody who may knock at the door, and a match that each of them looks at."""

import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.service import absence, accounts, matches
from referee.service.accounts import SCOPES, Viewer
from referee.service.house import House
from tests.service.playing import NOW, Person, join, open_match, request_of, sign_up

DAY = 86_400_000
CLOCK = {"kind": "move", "per_move": DAY}
ACTORS = ("anonymous", "other", "reader", "seated", "former", "organiser", "revoked")


@dataclass
class World:
    """A match of two seats at least, and one person of each kind around it.

    ``other`` has no seat; ``reader`` neither, and a token that may only read; ``former`` took a seat and left it;
    ``organiser`` opened the match and has no seat; the token and the key of ``revoked``, who is seated, are revoked.
    """

    house: House
    visibility: str
    people: dict[str, Person] = field(default_factory=dict)
    match: str = ""

    def __post_init__(self) -> None:
        for actor in ACTORS[1:]:
            self.people[actor] = sign_up(self.house)
        reader = self.people["reader"]
        reader.token = self.new_token(reader, ["read"])
        revoked = self.people["revoked"]
        self.house.accounts.remove_token(revoked.token)

    def token(self, actor: str) -> str | None:
        person = self.people.get(actor)
        return None if person is None else person.token

    def key(self, actor: str) -> Ed25519PrivateKey:
        person = self.people.get(actor)
        return Ed25519PrivateKey.generate() if person is None else person.key

    def new_token(self, person: Person, scopes: list[str]) -> str:
        viewer = Viewer(person.id, frozenset(SCOPES))
        return accounts.make_token(self.house, viewer, scopes, request_of(person.id, "tokens", scopes))[0]

    def open(self, seats: int = 3, **more: Any) -> str:
        """A match with two of its seats taken; ``former`` has left. ``more``: of its policy."""
        invited = (
            []
            if self.visibility != "private"
            else [self.people[a].id for a in ("seated", "former", "revoked")]
        )
        policy: dict[str, Any] = {"start": "organiser", "seating": "fixed", "invited": invited, **more}
        organiser = self.people["organiser"]
        match = open_match(
            self.house,
            organiser,
            seats,
            policy=policy,
            visibility=self.visibility,
            options={"start_player": 1},
        )
        former = self.people["former"]
        join(self.house, match.id, former)
        matches.leave_match(self.house, match.id, former.id, NOW + 1)
        join(self.house, match.id, self.people["seated"])
        join(self.house, match.id, self.people["revoked"])
        self.match = match.id
        return match.id

    def full(self) -> str:
        """A match of which all seats are taken."""
        return self.open(seats=2)

    def running(self, **more: Any) -> str:
        """A match in which seat 1, of ``seated``, is to move. ``more``: of its policy."""
        match = self.open(seats=2, **more)
        organiser = self.people["organiser"]
        matches.start_match(self.house, match, organiser.id, request_of(organiser.id, "start"), now())
        return match

    def timed(self) -> str:
        """Such a match with a clock and a policy that allows all that can be allowed."""
        return self.running(
            clock=CLOCK, pauses="organiser", extensions="organiser", vacate=True, vacation=DAY
        )

    def paused(self) -> str:
        """A match that its organiser has paused."""
        match, organiser = self.timed(), self.people["organiser"]
        given = request_of(organiser.id, "pause")
        absence.pause_match(self.house, match, organiser.id, now() + DAY, "holidays", given, now())
        return match

    def overdue(self) -> str:
        """A match in which seat 1 has let its time run out, and no clock has looked yet."""
        match, organiser = self.open(seats=2, clock=CLOCK, vacate=True), self.people["organiser"]
        matches.start_match(self.house, match, organiser.id, request_of(organiser.id, "start"), NOW + 2)
        return match

    def cancelled(self) -> str:
        """A match that the organiser cancelled."""
        match = self.full()
        organiser = self.people["organiser"]
        matches.cancel_match(self.house, match, organiser.id, request_of(organiser.id, "cancel"), NOW + 2)
        return match


def now() -> int:
    """Milliseconds since 1970: in a match of this moment nobody has listed the legal moves yet."""
    return time.time_ns() // 1_000_000


def fresh() -> str:
    """A new Idempotency-Key."""
    return uuid.uuid4().hex
