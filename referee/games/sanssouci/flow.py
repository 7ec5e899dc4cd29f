"""The end of a turn: STACK, REFILL, DRAW, the next seat, and the end of the match (rule book 4, 5.5)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.games.engine import Effect
from referee.games.sanssouci import effects
from referee.games.sanssouci.garden import Garden
from referee.games.sanssouci.refusals import stack_empty
from referee.games.sanssouci.scoring import final_effects
from referee.games.sanssouci.state import NOWHERE, OVER, PLAY, STACK, Codes, Own, State
from referee.games.sanssouci.steps import Stack

Played = tuple[State, tuple[Effect, ...]]

# A step makes its values by the bare tuple constructor: a profile showed the generated one at a tenth of a step.
new_state: Callable[[tuple[Any, ...]], State] = partial(tuple.__new__, State)
new_own: Callable[[tuple[Garden, Codes, Codes, Codes, int, int]], Own] = partial(tuple.__new__, Own)


def asks_for_a_stack(state: State) -> bool:
    """Will STACK be asked after NOBLE? With ``stack_choice``, while a place waits and a tile is left."""
    return state.setup.has_stack_choice and state.taken != NOWHERE and any(state.stacks)


def after_noble(state: State, own: Own, happened: tuple[Effect, ...]) -> Played:
    """Ask for a stack, or end the turn with the next tile of the one queue.

    :param own: what the active seat has now.
    """
    if not asks_for_a_stack(state):
        return end_turn(state, own, 0, happened)
    setup, _, seat, turns, owns, sides, display, stacks, taken, target = state
    owns = changed(owns, seat - 1, own)
    return new_state((setup, STACK, seat, turns, owns, sides, display, stacks, taken, target)), happened


def name_stack(state: State, seat: int, step: Stack) -> Played:
    """The stack that gives the next tile."""
    if not state.stacks[step.stack - 1]:
        raise stack_empty(step.stack)
    return end_turn(state, state.owns[seat - 1], step.stack - 1, ())


def end_turn(state: State, own: Own, stack: int, happened: tuple[Effect, ...]) -> Played:
    """Refill the display from a stack, draw a card, and pass the turn on or end the match."""
    setup, _, seat, turns, owns, sides, display, stacks, taken, _ = state
    if taken != NOWHERE and stacks[stack]:
        queue = stacks[stack]
        symbol = queue[0]
        display = changed(display, taken, symbol)
        stacks = changed(stacks, stack, queue[1:])
        happened += (effects.refilled(taken, symbol),)
    if own.pile:
        garden, hand, pile, played, points, marks = own
        card = pile[0]
        own = new_own((garden, tuple(sorted((*hand, card))), pile[1:], played, points, marks))
        happened += (effects.drew(seat, card),)
    owns = changed(owns, seat - 1, own)
    turns += 1
    if turns < setup.turns:
        seat = setup.seat_at(turns)
        following = (setup, PLAY, seat, turns, owns, sides, display, stacks, NOWHERE, NOWHERE)
        return new_state(following), happened
    over = new_state((setup, OVER, 0, turns, owns, sides, display, stacks, NOWHERE, NOWHERE))
    return over, (*happened, *final_effects(over))


def changed(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The tuple with another value at one place."""
    copy = list(values)
    copy[place] = value
    return tuple(copy)


def without_card(hand: Codes, card: str) -> Codes:
    """The hand without one card of this kind."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
