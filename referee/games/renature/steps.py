"""The kinds of step, and one object for each that the board has room for, made once at import."""

from collections.abc import Mapping, Sequence
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


class Laying(NamedTuple):
    """One way to lay a domino: its placements by the bit length of the left or upper space alone."""

    left_or_upper: int  # the animal there, by its number
    other: int
    shift: int  # to the space of the other: RIGHT or DOWN
    placements: Mapping[int, Place]


def _laying(domino: str, shift: int, is_turned: bool) -> Laying:
    one, two = ANIMAL_INDEX[domino[0]], ANIMAL_INDEX[domino[1]]
    spaces = spaces_of(STREAM & STREAM >> shift)
    if is_turned:
        table = {space + 1: place_step(domino, space + shift, space) for space in spaces}
        return Laying(two, one, shift, table)
    return Laying(one, two, shift, {space + 1: place_step(domino, space, space + shift) for space in spaces})


def _layings(domino: str) -> tuple[Laying, ...]:
    """Every way to lay a domino; a double turned around would say the same twice."""
    turns = (False, True) if domino[0] != domino[1] else (False,)
    return tuple(_laying(domino, shift, is_turned) for is_turned in turns for shift in (RIGHT, DOWN))


LAYINGS: Mapping[str, tuple[Laying, ...]] = {domino: _layings(domino) for domino in DOMINOES}


def grow_steps(board: Sequence[int], spaces: int) -> list[Step]:
    """The plantings of each kind that is left on a player board on each of a set of spaces."""
    here = list(spaces_of(spaces))
    return [grows[space] for grows, count in zip(GROWS, board, strict=True) if count for space in here]


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
