"""How time runs: the clock of a seat as a value, and arithmetic that leaves out the time that stands still."""

from collections.abc import Iterable, Iterator
from heapq import merge
from operator import itemgetter
from typing import NamedTuple

from referee.matches.hours import Hours, nights

Span = tuple[int, int | None]  # milliseconds: from, and until (None: without an end)


class SeatClock(NamedTuple):
    """The time of a seat. All that an undo restores.

    :param left: milliseconds that the seat had when its stint began, or has for the next.
    :param since: when it began to owe; None: it owes nothing.
    :param extra: milliseconds that the organiser gave to this stint.
    :param has_lapsed: in this stint?
    :param hours: the nightly hours that count in this stint.
    """

    left: int = 0
    since: int | None = None
    extra: int = 0
    has_lapsed: bool = False
    hours: Hours | None = None

    @property
    def given(self) -> int:
        """The time of this stint in all, in milliseconds."""
        return self.left + self.extra


def spans_of(clock: SeatClock, still: Iterable[Span], vacations: Iterable[Span]) -> Iterator[Span]:
    """All spans in which the time of a seat's stint stands still, by their beginning; with nights without an end.

    :param still: of the match, by their beginning; ``vacations``: of the seat.
    """
    since = clock.since or 0
    kinds = [still, vacations]
    if clock.hours is not None:
        kinds.append(nights(clock.hours, since))
    return merge(*kinds, key=itemgetter(0))


def time_run(since: int, until: int, still: Iterable[Span]) -> int:
    """The time between two instants without what stands still.

    :param still: spans by their beginning; they may overlap.
    """
    ran, place = 0, since
    for begin, end in still:
        if begin >= until:
            break
        if begin > place:
            ran += begin - place
        if end is None:
            return ran
        place = max(place, end)
    return ran + max(0, until - place)


def runs_out_at(since: int, given: int, still: Iterable[Span]) -> int | None:
    """When a time that begins to run at an instant has run out; None: it stands still for ever.

    :param still: as for :func:`time_run`. An end never lies within a span, but at its beginning it may.
    """
    place, left = since, given
    for begin, end in still:
        if end is not None and end <= place:
            continue
        if begin > place:
            if left <= begin - place:
                break
            left -= begin - place
        if end is None:
            return None
        place = end
    return place + left
