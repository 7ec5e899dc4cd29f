"""Deadlines on the page of a turn; resigning and coming back by a link, behind the check word."""

import re
import time

from referee.matches.clock import GRACE
from referee.service import absence, clock
from tests.web.world import NOW, Site, form_of, request_of

DAY = 86_400_000
CLOCK = {"kind": "move", "per_move": DAY}
LATE = NOW + 1 + DAY + GRACE


def test_the_page_of_a_turn_says_by_when_it_is_due(site: Site) -> None:
    match = site.running(clock=CLOCK)
    site.house.hours.set(site.players["Ana"], {"zone": "Europe/Madrid", "from": 0, "to": 60})
    page = site.browser().get(f"/m/{site.link(match)}")
    assert "Due by Sun 30 Nov 2025 08:06 +01:00 (Europe/Madrid, over) [07:06 UTC]" in page.text
    assert "Due by" not in site.browser().get(f"/m/{site.link(site.running())}").text


def test_the_page_of_a_match_says_by_when_the_next_move_is_due_and_why_it_stands_still(site: Site) -> None:
    match = site.running(clock=CLOCK, pauses="organiser", lapses=1, reminders=[])
    seen = site.browser().get(f"/matches/{match}").text
    assert "Due by Sun 30 Nov 2025 07:06 UTC (over)" in seen
    assert "Due by" not in site.browser().get(f"/matches/{site.running()}").text
    organiser, now = site.players["Ana"], int(time.time() * 1000)
    until = now + 3 * DAY
    absence.pause_match(site.house, match, organiser, until, "holiday", request_of(organiser, "pause"), now)
    seen = site.browser().get(f"/matches/{match}").text
    assert re.search(
        r"The match is paused until \w{3} \d+ \w{3} 20\d\d \d\d:\d\d UTC \(2 d 23 h left\)\.", seen
    )
    for days in range(1, 9):
        clock.do_due(site.house, match, until + days * DAY + GRACE)
    assert site.load(match).is_suspended
    assert (
        "the match waits until somebody takes a vacant seat" in site.browser().get(f"/matches/{match}").text
    )


def test_a_player_resigns_by_a_link_with_word_and_tick(site: Site) -> None:
    match = site.running()
    browser, link = site.browser(), site.link(match)
    page = browser.get(f"/m/{link}")
    version = site.version(match)
    unsure = browser.send(page, "resign", f"/m/{link}", word=site.word(match, 1))
    assert (unsure.status_code, site.version(match)) == (422, version)
    assert "tick the box" in unsure.text
    refusing = browser.send(page, "resign", f"/m/{link}", sure="no", word=site.word(match, 1))
    assert (refusing.status_code, site.version(match)) == (422, version)
    nobody = site.browser().send(page, "resign", f"/m/{link}", sure="yes")
    assert (nobody.status_code, site.version(match)) == (422, version)
    done = browser.send(page, "resign", f"/m/{link}", sure="yes", word=site.word(match, 1))
    assert done.status_code == 303
    assert site.load(match).sittings[0].has_resigned
    after = browser.get(done.headers["Location"])
    assert "Your seat is vacant" in after.text
    assert "Take my seat again" not in after.text
    again = browser.send(page, "resign", f"/m/{link}", sure="yes", word=site.word(match, 1))
    assert again.status_code == 303
    assert site.version(match) == version + 1


def test_a_resignation_by_an_old_link_counts(site: Site) -> None:
    """It is never stale; the old letter may be the only one at hand."""
    match = site.running()
    link, word = site.link(match), site.word(match, 1)
    while site.owing(match) == 1:
        site.play_randomly(match, 1)
    browser = site.browser()
    page = browser.get(f"/m/{link}")
    assert browser.send(page, "resign", f"/m/{link}", sure="yes", word=word).status_code == 303
    assert site.load(match).sittings[0].has_resigned


def test_who_was_absent_takes_his_seat_again_by_the_link_of_the_letter(site: Site) -> None:
    match = site.running(clock=CLOCK, lapses=1, reminders=[])
    link = site.link(match, 1)
    clock.do_due(site.house, match, LATE)
    link = site.link(match, 1)
    browser = site.browser()
    page = browser.get(f"/m/{link}")
    assert "Your seat is vacant" in page.text
    assert "Confirm this move" not in page.text
    version = site.version(match)
    stranger = site.browser().send(page, "return", f"/m/{link}")
    assert (stranger.status_code, site.version(match)) == (422, version)
    back = browser.send(page, "return", f"/m/{link}", word=site.word(match, 1))
    assert back.status_code == 303
    assert not site.load(match).is_vacant(1)
    assert site.load(match).place_at(1).player == site.players["Ana"]  # type: ignore[union-attr]
    new = back.headers["Location"]
    assert browser.get(new).status_code == 200
    assert browser.get(f"/m/{link}").status_code == 404


def test_a_seat_that_somebody_else_has_taken_is_gone(site: Site) -> None:
    """faults.md A46."""
    match = site.running(clock=CLOCK, lapses=1, reminders=[])
    clock.do_due(site.house, match, LATE)
    link, word = site.link(match, 1), site.word(match, 1)
    page = site.browser().get(f"/m/{link}")
    fields = form_of(page, "return")
    site.person("Zoe")
    site.join(match, site.players["Zoe"])
    answer = site.browser().post(f"/m/{link}", **fields, word=word)
    assert answer.status_code == 404
    assert site.load(match).place_at(1).player == site.players["Zoe"]  # type: ignore[union-attr]


def test_nobody_is_told_to_have_been_absent_before_he_came(site: Site) -> None:
    match = site.running(clock=CLOCK, lapses=1, reminders=[])
    clock.do_due(site.house, match, LATE)
    before = site.browser().get(f"/matches/{match}").text
    assert "The seat of Ana is vacant" in before
    site.person("Zoe")
    site.join(match, site.players["Zoe"])
    after = site.browser().get(f"/matches/{match}").text
    assert "The seat of" not in after
    assert ">Seat 1<" in after
    assert "is vacant: the referee plays for it" in after
    assert "takes over a seat that was vacant" in after
