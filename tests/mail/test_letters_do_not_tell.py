"""Two worlds that look the same to a reader give him the same letters, byte by byte; a planted leak is found.

design section 5, "Non-interference"; faults.md A54. The drill ``letter-pairs`` is the long form.
"""

from collections.abc import Callable

import pytest
from redis import Redis

from referee.mail import letters
from referee.mail.writing import Section, Writer
from referee.settings import Settings
from tests.api.two_worlds import TwoWorlds
from tests.drills.letter_pairs import KINDS, compare_letters
from tests.drills.noninterference import two_worlds

PAIRS = 6  # of each kind
PAIRS_THAT_SHOW_A_LEAK = 6


@pytest.fixture
def worlds(settings: Settings, log: Redis, cache: Redis) -> TwoWorlds:
    return two_worlds(settings.redis_url, settings.cache_url, seed=7)


def next_tile(writer: Writer) -> str:
    """What nobody may know."""
    state = writer.match.state
    return "" if state is None or not state.left else str(state.setup.deck[state.drawn])


def test_letters_do_not_depend_on_what_is_hidden_from_their_reader(worlds: TwoWorlds) -> None:
    """Every letter that tells of a match: your turn, unfinished, result, invitation."""
    report = compare_letters(worlds, PAIRS)
    assert report["first"] == []
    assert set(report["pairs"]) == set(KINDS)
    assert min(report["pairs"].values()) >= PAIRS
    assert report["hidden_items_that_differ"] >= 0.5


@pytest.mark.parametrize("part", ["_board", "_acting"])
def test_a_leak_into_a_part_of_a_letter_is_found(
    worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    told: Callable[[Writer], list[object]] = getattr(letters, part)

    def leaking(writer: Writer) -> list[object]:
        leak: Section = ["."] if next_tile(writer) < "K" else [".."]
        return [*told(writer), leak if part == "_board" else leak[0]]

    monkeypatch.setattr(letters, part, leaking)
    assert compare_letters(worlds, PAIRS_THAT_SHOW_A_LEAK, many=1)["differences"] == 1
