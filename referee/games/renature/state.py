"""What the rules remember: the set-up of a match and its state, immutable values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.games.engine import Decision
from referee.games.renature.components import TABLES, TYPES
from referee.games.renature.rulings import RULINGS, Rulings
from referee.games.renature.spaces import AREA_INDEX
from referee.games.renature.steps import Grow
from referee.games.renature.stream import Stream
from referee.strict_json import Json

START = "START"
PLANT = "PLANT"
OVERFLOW = "OVERFLOW"
PRECLOSE = "PRECLOSE"
END = "END"
OVER = "OVER"
PHASES = (START, PLANT, OVERFLOW, PRECLOSE, END)

Dominoes = tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """All that chance decided, and what never changes in a match. Lists by seat are in seat order."""

    players: int
    options: Mapping[str, Json]  # there are none
    start: int  # the first seat
    colours: tuple[str, ...]
    hands: tuple[Dominoes, ...]
    reserves: tuple[Dominoes, ...]  # next drawn first
    unused: Dominoes
    tokens: tuple[str, ...]  # ids by area
    tokens_box: tuple[str, ...]
    rules_version: int
    # Taken from the tables once, because the rules ask for them at every step.
    capacities: tuple[int, ...] = field(init=False)  # of a player board by kind
    rulings: Rulings = field(init=False)

    def __post_init__(self) -> None:
        remember = object.__setattr__
        remember(self, "capacities", TABLES[self.players].plants)
        remember(self, "rulings", RULINGS[self.rules_version])

    def position_of(self, seat: int) -> int:
        """The place of a seat in turn order, from 0 (rule book, section 2)."""
        return (seat - self.start) % self.players


class State(NamedTuple):
    """One flat tuple: a step makes a new one that shares what did not change. Lists by seat are in seat order."""

    setup: Setup
    phase: str
    seat: int  # to act; 0 when the match is over
    turn: int
    stream: Stream
    last: int  # the set of the two spaces of the domino just placed, 0 if none
    joker: int
    # For each owner (the seats, then neutral) and each value the set of spaces with such a plant, in one row.
    plants: tuple[int, ...]
    # For each value the set of spaces with a plant of this or a lower one; the last is all that is planted.
    up_to: tuple[int, ...]
    planted: Grow | None  # in OVERFLOW the planting that has not scored yet
    waiting: int  # clouds
    sky: tuple[int, ...]  # clouds left on the cloud spaces of the board
    clouds: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]  # plants on the player boards by kind
    scores: tuple[int, ...]  # before final scoring
    hands: tuple[Dominoes, ...]  # sorted by character code
    drawn: tuple[int, ...]  # dominoes drawn from each reserve
    discards: tuple[Dominoes, ...]  # in order
    takers: tuple[int, ...]  # by area: the seat that took its token, 0 if none

    @property
    def grown(self) -> int:
        """The spaces with a plant."""
        return self.up_to[-1]

    @property
    def rulings(self) -> Rulings:
        """The rulings of the match's rules version."""
        return self.setup.rulings

    def left(self, seat: int) -> int:
        """How many dominoes are in a seat's reserve."""
        return len(self.setup.reserves[seat - 1]) - self.drawn[seat - 1]


_DECISIONS: Mapping[str, Mapping[int, tuple[Decision, ...]]] = {
    **{phase: {seat: (Decision(phase, seat),) for seat in range(1, max(TABLES) + 1)} for phase in PHASES},
    OVER: {0: ()},
}


def decisions(state: State) -> tuple[Decision, ...]:
    """Who owes which decision: one seat always, none when the match is over."""
    return _DECISIONS[state.phase][state.seat]


def next_text(state: State) -> str:
    """The next decision as the trace names it: ``PLANT 2``, or ``OVER``."""
    return OVER if state.phase == OVER else f"{state.phase} {state.seat}"


def no_plants(players: int) -> tuple[int, ...]:
    """The board without a plant."""
    return (0,) * ((players + 1) * TYPES)


NO_TAKERS = (0,) * len(AREA_INDEX)

# For each number of players and seat: where the kinds of its player board stand in ``State.plants``.
KIND_PLACES = {
    players: {
        seat: (
            *range((seat - 1) * TYPES, seat * TYPES),
            *range(players * TYPES, (players + 1) * TYPES),
        )
        for seat in range(1, players + 1)
    }
    for players in TABLES
}
