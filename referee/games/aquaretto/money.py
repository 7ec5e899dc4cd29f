"""The money actions (rule book 5.9): exactly one per turn, the cost is paid first."""

from referee.games.aquaretto.building import why_not_built
from referee.games.aquaretto.components import (
    BUY_PRICE,
    DISCARD_PRICE,
    EXPAND_PRICES,
    MOVE_COWORKER_PRICE,
    MOVE_TILE_PRICE,
)
from referee.games.aquaretto.placing import put_animal, why_no_animal, why_no_coworker
from referee.games.aquaretto.refusals import refuse
from referee.games.aquaretto.state import State
from referee.games.aquaretto.steps import (
    FIRST_CREW_PLACE,
    PLACE_NAMES,
    Buy,
    Discard,
    Expand,
    Move,
    MoveCoworker,
)
from referee.games.aquaretto.zoo import Zoo, with_coworker, with_depot, with_expansion
from referee.games.trucks.effects import removed
from referee.games.trucks.flow import Played, end_turn
from referee.games.trucks.money import Paid, pay
from referee.games.trucks.values import changed, with_tile


def move(state: State, step: Move) -> Played:
    """Move the top tile of the own depot into the zoo."""
    zoo = state.zoos[state.seat - 1]
    if step.tile != zoo.top:
        raise refuse("not-on-top", f"{step.tile} is not the top tile of the depot of this seat.")
    refusal = why_no_animal(zoo, step.tile[0], step.place)
    if refusal:
        raise refusal
    paid = pay(state, MOVE_TILE_PRICE)
    return put_animal(state, *paid, with_depot(zoo, zoo.depot[:-1]), step.tile, step.place, ())


def move_coworker(state: State, step: MoveCoworker) -> Played:
    """Move a coworker to another kind of place or another space."""
    zoo = state.zoos[state.seat - 1]
    if not _has_coworker(zoo, step.origin):
        raise refuse("no-coworker", f"No coworker of this seat stands at {PLACE_NAMES[step.origin]}.")
    if step.origin == step.place:
        raise refuse("same-place", "A coworker moves to another place.")
    refusal = why_no_coworker(zoo, step.place)
    if refusal:
        raise refusal
    paid = pay(state, MOVE_COWORKER_PRICE)
    return _end_turn(state, paid, with_coworker(with_coworker(zoo, step.origin, -1), step.place))


def _has_coworker(zoo: Zoo, place: int) -> bool:
    if place >= FIRST_CREW_PLACE:
        return zoo.crew[place - FIRST_CREW_PLACE] > 0
    return bool(zoo.trainers >> place & 1)


def buy(state: State, step: Buy) -> Played:
    """Buy the top tile of another seat's depot: one coin to the owner, one to the bank."""
    if step.seller == state.seat:
        raise refuse("own-depot", "A seat buys from another seat's depot.")
    seller = state.zoos[step.seller - 1]
    if step.tile != seller.top:
        raise refuse("not-on-top", f"{step.tile} is not the top tile of the depot of seat {step.seller}.")
    zoo = state.zoos[state.seat - 1]
    refusal = why_no_animal(zoo, step.tile[0], step.place)
    if refusal:
        raise refusal
    paid = pay(state, BUY_PRICE, step.seller)
    sold = with_depot(seller, seller.depot[:-1])
    after_sale = state._replace(zoos=changed(state.zoos, step.seller - 1, sold))
    return put_animal(after_sale, *paid, zoo, step.tile, step.place, ())


def discard(state: State, step: Discard) -> Played:
    """Throw the top tile of the own depot out of the game."""
    zoo = state.zoos[state.seat - 1]
    if not zoo.depot:
        raise refuse("depot-empty", "The depot of this seat is empty.")
    paid = pay(state, DISCARD_PRICE)
    gone = removed(state.seat, (zoo.top,), "discard")
    lighter = state._replace(removed=with_tile(state.removed, zoo.top))
    return _end_turn(
        lighter, Paid(paid.bank, paid.coins, (*paid.effects, gone)), with_depot(zoo, zoo.depot[:-1])
    )


def expand(state: State, step: Expand) -> Played:
    """Build an own expansion."""
    zoo = state.zoos[state.seat - 1]
    refusal = why_not_built(zoo.ground, step)
    if refusal:
        raise refusal
    paid = pay(state, EXPAND_PRICES[step.size])
    return _end_turn(state, paid, with_expansion(zoo, step))


def _end_turn(state: State, paid: Paid, zoo: Zoo) -> Played:
    zoos = changed(state.zoos, state.seat - 1, zoo)
    return end_turn(
        state, paid.bank, paid.coins, state.trucks, state.takers, zoos, state.removed, paid.effects
    )
