"""The money actions (rule book 5.5): exactly one per turn, the cost is paid first."""

from referee.games.engine import Effect
from referee.games.trucks.box import Tiles
from referee.games.trucks.effects import removed
from referee.games.trucks.flow import Played, end_turn
from referee.games.trucks.money import Paid, coins_with, pay
from referee.games.trucks.values import changed, with_tile, without_tile
from referee.games.zooloretto import effects
from referee.games.zooloretto.components import (
    BUY_PRICE,
    DISCARD_PRICE,
    ENCLOSURES,
    EXPAND_PRICE,
    KIND,
    MOVE_PRICE,
    STALL,
    SWAP_PRICE,
)
from referee.games.zooloretto.pens import pen, swapped
from referee.games.zooloretto.placing import not_owned, put, why_not_placed
from referee.games.zooloretto.refusals import refuse
from referee.games.zooloretto.state import State
from referee.games.zooloretto.steps import ALL_AREAS, BARN_INDEX, Buy, Discard, Expand, Move, Swap
from referee.games.zooloretto.zoo import Zoo, expanded


def move(state: State, step: Move) -> Played:
    """Move a tile of the barn into an enclosure or stall space, or a stall between stall spaces."""
    zoo = state.zoos[state.seat - 1]
    tile, origin, target = step.tile, step.origin, step.target
    if origin == BARN_INDEX:
        if target == BARN_INDEX:
            raise refuse("into-barn", "A move from the barn ends in an enclosure or beside one.")
        _demand_in_barn(zoo, tile)
    else:
        _demand_movable_stall(state, zoo, step)
    refusal = why_not_placed(zoo, tile, target)
    if refusal:
        raise refusal
    paid = pay(state, MOVE_PRICE)
    if origin == BARN_INDEX:
        lifted = Zoo(zoo.pens, zoo.stalls, without_tile(zoo.barn, tile))
    else:
        lifted = Zoo(zoo.pens, changed(zoo.stalls, origin, without_tile(zoo.stalls[origin], tile)), zoo.barn)
    return _put_and_end(state, paid, lifted, tile, target)


def _demand_movable_stall(state: State, zoo: Zoo, step: Move) -> None:
    if KIND[step.tile] != STALL:
        raise refuse("animals-stay", "An animal leaves an enclosure only by a swap.")
    if step.origin >= len(zoo.pens):
        raise not_owned(step.origin)
    if step.tile not in zoo.stalls[step.origin]:
        raise refuse("not-beside", f"No {step.tile} stands beside {ALL_AREAS[step.origin]}.")
    if step.origin == step.target:
        raise refuse("same-area", "A stall moves to a space beside another enclosure.")
    if step.target == BARN_INDEX and not state.setup.may_stalls_go_to_barn:
        raise refuse("into-barn", "A stall moves from a stall space to another stall space, not to the barn.")


def swap(state: State, step: Swap) -> Played:
    """Exchange two enclosures, or an enclosure and all animals of one species of the barn; no bonus."""
    zoo = state.zoos[state.seat - 1]
    first, second = step.first, step.second
    if first == BARN_INDEX and step.species:
        raise refuse("swap-needs-enclosure", "A swap needs at least one enclosure.")
    if first == second:
        raise refuse("same-area", "A swap needs two different areas.")
    if BARN_INDEX in (first, second) and not step.species:
        raise refuse("swap-species-unnamed", "A swap with the barn names the species, as in SW 5/B:E.")
    for area in (first, second):
        if len(zoo.pens) <= area < BARN_INDEX:
            raise not_owned(area)
    here = zoo.pens[first].tiles
    there = zoo.barn_groups.get(step.species, ()) if step.species else zoo.pens[second].tiles
    _demand_exchangeable(here, there, step)
    paid = pay(state, SWAP_PRICE)
    if step.species:
        after, born = _swapped_with_barn(state.seat, zoo, first, there)
    else:
        # Each group was together in an enclosure before, so no pair is left to mate (R6).
        pens = changed(changed(zoo.pens, first, pen(first, there)), second, pen(second, here))
        after, born = Zoo(pens, zoo.stalls, zoo.barn), ()
    return _end_turn(state, paid, after, born)


