"""The page of a turn: chosen step by step, confirmed by who has the check word, and nothing happens before."""

from tests.web.world import Site, choices_of, form_of


def test_a_whole_turn_is_played_by_one_link_and_its_check_word(site: Site) -> None:
    match = site.running()
    browser, link = site.browser(), site.link(match)
    page = browser.get(f"/m/{link}")
    assert page.status_code == 200
    assert "Your turn, Ana" in page.text
    assert choices_of(page) == ["D"]
    tried = browser.get(f"/m/{link}?step=D")
    assert "This step is final" in tried.text
    version = site.version(match)
    played = browser.send(tried, "move", f"/m/{link}", word=site.word(match, 1))
    assert played.status_code == 303
    assert site.version(match) == version + 1
    following = browser.get(played.headers["Location"])
    assert "<strong>Ana</strong>" in following.text
    assert choices_of(following) == ["L1", "L2", "L3"]
    chosen = browser.get(played.headers["Location"] + "?step=L2")
    fields = form_of(chosen, "move")
    assert 'name="word"' not in chosen.text
    done = browser.post(played.headers["Location"], **fields)
    assert done.status_code == 303
    end = browser.get(done.headers["Location"])
    assert "Your move is made, Ana" in end.text
    assert "Luis García de la Fuente" in end.text


def test_a_confirmed_form_without_steps_plays_nothing(site: Site) -> None:
    match = site.running()
    link, version = site.link(match), site.version(match)
    fields = {"link": link, "act": "move", "word": site.word(match, 1)}
    for steps in ([], [""], ["D "], ["d"], ["D", "D"], ["D" * 4000], ["D"] * 60):
        answer = site.browser().post(f"/m/{link}", **fields, step=steps)
        assert (answer.status_code, site.version(match)) == (422, version), steps


def test_one_wrong_step_leaves_the_steps_before_it_chosen(site: Site) -> None:
    match = site.running(2)
    for steps in (["D"], ["L1"], ["D"], ["L1"]):
        site.play(match, *steps)
    link = site.link(match)
    page = site.browser().get(f"/m/{link}?step=T1&step=T1")
    assert page.status_code == 422
    assert "Take truck 1." in page.text
    assert choices_of(page)
    assert 'role="alert"' in page.text


def test_a_quick_link_chooses_the_legal_step_of_its_number(site: Site) -> None:
    match = site.running(2)
    for steps in (["D"], ["L1"]):
        site.play(match, *steps)
    link = site.link(match)
    browser = site.browser()
    assert choices_of(browser.get(f"/m/{link}")) == ["D", "T1"]
    assert "This step is final" in browser.get(f"/m/{link}/1").text
    assert "Take truck 1." in browser.get(f"/m/{link}/2").text
    for number in ("0", "3", "99999999"):
        assert choices_of(browser.get(f"/m/{link}/{number}")) == ["D", "T1"]
    assert browser.get(f"/m/{link}/-1").status_code == 404
    assert browser.get(f"/m/{link}/x").status_code == 404


def test_a_line_in_free_spelling_is_read_as_the_steps_it_means(site: Site) -> None:
    match = site.running(2)
    for steps in (["D"], ["L1"]):
        site.play(match, *steps)
    page = site.browser().get(f"/m/{site.link(match)}", query_string={"line": " t 1 "})
    assert "<code>T1</code>" in page.text
