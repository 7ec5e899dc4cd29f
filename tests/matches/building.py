"""Whole matches built from the pure parts alone: no server, no clock."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.games.registry import GAMES
from referee.games.shuffle import commitment
from referee.matches import autopilot, clock, fairness, links, moves, orders
from referee.matches.chain import Entry, chain
from referee.matches.events import REFEREE, Event
from referee.matches.fold import fold
from referee.matches.match import Match, SealedPart, entropies_of, read_sealed_part
from referee.matches.play import is_move_over
from referee.matches.record import write_record
from referee.matches.results import final_result
from referee.matches.signatures import Jws, public_jwk, read_detached, sign_detached, x_of
from referee.strict_json import canonical

MATCH_ID = "k7q2m9x4c0vhtd3p"
LINK_KEY = bytes(range(32, 64))
START = 1_764_400_000_000
ORGANISER = "0" * 16


def unseal(entry: Entry) -> SealedPart | None:
    """The sealed part of an entry of ours: it lies there in clear."""
    return None if entry.sealed is None else read_sealed_part(entry.sealed)


@cache
def key_of(name: str) -> Ed25519PrivateKey:
    """A key that is the same in every run."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def jwk_of(key: Ed25519PrivateKey) -> dict[str, str]:
    return public_jwk(x_of(key.public_key()))


@dataclass
class Builder:
    """A match that grows event by event, as the service would append."""

    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    seating: str = "random"
    seed: bytes = hashlib.sha256(b"seed").digest()
    referee: Ed25519PrivateKey = field(default_factory=lambda: key_of("referee"))
    policy: dict[str, Any] = field(default_factory=dict)  # beside seating, start and invited
    now: int = 0  # what happens next happens then, or a millisecond after the last event
    linked: frozenset[int] = frozenset()  # the seats that play by links, attested by the referee
    entries: list[Entry] = field(default_factory=list)
    match: Match = field(default_factory=Match)
    game: str = "zooloretto"

    def open(self) -> "Builder":
        rules = GAMES[self.game]
        self.match = Match(seed=self.seed)
        self.add(
            Event(
                "MatchOpened",
                START,
                {
                    "match": MATCH_ID,
                    "game": rules.name,
                    "players": self.players,
                    "options": rules.check_options(self.players, self.options),
                    "policy": {"seating": self.seating, "start": "organiser", "invited": [], **self.policy},
                    "visibility": "public",
                    "commitment": commitment(self.seed, MATCH_ID),
                    "referee_key": jwk_of(self.referee),
                },
                by="0" * 16,
            )
        )
        return self

    def seat_all(self) -> "Builder":
        for place in range(1, self.players + 1):
            entropy = b"" if place == 2 else hashlib.sha256(b"entropy %d" % place).digest()
            self.take_seat(place, entropy.hex())
        return self

    def take_seat(self, place: int, entropy: str = "", keys: Sequence[Ed25519PrivateKey] = ()) -> "Builder":
        chosen = keys or (key_of(f"player {place}"),)
        data = {
            "place": place,
            "player": f"{place:016d}",
            "keys": [jwk_of(key) for key in chosen],
            "entropy": entropy,
        }
        return self.add(Event("SeatTaken", self.next_at, data))

    def start(self) -> "Builder":
        places = [place.number for place in self.match.seated()]
        seats = fairness.draw_seats(self.match.policy, self.seed, MATCH_ID, places, entropies_of(self.match))
        data = {"rules_version": 1, "seats": seats}
        return self.add(Event("MatchStarted", self.next_at, data, by=ORGANISER))

    def key_at(self, seat: int) -> Ed25519PrivateKey:
        place = self.match.place_at(seat)
        assert place is not None
        return key_of(f"player {place.number}")

    def move(self, seat: int, *steps: str) -> "Builder":
        base = self.match.base_of(seat)
        assert base is not None
        return self._order(orders.move_order(self.game, MATCH_ID, seat, base, steps))

    def cancel(self) -> "Builder":
        data = {"reason": "organiser", "seed": self.seed.hex()}
        return self.add(Event("MatchCancelled", self.next_at, data, by=ORGANISER))

    def undo(self, seat: int, to: int) -> "Builder":
        base = self.match.base_of(seat)
        assert base is not None
        return self._order(orders.undo_order(self.game, MATCH_ID, seat, base, to))

    def _order(self, order: orders.Order) -> "Builder":
        number: int | None = 1
        key = self.key_at(order["seat"])
        if order["seat"] in self.linked:
            token = links.turn_token(self.match, order["seat"])
            order = orders.attested(order, links.evidence_of(token, LINK_KEY))
            number, key = None, self.referee
        jws = read_detached(sign_detached(canonical(order), key))
        return self.take(moves.decide_order(self.match, order, number, jws, self.next_at, b"s" * 16))

    @property
    def next_at(self) -> int:
        return max(self.now, self.match.at + 1)

    def wait(self, milliseconds: int) -> "Builder":
        """Let time pass."""
        self.now = max(self.now, self.match.at) + milliseconds
        return self

    def sign(self, order: orders.Order) -> Jws:
        """Sign an order as the referee."""
        return read_detached(sign_detached(canonical(order), self.referee))

    def resign(self, seat: int) -> "Builder":
        base = self.match.base_of(seat)
        assert base is not None
        return self._order(orders.resign_order(self.game, MATCH_ID, seat, base))

    def do_due(self) -> "Builder":
        """Do what is due now, as the clock process does."""
        for _ in range(100):
            at = max(self.now, self.match.at)
            due = [work for work in clock.due_work(self.match, at) if not isinstance(work, clock.Remind)]
            if not due:
                return self
            self.take(autopilot.decide_due(self.match, due[0], at, self.sign, lambda: b"s" * 16))
        raise AssertionError("there is no end to what is due")

    def play_on(
        self, chance: random.Random, most: int = 10_000, undo_share: float = 0.0, line_share: float = 0.0
    ) -> "Builder":
        """Random moves until the match ends or so many were played.

        :param undo_share: how often a seat takes something back where it can.
        :param line_share: how often a move goes on after a step, as far as it may.
        """
        for _ in range(most):
            owed = self.match.decisions()
            if not owed:
                break
            seat = chance.choice(owed).seat if len(owed) > 1 else owed[0].seat
            targets = self.match.undo_targets(seat)
            if targets and chance.random() < undo_share:
                self.undo(seat, chance.choice(targets))
                continue
            self.move(seat, *self._random_line(chance, seat, line_share))
        return self

    def _random_line(self, chance: random.Random, seat: int, line_share: float) -> list[str]:
        rules, state = self.match.rules, self.match.state
        turn, line = rules.turn(state), []
        while True:
            step = chance.choice(sorted(rules.legal_steps(state, seat), key=rules.write))
            line.append(rules.write(step))
            if rules.reveals(state, seat, step) or chance.random() >= line_share:
                return line
            state, _ = rules.play(state, seat, step)
            if is_move_over(rules, state, seat, turn):
                return line

    def score(self) -> "Builder":
        data = {"result": final_result(self.match), "seed": self.seed.hex()}
        return self.add(Event("MatchScored", self.next_at, data, by=REFEREE))

    def add(self, *events: Event) -> "Builder":
        return self.take(moves.Decided(list(events), []))

    def take(self, decided: moves.Decided | None) -> "Builder":
        """Append what was decided."""
        assert decided is not None
        added = chain(self.match.last, decided.events, decided.secrets)
        self.match = fold(added, self.match, unseal=unseal)
        self.entries += added
        return self

    def record(self) -> list[str]:
        return list(write_record(MATCH_ID, self.entries, self.match.at, self.referee))


