"""Notices about a match of the corpus as it stood at some event: what the golden letters of a game are written from."""

from pathlib import Path

from referee.matches.match import NOWHERE
from referee.matches.record import read_record
from referee.service.house import House
from referee.service.notices import Notice, find_notice
from referee.store import names, outbox
from referee.store.outbox import Row
from referee.strict_json import read
from tests.mail.test_letters import MATCH, PLAYERS

CORPUS = Path(__file__).parents[1] / "corpus"


def recorded_notice(house: House, record: str, kind: str, seat: int, version: int, locale: str) -> Notice:
    """The notice to a seat about the match of this record, when its log was so long.

    :param record: the file of the corpus.
    :param kind: ``turn`` or ``result``.
    """
    entries = list(read_record((CORPUS / record).read_bytes().splitlines()).entries)
    seed = bytes.fromhex(read(entries[-1].text)["data"]["seed"])
    house.logs.append(MATCH, NOWHERE, entries[:version], b"k" * 16, seed=seed)
    for player, name in PLAYERS.items():
        address = f"{player}@example.org"
        house.mailboxes.add_person(player, name, name.lower(), address, address, locale, player)
    row = Row(names.outbox(names.shard_of(MATCH)), "1-1", outbox.LETTER, MATCH, version, f"{kind}:{seat}")
    found = find_notice(house, row)
    assert found is not None
    return found
