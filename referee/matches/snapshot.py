"""A match as JSON, so that a cold load need not replay its whole log. A cache: the log is the truth."""

from collections.abc import Mapping
from typing import Any

from referee.games.registry import game_named
from referee.matches import fairness
from referee.matches.chain import Base
from referee.matches.match import Match, Place, Position, SeatKey, entropies_of
from referee.strict_json import Json

SNAPSHOT_SCHEMA = 1
EVERY = 50  # events between two snapshots of a match

_PLAIN = (
    "id",
    "players",
    "options",
    "policy",
    "visibility",
    "commitment",
    "referee_key",
    "organiser",
    "status",
    "rules_version",
    "opened_at",
    "started_at",
    "at",
    "segment_seat",
    "ended",
    "result",
    "scored",
)


def write_snapshot(match: Match) -> dict[str, Json]:
    """Write all of a match but its seed and what is dealt from it."""
    rules = match.rules
    return {
        "schema": SNAPSHOT_SCHEMA,
        "game": rules.name,
        **{name: getattr(match, name) for name in _PLAIN},
        "places": [
            [place.number, place.player, [list(key) for key in place.keys], place.entropy.hex(), place.left]
            for place in match.places
        ],
        "seats": list(match.seats),
        "last": list(match.last),
        "base": list(match.base) if match.base else None,
        "state": None if match.state is None else rules.save(match.state),
        "segment": [[list(position.base), rules.save(position.state)] for position in match.segment],
        **_write_question(match),
    }


def _write_question(match: Match) -> dict[str, Json]:
    """What is only there while several seats have been asked at once."""
    if match.asked is None:
        return {}
    return {
        "asked": list(match.asked),
        "answers": [[seat, list(base)] for seat, base in match.answers.items()],
    }


def read_snapshot(written: Mapping[str, Any], seed: bytes) -> Match | None:
    """The match that a snapshot holds; None if it was written by another schema of this program."""
    if written.get("schema") != SNAPSHOT_SCHEMA:
        return None
    rules = game_named(written["game"])
    match = Match(
        game=rules,
        seed=seed,
        **{name: written[name] for name in _PLAIN},
        places=tuple(
            Place(number, player, tuple(SeatKey(*key) for key in keys), bytes.fromhex(entropy), left)
            for number, player, keys, entropy, left in written["places"]
        ),
        seats=tuple(written["seats"]),
        last=Base(*written["last"]),
        base=Base(*written["base"]) if written["base"] else None,
        asked=Base(*written["asked"]) if "asked" in written else None,
        answers={seat: Base(*base) for seat, base in written.get("answers", ())},
    )
    if match.rules_version is None or written["state"] is None:
        return match
    entropies = entropies_of(match)
    setup = fairness.deal(rules, match.players, match.options, seed, match.id, entropies, match.rules_version)
    return match._replace(
        state=rules.restore(setup, written["state"]),
        segment=tuple(
            Position(Base(*base), rules.restore(setup, state)) for base, state in written["segment"]
        ),
        digest_key=fairness.digest_key(seed, match.id, entropies),
    )
