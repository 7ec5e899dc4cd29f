"""Links in letters: a scanner does nothing by them, a person everything, and nobody else anything."""

import re

import pytest
from werkzeug.test import TestResponse

from referee.service import mailboxes
from tests.web.world import Browser, Site, choices_of, form_of

SCANNERS = (
    "Mozilla/5.0 (Windows NT 10.0) Chrome/126.0",
    "",
    "curl/8",
    "BarracudaCentral",
    "bingpreview/1.0b",
)


def confirm(browser: Browser, link: str, *steps: str, word: str | None = None) -> TestResponse:
    """Choose steps on the page of a link, and confirm them."""
    page = browser.get(f"/m/{link}", query_string=[("step", step) for step in steps])
    given = {} if word is None else {"word": word}
    return browser.send(page, "move", f"/m/{link}", **given)


@pytest.mark.parametrize("agent", SCANNERS)
def test_a_scanner_that_only_looks_changes_nothing_and_gets_nothing(site: Site, agent: str) -> None:
    """faults.md A26, B1-B6: HEAD, GET three times, from any address and any browser; no cookie, no event."""
    match = site.running()
    link, version = site.link(match), site.version(match)
    for number, method in enumerate(["HEAD", "GET", "GET", "GET"]):
        for path in (f"/m/{link}", f"/m/{link}/1", f"/m/{link}?step=D"):
            client = site.app.test_client()
            answer = client.open(
                path,
                method=method,
                headers={"User-Agent": agent},
                environ_overrides={"REMOTE_ADDR": f"203.0.113.{number}"},
            )
            assert answer.status_code == 200
            assert "Set-Cookie" not in answer.headers
    assert site.version(match) == version
    assert confirm(site.browser(), link, "D", word=site.word(match, 1)).status_code == 303
    assert site.version(match) == version + 1


def test_an_untouched_form_plays_nothing_and_the_link_still_works(site: Site) -> None:
    """faults.md A27: SafeLinks submits forms; the check word is missing then."""
    match = site.running()
    link, version = site.link(match), site.version(match)
    refused = confirm(site.browser(), link, "D")
    assert refused.status_code == 422
    assert "check word" in refused.text
    assert 'aria-invalid="true"' in refused.text
    assert "Set-Cookie" not in refused.headers
    wrong = confirm(site.browser(), link, "D", word="ZZZ")
    assert (wrong.status_code, site.version(match)) == (422, version)
    assert confirm(site.browser(), link, "D", word=f" {site.word(match, 1).lower()} ").status_code == 303


def test_the_check_word_is_typed_once_in_a_browser(site: Site) -> None:
    match = site.running(2)
    browser = site.browser()
    confirm(browser, site.link(match), "D", word=site.word(match, 1))
    confirm(browser, site.link(match), "L1")
    site.play(match, "D")
    site.play(match, "L2")
    page = browser.get(f"/m/{site.link(match)}?step=D")
    assert 'name="word"' not in page.text
    assert browser.send(page, "move", f"/m/{site.link(match)}").status_code == 303


def test_the_cookie_of_a_seat_is_of_no_use_to_another_seat(site: Site) -> None:
    """faults.md B14."""
    match = site.running(2)
    browser = site.browser()
    confirm(browser, site.link(match), "D", word=site.word(match, 1))
    cookie = browser.client.get_cookie(f"seat-{match}-1")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    site.play(match, "L1")
    browser.client.set_cookie(f"seat-{match}-2", cookie.value)
    link, version = site.link(match), site.version(match)
    assert confirm(browser, link, "D").status_code == 422
    assert site.version(match) == version


def test_the_same_move_again_shows_the_same_success(site: Site) -> None:
    """faults.md B8: a second click is no error."""
    match = site.running()
    link, browser, word = site.link(match), site.browser(), site.word(match, 1)
    page = browser.get(f"/m/{link}?step=D")
    fields = {**form_of(page, "move"), "word": word}
    first, version = browser.post(f"/m/{link}", **fields), site.version(match)
    second = browser.post(f"/m/{link}", **fields)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["Location"] == second.headers["Location"]
    assert site.version(match) == version
    assert "Your turn, Ana" in browser.get(second.headers["Location"]).text


