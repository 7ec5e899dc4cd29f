"""The kinds of step, one object for each text, made once at import; reading and writing them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from referee.games.engine import InvalidStep, OtherSpelling
from referee.games.trucks.steps import DRAW, LOAD, TAKE, Draw, Load, Take, quoted
from referee.games.zooloretto.components import AREAS, BARN, EXPANSIONS, PLACEABLE, SPECIES, STALLS, TABLES

ALL_AREAS = (*AREAS, BARN)
BARN_INDEX = len(AREAS)  # the place of the barn in ALL_AREAS
SEATS = range(1, max(TABLES) + 1)


# Each text has one object, so steps are compared by identity (``eq=False``) and cost no hashing.
@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Place a tile of the truck taken (5.3); ``area`` is an index of ALL_AREAS, here and below."""

    text: str
    tile: str
    area: int


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Move a tile from the barn, or a stall between stall spaces (5.5)."""

    text: str
    tile: str
    origin: int
    target: int


@dataclass(frozen=True, slots=True, eq=False)
class Swap:
    """Swap two enclosures, or an enclosure and one species of the barn (5.5)."""

    text: str
    first: int
    second: int
    species: str  # of the barn's group, "" if none is named


@dataclass(frozen=True, slots=True, eq=False)
class Buy:
    """Buy a tile from another seat's barn (5.5)."""

    text: str
    seller: int
    tile: str
    area: int


@dataclass(frozen=True, slots=True, eq=False)
class Discard:
    """Discard a tile of the own barn (5.5)."""

    text: str
    tile: str


@dataclass(frozen=True, slots=True, eq=False)
class Expand:
    """Turn over the next own expansion board (5.5)."""

    text: str = "EXP"


Step = Draw | Load | Take | Place | Move | Swap | Buy | Discard | Expand
Steps = tuple[Step, ...]

EXPAND = Expand()
PLACE = {
    (tile, area): Place(f"P {tile}>{ALL_AREAS[area]}", tile, area)
    for tile, area in product(PLACEABLE, range(len(ALL_AREAS)))
}


def _move(tile: str, origin: int, target: int) -> Move:
    start = "" if origin == BARN_INDEX else f"@{ALL_AREAS[origin]}"
    return Move(f"MV {tile}{start}>{ALL_AREAS[target]}", tile, origin, target)


MOVE = {
    (tile, origin, target): _move(tile, origin, target)
    for tile, origin, target in product(PLACEABLE, range(len(ALL_AREAS)), range(len(ALL_AREAS)))
}


def _swaps() -> Iterable[Swap]:
    for first, second in product(range(len(ALL_AREAS)), repeat=2):
        both_enclosures = BARN_INDEX not in (first, second)
        if not both_enclosures or first <= second:
            yield Swap(f"SW {ALL_AREAS[first]}/{ALL_AREAS[second]}", first, second, "")
    for first, species in product(range(len(ALL_AREAS)), SPECIES):
        yield Swap(f"SW {ALL_AREAS[first]}/B:{species}", first, BARN_INDEX, species)


SWAP = {(step.first, step.second, step.species): step for step in _swaps()}
BUY = {
    (seller, tile, area): Buy(f"BUY {seller}:{tile}>{ALL_AREAS[area]}", seller, tile, area)
    for seller, tile, area in product(SEATS, PLACEABLE, range(len(ALL_AREAS)))
}
DISCARD = {tile: Discard(f"DIS {tile}", tile) for tile in PLACEABLE}


# Lists of placements by a mask of areas (bit i = area i of AREAS): what a tile may do costs one look-up.
_MASKS = range(1 << len(AREAS))


def _areas_of(mask: int) -> list[int]:
    return [area for area in range(len(AREAS)) if mask >> area & 1]


PLACEMENTS: Mapping[str, tuple[Steps, ...]] = {
    tile: tuple(tuple(PLACE[tile, a] for a in (*_areas_of(mask), BARN_INDEX)) for mask in _MASKS)
    for tile in PLACEABLE
}
BARN_MOVES: Mapping[str, tuple[Steps, ...]] = {
    tile: tuple(tuple(MOVE[tile, BARN_INDEX, a] for a in _areas_of(mask)) for mask in _MASKS)
    for tile in PLACEABLE
}
PURCHASES: Mapping[int, Mapping[str, tuple[Steps, ...]]] = {
    seller: {
        tile: tuple(tuple(BUY[seller, tile, a] for a in (*_areas_of(mask), BARN_INDEX)) for mask in _MASKS)
        for tile in PLACEABLE
    }
    for seller in SEATS
}
STALL_MOVES: Mapping[tuple[str, int], tuple[Steps, ...]] = {
    (stall, origin): tuple(tuple(MOVE[stall, origin, a] for a in _areas_of(mask)) for mask in _MASKS)
    for stall, origin in product(STALLS, range(len(AREAS)))
}


def _every_step() -> Iterable[Step]:
    yield DRAW
    yield EXPAND
    for table in (LOAD, TAKE, PLACE, MOVE, SWAP, BUY, DISCARD):
        yield from table.values()


