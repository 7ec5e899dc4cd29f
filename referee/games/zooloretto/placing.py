"""Where a tile may be placed and what follows (rule book 5.3 and 5.4)."""

from typing import NamedTuple

from referee.games.engine import Effect, IllegalStep
from referee.games.trucks.effects import coins
from referee.games.trucks.values import changed, with_tile
from referee.games.zooloretto import effects
from referee.games.zooloretto.components import KIND, STALL
from referee.games.zooloretto.refusals import refuse
from referee.games.zooloretto.steps import ALL_AREAS, BARN_INDEX
from referee.games.zooloretto.zoo import Zoo


class Outcome(NamedTuple):
    """A zoo with one tile more, and what followed."""

    zoo: Zoo
    bonus: int  # coins that the bank paid
    effects: tuple[Effect, ...]


def why_not_placed(zoo: Zoo, tile: str, area: int) -> IllegalStep | None:
    """Judge by predicate whether the tile may lie there; None if so (the barn is always allowed)."""
    if area == BARN_INDEX or (area < len(zoo.pens) and zoo.places_for(KIND[tile]) >> area & 1):
        return None
    name = ALL_AREAS[area]
    if area >= len(zoo.pens):
        return not_owned(area)
    if KIND[tile] == STALL:
        return refuse("no-stall-space", f"No stall space beside {name} is free.")
    if zoo.pens[area].is_full:
        return refuse("no-room", f"{name} is full.")
    return refuse("other-species", f"{name} holds another species: {','.join(zoo.pens[area].tiles)}.")


def put(zoo: Zoo, tile: str, area: int, seat: int, purse: int | None) -> Outcome:
    """Put a tile where it may lie, with bonus and offspring.

    :param seat: the owner of the zoo.
    :param purse: what the bank can pay, None if it never runs dry.
    """
    pens, stalls, barn = zoo
    if area == BARN_INDEX:
        return Outcome(Zoo(pens, stalls, with_tile(barn, tile)), 0, ())
    if KIND[tile] == STALL:
        beside = with_tile(stalls[area], tile)
        return Outcome(Zoo(pens, changed(stalls, area, beside), barn), 0, ())
    placed = pens[area].placed(tile)
    happened: tuple[Effect, ...] = ()
    # The tile that fills pays before the offspring comes (5.3), an offspring that fills pays after it.
    bonus = placed.bonus if purse is None else min(placed.bonus, purse)
    pays = (coins(seat, bonus, "bonus", ALL_AREAS[area]),) if bonus else ()
    if placed.offspring:
        born_in = area if placed.is_inside else BARN_INDEX
        born = effects.offspring(seat, placed.offspring, ALL_AREAS[born_in])
        happened = (born, *pays) if placed.is_inside else (*pays, born)
        if not placed.is_inside:
            barn = with_tile(barn, placed.offspring)
    else:
        happened = pays
    return Outcome(Zoo(changed(pens, area, placed.pen), stalls, barn), bonus, happened)


def not_owned(area: int) -> IllegalStep:
    """The area is an expansion that the seat has not bought."""
    return refuse("not-owned", f"{ALL_AREAS[area]} is an expansion that this seat has not bought.")
