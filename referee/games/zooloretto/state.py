"""What the rules remember: the set-up of a match and its state, immutable values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.games.engine import Decision
from referee.games.zooloretto.components import TABLES
from referee.games.zooloretto.rulings import RULINGS, Rulings
from referee.games.zooloretto.zoo import Tiles, Zoo
from referee.strict_json import Json

TURN = "TURN"
LOAD = "LOAD"
PLACE = "PLACE"
OVER = "OVER"
PHASES = (TURN, LOAD, PLACE)


@dataclass(frozen=True)
class Setup:
    """All that chance decided, and what never changes in a match."""

    players: int
    options: Mapping[str, Json]  # complete
    species_removed: Tiles
    deck: Tiles  # first drawn first
    start_player: int
    rules_version: int
    # Taken from options and tables once, because the rules ask for them at every step.
    capacities: tuple[int, ...] = field(init=False)
    expansions: int = field(init=False)
    is_bank_finite: bool = field(init=False)
    may_stalls_go_to_barn: bool = field(init=False)
    rulings: Rulings = field(init=False)

    def __post_init__(self) -> None:
        remember = object.__setattr__
        remember(self, "capacities", TABLES[self.players].capacities)
        remember(self, "expansions", TABLES[self.players].expansions)
        remember(self, "is_bank_finite", self.options["bank_is_finite"])
        remember(self, "may_stalls_go_to_barn", self.options["stall_move_to_barn"])
        remember(self, "rulings", RULINGS[self.rules_version])


class State(NamedTuple):
    """One flat tuple: a step makes a new one that shares what did not change (a profile shows why)."""

    setup: Setup
    drawn: int  # tiles of the deck that are drawn
    phase: str
    seat: int  # to act; 0 when the match is over
    turn: int
    round: int
    starter: int  # seat that began the round
    bank: int
    coins: tuple[int, ...]
    hand: Tiles  # in LOAD the drawn tile, in PLACE the tiles still to place, sorted
    trucks: tuple[Tiles, ...]  # sorted; a taken truck is empty
    takers: tuple[int, ...]  # per truck: the seat that took it this round, 0 if none
    zoos: tuple[Zoo, ...]
    removed: Tiles  # tiles that left the game, sorted

    @property
    def left(self) -> int:
        """How many tiles are undrawn, main and end pile together."""
        return len(self.setup.deck) - self.drawn

    @property
    def rulings(self) -> Rulings:
        """The rulings of the match's rules version."""
        return self.setup.rulings


_DECISIONS = {
    phase: {seat: (Decision(phase, seat),) for seat in range(1, max(TABLES) + 1)} for phase in PHASES
}


def decisions(state: State) -> tuple[Decision, ...]:
    """Who owes which decision: one seat always, none when the match is over."""
    return () if state.phase == OVER else _DECISIONS[state.phase][state.seat]


def next_text(state: State) -> str:
    """The next decision as the trace names it: ``TURN 2``, or ``OVER``."""
    return OVER if state.phase == OVER else f"{state.phase} {state.seat}"
