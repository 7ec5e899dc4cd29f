"""Who may take a vacant seat, and what he gets with it."""

import pytest

from referee.matches import acts, links, moves, orders
from referee.matches.clock import next_due
from referee.matches.policy import DAY, HOUR
from referee.matches.signatures import read_detached, sign_detached
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.strict_json import canonical, read
from tests.matches.absences import (
    BANK,
    SUBSTITUTE,
    mover,
    refused,
    suspended_match,
    timed_match,
    types_of,
)
from tests.matches.building import MATCH_ID, jwk_of, key_of

KEYS = [jwk_of(key_of("substitute"))]


def test_a_suspended_match_goes_on_when_a_player_comes_back() -> None:
    builder = suspended_match(substitutes="nobody")
    seat = mover(builder)
    place = builder.match.place_at(seat)
    assert place is not None
    builder.wait(100 * DAY)
    builder.take(acts.decide_replacement(builder.match, seat, place.player, KEYS, builder.now))
    assert types_of(builder)[-2:] == ["SeatReplaced", "MatchResumed"]
    assert not builder.match.is_suspended
    assert not builder.match.is_vacant(seat)
    assert next_due(builder.match) == builder.now + DAY - 6 * HOUR
    assert builder.match.seat_of(place.player) == seat


def test_a_substitute_has_the_seat_and_the_one_before_him_has_none() -> None:
    """faults.md A46: nothing that was made for the player before is carried out; his links are dead."""
    builder = timed_match(3, clock=BANK)
    seat = mover(builder)
    former = builder.match.place_at(seat)
    assert former is not None
    builder.take(
        acts.decide_hours(builder.match, seat, {"zone": "UTC", "from": 0, "to": 60}, builder.next_at)
    )
    builder.take(acts.decide_vacation(builder.match, seat, builder.next_at + DAY, builder.next_at))
    token = links.turn_token(builder.match, seat)
    builder.wait(HOUR).resign(seat)
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    match = builder.match
    assert match.seat_of(SUBSTITUTE) == seat
    assert match.seat_of(former.player) is match.place_of(former.player) is None
    assert links.turn_token(match, seat).generation == token.generation + 1
    assert [links.generation_of(match, each) for each in (0, seat, seat % 3 + 1, 9)] == [0, 1, 0, 0]
    sitting = match.sittings[seat - 1]
    assert (sitting.is_vacant, sitting.has_resigned, sitting.hours) == (False, True, None)
    assert sitting.vacations[-1][1] == match.at
    clock = match.clocks[seat - 1]
    assert (clock.left, clock.since, clock.hours) == (10 * HOUR, match.at, None)
    old = orders.move_order("zooloretto", MATCH_ID, seat, match.base, ["D"])  # type: ignore[arg-type]
    kid = read_detached(sign_detached(canonical(old), key_of(f"player {former.number}"))).kid
    refused("seat/not-yours", moves.find_seat_key, match, old, former.player, kid)
    refused("key/not-in-match", moves.find_seat_key, match, old, SUBSTITUTE, kid)


def test_the_chance_of_a_match_is_that_of_those_who_began_it() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.resign(seat)
    before = builder.match.digest_key
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    assert builder.match.digest_key == before
    written = read(canonical(write_snapshot(builder.match)).decode())
    again = read_snapshot(written, builder.seed)
    assert again == builder.match


@pytest.mark.parametrize(
    ("substitutes", "player", "is_welcome"),
    [
        ("nobody", SUBSTITUTE, False),
        ("anybody", SUBSTITUTE, True),
        ("invited", SUBSTITUTE, False),
        ("invited", "f" * 16, True),
    ],
)
def test_the_policy_says_who_may_take_a_vacant_seat(substitutes: str, player: str, is_welcome: bool) -> None:
    builder = timed_match(3, substitutes=substitutes, invited=["f" * 16])
    seat = mover(builder)
    builder.resign(seat)
    arguments = (builder.match, seat, player, KEYS, builder.next_at)
    if is_welcome:
        builder.take(acts.decide_replacement(*arguments))
        assert builder.match.seat_of(player) == seat
    else:
        assert refused("policy/forbids", acts.decide_replacement, *arguments).extra["policy"] == "substitutes"


def test_who_resigned_does_not_come_back_and_who_sits_elsewhere_does_not_move_over() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    other = seat % 3 + 1
    resigned, seated = builder.match.place_at(seat), builder.match.place_at(other)
    assert resigned is not None
    assert seated is not None
    builder.resign(seat)
    at = builder.next_at
    refused("policy/forbids", acts.decide_replacement, builder.match, seat, resigned.player, KEYS, at)
    refused("match/already-seated", acts.decide_replacement, builder.match, seat, seated.player, KEYS, at)
    refused("seat/not-vacant", acts.decide_replacement, builder.match, other, SUBSTITUTE, KEYS, at)
    refused("seat/not-vacant", acts.decide_replacement, builder.match, 9, SUBSTITUTE, KEYS, at)


def test_a_substitute_of_a_seat_that_has_resigned_comes_back_after_a_lapse() -> None:
    builder = timed_match(3, lapses=1, substitutes="invited", invited=[SUBSTITUTE])
    seat = mover(builder)
    builder.resign(seat)
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    builder.wait(2 * DAY).do_due()
    assert builder.match.is_vacant(seat)
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    assert builder.match.seat_of(SUBSTITUTE) == seat
    assert builder.match.resigned() == (seat,)


def test_a_seat_has_no_more_players_than_a_link_can_count() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.resign(seat)
    worn = [sitting._replace(generation=255) for sitting in builder.match.sittings]
    match = builder.match._replace(sittings=tuple(worn))
    refused("policy/forbids", acts.decide_replacement, match, seat, SUBSTITUTE, KEYS, builder.next_at)


def test_nobody_takes_back_what_another_player_of_the_seat_did() -> None:
    builder = timed_match(3)
    seat = mover(builder)
    builder.move(seat, "D").resign(seat)
    builder.take(acts.decide_replacement(builder.match, seat, SUBSTITUTE, KEYS, builder.next_at))
    assert builder.match.undo_targets(seat) == ()
