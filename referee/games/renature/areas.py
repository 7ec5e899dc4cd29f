"""Points for a plant, and the scoring of an area (rule book 4.4, 4.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.renature.components import TYPES, VALUES
from referee.games.renature.spaces import AREA_MASKS, AREA_OF


class Award(NamedTuple):
    """Points that an area gives to a seat."""

    seat: int
    amount: int
    reason: str  # major, minor, or alone: both of them


def planted_mask(plants: Sequence[int]) -> int:
    """The spaces with a plant."""
    found = 0
    for mask in plants:
        found |= mask
    return found


def plant_at(plants: Sequence[int], space: int) -> int:
    """The place of the plant of a space in ``State.plants`` (owner by owner, value by value), -1 if none."""
    for place, mask in enumerate(plants):
        if mask >> space & 1:
            return place
    return -1


def plant_points(plants: Sequence[int], space: int) -> int:
    """Points for the plant of a space: itself, and every other of its area of equal or lower value (4.4).

    :param plants: as in ``State.plants``.
    """
    here = AREA_MASKS[AREA_OF[space]]
    rank = plant_at(plants, space) % TYPES
    lower = 0
    for place, mask in enumerate(plants):
        if place % TYPES <= rank:
            lower |= mask
    return (lower & here).bit_count()


def totals(plants: Sequence[int], area: int) -> list[int]:
    """The value of each owner's plants in the area: the seats, then neutral."""
    here = AREA_MASKS[area]
    return [
        sum(
            value * (mask & here).bit_count()
            for value, mask in zip(VALUES, plants[first : first + TYPES], strict=True)
        )
        for first in range(0, len(plants), TYPES)
    ]


def awards(plants: Sequence[int], area: int, major: int, minor: int) -> list[Award]:
    """Who gets what for the area (4.6): ties drop out, neutral plants keep points from the others.

    :param major: points of the area's token for the highest total; ``minor``: for the second.
    """
    found = totals(plants, area)
    neutral = len(found)  # as a seat: one more than the last
    present = [(total, owner) for owner, total in enumerate(found, 1) if total and found.count(total) == 1]
    if not present:
        return []
    present.sort(reverse=True)
    if len(present) == 1:
        ranked = [Award(present[0][1], major + minor, "alone")]
    else:
        ranked = [Award(present[0][1], major, "major"), Award(present[1][1], minor, "minor")]
    return [award for award in ranked if award.seat != neutral]
