"""What the rules remember: the set-up of a match and its state, immutable values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from referee.games.engine import Decision
from referee.games.trucks.box import Box, Tiles
from referee.strict_json import Json

TURN = "TURN"
LOAD = "LOAD"
PLACE = "PLACE"
OVER = "OVER"
_MOST_PLAYERS = 5


@dataclass(frozen=True)
class Setup:
    """All that chance decided, and what never changes in a match. Each game adds what its own rules ask for."""

    box: ClassVar[Box]

    players: int
    options: Mapping[str, Json]  # complete
    species_removed: Tiles
    deck: Tiles  # first drawn first
    start_player: int
    rules_version: int
    # Taken from the tables once, because the rules ask for them at every step.
    capacities: tuple[int, ...] = field(init=False)
    clockwise: tuple[tuple[int, ...], ...] = field(
        init=False
    )  # by seat: the others from its left on, then itself
    empty_trucks: tuple[Tiles, ...] = field(init=False)
    untaken: tuple[int, ...] = field(init=False)
    rulings: Any = field(init=False)
    is_bank_finite: bool = field(init=False)  # else the bonus is always paid

    def __post_init__(self) -> None:
        seats = range(self.players)
        around = [
            tuple((seat + step) % self.players + 1 for step in seats) for seat in range(1, self.players + 1)
        ]
        capacities = self.box.tables[self.players].capacities
        self.remember(
            capacities=capacities,
            clockwise=((), *around),
            empty_trucks=((),) * len(capacities),
            untaken=(0,) * len(capacities),
            rulings=self.box.rulings[self.rules_version],
            is_bank_finite=True,
        )

    def remember(self, **fields: Any) -> None:
        """Set fields that follow from the others; for ``__post_init__`` alone."""
        for name, value in fields.items():
            object.__setattr__(self, name, value)


SetupType = TypeVar("SetupType", bound=Setup)
ZooType = TypeVar("ZooType")  # a value with a ``text``, the zoo text of the trace


class State(NamedTuple, Generic[SetupType, ZooType]):
    """One flat tuple: a step makes a new one that shares what did not change (a profile shows why)."""

    setup: SetupType
    drawn: int  # tiles of the deck that are drawn
    phase: str
    seat: int  # to act; 0 when the match is over
    turn: int
    round: int
    starter: int  # seat that began the round
    bank: int
    coins: tuple[int, ...]
    hand: Tiles  # in LOAD the drawn tile, later what the seat still has to put down, sorted
    trucks: tuple[Tiles, ...]  # sorted; a taken truck is empty
    takers: tuple[int, ...]  # per truck: the seat that took it this round, 0 if none
    zoos: tuple[ZooType, ...]
    removed: Tiles  # tiles that left the game, sorted

    @property
    def left(self) -> int:
        """How many tiles are undrawn, main and end pile together."""
        return len(self.setup.deck) - self.drawn

    @property
    def rulings(self) -> Any:
        """The rulings of the match's rules version, of the game's own type."""
        return self.setup.rulings

    @property
    def is_last_round(self) -> bool:
        """Has a tile of the end pile been drawn?"""
        return self.left < self.setup.box.end_pile


AnyState = State[Any, Any]

# A step makes its state by the bare tuple constructor: a profile showed the generated one at a tenth of a step.
new_state: Callable[[tuple[Any, ...]], AnyState] = partial(tuple.__new__, State)


def decisions_of(phases: tuple[str, ...]) -> Callable[[AnyState], tuple[Decision, ...]]:
    """The function that says who owes which decision: one seat always, none when the match is over."""
    table: dict[str, dict[int, tuple[Decision, ...]]] = {
        phase: {seat: (Decision(phase, seat),) for seat in range(1, _MOST_PLAYERS + 1)} for phase in phases
    }
    table[OVER] = {0: ()}

    def decisions(state: AnyState) -> tuple[Decision, ...]:
        """Who owes which decision."""
        return table[state.phase][state.seat]

    return decisions


def next_text(state: AnyState) -> str:
    """The next decision as the trace names it: ``TURN 2``, or ``OVER``."""
    return OVER if state.phase == OVER else f"{state.phase} {state.seat}"
