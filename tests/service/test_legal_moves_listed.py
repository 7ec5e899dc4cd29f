"""Legal moves are listed ahead by a worker; where none does, or the list is lost, they are listed on the spot."""

import pytest
from redis import Redis

from referee.matches.match import Match
from referee.service.house import House
from referee.service.loading import existing, load
from referee.service.reading import compute_legal_moves, list_legal_moves
from referee.store.outbox import MOVED, Row
from tests.service.playing import Person, person_at, play_out, started
from workers.rules import list_ahead


@pytest.fixture
def match(house: House, people: list[Person]) -> Match:
    return existing(load(house, play_out(house, started(house, people).id, people, most=7).id))


def ask(house: House, match: Match, people: list[Person], seconds_later: float) -> object:
    seat = match.decisions()[0].seat
    player = person_at(match, seat, people).id
    _, own, found = list_legal_moves(house, match.id, player, None, (), match.at + int(seconds_later * 1000))
    assert own == seat
    return found


def test_a_worker_has_its_time_first(house: House, match: Match, people: list[Person]) -> None:
    assert ask(house, match, people, 1) is None
    assert match.base is not None
    list_ahead(house, Row("", "", MOVED, match.id, match.base.version, ""))
    assert ask(house, match, people, 1) == compute_legal_moves(match, match.decisions()[0].seat)


def test_without_a_worker_the_list_is_made_and_kept(house: House, match: Match, people: list[Person]) -> None:
    expected = compute_legal_moves(match, match.decisions()[0].seat)
    assert ask(house, match, people, 6) == expected
    assert ask(house, match, people, 0) == expected  # kept: now even who asks early has it


def test_a_list_that_was_lost_with_the_volatile_server_is_made_again(
    house: House, match: Match, people: list[Person], cache: Redis
) -> None:
    """The worker's row is gone, so that nobody would list it: the answer would be "pending" for ever."""
    assert match.base is not None
    list_ahead(house, Row("", "", MOVED, match.id, match.base.version, ""))
    cache.flushall()
    assert ask(house, match, people, 1) is None
    assert ask(house, match, people, 6) == compute_legal_moves(match, match.decisions()[0].seat)


def test_a_seat_that_owes_nothing_has_no_moves_at_once(
    house: House, match: Match, people: list[Person]
) -> None:
    waiting = person_at(match, 3 - match.decisions()[0].seat, people)
    assert list_legal_moves(house, match.id, waiting.id, None, (), match.at)[2] == {
        "moves": [],
        "truncated": False,
    }
