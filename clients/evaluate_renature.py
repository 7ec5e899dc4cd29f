"""What a greedy player of Renature thinks of a position: points at once, plants still to be placed, areas as they stand.

Everything is judged on a state made by ``imagine`` from a view; of hands, reserves and backs of others nothing is used.
"""

from collections.abc import Iterator

from clients.judging import Choice
from referee.games.renature import GAME as RULES
from referee.games.renature.areas import awards
from referee.games.renature.components import KIND_VALUES, TOKENS
from referee.games.renature.state import END, OVERFLOW, PLANT, PRECLOSE, START, State
from referee.games.renature.steps import Change, Discard, Place, Step

_BACK = 2.0  # points on the back of a token, about
_CLOUD = 1.2  # points of a cloud: one at the end, and some use before
_OPEN = 0.5  # of the points that an open area would bring now
_PLANT_LEFT = 0.7  # of what a plant left would cost at the end: it may still be placed
_DOMINO = 2.0  # points that a domino may still bring: what a discard gives away


def choices(state: State, seat: int) -> Iterator[Choice]:
    """Everything worth thinking of at the decision of the seat, each with its worth."""
    if state.phase == START:
        yield from _turns(state, seat)
    else:
        for step in RULES.legal_steps(state, seat):
            if _is_worth_thinking_of(state, step):
                after, _ = RULES.play(state, seat, step)
                yield Choice((step,), _lead(after, seat))


def _is_worth_thinking_of(state: State, step: Step) -> bool:
    """Clouds are kept; plants are taken back only to make room, or before an area closes."""
    if isinstance(step, Change):
        return False
    if state.phase == END:
        return step.text == "END"
    return not step.text.startswith("R") or state.phase in (OVERFLOW, PRECLOSE)


def _turns(state: State, seat: int) -> Iterator[Choice]:
    """Each domino in each place, with each plant beside it; each discard."""
    for step in RULES.legal_steps(state, seat):
        if not isinstance(step, Place | Discard):
            continue
        after, _ = RULES.play(state, seat, step)
        if isinstance(step, Discard):
            yield Choice((step,), _lead(after, seat) - _DOMINO)
        elif after.phase != PLANT or after.seat != seat or after.turn != state.turn:
            yield Choice((step,), _lead(after, seat))
        else:
            for planting in RULES.legal_steps(after, seat):
                if planting.text.startswith("+"):
                    grown, _ = RULES.play(after, seat, planting)
                    yield Choice((step, planting), _lead(grown, seat))


def _lead(state: State, seat: int) -> float:
    """How far the seat is ahead of the best other one."""
    standings = _standings(state)
    own = standings.pop(seat - 1)
    return own - max(standings)


def _standings(state: State) -> list[float]:
    """For each seat its points, and what clouds, tokens, plants and open areas add as they stand."""
    worth = [float(score) for score in state.scores]
    for place, board in enumerate(state.boards):
        worth[place] += _CLOUD * state.clouds[place]
        worth[place] -= _PLANT_LEFT * sum(
            value * count for value, count in zip(KIND_VALUES, board, strict=True)
        )
    for area, taker in enumerate(state.takers):
        if taker:
            worth[taker - 1] += _BACK
            continue
        token = TOKENS[state.setup.tokens[area]]
        for award in awards(state.plants, area, token.major, token.minor):
            worth[award.seat - 1] += _OPEN * award.amount
    return worth
