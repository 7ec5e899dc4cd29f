"""The decisions in rule-book order: which steps are legal at each, and which rule plays them (rule book 4, 5).

5.1 stands in ``walking.py``, 5.2 and the quick set-up in ``placing.py``, 5.3 and 5.4 in ``animals.py``, 5.5 in
``breeding.py``; what comes next (4, 5.4, 6) in ``flow.py``, the names of the rules in ``refusals.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.new_york_zoo import animals, breeding, placing, walking
from referee.games.new_york_zoo.flow import Played
from referee.games.new_york_zoo.pieces import Place
from referee.games.new_york_zoo.refusals import match_over, not_to_move, wrong_decision
from referee.games.new_york_zoo.state import (
    ANIMAL,
    ANIMAL2,
    ATTRACTION,
    BONUS,
    KEEP,
    NORMAL,
    OVER,
    PLACE,
    POPULATE,
    SETUP,
    WALK,
    State,
)
from referee.games.new_york_zoo.steps import (
    Acquire,
    Bonus,
    Breed,
    Choose,
    Keep,
    MoveFree,
    Populate,
    Step,
    Stop,
    TakeUp,
    UseFarMarker,
    UseMarker,
    Walk,
)

_LEGAL: Mapping[str, Callable[[State], Sequence[Step]]] = {
    SETUP: placing.take_up_steps,
    WALK: walking.walk_steps,
    PLACE: placing.place_steps,
    POPULATE: placing.populate_steps,
    ANIMAL: animals.animal_steps,
    ANIMAL2: animals.second_animal_steps,
    KEEP: lambda state: animals.KEEP_STEPS,
    ATTRACTION: animals.attraction_steps,
    NORMAL: breeding.normal_steps,
    BONUS: breeding.bonus_steps,
}

_Action = Callable[[State, Any], Played]
_ACTIONS: Mapping[str, Mapping[type, _Action]] = {
    SETUP: {TakeUp: placing.take_up},
    WALK: dict.fromkeys((Walk, UseMarker, UseFarMarker, MoveFree), walking.walk),
    PLACE: {Place: placing.place_piece},
    POPULATE: {Populate: placing.populate_tile},
    ANIMAL: {Acquire: animals.acquire},
    ANIMAL2: {Acquire: animals.acquire, Stop: animals.stop},
    KEEP: {Keep: animals.keep},
    ATTRACTION: {Choose: animals.choose_attraction},
    NORMAL: {Breed: breeding.breed_normally},
    BONUS: {Bonus: breeding.breed_bonus},
}


def legal_steps(state: State, seat: int) -> Sequence[Step]:
    """Every legal step of the seat once; empty if it owes nothing."""
    if seat != state.seat or state.phase == OVER:
        return ()
    return _LEGAL[state.phase](state)


def play(state: State, seat: int, step: Step) -> Played:
    """Judge one step by predicate and play it.

    :raises IllegalStep: with the rule that forbids it.
    """
    if state.phase == OVER:
        raise match_over()
    if seat != state.seat:
        raise not_to_move(state, seat)
    action = _ACTIONS[state.phase].get(type(step))
    if action is None:
        raise wrong_decision(state, step.text)
    return action(state, step)
