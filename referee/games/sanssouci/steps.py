"""The kinds of step, one object for each text, made once at import; reading and writing them."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.games.engine import InvalidStep
from referee.games.sanssouci.components import CARDS, PLACES, SIDES, SQUARES, STACKS, WIDTH


# Each text has one object, so steps are compared by identity (``eq=False``) and cost no hashing.
@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Choose a side of the own expansion board (rule book, section 4)."""

    text: str
    side: str


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """Play a card and take a tile (5.1); ``place`` is an index of PLACES."""

    text: str
    card: str
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Gardener:
    """Put the gardener on a square (5.2); an index of SQUARES, here and below."""

    text: str
    square: int


@dataclass(frozen=True, slots=True, eq=False)
class Noble:
    """Move the noble of the square's column there (5.4)."""

    text: str
    square: int


@dataclass(frozen=True, slots=True, eq=False)
class Pass:
    """Move no noble (5.4)."""

    text: str = ">-"


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Name the stack of the next tile (5.5), from 1."""

    text: str
    stack: int


Step = Side | Play | Gardener | Noble | Pass | Stack
Steps = tuple[Step, ...]

PASS = Pass()
SIDE = {side: Side(f"SIDE {side}", side) for side in SIDES}
PLAY: Mapping[str, tuple[Play, ...]] = {
    card: tuple(Play(f"{card} {name}", card, place) for place, name in enumerate(PLACES)) for card in CARDS
}
GARDENER = tuple(Gardener(f"@{name}", square) for square, name in enumerate(SQUARES))
NOBLE = tuple(Noble(f">{name}", square) for square, name in enumerate(SQUARES))
STACK = tuple(Stack(f"/{number}", number) for number in range(1, STACKS + 1))
SIDE_STEPS: Steps = tuple(SIDE.values())

# Lists of steps by row and by the mask of its squares: what is possible in a garden costs six look-ups.
_MASKS = range(1 << WIDTH)


def _by_row(steps: Steps) -> tuple[tuple[Steps, ...], ...]:
    return tuple(
        tuple(tuple(steps[start + place] for place in range(WIDTH) if mask >> place & 1) for mask in _MASKS)
        for start in range(0, len(steps), WIDTH)
    )


_GARDENER_ROWS = _by_row(GARDENER)
_NOBLE_ROWS = _by_row(NOBLE)
_ROW_MASK = (1 << WIDTH) - 1


def gardener_steps(mask: int) -> list[Step]:
    """The steps to the squares of a mask, row by row."""
    found: list[Step] = []
    for row in _GARDENER_ROWS:
        found += row[mask & _ROW_MASK]
        mask >>= WIDTH
    return found


def noble_steps(mask: int) -> list[Step]:
    """To pass, and the steps to the squares of a mask, row by row."""
    found: list[Step] = [PASS]
    for row in _NOBLE_ROWS:
        found += row[mask & _ROW_MASK]
        mask >>= WIDTH
    return found


# Every canonical text that can be read, legal or not: the same in every match.
READABLE: Mapping[str, Step] = {
    step.text: step
    for steps in (SIDE_STEPS, *PLAY.values(), GARDENER, NOBLE, (PASS,), STACK)
    for step in steps
}
EXAMPLES = "SIDE A, GT T1, PAV W1, ANY F2, @c5, >e5, >-, /3"


def write(step: Step) -> str:
    """The canonical notation."""
    return step.text


def quoted(text: str) -> str:
    """A text that somebody sent, cut to a length that an answer can hold."""
    return repr(text if len(text) <= 48 else text[:47] + "…")


def no_step(text: str) -> InvalidStep:
    """The text is no step of the game."""
    return InvalidStep(f"{quoted(text)} is no step of this match; a step looks like {EXAMPLES}")


def parts(step: Step) -> dict[str, str | int]:
    """The step as typed parts, ``kind`` first."""
    match step:
        case Side():
            return {"kind": "side", "side": step.side}
        case Play():
            return {"kind": "play", "card": step.card, "place": PLACES[step.place]}
        case Gardener():
            return {"kind": "gardener", "square": SQUARES[step.square]}
        case Noble():
            return {"kind": "noble", "square": SQUARES[step.square]}
        case Pass():
            return {"kind": "pass"}
        case Stack():
            return {"kind": "stack", "stack": step.stack}
