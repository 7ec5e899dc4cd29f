"""What follows from a step, as data: the common effects (``referee.games.trucks.effects``) and offspring.

===============  =======  ==========================================  ==================
kind             seat     detail                                      text
===============  =======  ==========================================  ==================
``offspring``    owner    ``tile``, ``area`` (``B``: the barn)        ``EO>5``
===============  =======  ==========================================  ==================

The ``area`` of a bonus is the enclosure filled.
"""

from functools import lru_cache

from referee.games.engine import Effect
from referee.games.trucks.effects import KEPT


@lru_cache(KEPT)
def offspring(seat: int, tile: str, area: str) -> Effect:
    """An offspring and where it lies."""
    return Effect("offspring", seat, f"{tile}>{area}", {"tile": tile, "area": area})
