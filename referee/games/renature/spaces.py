"""The printed board as bit masks: spaces, areas, shores (rule book, section 1).

How placement is found: a set of spaces is one whole number. Each row has 16 bits, 15 spaces and one that is never set, so
that a shift by 1 or by 16 moves a whole set to its neighbours and nothing runs over the edge. Where an animal may lie is
one such number, where a domino may lie the overlap of two of them, one shifted; each bit of it is an entry of a table of
ready step objects. The half of a double that comes first in reading order is written first, so its mirror image is
never looked for.
"""

from collections.abc import Iterable, Iterator, Mapping

from referee.games.renature.components import COMPONENTS

COLUMNS: str = COMPONENTS["board"]["columns"]
ROWS: tuple[str, ...] = tuple(COMPONENTS["board"]["rows"])
WIDTH = 16  # bits of a row
RIGHT, DOWN = 1, WIDTH  # to the neighbour in the same row, in the same column
_STREAM = "."

# A space is the number of its bit; numbers ascend in reading order.
SPACE_NAMES: Mapping[int, str] = {
    row * WIDTH + column: f"{letter}{row + 1}"
    for row in range(len(ROWS))
    for column, letter in enumerate(COLUMNS)
}
SPACES: Mapping[str, int] = {name: space for space, name in SPACE_NAMES.items()}


def mask_of(spaces: Iterable[int]) -> int:
    """The set of these spaces."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def spaces_of(mask: int) -> Iterator[int]:
    """The spaces of a set in reading order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


# The highest bit of a number by its length in bits. A set is gone through fastest from its highest bit down, with tables
# whose index is the length.
TOP_BIT: tuple[int, ...] = (0, *(1 << space for space in range(WIDTH * len(ROWS))))


def spread(mask: int) -> int:
    """All spaces next to one of the set, and some bits beyond the board: take the overlap with what is asked."""
    return mask << RIGHT | mask >> RIGHT | mask << DOWN | mask >> DOWN


def _printed(space: int) -> str:
    return ROWS[space // WIDTH][space % WIDTH]


STREAM = mask_of(space for space in SPACE_NAMES if _printed(space) == _STREAM)
EVERYWHERE = mask_of(SPACE_NAMES)
LAND = EVERYWHERE & ~STREAM
STARTS = mask_of(SPACES[name] for name in COMPONENTS["board"]["start_spaces"])

# Areas are numbered in letter order.
AREAS: tuple[str, ...] = tuple(sorted(COMPONENTS["board"]["areas"]))
AREA_INDEX: Mapping[str, int] = {letter: area for area, letter in enumerate(AREAS)}
AREA_SIZES: tuple[int, ...] = tuple(COMPONENTS["board"]["areas"][letter] for letter in AREAS)
AREA_MASKS: tuple[int, ...] = tuple(
    mask_of(space for space in SPACE_NAMES if _printed(space) == letter) for letter in AREAS
)
SHORES: tuple[int, ...] = tuple(
    spread(mask) & STREAM for mask in AREA_MASKS
)  # stream spaces next to the area
AREA_OF: Mapping[int, int] = {
    space: area for area, mask in enumerate(AREA_MASKS) for space in spaces_of(mask)
}
NEXT_TO: Mapping[int, int] = {space: spread(1 << space) & EVERYWHERE for space in SPACE_NAMES}
# For each two spaces on which a domino can lie, as a set: the area spaces next to them.
BESIDE: Mapping[int, int] = {
    pair: spread(pair) & LAND
    for shift in (RIGHT, DOWN)
    for pair in (1 << space | 1 << space + shift for space in spaces_of(STREAM & STREAM >> shift))
}

CLOUDY: tuple[int, ...] = tuple(SPACES[spot["space"]] for spot in COMPONENTS["board"]["cloud_spaces"])
PRINTED_CLOUDS: tuple[int, ...] = tuple(spot["clouds"] for spot in COMPONENTS["board"]["cloud_spaces"])
CLOUDY_INDEX: Mapping[int, int] = {space: place for place, space in enumerate(CLOUDY)}


def are_adjacent(one: int, other: int) -> bool:
    """Do two spaces of the board share an edge?"""
    return abs(one - other) in (RIGHT, DOWN)
