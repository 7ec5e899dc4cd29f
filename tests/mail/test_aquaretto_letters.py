"""Letters of a match of Aquaretto, word for word in both languages: zoos on a grid, a coworker in the story."""

from pathlib import Path

import pytest
from redis import Redis

from referee.service.house import House, open_house
from referee.settings import Settings
from tests.mail.recorded import recorded_notice
from tests.mail.test_letters import body, written

GOLDEN = Path(__file__).parent / "golden"
# What, seat, and how long the log is when it is written: event 138 is a coworker who becomes trainer.
LETTERS = {"turn": ("turn", 1, 138), "result": ("result", 1, 152)}


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_is_word_for_word_the_golden_one(house: House, letter: str, locale: str) -> None:
    """What people read; a change of a letter changes its file, where somebody looks at it."""
    mail, _ = written(recorded_notice(house, "aquaretto-2p.jsonl", *LETTERS[letter], locale))
    golden = GOLDEN / f"aquaretto-{letter}-{locale}.txt"
    assert f"Subject: {mail['Subject']}\n\n{body(mail)}" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("letter", LETTERS)
def test_no_line_of_a_letter_is_wider_than_72_columns(house: House, letter: str, locale: str) -> None:
    mail, _ = written(recorded_notice(house, "aquaretto-2p.jsonl", *LETTERS[letter], locale))
    for line in body(mail).splitlines():
        assert len(line) <= 72 or "http" in line
