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
    assert "A tile will be turned over" in tried.text
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