def started_match(
    players: int = 2,
    seed: int = 1,
    linked: Iterable[int] = (),
    policy: dict[str, Any] | None = None,
    game: str = "zooloretto",
    **options: Any,
) -> Builder:
    """A match in which nobody has moved."""
    builder = Builder(
        players=players, options=options, policy=policy or {}, linked=frozenset(linked), game=game
    )
    builder.seed = hashlib.sha256(b"seed %d" % seed).digest()
    return builder.open().seat_all().start()


def whole_match(
    players: int = 2,
    seed: int = 1,
    undo_share: float = 0.0,
    line_share: float = 0.0,
    linked: Iterable[int] = (),
    game: str = "zooloretto",
    **options: Any,
) -> Builder:
    """A match played to its end by chance, scored."""
    builder = started_match(players, seed, linked, game=game, **options)
    return builder.play_on(random.Random(seed), undo_share=undo_share, line_share=line_share).score()


def random_options(players: int, chance: random.Random) -> dict[str, Any]:
    """Options of Zooloretto, each named or left to chance."""
    return {
        "species_removed": chance.choice(["random", chance.sample("FCLMPZKE", 5 - players)]),
        "start_player": chance.choice(["random", chance.randint(1, players)]),
        "show_remaining_tiles": chance.random() < 0.5,
        "bank_is_finite": chance.random() < 0.5,
        "stall_move_to_barn": chance.random() < 0.5,
    }
