"""Letters of recorded matches, word for word in both languages: what each game has of its own to tell or to hide."""

from pathlib import Path

import pytest
from redis import Redis

from referee.service.house import House, open_house
from referee.settings import Settings
from tests.mail.recorded import LETTERS, recorded_notice
from tests.mail.test_letters import body, written

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_of_a_game_is_word_for_word_the_golden_one(house: House, letter: str, locale: str) -> None:
    """What people read; a change of a letter changes its file, where somebody looks at it."""
    mail, _ = written(recorded_notice(house, letter, locale))
    golden = GOLDEN / f"{letter}-{locale}.txt"
    assert f"Subject: {mail['Subject']}\n\n{body(mail)}" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("letter", LETTERS)
def test_no_line_of_a_letter_of_a_game_is_wider_than_72_columns(
    house: House, letter: str, locale: str
) -> None:
    mail, _ = written(recorded_notice(house, letter, locale))
    for line in body(mail).splitlines():
        assert len(line) <= 72 or "http" in line


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_seat_is_asked_to_breed_in_the_turn_of_the_other(house: House, locale: str) -> None:
    """The owing seat is often not the seat whose turn it is; its letter says so."""
    mail, _ = written(recorded_notice(house, "new_york_zoo-breed", locale))
    said = {"en": "in the turn of Óscar", "es": "en el turno de Óscar"}
    assert said[locale] in body(mail)


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_letter_tells_that_the_other_has_discarded_and_not_what(house: House, locale: str) -> None:
    mail, _ = written(recorded_notice(house, "renature-turn", locale))
    said = {
        "en": "Ana has put 2 dominoes aside so far, unseen.",
        "es": "Ana ha apartado hasta ahora 2 dominós, sin mostrar.",
    }
    for part in ("plain", "html"):
        text = " ".join(body(mail, part).split())
        assert said[locale] in text
        assert {"en": "Ana discards", "es": "Ana descarta"}[locale] not in text


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_letter_tells_that_the_other_has_chosen_and_not_what(house: House, locale: str) -> None:
    mail, _ = written(recorded_notice(house, "sanssouci-side", locale))
    for part in ("plain", "html"):
        text = body(mail, part)
        assert {"en": "Óscar chooses in secret.", "es": "Óscar elige en secreto."}[locale] in text
        assert {"en": "Óscar chooses side", "es": "Óscar elige el lado"}[locale] not in text
