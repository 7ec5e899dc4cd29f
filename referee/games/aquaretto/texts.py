"""Zoo texts and tile lists of the trace, read back (rule book, "Facts" and "Position")."""

from referee.games.aquaretto.building import why_not_fitting
from referee.games.aquaretto.components import ANIMALS, OFFSPRING, SPECIES
from referee.games.aquaretto.grid import CELL, beside, is_one_group
from referee.games.aquaretto.notation import read_expansion
from referee.games.aquaretto.placing import why_no_coworker, why_not_free
from referee.games.aquaretto.state import COWORKER
from referee.games.aquaretto.steps import COWORKER_PLACE
from referee.games.aquaretto.zoo import EMPTY_ZOO, Zoo, with_animal, with_coworker, with_depot, with_expansion
from referee.games.engine import IllegalStep, InvalidPosition
from referee.games.trucks.box import COIN, Tiles

_ANIMALS = frozenset(ANIMALS)
_ON_TRUCKS = (_ANIMALS - frozenset(OFFSPRING)) | {COIN}
_IN_HAND = _ANIMALS | {COIN, COWORKER}
_DEPOT = "D:"


def read_truck(text: str) -> Tiles:
    """A list of tiles of the deck such as ``$,DM,HE``, sorted; ``""`` is none."""
    return tuple(sorted(_tiles(text, _ON_TRUCKS)))


def read_hand(text: str) -> Tiles:
    """A list of what a seat can have to put down such as ``DY,HE,W``, sorted; ``""`` is none."""
    return tuple(sorted(_tiles(text, _IN_HAND)))


def _tiles(text: str, known: frozenset[str]) -> list[str]:
    tiles = text.split(",") if text else []
    for tile in tiles:
        if tile not in known:
            raise InvalidPosition(f"{tile!r} is no tile that can lie there")
    return tiles


def read_zoo(text: str) -> Zoo:
    """A zoo text, its items in any order; an empty depot may be left out.

    :raises InvalidPosition: an item that does not exist, or a zoo against the rules.
    """
    zoo = EMPTY_ZOO
    words = text.split(" ") if text else []
    if words and words[-1].startswith(_DEPOT):
        zoo = with_depot(zoo, tuple(_tiles(words.pop()[len(_DEPOT) :], _ANIMALS)))
    items = [_item(word, text) for word in words]
    # Expansions first: the others need their spaces.
    for what, where in sorted(items, key=lambda item: item[0] in _ANIMALS or item[0] == COWORKER):
        zoo = _with_item(zoo, what, where, text)
    _check_basins(zoo, text)
    return zoo


def _item(word: str, text: str) -> tuple[str, str]:
    what, at, where = word.partition("@")
    is_known = (
        (what in _ANIMALS and where in CELL)
        or (what == COWORKER and where in COWORKER_PLACE)
        or read_expansion(what, where) is not None
    )
    if not at or not is_known:
        raise InvalidPosition(f"{word!r} in zoo {text!r} is no tile, coworker or expansion at a place")
    return what, where


def _with_item(zoo: Zoo, what: str, where: str, text: str) -> Zoo:
    if what in _ANIMALS:
        _demand(why_not_free(zoo, CELL[where]), text)
        return with_animal(zoo, what, CELL[where])
    if what == COWORKER:
        _demand(why_no_coworker(zoo, COWORKER_PLACE[where]), text)
        return with_coworker(zoo, COWORKER_PLACE[where])
    expansion = read_expansion(what, where)
    assert expansion is not None  # _item has read it
    _demand(why_not_fitting(zoo.ground, expansion), text)
    return with_expansion(zoo, expansion)


def _demand(refusal: IllegalStep | None, text: str) -> None:
    if refusal:
        raise InvalidPosition(f"zoo {text!r}: {refusal.why}")


def _check_basins(zoo: Zoo, text: str) -> None:
    for species, basin in zip(SPECIES, zoo.basins, strict=True):
        if not is_one_group(basin.cells):
            raise InvalidPosition(f"zoo {text!r}: the tiles of {species} are not one group")
        if beside(basin.cells) & (zoo.animals ^ basin.cells):
            raise InvalidPosition(
                f"zoo {text!r}: a tile of another species lies beside the basin of {species}"
            )
    if zoo.species > zoo.ground.basin_limit:
        raise InvalidPosition(f"zoo {text!r}: {zoo.species} species live here, {zoo.ground.basin_limit} may")
