"""Nightly hours: wall time of a zone as instants, on both sides of the equator and of each change of the clocks."""

from datetime import UTC, date, datetime
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.matches.hours import MOST_NIGHTS, ZONES, Hours, fault_in_hours, instant, nights
from referee.matches.ticking import SeatClock, runs_out_at, spans_of, time_run

HOUR = 3_600_000
SOME_ZONES = [
    "Europe/Madrid",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "UTC",
]


def ms(text: str) -> int:
    """An instant, written in UTC."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


@pytest.mark.parametrize(
    ("zone", "day", "minute", "expected"),
    [
        # The known answers of the rules about time: Madrid, spring and autumn of 2026.
        ("Europe/Madrid", date(2026, 3, 28), 21 * 60, "2026-03-28T20:00"),
        ("Europe/Madrid", date(2026, 3, 29), 21 * 60, "2026-03-29T19:00"),
        ("Europe/Madrid", date(2026, 3, 29), 22 * 60, "2026-03-29T20:00"),
        ("Europe/Madrid", date(2026, 10, 24), 21 * 60, "2026-10-24T19:00"),
        ("Europe/Madrid", date(2026, 10, 25), 20 * 60, "2026-10-25T19:00"),
        ("Europe/Madrid", date(2026, 3, 29), 2 * 60 + 30, "2026-03-29T01:30"),
        ("Europe/Madrid", date(2026, 10, 25), 2 * 60 + 30, "2026-10-25T01:30"),
        # The south: Sydney's clocks go back in April and on in October.
        ("Australia/Sydney", date(2026, 4, 5), 2 * 60 + 30, "2026-04-04T16:30"),
        ("Australia/Sydney", date(2026, 10, 4), 2 * 60 + 30, "2026-10-03T16:30"),
        ("America/Santiago", date(2026, 4, 4), 23 * 60 + 30, "2026-04-05T03:30"),
        ("America/Santiago", date(2026, 9, 6), 0, "2026-09-06T04:00"),
        # Half an hour of summer time, and a day that Samoa left out.
        ("Australia/Lord_Howe", date(2026, 4, 5), 1 * 60 + 45, "2026-04-04T15:15"),
        ("Pacific/Apia", date(2011, 12, 30), 12 * 60, "2011-12-30T22:00"),
    ],
)
def test_a_wall_time_is_the_later_of_its_two_readings(
    zone: str, day: date, minute: int, expected: str
) -> None:
    """faults.md A33: a time that comes twice, or that the clocks leap over, takes nothing from a seat."""
    assert instant(zone, day, minute) == ms(expected)


def test_a_day_that_has_passed_is_24_hours_and_not_the_same_time_tomorrow() -> None:
    """faults.md A33: 24 hours from the evening before a change of the clocks end an hour later or earlier."""
    for day, next_day, off in (
        (date(2026, 3, 28), date(2026, 3, 29), HOUR),
        (date(2026, 10, 24), date(2026, 10, 25), -HOUR),
    ):
        evening = instant("Europe/Madrid", day, 21 * 60)
        assert evening + 24 * HOUR == instant("Europe/Madrid", next_day, 21 * 60) + off
        clock = SeatClock(24 * HOUR, evening)
        assert runs_out_at(evening, clock.given, spans_of(clock, (), ())) == evening + 24 * HOUR


@pytest.mark.parametrize(
    ("day", "begin", "end", "hours"),
    [
        (date(2026, 3, 28), 23 * 60, 7 * 60, 7),
        (date(2026, 10, 24), 23 * 60, 7 * 60, 9),
        (date(2026, 6, 1), 23 * 60, 7 * 60, 8),
        (date(2026, 6, 1), 0, 7 * 60, 7),
    ],
)
def test_a_night_is_as_long_as_the_wall_says(day: date, begin: int, end: int, hours: int) -> None:
    since = instant("Europe/Madrid", day, 0) - 1
    night = next(nights(Hours("Europe/Madrid", begin, end), since + 12 * HOUR if begin else since))
    assert night == (instant("Europe/Madrid", day, begin), night[0] + hours * HOUR)


def test_a_night_that_the_clocks_swallow_is_none() -> None:
    hours = Hours("Europe/Madrid", 2 * 60 + 50, 3 * 60 + 10)
    found = list(islice(nights(hours, ms("2026-03-27T12:00")), 3))
    assert [begin for begin, _ in found] == [
        ms("2026-03-28T01:50"),
        ms("2026-03-30T00:50"),
        ms("2026-03-31T00:50"),
    ]


def test_nights_before_the_hours_were_set_do_not_count() -> None:
    at = ms("2026-06-02T02:00")
    found = list(islice(nights(Hours("UTC", 22 * 60, 6 * 60, at), ms("2026-06-01T00:00")), 2))
    assert found == [(at, ms("2026-06-02T06:00")), (ms("2026-06-02T22:00"), ms("2026-06-03T06:00"))]


def test_nights_end_where_dates_end() -> None:
    assert list(nights(Hours("UTC", 0, 60), 2**53 - 1)) == []
    late = ms("9998-12-30T00:00")
    assert len(list(nights(Hours("UTC", 0, 60), late - 20 * 24 * HOUR))) == 0
    assert len(list(nights(Hours("UTC", 0, 60), ms("9997-12-31T12:00")))) > 300


def test_there_are_nights_for_half_a_century_and_no_more() -> None:
    """A record whose times were forged is refused or read at once, not after ages."""
    found = list(nights(Hours("Europe/Madrid", 1380, 420), ms("2026-01-01T00:00")))
    assert len(found) == MOST_NIGHTS
    assert found[-1][0] > ms("2080-01-01T00:00")


@pytest.mark.parametrize(
    ("zone", "begin", "end", "field"),
    [
        ("Europe/Madrid", 1320, 420, None),
        ("Europe/Madrid", 0, 720, None),
        ("Europe/Madrid", 719, 1439, None),
        ("Europe/Madrid", 0, 721, "to"),
        ("Europe/Madrid", 420, 420, "to"),
        ("Europe/Madrid", 420, 419, "to"),
        ("Europe/Madrid", -1, 419, "from"),
        ("Europe/Madrid", 1440, 10, "from"),
        ("Europe/Madrid", 1320, 1440, "to"),
        ("Europe/Madrid", 1320, -1, "to"),
        ("Europe/Atlantis", 1320, 420, "zone"),
        ("../../etc/passwd", 1320, 420, "zone"),
        ("", 1320, 420, "zone"),
    ],
)
def test_hours_are_held_against_zones_and_bounds(zone: str, begin: int, end: int, field: str | None) -> None:
    fault = fault_in_hours(zone, begin, end)
    assert (fault and fault[0]) == field


def test_an_unknown_zone_has_no_wall_time() -> None:
    with pytest.raises(ValueError, match="Atlantis"):
        instant("Europe/Atlantis", date(2026, 1, 1), 0)


def test_every_zone_of_the_database_can_be_read() -> None:
    assert len(ZONES) > 500
    for zone in sorted(ZONES):
        assert instant(zone, date(2026, 7, 1), 0) > 0


SPANS = st.lists(
    st.tuples(st.integers(0, 1000), st.integers(0, 300)).map(lambda pair: (pair[0], pair[0] + pair[1])),
    max_size=8,
).map(sorted)


@given(st.integers(0, 500), st.integers(0, 1500), SPANS)
def test_the_time_run_until_it_runs_out_is_the_time_given(
    since: int, given_time: int, spans: list[tuple[int, int]]
) -> None:
    end = runs_out_at(since, given_time, spans)
    assert end is not None
    assert time_run(since, end, spans) == given_time
    if given_time:
        assert time_run(since, end - 1, spans) == given_time - 1


@given(st.integers(0, 500), st.integers(0, 1500), SPANS)
def test_time_is_counted_as_if_moment_by_moment(
    since: int, length: int, spans: list[tuple[int, int]]
) -> None:
    ran = sum(not any(begin <= at < end for begin, end in spans) for at in range(since, since + length))
    assert time_run(since, since + length, spans) == ran


def test_a_time_that_stands_still_for_ever_never_runs_out() -> None:
    assert runs_out_at(0, 100, [(10, 20), (50, None)]) is None
    assert runs_out_at(0, 40, [(10, 20), (50, None)]) == 50
    assert time_run(0, 10**6, [(10, 20), (50, None)]) == 40


@given(st.sampled_from(SOME_ZONES), st.integers(0, 1439), st.integers(1, 720), st.integers(0, 2 * 10**12))
def test_nights_follow_each_other_and_none_is_missed(zone: str, begin: int, length: int, since: int) -> None:
    found = list(islice(nights(Hours(zone, begin, (begin + length) % 1440), since), 4))
    assert found[0][1] > since
    assert found[0][0] <= since + 49 * HOUR  # a swallowed night, or a day that a zone left out, at most
    for (_, before), (after, end) in pairwise(found):
        assert before <= after < end
