"""Follow matches as they go on: what is new is read and folded once per process, however many look on."""

import threading
from collections import OrderedDict, deque
from typing import NamedTuple

from referee.matches.chain import Entry
from referee.matches.events import Event, read_trusted_event
from referee.matches.fold import apply
from referee.matches.match import Match
from referee.service.house import House
from referee.service.loading import keep, load, not_found, replay, unseal

_MOST_TAILS = 200
_MOST_STEPS = 32  # of each match: who is further behind reads the log
_AT_ONCE = 100  # steps in one answer


class Step(NamedTuple):
    """An entry of a log, its event, and the match after it."""

    entry: Entry
    event: Event
    match: Match


class LogLost(Exception):
    """A log does not go on from where it was: it lost its end, and nobody can say what follows."""


class Tails:
    """The newest steps of the matches that somebody follows.

    :param most: matches that are remembered.
    """

    def __init__(self, house: House, most: int = _MOST_TAILS) -> None:
        self._house = house
        self._most = most
        self._tails: OrderedDict[str, _Tail] = OrderedDict()
        self._lock = threading.Lock()

    def steps(self, match_id: str, after: int, most: int = _AT_ONCE) -> tuple[Match, list[Step]]:
        """The match as it stands now, and what followed on a version, oldest first, some at a time.

        :raises LogLost: if the log ends before that version now, or is another one than before.
        :raises Refused: ``match/not-found``.
        """
        tail = self._tail(match_id)
        try:
            match, steps = tail.look(self._house, after)
        except LogLost:
            self._forget(match_id)
            raise
        if match.is_complete:
            self._forget(match_id)
        if after > match.version:
            raise LogLost(f"match {match_id} has {match.version} events, and had {after}")
        if steps is None:
            until = min(match.version, after + most)
            steps = [Step(*step) for step in replay(self._house, match, after, until)]
        return match, steps[:most]

    def forget(self) -> None:
        """Remember nothing: the next look reads every log anew."""
        with self._lock:
            self._tails.clear()

    def _forget(self, match_id: str) -> None:
        with self._lock:
            self._tails.pop(match_id, None)

    def _tail(self, match_id: str) -> "_Tail":
        with self._lock:
            tail = self._tails.get(match_id)
        if tail is None:
            match = load(self._house, match_id)
            if match is None:
                raise not_found()
            tail = _Tail(match)
        with self._lock:
            tail = self._tails.setdefault(match_id, tail)
            self._tails.move_to_end(match_id)
            while len(self._tails) > self._most:
                self._tails.popitem(last=False)
        return tail


class _Tail:
    """The end of one log, as far as this process has read it."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._steps: deque[Step] = deque(maxlen=_MOST_STEPS)
        self._lock = threading.Lock()
        self._looks = 0

    def look(self, house: House, after: int) -> tuple[Match, list[Step] | None]:
        """The match now, and the steps behind a version, or None where they are not remembered.

        Of those who come at once the first reads the log for all: a look that began after one asked is as good as
        one's own.
        """
        looks = self._looks
        with self._lock:
            if self._match.version <= after and self._looks == looks:
                self._looks += 1
                self._read_on(house)
            match, steps = self._match, tuple(self._steps)
        if after >= match.version:
            return match, []
        if not steps or steps[0].entry.version > after + 1:
            return match, None
        return match, [step for step in steps if step.entry.version > after]

    def _read_on(self, house: House) -> None:
        # The newest entry that we know is read again, as in loading: it shows that this is still the same log.
        before = self._match
        entries = house.logs.read(before.id, before.version - 1)
        if not entries or entries[0].base != before.last:
            raise LogLost(f"the log of match {before.id} does not go on from version {before.version}")
        for entry in entries[1:]:
            event = read_trusted_event(entry.text)
            self._match = apply(self._match, event, entry.base, unseal(entry))
            self._steps.append(Step(entry, event, self._match))
        if self._match is not before:
            keep(house, before, self._match)
