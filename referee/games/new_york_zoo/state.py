"""What the rules remember: the set-up of a match and its state, immutable values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.games.engine import Decision
from referee.games.new_york_zoo.components import TABLES
from referee.games.new_york_zoo.options import DIFFERENT_SPECIES
from referee.games.new_york_zoo.rulings import RULINGS, Rulings
from referee.games.new_york_zoo.zoo import Zoo
from referee.strict_json import Json

SETUP = "SETUP"
WALK = "WALK"
PLACE = "PLACE"
POPULATE = "POPULATE"
ANIMAL = "ANIMAL"
ANIMAL2 = "ANIMAL2"
KEEP = "KEEP"
ATTRACTION = "ATTRACTION"
NORMAL = "NORMAL"
BONUS = "BONUS"
OVER = "OVER"
PHASES = (SETUP, WALK, PLACE, POPULATE, ANIMAL, ANIMAL2, KEEP, ATTRACTION, NORMAL, BONUS)

Stacks = tuple[tuple[str, ...], ...]  # per bay in strip order, each from bottom to top


@dataclass(frozen=True)
class Setup:
    """All that chance decided, and what never changes in a match."""

    players: int
    options: Mapping[str, Json]  # complete
    boards: tuple[str, ...]  # seat 1 first
    stacks: Stacks  # as dealt, with the tiles that the solo and the quick game take off
    rules_version: int
    # Taken from options and tables once, because the rules ask for them at every step.
    max_steps: int = field(init=False)  # 0: solo
    has_bonus_breeding: bool = field(init=False)
    needs_other_species: bool = field(init=False)  # of the bonus breeding
    may_decline: bool = field(init=False)
    rulings: Rulings = field(init=False)

    def __post_init__(self) -> None:
        remember = object.__setattr__
        remember(self, "max_steps", TABLES[self.players].max_steps or 0)
        remember(self, "has_bonus_breeding", TABLES[self.players].has_bonus_breeding)
        remember(self, "needs_other_species", self.options["bonus_breed_scope"] == DIFFERENT_SPECIES)
        remember(self, "may_decline", self.options["attraction_may_be_declined"])
        remember(self, "rulings", RULINGS[self.rules_version])

    @property
    def is_solo(self) -> bool:
        """Is this the game of one player?"""
        return self.players == 1

    @property
    def is_quick(self) -> bool:
        """Is this the quick game of two?"""
        return bool(self.options["quick_two_player"])


class State(NamedTuple):
    """One flat tuple: a step makes a new one that shares what did not change (a profile shows why)."""

    setup: Setup
    phase: str
    seat: int  # that owes the decision; 0 when the match is over
    active: int  # the seat whose turn it is; in the quick set-up the one that places
    turn: int  # 0 in the quick set-up
    elephant: int
    stacks: Stacks
    supply: tuple[int, ...]  # of the limited attractions
    zoos: tuple[Zoo, ...]
    hands: tuple[tuple[str, ...], ...]  # quick set-up: the tiles still to place, per seat, sorted; else empty
    piece: str  # the piece that is being placed, "" outside of PLACE
    second: str  # the pictured species that may follow the one just taken, "" if none
    leaving: str  # the species that left the enclosure just emptied, "" outside of KEEP
    full: tuple[int, ...]  # enclosures that stand full until those before them are done with
    is_breeding: bool  # is the turn at its part BREED?
    lines: str  # species of the crossed lines still to be resolved, the one at work first
    bred: tuple[int, ...]  # enclosures chosen in NORMAL, until the bonus breeding is done with
    markers: tuple[int, ...]  # solo: in hand
    laps: int  # solo

    @property
    def own(self) -> Zoo:
        """The zoo of the seat that owes the decision."""
        return self.zoos[self.seat - 1]

    @property
    def rulings(self) -> Rulings:
        """The rulings of the match's rules version."""
        return self.setup.rulings


_PLACES = {name: place for place, name in enumerate(State._fields)}


def altered(state: State, **changes: Any) -> State:
    """The state with other values for the named fields: ``_replace`` in less than half of its time.

    A profile showed a quarter of all playing in ``_replace``.
    """
    values = list(state)
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return tuple.__new__(State, values)


_DECISIONS = {
    phase: {seat: (Decision(phase, seat),) for seat in range(1, max(TABLES) + 1)} for phase in PHASES
}


def decisions(state: State) -> tuple[Decision, ...]:
    """Who owes which decision: one seat always, none when the match is over."""
    return () if state.phase == OVER else _DECISIONS[state.phase][state.seat]


def next_text(state: State) -> str:
    """The next decision as the trace names it: ``WALK 2``, or ``OVER``."""
    return OVER if state.phase == OVER else f"{state.phase} {state.seat}"
