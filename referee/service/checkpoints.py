"""Does every log reach as far as a checkpoint or a receipt shows? Kept up to date, and asked before anything starts."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from referee.matches.chain import Base
from referee.matches.signatures import BadSignature, open_compact, thumbprint
from referee.service.house import House
from referee.settings import CannotStart
from referee.store.checkpoints import Checkpoints
from referee.store.hearing import Hearing
from referee.store.log import Logs
from referee.strict_json import Unreadable, read

SECONDS = 1.0  # between two writings, which is how much of a log's end a checkpoint may not know of
_AT_ONCE = 1000

_log = logging.getLogger(__name__)


class Witness(NamedTuple):
    """Somebody's word that a match had come to a place: ``source`` says whose."""

    match: str
    place: Base
    source: str


class Shortfall(NamedTuple):
    """A log that is not what a witness shows. ``events``: how many it has, 0 where it is gone."""

    witness: Witness
    events: int

    def __str__(self) -> str:
        match, place, source = self.witness
        if self.events >= place.version:
            return f"match {match}: event {place.version} is not the one that {source} shows"
        if not self.events:
            return f"match {match}: the log is gone, {source} shows {place.version} events"
        return f"match {match}: the log has {self.events} events, {source} shows {place.version}"


class BadReceipts(CannotStart):
    """A file of receipts holds a line that is none of this referee's."""


class LogsLost(CannotStart):
    """Logs are not what witnesses show.

    :ivar shortfalls: all of them, by match.
    """

    def __init__(self, shortfalls: Sequence[Shortfall]) -> None:
        lines = [
            f"{len(shortfalls)} logs have lost events that were acknowledged:",
            *map(str, shortfalls),
            "nothing was changed; restore a backup, or put back the file that was damaged "
            "(see docs/operations.md, Lost events)",
        ]
        super().__init__("\n".join(lines))
        self.shortfalls = shortfalls


def witnesses_of(checkpoints: Checkpoints) -> Iterator[Witness]:
    """What the file of checkpoints shows."""
    source = f"a checkpoint in {checkpoints.path}"
    for match, place in checkpoints.known.items():
        yield Witness(match, place, source)


def read_receipts(lines: Iterable[str], name: str, referee_key: str) -> Iterator[Witness]:
    """What receipts show that players give back.

    :param lines: of each a receipt as it came (a compact JWS), or the whole answer that held it.
    :param name: of the file, for messages.
    :param referee_key: the member ``x`` of the referee's key.
    :raises BadReceipts: naming the line that is no receipt of this referee.
    """
    keys = {thumbprint(referee_key): referee_key}
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        try:
            said = open_compact(_receipt_in(text), keys)
            yield Witness(
                said["match"],
                Base(said["version"], said["head"]),
                f"the receipt in line {number} of {name}",
            )
        except (BadSignature, ValueError, KeyError, TypeError) as error:
            raise BadReceipts(f"{name}: line {number} is no receipt of this referee: {error}") from error


def _receipt_in(text: str) -> str:
    if not text.startswith("{"):
        return text
    try:
        members = read(text)
    except Unreadable as error:
        raise ValueError(str(error)) from error
    if not isinstance(members, dict) or not isinstance(members.get("receipt"), str):
        raise ValueError("it has no member receipt")
    return str(members["receipt"])


def find_shortfalls(logs: Logs, witnesses: Iterable[Witness]) -> list[Shortfall]:
    """The logs that are shorter, or other, than witnesses show, each once, by its match."""
    found: dict[str, Shortfall] = {}
    rest = iter(witnesses)
    while some := list(islice(rest, _AT_ONCE)):
        heads = logs.heads_at([(witness.match, witness.place.version) for witness in some])
        wrong = [witness for witness, head in zip(some, heads, strict=True) if head != witness.place.head]
        tails = logs.tails([witness.match for witness in wrong]) if wrong else []
        for witness, tail in zip(wrong, tails, strict=True):
            known = found.get(witness.match)
            if known is None or known.witness.place.version < witness.place.version:
                found[witness.match] = Shortfall(witness, tail.version)
    return [found[match] for match in sorted(found)]


def refuse_shortfalls(logs: Logs, witnesses: Iterable[Witness]) -> None:
    """Refuse to start on logs that lost something; raises LogsLost, whose text lists every one of them."""
    shortfalls = find_shortfalls(logs, witnesses)
    if shortfalls:
        raise LogsLost(shortfalls)


class Keeper:
    """Writes checkpoints of what moves.

    :param hearing: says what moved; where it may have missed something all logs are looked at.
    """

    def __init__(self, house: House, checkpoints: Checkpoints) -> None:
        self._logs = house.logs
        self._checkpoints = checkpoints
        self._hearing: Hearing = house.logs.hearing()
        self._must_sweep = True
        self._missed: set[str] = set()  # moved, and not yet written: the server went away in between
        self._shorter: dict[str, Base] = {}

    def turn(self, seconds: float = SECONDS) -> int:
        """Listen for so long, then write down where the logs are that moved; how many were looked at.

        :raises StoreAway: when the log server is away; the next turn makes up for it.
        :raises OSError: when the file cannot be written.
        """
        moved = self._hearing.listen(seconds)
        if moved is None:
            self._must_sweep = True
        else:
            self._missed |= moved
        if self._must_sweep:
            looked_at = sum(self._note(some) for some in self._logs.all_matches())
            self._must_sweep = False
            return looked_at
        looked_at = self._note(sorted(self._missed))
        self._missed.clear()
        return looked_at

    def close(self) -> None:
        """Give the connection back."""
        self._hearing.close()

    def _note(self, matches: Sequence[str]) -> int:
        if matches:
            places = dict(zip(matches, self._logs.tails(matches), strict=True))
            there = {match: place for match, place in places.items() if place.version}
            self._complain(self._checkpoints.note(there))
        return len(matches)

    def _complain(self, contradicting: Mapping[str, Base]) -> None:
        for match, place in contradicting.items():
            if self._shorter.get(match) != place:
                self._shorter[match] = place
                known = self._checkpoints.known[match].version
                _log.error(
                    "the log of %s stands at event %d, a checkpoint shows %d", match, place.version, known
                )
