"""Signing in by a code, one's matches, opening one and inviting to it, and what an organiser may do."""

import pytest

from referee.matches.record import read_record
from referee.matches.verify import verify_record
from referee.service import mailboxes
from referee.service.matches import score_match
from referee.words import games
from tests.web.world import NOW, Browser, Site, form_of


def code_for(site: Site, address: str) -> str:
    """The six digits that the letter to this address prints."""
    canonical = mailboxes.read_address(address).canonical
    request = site.house.mailboxes.try_code(canonical, mailboxes.MOST_TRIES)
    assert request is not None
    site.house.mailboxes.forgive_try(canonical)
    return mailboxes.code_of(site.house, request)


def ask(browser: Browser, address: str) -> dict[str, str]:
    page = browser.send(browser.get("/sign-in"), "ask", "/sign-in", address=address)
    assert page.status_code == 200
    return form_of(page, "code")


def test_somebody_new_signs_in_with_a_code_and_a_name(site: Site) -> None:
    browser = site.browser("es")
    fields = ask(browser, "ana@example.org")
    code = code_for(site, "ana@example.org")
    wrong = browser.post("/sign-in", **fields, code="000000" if code != "000000" else "111111")
    assert wrong.status_code == 422
    nameless = browser.post("/sign-in", **fields, code=code)
    assert nameless.status_code == 422
    assert "Elige un nombre" in nameless.text
    taken = browser.post("/sign-in", **fields, code=code, name="Ana")
    assert taken.status_code == 303
    assert taken.headers["Location"] == "/me"
    assert "HttpOnly" in taken.headers["Set-Cookie"]
    assert "SameSite=Lax" in taken.headers["Set-Cookie"]
    assert "Partidas de Ana" in browser.get("/me").text
    out = browser.send(browser.get("/settings"), "language", "/settings", language="en")
    assert out.status_code == 303
    assert "Matches of Ana" in browser.get("/me").text


def test_a_known_and_an_unknown_address_get_the_same_page(site: Site) -> None:
    site.person("Ana")
    pages = []
    for address in ("ana@example.org", "nob@example.org"):
        page = site.browser().send(site.browser().get("/sign-in"), "ask", "/sign-in", address=address)
        pages.append(page.text.replace(address, "?"))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ana",
        "a b@example.org",
        "ana@example.org\r\nBcc: x@example.org",
        "ana@example.org\x00",
        "<a@b.c>",
        "@",
    ],
)
def test_what_is_no_address_is_refused_where_it_is_typed(site: Site, address: str) -> None:
    """faults.md B41: a line break reaches no letter."""
    page = site.browser().send(site.browser().get("/sign-in"), "ask", "/sign-in", address=address)
    assert page.status_code == 422
    assert 'aria-invalid="true"' in page.text
    assert "Bcc" not in page.headers.values()


def test_signing_out_ends_the_session(site: Site) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    cookie = browser.client.get_cookie("session")
    assert cookie is not None
    fields = form_of(browser.get("/settings"), "language")
    assert browser.post("/sign-out", form=fields["form"]).status_code == 303
    again = site.browser()
    again.client.set_cookie("session", cookie.value)
    assert again.get("/me").status_code == 401


def test_a_form_needs_the_mark_of_its_own_session(site: Site) -> None:
    """security.md C1: cross-site POST with the cookie only changes nothing."""
    site.person("Ana")
    site.person("Mei")
    browser = site.signed_in("Ana")
    foreign = form_of(site.signed_in("Mei").get("/settings"), "language")["form"]
    for mark in ("", foreign, "0" * 32):
        assert browser.post("/settings", act="language", language="es", form=mark).status_code == 403
        assert browser.post("/matches/new", form=mark, once="x" * 32, players="2").status_code == 403
    fields = form_of(browser.get("/settings"), "language")
    crossed = browser.post("/settings", {"Sec-Fetch-Site": "cross-site"}, **fields, language="es")
    assert crossed.status_code == 403
    assert "Matches of Ana" in browser.get("/me").text


