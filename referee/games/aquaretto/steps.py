"""The kinds of step, the tables that make each one once, and their typed parts. Reading stands in ``notation.py``."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from referee.games.aquaretto.components import ANIMALS, CASHIER, KEEPER, LARGE, MANAGER, SMALL, TABLES
from referee.games.aquaretto.grid import CELL, CELL_NAMES
from referee.games.trucks.steps import Draw, Load, Take
from referee.strict_json import Json

K = TypeVar("K")
S = TypeVar("S")

# Places are numbered after the cells, so that one number says where a tile or a coworker goes.
DEPOT = len(CELL_NAMES)
CREW_PLACES = (CASHIER, KEEPER, MANAGER)
FIRST_CREW_PLACE = DEPOT + 1
PLACE_NAMES: tuple[str, ...] = (*CELL_NAMES, "D", *CREW_PLACES)
CELL_OR_DEPOT: Mapping[str, int] = {**CELL, "D": DEPOT}
COWORKER_PLACE: Mapping[str, int] = {
    **CELL,
    **{name: FIRST_CREW_PLACE + place for place, name in enumerate(CREW_PLACES)},
}

CORNERS = ("NW", "NE", "SW", "SE")
SEATS = range(1, max(TABLES) + 1)


class Place(NamedTuple):
    """Place a tile of the truck taken (rule book 5.2); ``place`` is a number of PLACE_NAMES, here and below."""

    text: str
    tile: str
    place: int


class PlaceOffspring(NamedTuple):
    """Place the offspring that is due (5.6)."""

    text: str
    place: int


class PlaceCoworker(NamedTuple):
    """Place the coworker that is due (5.7)."""

    text: str
    place: int


class Move(NamedTuple):
    """Move the top tile of the own depot into the zoo (5.9)."""

    text: str
    tile: str
    place: int


class MoveCoworker(NamedTuple):
    """Move an own coworker (5.9)."""

    text: str
    origin: int
    place: int


class Buy(NamedTuple):
    """Buy the top tile of another seat's depot (5.9)."""

    text: str
    seller: int
    tile: str
    place: int


class Discard(NamedTuple):
    """Discard the top tile of the own depot (5.9)."""

    text: str = "DIS"


class Expand(NamedTuple):
    """Build an expansion (5.9, 5.10)."""

    text: str
    size: str
    cell: int  # the lower left one of its box
    corner: str  # that a small one lacks, "" for a large one


Step = (
    Draw | Load | Take | Place | PlaceOffspring | PlaceCoworker | Move | MoveCoworker | Buy | Discard | Expand
)
Steps = tuple[Step, ...]


class Filling(dict[K, S]):
    """A table of steps that makes an entry when it is first asked for: of 320,000 steps a match needs few."""

    def __init__(self, make: Callable[[K], S]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> S:
        value = self[key] = self.make(key)
        return value

    def once(self, key: K) -> S:
        """An entry that is not kept: what players write must not fill the memory."""
        return self.get(key) or self.make(key)


DISCARD = Discard()


def _places(tile: str) -> Filling[int, Place]:
    return Filling(lambda place: Place(f"P {tile}>{PLACE_NAMES[place]}", tile, place))


def _moves(tile: str) -> Filling[int, Move]:
    return Filling(lambda place: Move(f"MV {tile}>{PLACE_NAMES[place]}", tile, place))


def _coworker_moves(origin: int) -> Filling[int, MoveCoworker]:
    name = PLACE_NAMES[origin]
    return Filling(lambda place: MoveCoworker(f"MW {name}>{PLACE_NAMES[place]}", origin, place))


def _purchases(seller: int, tile: str) -> Filling[int, Buy]:
    return Filling(lambda place: Buy(f"BUY {seller}:{tile}>{PLACE_NAMES[place]}", seller, tile, place))


def _expansions(size: str, corner: str) -> Filling[int, Expand]:
    return Filling(lambda cell: Expand(f"EXP {size} {CELL_NAMES[cell]}{corner}", size, cell, corner))


PLACE: Mapping[str, Filling[int, Place]] = {tile: _places(tile) for tile in ANIMALS}
PLACE_OFFSPRING: Filling[int, PlaceOffspring] = Filling(
    lambda place: PlaceOffspring(f"P Y>{PLACE_NAMES[place]}", place)
)
PLACE_COWORKER: Filling[int, PlaceCoworker] = Filling(
    lambda place: PlaceCoworker(f"P W>{PLACE_NAMES[place]}", place)
)
MOVE: Mapping[str, Filling[int, Move]] = {tile: _moves(tile) for tile in ANIMALS}
MOVE_COWORKER: Filling[int, Filling[int, MoveCoworker]] = Filling(_coworker_moves)
BUY: Mapping[int, Mapping[str, Filling[int, Buy]]] = {
    seller: {tile: _purchases(seller, tile) for tile in ANIMALS} for seller in SEATS
}
EXPAND: Mapping[tuple[str, str], Filling[int, Expand]] = {
    (size, corner): _expansions(size, corner)
    for size, corner in ((LARGE, ""), *((SMALL, c) for c in CORNERS))
}


def write(step: Step) -> str:
    """The canonical notation."""
    return step.text


def parts(step: Step) -> dict[str, Json]:
    """The step as typed parts, ``kind`` first."""
    match step:
        case Draw():
            return {"kind": "draw"}
        case Load():
            return {"kind": "load", "truck": step.truck}
        case Take():
            return {"kind": "take", "truck": step.truck}
        case Place():
            return {"kind": "place", "tile": step.tile, "to": PLACE_NAMES[step.place]}
        case PlaceOffspring():
            return {"kind": "offspring", "to": PLACE_NAMES[step.place]}
        case PlaceCoworker():
            return {"kind": "coworker", "to": PLACE_NAMES[step.place]}
        case Move():
            return {"kind": "move", "tile": step.tile, "to": PLACE_NAMES[step.place]}
        case MoveCoworker():
            return {"kind": "move-coworker", "from": PLACE_NAMES[step.origin], "to": PLACE_NAMES[step.place]}
        case Buy():
            return {"kind": "buy", "seat": step.seller, "tile": step.tile, "to": PLACE_NAMES[step.place]}
        case Discard():
            return {"kind": "discard"}
        case Expand():
            built = {"kind": "expand", "size": step.size, "cell": CELL_NAMES[step.cell]}
            return {**built, "corner": step.corner} if step.corner else {**built}
