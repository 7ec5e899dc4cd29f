"""What followed from a step, as data. Everything in this game is public, so every effect is seen by all.

=================  =======  ============================================  =============
kind               seat     detail                                        text
=================  =======  ============================================  =============
``arrived``        active   ``space``                                     ``@12``
``crossed``        active   ``species`` of the line                       ``|K|``
``lap``            active   ``laps`` that are now done (solo)             ``lap 1``
``took-nothing``   active   (empty): the dead end of rule book 5.1        ``nothing``
``emptied``        owner    ``enclosure``, ``species``, ``count``         ``e2-K5``
``complete``       owner    (empty)                                       ``complete``
``markers-back``   active   (empty)                                       ``markers``
``match-over``     0        (empty)                                       ``over``
=================  =======  ============================================  =============

Equal effects are one object: never change a detail.
"""

from functools import cache

from referee.games.engine import Effect


@cache
def arrived(seat: int, space: int) -> Effect:
    """The elephant stands on another strip space."""
    return Effect("arrived", seat, f"@{space}", {"space": space})


@cache
def crossed(seat: int, species: str) -> Effect:
    """A breeding line was crossed."""
    return Effect("crossed", seat, f"|{species}|", {"species": species})


@cache
def lap(seat: int, laps: int) -> Effect:
    """The elephant came round to the start space."""
    return Effect("lap", seat, f"lap {laps}", {"laps": laps})


@cache
def took_nothing(seat: int) -> Effect:
    """No animal could be placed and no other space was open."""
    return Effect("took-nothing", seat, "nothing", {})


@cache
def emptied(seat: int, enclosure: int, species: str, count: int) -> Effect:
    """A full enclosure was emptied."""
    detail = {"enclosure": enclosure, "species": species, "count": count}
    return Effect("emptied", seat, f"e{enclosure}-{species}{count}", detail)


@cache
def complete(seat: int) -> Effect:
    """A zoo is completely covered."""
    return Effect("complete", seat, "complete", {})


@cache
def markers_back(seat: int) -> Effect:
    """All range markers are back in hand."""
    return Effect("markers-back", seat, "markers", {})


MATCH_OVER = Effect("match-over", 0, "over", {})
