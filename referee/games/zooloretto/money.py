"""The money actions (rule book 5.5): exactly one per turn, the cost is paid first."""

from referee.games.engine import Effect
from referee.games.zooloretto import effects
from referee.games.zooloretto.components import (
    BUY_COST,
    BUY_TO_BANK,
    DISCARD_COST,
    ENCLOSURES,
    EXPAND_COST,
    KIND,
    MOVE_COST,
    SELLER_SHARE,
    STALL,
    SWAP_COST,
)
from referee.games.zooloretto.flow import Played, end_turn
from referee.games.zooloretto.pens import pen, swapped
from referee.games.zooloretto.placing import changed, not_owned, put, why_not_placed
from referee.games.zooloretto.refusals import not_enough_coins, refuse
from referee.games.zooloretto.state import State
from referee.games.zooloretto.steps import ALL_AREAS, BARN_INDEX, Buy, Discard, Expand, Move, Swap
from referee.games.zooloretto.zoo import Tiles, Zoo, expanded, with_tile, without_tile


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
    _demand_coins(state, MOVE_COST)
    if origin == BARN_INDEX:
        lifted = Zoo(zoo.pens, zoo.stalls, without_tile(zoo.barn, tile))
    else:
        lifted = Zoo(zoo.pens, changed(zoo.stalls, origin, without_tile(zoo.stalls[origin], tile)), zoo.barn)
    return _pay_and_put(state, MOVE_COST, MOVE_COST, lifted, tile, target)


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
    _demand_coins(state, SWAP_COST)
    if step.species:
        after, born = _swapped_with_barn(state.seat, zoo, first, there)
    else:
        # Each group was together in an enclosure before, so no pair is left to mate (R6).
        pens = changed(changed(zoo.pens, first, pen(first, there)), second, pen(second, here))
        after, born = Zoo(pens, zoo.stalls, zoo.barn), ()
    coins = _coins_with(state.coins, state.seat, -SWAP_COST)
    cost = effects.coins(state.seat, -SWAP_COST, "cost")
    return _end_turn(state, state.bank + SWAP_COST, coins, after, (cost, *born))


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
    _demand_coins(state, BUY_COST)
    sold = Zoo(seller.pens, seller.stalls, without_tile(seller.barn, step.tile))
    sale = effects.coins(step.seller, SELLER_SHARE, "sale")
    after_sale = state._replace(
        zoos=changed(state.zoos, step.seller - 1, sold),
        coins=_coins_with(state.coins, step.seller, SELLER_SHARE),
    )
    return _pay_and_put(after_sale, BUY_COST, BUY_TO_BANK, zoo, step.tile, step.area, (sale,))


def discard(state: State, step: Discard) -> Played:
    """Throw a tile of the own barn out of the game."""
    zoo = state.zoos[state.seat - 1]
    _demand_in_barn(zoo, step.tile)
    _demand_coins(state, DISCARD_COST)
    thrifty = Zoo(zoo.pens, zoo.stalls, without_tile(zoo.barn, step.tile))
    gone = effects.removed(state.seat, (step.tile,), "discard")
    coins = _coins_with(state.coins, state.seat, -DISCARD_COST)
    cost = effects.coins(state.seat, -DISCARD_COST, "cost")
    lighter = state._replace(removed=with_tile(state.removed, step.tile))
    return _end_turn(lighter, state.bank + DISCARD_COST, coins, thrifty, (cost, gone))


def expand(state: State, step: Expand) -> Played:
    """Open the next own expansion board."""
    zoo = state.zoos[state.seat - 1]
    if not may_expand(state, zoo):
        raise refuse("no-expansion-left", f"All expansions of this seat are open: {state.setup.expansions}.")
    _demand_coins(state, EXPAND_COST)
    coins = _coins_with(state.coins, state.seat, -EXPAND_COST)
    cost = effects.coins(state.seat, -EXPAND_COST, "cost")
    return _end_turn(state, state.bank + EXPAND_COST, coins, expanded(zoo), (cost,))


def may_expand(state: State, zoo: Zoo) -> bool:
    """Has the zoo an expansion board that is not open yet?"""
    return zoo.expansions < state.setup.expansions


def _demand_coins(state: State, cost: int) -> None:
    coins = state.coins[state.seat - 1]
    if coins < cost:
        raise not_enough_coins(cost, coins)


def _demand_in_barn(zoo: Zoo, tile: str) -> None:
    if tile not in zoo.barn:
        raise refuse("not-in-barn", f"No {tile} lies in the barn of this seat.")


def _coins_with(coins: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*coins[: seat - 1], coins[seat - 1] + amount, *coins[seat:])


def _pay_and_put(
    state: State,
    cost: int,
    to_bank: int,
    zoo: Zoo,
    tile: str,
    area: int,
    sale: tuple[Effect, ...] = (),
) -> Played:
    """Pay, then put the tile with bonus and offspring: the cost is in the bank before the bonus (R13)."""
    seat = state.seat
    bank = state.bank + to_bank
    outcome = put(zoo, tile, area, seat, bank if state.setup.is_bank_finite else None)
    coins = _coins_with(state.coins, seat, outcome.bonus - cost)
    paid = effects.coins(seat, -cost, "cost")
    return _end_turn(state, bank - outcome.bonus, coins, outcome.zoo, (paid, *sale, *outcome.effects))


def _end_turn(
    state: State, bank: int, coins: tuple[int, ...], zoo: Zoo, happened: tuple[Effect, ...]
) -> Played:
    zoos = changed(state.zoos, state.seat - 1, zoo)
    return end_turn(state, bank, coins, state.trucks, state.takers, zoos, state.removed, happened)
