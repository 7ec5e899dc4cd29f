"""The nightly hours that a player has set last are those of his matches, whichever workers carry them there."""

from typing import Any

import pytest

from referee.service import nights
from referee.service.house import House
from referee.store.hours import Hours
from tests.service.playing import NOW, Person, person_at
from tests.service.test_absent_players import now_is, owing, timed

EARLY = {"zone": "Europe/Madrid", "from": 1320, "to": 420}
LATE = {"zone": "Europe/Madrid", "from": 60, "to": 540}


def test_a_worker_that_read_older_hours_does_not_put_them_over_newer_ones(
    house: House, new_house: Any, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = timed(house, people)
    seat = owing(match)
    player = person_at(match, seat, people).id
    nights.set_hours(house, player, EARLY)
    other, real = new_house(), house.hours.of
    has_overtaken: list[bool] = []

    def read_slowly(players: list[str]) -> dict[str, Hours]:
        found = real(players)
        if player in players and not has_overtaken:
            has_overtaken.append(True)
            nights.set_hours(other, player, LATE)
            nights.spread_hours(other, player, NOW + 4)
        return found

    monkeypatch.setattr(house.hours, "of", read_slowly)
    nights.spread_hours(house, player, NOW + 3)
    hours = now_is(house, match).sittings[seat - 1].hours
    assert hours is not None
    assert (hours.begin, hours.end) == (60, 540)
    assert has_overtaken
