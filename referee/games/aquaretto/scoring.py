"""Points, ranks and breakdown (rule book, section 7)."""

from collections.abc import Mapping

from referee.games.aquaretto.components import (
    CASHIER_PER_COIN,
    KEEPER_MARKS,
    KEEPER_PER_FISH,
    PER_ANIMAL,
    PER_SPECIES_IN_DEPOT,
    PER_SPECIES_IN_MANAGED_DEPOT,
    SPECIES_INDEX,
    TRAINABLE,
    TRAINER_PER_NEIGHBOUR,
    UNTRAINABLE_MARKS,
    YOUNG,
)
from referee.games.aquaretto.grid import around, cells_of
from referee.games.aquaretto.state import State
from referee.games.aquaretto.zoo import Zoo
from referee.games.engine import Result
from referee.games.written import ranks_of

BREAKDOWN_KEYS = frozenset({"animals", "cashier", "keeper", "trainer", "depot", "total", "coins"})


def zoo_points(zoo: Zoo, coins: int, is_offspring_trainable: bool) -> Mapping[str, int]:
    """The points of a zoo by line, ``total`` last; worked out once per zoo and purse.

    :param coins: of its seat.
    """
    known: dict[tuple[int, bool], Mapping[str, int]] = zoo.__dict__.setdefault("points", {})
    points = known.get((coins, is_offspring_trainable))
    if points is None:
        points = known[coins, is_offspring_trainable] = _count(zoo, coins, is_offspring_trainable)
    return points


def _count(zoo: Zoo, coins: int, is_offspring_trainable: bool) -> dict[str, int]:
    cashiers, keepers, managers = zoo.crew
    species_in_depot = len({tile[0] for tile in zoo.depot})
    points = {
        "animals": PER_ANIMAL * zoo.animals.bit_count(),
        "cashier": CASHIER_PER_COIN * cashiers * coins,
        "keeper": KEEPER_PER_FISH * keepers * _fish(zoo),
        "trainer": TRAINER_PER_NEIGHBOUR * _trained(zoo, is_offspring_trainable),
        "depot": (PER_SPECIES_IN_MANAGED_DEPOT if managers else PER_SPECIES_IN_DEPOT) * species_in_depot,
    }
    points["total"] = sum(points.values())
    return points


def _fish(zoo: Zoo) -> int:
    """How many tiles bear a mark that earns a point with a keeper."""
    return sum(basin.marked(mark).bit_count() for basin in zoo.basins for mark in KEEPER_MARKS)


def _trained(zoo: Zoo, is_offspring_trainable: bool) -> int:
    """How often a trainer has a trainable tile beside him, at an edge or a corner (5.8)."""
    trainable = 0
    for species in TRAINABLE:
        basin = zoo.basins[SPECIES_INDEX[species]]
        trainable |= basin.cells
        for mark in UNTRAINABLE_MARKS:
            trainable &= ~basin.marked(mark)
        if not is_offspring_trainable:
            trainable &= ~basin.marked(YOUNG)
    return sum((around(1 << cell) & trainable).bit_count() for cell in cells_of(zoo.trainers))


def all_points(state: State) -> list[Mapping[str, int]]:
    """The points of every seat by line, as if the match ended now."""
    trainable = state.setup.is_offspring_trainable
    return [zoo_points(zoo, coins, trainable) for zoo, coins in zip(state.zoos, state.coins, strict=True)]


def scores(state: State) -> list[int]:
    """What each seat would score if the match ended now."""
    return [points["total"] for points in all_points(state)]


def result(state: State) -> Result:
    """Scores, ranks (points, then coins; ties share a rank) and breakdown, as if the match ended now."""
    points = all_points(state)
    breakdown = [{**own, "coins": coins} for own, coins in zip(points, state.coins, strict=True)]
    totals = [own["total"] for own in points]
    return Result(totals, ranks_of(list(zip(totals, state.coins, strict=True))), breakdown)
