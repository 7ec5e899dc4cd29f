"""Two worlds that look the same to a viewer give him the same pages, byte by byte; a planted leak is found.

design section 5, "Non-interference"; faults.md A54, A55. The drill ``page-pairs`` is the long form.
"""

from typing import Any

import pytest
from redis import Redis

from referee.games.registry import GAMES
from referee.games.zooloretto import rules
from referee.settings import Settings
from referee.words import stories
from tests.api.two_worlds import TwoWorlds
from tests.drills.noninterference import two_worlds
from tests.drills.page_pairs import compare_pages

PAIRS = 20
PAIRS_THAT_SHOW_A_LEAK = 40


@pytest.fixture
def worlds(settings: Settings, log: Redis, cache: Redis) -> TwoWorlds:
    return two_worlds(settings.redis_url, settings.cache_url, seed=11)


def test_pages_do_not_depend_on_what_is_hidden_from_their_reader(worlds: TwoWorlds) -> None:
    """Every page of a match, of its letters' links and of its players."""
    report = compare_pages(worlds, PAIRS)
    assert report["first"] == []
    assert {"200", "401", "403", "422"} <= set(report["answers"])
    assert report["hidden_items_that_differ"] >= 0.5


def test_a_leak_into_the_choices_of_a_page_is_found(
    worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(state: Any, seat: int) -> Any:
        low = bool(state.left) and state.setup.deck[state.drawn] < "K"
        return list(rules.legal_steps(state, seat))[: None if low else 1]

    monkeypatch.setattr(type(GAMES["zooloretto"]), "legal_steps", staticmethod(leaking))
    assert compare_pages(worlds, PAIRS_THAT_SHOW_A_LEAK)["differences"] > 0


def test_a_leak_into_the_story_of_a_page_is_found(worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [""]
    view = type(GAMES["zooloretto"]).view

    def viewed(state: Any, viewer: int | None) -> Any:
        seen[0] = state.setup.deck[state.drawn] if state.left else ""
        return view(state, viewer)

    tell = stories.told_step
    monkeypatch.setattr(type(GAMES["zooloretto"]), "view", staticmethod(viewed))
    monkeypatch.setattr(stories, "told_step", lambda *given: tell(*given) + " " * (seen[0] < "K") + ".")
    assert compare_pages(worlds, PAIRS_THAT_SHOW_A_LEAK)["differences"] > 0
