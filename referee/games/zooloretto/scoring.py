"""Points, ranks and breakdown (rule book, section 7)."""

from collections.abc import Mapping

from referee.games.engine import Result
from referee.games.written import ranks_of
from referee.games.zooloretto.components import (
    AREAS,
    KIND,
    PER_SPECIES_IN_BARN,
    PER_STALL_TYPE_IN_BARN,
    PER_STALL_TYPE_ON_SPACES,
    STALL,
)
from referee.games.zooloretto.state import State
from referee.games.zooloretto.zoo import Zoo

BREAKDOWN_KEYS = frozenset({*AREAS, "stalls", "barn_stalls", "barn_animals", "total", "coins"})


def zoo_points(zoo: Zoo) -> Mapping[str, int]:
    """The points of a zoo by line, ``total`` last; worked out once per zoo."""
    points: Mapping[str, int] | None = zoo.__dict__.get("points")
    if points is None:
        points = zoo.__dict__["points"] = _count(zoo)
    return points


def _count(zoo: Zoo) -> dict[str, int]:
    points = {
        AREAS[pen.area]: pen.points_with_stall if stalls else pen.points
        for pen, stalls in zip(zoo.pens, zoo.stalls, strict=True)
    }
    types_on_spaces = {stall for stalls in zoo.stalls for stall in stalls}
    types_in_barn = {tile for tile in zoo.barn if KIND[tile] == STALL}
    species_in_barn = {KIND[tile] for tile in zoo.barn if KIND[tile] != STALL}
    points["stalls"] = PER_STALL_TYPE_ON_SPACES * len(types_on_spaces)
    points["barn_stalls"] = PER_STALL_TYPE_IN_BARN * len(types_in_barn)
    points["barn_animals"] = PER_SPECIES_IN_BARN * len(species_in_barn)
    points["total"] = sum(points.values())
    return points


def scores(state: State) -> list[int]:
    """What each seat would score if the match ended now."""
    return [zoo_points(zoo)["total"] for zoo in state.zoos]


def result(state: State) -> Result:
    """Scores, ranks (points, then coins; ties share a rank) and breakdown, as if the match ended now."""
    points = scores(state)
    breakdown = [
        {**zoo_points(zoo), "coins": coins} for zoo, coins in zip(state.zoos, state.coins, strict=True)
    ]
    return Result(points, ranks_of(list(zip(points, state.coins, strict=True))), breakdown)
