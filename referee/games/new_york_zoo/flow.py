"""What comes next: full enclosures, breeding, the turn and the end (rule book, sections 4, 5.4, 5.5 and 6)."""

from referee.games.engine import Effect
from referee.games.new_york_zoo import effects
from referee.games.new_york_zoo.components import FAR_MARKER, LAPS_ALLOWED
from referee.games.new_york_zoo.state import (
    ANIMAL2,
    ATTRACTION,
    BONUS,
    KEEP,
    NORMAL,
    OVER,
    WALK,
    State,
    altered,
)
from referee.games.new_york_zoo.zoo import Zoo, with_emptied

Played = tuple[State, tuple[Effect, ...]]
Happened = tuple[Effect, ...]

ALL_MARKERS = tuple(range(FAR_MARKER + 1))


def changed(zoos: tuple[Zoo, ...], seat: int, zoo: Zoo) -> tuple[Zoo, ...]:
    """The zoos with another one for the seat."""
    return (*zoos[: seat - 1], zoo, *zoos[seat:])


def go_on(state: State, happened: Happened) -> Played:
    """Continue where no decision about a full enclosure is open (5.4, 5.5).

    :param state: its ``phase`` does not matter; ``piece`` and ``leaving`` are empty, as outside of PLACE and KEEP.
    """
    if state.full:
        return _empty_first(state, happened)
    if not state.is_breeding:
        if state.second and state.own.free:
            return altered(state, phase=ANIMAL2), happened
        return end_main(state, happened)
    if state.bred and bonus_enclosures(state):
        return altered(state, phase=BONUS), happened
    return _breed_on(state, state.lines, _place_in_turn(state) + 1, happened)


def _empty_first(state: State, happened: Happened) -> Played:
    """FULL, step 1 (5.4): the animals of the first full enclosure go."""
    number, *others = state.full
    zoo = state.own
    species, count, _ = zoo.pens[number - 1]
    zoo = with_emptied(zoo, number)
    happened = (*happened, effects.emptied(state.seat, number, species, count))
    state = altered(state, zoos=changed(state.zoos, state.seat, zoo), full=tuple(others))
    if zoo.has_free_house:
        return altered(state, phase=KEEP, leaving=species), happened
    return offer_attraction(state, happened)


def offer_attraction(state: State, happened: Happened) -> Played:
    """FULL, step 3 (5.4): skipped if no cell is uncovered."""
    if state.own.free:
        return altered(state, phase=ATTRACTION), happened
    return go_on(state, happened)


def end_main(state: State, happened: Happened) -> Played:
    """The action of the active seat is done: the end at once (6.1), or breeding (5.5)."""
    if not state.zoos[state.active - 1].free or state.laps >= LAPS_ALLOWED:
        return end_match(state, happened)
    return begin_breeding(state, happened)


def begin_breeding(state: State, happened: Happened) -> Played:
    """Breeding of all crossed lines, from the active seat on."""
    return _breed_on(state, state.lines, 0, happened)


def _place_in_turn(state: State) -> int:
    """How many seats come before the one that owes a decision, in the order of this turn."""
    return (state.seat - state.active) % state.setup.players


def _breed_on(state: State, lines: str, asked: int, happened: Happened) -> Played:
    """The next seat that can breed: after ``asked`` seats of the first line, then line by line."""
    players = state.setup.players
    while lines:
        species = lines[0]
        for place in range(asked, players):
            seat = (state.active - 1 + place) % players + 1
            if _has_pair(state.zoos[seat - 1], species):
                state = altered(state, phase=NORMAL, seat=seat, is_breeding=True, lines=lines, bred=())
                return state, happened
        lines, asked = lines[1:], 0
    return _end_turn(state, happened)


def _has_pair(zoo: Zoo, species: str) -> bool:
    for here, count, _ in zoo.pens:  # noqa: SIM110 - asked of every seat at every line: a generator costs twice as much
        if here == species and count >= 2:
            return True
    return False


def bonus_enclosures(state: State) -> list[int]:
    """The enclosures that the bonus breeding may choose (5.5)."""
    if not state.setup.has_bonus_breeding:
        return []
    line = state.lines[0]
    if state.setup.needs_other_species:
        return [
            number
            for number, (species, count, _) in enumerate(state.own.pens, 1)
            if count >= 2 and species != line
        ]
    return [
        number
        for number, (_, count, _) in enumerate(state.own.pens, 1)
        if count >= 2 and number not in state.bred
    ]


def _end_turn(state: State, happened: Happened) -> Played:
    """After the last line: the end (6.2), or the next seat's turn."""
    for zoo in state.zoos:
        if not zoo.free:
            return end_match(state, happened)
    markers = state.markers
    if state.setup.is_solo and not markers:
        markers = ALL_MARKERS
        happened = (*happened, effects.markers_back(state.active))
    following = state.active % state.setup.players + 1
    state = altered(
        state,
        phase=WALK,
        seat=following,
        active=following,
        turn=state.turn + 1,
        is_breeding=False,
        lines="",
        bred=(),
        markers=markers,
    )
    return state, happened


def end_match(state: State, happened: Happened) -> Played:
    """Nothing is owed any more; ``active`` stays, ties may depend on it."""
    state = altered(state, phase=OVER, seat=0, second="", is_breeding=False, lines="", bred=())
    return state, (*happened, effects.MATCH_OVER)
