"""The decisions in rule-book order: what is legal at each, and what each step does (rule book 4, 5).

What Zooloretto has alike stands in ``referee.games.trucks``: sections 4 and 6 (turns, rounds, the end), 5.1 and 5.2
(draw, load, take). 5.3 to 5.7 (placing, offspring, coworkers) stand in ``placing.py``, 5.9 (money actions) in
``money.py``, 5.10 (expansions) in ``building.py`` and ``money.py``, the names of the rules in ``refusals.py``.
"""

from collections.abc import Mapping, Sequence

from referee.games.aquaretto import money
from referee.games.aquaretto.components import (
    BUY_PRICE,
    DISCARD_PRICE,
    EXPAND_PRICES,
    LARGE,
    MOVE_COWORKER_PRICE,
    MOVE_TILE_PRICE,
    SMALL,
)
from referee.games.aquaretto.grid import cells_of
from referee.games.aquaretto.placing import go_on, put_animal, why_no_animal, why_no_coworker
from referee.games.aquaretto.refusals import EXPECTED, refuse
from referee.games.aquaretto.state import COWORKER, RESOLVE, State, due_offspring
from referee.games.aquaretto.steps import (
    DEPOT,
    DISCARD,
    PLACE_COWORKER,
    PLACE_OFFSPRING,
    Buy,
    Discard,
    Expand,
    Move,
    MoveCoworker,
    Place,
    PlaceCoworker,
    PlaceOffspring,
    Step,
)
from referee.games.aquaretto.steps import PLACE as PLACE_STEPS
from referee.games.aquaretto.zoo import with_coworker, with_depot
from referee.games.trucks.decisions import Action, draw, load, load_steps, play_by, take, truck_steps
from referee.games.trucks.flow import Played
from referee.games.trucks.refusals import not_in_hand
from referee.games.trucks.state import LOAD, OVER, PLACE, TURN
from referee.games.trucks.steps import Draw, Load, Take
from referee.games.trucks.values import without_tile


def legal_steps(state: State, seat: int) -> Sequence[Step]:
    """Every legal step of the seat once; empty if it owes nothing."""
    if seat != state.seat or state.phase == OVER:
        return ()
    if state.phase == TURN:
        return _turn_steps(state)
    if state.phase == LOAD:
        return load_steps(state)
    if state.phase == PLACE:
        return _place_steps(state)
    return _resolve_steps(state)


def _turn_steps(state: State) -> list[Step]:
    found: list[Step] = truck_steps(state)
    coins = state.coins[state.seat - 1]
    if not coins:
        return found
    zoo = state.zoos[state.seat - 1]
    if coins >= MOVE_TILE_PRICE.cost:
        found += zoo.moves
    if coins >= MOVE_COWORKER_PRICE.cost:
        found += zoo.coworker_moves
    if coins >= EXPAND_PRICES[SMALL].cost:
        found += zoo.ground.small
    if coins >= EXPAND_PRICES[LARGE].cost:
        found += zoo.ground.large
    if coins >= BUY_PRICE.cost:
        for seller, other in enumerate(state.zoos, 1):
            if other.depot and seller != state.seat:
                found += zoo.purchases(seller, other.top)
    if zoo.depot and coins >= DISCARD_PRICE.cost:
        found.append(DISCARD)
    return found


def _place_steps(state: State) -> list[Step]:
    zoo = state.zoos[state.seat - 1]
    found: list[Step] = []
    for tile in dict.fromkeys(state.hand):
        table = PLACE_STEPS[tile]
        found += [table[cell] for cell in cells_of(zoo.cells_for(tile[0]))]
        found.append(table[DEPOT])
    return found


def _resolve_steps(state: State) -> list[Step]:
    zoo = state.zoos[state.seat - 1]
    offspring = due_offspring(state.hand)
    found: list[Step] = []
    if offspring:
        found += [PLACE_OFFSPRING[cell] for cell in cells_of(zoo.cells_for(offspring[0]))]
    if COWORKER in state.hand:
        found += [PLACE_COWORKER[place] for place in zoo.coworker_places]
    return found


def _place(state: State, step: Place) -> Played:
    tile = step.tile
    if tile not in state.hand:
        raise not_in_hand(state, tile)
    zoo = state.zoos[state.seat - 1]
    rest = without_tile(state.hand, tile)
    if step.place == DEPOT:
        return go_on(state, state.bank, state.coins, (), with_depot(zoo, (*zoo.depot, tile)), rest)
    refusal = why_no_animal(zoo, tile[0], step.place)
    if refusal:
        raise refusal
    return put_animal(state, state.bank, state.coins, (), zoo, tile, step.place, rest)


def _place_offspring(state: State, step: PlaceOffspring) -> Played:
    offspring = due_offspring(state.hand)
    if not offspring:
        raise refuse("not-due", "No offspring is due.")
    zoo = state.zoos[state.seat - 1]
    refusal = why_no_animal(zoo, offspring[0], step.place)
    if refusal:
        raise refusal
    rest = without_tile(state.hand, offspring)
    return put_animal(state, state.bank, state.coins, (), zoo, offspring, step.place, rest)


def _place_coworker(state: State, step: PlaceCoworker) -> Played:
    if COWORKER not in state.hand:
        raise refuse("not-due", "No coworker is due.")
    zoo = state.zoos[state.seat - 1]
    refusal = why_no_coworker(zoo, step.place)
    if refusal:
        raise refusal
    rest = without_tile(state.hand, COWORKER)
    return go_on(state, state.bank, state.coins, (), with_coworker(zoo, step.place), rest)


_ACTIONS: Mapping[str, Mapping[type, Action]] = {
    TURN: {
        Draw: draw,
        Take: take,
        Move: money.move,
        MoveCoworker: money.move_coworker,
        Buy: money.buy,
        Discard: money.discard,
        Expand: money.expand,
    },
    LOAD: {Load: load},
    PLACE: {Place: _place},
    RESOLVE: {PlaceOffspring: _place_offspring, PlaceCoworker: _place_coworker},
}

play = play_by(_ACTIONS, EXPECTED)
