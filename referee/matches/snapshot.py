"""A match as JSON, so that a cold load need not replay its whole log. A cache: the log is the truth."""

from collections.abc import Mapping
from typing import Any

from referee.games.registry import game_named
from referee.matches import fairness
from referee.matches.chain import Base
from referee.matches.hours import Hours
from referee.matches.match import Match, Place, Position, SeatKey, Sitting, entropies_of
from referee.matches.ticking import SeatClock
from referee.strict_json import Json

SNAPSHOT_SCHEMA = 3
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
    "credited_until",
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
            [
                *(place.number, place.player, [list(key) for key in place.keys], place.entropy.hex()),
                *(place.left, place.is_substitute, place.was_replaced, place.has_resigned),
            ]
            for place in match.places
        ],
        "seats": list(match.seats),
        "last": list(match.last),
        "base": list(match.base) if match.base else None,
        "state": None if match.state is None else rules.save(match.state),
        "segment": [
            [
                list(position.base),
                rules.save(position.state),
                [_write_clock(clock) for clock in position.clocks],
            ]
            for position in match.segment
        ],
        "clocks": [_write_clock(clock) for clock in match.clocks],
        "still": [list(span) for span in match.still],
        "sittings": [_write_sitting(sitting) for sitting in match.sittings],
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


def _write_clock(clock: SeatClock) -> Json:
    return [*clock[:-1], _write_hours(clock.hours)]


def _read_clock(written: Any) -> SeatClock:
    clock = SeatClock(*written)
    return clock._replace(hours=_read_hours(clock.hours))


def _write_sitting(sitting: Sitting) -> Json:
    return {
        **sitting._asdict(),
        "hours": _write_hours(sitting.hours),
        "vacations": [list(span) for span in sitting.vacations],
    }


def _read_sitting(written: Mapping[str, Any]) -> Sitting:
    vacations = tuple((since, until) for since, until in written["vacations"])
    return Sitting(**{**written, "hours": _read_hours(written["hours"]), "vacations": vacations})


def _write_hours(hours: Hours | None) -> Json:
    return None if hours is None else list(hours)


def _read_hours(written: Any) -> Hours | None:
    return None if written is None else Hours(*written)


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
            Place(number, player, tuple(SeatKey(*key) for key in keys), bytes.fromhex(entropy), *whether)
            for number, player, keys, entropy, *whether in written["places"]
        ),
        seats=tuple(written["seats"]),
        last=Base(*written["last"]),
        base=Base(*written["base"]) if written["base"] else None,
        asked=Base(*written["asked"]) if "asked" in written else None,
        answers={seat: Base(*base) for seat, base in written.get("answers", ())},
        clocks=tuple(_read_clock(clock) for clock in written["clocks"]),
        still=tuple((since, until) for since, until in written["still"]),
        sittings=tuple(_read_sitting(sitting) for sitting in written["sittings"]),
    )
    if match.rules_version is None or written["state"] is None:
        return match
    entropies = entropies_of(match)
    setup = fairness.deal(rules, match.players, match.options, seed, match.id, entropies, match.rules_version)
    return match._replace(
        state=rules.restore(setup, written["state"]),
        segment=tuple(
            Position(Base(*base), rules.restore(setup, state), tuple(_read_clock(clock) for clock in clocks))
            for base, state, clocks in written["segment"]
        ),
        digest_key=fairness.digest_key(seed, match.id, entropies),
    )
