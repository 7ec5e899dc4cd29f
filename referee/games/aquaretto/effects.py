"""What follows from a step, as data: the common effects (``referee.games.trucks.effects``), offspring and coworkers.

===============  =======  ==========================================  ==================
kind             seat     detail                                      text
===============  =======  ==========================================  ==================
``offspring``    owner    ``tile``, ``outcome``: ``due`` (its seat    ``DY``, ``DY>D``
                          places it) or ``depot`` (no space for it)
``coworker``     owner    ``outcome``: ``due`` or ``supply``          ``W``, ``W>-``
                          (no place for it, or none is left)
===============  =======  ==========================================  ==================

The ``area`` of a bonus is the species of the basin that grew.
"""

from functools import lru_cache

from referee.games.engine import Effect
from referee.games.trucks.effects import KEPT


@lru_cache(KEPT)
def offspring_due(seat: int, tile: str) -> Effect:
    """An offspring that its seat has to place."""
    return Effect("offspring", seat, tile, {"tile": tile, "outcome": "due"})


@lru_cache(KEPT)
def offspring_to_depot(seat: int, tile: str) -> Effect:
    """An offspring for which the zoo has no space."""
    return Effect("offspring", seat, f"{tile}>D", {"tile": tile, "outcome": "depot"})


@lru_cache(KEPT)
def coworker_due(seat: int) -> Effect:
    """A coworker whom its seat has to place."""
    return Effect("coworker", seat, "W", {"outcome": "due"})


@lru_cache(KEPT)
def coworker_lost(seat: int) -> Effect:
    """A coworker for whom there is no place."""
    return Effect("coworker", seat, "W>-", {"outcome": "supply"})