def test_the_letters_that_are_wanted_are_chosen_kind_by_kind(site: Site) -> None:
    """faults.md A19."""
    player = site.person("Ana")
    browser = site.signed_in("Ana")
    fields = form_of(browser.get("/settings"), "letters")
    saved = browser.post("/settings", **fields, letters=["turn", "unfinished", "reminder"])
    assert saved.status_code == 303
    mailbox = mailboxes.show_mailbox(site.house, player)
    assert mailbox is not None
    assert mailbox.off == {"result"}


def test_an_address_that_returns_letters_is_told_on_the_pages(site: Site) -> None:
    """faults.md A18: its player sees it, and can give another one."""
    player = site.person("Ana")
    site.house.mailboxes.set_bounces(player, mailboxes.BOUNCED_OUT)
    browser = site.signed_in("Ana")
    assert "come back" in browser.get("/me").text
    asked = browser.send(browser.get("/settings"), "address", "/settings", address="new@example.org")
    done = browser.post("/settings", **form_of(asked, "code"), code=code_for(site, "new@example.org"))
    assert done.status_code == 303
    assert "new@example.org" in browser.get("/settings").text


def test_a_match_is_opened_by_a_form_and_twice_sent_it_is_one(site: Site) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    page = browser.get("/matches/new")
    fields = form_of(page, "") | {"players": "2", "plays": "yes", "soon": "yes", "visibility": "public"}
    fields["addresses"] = "guest@example.org\nother@example.org"
    first, second = browser.post("/matches/new", **fields), browser.post("/matches/new", **fields)
    assert first.headers["Location"] == second.headers["Location"]
    shown = browser.get(first.headers["Location"])
    assert "guest@example.org" in shown.text
    assert "guest@example.org" not in site.browser().get(first.headers["Location"]).text
    match = first.headers["Location"].rsplit("/", 1)[1]
    assert len(site.load(match).seated()) == 1
    assert site.load(match).policy["start"] == "full"


@pytest.mark.parametrize(("days", "clock"), [("3", {"kind": "move", "per_move": 259_200_000}), ("", None)])
def test_a_match_is_opened_with_the_time_for_each_turn_that_was_chosen(
    site: Site, days: str, clock: dict[str, object] | None
) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    page = browser.get("/matches/new")
    assert "3 days" in page.text
    opened = browser.post("/matches/new", **form_of(page, ""), days=days, players="2")
    policy = site.load(opened.headers["Location"].rsplit("/", 1)[1]).policy
    assert policy.get("clock") == clock
    assert ("lapses" in policy) is (clock is not None)


