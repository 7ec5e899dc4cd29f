"""The kinds of step, and one object for each that the board has room for, made once at import."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.games.renature.components import ANIMAL_INDEX, ANIMALS, DOMINOES, KINDS, TYPES, VALUES
from referee.games.renature.spaces import DOWN, RIGHT, SPACE_NAMES, STREAM, spaces_of


class Place(NamedTuple):
    """Put a domino on two spaces (rule book 4.1): its first animal on the first, its second on the second."""

    text: str
    domino: str
    first: int
    second: int
    one: int  # the first animal, by its number
    two: int


class Discard(NamedTuple):
    """Put a domino of the hand into the box (4.2)."""

    text: str
    domino: str


class Grow(NamedTuple):
    """Put a plant of the player board on a space (4.3)."""

    text: str
    kind: int  # own by value, then neutral by value
    space: int


class Leave(NamedTuple):
    """Plant nothing (4.3)."""

    text: str


class Change(NamedTuple):
    """Change the joker (4.8)."""

    text: str
    animal: int


class Return(NamedTuple):
    """Take the plant of a space back to the player board (4.8)."""

    text: str
    space: int


class Drop(NamedTuple):
    """Give up the waiting clouds (4.3)."""

    text: str


class Close(NamedTuple):
    """Go on to closing (section 4)."""

    text: str


class Again(NamedTuple):
    """Buy another turn (4.8)."""

    text: str


class End(NamedTuple):
    """End the turn (section 4)."""

    text: str


Step = Place | Discard | Grow | Leave | Change | Return | Drop | Close | Again | End
Steps = tuple[Step, ...]

LEAVE = Leave("+0")
DROP = Drop("DROP")
CLOSE = Close("OK")
AGAIN = Again("AGAIN")
END = End("END")
DISCARDS: Mapping[str, Discard] = {domino: Discard(f"X {domino}", domino) for domino in DOMINOES}
CHANGES: tuple[Change, ...] = tuple(Change(f"J {code}", animal) for animal, code in enumerate(ANIMALS))
# What a seat may choose while this animal is the joker.
OTHER_JOKERS: tuple[tuple[Change, ...], ...] = tuple(
    tuple(step for step in CHANGES if step.animal != joker) for joker in range(len(ANIMALS))
)
RETURNS: Mapping[int, Return] = {space: Return(f"R {name}", space) for space, name in SPACE_NAMES.items()}
RETURNS_BY_LENGTH = {space + 1: step for space, step in RETURNS.items()}
HIDDEN_DISCARD = "X ?"  # what others are told of a discard


def kind_text(kind: int) -> str:
    """A kind of plant in notation: ``2``, ``2N`` if neutral."""
    return f"{VALUES[kind % TYPES]}{'N' if kind >= TYPES else ''}"


GROWS: tuple[Mapping[int, Grow], ...] = tuple(
    {space: Grow(f"+{kind_text(kind)} {name}", kind, space) for space, name in SPACE_NAMES.items()}
    for kind in range(KINDS)
)


def place_step(domino: str, first: int, second: int) -> Place:
    """The step object for a domino on two spaces, lawful or not."""
    text = f"P {domino} {SPACE_NAMES[first]}-{SPACE_NAMES[second]}"
    return Place(text, domino, first, second, ANIMAL_INDEX[domino[0]], ANIMAL_INDEX[domino[1]])


class Layings(NamedTuple):
    """The placements of one domino, a table for each way to lie, by the bit length of the left or upper space alone."""

    one: int  # the first animal, by its number
    two: int
    right: Mapping[int, Place]  # the second animal right of the first
    down: Mapping[int, Place]
    left: Mapping[int, Place]  # not for a double: it would say the same twice
    up: Mapping[int, Place]


def _table(domino: str, shift: int, is_turned: bool) -> dict[int, Place]:
    return {
        space + 1: place_step(domino, space + shift, space)
        if is_turned
        else place_step(domino, space, space + shift)
        for space in spaces_of(STREAM & STREAM >> shift)
    }


def _layings(domino: str) -> Layings:
    one, two = ANIMAL_INDEX[domino[0]], ANIMAL_INDEX[domino[1]]
    right, down = _table(domino, RIGHT, False), _table(domino, DOWN, False)
    if one == two:
        return Layings(one, two, right, down, {}, {})
    return Layings(one, two, right, down, _table(domino, RIGHT, True), _table(domino, DOWN, True))


LAYINGS: Mapping[str, Layings] = {domino: _layings(domino) for domino in DOMINOES}


@lru_cache(8192)
def kinds_left(board: tuple[int, ...]) -> int:
    """The kinds of which a player board has a plant left, as a set."""
    return sum(1 << kind for kind, count in enumerate(board) if count)


@lru_cache(8192)
def grow_steps(kinds: int, spaces: int) -> tuple[Step, ...]:
    """The plantings of each of a set of kinds on each of a set of spaces: the few area spaces beside one domino."""
    return tuple(
        GROWS[kind][space] for kind in range(KINDS) if kinds >> kind & 1 for space in spaces_of(spaces)
    )


def write(step: Step) -> str:
    """The canonical notation."""
    return step.text


def parts(step: Step) -> dict[str, str | int | bool]:
    """The step as typed parts, ``kind`` first."""
    match step:
        case Place():
            return {
                "kind": "place",
                "domino": step.domino,
                "first": SPACE_NAMES[step.first],
                "second": SPACE_NAMES[step.second],
            }
        case Discard():
            return {"kind": "discard", "domino": step.domino}
        case Grow():
            return {
                "kind": "plant",
                "type": VALUES[step.kind % TYPES],
                "neutral": step.kind >= TYPES,
                "space": SPACE_NAMES[step.space],
            }
        case Leave():
            return {"kind": "no-plant"}
        case Change():
            return {"kind": "joker", "animal": ANIMALS[step.animal]}
        case Return():
            return {"kind": "return", "space": SPACE_NAMES[step.space]}
        case Drop():
            return {"kind": "drop"}
        case Close():
            return {"kind": "close"}
        case Again():
            return {"kind": "again"}
        case End():
            return {"kind": "end"}
