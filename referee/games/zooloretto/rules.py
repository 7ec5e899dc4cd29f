"""The decisions in rule-book order: what is legal at each, and what each step does (rule book 4, 5).

What Aquaretto has alike stands in ``referee.games.trucks``: sections 4 and 6 (turns, rounds, the end), 5.1 and 5.2
(draw, load, take). 5.3 and 5.4 (placing, bonus) stand in ``placing.py``, 5.5 (money actions) in ``money.py``, the
names of the rules in ``refusals.py``.
"""

from collections.abc import Mapping, Sequence

from referee.games.trucks.decisions import Action, draw, load, load_steps, play_by, take, truck_steps
from referee.games.trucks.flow import Played, end_turn
from referee.games.trucks.refusals import not_in_hand
from referee.games.trucks.state import LOAD, OVER, PLACE, TURN, new_state
from referee.games.trucks.steps import Draw, Load, Take
from referee.games.trucks.values import changed, without_tile
from referee.games.zooloretto import money
from referee.games.zooloretto.components import (
    BUY_PRICE,
    DISCARD_PRICE,
    EXPAND_PRICE,
    KIND,
    MOVE_PRICE,
    SWAP_PRICE,
)
from referee.games.zooloretto.placing import put, why_not_placed
from referee.games.zooloretto.refusals import EXPECTED
from referee.games.zooloretto.state import State
from referee.games.zooloretto.steps import (
    EXPAND,
    PLACEMENTS,
    PURCHASES,
    Buy,
    Discard,
    Expand,
    Move,
    Place,
    Step,
    Swap,
)


def legal_steps(state: State, seat: int) -> Sequence[Step]:
    """Every legal step of the seat once; empty if it owes nothing."""
    if seat != state.seat or state.phase == OVER:
        return ()
    if state.phase == TURN:
        return _turn_steps(state)
    if state.phase == LOAD:
        return load_steps(state)
    return _place_steps(state)


def _turn_steps(state: State) -> list[Step]:
    found: list[Step] = truck_steps(state)
    coins = state.coins[state.seat - 1]
    zoo = state.zoos[state.seat - 1]
    if coins >= MOVE_PRICE.cost:
        found += zoo.moves
        if state.setup.may_stalls_go_to_barn:
            found += zoo.stall_moves_to_barn
    if coins >= SWAP_PRICE.cost:
        found += zoo.swaps
    if coins >= BUY_PRICE.cost:
        for seller, other in enumerate(state.zoos, 1):
            if seller != state.seat:
                purchases = PURCHASES[seller]
                for tile in other.barn_kinds:
                    found += purchases[tile][zoo.places_for(KIND[tile])]
    if coins >= DISCARD_PRICE.cost:
        found += zoo.discards
    if coins >= EXPAND_PRICE.cost and money.may_expand(state, zoo):
        found.append(EXPAND)
    return found


def _place_steps(state: State) -> Sequence[Step]:
    zoo = state.zoos[state.seat - 1]
    found: tuple[Step, ...] = ()
    for tile in dict.fromkeys(state.hand):
        found += PLACEMENTS[tile][zoo.places_for(KIND[tile])]
    return found


def _place(state: State, step: Place) -> Played:
    if step.tile not in state.hand:
        raise not_in_hand(state, step.tile)
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


_ACTIONS: Mapping[str, Mapping[type, Action]] = {
    TURN: {
        Draw: draw,
        Take: take,
        Move: money.move,
        Swap: money.swap,
        Buy: money.buy,
        Discard: money.discard,
        Expand: money.expand,
    },
    LOAD: {Load: load},
    PLACE: {Place: _place},
}

play = play_by(_ACTIONS, EXPECTED)
