"""Two whole worlds that a viewer cannot tell apart: the same matches, the same moves, another order of what is hidden.

Each world has its own log, its own seed, and so its own digests; the second is dealt what ``imagine`` made of the
first one's view. Both answer by the real handlers.
"""

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from redis import Redis
from werkzeug.test import TestResponse

from referee.games.engine import State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from referee.matches import fairness
from referee.matches.chain import Entry
from referee.matches.links import invitation_token, write_token
from referee.matches.match import Match
from referee.service import accounts, invitations, matches
from referee.service.house import House, Loaded
from referee.service.loading import existing, load
from referee.strict_json import canonical_text
from referee.words.languages import LANGUAGES
from tests.api.asking import Door
from tests.games.knowing import Knowledge, knowledge_of
from tests.service.playing import NOW, Person, add_key, order_of, request_of, send

_MAY_BE_A_DIGEST = re.compile(rb"[A-Za-z0-9_-]{22,}")  # the shortest is a salt
_DIGESTS_OF_AN_EVENT = ("commitment", "digest", "signature", "sealed", "seed")


@dataclass
class World:
    """One of the two: its door, its servers, and what the match is called there."""

    door: Door
    cache: Redis
    match: str = ""
    seed: bytes = b""
    people: list[Person] = field(default_factory=list)  # in order of seats
    known: dict[bytes, bytes] = field(default_factory=dict)  # digests of the log, until it is forgotten

    @property
    def house(self) -> House:
        return self.door.house

    def load(self) -> Match:
        return existing(load(self.house, self.match))

    def forget(self) -> None:
        """Forget what was computed from the state, so that the next look folds the log anew."""
        self.house.loaded = Loaded()
        self.door.app.extensions["tails"].forget()
        self.cache.flushdb()
        self.known = {}

    def token(self, viewer: int | None) -> str | None:
        return None if viewer is None else self.people[viewer - 1].token

    def digests(self) -> dict[bytes, bytes]:
        """Everything in the log that was made by hashing or signing, with its place there."""
        for entry in self.house.logs.read(self.match) if not self.known else ():
            self.known[entry.hash.encode()] = b"<head %d>" % entry.version
            data = json.loads(entry.text)["data"]
            for name in _DIGESTS_OF_AN_EVENT:
                if name in data:
                    self.known[data[name].encode()] = b"<%s %d>" % (name.encode(), entry.version)
            if (
                entry.sealed is not None
            ):  # its steps stay as they are: who may not know them shall not see them
                kept = json.loads(entry.sealed)
                self.known[kept["salt"].encode()] = b"<salt %d>" % entry.version
                self.known[kept["secret"]["signature"].encode()] = b"<own signature %d>" % entry.version
        return self.known

    def named(self, body: bytes) -> bytes:
        """The body with each digest of its own log replaced by its name: one at a wrong place is a difference."""
        digests = self.digests()
        return _MAY_BE_A_DIGEST.sub(lambda found: digests.get(found[0], found[0]), body)