def test_a_superseded_link_shows_the_present_board_and_says_so(site: Site) -> None:
    """faults.md A11."""
    match = site.running(2)
    link, word = site.link(match), site.word(match, 1)
    page = site.browser().get(f"/m/{link}?step=D")
    site.play(match, "D")
    site.play(match, "L1")
    site.play(match, "D")
    old = site.browser().get(f"/m/{link}")
    assert old.status_code == 200
    assert "Your move is made, Ana" in old.text
    assert "<pre" in old.text
    fields = form_of(page, "move") | {"step": "T1", "word": word}
    version = site.version(match)
    refused = site.browser().post(f"/m/{link}", **fields)
    assert (refused.status_code, site.version(match)) == (409, version)
    assert "moved on" in refused.text


def test_who_drew_and_closed_the_page_goes_on_from_the_same_letter(site: Site) -> None:
    match = site.running()
    link = site.link(match)
    confirm(site.browser(), link, "D", word=site.word(match, 1))
    page = site.browser().get(f"/m/{link}")
    assert "It is still your turn" in page.text
    assert f'href="/m/{site.link(match)}"' in page.text


def test_a_move_can_be_taken_back_until_somebody_else_acts(site: Site) -> None:
    match = site.running()
    browser = site.browser()
    confirm(browser, site.link(match), "D", word=site.word(match, 1))
    link = site.link(match)
    confirm(browser, link, "L1")
    page = browser.get(f"/m/{link}")
    undo = form_of(page, "undo")
    taken_back = browser.post(f"/m/{undo['link']}", **undo)
    assert taken_back.status_code == 303
    assert choices_of(browser.get(taken_back.headers["Location"])) == ["L1", "L2", "L3"]
    site.play(match, "L2")
    site.play(match, "D")
    late = browser.post(f"/m/{undo['link']}", **undo)
    assert late.status_code in (303, 409)
    assert site.load(match).decisions()[0].name == "LOAD"


@pytest.mark.parametrize(
    "text", ["", "x", "A" * 43, "A" * 44, "%00", "é" * 43, "' OR 1=1", "<script>", "." * 43]
)
def test_what_is_no_link_of_ours_opens_nothing(site: Site, text: str) -> None:
    for kind in ("m", "i", "u"):
        page = site.browser().get(f"/{kind}/{text}")
        assert page.status_code == 404
        assert "<script>" not in page.text


def test_a_link_of_one_purpose_opens_no_page_of_another(site: Site) -> None:
    match = site.running()
    turn = site.link(match)
    off = site.unsubscribe_link(site.players["Ana"], "turn")
    for path in (f"/u/{turn}", f"/i/{turn}", f"/m/{off}", f"/i/{off}"):
        assert site.browser().get(path).status_code == 404
        assert site.browser().post(path, sure="yes", act="off").status_code == 404


def test_altered_links_are_dead(site: Site) -> None:
    match = site.running()
    link = site.link(match)
    for place in range(len(link)):
        other = "A" if link[place] != "A" else "B"
        assert site.browser().get(f"/m/{link[:place]}{other}{link[place + 1 :]}").status_code == 404


def test_a_turn_page_in_another_browser_shows_that_seat_and_nothing_of_the_account(site: Site) -> None:
    """faults.md B14: no account page, no address, no session by a link."""
    match = site.running()
    stranger = site.browser()
    page = stranger.get(f"/m/{site.link(match)}")
    assert "example.org" not in page.text
    assert 'href="/me"' not in page.text
    confirm(stranger, site.link(match), "D", word=site.word(match, 1))
    assert stranger.get("/me").status_code == 401
    assert stranger.get("/settings").status_code == 401
    assert "example.org" not in stranger.get(f"/matches/{match}").text


def test_a_page_of_another_site_cannot_play_with_the_cookie_of_a_seat(site: Site) -> None:
    """security.md C1, CSRF on link pages: cross-site POST with the cookie only is refused, no event."""
    match = site.running()
    browser = site.browser()
    confirm(browser, site.link(match), "D", word=site.word(match, 1))
    link, version = site.link(match), site.version(match)
    fields = form_of(browser.get(f"/m/{link}?step=L1"), "move")
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "", "Origin": "https://evil.example"},
    ):
        answer = browser.post(f"/m/{link}", headers=headers, **fields)
        assert answer.status_code == 403
    without = {name: value for name, value in fields.items() if name != "link"}
    assert browser.post(f"/m/{link}", **without).status_code == 403
    assert site.version(match) == version
    assert browser.post(f"/m/{link}", headers={"Origin": "null"}, **fields).status_code == 303


