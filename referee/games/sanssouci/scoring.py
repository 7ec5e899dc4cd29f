"""Points, ranks and breakdown (rule book, section 6)."""

from collections.abc import Sequence

from referee.games.engine import Effect, Result
from referee.games.sanssouci import effects
from referee.games.sanssouci.components import (
    COLUMN_BONUS,
    COLUMN_OF,
    ROW_BONUSES,
    ROW_VALUES,
    TERRACE,
    TERRACE_VALUE,
)
from referee.games.sanssouci.garden import COLUMN, ROW, Garden, filled
from referee.games.sanssouci.state import OVER, State
from referee.games.written import ranks_of

BREAKDOWN_KEYS = frozenset({"nobles", "marks", "rows", "columns", "missions", "total", "gardeners"})


def row_points(garden: Garden) -> int:
    """The bonuses of the rows that are filled."""
    full = filled(garden)
    return sum(bonus for row, bonus in zip(ROW, ROW_BONUSES, strict=True) if full & row == row)


def column_points(garden: Garden) -> int:
    """The bonuses of the columns that are filled."""
    full = filled(garden)
    return sum(COLUMN_BONUS for column in COLUMN if full & column == column)


def mission_points(garden: Garden, missions: Sequence[str]) -> int:
    """For each mission the value of the row in which the noble of its column stands."""
    return sum(row_value(garden.nobles[COLUMN_OF[mission]]) for mission in missions)


def row_value(row: int) -> int:
    """What a noble in this row is worth; on the terrace nothing."""
    return TERRACE_VALUE if row == TERRACE else ROW_VALUES[row - 1]


def scores(state: State) -> list[int]:
    """The counting stones: with the final scoring once the match is over."""
    if state.phase != OVER:
        return [own.points for own in state.owns]
    return result(state).scores


def result(state: State) -> Result:
    """Scores, ranks (points, then gardeners; ties share a rank) and breakdown, as if the match ended now."""
    breakdown = []
    for own, missions in zip(state.owns, state.setup.missions, strict=True):
        entry = {
            "nobles": own.points - own.marks,
            "marks": own.marks,
            "rows": row_points(own.garden),
            "columns": column_points(own.garden),
            "missions": mission_points(own.garden, missions),
        }
        entry["total"] = sum(entry.values())
        entry["gardeners"] = own.garden.gardeners.bit_count()
        breakdown.append(entry)
    totals = [entry["total"] for entry in breakdown]
    return Result(totals, ranks_of([(entry["total"], entry["gardeners"]) for entry in breakdown]), breakdown)


def final_effects(state: State) -> tuple[Effect, ...]:
    """The final scoring of each seat, which reveals the missions, and the end of the match."""
    scorings = tuple(
        effects.scored(seat, entry["rows"], entry["columns"], entry["missions"], missions)
        for seat, (entry, missions) in enumerate(
            zip(result(state).breakdown, state.setup.missions, strict=True), 1
        )
    )
    return (*scorings, effects.MATCH_OVER)
