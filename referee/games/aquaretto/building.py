"""Where an expansion may be built (rule book 5.10)."""

from referee.games.aquaretto.components import EXPANSIONS
from referee.games.aquaretto.grid import ENTRANCE, GRID, beside
from referee.games.aquaretto.ground import Ground, covered
from referee.games.aquaretto.refusals import refuse
from referee.games.aquaretto.steps import Expand
from referee.games.engine import IllegalStep


def why_not_built(ground: Ground, step: Expand) -> IllegalStep | None:
    """Judge by predicate whether the expansion may be built there; None if so."""
    refusal = why_not_fitting(ground, step)
    if refusal is None and not covered(step) & beside(ground.spaces):
        return refuse("apart-from-zoo", "No cell of the expansion is beside a space of the zoo.")
    return refusal


def why_not_fitting(ground: Ground, step: Expand) -> IllegalStep | None:
    """Judge whether one more expansion of its size is there, and nothing in its way; None if so."""
    cells = covered(step)
    if ground.built[step.size] >= EXPANSIONS[step.size]:
        return refuse("no-expansion-left", f"All expansions of this size are built: {EXPANSIONS[step.size]}.")
    if cells & ~GRID:
        return refuse("off-the-grid", "The expansion would leave the grid A1..U21.")
    if cells & ENTRANCE:
        return refuse("on-the-entrance", "The expansion would cover the entrance.")
    if cells & ground.spaces:
        return refuse("on-a-space", "The expansion would cover a space.")
    return None