@dataclass
class TwoWorlds:
    """A match in both worlds, played in step."""

    one: World
    two: World
    chance: random.Random
    game: str
    dealt: dict[bytes, Any] = field(default_factory=dict)  # by the seed of the second world: what it is dealt
    sealed: dict[int, str] = field(
        default_factory=dict
    )  # by version: what is sealed there in the second world
    count: int = 0

    @contextmanager
    def installed(self) -> Iterator["TwoWorlds"]:
        """Deal the second world what it is to be dealt; seeds come from our chance, so that a run can be repeated."""
        deal, read = fairness.deal, self.two.house.logs.read

        def dealing(*given: Any) -> Any:
            return self.dealt.get(given[3]) or deal(*given)

        def reading(match: str, *given: Any, **named: Any) -> list[Entry]:
            entries = read(match, *given, **named)
            if match != self.two.match or not self.sealed:
                return entries
            return [entry._replace(sealed=self.sealed.get(entry.version, entry.sealed)) for entry in entries]

        with (
            patch.object(fairness, "deal", dealing),
            patch.object(self.two.house.logs, "read", reading),
            patch.object(matches, "random_bytes", self.chance.randbytes),
        ):
            yield self

    @property
    def known(self) -> Knowledge:
        """What the tests know of the game."""
        return knowledge_of(self.game)

    def players(self, number: int) -> int:
        """How many players the match of a number has: each count the game allows in turn."""
        counts = game_named(self.game).players
        return counts[number % len(counts)]

    def begin(self, players: int, options: dict[str, Any], visibility: str = "public") -> None:
        """Open and start a match with players of the same names, ids, tokens and keys in both worlds."""
        self.count += 1
        self.sealed = {}
        keys = [self.chance.randbytes(32) for _ in range(players)]
        entropies = [self.chance.choice([b"", self.chance.randbytes(16)]).hex() for _ in range(players)]
        for world in (self.one, self.two):
            self._begin(world, players, options, visibility, keys, entropies)

    def _begin(
        self,
        world: World,
        players: int,
        options: dict[str, Any],
        visibility: str,
        keys: Sequence[bytes],
        entropies: Sequence[str],
    ) -> None:
        house, number = world.house, self.count
        world.people = [
            _sign_up(house, f"match {number} seat {seat}", key) for seat, key in enumerate(keys, start=1)
        ]
        organiser = world.people[0]
        world.match = self._open(world, f"{number}", players, options, visibility)
        for person, entropy in zip(world.people, entropies, strict=True):
            matches.join_match(
                house, world.match, person.id, entropy, request_of(person.id, "seats"), NOW + 1
            )
        world.seed = world.load().seed or b""
        if world is self.two:
            self.dealt[world.seed] = self.one.load().state.setup
        matches.start_match(house, world.match, organiser.id, request_of(organiser.id, "start"), NOW + 2)

    def _open(self, world: World, name: str, players: int, options: dict[str, Any], visibility: str) -> str:
        organiser = world.people[0]
        return matches.open_match(
            world.house,
            organiser.id,
            self.game,
            players,
            options,
            {"seating": "fixed", "start": "organiser"},
            visibility,
            request_of(organiser.id, "matches", key=f"open {name}"),
            NOW,
        ).id

    def give_mailboxes(self) -> None:
        """Give the players confirmed addresses, the same in both worlds, and one language after the other."""
        for world in self:
            for seat, person in enumerate(world.people, start=1):
                address = f"{person.id}@example.org"
                locale = LANGUAGES[(self.count + seat) % len(LANGUAGES)]
                world.house.mailboxes.set_address(person.id, address, address, locale, address)

    @contextmanager
    def inviting(self, name: str, locale: str) -> Iterator[str]:
        """Invite somebody to another match, which waits for players; both worlds are about it meanwhile.

        :param name: of that match, a new one each time.
        :returns: the token of the invitation's link, the same in both.
        """
        before = [(world, world.match) for world in self]
        try:
            for world in self:
                world.match = self._open(world, name, max(game_named(self.game).players), {}, "private")
                organiser = world.people[0].id
                invitations.invite(world.house, world.match, organiser, ["zoe@example.org"], locale, NOW)
                world.forget()
            yield write_token(invitation_token(self.one.match, 1), self.one.house.link_key)
        finally:
            for world, match in before:
                world.match = match
                world.forget()

    def deals_to_come(self) -> tuple[int, int]:
        """Before its start all of a match is hidden: how many items, and how many would be dealt otherwise."""
        waiting = [world.load() for world in self]
        dealt = [
            fairness.deal(
                each.rules,
                each.players,
                each.options,
                each.seed or b"",
                each.id,
                (),
                each.rules.rules_version,
            )
            for each in waiting
        ]
        rules = game_named(self.game)
        one, two = ([*_items(rules.write_setup(setup))] for setup in dealt)
        return len(one), sum(a != b for a, b in zip(one, two, strict=False))

    def some_moves(self, fewest: int, most: int) -> int:
        """A random number of moves to the next look: fewer in a short game, so that it is seen before its end."""
        half = max(1, usual_length(self.game, self.one.load().players) // 2)
        return self.chance.randint(min(fewest, max(1, half // 2)), min(most, half))

    def play(self, moves: int) -> bool:
        """Play so many random moves of one step in both; False when the match is over."""
        self.dealt[self.two.seed] = self.one.load().state.setup
        self.sealed = {}
        for world in self:
            world.forget()
        for _ in range(moves):
            match = self.one.load()
            owed = match.decisions()
            if not owed:
                return False
            seat = self.chance.choice(owed).seat
            steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
            step = self.chance.choice(steps)
            for world in (self.one, self.two):
                send(
                    world.house, order_of(world.load(), seat, [step]), world.people[seat - 1], match.at + 1000
                )
        return bool(self.one.load().decisions())

    def imagine(self, viewer: int | None) -> tuple[int, int]:
        """Turn the second world into a random one that looks the same to the viewer.

        :returns: how many items are hidden, and how many of them differ now.
        """
        match, known = self.one.load(), self.known
        shuffle = seeded_shuffle(self.chance.randbytes(32), "pair", [])
        imagined = match.rules.imagine(match.rules.view(match.state, viewer), shuffle)
        self.dealt[self.two.seed] = known.setup_of(match.state, imagined)
        self.sealed = {}
        for world in self:
            world.forget()
        self.sealed = dict(self._secrets(imagined))
        other = self.two.load().state
        hidden, differing = (known.hidden_items(state, viewer) for state in (match.state, other))
        assert differing == known.hidden_items(imagined, viewer), "the moves do not lead to what was imagined"
        return len(hidden), sum(a != b for a, b in zip(hidden, differing, strict=True))

    def _secrets(self, imagined: State) -> Iterator[tuple[int, str]]:
        """What was sealed, by version, as it would have been in the imagined world."""
        sealed: defaultdict[int, list[tuple[int, Any]]] = defaultdict(list)
        for entry in self.two.house.logs.read(self.two.match):
            if entry.sealed is not None:
                sealed[json.loads(entry.text)["seat"]].append((entry.version, json.loads(entry.sealed)))
        for seat, parts in sealed.items():
            moves = [part["secret"]["steps"] for _, part in parts]
            for (version, part), steps in zip(
                parts, self.known.secrets_of(imagined, seat, moves), strict=True
            ):
                yield version, canonical_text({**part, "secret": {**part["secret"], "steps": steps}})

    def compare(self, ask: Callable[[World], TestResponse]) -> str | None:
        """How the answers of the two worlds differ beyond their digests, in words; None if they do not."""
        one, two = ask(self.one), ask(self.two)
        if one.status_code != two.status_code:
            return f"status {one.status_code}, {two.status_code}"
        if list(one.headers) != list(two.headers):
            return f"headers {sorted(set(one.headers) ^ set(two.headers))}"
        return different(
            *(world.named(each.get_data()) for world, each in zip(self, (one, two), strict=True))
        )

    def __iter__(self) -> Iterator[World]:
        return iter((self.one, self.two))


@cache
def usual_length(name: str, players: int) -> int:
    """How many steps a game has that is played at random."""
    game, chance = game_named(name), random.Random(0)
    shuffle = seeded_shuffle(trace_seed(0), "length", [b""] * players)
    state = game.start(game.deal(players, game.check_options(players, {}), shuffle))
    steps = 0
    while owed := game.decisions(state):
        seat = chance.choice(owed).seat
        state, _ = game.play(state, seat, chance.choice(game.legal_steps(state, seat)))
        steps += 1
    return steps


def _sign_up(house: House, name: str, key: bytes) -> Person:
    request = request_of(None, "players", {"name": name}, key=f"sign up {name}")
    made = accounts.sign_up(house, name, "person", request)
    person = Person(made.player.id, made.token, Ed25519PrivateKey.from_private_bytes(key))
    add_key(house, person, person.key)
    return person


def different(one: bytes, two: bytes) -> str | None:
    """Where two bodies first differ, in words; None if they are equal."""
    if one == two:
        return None
    at = next(
        (place for place, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )
    start = max(0, at - 60)
    return f"body {one[start : at + 60]!r}, {two[start : at + 60]!r}"


def _items(written: Any) -> Iterator[str]:
    """All that stands in a written set-up, one after the other."""
    if isinstance(written, dict):
        for name in sorted(written):
            yield from _items(written[name])
    elif isinstance(written, list):
        for each in written:
            yield from _items(each)
    else:
        yield str(written)
