"""Time through the SDK and the command, against a real referee: clocks, pauses, vacations, nights, resigning."""

import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from clients.cli import run
from clients.moments import read_moment, read_span, write_left, write_moment
from clients.problems import RefereeProblem
from clients.sdk import Referee
from clients.showing import deadline_words
from referee.strict_json import read
from tests.running import Service, eventually

HOUR = 3_600_000
DAY = 24 * HOUR
CLOCK = {"kind": "move", "per_move": DAY}


def now() -> int:
    return time.time_ns() // 1_000_000


def refused(name: str, act: Any) -> RefereeProblem:
    with pytest.raises(RefereeProblem) as caught:
        act()
    assert caught.value.type == name
    return caught.value


def owed(player: Referee, match: str) -> dict[str, Any]:
    return dict(player.match(match)["turn"][0])


def test_every_answer_about_a_turn_gives_the_same_absolute_deadline(service: Service) -> None:
    """faults.md A41."""
    before = now()
    match, seats = service.match(policy={"clock": CLOCK})
    seat = owed(seats[1], match)["seat"]
    mover = seats[seat]
    deadline = owed(mover, match)["deadline"]
    assert before + DAY <= deadline <= now() + DAY
    assert mover.turns()[0]["deadline"] == deadline
    assert [each["deadline"] for each in mover.view(match)["turn"]] == [deadline]
    after = mover.play(match, ["D"])
    assert owed(mover, match)["deadline"] == deadline  # the same stint
    assert after["version"] == mover.view(match)["version"]


def test_a_match_without_a_clock_has_no_deadline(service: Service) -> None:
    match, seats = service.match()
    assert owed(seats[1], match)["deadline"] is None
    assert seats[1].match(match)["still"] is None


def test_the_organiser_pauses_extends_and_resumes(service: Service) -> None:
    organiser = service.player()
    opened = organiser.open_match(
        "zooloretto", 2, policy={"start": "full", "clock": CLOCK, "pauses": "organiser"}
    )
    match, players = opened["match"], [service.player(), service.player()]
    for player in players:
        player.join(match)
    seat, deadline = owed(organiser, match)["seat"], owed(organiser, match)["deadline"]
    assert organiser.extend(match, seat, HOUR, "illness")["turn"][0]["deadline"] == deadline + HOUR
    until = now() + 3 * DAY
    paused = organiser.pause(match, until, "holidays")
    assert paused["still"] == {"why": "paused", "until": until}
    assert organiser.match(match)["still"] == paused["still"]
    assert 3 * DAY - 5000 < paused["turn"][0]["deadline"] - deadline - HOUR <= 3 * DAY
    assert organiser.resume(match, "agreed")["still"] is None
    refused("pause/not-paused", lambda: organiser.resume(match, "agreed"))
    refused("seat/not-absent", lambda: organiser.vacate(match, seat, "absent"))
    refused("match/not-organiser", lambda: players[0].pause(match, until, "holidays"))


def test_a_forbidden_act_names_what_was_agreed_on(service: Service) -> None:
    """faults.md A36, A37."""
    match, seats = service.match(policy={"clock": CLOCK})
    problem = refused("policy/forbids", lambda: seats[1].take_vacation(match, now() + DAY))
    assert problem.members["policy"] == "vacation"
    organiser = next(each for each in seats.values() if each.player == each.match(match)["organiser"])
    problem = refused("policy/forbids", lambda: organiser.pause(match, now() + DAY, "holidays"))
    assert problem.members["policy"] == "pauses"


def test_a_vacation_tells_how_much_is_left(service: Service) -> None:
    match, seats = service.match(policy={"clock": CLOCK, "vacation": 2 * DAY})
    problem = refused("vacation/too-long", lambda: seats[1].take_vacation(match, now() + 9 * DAY))
    assert problem.members["left"] == 2 * DAY
    seats[1].take_vacation(match, now() + DAY)


def test_resigning_ends_a_match_of_two_and_is_answered_with_a_receipt(service: Service) -> None:
    match, seats = service.match(policy={"clock": CLOCK})
    accepted = seats[2].resign(match)
    assert accepted["effects"] == []
    found = seats[1].match(match)
    assert found["status"] == "over"
    assert [seat["presence"] for seat in found["seats"]] == ["present", "resigned"]
    refused("match/over", lambda: seats[1].play(match, ["D"]))


