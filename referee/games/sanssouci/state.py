"""What the rules remember: the set-up of a match and its state, immutable values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from referee.games.engine import Decision
from referee.games.sanssouci.components import PLACES, PLAYERS, ROUNDS, STACKS
from referee.games.sanssouci.garden import Garden
from referee.games.sanssouci.rulings import RULINGS, Rulings
from referee.strict_json import Json

SIDE = "SIDE"
PLAY = "PLAY"
GARDENER = "GARDENER"
NOBLE = "NOBLE"
STACK = "STACK"
OVER = "OVER"
PHASES = (SIDE, PLAY, GARDENER, NOBLE, STACK)
IN_TURN = (PLAY, GARDENER, NOBLE, STACK)

NOTHING = ""  # on a place of the display, or a side that is not chosen
NOWHERE = -1  # no place of the display is empty, or no target waits

Codes = tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """All that chance decided, and what never changes in a match."""

    players: int
    options: Mapping[str, Json]  # complete
    gardens: Codes  # sides, per seat
    decks: tuple[Codes, ...]  # per seat, first drawn first; the first cards are the first hand
    missions: tuple[Codes, ...]  # per seat
    tiles: Codes  # first drawn first; the first ones lie on the display
    expansions: Codes  # boards, per seat; none without the expansion
    numerals: Codes  # of ``tiles``; none if they are not given
    rules_version: int
    # Taken from the options once, because the rules ask for them at every step.
    turns: int = field(init=False)
    start_seat: int = field(init=False)
    has_expansion: bool = field(init=False)
    has_stack_choice: bool = field(init=False)
    stack_count: int = field(init=False)
    rulings: Rulings = field(init=False)

    def __post_init__(self) -> None:
        remember = object.__setattr__
        remember(self, "turns", ROUNDS * self.players)
        remember(self, "start_seat", self.options["start_seat"])
        remember(self, "has_expansion", self.options["expansion"])
        remember(self, "has_stack_choice", self.options["stack_choice"])
        remember(self, "stack_count", STACKS if self.options["stack_choice"] else 1)
        remember(self, "rulings", RULINGS[self.rules_version])

    def stacks(self) -> tuple[Codes, ...]:
        """The draw stacks at the start: one queue, or dealt round robin (rule book, section 2)."""
        count = self.stack_count
        return tuple(self.tiles[len(PLACES) + stack :: count] for stack in range(count))

    def seat_at(self, turn: int) -> int:
        """The active seat after so many turns (rule book, section 3)."""
        return (self.start_seat - 1 + turn) % self.players + 1


class Own(NamedTuple):
    """What one seat has: all that its own steps change, in one value."""

    garden: Garden
    hand: Codes  # sorted
    pile: Codes  # top first
    played: Codes  # first played first
    points: int  # of nobles and marks; may be below 0
    marks: int  # the part of the points that came from marks


class State(NamedTuple):
    """One flat tuple: a step makes a new one that shares what did not change (a profile shows why)."""

    setup: Setup
    phase: str
    seat: int  # active; 0 in SIDE and when the match is over
    turns: int  # completed
    owns: tuple[Own, ...]  # per seat
    sides: Codes  # of the expansion boards, NOTHING while a seat has not chosen; none without the expansion
    display: Codes  # the symbol on each place, NOTHING where a tile was taken
    stacks: tuple[Codes, ...]  # next first: one queue, or eight with stack choice
    taken: int  # the place of the display that the next tile fills, NOWHERE before PLAY
    target: int  # in GARDENER the filled square where the tile belongs, else NOWHERE

    @property
    def rulings(self) -> Rulings:
        """The rulings of the match's rules version."""
        return self.setup.rulings


_DECISIONS = {
    phase: {seat: (Decision(phase, seat),) for seat in range(1, PLAYERS[-1] + 1)} for phase in IN_TURN
}


def decisions(state: State) -> tuple[Decision, ...]:
    """Who owes which decision: in SIDE all seats that have not chosen, later one; none when the match is over."""
    if state.phase in _DECISIONS:
        return _DECISIONS[state.phase][state.seat]
    return _choosing(state.sides) if state.phase == SIDE else ()


@lru_cache(256)  # more than there are
def _choosing(sides: Codes) -> tuple[Decision, ...]:
    return tuple(Decision(SIDE, seat) for seat, side in enumerate(sides, 1) if not side)


def turn(state: State) -> int:
    """The number of the turn in progress, from 1; in SIDE 0, and when the match is over that of the last one."""
    if state.phase == SIDE:
        return 0
    return state.turns if state.phase == OVER else state.turns + 1


def next_text(state: State) -> str:
    """The next decision as the trace names it: ``PLAY 2``, ``SIDE`` with the lowest seat, or ``OVER``."""
    for name, seat in decisions(state):
        return f"{name} {seat}"
    return OVER
