"""Deadlines in calendar programs: one event for each stint, moved under its id, called off when it is met."""

from datetime import UTC, datetime
from typing import Any

import pytest
from icalendar import Calendar

from referee.matches.refusals import Refused
from referee.service import absence, calendars
from referee.service.calendars import Entry, entries_after, show_calendar
from tests.service.playing import request_of
from tests.web.world import NOW, Site

DAY = 86_400_000
CLOCK = {"kind": "move", "per_move": 3 * DAY}
START = NOW + 1


def events(text: str) -> list[dict[str, Any]]:
    """The events of a calendar, as the library reads them."""
    read = Calendar.from_ical(text)
    assert not isinstance(read, list)
    assert read["version"] == "2.0"
    return [
        {
            "uid": str(event["uid"]),
            "sequence": int(event["sequence"]),
            "start": event["dtstart"].dt,
            "status": str(event["status"]),
            "summary": str(event["summary"]),
        }
        for event in read.walk("VEVENT")
    ]


def feed(site: Site, player: str) -> str:
    token = calendars.make_link(
        site.house, site.players[player], request_of(site.players[player], "calendar")
    )
    return f"/c/{token}.ics"


def moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds // 1000, UTC)


def test_a_deadline_that_moves_is_the_same_event_and_one_that_is_met_is_called_off(site: Site) -> None:
    """leagues.md, iCalendar: parsed by another program's library; an extension updates the same event."""
    match = site.running(clock=CLOCK, pauses="organiser")
    path, browser = feed(site, "Ana"), site.browser()
    first = browser.get(path)
    assert first.mimetype == "text/calendar"
    (shown,) = events(first.text)
    assert shown["start"] == moment(START + 3 * DAY)
    assert (shown["sequence"], shown["status"]) == (0, "CONFIRMED")
    assert shown["summary"] == f"Zooloretto {match[:4].upper()}: your move is due"
    assert browser.get(path).text == first.text
    organiser = site.players["Ana"]
    given = request_of(organiser, "pause")
    absence.pause_match(site.house, match, organiser, START + 2 * DAY, "holidays", given, START + DAY)
    (moved,) = events(browser.get(path).text)
    assert moved["uid"] == shown["uid"]
    assert moved["start"] == moment(START + 4 * DAY)
    assert (moved["sequence"], moved["status"]) == (1, "CONFIRMED")
    while site.owing(match) == 1:
        site.play_randomly(match, 1)
    (met,) = events(browser.get(path).text)
    assert (met["uid"], met["sequence"], met["status"]) == (shown["uid"], 2, "CANCELLED")
    assert [event["status"] for event in events(browser.get(path).text)] == ["CANCELLED"]


def test_every_deadline_of_all_matches_stands_in_the_feed_in_the_players_language(site: Site) -> None:
    matches = [site.running(clock=CLOCK, locale="es") for _ in range(2)]
    site.running(locale="es")  # without a clock
    shown = events(site.browser().get(feed(site, "Ana")).text)
    assert sorted(event["summary"] for event in shown) == sorted(
        f"Zooloretto {match[:4].upper()}: vence tu jugada" for match in matches
    )


def test_a_link_is_secret_and_a_new_one_kills_the_old(site: Site) -> None:
    site.person("Ana")
    old = feed(site, "Ana")
    new = feed(site, "Ana")
    browser = site.browser()
    assert [browser.get(path).status_code for path in (old, new)] == [404, 200]
    assert browser.get(f"/c/{'A' * 43}.ics").status_code == 404
    site.house.calendars.drop_link(site.players["Ana"])
    assert browser.get(new).status_code == 404
    assert not site.house.calendars.has_link(site.players["Ana"])


def test_the_same_request_for_a_link_gets_the_same_link(site: Site) -> None:
    player = site.person("Ana")
    given = request_of(player, "calendar")
    made = [calendars.make_link(site.house, player, given) for _ in range(2)]
    assert made[0] == made[1]
    other = request_of(player, "calendar", {"x": 1}, given.key)
    with pytest.raises(Refused) as refused:
        calendars.make_link(site.house, player, other)
    assert refused.value.name == "idempotency/mismatch"


def test_what_was_called_off_is_forgotten_after_a_month(site: Site) -> None:
    match = site.running(clock=CLOCK)
    before = {entry.id: entry for entry in show_calendar(site.house, site.players["Ana"], NOW)}
    off = entries_after(before, [], NOW + 5)
    assert [(entry.is_off, entry.changed) for entry in off.values()] == [(True, NOW + 5)]
    assert entries_after(off, [], NOW + 29 * DAY) == off
    assert entries_after(off, [], NOW + 31 * DAY) == {}
    again = entries_after(off, [(site.load(match), 1)], NOW + 6)
    (entry,) = again.values()
    assert isinstance(entry, Entry)
    assert (entry.is_off, entry.sequence) == (False, 2)  # an undo gave the stint back
