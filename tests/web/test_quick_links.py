"""The links of a letter that choose a step already: few, true to their words, and nothing is played by them."""

import re

from referee.mail.letters import MOST_QUICK_LINKS, compose
from referee.mail.writing import COLUMNS
from referee.service.notices import find_notice
from referee.service.reading import legal_steps
from referee.store import names, outbox
from referee.store.letters import TURN
from referee.store.outbox import LetterRow, Row
from tests.web.world import NOW, Site, choices_of, form_of

PUBLIC = "https://play.example.org"


def quick_links(site: Site, match_id: str) -> dict[str, str]:
    """What the letter of the present turn prints: each quick link's path, and the words above it."""
    match = site.load(match_id)
    seat = site.owing(match_id)
    place = match.place_at(seat)
    assert place is not None
    assert match.base is not None
    asked = str(LetterRow(TURN, str(seat), place.player))
    stream = names.outbox(names.shard_of(match_id))
    notice = find_notice(site.house, Row(stream, "1-1", outbox.LETTER, match_id, match.base.version, asked))
    assert notice is not None
    part = compose(notice, "referee@example.org", PUBLIC, NOW).get_body(("plain",))
    assert part is not None
    found = re.findall(
        rf"\n((?:  (?!http).{{1,{COLUMNS}}}\n)+)  {PUBLIC}(/m/\S+/\d+)$", part.get_content(), re.M
    )
    return {path: " ".join(words.split()) for words, path in found}


def test_a_letter_offers_quick_links_only_where_three_are_enough_for_every_step(site: Site) -> None:
    """design section 8: ``/m/<token>/<n>``; faults.md B1: a link alone plays nothing."""
    match_id = site.running(2)
    numbers: set[int] = set()
    while not numbers >= {0, 1, 2, 3}:
        match = site.load(match_id)
        assert match.decisions(), f"a whole match had letters with {numbers} quick links only"
        count = len(legal_steps(match.rules, match.state, site.owing(match_id)))
        printed = quick_links(site, match_id)
        link = site.link(match_id)
        expected = range(1, count + 1) if count <= MOST_QUICK_LINKS else range(0)
        assert list(printed) == [f"/m/{link}/{choice}" for choice in expected]
        numbers.add(len(printed))
        site.play_randomly(match_id, most=1, seed=match.version)
    assert {0, 1, 2} <= numbers


def test_a_quick_link_chooses_what_its_words_say_and_plays_it_only_when_confirmed(site: Site) -> None:
    """faults.md A26, A27, B1: opened and sent untouched by a scanner, then confirmed by a person."""
    match_id = site.running(2)
    site.play(match_id, "D")
    site.play(match_id, "L1")
    printed = quick_links(site, match_id)
    seat, version = site.owing(match_id), site.version(match_id)
    for path, words in printed.items():
        page = site.browser().get(path)
        assert words in re.sub(r"<[^>]*>", " ", page.text)
        assert "Set-Cookie" not in page.headers
    draw, truck = printed
    link = draw.rpartition("/")[0]
    page = site.browser().get(draw)
    assert form_of(page, "move")["step"] == "D"
    assert site.browser().send(page, "move", link).status_code == 422
    assert 'type="hidden" name="step" value="T1"' in site.browser().get(truck).text
    assert site.version(match_id) == version
    assert site.browser().send(page, "move", link, word=site.word(match_id, seat)).status_code == 303
    assert site.version(match_id) == version + 1


def test_a_quick_link_of_an_old_letter_chooses_nothing(site: Site) -> None:
    """faults.md A11: its number would mean another step now."""
    match_id = site.running(2)
    site.play(match_id, "D")
    site.play(match_id, "L1")
    old = list(quick_links(site, match_id))
    site.play(match_id, "D")
    for path in old:
        page = site.browser().get(path)
        assert page.status_code == 200
        assert "It is still your turn" in page.text
        assert choices_of(page) == []
        assert 'name="step"' not in page.text
