"""Zoo texts and tile lists of the trace, read back (rule book, "Facts" and "Position")."""

from referee.games.engine import InvalidPosition
from referee.games.trucks.box import COIN, Tiles
from referee.games.zooloretto.components import (
    BARN,
    BOARD_AREAS,
    ENCLOSURES,
    KIND,
    PARTNER,
    PLACEABLE,
    STALL,
)
from referee.games.zooloretto.pens import EMPTY_PENS, pen
from referee.games.zooloretto.zoo import AREA_INDEX, Zoo

_TILES = frozenset((*PLACEABLE, COIN))


def read_tiles(text: str) -> Tiles:
    """A tile list such as ``$,E,EM``, sorted; ``""`` is none."""
    if not text:
        return ()
    tiles = text.split(",")
    for tile in tiles:
        if tile not in _TILES:
            raise InvalidPosition(f"{tile!r} is no tile")
    return tuple(sorted(tiles))


def read_zoo(text: str, expansions: int) -> Zoo:
    """A zoo text; empty board areas may be left out, an expansion is owned exactly if it is written.

    :param expansions: how many a seat of this match can have.
    :raises InvalidPosition: an area out of order or not of this match, or more in it than it holds.
    """
    areas = list(EMPTY_PENS[:BOARD_AREAS])
    stalls: list[Tiles] = [()] * BOARD_AREAS
    *written, barn = text.split(" ")
    last = -1
    for word in written:
        area, colon, content = word.partition(":")
        place = AREA_INDEX.get(area, -1)
        if not colon or place <= last or place >= BOARD_AREAS + expansions:
            raise InvalidPosition(
                f"{word!r} in zoo {text!r} is no area of this match in the order of the board"
            )
        if place > len(areas):
            raise InvalidPosition(f"zoo {text!r} has the second expansion without the first")
        last = place
        animals, slash, beside = content.partition("/")
        if slash and not beside:
            raise InvalidPosition(f"{word!r} in zoo {text!r} names no stall after the slash")
        if place == len(areas):
            areas.append(EMPTY_PENS[place])
            stalls.append(())
        areas[place] = pen(place, _animals(place, animals))
        stalls[place] = _stalls(place, beside)
    if not barn.startswith(f"{BARN}:"):
        raise InvalidPosition(f"zoo {text!r} does not end with its barn, {BARN}:")
    in_barn = read_tiles(barn[len(BARN) + 1 :])
    if COIN in in_barn:
        raise InvalidPosition("a coin tile lies in no barn")
    return Zoo(tuple(areas), tuple(stalls), in_barn)


def _animals(place: int, text: str) -> Tiles:
    printed = ENCLOSURES[place]
    tiles = read_tiles(text)
    if any(KIND.get(tile, STALL) == STALL for tile in tiles):
        raise InvalidPosition(f"enclosure {printed.area} holds animals only")
    if len(tiles) > printed.spaces:
        raise InvalidPosition(f"enclosure {printed.area} has {printed.spaces} spaces")
    if len({tile[0] for tile in tiles}) > 1:
        raise InvalidPosition(f"enclosure {printed.area} holds one species only")
    if any(PARTNER.get(tile) in tiles for tile in tiles):
        raise InvalidPosition(f"enclosure {printed.area} holds an unmated pair")
    return tiles


def _stalls(place: int, text: str) -> Tiles:
    printed = ENCLOSURES[place]
    tiles = read_tiles(text)
    if any(KIND.get(tile) != STALL for tile in tiles):
        raise InvalidPosition(f"beside enclosure {printed.area} stand stalls only")
    if len(tiles) > printed.stall_spaces:
        raise InvalidPosition(f"enclosure {printed.area} has {printed.stall_spaces} stall spaces")
    return tiles
