"""Letters of turns that began before their reader had a mailbox."""

from referee.service.house import House
from referee.service.reading import load_live, turns_of
from referee.store import names, outbox
from referee.store.letters import TURN
from referee.store.outbox import LetterRow


def ask_for_owed(house: House, player: str) -> None:
    """Ask for the letters of all turns that a player owes now; again is harmless, for each is sent once."""
    for match, decision in turns_of(load_live(house, player), player):
        base = match.base_of(decision.seat)
        if base is not None:
            asked = str(LetterRow(TURN, str(decision.seat), player))
            stream = names.outbox(names.shard_of(match.id))
            house.outbox.add(outbox.write_row(stream, outbox.LETTER, match.id, base.version, asked))
