"""The decisions in rule-book order: what is legal at each, and what each step does (rule book 4, 5).

5.2 and 5.3 (placing, marks) stand in ``placing.py``, 5.5 and the end of a turn in ``flow.py``, the masks of 5.4 in
``garden.py``, the names of the rules in ``refusals.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.sanssouci import effects
from referee.games.sanssouci.components import COLOUR_CARDS, COLUMN_OF, OPENED, ROW_START, SYMBOL_CARDS, WIDTH
from referee.games.sanssouci.flow import (
    Played,
    after_noble,
    asks_for_a_stack,
    changed,
    name_stack,
    new_own,
    new_state,
    without_card,
)
from referee.games.sanssouci.garden import filled, gardener_squares, noble_squares, with_noble
from referee.games.sanssouci.placing import place_gardener, place_symbol
from referee.games.sanssouci.refusals import (
    gardener_there,
    match_over,
    no_path,
    noble_not_ahead,
    not_in_hand,
    not_to_move,
    other_colour,
    place_empty,
    square_free,
    symbol_on_display,
    wrong_decision,
)
from referee.games.sanssouci.scoring import row_value
from referee.games.sanssouci.state import GARDENER, NOBLE, NOTHING, OVER, PLAY, SIDE, STACK, State
from referee.games.sanssouci.steps import PLAY as PLAY_STEPS
from referee.games.sanssouci.steps import (
    SIDE_STEPS,
    Gardener,
    Noble,
    Pass,
    Play,
    Side,
    Stack,
    Step,
    gardener_steps,
    noble_steps,
)
from referee.games.sanssouci.steps import STACK as STACK_STEPS


def legal_steps(state: State, seat: int) -> Sequence[Step]:
    """Every legal step of the seat once; empty if it owes nothing."""
    if not owes(state, seat):
        return ()
    phase = state.phase
    if phase == PLAY:
        return _play_steps(state)
    if phase == NOBLE:
        return noble_steps(noble_squares(state.owns[seat - 1].garden))
    if phase == GARDENER:
        return gardener_steps(gardener_squares(state.owns[seat - 1].garden, state.target))
    if phase == STACK:
        return [step for step, stack in zip(STACK_STEPS, state.stacks, strict=True) if stack]
    return SIDE_STEPS


def owes(state: State, seat: int) -> bool:
    """Do the rules wait for this seat?"""
    if seat == state.seat:
        return seat != 0  # in SIDE and when the match is over nobody acts alone
    return state.phase == SIDE and 1 <= seat <= len(state.sides) and not state.sides[seat - 1]


def _play_steps(state: State) -> list[Step]:
    display = state.display
    found: list[Step] = []
    for card in dict.fromkeys(state.owns[state.seat - 1].hand):
        matches = display.count(card) if card in SYMBOL_CARDS else 0
        if matches == 1:
            found.append(PLAY_STEPS[card][display.index(card)])
        elif matches:
            found += [step for step in PLAY_STEPS[card] if display[step.place] == card]
        elif NOTHING in display:
            found += [step for step in _OPEN_STEPS[card] if display[step.place]]
        else:
            found += _OPEN_STEPS[card]
    return found


# What a card opens when the display is full and shows no symbol that binds it.
_OPEN_STEPS = {
    card: tuple(step for step in steps if card not in COLOUR_CARDS or step.place in OPENED[card])
    for card, steps in PLAY_STEPS.items()
}


def play(state: State, seat: int, step: Step) -> Played:
    """Judge one step by predicate and play it.

    :raises IllegalStep: with the rule that forbids it.
    """
    if not owes(state, seat):
        raise match_over() if state.phase == OVER else not_to_move(state, seat)
    action = _ACTIONS[state.phase].get(type(step))
    if action is None:
        raise wrong_decision(state, seat, step.text)
    return action(state, seat, step)


def reveals(state: State, seat: int, step: Step) -> bool:
    """Does the step uncover hidden information (rule book, "Reveals")?

    The last SIDE does, and the last step of every turn: NOBLE, or STACK where it is asked.
    """
    match step:
        case Side():
            return state.phase == SIDE and state.sides.count(NOTHING) == 1
        case Noble() | Pass():
            return state.phase == NOBLE and not asks_for_a_stack(state)
        case Stack():
            return state.phase == STACK
        case _:
            return False


def _choose_side(state: State, seat: int, step: Side) -> Played:
    sides = changed(state.sides, seat - 1, step.side)
    chosen = state._replace(sides=sides)
    if NOTHING in sides:
        return chosen, ()
    first = state.setup.seat_at(state.turns)
    return chosen._replace(phase=PLAY, seat=first), (effects.sides_revealed(sides),)


def _play_card(state: State, seat: int, step: Play) -> Played:
    setup, _, _, turns, owns, sides, display, stacks, _, _ = state
    garden, hand, pile, played, points, marks = owns[seat - 1]
    card, place = step.card, step.place
    if card not in hand:
        raise not_in_hand(card, hand)
    symbol = display[place]
    if symbol == NOTHING:
        raise place_empty(place)
    if card in COLOUR_CARDS:
        if place not in OPENED[card]:
            raise other_colour(card, OPENED[card])
    elif symbol != card and card in SYMBOL_CARDS and card in display:
        raise symbol_on_display(card, [other for other, shown in enumerate(display) if shown == card])
    own = new_own((garden, without_card(hand, card), pile, (*played, card), points, marks))
    display = changed(display, place, NOTHING)
    target = ROW_START[place] + COLUMN_OF[symbol]
    if not filled(garden) >> target & 1:
        return place_symbol(state, own, display, place, target)
    owns = changed(owns, seat - 1, own)
    turned = (setup, GARDENER, seat, turns, owns, sides, display, stacks, place, target)
    return new_state(turned), effects.turned(seat, symbol, target)


def _move_noble(state: State, seat: int, step: Noble) -> Played:
    square = step.square
    garden, hand, pile, played, points, marks = state.owns[seat - 1]
    if not noble_squares(garden) >> square & 1:
        if not garden.ahead >> square & 1:
            raise noble_not_ahead(square, garden.nobles[square % WIDTH])
        if not filled(garden) >> square & 1:
            raise square_free(square)
        if garden.gardeners >> square & 1:
            raise gardener_there(square)
        raise no_path(square)
    gained = row_value(square // WIDTH + 1)
    own = new_own((with_noble(garden, square), hand, pile, played, points + gained, marks))
    return after_noble(state, own, (effects.noble_moved(seat, square, gained),))


def _pass(state: State, seat: int, step: Pass) -> Played:
    return after_noble(state, state.owns[seat - 1], ())


_Action = Callable[[State, int, Any], Played]
_ACTIONS: Mapping[str, Mapping[type, _Action]] = {
    SIDE: {Side: _choose_side},
    PLAY: {Play: _play_card},
    GARDENER: {Gardener: place_gardener},
    NOBLE: {Noble: _move_noble, Pass: _pass},
    STACK: {Stack: name_stack},
}
