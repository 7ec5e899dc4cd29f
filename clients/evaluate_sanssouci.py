"""What a greedy player of Sanssouci thinks of a position: points at once, and what a garden may still bring.

Everything is judged on a state made by ``imagine`` from a view; of hands, piles, missions of others and undrawn tiles
nothing is used. The weights were tried against each other and against none.
"""

from collections.abc import Iterator

from clients.judging import Choice
from referee.games.sanssouci import GAME as RULES
from referee.games.sanssouci.components import COLUMN_BONUS, COLUMN_OF, HEIGHT, ROW_BONUSES, ROW_VALUES, WIDTH
from referee.games.sanssouci.garden import COLUMN, ROW, Garden, filled, noble_squares
from referee.games.sanssouci.scoring import row_value
from referee.games.sanssouci.state import NOBLE, SIDE, STACK, Own, State
from referee.games.sanssouci.steps import Step

_ROUNDS_OF_WEIGHT = 6  # rounds before the end in which what may still come counts in full
_NEXT = 0.35  # of the points of a noble's best square that is open already
_LINE = 0.6  # of the bonus of a row or column, at most: the more of it is filled, the more
_MISSION = 0.5  # of a mission's points while its noble may still go farther
_LEFT_BEHIND = 0.12  # points of each row that a noble may still go


def choices(state: State, seat: int) -> Iterator[Choice]:
    """Everything worth thinking of at the decision of the seat, each with its worth."""
    if state.phase in (SIDE, STACK):
        # One side of a board is as good as the other, and so is one stack.
        for step in RULES.legal_steps(state, seat):
            yield Choice((step,), 0.0)
        return
    yield from _turns(state, seat, ())


def _turns(state: State, seat: int, begun: tuple[Step, ...]) -> Iterator[Choice]:
    """The rest of the turn, with the best noble for each card, tile and gardener."""
    if state.phase == NOBLE:
        yield _best_noble(state, seat, begun)
        return
    for step in RULES.legal_steps(state, seat):
        after, _ = RULES.play(state, seat, step)
        yield from _turns(after, seat, (*begun, step))


def _best_noble(state: State, seat: int, begun: tuple[Step, ...]) -> Choice:
    best: Choice | None = None
    for step in RULES.legal_steps(state, seat):
        after, _ = RULES.play(state, seat, step)
        worth = _worth(after, after.owns[seat - 1], seat)
        if best is None or worth > best.worth:
            best = Choice((*begun, step), worth)
    assert best is not None, "to pass is always legal"
    return best


def _worth(state: State, own: Own, seat: int) -> float:
    """The points of a seat and what may still come, the less the nearer the end."""
    left = len(own.pile) + len(own.hand)
    share = min(1.0, left / _ROUNDS_OF_WEIGHT)
    missions = [COLUMN_OF[mission] for mission in state.setup.missions[seat - 1]]
    return own.points + _final(own.garden, missions, share) + share * _open(own.garden)


def _final(garden: Garden, missions: list[int], share: float) -> float:
    """The final scoring as it stands, and a part of what is not complete."""
    full = filled(garden)
    worth = sum(row_value(garden.nobles[column]) * (1 - share * (1 - _MISSION)) for column in missions)
    lines = [(row, WIDTH, bonus) for row, bonus in zip(ROW, ROW_BONUSES, strict=True)]
    lines += [(column, HEIGHT, COLUMN_BONUS) for column in COLUMN]
    for line, size, bonus in lines:
        done = (full & line).bit_count()
        worth += bonus if done == size else share * _LINE * bonus * (done / size) ** 3
    return worth


def _open(garden: Garden) -> float:
    """What the nobles may still do: the best square that each could take now, and the rows ahead of it."""
    squares = noble_squares(garden)
    worth = 0.0
    for column, noble in enumerate(garden.nobles):
        worth += _LEFT_BEHIND * (HEIGHT - noble)
        for row in range(HEIGHT - 1, noble - 1, -1):
            if squares >> WIDTH * row + column & 1:
                worth += _NEXT * ROW_VALUES[row]
                break
    return worth