def test_check_words_cannot_be_tried_one_after_the_other(site: Site) -> None:
    match = site.running()
    link, browser = site.link(match), site.browser()
    fields = form_of(browser.get(f"/m/{link}?step=D"), "move")
    statuses = [browser.post(f"/m/{link}", **fields, word="ZZZ").status_code for _ in range(60)]
    assert statuses[0] == 422
    assert statuses[-1] == 429


@pytest.mark.parametrize("kind", ["turn", "result", "unfinished"])
def test_a_get_of_the_unsubscribing_link_changes_nothing(site: Site, kind: str) -> None:
    """faults.md A29, B10: a scanner unsubscribes nobody, and what is turned off is one kind."""
    player = site.person("Ana")
    path = f"/u/{site.unsubscribe_link(player, kind)}"
    for _ in range(3):
        assert site.browser().get(path).status_code == 200
    untouched = site.browser().post(path, act="off")
    assert untouched.status_code == 422
    assert mailbox_of(site, player) == frozenset()
    assert site.browser().post(path, act="off", sure="yes").status_code == 200
    assert mailbox_of(site, player) == {kind}


def mailbox_of(site: Site, player: str) -> frozenset[str]:
    mailbox = mailboxes.show_mailbox(site.house, player)
    assert mailbox is not None
    return mailbox.off


def test_a_mail_program_unsubscribes_with_one_bare_post(site: Site) -> None:
    """faults.md B11: no cookie, no Origin, no redirect, 200 for a dead link too; a session is ignored."""
    player = site.person("Ana")
    site.person("Mei")
    link = site.unsubscribe_link(player, "turn")
    for browser in (site.browser(), site.signed_in("Mei")):
        answer = browser.client.post(
            f"/u/{link}", data={"List-Unsubscribe": "One-Click"}, headers={"Sec-Fetch-Site": "cross-site"}
        )
        assert answer.status_code == 200
    assert mailbox_of(site, player) == {"turn"}
    assert mailbox_of(site, site.players["Mei"]) == frozenset()
    dead = site.browser().client.post("/u/dead", data={"List-Unsubscribe": "One-Click"})
    assert dead.status_code == 200


def test_who_was_unsubscribed_by_somebody_else_turns_it_on_again_at_once(site: Site) -> None:
    """faults.md B13."""
    player = site.person("Ana")
    path = f"/u/{site.unsubscribe_link(player, 'turn')}"
    off = site.browser().post(path, act="off", sure="yes")
    fields = form_of(off, "on")
    assert site.browser().post(path, **fields, sure="yes").status_code == 200
    assert mailbox_of(site, player) == frozenset()


def test_an_invitation_is_accepted_by_who_types_its_word(site: Site) -> None:
    """faults.md B7, B9: opening it, or sending it untouched, makes no player, takes no seat, confirms no address."""
    site.person("Ana")
    match = site.open(2)
    site.join(match, site.players["Ana"])
    token, word = site.invite(match, "Guest+x@example.org", "es")
    path = f"/i/{token}"
    version = site.version(match)
    for method in ("HEAD", "GET", "GET", "GET"):
        assert site.browser().client.open(path, method=method).status_code == 200
    page = site.browser("en").get(path)
    assert "Ana te invita" in page.text
    assert site.browser().post(path, link=token).status_code == 422
    assert site.browser().post(path, link=token, name="Beto").status_code == 422
    assert site.browser().post(path, name="Beto", word=word).status_code == 403
    assert site.house.mailboxes.player_at("guest@example.org") is None
    assert site.version(match) == version
    browser = site.browser()
    assert browser.post(path, link=token, name="Ana", word=word).status_code == 409
    assert browser.post(path, link=token, name="A\u202eb", word=word).status_code == 422
    accepted = browser.post(path, link=token, name="Beto", word=word)
    assert accepted.status_code == 303
    assert "Has aceptado" in browser.get(path).text
    assert site.load(match).status == "running"
    assert browser.post(path, link=token, name="Beto", word=word).status_code == 303
    assert browser.get("/me").status_code == 401


def test_the_check_word_stands_on_no_page(site: Site) -> None:
    match = site.running()
    page = site.browser().get(f"/m/{site.link(match)}?step=D")
    shown = re.sub(r"<[^>]*>", " ", page.text)
    assert site.word(match, 1) not in shown.split()
