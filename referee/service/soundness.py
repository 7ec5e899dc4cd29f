"""Is what the log server holds of a match sound? As the record will be checked, with the seed that is still sealed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.matches.chain import GENESIS, Entry, link
from referee.matches.record import UnreadableRecord
from referee.matches.verify import BadRecord, Verified, verify_log
from referee.service.house import House
from referee.store.seals import BrokenSeal


class Unsound(NamedTuple):
    """What is wrong with a match, in words."""

    match: str
    why: str

    def __str__(self) -> str:
        return f"match {self.match}: {self.why}"


def check_chain(entries: Sequence[Entry]) -> str | None:
    """Do the hashes of a log follow from its events, without a gap? What is wrong, or None."""
    head = GENESIS
    for place, entry in enumerate(entries, start=1):
        head = link(head, entry.text)
        if entry.version != place:
            return f"event {place}: chain: version {entry.version} stands in its place"
        if entry.hash != head:
            return f"event {place}: chain: the hash does not follow from the event and the hash before"
    return None if entries else "there is no event in it"


def check_log(match: str, entries: Sequence[Entry], seed: bytes | None) -> Verified | Unsound:
    """Check chain, signatures, shuffle, every move and the result, as far as the log goes."""
    if seed is None:
        return Unsound(match, "its seed is gone")
    try:
        return verify_log(match, tuple(entries), seed)
    except (BadRecord, UnreadableRecord) as error:
        return Unsound(match, str(error))


def check_stored(house: House, match: str, *, chains_only: bool = False) -> Verified | Unsound | int:
    """Check one match of the log server; with ``chains_only`` the number of events is all that is found."""
    try:
        entries = house.logs.read(match)
        if chains_only:
            wrong = check_chain(entries)
            return len(entries) if wrong is None else Unsound(match, wrong)
        return check_log(match, entries, house.logs.seed(match))
    except BrokenSeal as error:
        return Unsound(match, f"{error}")


def check_all(house: House, *, chains_only: bool = False) -> Iterator[tuple[str, Verified | Unsound | int]]:
    """Check every match of the log server, which may be in use meanwhile."""
    for some in house.logs.all_matches():
        for match in some:
            yield match, check_stored(house, match, chains_only=chains_only)
