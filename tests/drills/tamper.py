"""Random single-byte flips over a whole record: every one is refused, or the record cannot be read at all.

``python -m tests.drills tamper``: fails if one of them goes unseen.
"""

import random
from collections import Counter
from typing import Any

from referee.matches.record import UnreadableRecord, read_record
from referee.matches.verify import BadRecord, verify_record
from tests.drills.drill import Drill, Tell, tell_nobody
from tests.matches.building import whole_match

PLAYERS = (2, 3, 4, 5)


def run(count: int, seed: int, tell: Tell = tell_nobody) -> dict[str, Any]:
    """Flip one byte ``count`` times, each in a fresh copy of one of four records, in which one seat plays by links.

    :param seed: the same seed flips the same bytes.
    :param tell: called with flips done and all flips, for a progress bar.
    :raises AssertionError: naming the flip that went unseen.
    """
    chance = random.Random(seed)
    records = [
        "\n".join(whole_match(players, seed, 0.1, 0.7, linked=[2]).record()).encode("utf-8") + b"\n"
        for players in PLAYERS
    ]
    for record in records:
        verify_record(read_record(record.decode("utf-8").split("\n")))
    seen: Counter[str] = Counter()
    for number in range(count):
        record = chance.choice(records)
        # The first line is short and holds much: a fifth of the flips. Seven of eight bits stay within ASCII.
        end = record.index(b"\n") if chance.random() < 0.2 else len(record) - 1
        place, flip = chance.randrange(end), 1 << chance.randrange(8)
        seen[judge(record, place, flip)] += 1
        tell(number + 1, count)
    return {"drill": "tamper", "seed": seed, "flips": count, "unseen": 0, **dict(sorted(seen.items()))}


def judge(record: bytes, place: int, flip: int) -> str:
    """How the verifier names a record of which one byte is another: a kind of check, or ``unreadable``.

    :raises AssertionError: if it takes the record for sound, or names an event before the flip.
    """
    spoilt = bytearray(record)
    spoilt[place] ^= flip
    where = f"byte {place} ({record[place]:#04x} to {spoilt[place]:#04x})"
    line = record[:place].count(b"\n")
    try:
        verify_record(read_record(bytes(spoilt).decode("utf-8").split("\n")))
    except (UnicodeDecodeError, UnreadableRecord):
        return "unreadable"
    except BadRecord as error:
        if line and error.version != line:
            raise AssertionError(f"{where}: in event {line}, yet {error}") from error
        return error.kind
    if flip and bytes(spoilt).split() == record.split():
        return "white space"  # the same lines, otherwise parted
    raise AssertionError(f"{where}: unseen")


DRILL = Drill("tamper", run, full=5000, short=200, alone=False)
