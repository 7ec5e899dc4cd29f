"""What was done, or meant, for one player of a seat is never taken for the act of another one."""

from typing import Any

import pytest

from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service.house import House
from tests.service.playing import NOW, Person, sign_up, started
from tests.service.test_absent_players import CLOCK, now_is, owing, resign, take


@pytest.fixture
def three(house: House) -> list[Person]:
    """Three players with a key each."""
    return [sign_up(house) for _ in range(3)]


def timed(house: House, people: list[Person], **policy: Any) -> Match:
    return started(house, people, policy={"seating": "fixed", "clock": CLOCK, **policy})


def test_a_substitute_who_resigns_on_the_position_of_the_one_before_him_has_resigned_too(
    house: House, three: list[Person]
) -> None:
    """faults.md A46: the order says nothing of who signs it, but it is not the one that was done before."""
    match = timed(house, three)
    seat = owing(match) % 3 + 1  # owes nothing, so that the position stays
    first = resign(house, match, seat, three)
    second = sign_up(house)
    match = take(house, match, second, seat, NOW + 4)
    answer = resign(house, match, seat, [second], NOW + 5)
    after = now_is(house, match)
    assert answer["version"] == after.version > first["version"]
    assert after.is_vacant(seat)
    assert resign(house, match, seat, [second], NOW + 6) == answer


def test_who_has_resigned_takes_no_other_vacant_seat_either(house: House, three: list[Person]) -> None:
    match = timed(house, three)
    seat = owing(match) % 3 + 1
    leaver = three[[person.id for person in three].index(_player(match, seat))]
    resign(house, match, seat, three)
    substitute = sign_up(house)
    match = take(house, match, substitute, seat, NOW + 4)
    resign(house, match, seat, [substitute], NOW + 5)
    for player in (leaver, substitute):
        with pytest.raises(Refused) as caught:
            take(house, match, player, seat, NOW + 6)
        assert caught.value.name == "policy/forbids"
    assert now_is(house, match).is_vacant(seat)


def _player(match: Match, seat: int) -> str:
    place = match.place_at(seat)
    assert place is not None
    return place.player