def test_nightly_hours_are_kept_and_go_into_the_matches_that_run(service: Service) -> None:
    match, seats = service.match(policy={"clock": CLOCK})
    player = seats[1]
    assert player.hours() is None
    hours = {"zone": "America/Santiago", "from": 1380, "to": 480}
    assert player.set_hours("America/Santiago", 1380, 480) == hours
    assert player.hours() == hours

    def set_here() -> list[Any]:
        said = [read(event["e"]) for event in player.events(match)["events"]]
        return [(event["seat"], event["data"]) for event in said if event["type"] == "SeatHoursSet"]

    assert eventually(set_here, "the hours stand in the log") == [(1, hours)]
    problem = refused("hours/invalid", lambda: player.set_hours("Mars/Olympus", 0, 60))
    assert [error["pointer"] for error in problem.errors] == ["/zone"]
    refused("hours/invalid", lambda: player.set_hours("Europe/Madrid", 0, 1000))
    player.drop_hours()
    assert player.hours() is None
    assert eventually(lambda: set_here()[1:], "they are gone from the log") == [(1, {})]


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [("30s", 30_000), ("90m", 90 * 60_000), ("12h", 12 * HOUR), (" 3d", 3 * DAY)],
    ids=str,
)
def test_a_span_is_read_as_it_is_typed(text: str, milliseconds: int) -> None:
    assert read_span(text) == milliseconds
    assert read_moment(text, 1000) == 1000 + milliseconds


def test_a_moment_is_read_with_its_zone() -> None:
    assert read_moment("2026-12-24T18:00+01:00", 0) == read_moment("2026-12-24T17:00", 0)
    assert write_moment(read_moment("2026-12-24T17:00", 0)) == "2026-12-24 17:00 UTC"
    for text in ("tomorrow", "3w", "", "-3d"):
        with pytest.raises(ValueError, match="no moment"):
            read_moment(text, 0)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (DAY + 4 * HOUR, "1 d 4 h"),
        (5 * HOUR + 600_000, "5 h 10 min"),
        (120_000, "2 min"),
        (1, "under a minute"),
        (0, "over"),
    ],
    ids=str,
)
def test_what_is_left_is_written_in_two_parts(left: int, words: str) -> None:
    assert write_left(1000 + left, 1000) == words


def test_a_deadline_that_has_passed_is_over_and_not_over_left() -> None:
    assert deadline_words(0) == ", by 1970-01-01 00:00 UTC (over)"


def test_time_by_the_command(service: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def say(name: str, *words: str, code: int = 0) -> str:
        profile = str(tmp_path / f"{name}.json")
        assert run(["--url", service.url, "--profile", profile, *words]) == code
        shown = capsys.readouterr()
        return shown.out if code == 0 else shown.err

    say("ana", "signup", f"Ana {os.urandom(4).hex()}")
    say("ben", "signup", f"Ben {os.urandom(4).hex()}")
    match = say("ana", "matches", "open", "--per-move", "2d", "--join").split()[1]
    assert re.search(
        r"by 20\d\d-\d\d-\d\d \d\d:\d\d UTC \(1 d 23 h left\)", say("ben", "matches", "join", match)
    )
    assert "no pauses" in say("ana", "matches", "pause", match, "--until", "3d", code=1)
    assert "no moment" in say("ana", "matches", "pause", match, "--until", "soon", code=2)
    assert "no vacations" in say("ana", "vacation", match, "--until", "3d", code=1)
    assert "not absent" in say("ana", "matches", "vacate", match, "--seat", "2", code=1)
    assert "day and night" in say("ana", "hours")
    assert "from 23:00 to 8:00 (Europe/Madrid)" in say(
        "ana", "hours", "set", "Europe/Madrid", "23:00", "8:00"
    )
    assert "no time of day" in say("ana", "hours", "set", "Europe/Madrid", "25:00", "8:00", code=2)
    assert "day and night" in say("ana", "hours", "none")
    assert "BEGIN:VCALENDAR" in say("ana", "calendar")
    assert re.fullmatch(r"http://\S+/c/[A-Za-z0-9_-]{43}\.ics\n", say("ana", "calendar", "--link"))
    assert "No link" in say("ana", "calendar", "--no-link")
    assert "resigns" in say("ben", "resign", match, "--yes")
    assert "resigns" in say("ben", "resign", match, "--yes")  # the same order again
    assert "is over" in say("ana", "resign", match, "--yes", code=1)
