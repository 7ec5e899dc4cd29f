"""Real things for made-up requests: players, tokens, keys, and matches in every state, on a running service."""

import random
import uuid
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches import clock, orders
from referee.matches.match import Match
from referee.now import now_ms
from referee.service import absence, accounts, matches
from referee.service.accounts import SCOPES, Viewer
from referee.service.house import House
from referee.service.loading import existing, load
from tests.api.asking import new_key_body, signed
from tests.service.playing import (
    NOW,
    Person,
    add_key,
    join,
    open_match,
    person_at,
    play_out,
    request_of,
    sign_up,
)

STATES = ("open", "full", "running", "cancelled", "scored", "private", "timed", "paused", "overdue")
DAY = 86_400_000
TIMED = {
    "clock": {"kind": "move", "per_move": DAY},
    "pauses": "organiser",
    "extensions": "organiser",
    "vacate": True,
    "vacation": 300 * DAY,
}


class Pool:
    """Players of whom the first organises all matches, and a match in each state.

    :param house: on the servers of the service.
    """

    def __init__(self, house: House, chance: random.Random) -> None:
        self.house = house
        self.chance = chance
        self.people = [sign_up(house) for _ in range(4)]
        self.read_token = self.token_of(self.people[0], ["read"])
        self.play_token = self.token_of(self.people[0], ["play"])
        self.spare_keys = [Ed25519PrivateKey.generate() for _ in range(2)]
        self.kids = [add_key(house, self.people[0], key) for key in self.spare_keys]
        self.revoked_key = Ed25519PrivateKey.generate()
        accounts.revoke_key(house, self.people[3].id, add_key(house, self.people[3], self.revoked_key))
        self._matches: dict[str, str] = {}

    @property
    def organiser(self) -> Person:
        """Who opens all matches, has no seat in them, and asks unless somebody else is named."""
        return self.people[0]

    def token_of(self, person: Person, scopes: list[str]) -> str:
        """A further token of a person."""
        viewer = Viewer(person.id, frozenset(SCOPES))
        return accounts.make_token(self.house, viewer, scopes, request_of(person.id, "tokens", scopes))[0]

    def match(self, state: str) -> str:
        """A match in a state; made anew when the one we know is not in it any more."""
        known = self._matches.get(state)
        if known is None or not self._is(state, existing(load(self.house, known))):
            known = self._matches[state] = self._make(state)
        return known

    def any_match(self) -> str:
        """A match in any state, most often a running one."""
        return self.match("running" if self.chance.random() < 0.5 else self.chance.choice(STATES))

    def _is(self, state: str, match: Match) -> bool:
        if state in ("running", "private"):
            return match.status == "running"
        if state in ("timed", "paused"):
            still = clock.is_paused(match, now_ms())
            return match.status == "running" and still == (state == "paused")
        if state == "overdue":
            return any(clock.is_absent(match, seat, now_ms()) for seat in (1, 2))
        if state == "scored":
            return match.scored
        if state == "full":
            return match.status == "open" and match.is_full()
        return match.status == state and not match.is_full()

    def _make(self, state: str) -> str:
        seated = self.people[1:3]
        policy: dict[str, Any] = {"start": "organiser"}
        visibility = "public"
        if state == "private":
            visibility, policy["invited"] = "private", [person.id for person in seated]
        if state in ("timed", "paused", "overdue"):
            policy |= TIMED
        seats = 3 if state == "open" else 2
        match = open_match(self.house, self.organiser, seats, policy=policy, visibility=visibility).id
        for person in seated:
            join(self.house, match, person)
        by = self.organiser.id
        if state in ("running", "scored", "private"):
            matches.start_match(self.house, match, by, request_of(by, "start"), _now(self.house, match))
        if state == "overdue":
            matches.start_match(self.house, match, by, request_of(by, "start"), NOW + 2)
        if state in ("timed", "paused"):
            matches.start_match(self.house, match, by, request_of(by, "start"), now_ms())
        if state == "paused":
            given = request_of(by, "pause")
            absence.pause_match(self.house, match, by, now_ms() + DAY, "holidays", given, now_ms())
        if state == "cancelled":
            matches.cancel_match(self.house, match, by, request_of(by, "cancel"), _now(self.house, match))
        if state == "scored":
            play_out(self.house, match, seated, seed=self.chance.randrange(2**32))
            matches.score_match(self.house, match, _now(self.house, match))
        return match

    def load(self, match: str) -> Match:
        """A match as it stands."""
        return existing(load(self.house, match))

    def to_move(self, match: str) -> tuple[int, Person] | None:
        """The seat that owes a decision, and who sits there."""
        found = self.load(match)
        owed = found.decisions()
        return (owed[0].seat, person_at(found, owed[0].seat, self.people)) if owed else None

    def legal_step(self, match: str) -> str:
        """A legal step of the seat that is to move, or the draw."""
        found = self.load(match)
        owed = found.decisions()
        if not owed:
            return "D"
        steps = found.rules.legal_steps(found.state, owed[0].seat)
        return found.rules.write(self.chance.choice(list(steps)))

    def order(self, match: str, **changes: Any) -> dict[str, Any]:
        """A signed order that a running match takes, with members changed before it is signed.

        :param changes: of members of the order; ``signer``: the key that signs.
        """
        found = self.load(match)
        first = person_at(found, 1, self.people) if found.seats else self.people[1]
        seat, person = self.to_move(match) or (1, first)
        base = found.base or found.last
        signer = changes.pop("signer", person.key)
        order = orders.move_order("zooloretto", match, seat, base, [self.legal_step(match)])
        return signed({**order, **changes}, signer)

    def new_key(self) -> dict[str, Any]:
        """The body that registers a new key of the organiser, who is kept from having too many."""
        key = Ed25519PrivateKey.generate()
        active = [each for each in accounts.list_keys(self.house, self.organiser.id) if not each.revoked]
        for each in active[4:]:
            accounts.revoke_key(self.house, self.organiser.id, each.kid)
        return new_key_body(self.organiser.id, key)

    def name(self) -> str:
        """A name that nobody has."""
        return f"n {uuid.uuid4().hex[:20]}"


def _now(house: House, match: str) -> int:
    return existing(load(house, match)).at + 1
