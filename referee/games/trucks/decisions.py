"""Drawing, loading and taking: what is legal, and what each does (rule books 5.1, 5.2)."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.games.engine import Effect, InvalidPosition
from referee.games.trucks import effects
from referee.games.trucks import steps as common
from referee.games.trucks.box import COIN
from referee.games.trucks.flow import Played, end_turn
from referee.games.trucks.refusals import match_over, not_to_move, refuse, wrong_decision
from referee.games.trucks.state import LOAD, OVER, PLACE, TURN, AnyState, new_state
from referee.games.trucks.values import changed

Action = Callable[[AnyState, Any], Played]
Play = Callable[[AnyState, int, Any], Played]

# By place, from 0: lists, since they are asked at every turn.
_TAKE = [common.TAKE[truck] for truck in common.TRUCKS]
_LOAD = [common.LOAD[truck] for truck in common.TRUCKS]


def play_by(actions: Mapping[str, Mapping[type, Action]], expected: Mapping[str, str]) -> Play:
    """The function that judges one step by predicate and plays it.

    :param actions: what each kind of step does, by decision.
    :param expected: what answers each decision, for a person.
    """

    def play(state: AnyState, seat: int, step: Any) -> Played:
        """Judge one step by predicate and play it.

        :raises IllegalStep: with the rule that forbids it.
        :raises InvalidPosition: a draw with no tile left, which only a rule case can ask for.
        """
        phase = state.phase
        if phase == OVER:
            raise match_over()
        if seat != state.seat:
            raise not_to_move(state, seat)
        action = actions[phase].get(type(step))
        if action is None:
            raise wrong_decision(state, step.text, expected[phase])
        return action(state, step)

    return play


def truck_steps(state: AnyState) -> list[Any]:
    """At TURN: every truck that can be taken, and the draw if a truck has room for its tile."""
    trucks, capacities = state.trucks, state.setup.capacities
    found: list[Any] = []
    has_room = False
    for place, taker in enumerate(state.takers):
        if not taker:
            number = len(trucks[place])
            if number:
                found.append(_TAKE[place])
            if number < capacities[place]:
                has_room = True
    if has_room:
        found.append(common.DRAW)
    return found


def load_steps(state: AnyState) -> list[common.Load]:
    """At LOAD: every untaken truck that has a free space, lowest number first."""
    trucks, capacities = state.trucks, state.setup.capacities
    return [
        _LOAD[place]
        for place, taker in enumerate(state.takers)
        if not taker and len(trucks[place]) < capacities[place]
    ]


def may_draw(state: AnyState) -> bool:
    """Has an untaken truck a free space? (It does not depend on the piles.)"""
    trucks, capacities = state.trucks, state.setup.capacities
    for place, taker in enumerate(state.takers):
        if not taker and len(trucks[place]) < capacities[place]:
            return True
    return False


def draw(state: AnyState, step: common.Draw) -> Played:
    """Uncover the next tile of the deck."""
    if not may_draw(state):
        raise refuse("trucks-full", "No untaken truck has a free space.")
    setup, drawn, _, seat, turn, round_, starter, bank, coins, _, trucks, takers, zoos, removed = state
    if drawn == len(setup.deck):
        raise InvalidPosition("the deck of this case has no tile left to draw")
    tile = setup.deck[drawn]
    happened: tuple[Effect, ...] = (effects.drawn(seat, tile),)
    if len(setup.deck) - drawn == setup.box.end_pile:
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


def load(state: AnyState, step: common.Load) -> Played:
    """Put the drawn tile on a truck; the turn is over."""
    place = step.truck - 1
    setup, _, _, _, _, _, _, bank, coins, hand, trucks, takers, zoos, removed = state
    tiles = trucks[place]
    if takers[place]:
        raise refuse("truck-taken", f"Truck {step.truck} is taken by seat {takers[place]}.")
    if len(tiles) >= setup.capacities[place]:
        raise refuse("truck-full", f"Truck {step.truck} is full.")
    trucks = changed(trucks, place, tuple(sorted(tiles + hand)))
    return end_turn(state, bank, coins, trucks, takers, zoos, removed, ())


def take(state: AnyState, step: common.Take) -> Played:
    """Take a truck: its coin tiles are paid out, its other tiles become the hand."""
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
        gained = coin_tiles * setup.box.coin_tile_value
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


def default_truck_step(state: AnyState) -> common.Draw | common.Load | common.Take | None:
    """What an absent seat does at TURN and LOAD: the truck with the fewest tiles; None at another decision."""
    if state.phase == TURN:
        loaded = [truck for truck, tiles in enumerate(state.trucks, 1) if tiles]
        return common.TAKE[_least_loaded(state, loaded)] if loaded else common.DRAW
    if state.phase == LOAD:
        return common.LOAD[_least_loaded(state, [step.truck for step in load_steps(state)])]
    return None


def _least_loaded(state: AnyState, trucks: list[int]) -> int:
    """The truck with the fewest tiles, the lowest number among equals."""
    return min(trucks, key=lambda truck: len(state.trucks[truck - 1]))
