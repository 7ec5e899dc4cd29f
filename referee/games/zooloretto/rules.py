"""The decisions in rule-book order: what is legal at each, and what each step does (rule book 4, 5).

Sections 4 and 6 (turns, rounds, the end) stand in ``flow.py``, 5.3 and 5.4 (placing, bonus) in
``placing.py``, 5.5 (money actions) in ``money.py``, the names of the rules in ``refusals.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.engine import Effect, InvalidPosition
from referee.games.zooloretto import effects, money
from referee.games.zooloretto.components import (
    BUY_COST,
    COIN,
    COIN_TILE_VALUE,
    DISCARD_COST,
    END_PILE,
    EXPAND_COST,
    KIND,
    MOVE_COST,
    SWAP_COST,
)
from referee.games.zooloretto.flow import Played, end_turn, new_state
from referee.games.zooloretto.placing import changed, put, why_not_placed
from referee.games.zooloretto.refusals import match_over, not_to_move, refuse, wrong_decision
from referee.games.zooloretto.state import LOAD, OVER, PLACE, TURN, State
from referee.games.zooloretto.steps import (
    DRAW,
    EXPAND,
    PLACEMENTS,
    PURCHASES,
    TAKE,
    Buy,
    Discard,
    Draw,
    Expand,
    Load,
    Move,
    Place,
    Step,
    Swap,
    Take,
)
from referee.games.zooloretto.steps import LOAD as LOAD_STEPS
from referee.games.zooloretto.zoo import without_tile


def legal_steps(state: State, seat: int) -> Sequence[Step]:
    """Every legal step of the seat once; empty if it owes nothing."""
    if seat != state.seat or state.phase == OVER:
        return ()
    if state.phase == TURN:
        return _turn_steps(state)
    if state.phase == LOAD:
        return [LOAD_STEPS[truck] for truck in trucks_with_room(state)]
    return _place_steps(state)


def _turn_steps(state: State) -> list[Step]:
    found: list[Step] = [TAKE[truck] for truck, tiles in enumerate(state.trucks, 1) if tiles]
    if may_draw(state):
        found.append(DRAW)
    coins = state.coins[state.seat - 1]
    zoo = state.zoos[state.seat - 1]
    if coins >= MOVE_COST:
        found += zoo.moves
        if state.setup.may_stalls_go_to_barn:
            found += zoo.stall_moves_to_barn
    if coins >= SWAP_COST:
        found += zoo.swaps
    if coins >= BUY_COST:
        for seller, other in enumerate(state.zoos, 1):
            if seller != state.seat:
                purchases = PURCHASES[seller]
                for tile in other.barn_kinds:
                    found += purchases[tile][zoo.places_for(KIND[tile])]
    if coins >= DISCARD_COST:
        found += zoo.discards
    if coins >= EXPAND_COST and money.may_expand(state, zoo):
        found.append(EXPAND)
    return found


def _place_steps(state: State) -> Sequence[Step]:
    zoo = state.zoos[state.seat - 1]
    found: tuple[Step, ...] = ()
    for tile in dict.fromkeys(state.hand):
        found += PLACEMENTS[tile][zoo.places_for(KIND[tile])]
    return found


def trucks_with_room(state: State) -> list[int]:
    """The untaken trucks that have a free space, lowest number first."""
    trucks, capacities = state.trucks, state.setup.capacities
    return [
        place + 1
        for place, taker in enumerate(state.takers)
        if not taker and len(trucks[place]) < capacities[place]
    ]


def may_draw(state: State) -> bool:
    """Has an untaken truck a free space? (It does not depend on the piles.)"""
    trucks, capacities = state.trucks, state.setup.capacities
    for place, taker in enumerate(state.takers):
        if not taker and len(trucks[place]) < capacities[place]:
            return True
    return False


def play(state: State, seat: int, step: Step) -> Played:
    """Judge one step by predicate and play it.

    :raises IllegalStep: with the rule that forbids it.
    :raises InvalidPosition: a draw with no tile left, which only a rule case can ask for.
    """
    if state.phase == OVER:
        raise match_over()
    if seat != state.seat:
        raise not_to_move(state, seat)
    action = _ACTIONS[state.phase].get(type(step))
    if action is None:
        raise wrong_decision(state, step.text)
    return action(state, step)


def _draw(state: State, step: Draw) -> Played:
    if not may_draw(state):
        raise refuse("trucks-full", "No untaken truck has a free space.")
    setup, drawn, _, seat, turn, round_, starter, bank, coins, _, trucks, takers, zoos, removed = state
    if drawn == len(setup.deck):
        raise InvalidPosition("the deck of this case has no tile left to draw")
    tile = setup.deck[drawn]
    happened: tuple[Effect, ...] = (effects.drawn(seat, tile),)
    if len(setup.deck) - drawn == END_PILE:
        happened += (effects.LAST_ROUND,)
    return (
        new_state(
            (
                setup,
                drawn + 1,
                LOAD,
                seat,
                turn,
                round_,
                starter,
                bank,
                coins,
                (tile,),
                trucks,
                takers,
                zoos,
                removed,
            )
        ),
        happened,
    )


def _load(state: State, step: Load) -> Played:
    place = step.truck - 1
    tiles = state.trucks[place]
    if state.takers[place]:
        raise refuse("truck-taken", f"Truck {step.truck} is taken by seat {state.takers[place]}.")
    if len(tiles) >= state.setup.capacities[place]:
        raise refuse("truck-full", f"Truck {step.truck} is full.")
    trucks = changed(state.trucks, place, tuple(sorted(tiles + state.hand)))
    return end_turn(state, state.bank, state.coins, trucks, state.takers, state.zoos, state.removed, ())


def _take(state: State, step: Take) -> Played:
    place = step.truck - 1
    if state.takers[place]:
        raise refuse("truck-taken", f"Truck {step.truck} is taken by seat {state.takers[place]}.")
    tiles = state.trucks[place]
    if not tiles:
        raise refuse("truck-empty", f"Truck {step.truck} holds no tile.")
    setup, drawn, _, seat, turn, round_, starter, bank, coins, _, trucks, takers, zoos, removed = state
    trucks = changed(trucks, place, ())
    takers = changed(takers, place, seat)
    coin_tiles = tiles.count(COIN)
    happened: tuple[Effect, ...] = ()
    if coin_tiles:
        gained = coin_tiles * COIN_TILE_VALUE
        coins = changed(coins, seat - 1, coins[seat - 1] + gained)
        happened = (effects.coins(seat, gained, "coin-tiles"),)
        tiles = tuple(tile for tile in tiles if tile != COIN)
    if not tiles:
        return end_turn(state, bank, coins, trucks, takers, zoos, removed, happened)
    return (
        new_state(
            (
                setup,
                drawn,
                PLACE,
                seat,
                turn,
                round_,
                starter,
                bank,
                coins,
                tiles,
                trucks,
                takers,
                zoos,
                removed,
            )
        ),
        happened,
    )


def _place(state: State, step: Place) -> Played:
    if step.tile not in state.hand:
        raise refuse("not-in-hand", f"{step.tile} is not among the tiles to place: {','.join(state.hand)}.")
    setup, drawn, _, seat, turn, round_, starter, bank, coins, hand, trucks, takers, zoos, removed = state
    zoo = zoos[seat - 1]
    refusal = why_not_placed(zoo, step.tile, step.area)
    if refusal:
        raise refusal
    outcome = put(zoo, step.tile, step.area, seat, bank if setup.is_bank_finite else None)
    if outcome.bonus:
        bank -= outcome.bonus
        coins = changed(coins, seat - 1, coins[seat - 1] + outcome.bonus)
    zoos = changed(zoos, seat - 1, outcome.zoo)
    if len(hand) == 1:
        return end_turn(state, bank, coins, trucks, takers, zoos, removed, outcome.effects)
    hand = without_tile(hand, step.tile)
    return (
        new_state(
            (
                setup,
                drawn,
                PLACE,
                seat,
                turn,
                round_,
                starter,
                bank,
                coins,
                hand,
                trucks,
                takers,
                zoos,
                removed,
            )
        ),
        outcome.effects,
    )


_Action = Callable[[State, Any], Played]
_ACTIONS: Mapping[str, Mapping[type, _Action]] = {
    TURN: {
        Draw: _draw,
        Take: _take,
        Move: money.move,
        Swap: money.swap,
        Buy: money.buy,
        Discard: money.discard,
        Expand: money.expand,
    },
    LOAD: {Load: _load},
    PLACE: {Place: _place},
}
