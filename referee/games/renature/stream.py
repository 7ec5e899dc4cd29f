"""What lies on the stream as an immutable value; what it allows is worked out once, when first asked."""

from referee.games.renature.components import ANIMAL_INDEX, ANIMALS
from referee.games.renature.spaces import DOWN, RIGHT, SHORES, STARTS, STREAM, spread
from referee.games.renature.steps import Place, slots

Halves = tuple[tuple[int, int], ...]  # (space, animal)


class Stream:
    """The dominoes laid so far, never changed. States that differ elsewhere share one and all that it remembers.

    :param dominoes: the placements in the order laid.
    :param halves: covered spaces whose domino does not matter, by space (only a position of a rule case has them).
    :param laid: for each animal the set of spaces on which it lies.
    """

    __slots__ = ("_closed", "_fits", "_placements", "covered", "dominoes", "halves", "laid")

    def __init__(self, dominoes: tuple[Place, ...], halves: Halves, laid: tuple[int, ...]) -> None:
        self.dominoes = dominoes
        self.halves = halves
        self.laid = laid
        self.covered = 0
        for mask in laid:
            self.covered |= mask
        self._fits: dict[tuple[int, int], int] = {}
        self._placements: dict[tuple[str, int], list[Place]] = {}
        self._closed: tuple[int, ...] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.dominoes, self.halves) == (other.dominoes, other.halves)

    def __hash__(self) -> int:
        return hash((self.dominoes, self.halves))

    def __repr__(self) -> str:
        return f"<{'; '.join(step.text for step in self.dominoes)}>"

    def with_domino(self, step: Place) -> "Stream":
        """The stream with one domino more."""
        laid = list(self.laid)
        laid[step.one] |= 1 << step.first
        laid[step.two] |= 1 << step.second
        return Stream((*self.dominoes, step), self.halves, tuple(laid))

    def strangers(self, animal: int, joker: int) -> int:
        """The covered spaces whose animal does not match this one (rule book 4.1)."""
        if animal == joker:
            return 0
        return self.covered & ~(self.laid[animal] | self.laid[joker])

    def _fitting(self, animal: int, joker: int) -> int:
        """The free spaces on which the animal would match all its neighbours."""
        fits = self._fits.get((animal, joker))
        if fits is None:
            fits = STREAM & ~(self.covered | spread(self.strangers(animal, joker)))
            self._fits[animal, joker] = fits
        return fits

    def placements(self, domino: str, joker: int) -> list[Place]:
        """Every legal placement of the domino (rule book 4.1); see ``spaces.py`` for how they are found."""
        found = self._placements.get((domino, joker))
        if found is None:
            found = self._placements[domino, joker] = self._find(domino, joker)
        return found

    def _find(self, domino: str, joker: int) -> list[Place]:
        one = self._fitting(ANIMAL_INDEX[domino[0]], joker)
        two = self._fitting(ANIMAL_INDEX[domino[1]], joker)
        joined = spread(self.covered) | STARTS
        across, upright = joined | joined >> RIGHT, joined | joined >> DOWN
        right, down, left, up = slots(domino)
        found: list[Place] = []
        for mask, table in (
            (one & two >> RIGHT & across, right),
            (one & two >> DOWN & upright, down),
            (two & one >> RIGHT & across, left),
            (two & one >> DOWN & upright, up),
        ):
            if table:
                while mask:
                    lowest = mask & -mask
                    found.append(table[lowest.bit_length() - 1])
                    mask ^= lowest
        return found

    @property
    def closed(self) -> tuple[int, ...]:
        """The closed areas in letter order, with or without their token.

        An area is closed unless there are two adjacent free stream spaces of which one is next to it (4.5).
        """
        if self._closed is None:
            free = STREAM & ~self.covered
            open_spaces = free & spread(free)
            self._closed = tuple(area for area, shore in enumerate(SHORES) if not shore & open_spaces)
        return self._closed


EMPTY_STREAM = Stream((), (), (0,) * len(ANIMALS))
