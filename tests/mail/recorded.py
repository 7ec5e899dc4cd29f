"""Notices about a match of the corpus as it stood at some event: what the golden letters of a game are written from."""

from pathlib import Path
from typing import NamedTuple

from referee.matches.match import NOWHERE
from referee.matches.record import read_record
from referee.service.house import House
from referee.service.notices import Notice, find_notice
from referee.store import names, outbox
from referee.store.outbox import Row
from referee.strict_json import read
from tests.mail.test_letters import MATCH, PLAYERS

CORPUS = Path(__file__).parents[1] / "corpus"


class Recorded(NamedTuple):
    """A letter about the recorded match of two players of a game.

    ``kind`` is ``turn`` or ``result``; ``base`` is the event that it is about, ``version`` how long the log is when it
    is written.
    """

    game: str
    kind: str
    seat: int
    base: int
    version: int


# By name of the golden file.
LETTERS = {
    # Event 138 is a coworker who becomes trainer.
    "aquaretto-turn": Recorded("aquaretto", "turn", 1, 138, 138),
    "aquaretto-result": Recorded("aquaretto", "result", 1, 152, 152),
    # At 46 the other seat's move has crossed a line: who breeds in the turn of another is asked, too.
    "new_york_zoo-breed": Recorded("new_york_zoo", "turn", 2, 46, 46),
    "new_york_zoo-turn": Recorded("new_york_zoo", "turn", 1, 48, 48),
    "new_york_zoo-result": Recorded("new_york_zoo", "result", 1, 346, 348),
    # Event 20 is a discard of the other seat, which nobody saw.
    "renature-turn": Recorded("renature", "turn", 1, 20, 20),
    "renature-result": Recorded("renature", "result", 1, 64, 64),
    # Event 5 is the first seat's secret choice.
    "sanssouci-side": Recorded("sanssouci", "turn", 2, 4, 5),
    "sanssouci-turn": Recorded("sanssouci", "turn", 1, 24, 24),
    "sanssouci-result": Recorded("sanssouci", "result", 1, 52, 52),
}


def recorded_notice(house: House, letter: str, locale: str) -> Notice:
    """The notice of which a letter of ``LETTERS`` is written, about the match of the corpus as it stood then."""
    game, kind, seat, base, version = LETTERS[letter]
    entries = list(read_record((CORPUS / f"{game}-2p.jsonl").read_bytes().splitlines()).entries)
    seed = bytes.fromhex(read(entries[-1].text)["data"]["seed"])
    house.logs.append(MATCH, NOWHERE, entries[:version], b"k" * 16, seed=seed)
    for player, name in PLAYERS.items():
        address = f"{player}@example.org"
        house.mailboxes.add_person(player, name, name.lower(), address, address, locale, player)
    row = Row(names.outbox(names.shard_of(MATCH)), "1-1", outbox.LETTER, MATCH, base, f"{kind}:{seat}")
    found = find_notice(house, row)
    assert found is not None
    return found
