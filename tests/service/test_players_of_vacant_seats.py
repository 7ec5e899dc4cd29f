"""Who has lost his seat owes nothing until he takes it again: nobody is asked for a move that would be refused."""

import pytest

from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service import clock, previews, reading
from referee.service.house import House
from tests.service.playing import NOW, Person, order_of, person_at, send
from tests.service.test_absent_players import DAY, now_is, owing, take, timed


@pytest.fixture
def suspended(house: House, people: list[Person]) -> Match:
    """A match in which both players have lost their seats."""
    match = timed(house, people, lapses=1, reminders=[])
    while (due := house.due.at(match.id)) is not None:
        clock.do_due(house, match.id, due)
    found = now_is(house, match)
    assert found.is_suspended
    return found


def turns(house: House, person: Person) -> list[int]:
    return [turn.decision.seat for turn in reading.turns_of(reading.load_live(house, person.id), person.id)]


def test_a_decision_of_a_vacant_seat_is_owed_by_nobody(
    house: House, people: list[Person], suspended: Match
) -> None:
    """Else a bot that waits for its turns would be sent back and forth for ever."""
    seat = owing(suspended)
    player = person_at(suspended, seat, people)
    assert turns(house, player) == []
    assert reading.list_legal_steps(house, suspended.id, player.id, None)[2] == []
    assert reading.list_legal_moves(house, suspended.id, player.id, None, (), NOW)[2] == {
        "moves": [],
        "truncated": False,
    }
    take(house, suspended, player, seat, NOW + 90 * DAY)
    assert turns(house, player) == [seat]
    assert reading.list_legal_steps(house, suspended.id, player.id, None)[2]


def test_a_preview_for_a_vacant_seat_is_refused_as_the_order_would_be(
    house: House, people: list[Person], suspended: Match
) -> None:
    seat = owing(suspended)
    player = person_at(suspended, seat, people)
    with pytest.raises(Refused) as previewed:
        previews.preview_move(house, suspended.id, player.id, seat, ["D"], None)
    with pytest.raises(Refused) as played:
        send(house, order_of(suspended, seat, ["D"]), player, NOW + 90 * DAY)
    assert previewed.value.name == played.value.name == "seat/vacant"
