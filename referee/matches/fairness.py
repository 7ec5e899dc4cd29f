"""The fair deal of a match: seats, set-up and digests from the committed seed (design section 6)."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.engine import Game, Setup
from referee.games.shuffle import label_key, seeded_shuffle
from referee.strict_json import Json, canonical

SEED_BYTES = 32
SALT_BYTES = 16


def draw_seats(
    policy: Mapping[str, Any], seed: bytes, match: str, places: Sequence[int], entropies: Sequence[bytes]
) -> list[int]:
    """Which place sits at which seat: shuffled under ``seats``, or the order of joining when fixed."""
    if policy["seating"] == "fixed":
        return list(places)
    return seeded_shuffle(seed, match, entropies)("seats", places)


def deal(
    game: Game,
    players: int,
    options: Mapping[str, Json],
    seed: bytes,
    match: str,
    entropies: Sequence[bytes],
    rules_version: int,
) -> Setup:
    """Deal a match: all of its chance, the same whenever it is asked for."""
    return game.deal(players, options, seeded_shuffle(seed, match, entropies), rules_version)


def digest_key(seed: bytes, match: str, entropies: Sequence[bytes]) -> bytes:
    """The key of a match's state digests; nobody can test guesses before the seed is out."""
    return label_key(seed, match, entropies, "state")


def digest(key: bytes, facts: Mapping[str, Json]) -> str:
    """The hex digest of the facts after a step."""
    return hmac.digest(key, canonical(facts), "sha256").hex()


def seal_hash(salt: bytes, secret: Json) -> str:
    """The hex hash that the chain holds of a sealed part."""
    return hashlib.sha256(salt + canonical(secret)).hexdigest()
