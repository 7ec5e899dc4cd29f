"""The contract that every game fulfils: what a game is to the rest of the house."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from referee.games.shuffle import Shuffle
from referee.strict_json import Json

# Each game brings its own types for these; the floors above never look inside.
Setup = Any
State = Any
Step = Any
Viewer = int | None  # a seat, or None for a spectator


class InvalidStep(ValueError):
    """The text cannot be read as a step of this match.

    :param meant: the steps that it says in another spelling, where ``read_line`` would add some that it does not say.
    """

    def __init__(self, why: str, meant: Sequence[Step] = ()) -> None:
        super().__init__(why)
        self.meant = meant


class OtherSpelling(InvalidStep):
    """A step's text in another order or with a part that is left out: readable in a trace, never legal there.

    :param canonical: the text that an order must use.
    """

    def __init__(self, why: str, canonical: str) -> None:
        super().__init__(why)
        self.canonical = canonical


class IllegalStep(ValueError):
    """The step can be read, but the rules do not allow it here.

    :param rule: stable name of the rule that forbids it, such as ``truck-empty``.
    :param why: one English sentence for a person.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(why)
        self.rule = rule
        self.why = why


class InvalidOptions(ValueError):
    """The options are not those of the game; ``field`` names the first bad one."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


class InvalidPosition(ValueError):
    """A set-up or a position that the game's section "Trace" does not allow."""


class Decision(NamedTuple):
    """What the rules wait for, and from which seat."""

    name: str
    seat: int


class Effect(NamedTuple):
    """What followed from a step, as data.

    ``text`` is its short notation (``+2``, ``EO>5``), ``seen_by`` the seats that may know it (None: all).
    """

    kind: str
    seat: int
    text: str
    detail: Mapping[str, Any]
    seen_by: tuple[int, ...] | None = None


class Lettering(NamedTuple):
    """In which words a picture is drawn.

    :param words: the game's own words by key, in the reader's language; None: English.
    :param names: of the players by seat; None: seats are called by their numbers.
    :param width: columns that a line may have.
    :param has_legend: does an explanation of the codes stand below?
    """

    words: Mapping[str, str] | None = None
    names: Mapping[int, str] | None = None
    width: int = 72
    has_legend: bool = True


ENGLISH: Final = Lettering()


class Result(NamedTuple):
    """The end of a match: one entry per seat; ties share a rank."""

    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]]


class Game(Protocol):
    """A game as the house sees it. All methods are pure; states are immutable values."""

    name: str
    title: str
    players: range
    rules_version: int  # of a match that begins today
    rules_versions: frozenset[int]  # that can still be played and replayed
    components: Mapping[str, Any]  # the component data with provenance marks, board geometry included
    breakdown_keys: frozenset[str]  # all keys that an entry of a breakdown may have

    def check_options(self, players: int, options: Mapping[str, Json]) -> dict[str, Json]:
        """Complete the options with their defaults; raises InvalidOptions."""

    def deal(
        self, players: int, options: Mapping[str, Json], shuffle: Shuffle, rules_version: int = 1
    ) -> Setup:
        """Draw all chance of a match: here and nowhere else."""

    def start(self, setup: Setup) -> State:
        """The state in which the first decision is owed."""

    def write_setup(self, setup: Setup) -> dict[str, Json]:
        """The ``setup`` object of a trace."""

    def read_setup(
        self, players: int, options: Mapping[str, Json], written: Json, rules_version: int = 1
    ) -> Setup:
        """The set-up from a trace; raises InvalidPosition, InvalidOptions."""

    def read_position(
        self,
        players: int,
        options: Mapping[str, Json],
        written: Json,
        position: Json,
        rules_version: int = 1,
    ) -> State:
        """The state from a rule case (``written``: its ``setup`` or None); raises InvalidPosition."""

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Who owes which decision, in seat order; empty exactly when the match is over."""

    def turn(self, state: State) -> int:
        """The number of the turn, from 1."""

    def legal_steps(self, state: State, seat: int) -> Sequence[Step]:
        """Every legal step of the seat once; empty if it owes nothing."""

    def play(self, state: State, seat: int, step: Step) -> tuple[State, tuple[Effect, ...]]:
        """Judge by predicate and play; raises IllegalStep."""

    def reveals(self, state: State, seat: int, step: Step) -> bool:
        """Does the step uncover hidden information?"""

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        """What the viewer may know of the state: an allow-list."""

    def tell(
        self, seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer
    ) -> tuple[str, tuple[Effect, ...]]:
        """What the viewer may know of a step: its text (hidden words ``?``) and its effects."""

    def foreseen(self, effects: Sequence[Effect]) -> tuple[Effect, ...]:
        """Those effects of a revealing step that everybody could foresee."""

    def imagine(self, view: Mapping[str, Json], shuffle: Shuffle) -> State:
        """A random full state that yields this view."""

    def default_step(self, state: State, seat: int) -> Step:
        """What an absent seat does: keeps the match going and disturbs the others least."""

    def result(self, state: State) -> Result:
        """Scores, ranks and breakdown, as if the match ended now."""

    def facts(self, state: State) -> dict[str, Json]:
        """The facts of the game's section "Trace"."""

    def read(self, text: str, state: State, seat: int) -> Step:
        """Read one canonical step; raises InvalidStep (naming the canonical form of another spelling)."""

    def read_line(self, text: str, state: State, seat: int) -> list[Step]:
        """Read a line in free spelling as the steps it means; raises InvalidStep."""

    def write(self, step: Step) -> str:
        """The canonical notation."""

    def parts(self, step: Step) -> dict[str, Json]:
        """The step as typed parts, ``kind`` first."""

    def board(self, view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
        """The picture of a view in plain text, at most 72 columns."""

    def save(self, state: State) -> Json:
        """All of a state that does not follow from its set-up, as JSON for a snapshot."""

    def restore(self, setup: Setup, saved: Json) -> State:
        """The state that :meth:`save` wrote."""
