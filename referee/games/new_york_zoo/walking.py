"""The elephant: counted spaces, crossed lines, and where it may land (rule book 5.1, section 8)."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from referee.games.engine import Effect, IllegalStep
from referee.games.new_york_zoo import effects
from referee.games.new_york_zoo.components import (
    BAYS,
    FAR_MARKER,
    LINE_ENTERED,
    MARKERS,
    SPACES,
    START_SPACE,
)
from referee.games.new_york_zoo.flow import Played, end_main
from referee.games.new_york_zoo.pieces import Grid
from referee.games.new_york_zoo.refusals import refuse
from referee.games.new_york_zoo.state import ANIMAL, PLACE, Stacks, State, altered
from referee.games.new_york_zoo.state import WALK as WALK_PHASE
from referee.games.new_york_zoo.steps import (
    FAR,
    FREE,
    MARKER,
    WALK,
    MoveFree,
    Step,
    UseFarMarker,
    UseMarker,
    Walk,
)
from referee.games.new_york_zoo.zoo import Zoo

# The place of each strip space in a state's stacks; None for an animal space.
BAY_AT: tuple[int | None, ...] = tuple(
    BAYS.index(space) if space in BAYS else None for space in range(SPACES + 1)
)
# The strip spaces after each one, clockwise, up to the one before it: no move is a whole lap.
_AHEAD: tuple[tuple[int, ...], ...] = tuple(
    tuple((space + raw - 1) % SPACES + 1 for raw in range(1, SPACES)) for space in range(SPACES + 1)
)


def _path(start: int, end: int) -> tuple[int, ...]:
    """All spaces entered from ``start`` to ``end``; none where the elephant stays."""
    return _AHEAD[start][: (end - start) % SPACES]


# Species of the lines that a move crosses, in the order of the path; and whether it enters the start space.
CROSSED: Mapping[tuple[int, int], str] = {
    (start, end): "".join(LINE_ENTERED.get(space, "") for space in _path(start, end))
    for start in range(1, SPACES + 1)
    for end in range(1, SPACES + 1)
}
_COMES_ROUND = frozenset(way for way in CROSSED if START_SPACE in _path(*way))


def counted_spaces(elephant: int, stacks: Stacks, most: int = SPACES) -> list[int]:
    """The first ``most`` counted spaces ahead: animal spaces, and bays that hold a tile."""
    found: list[int] = []
    for space in _AHEAD[elephant]:
        bay = BAY_AT[space]
        if bay is None or stacks[bay]:
            found.append(space)
            if len(found) == most:
                break
    return found


# Many turns leave a zoo as it is, and a solo player can reach every bay: worth remembering.
@lru_cache(8192)
def fits(piece: str, grid: Grid, free: int) -> bool:
    """Does the piece fit at least once on these cells of the grid?"""
    return grid.fits(piece, free)


def can_land(state: State, space: int) -> bool:
    """Can the action of the space be carried out (5.1)?"""
    return _can_land(state.stacks, state.own)(space)


def _can_land(stacks: Stacks, zoo: Zoo) -> Callable[[int], bool]:
    """The judge of spaces for one seat, which asks the zoo once what holds for all of them."""
    has_room, can_populate = zoo.has_room_for_animal, zoo.can_populate
    grid, free = zoo.board.grid, zoo.free

    def can_land_on(space: int) -> bool:
        bay = BAY_AT[space]
        if bay is None:
            return has_room
        stack = stacks[bay]
        return bool(stack) and can_populate and fits(stack[-1], grid, free)

    return can_land_on


def walk_steps(state: State) -> list[Step]:
    """Every move that can be carried out; in the dead end every move to an animal space."""
    ways = _ways(state)
    can_land_on = _can_land(state.stacks, state.own)
    found = [step for step, space in ways if can_land_on(space)]
    if found:
        return found
    return [step for step, space in ways if BAY_AT[space] is None and not _stays(step)]


def ways_to_animals(state: State) -> set[Step]:
    """The moves that end on an animal space, legal or not."""
    ways = _ways(state)
    return {step for step, space in ways if BAY_AT[space] is None}


def spaces_in_reach(state: State) -> list[int]:
    """The strip spaces to which the seat can move, legal or not, the nearest first; empty outside of WALK."""
    if state.phase != WALK_PHASE:
        return []
    ways = _ways(state)
    spaces = {space for _, space in ways}
    return [space for space in (state.elephant, *_AHEAD[state.elephant]) if space in spaces]


def _ways(state: State) -> list[tuple[Step, int]]:
    """Every move with the space to which it leads, legal or not."""
    if state.setup.is_solo:
        return _solo_ways(state)
    spaces = counted_spaces(state.elephant, state.stacks, state.setup.max_steps)
    return list(zip(WALK.values(), spaces, strict=False))


def _solo_ways(state: State) -> list[tuple[Step, int]]:
    spaces = counted_spaces(state.elephant, state.stacks)
    ways: list[tuple[Step, int]] = [(FREE, next(space for space in spaces if BAY_AT[space] is None))]
    for marker in state.markers:
        if marker == FAR_MARKER:
            ways += [(FAR[space], space) for space in spaces[FAR_MARKER - 1 :]]
        else:
            ways.append((MARKER[marker], spaces[marker - 1] if marker else state.elephant))
    return ways


def _stays(step: Step) -> bool:
    return step is MARKER[0]


def walk(state: State, step: Walk | UseMarker | UseFarMarker | MoveFree) -> Played:
    """Move the elephant and begin the action of the space; in the dead end go on with breeding."""
    space = _target(state, step)
    is_dead_end = False
    if not can_land(state, space):
        is_dead_end = BAY_AT[space] is None and not _stays(step) and _is_dead_end(state)
        if not is_dead_end:
            raise _why_not_landed(state, space)
    start, seat = state.elephant, state.seat
    lines = CROSSED[start, space]
    happened: tuple[Effect, ...] = (effects.arrived(seat, space),)
    if lines:
        happened += tuple(effects.crossed(seat, species) for species in lines)
    markers, laps = state.markers, state.laps
    if state.setup.is_solo:
        markers = tuple(marker for marker in markers if marker != _marker_of(step))
        if (start, space) in _COMES_ROUND:
            laps += 1
            happened += (effects.lap(seat, laps),)
    bay = BAY_AT[space]
    state = altered(
        state,
        phase=ANIMAL if bay is None else PLACE,
        elephant=space,
        piece="" if bay is None else state.stacks[bay][-1],
        lines=lines,
        markers=markers,
        laps=laps,
    )
    if is_dead_end:
        return end_main(state, (*happened, effects.took_nothing(seat)))
    return state, happened


def arrive(state: State) -> State:
    """The first decision of MAIN, where the elephant stands and the action can be carried out."""
    bay = BAY_AT[state.elephant]
    if bay is None:
        return altered(state, phase=ANIMAL)
    return altered(state, phase=PLACE, piece=state.stacks[bay][-1])


def _is_dead_end(state: State) -> bool:
    return not any(map(_can_land(state.stacks, state.own), (space for _, space in _ways(state))))


def _marker_of(step: Walk | UseMarker | UseFarMarker | MoveFree) -> int | None:
    if isinstance(step, UseMarker):
        return step.marker
    return FAR_MARKER if isinstance(step, UseFarMarker) else None


def _target(state: State, step: Walk | UseMarker | UseFarMarker | MoveFree) -> int:
    """The space to which the step leads."""
    elephant, stacks = state.elephant, state.stacks
    if isinstance(step, Walk):
        most = state.setup.max_steps
        if not most:
            raise refuse("markers-only", "A single player moves with the range markers or f.")
        if step.count > most:
            raise refuse("too-far", f"The elephant moves at most {most} counted spaces.")
        return counted_spaces(elephant, stacks, step.count)[-1]
    if not state.setup.is_solo:
        raise refuse(
            "no-markers", "Range markers and the free move are for the solo game: write + and a number."
        )
    marker = _marker_of(step)
    if marker is not None and marker not in state.markers:
        raise refuse("marker-used", f"Marker {MARKERS[marker]} is not in hand.")
    spaces = counted_spaces(elephant, stacks)
    if isinstance(step, MoveFree):
        return next(space for space in spaces if BAY_AT[space] is None)
    if isinstance(step, UseMarker):
        return spaces[step.marker - 1] if step.marker else elephant
    if step.space == elephant:
        raise refuse("whole-lap", "A move is less than a whole lap.")
    if step.space not in spaces:
        raise refuse("empty-bay", f"Bay {step.space} holds no tile.")
    if step.space not in spaces[FAR_MARKER - 1 :]:
        raise refuse("too-near", f"Marker 4+ leads {FAR_MARKER} counted spaces or more.")
    return step.space


def _why_not_landed(state: State, space: int) -> IllegalStep:
    bay = BAY_AT[space]
    if bay is None:
        why = "every house is occupied and there is no enclosure"
        return refuse("no-room", f"No animal has a place on space {space}: {why}.")
    stack = state.stacks[bay]
    if not stack:
        return refuse("empty-bay", f"Bay {space} holds no tile.")
    if not state.own.can_populate:
        return refuse("nobody-to-populate", "No animal could move into a new tile.")
    return refuse("tile-does-not-fit", f"Tile {stack[-1]} of bay {space} fits nowhere in this zoo.")
