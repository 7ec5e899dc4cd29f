"""Final scoring, ranks and breakdown (rule book, section 5)."""

from referee.games.engine import Result
from referee.games.renature.areas import awards
from referee.games.renature.components import KIND_VALUES, POINTS_PER_CLOUD, TOKENS
from referee.games.renature.draft import Draft
from referee.games.renature.state import OVER, State
from referee.games.written import ranks_of

BREAKDOWN_KEYS = frozenset({"game", "open", "clouds", "plants", "backs", "total", "tokens"})


def breakdowns(state: State | Draft) -> list[dict[str, int]]:
    """The lines of each seat's result; ``tokens`` counts those collected and is no line of the total."""
    open_points = _open_points(state)
    return [_breakdown(state, seat, open_points[seat]) for seat in range(1, state.setup.players + 1)]


def _open_points(state: State | Draft) -> dict[int, int]:
    """Points of the areas that still have their token, by seat."""
    points = dict.fromkeys(range(1, state.setup.players + 1), 0)
    for area, taker in enumerate(state.takers):
        if not taker:
            token = TOKENS[state.setup.tokens[area]]
            for award in awards(state.plants, area, token.major, token.minor):
                points[award.seat] += award.amount
    return points


def _breakdown(state: State | Draft, seat: int, open_points: int) -> dict[str, int]:
    taken = [
        TOKENS[token] for token, taker in zip(state.setup.tokens, state.takers, strict=True) if taker == seat
    ]
    lines = {
        "game": state.scores[seat - 1],
        "open": open_points,
        "clouds": POINTS_PER_CLOUD * state.clouds[seat - 1],
        "plants": -sum(
            value * count for value, count in zip(KIND_VALUES, state.boards[seat - 1], strict=True)
        ),
        "backs": sum(token.back for token in taken),
    }
    return {**lines, "total": sum(lines.values()), "tokens": len(taken)}


def scores(state: State) -> list[int]:
    """The score of each seat: during the game as it stands, after it with final scoring."""
    if state.phase == OVER:
        return [lines["total"] for lines in breakdowns(state)]
    return list(state.scores)


def result(state: State) -> Result:
    """Scores, ranks (points, then tokens; ties share a rank) and breakdown, as if the match ended now."""
    lines = breakdowns(state)
    standings = [(line["total"], line["tokens"]) for line in lines]
    return Result([line["total"] for line in lines], ranks_of(standings), lines)
