"""Points for a plant, and the scoring of an area (rule book 4.4, 4.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.renature.components import TYPES, VALUES
from referee.games.renature.spaces import AREA_MASKS, AREA_OF
from referee.games.renature.state import KIND_PLACES
from referee.games.renature.steps import Grow


class Award(NamedTuple):
    """Points that an area gives to a seat."""

    seat: int
    amount: int
    reason: str  # major, minor, or alone: both of them


def up_to_each_value(plants: Sequence[int]) -> tuple[int, ...]:
    """For each value the spaces with a plant of this or a lower one.

    :param plants: as in ``State.plants``, here and below.
    """
    found = 0
    sets = []
    for rank in range(TYPES):
        for mask in plants[rank::TYPES]:
            found |= mask
        sets.append(found)
    return tuple(sets)


def plant_at(plants: Sequence[int], space: int) -> int:
    """The place of the plant of a space in ``State.plants`` (owner by owner, value by value), -1 if none."""
    for place, mask in enumerate(plants):
        if mask >> space & 1:
            return place
    return -1


def kind_at(plants: Sequence[int], players: int, seat: int, space: int) -> int | None:
    """The kind of a space's plant as one of the seat's own or neutral ones; None if it is neither."""
    place = plant_at(plants, space)
    places = KIND_PLACES[players][seat]
    return places.index(place) if place in places else None


def plant_points(up_to: Sequence[int], planted: Grow) -> int:
    """Points for a plant: itself, and every other of its area of equal or lower value (4.4).

    :param up_to: as in ``State.up_to``.
    """
    return (up_to[planted.kind % TYPES] & AREA_MASKS[AREA_OF[planted.space]]).bit_count()


def totals(plants: Sequence[int], area: int) -> list[int]:
    """The value of each owner's plants in the area: the seats, then neutral."""
    here = AREA_MASKS[area]
    found = [0] * (len(plants) // TYPES)
    for place, mask in enumerate(plants):
        found[place // TYPES] += VALUES[place % TYPES] * (mask & here).bit_count()
    return found


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
