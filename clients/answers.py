"""The answers of the referee as types; their meaning stands in openapi.yaml, under the same names."""

from typing import Any, NotRequired, TypedDict


class Base(TypedDict):
    """The version and head that the next order of a seat must name."""

    version: int
    head: str


class Player(TypedDict):
    """A person or a program with an account."""

    player: str
    name: str
    kind: str


class NewPlayer(Player):
    """A player just signed up; the token is shown this once."""

    token: str
    scopes: list[str]


class PlayerKey(TypedDict):
    """A registered public key."""

    kid: str
    key: dict[str, str]
    status: str


class RevokedKey(TypedDict):
    """A key that signs no more."""

    kid: str
    status: str


class OwedDecision(TypedDict):
    """A decision that the rules wait for."""

    seat: int
    decision: str


class TimedDecision(OwedDecision):
    """A decision that the rules wait for; ``deadline`` in ms since 1970 UTC, None where no time runs out."""

    deadline: int | None


class Still(TypedDict):
    """Why no time runs in a match: ``paused`` until a moment, or ``suspended``."""

    why: str
    until: int | None


NightlyHours = TypedDict("NightlyHours", {"zone": str, "from": int, "to": int})


class Result(TypedDict):
    """The end of a match, one entry per seat."""

    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]]


class Seat(TypedDict):
    """Who has joined, and the seat once the match has started."""

    place: int
    player: str
    name: str
    seat: int | None
    presence: str


class MatchSummary(TypedDict):
    """A match in a list."""

    match: str
    game: str
    players: int
    seated: int
    status: str
    visibility: str
    organiser: str
    opened_at: int


class MatchList(TypedDict):
    """One page of matches; ``next`` is the ``after`` of the following page."""

    matches: list[MatchSummary]
    next: str | None


class Match(TypedDict):
    """A match."""

    match: str
    game: str
    players: int
    options: dict[str, Any]
    policy: dict[str, Any]
    visibility: str
    status: str
    seats: list[Seat]
    organiser: str
    rules_version: int | None
    version: int
    head: str
    base: Base | None
    opened_at: int
    started_at: int | None
    commitment: str
    turn: list[TimedDecision]
    still: Still | None
    result: Result | None


class Turn(TypedDict):
    """A decision that I owe."""

    match: str
    game: str
    seat: int
    decision: str
    base: Base
    deadline: int | None


class Effect(TypedDict):
    """What followed from a step."""

    kind: str
    seat: int
    text: str
    detail: dict[str, Any]


class LegalStep(TypedDict):
    """A step that may be played now."""

    step: str
    parts: dict[str, Any]
    sentence: str
    reveals: bool


class LegalSteps(TypedDict):
    """All that a seat may do at its decision."""

    base: Base
    seat: int
    decision: str | None
    steps: list[LegalStep]


class LegalMove(TypedDict):
    """A whole move."""

    steps: list[str]
    effects: list[Effect]
    reveals: bool
    ends_turn: bool


class LegalMoves(TypedDict):
    """Whole moves that begin with ``from``."""

    base: Base
    seat: int
    moves: list[LegalMove]
    truncated: bool
    next: list[LegalStep]


class Preview(TypedDict):
    """What a move would do; ``steps`` and ``base`` are what must be signed."""

    status: str
    steps: list[str]
    reveals: bool
    base: Base
    sentences: list[str]
    effects: list[Effect]
    next_legal: list[LegalStep]
    view: dict[str, Any] | None
    problem: dict[str, Any] | None


class Accepted(TypedDict):
    """An order that has become an event, with the referee's receipt."""

    version: int
    head: str
    at: int
    base: Base
    effects: list[Effect]
    receipt: str


class ViewAnswer(TypedDict):
    """What I may know of a position."""

    match: str
    version: int
    head: str
    base: Base
    at: int
    viewer: int | None
    status: str
    turn: list[TimedDecision]
    undo_to: list[int]
    view: dict[str, Any]
    result: Result | None


class LoggedEvent(TypedDict):
    """An event with its exact text and its hash."""

    version: int
    e: str
    h: str
    s: NotRequired[str]
    effects: NotRequired[list[Effect]]
    sentences: NotRequired[list[str]]


class EventList(TypedDict):
    """A stretch of a match's log."""

    match: str
    events: list[LoggedEvent]
    version: int
    head: str


class MatchStreamState(TypedDict):
    """The first message of a connection to the stream of a match."""

    match: Match
    view: ViewAnswer | None


class FollowedMatch(TypedDict):
    """A match of a player's stream; the events behind the version are told."""

    match: str
    version: int


class PlayerStreamState(TypedDict):
    """The first message of a connection to the stream of a player."""

    turns: list[Turn]
    matches: list[FollowedMatch]


class PlayerStreamEvent(TypedDict):
    """An event of one of a player's matches."""

    match: str
    event: LoggedEvent
