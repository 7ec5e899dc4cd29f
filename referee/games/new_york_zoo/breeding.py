"""Breeding: the normal and the bonus births of one seat on one line (rule book 5.5)."""

from referee.games.new_york_zoo.animals import check_addition
from referee.games.new_york_zoo.flow import Played, bonus_enclosures, changed, go_on
from referee.games.new_york_zoo.refusals import no_such_enclosure, refuse
from referee.games.new_york_zoo.state import State, altered
from referee.games.new_york_zoo.steps import NO_BONUS, NO_LITTER, Bonus, Breed, Litter, Step, bonus, breed
from referee.games.new_york_zoo.zoo import Zoo, with_animal


def normal_steps(state: State) -> list[Step]:
    """None, one, or two eligible enclosures in both orders, each with a house-addition where allowed."""
    zoo, species = state.own, state.lines[0]
    housed = zoo.houses.count(species)
    litters: list[Litter] = []
    for number, pen in enumerate(zoo.pens, 1):
        if pen.species == species and pen.animals >= 2:
            litters += _litters(number, pen.animals + 2 <= pen.size and housed > 0)
    found: list[Step] = [NO_LITTER]
    for one in litters:
        found.append(breed((one,)))
        found += [breed((one, two)) for two in litters if two[0] != one[0] and one[1] + two[1] <= housed]
    return found


def _litters(number: int, may_add: bool) -> list[Litter]:
    return [(number, False), (number, True)] if may_add else [(number, False)]


def breed_normally(state: State, step: Breed) -> Played:
    """One animal for each chosen enclosure, then the full ones in the order named (5.5, steps 1 and 2)."""
    zoo, species = state.own, state.lines[0]
    numbers = tuple(number for number, _ in step.litters)
    if len(set(numbers)) < len(numbers):
        raise refuse("same-enclosure", "Two litters are born in two different enclosures.")
    for number, with_house in step.litters:
        if number > len(zoo.pens):
            raise no_such_enclosure(number, len(zoo.pens))
        pen = zoo.pens[number - 1]
        if pen.species != species or pen.animals < 2:
            raise refuse("no-pair", f"e{number} has no two {species}.")
        if with_house:
            check_addition(zoo, species, number)
        zoo = with_animal(zoo, species, number, with_house)
    return _after_births(state, zoo, numbers, numbers)


def bonus_steps(state: State) -> list[Step]:
    """None, or one enclosure with a house-addition where allowed."""
    zoo = state.own
    found: list[Step] = [NO_BONUS]
    for number in bonus_enclosures(state):
        pen = zoo.pens[number - 1]
        may_add = pen.species in zoo.houses and pen.animals + 2 <= pen.size
        found += [bonus((litter,)) for litter in _litters(number, may_add)]
    return found


def breed_bonus(state: State, step: Bonus) -> Played:
    """One animal of its own species for the chosen enclosure, then its check (5.5, step 3)."""
    zoo = state.own
    numbers: tuple[int, ...] = ()
    for number, with_house in step.litters:
        if number > len(zoo.pens):
            raise no_such_enclosure(number, len(zoo.pens))
        species, count, _ = zoo.pens[number - 1]
        if count < 2:
            raise refuse("no-pair", f"e{number} has no two animals.")
        if number not in bonus_enclosures(state):
            if state.setup.needs_other_species:
                raise refuse(
                    "line-species", f"The bonus birth is of another species than the line's, {species}."
                )
            raise refuse("has-bred", f"e{number} has bred on this line already.")
        if with_house:
            check_addition(zoo, species, number)
        zoo = with_animal(zoo, species, number, with_house)
        numbers = (number,)
    return _after_births(state, zoo, numbers, ())


def _after_births(state: State, zoo: Zoo, born: tuple[int, ...], bred: tuple[int, ...]) -> Played:
    full = tuple(number for number in born if zoo.pens[number - 1].is_full)
    zoos = changed(state.zoos, state.seat, zoo)
    return go_on(altered(state, zoos=zoos, full=full, bred=bred), ())