def _demand_exchangeable(here: Tiles, there: Tiles, step: Swap) -> None:
    sides = (ALL_AREAS[step.first], f"B:{step.species}" if step.species else ALL_AREAS[step.second])
    for group, side in zip((here, there), sides, strict=True):
        if not group:
            raise refuse("swap-empty", f"Both sides of a swap need animals: {side} has none.")
    if here[0][0] == there[0][0]:
        raise refuse("swap-same-species", "The two groups of a swap are of different species.")
    for group, area in ((there, step.first), (here, step.second)):
        if area != BARN_INDEX and len(group) > ENCLOSURES[area].spaces:
            raise refuse("swap-too-small", f"{len(group)} animals do not fit into {ALL_AREAS[area]}.")


def _swapped_with_barn(seat: int, zoo: Zoo, area: int, group: Tiles) -> tuple[Zoo, tuple[Effect, ...]]:
    come = swapped(area, group)
    offspring = group[0][0] + "O"
    stayed = [tile for tile in zoo.barn if tile not in group]
    barn = sorted([*stayed, *zoo.pens[area].tiles, *[offspring] * come.outside])
    inside = (effects.offspring(seat, offspring, ALL_AREAS[area]),) * come.inside
    outside = (effects.offspring(seat, offspring, ALL_AREAS[BARN_INDEX]),) * come.outside
    return Zoo(changed(zoo.pens, area, come.pen), zoo.stalls, tuple(barn)), inside + outside


def buy(state: State, step: Buy) -> Played:
    """Buy a tile of another seat's barn: one coin to the owner, one to the bank."""
    if step.seller == state.seat:
        raise refuse("own-barn", "A seat buys from another seat's barn.")
    seller = state.zoos[step.seller - 1]
    if step.tile not in seller.barn:
        raise refuse("not-in-barn", f"No {step.tile} lies in the barn of seat {step.seller}.")
    zoo = state.zoos[state.seat - 1]
    refusal = why_not_placed(zoo, step.tile, step.area)
    if refusal:
        raise refusal
    paid = pay(state, BUY_PRICE, step.seller)
    sold = Zoo(seller.pens, seller.stalls, without_tile(seller.barn, step.tile))
    after_sale = state._replace(zoos=changed(state.zoos, step.seller - 1, sold))
    return _put_and_end(after_sale, paid, zoo, step.tile, step.area)


def discard(state: State, step: Discard) -> Played:
    """Throw a tile of the own barn out of the game."""
    zoo = state.zoos[state.seat - 1]
    _demand_in_barn(zoo, step.tile)
    paid = pay(state, DISCARD_PRICE)
    thrifty = Zoo(zoo.pens, zoo.stalls, without_tile(zoo.barn, step.tile))
    gone = removed(state.seat, (step.tile,), "discard")
    lighter = state._replace(removed=with_tile(state.removed, step.tile))
    return _end_turn(lighter, paid, thrifty, (gone,))


def expand(state: State, step: Expand) -> Played:
    """Open the next own expansion board."""
    zoo = state.zoos[state.seat - 1]
    if not may_expand(state, zoo):
        raise refuse("no-expansion-left", f"All expansions of this seat are open: {state.setup.expansions}.")
    return _end_turn(state, pay(state, EXPAND_PRICE), expanded(zoo), ())


def may_expand(state: State, zoo: Zoo) -> bool:
    """Has the zoo an expansion board that is not open yet?"""
    return zoo.expansions < state.setup.expansions


def _demand_in_barn(zoo: Zoo, tile: str) -> None:
    if tile not in zoo.barn:
        raise refuse("not-in-barn", f"No {tile} lies in the barn of this seat.")


def _put_and_end(state: State, paid: Paid, zoo: Zoo, tile: str, area: int) -> Played:
    """Put the tile with bonus and offspring: the cost is in the bank before the bonus (R13)."""
    outcome = put(zoo, tile, area, state.seat, paid.bank if state.setup.is_bank_finite else None)
    coins = coins_with(paid.coins, state.seat, outcome.bonus)
    after = Paid(paid.bank - outcome.bonus, coins, paid.effects)
    return _end_turn(state, after, outcome.zoo, outcome.effects)


def _end_turn(state: State, paid: Paid, zoo: Zoo, happened: tuple[Effect, ...]) -> Played:
    zoos = changed(state.zoos, state.seat - 1, zoo)
    return end_turn(
        state,
        paid.bank,
        paid.coins,
        state.trucks,
        state.takers,
        zoos,
        state.removed,
        (*paid.effects, *happened),
    )
