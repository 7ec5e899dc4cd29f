"""What lies on the stream as an immutable value; what it allows is worked out once, when first asked."""

from referee.games.renature.components import ANIMALS
from referee.games.renature.spaces import (
    DOWN,
    EVERYWHERE,
    NEXT_TO,
    RIGHT,
    SHORES,
    STARTS,
    STREAM,
    TOP_BIT,
    spread,
)
from referee.games.renature.steps import DISCARDS, LAYINGS, Place, Step

Halves = tuple[tuple[int, int], ...]  # (space, animal)


class Stream:
    """The dominoes laid so far, never changed. States that differ elsewhere share one and all that it remembers.

    :param dominoes: the placements in the order laid.
    :param halves: covered spaces whose domino does not matter, by space (only a position of a rule case has them).
    :param laid: for each animal the set of spaces on which it lies.
    :param covered: all of them.
    """

    __slots__ = ("_closed", "_fits", "_open_slots", "_start_steps", "covered", "dominoes", "halves", "laid")

    def __init__(
        self, dominoes: tuple[Place, ...], halves: Halves, laid: tuple[int, ...], covered: int
    ) -> None:
        self.dominoes = dominoes
        self.halves = halves
        self.laid = laid
        self.covered = covered
        self._open_slots: tuple[int, int] | None = None
        self._fits: dict[int, list[int]] = {}  # by joker, then by animal
        self._start_steps: dict[tuple[tuple[str, ...], int], list[Step]] = {}
        self._closed: list[int] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.dominoes, self.halves) == (other.dominoes, other.halves)

    def __hash__(self) -> int:
        return hash((self.dominoes, self.halves))

    def __repr__(self) -> str:
        return f"<{'; '.join(step.text for step in self.dominoes)}>"

    def with_domino(self, step: Place, joker: int) -> "Stream":
        """The stream with one domino more, and what is known of it while this is the joker."""
        one, two = 1 << step.first, 1 << step.second
        laid = list(self.laid)
        laid[step.one] |= one
        laid[step.two] |= two
        longer = Stream((*self.dominoes, step), self.halves, tuple(laid), self.covered | one | two)
        longer._fits[joker] = self._fits_with(step, joker)
        return longer

    def _fits_with(self, step: Place, joker: int) -> list[int]:
        """Where each animal fits after one domino more: most match neither of its halves."""
        before = self._fits.get(joker) or self._find_fits(joker)
        one, two = step.one, step.two
        not_by_one, not_by_two = ~NEXT_TO[step.first], ~NEXT_TO[step.second]
        if joker in (one, two):  # it matches all
            not_by_one = EVERYWHERE if one == joker else not_by_one
            not_by_two = EVERYWHERE if two == joker else not_by_two
        by_neither = not_by_one & not_by_two
        fits = [where & by_neither for where in before]
        fits[one] = before[one] & not_by_two
        fits[two] = before[two] & not_by_one
        if one == two:
            fits[one] = before[one]
        fits[joker] = EVERYWHERE
        return fits

    def strangers(self, animal: int, joker: int) -> int:
        """The covered spaces whose animal does not match this one (rule book 4.1)."""
        if animal == joker:
            return 0
        return self.covered & ~(self.laid[animal] | self.laid[joker])

    def can_take(self, step: Place, joker: int) -> bool:
        """May a domino lie so on two adjacent spaces (4.1)?"""
        first, second = step.first, step.second
        fits = self._fits.get(joker) or self._find_fits(joker)
        if not fits[step.one] >> first & fits[step.two] >> second & 1:
            return False
        across, upright = self._open_slots or self._find_open_slots()
        lower = min(first, second)
        return bool((across if first + second == 2 * lower + RIGHT else upright) >> lower & 1)

    def start_steps(self, hand: tuple[str, ...], joker: int) -> list[Step]:
        """Every discard and every legal placement of a hand (4.1, 4.2); see ``spaces.py`` for how they are found."""
        found = self._start_steps.get((hand, joker))
        if found is None:
            found = self._start_steps[hand, joker] = self._find(hand, joker)
        return found

    def _find(self, hand: tuple[str, ...], joker: int) -> list[Step]:
        across, upright = self._open_slots or self._find_open_slots()
        fits = self._fits.get(joker) or self._find_fits(joker)
        found: list[Step] = []
        for domino in dict.fromkeys(hand):
            found.append(DISCARDS[domino])
            for left_or_upper, other, shift, table in LAYINGS[domino]:
                mask = fits[left_or_upper] & fits[other] >> shift & (across if shift == RIGHT else upright)
                while mask:
                    length = mask.bit_length()
                    found.append(table[length])
                    mask ^= TOP_BIT[length]
        return found

    def _find_fits(self, joker: int) -> list[int]:
        """For each animal the spaces on which it would match all its neighbours, covered or not."""
        not_joker = self.covered & ~self.laid[joker]
        fits = [EVERYWHERE & ~spread(not_joker & ~here) for here in self.laid]
        fits[joker] = EVERYWHERE
        self._fits[joker] = fits
        return fits

    def _find_open_slots(self) -> tuple[int, int]:
        """The free slots with a half beside a domino or on a starting space, each as its left or upper space."""
        free = STREAM & ~self.covered
        joined = spread(self.covered) | STARTS
        self._open_slots = (
            free & free >> RIGHT & (joined | joined >> RIGHT),
            free & free >> DOWN & (joined | joined >> DOWN),
        )
        return self._open_slots

    @property
    def closed(self) -> list[int]:
        """The closed areas in letter order, with or without their token.

        An area is closed unless there are two adjacent free stream spaces of which one is next to it (4.5).
        """
        if self._closed is None:
            free = STREAM & ~self.covered
            open_spaces = free & spread(free)
            self._closed = [area for area, shore in enumerate(SHORES) if not shore & open_spaces]
        return self._closed


EMPTY_STREAM = Stream((), (), (0,) * len(ANIMALS), 0)
