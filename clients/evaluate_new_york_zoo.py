"""What a greedy player of New York Zoo thinks of a position: estimates in cells, by the real rules.

A zoo is worth the less the more cells are uncovered and the more ragged their edge is; animals count for the
attraction that their enclosure will give. The weights were tuned against the random bot.
"""

from collections.abc import Iterator

from clients.judging import Choice
from referee.games.new_york_zoo import GAME as RULES
from referee.games.new_york_zoo.components import ATTRACTION_SIZES, LIMITED, SPACES, UNLIMITED
from referee.games.new_york_zoo.state import ATTRACTION, KEEP, PLACE, WALK, State
from referee.games.new_york_zoo.steps import Choose, Step
from referee.games.new_york_zoo.walking import fits
from referee.games.new_york_zoo.zoo import Zoo

GAME = RULES.name

_ATTRACTION = 2.0  # cells that a full enclosure is worth
_FILLING = 1.3  # the later animals of an enclosure count for more
_PAIR = 0.2  # cells of an enclosure that can breed, or give an animal to a new tile
_HOUSED = 0.2  # cells of an animal in a house
_EDGE = 0.12  # cells of each side between an uncovered cell and another thing
_TILE = 0.95  # of the cells of a tile that can be taken now
_WAY = 1.2  # cells of each space that the elephant of a solo game comes nearer to its last turn
_DECLINED = -9.0  # cells of an attraction that is not taken


def choices(state: State, seat: int) -> Iterator[Choice]:
    """Everything worth thinking of at the decision of the seat, each with its worth."""
    for step in RULES.legal_steps(state, seat):
        yield Choice((step,), _worth(state, seat, step))


def _worth(state: State, seat: int, step: Step) -> float:
    if isinstance(step, Choose):
        return float(ATTRACTION_SIZES.get(step.kind, _DECLINED))
    after, _ = RULES.play(state, seat, step)
    now = 0.0
    if state.phase == WALK:
        after = _finished(after, seat, state.turn)
        if state.setup.is_solo:
            now -= _WAY * ((after.elephant - state.elephant) % SPACES)
    now += zoo_value(after.zoos[seat - 1])
    if after.seat != seat:
        return now
    if after.phase == PLACE and state.phase == WALK:
        return now + _TILE * int(after.piece[0])
    return now + (len(after.full) + (after.phase in (KEEP, ATTRACTION))) * _best_attraction(after)


def _best_attraction(state: State) -> int:
    """The cells of the largest attraction that the seat could place now."""
    zoo = state.own
    left = [UNLIMITED, *(kind for kind, number in zip(LIMITED, state.supply, strict=True) if number)]
    sizes = [ATTRACTION_SIZES[kind] for kind in left if fits(kind, zoo.board.grid, zoo.free)]
    return max(sizes, default=0)


def _finished(state: State, seat: int, turn: int) -> State:
    """The state after the seat's own steps, each the best at once; a placement is not thought through."""
    while state.seat == seat and state.turn == turn and state.phase not in (PLACE, ATTRACTION):
        best = max(choices(state, seat), key=lambda choice: choice.worth)
        state, _ = RULES.play(state, seat, best.steps[0])
    return state


def zoo_value(zoo: Zoo) -> float:
    """What a zoo is worth: 0 when it is complete."""
    free = zoo.free
    value = -float(free.bit_count())
    if not free:
        return value + (len(zoo.houses) + zoo.penned) / 100  # animals break ties
    stride = zoo.board.grid.stride
    for shift in (1, stride):
        value -= _EDGE * ((free & ~(free >> shift)).bit_count() + (free & ~(free << shift)).bit_count())
    for _, count, size in zoo.pens:
        value += _ATTRACTION * (count / size) ** _FILLING + (_PAIR if count >= 2 else 0.0)
    return value + _HOUSED * len(zoo.houses)