def _exists(step: Step, players: int) -> bool:
    """Are the truck, the seat and the areas that the step names those of a match of so many players?"""
    owned = len(ALL_AREAS) - 2 if EXPANSIONS[players] == 1 else len(ALL_AREAS) - 1
    match step:
        case Load() | Take():
            return step.truck <= len(TABLES[players].capacities)
        case Buy():
            return step.seller <= players and _is_area(step.area, owned)
        case Place():
            return _is_area(step.area, owned)
        case Move():
            return _is_area(step.origin, owned) and _is_area(step.target, owned)
        case Swap():
            return _is_area(step.first, owned) and _is_area(step.second, owned)
        case _:
            return True


def _is_area(area: int, owned: int) -> bool:
    return area < owned or area == BARN_INDEX


@cache
def readable(players: int) -> Mapping[str, Step]:
    """Every canonical text that can be read in a match of so many players, legal or not, and its step."""
    return {step.text: step for step in _every_step() if _exists(step, players)}


@cache
def respelt(players: int) -> Mapping[str, str]:
    """Texts of a step's form that write it in another order or with ``@B``, and their canonical text."""
    other: dict[str, str] = {}
    for step in readable(players).values():
        if isinstance(step, Swap) and step.first < step.second < BARN_INDEX:
            other[f"SW {ALL_AREAS[step.second]}/{ALL_AREAS[step.first]}"] = step.text
        if isinstance(step, Move) and step.origin == BARN_INDEX:
            other[f"MV {step.tile}@B>{ALL_AREAS[step.target]}"] = step.text
    return other


def read(text: str, players: int) -> Step:
    """Read one canonical step.

    :raises OtherSpelling: a swap or a move in another spelling (rule book, "Readable": never legal).
    :raises InvalidStep: anything else, naming the canonical form where the text can be understood.
    """
    step = readable(players).get(text)
    if step is not None:
        return step
    if text in respelt(players):
        canonical = respelt(players)[text]
        raise OtherSpelling(f"{text} is not the canonical form: write {canonical}", canonical)
    try:
        meant = read_line(text, players)
    except InvalidStep:
        raise InvalidStep(f"{quoted(text)} is no step of this match; a step looks like {_EXAMPLES}") from None
    texts = ", ".join(step.text for step in meant)
    if len(meant) > 1:
        raise InvalidStep(f"{quoted(text)} is several steps: write {texts}")
    raise InvalidStep(f"{quoted(text)} is not the canonical form: write {texts}")


_EXAMPLES = "D, L1, T2, P EM>5, MV E>4, SW 5/B:E, BUY 2:EF>5, DIS E, EXP"
_LINE = re.compile(r"[!-~ ]{1,400}")
_NUMBERED = re.compile(r"\A(T|L|BUY|SW)(?=[0-9])")
_WORDS_OF = {"D": 0, "EXP": 0, "L": 1, "T": 1, "MV": 1, "SW": 1, "BUY": 1, "DIS": 1, "P": 1}


def read_line(line: str, players: int) -> list[Step]:
    """Read a line in free spelling (rule book, section 8) as the steps it means.

    Case does not matter, nor does the number of blanks; between a command and its number they may be
    missing. After ``T2`` and ``P`` any number of placements may follow.

    :raises InvalidStep: the word that cannot be read.
    """
    if not _LINE.fullmatch(line):
        raise InvalidStep("a line is 1 to 400 printable ASCII characters")
    words = [part for word in line.upper().split() for part in _NUMBERED.sub(r"\1 ", word).split()]
    if not words:
        raise InvalidStep("the line is empty")
    steps: list[Step] = []
    place = 0
    while place < len(words):
        command = words[place]
        if command not in _WORDS_OF:
            raise InvalidStep(
                f"{quoted(command)} is no command; a line looks like T2 EM>5 E>B, or {_EXAMPLES}"
            )
        end = place + 1 + _WORDS_OF[command]
        if end > len(words):
            raise InvalidStep(f"{command} needs something after it; a step looks like {_EXAMPLES}")
        argument = words[place + 1 : end]
        steps.append(_read_command(command, argument[0] if argument else "", players))
        place = end
        while command in ("T", "P") and place < len(words) and ">" in words[place]:
            steps.append(_read_command("P", words[place], players))
            place += 1
    return steps


def _read_command(command: str, argument: str, players: int) -> Step:
    joint = "" if command in ("D", "EXP", "L", "T") else " "
    text = command + joint + argument
    text = respelt(players).get(text, text)
    step = readable(players).get(text)
    if step is None:
        raise InvalidStep(f"{quoted(text)} names no tile, truck, seat or area of this match")
    return step


def write(step: Step) -> str:
    """The canonical notation."""
    return step.text


def parts(step: Step) -> dict[str, str | int]:
    """The step as typed parts, ``kind`` first."""
    match step:
        case Draw():
            return {"kind": "draw"}
        case Load():
            return {"kind": "load", "truck": step.truck}
        case Take():
            return {"kind": "take", "truck": step.truck}
        case Place():
            return {"kind": "place", "tile": step.tile, "area": ALL_AREAS[step.area]}
        case Move():
            return {
                "kind": "move",
                "tile": step.tile,
                "from": ALL_AREAS[step.origin],
                "to": ALL_AREAS[step.target],
            }
        case Swap():
            both = {"kind": "swap", "from": ALL_AREAS[step.first], "to": ALL_AREAS[step.second]}
            return {**both, "species": step.species} if step.species else {**both}
        case Buy():
            return {"kind": "buy", "seat": step.seller, "tile": step.tile, "area": ALL_AREAS[step.area]}
        case Discard():
            return {"kind": "discard", "tile": step.tile}
        case Expand():
            return {"kind": "expand"}
