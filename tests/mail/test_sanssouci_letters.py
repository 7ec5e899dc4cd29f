"""Letters of a match of Sanssouci, word for word in both languages: private hands, and a secret choice."""

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
RECORD = Path(__file__).parents[1] / "corpus" / "sanssouci-2p.jsonl"
# What, seat, its base, and how long the log is when it is written: event 5 is the first seat's secret choice.
LETTERS = {"side": ("turn", 2, 4, 5), "turn": ("turn", 1, 24, 24), "result": ("result", 1, 52, 52)}


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
    golden = GOLDEN / f"sanssouci-{letter}-{locale}.txt"
    assert f"Subject: {mail['Subject']}\n\n{body(mail)}" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_letter_tells_that_the_other_has_chosen_and_not_what(house: House, locale: str) -> None:
    mail, _ = written(notice(house, "side", locale))
    for part in ("plain", "html"):
        text = body(mail, part)
        assert {"en": "Óscar chooses in secret.", "es": "Óscar elige en secreto."}[locale] in text
        assert {"en": "Óscar chooses side", "es": "Óscar elige el lado"}[locale] not in text
