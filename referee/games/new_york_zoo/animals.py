"""The animal space, and what a full enclosure gives (rule book 5.3, 5.4)."""

from collections.abc import Sequence

from referee.games.new_york_zoo.components import HOUSE, LIMITED, PAIRS, SPECIES, UNLIMITED
from referee.games.new_york_zoo.flow import (
    Played,
    changed,
    end_main,
    go_on,
    offer_attraction,
)
from referee.games.new_york_zoo.refusals import no_cell_for_two, no_such_enclosure, not_housed, refuse
from referee.games.new_york_zoo.state import ANIMAL, PLACE, State, altered
from referee.games.new_york_zoo.steps import (
    ACQUIRE,
    ACQUIRE_BOTH,
    CHOOSE,
    DECLINED,
    KEEP,
    NO_KEEP,
    STOP,
    Acquire,
    Choose,
    Keep,
    Step,
    Stop,
)
from referee.games.new_york_zoo.walking import fits
from referee.games.new_york_zoo.zoo import Zoo, with_animal, with_housed


def animal_steps(state: State) -> list[Acquire]:
    """Every place for one animal of any species."""
    zoo = state.own
    houses = zoo.houses
    found = list(_INTO_HOUSE) if len(houses) < zoo.board.houses else []
    for number, (here, count, size) in enumerate(zoo.pens, 1):
        for species in here or SPECIES:
            found.append(ACQUIRE[species][number])
            if species in houses and count + 2 <= size:
                found.append(ACQUIRE_BOTH[species][number])
    return found


def second_animal_steps(state: State) -> list[Step]:
    """Every place for the other pictured animal, and to stop."""
    return [STOP, *(step for step in animal_steps(state) if step.species == state.second)]


_INTO_HOUSE: tuple[Acquire, ...] = tuple(ACQUIRE[species][HOUSE] for species in SPECIES)


def acquire(state: State, step: Acquire) -> Played:
    """Put an animal into a house or an enclosure; a full one is emptied before the next animal (5.3)."""
    zoo, species, target = state.own, step.species, step.target
    second = ""
    if state.phase == ANIMAL:
        pair = PAIRS[state.elephant]
        if species in pair:
            second = pair[1] if species == pair[0] else pair[0]
    elif species != state.second:
        raise refuse("not-pictured", f"The second animal is {state.second}, or - to stop.")
    full: tuple[int, ...] = ()
    if target == HOUSE:
        if not zoo.has_free_house:
            raise refuse("house-needed", "All houses of this seat are occupied.")
        zoo = with_housed(zoo, species)
    else:
        if target > len(zoo.pens):
            raise no_such_enclosure(target, len(zoo.pens))
        if not zoo.takes(target, species):
            raise refuse("other-species", f"e{target} holds {zoo.pens[target - 1].species}.")
        if step.with_house:
            check_addition(zoo, species, target)
        zoo = with_animal(zoo, species, target, step.with_house)
        if zoo.pens[target - 1].is_full:
            full = (target,)
    state = altered(state, zoos=changed(state.zoos, state.seat, zoo), second=second, full=full)
    return go_on(state, ())


def check_addition(zoo: Zoo, species: str, number: int) -> None:
    """Refuse a house-addition without an animal in a house or a second free cell (5.3)."""
    if species not in zoo.houses:
        raise not_housed(species)
    if not zoo.has_room_for_two(number):
        raise no_cell_for_two(number)


def stop(state: State, step: Stop) -> Played:
    """Do not take the second animal."""
    return end_main(altered(state, second=""), ())


# --------------------------------------------------------------------------- what a full enclosure gives (5.4)

KEEP_STEPS: Sequence[Step] = (KEEP, NO_KEEP)


def keep(state: State, step: Keep) -> Played:
    """Put one animal of the emptied enclosure into a house, or do not."""
    zoo = with_housed(state.own, state.leaving) if step.keeps else state.own
    return offer_attraction(altered(state, zoos=changed(state.zoos, state.seat, zoo), leaving=""), ())


def attraction_steps(state: State) -> list[Step]:
    """Every kind in the supply that fits, and to decline where the option allows."""
    zoo = state.own
    kinds = [kind for kind, left in zip(LIMITED, state.supply, strict=True) if left]
    found: list[Step] = [CHOOSE[UNLIMITED]]
    found += [CHOOSE[kind] for kind in kinds if fits(kind, zoo.board.grid, zoo.free)]
    if state.setup.may_decline:
        found.append(CHOOSE[DECLINED])
    return found


def choose_attraction(state: State, step: Choose) -> Played:
    """Name the attraction to place, or decline."""
    kind, zoo = step.kind, state.own
    if kind == DECLINED:
        if not state.setup.may_decline:
            raise refuse("must-take", "An attraction may not be declined in this match.")
        return go_on(state, ())
    if kind in LIMITED and not state.supply[tuple(LIMITED).index(kind)]:
        raise refuse("none-left", f"No {kind} is left in the supply.")
    if not fits(kind, zoo.board.grid, zoo.free):
        raise refuse("no-place", f"{kind} fits nowhere in this zoo.")
    return altered(state, phase=PLACE, piece=kind), ()