def test_a_tick_for_an_option_that_is_a_number_sets_that_number(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = {language: {"start_seat=2": "Seat 2 begins"} for language in ("en", "es")}
    monkeypatch.setitem(games.GAMES, "sanssouci", games.GAMES["sanssouci"]._replace(switches=ticks))
    site.person("Ana")
    browser = site.signed_in("Ana")
    fields = form_of(browser.get("/matches/new?game=sanssouci"), "")
    opened = browser.post("/matches/new", **fields, **{"players": "2", "option-start_seat=2": "yes"})
    assert opened.status_code == 303, opened.text
    assert site.load(opened.headers["Location"].rsplit("/", 1)[1]).options["start_seat"] == 2


def test_a_bad_number_of_players_is_a_sentence_and_no_match(site: Site) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    fields = form_of(browser.get("/matches/new"), "")
    for players in ("", "1", "6", "-1", "2.0", "x" * 50):
        assert browser.post("/matches/new", **fields, players=players).status_code == 422
    assert "no matches yet" in browser.get("/me").text


def test_a_form_that_is_refused_has_opened_no_match_and_can_be_put_right(site: Site) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    fields = form_of(browser.get("/matches/new"), "") | {
        "players": "3",
        "visibility": "public",
        "plays": "yes",
    }
    for addresses in ("oops", " ".join(f"p{n}@example.org" for n in range(21))):
        assert browser.post("/matches/new", **fields, addresses=addresses).status_code in (422, 429)
        assert "no matches yet" in browser.get("/me").text
    put_right = fields | {"players": "2", "visibility": "private", "addresses": "guest@example.org"}
    opened = browser.post("/matches/new", **put_right)
    assert opened.status_code == 303
    assert site.load(opened.headers["Location"].rsplit("/", 1)[1]).players == 2


def test_what_cannot_be_done_once_the_match_is_open_is_told_on_its_page(site: Site) -> None:
    """Here nobody is left to invite: who plays alone has begun."""
    site.person("Ana")
    browser = site.signed_in("Ana")
    page = browser.get("/matches/new?game=new_york_zoo")
    fields = form_of(page, "") | {"players": "1", "plays": "yes", "soon": "yes", "addresses": "a@example.org"}
    told = browser.post("/matches/new", **fields)
    assert told.status_code == 409
    assert "begun already" in told.text
    assert "It is your turn" in told.text


def test_who_gives_a_private_seat_back_may_come_again_by_the_invitation(site: Site) -> None:
    site.person("Ana")
    site.person("Mei")
    match = site.open(2, "private", "organiser")
    token, word = site.invite(match, "mei@example.org")
    mei, path = site.signed_in("Mei"), f"/matches/{match}"
    for _ in range(2):
        assert mei.post(f"/i/{token}", link=token, word=word).status_code == 303
        assert site.load(match).place_of(site.players["Mei"]) is not None
        assert "has accepted" in site.signed_in("Ana").get(path).text
        left = mei.send(mei.get(path), "leave", path)
        assert (left.status_code, left.headers["Location"]) == (303, "/me")
        assert site.load(match).place_of(site.players["Mei"]) is None
        assert "is invited" in site.signed_in("Ana").get(path).text
        assert "Accept and take a seat" in mei.get(f"/i/{token}").text


def test_the_invitation_to_a_match_that_was_cancelled_says_so(site: Site) -> None:
    site.person("Ana")
    site.person("Mei")
    match = site.open(3, "private")
    accepted, word = site.invite(match, "mei@example.org")
    other, _ = site.invite(match, "hel@example.org")
    assert site.signed_in("Mei").post(f"/i/{accepted}", link=accepted, word=word).status_code == 303
    ana, path = site.signed_in("Ana"), f"/matches/{match}"
    assert ana.send(ana.get(path), "cancel", path, sure="yes").status_code == 303
    for token in (accepted, other):
        page = site.browser().get(f"/i/{token}").text
        assert "This match was cancelled." in page
        assert "You get a letter" not in page
        assert "all seats are taken" not in page


def test_the_record_of_a_private_match_opens_to_its_players_and_to_nobody_else(site: Site) -> None:
    for name in ("Ana", "Mei"):
        site.person(name)
    match = site.open(2, "private", start_player=1)
    site.join(match, site.players["Ana"])
    token, word = site.invite(match, "mei@example.org")
    site.signed_in("Mei").post(f"/i/{token}", link=token, word=word)
    link, path = site.link(match, 1), f"/matches/{match}/record"
    assert site.signed_in("Ana").get(path).status_code == 422  # not over yet
    site.play_randomly(match)
    score_match(site.house, match, NOW + 9)
    ana = site.signed_in("Ana")
    assert f'href="{path}"' in ana.get(f"/matches/{match}").text
    record = ana.get(path)
    assert (record.status_code, record.mimetype) == (200, "application/jsonl")
    verify_record(read_record(record.text.splitlines()), site.house.referee_key)
    by_link = site.browser()
    assert f'href="/m/{link}/record"' in by_link.get(f"/m/{link}").text
    assert by_link.get(f"/m/{link}/record").text.splitlines()[1:] == record.text.splitlines()[1:]
    assert site.browser().get(path).status_code == 404


def test_joining_starting_and_leaving_by_the_page_of_a_match(site: Site) -> None:
    for name in ("Ana", "Mei"):
        site.person(name)
    match = site.open(2, "public", "organiser")
    path = f"/matches/{match}"
    ana, mei = site.signed_in("Ana"), site.signed_in("Mei")
    assert "Sign in to take a seat" in site.browser().get(path).text
    assert mei.post(path, act="join", form="").status_code == 403
    for browser in (ana, mei):
        assert browser.send(browser.get(path), "join", path).status_code == 303
    assert mei.send(mei.get(path), "leave", path).status_code == 303
    assert mei.send(mei.get(path), "join", path).status_code == 303
    marked = form_of(mei.get(path), "leave") | {"act": "start"}
    assert mei.post(path, **marked).status_code == 422
    assert ana.send(ana.get(path), "start", path).status_code == 303
    seat = site.owing(match)
    owing, waiting = (ana, mei) if site.load(match).seat_of(site.players["Ana"]) == seat else (mei, ana)
    assert f'href="/m/{site.link(match)}"' in owing.get("/me").text
    assert "/m/" not in waiting.get("/me").text
    assert f'href="/m/{site.link(match)}"' in owing.get(path).text
    assert "/m/" not in waiting.get(path).text
    turn = owing.get(f"/m/{site.link(match)}?step=D")
    assert 'name="word"' not in turn.text
    assert owing.send(turn, "move", f"/m/{site.link(match)}").status_code == 303


def test_only_the_organiser_cancels_and_not_by_an_untouched_form(site: Site) -> None:
    for name in ("Ana", "Mei"):
        site.person(name)
    match = site.open(2, "public")
    path = f"/matches/{match}"
    ana, mei = site.signed_in("Ana"), site.signed_in("Mei")
    fields = form_of(mei.get(path), "join") | {"act": "cancel", "sure": "yes"}
    assert mei.post(path, **fields).status_code == 422
    cancel = form_of(ana.get(path), "cancel")
    assert ana.post(path, **cancel).status_code == 422
    assert site.load(match).status == "open"
    assert ana.post(path, **cancel, sure="yes").status_code == 303
    assert "Cancelled" in mei.get(path).text


def test_a_private_match_is_not_there_for_strangers(site: Site) -> None:
    site.person("Ana")
    site.person("Mei")
    match = site.open(2, "private")
    stranger = site.signed_in("Mei").get(f"/matches/{match}")
    absent = site.signed_in("Mei").get("/matches/0000000000000000")
    assert stranger.status_code == absent.status_code == 404
    assert stranger.text == absent.text.replace("0000000000000000", match)
    assert site.signed_in("Ana").get(f"/matches/{match}").status_code == 200
    assert match not in site.browser().get("/").text


def test_the_page_of_a_finished_match_has_the_result_with_its_breakdown(site: Site) -> None:
    match = site.running(2)
    site.play_randomly(match)
    for path in (f"/matches/{match}", f"/m/{site.link(match, 1)}"):
        page = site.browser().get(path)
        assert "Result" in page.text
        assert "Animals in the barn" in page.text
        assert "<table>" in page.text


def test_a_large_or_unreadable_form_is_one_clear_page(site: Site) -> None:
    site.person("Ana")
    browser = site.signed_in("Ana")
    assert browser.post("/settings", junk="x" * 20_000).status_code == 413
    assert browser.post("/sign-in", address="x" * 20_000).status_code == 413
    many = browser.client.post(
        "/settings",
        data="&".join(f"a{n}=1" for n in range(2000)),
        content_type="application/x-www-form-urlencoded",
    )
    assert many.status_code in (403, 413)
    broken = browser.client.post("/settings", data=b"--x", content_type="multipart/form-data; boundary=x")
    assert broken.status_code in (400, 403)
