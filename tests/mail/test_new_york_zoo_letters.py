"""Letters of a match of New York Zoo, word for word in both languages: who breeds in the turn of another is asked, too."""

from pathlib import Path

import pytest
from redis import Redis

from referee.matches.match import NOWHERE
from referee.matches.record import read_record
from referee.service.house import House, open_house
from referee.service.notices import Notice, find_notice
from referee.settings import Settings
from referee.store import names, outbox
from referee.store.outbox import Row
from referee.strict_json import read
from tests.mail.test_letters import MATCH, PLAYERS, body, written

GOLDEN = Path(__file__).parent / "golden"
RECORD = Path(__file__).parents[1] / "corpus" / "new_york_zoo-2p.jsonl"
# What, seat, its base, and how long the log is when it is written: at 46 the other seat's move has crossed a line.
LETTERS = {"breed": ("turn", 2, 46, 46), "turn": ("turn", 1, 48, 48), "result": ("result", 1, 346, 348)}


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


def notice(house: House, letter: str, locale: str) -> Notice:
    """The notice about the match of the corpus as it stood then."""
    kind, seat, base, version = LETTERS[letter]
    entries = list(read_record(RECORD.read_bytes().splitlines()).entries)
    seed = bytes.fromhex(read(entries[-1].text)["data"]["seed"])
    house.logs.append(MATCH, NOWHERE, entries[:version], b"k" * 16, seed=seed)
    for player, name in PLAYERS.items():
        address = f"{player}@example.org"
        house.mailboxes.add_person(player, name, name.lower(), address, address, locale, player)
    row = Row(names.outbox(names.shard_of(MATCH)), "1-1", outbox.LETTER, MATCH, base, f"{kind}:{seat}")
    found = find_notice(house, row)
    assert found is not None
    return found


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_is_word_for_word_the_golden_one(house: House, letter: str, locale: str) -> None:
    """What people read; a change of a letter changes its file, where somebody looks at it."""
    mail, _ = written(notice(house, letter, locale))
    golden = GOLDEN / f"new_york_zoo-{letter}-{locale}.txt"
    assert f"Subject: {mail['Subject']}\n\n{body(mail)}" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_seat_is_asked_to_breed_in_the_turn_of_the_other(house: House, locale: str) -> None:
    """The owing seat is often not the seat whose turn it is; its letter says so."""
    mail, _ = written(notice(house, "breed", locale))
    said = {"en": "in the turn of Óscar", "es": "en el turno de Óscar"}
    assert said[locale] in body(mail)
