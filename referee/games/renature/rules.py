"""The decisions in rule-book order: what is legal at each, and what each step does (rule book 4).

Section 4's machine and what follows by itself stand in ``flow.py``, 4.4 and 4.6 in ``areas.py``, who can pay for a cloud
action (4.8) in ``clouds.py``, what may lie where (4.1) in ``stream.py``, the names of the rules in ``refusals.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.engine import IllegalStep
from referee.games.renature import effects, flow
from referee.games.renature.areas import kind_at, plant_at
from referee.games.renature.clouds import can_change_joker, can_go_again, pay, returnable, take_clouds
from referee.games.renature.components import AGAIN_COST, ANIMALS, JOKER_COST, TYPES, VALUES
from referee.games.renature.draft import Draft, Played, changed
from referee.games.renature.refusals import (
    match_over,
    not_enough_clouds,
    not_in_hand,
    not_to_move,
    refuse,
    wrong_decision,
)
from referee.games.renature.spaces import (
    BESIDE,
    CLOUDY_INDEX,
    LAND,
    NEXT_TO,
    SPACE_NAMES,
    STREAM,
    TOP_BIT,
    are_adjacent,
    spaces_of,
)
from referee.games.renature.state import END as AT_END
from referee.games.renature.state import OVER, OVERFLOW, PLANT, PRECLOSE, START, State
from referee.games.renature.steps import (
    AGAIN,
    CLOSE,
    DROP,
    END,
    LEAVE,
    OTHER_JOKERS,
    RETURNS_BY_LENGTH,
    Again,
    Change,
    Close,
    Discard,
    Drop,
    End,
    Grow,
    Leave,
    Place,
    Return,
    Step,
    grow_steps,
    kind_text,
)

# ------------------------------------------------------------------------------------------------ what is legal


def legal_steps(state: State, seat: int) -> Sequence[Step]:
    """Every legal step of the seat once; empty if it owes nothing."""
    if seat != state.seat or state.phase == OVER:
        return ()
    found = _OWN_STEPS[state.phase](state)
    if not state.clouds[seat - 1]:  # every step more costs some
        return found
    if state.phase != PRECLOSE and can_change_joker(state):
        found += OTHER_JOKERS[state.joker]
    mask = returnable(state)
    while mask:
        length = mask.bit_length()
        found.append(RETURNS_BY_LENGTH[length])
        mask ^= TOP_BIT[length]
    return found


def _start_steps(state: State) -> list[Step]:
    return state.stream.start_steps(state.hands[state.seat - 1], state.joker).copy()


def _plant_steps(state: State) -> list[Step]:
    free = BESIDE[state.last] & ~state.up_to[-1]
    return [LEAVE, *grow_steps(state.boards[state.seat - 1], free)]


def _end_steps(state: State) -> list[Step]:
    return [END, AGAIN] if can_go_again(state) else [END]


_OWN_STEPS: Mapping[str, Callable[[State], list[Step]]] = {
    START: _start_steps,
    PLANT: _plant_steps,
    OVERFLOW: lambda state: [DROP],
    PRECLOSE: lambda state: [CLOSE],
    AT_END: _end_steps,
}


# ---------------------------------------------------------------------------------------------- what steps do


def play(state: State, seat: int, step: Step) -> Played:
    """Judge one step by predicate and play it, and all that follows by itself.

    :raises IllegalStep: with the rule that forbids it.
    """
    if state.phase == OVER:
        raise match_over()
    if seat != state.seat:
        raise not_to_move(state, seat)
    action = _ACTIONS[state.phase].get(type(step))
    if action is None:
        raise wrong_decision(state, step.text)
    draft = Draft(state)
    action(state, draft, step)
    return draft.played()


def reveals(state: State, seat: int, step: Step) -> bool:
    """Does the step uncover hidden information: a refill, the back of a token, the end of the match?"""
    try:
        after, _ = play(state, seat, step)
    except IllegalStep:
        return False
    return after.phase == OVER or after.drawn != state.drawn or after.takers != state.takers


def _place(state: State, draft: Draft, step: Place) -> None:
    _check_in_hand(state, step.domino)
    _check_slot(state, step)
    _take_from_hand(draft, step.domino)
    draft.stream = state.stream.with_domino(step, state.joker)
    draft.last = 1 << step.first | 1 << step.second
    flow.arrive_at_plant(draft)


def _check_in_hand(state: State, domino: str) -> None:
    if domino not in state.hands[state.seat - 1]:
        raise not_in_hand(state, domino)


def _check_slot(state: State, step: Place) -> None:
    """May the domino lie there (4.1)?"""
    if not (are_adjacent(step.first, step.second) and state.stream.can_take(step, state.joker)):
        raise _why_not_placed(state, step)


def _why_not_placed(state: State, step: Place) -> IllegalStep:
    stream, joker = state.stream, state.joker
    halves = ((step.first, step.one), (step.second, step.two))
    for space, _ in halves:
        if not STREAM >> space & 1:
            return refuse("no-stream-space", f"{SPACE_NAMES[space]} is no stream space.")
    if not are_adjacent(step.first, step.second):
        return refuse(
            "not-adjacent",
            f"{SPACE_NAMES[step.first]} and {SPACE_NAMES[step.second]} are not next to each other.",
        )
    for space, _ in halves:
        if stream.covered >> space & 1:
            return refuse("space-covered", f"A domino lies on {SPACE_NAMES[space]}.")
    for space, animal in halves:
        for other in spaces_of(NEXT_TO[space] & stream.strangers(animal, joker)):
            return refuse(
                "no-match",
                f"{ANIMALS[animal]} on {SPACE_NAMES[space]} does not match its neighbour on "
                f"{SPACE_NAMES[other]}; the joker is {ANIMALS[joker]}.",
            )
    return refuse(
        "not-connected", "A domino lies beside another one or on a starting space, with at least one half."
    )


def _take_from_hand(draft: Draft, domino: str) -> None:
    hand = draft.hands[draft.seat - 1]
    place = hand.index(domino)
    draft.hands = changed(draft.hands, draft.seat - 1, hand[:place] + hand[place + 1 :])


def _discard(state: State, draft: Draft, step: Discard) -> None:
    _check_in_hand(state, step.domino)
    _take_from_hand(draft, step.domino)
    seat = state.seat
    draft.discards = changed(draft.discards, seat - 1, (*state.discards[seat - 1], step.domino))
    draft.effects.append(effects.discarded(seat, len(draft.discards[seat - 1])))
    flow.refill(draft)


def _leave(state: State, draft: Draft, step: Leave) -> None:
    flow.close(draft, flow.closing(draft))


def _grow(state: State, draft: Draft, step: Grow) -> None:
    free = BESIDE[state.last] & ~state.up_to[-1]
    if not (free >> step.space & 1 and state.boards[state.seat - 1][step.kind]):
        raise _why_not_planted(state, step)
    draft.move_plant(step.kind, step.space, -1)
    draft.planted = step
    if step.space in CLOUDY_INDEX:
        take_clouds(draft, CLOUDY_INDEX[step.space])
    flow.arrive_at_overflow(draft)


def _why_not_planted(state: State, step: Grow) -> IllegalStep:
    name = SPACE_NAMES[step.space]
    if not LAND >> step.space & 1:
        return refuse("no-area-space", f"{name} is no space of an area.")
    if not BESIDE[state.last] >> step.space & 1:
        return refuse("not-beside-domino", f"{name} is not next to the domino just placed.")
    if state.grown >> step.space & 1:
        return refuse("space-planted", f"A plant stands on {name}.")
    return refuse("not-on-board", f"No plant {kind_text(step.kind)} is left on the player board.")


def _change(state: State, draft: Draft, step: Change) -> None:
    if step.animal == state.joker:
        raise refuse("same-joker", f"{ANIMALS[step.animal]} is the joker already.")
    if not can_change_joker(state):
        raise not_enough_clouds(JOKER_COST, state.clouds[state.seat - 1])
    pay(draft, JOKER_COST)
    draft.joker = step.animal
    draft.effects.append(effects.joker(state.seat, step.animal))
    _ARRIVE[state.phase](draft)


def _return(state: State, draft: Draft, step: Return) -> None:
    kind = _returned_kind(state, step.space)
    pay(draft, VALUES[kind % TYPES])
    draft.move_plant(kind, step.space, 1)
    draft.effects.append(effects.returned(state.seat, kind, step.space))
    _ARRIVE[state.phase](draft)


def _returned_kind(state: State, space: int) -> int:
    """The kind of the plant that the active seat may take back from the space (4.8)."""
    seat, name = state.seat, SPACE_NAMES[space]
    kind = kind_at(state.plants, state.setup.players, seat, space)
    if kind is None:
        if not state.grown >> space & 1:
            raise refuse("no-plant", f"No plant stands on {name}.")
        owner = plant_at(state.plants, space) // TYPES + 1
        raise refuse("not-yours", f"The plant on {name} belongs to seat {owner}.")
    if state.planted and space == state.planted.space:
        raise refuse("just-planted", f"The plant on {name} has not scored yet.")
    value = VALUES[kind % TYPES]
    if value > state.clouds[seat - 1]:
        raise not_enough_clouds(value, state.clouds[seat - 1])
    if state.boards[seat - 1][kind] >= state.setup.capacities[kind]:
        raise refuse("no-room", f"The player board has no free space for {kind_text(kind)}.")
    return kind


def _drop(state: State, draft: Draft, step: Drop) -> None:
    draft.effects.append(effects.dropped(state.seat, state.waiting))
    draft.waiting = 0
    flow.score_plant(draft)


def _close(state: State, draft: Draft, step: Close) -> None:
    flow.close(draft, flow.closing(draft))


def _again(state: State, draft: Draft, step: Again) -> None:
    if not state.hands[state.seat - 1]:
        raise refuse("no-domino", "Another turn needs a domino in hand.")
    if not can_go_again(state):
        raise not_enough_clouds(AGAIN_COST, state.clouds[state.seat - 1])
    pay(draft, AGAIN_COST)
    draft.turn += 1
    draft.last = 0
    flow.arrive_at_start(draft)


def _end(state: State, draft: Draft, step: End) -> None:
    flow.pass_on(draft)


# Where the machine goes on after a cloud action.
_ARRIVE: Mapping[str, Callable[[Draft], None]] = {
    START: flow.arrive_at_start,
    PLANT: flow.arrive_at_plant,
    OVERFLOW: flow.arrive_at_overflow,
    PRECLOSE: flow.arrive_at_preclose,
    AT_END: flow.arrive_at_end,
}

_Action = Callable[[State, Draft, Any], None]
_ACTIONS: Mapping[str, Mapping[type, _Action]] = {
    START: {Place: _place, Discard: _discard, Change: _change, Return: _return},
    PLANT: {Leave: _leave, Grow: _grow, Change: _change, Return: _return},
    OVERFLOW: {Drop: _drop, Change: _change, Return: _return},
    PRECLOSE: {Close: _close, Return: _return},
    AT_END: {End: _end, Again: _again, Change: _change, Return: _return},
}
