"""The component data of Sanssouci as tables; the numbers, layouts, pairs and marks stand in ``components.yaml`` alone.

Three blocks of the data are stand-ins for prints that nobody has described (``provenance: assumed``): no code may know
them. True data replace them in the YAML, a pair of colours that stands twice in a deck included.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

COMPONENTS: Mapping[str, Any] = yaml.safe_load(
    files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")
)

PLAYERS = range(COMPONENTS["players"]["min"], COMPONENTS["players"]["max"] + 1)
ROUNDS: int = COMPONENTS["rounds"]

_COLUMNS = COMPONENTS["columns"]["list"]
_ROWS = COMPONENTS["rows"]["list"]
COLUMN_LETTERS: tuple[str, ...] = tuple(column["letter"] for column in _COLUMNS)
SYMBOLS: tuple[str, ...] = tuple(column["code"] for column in _COLUMNS)  # of the columns, left to right
ROW_VALUES: tuple[int, ...] = tuple(row["value"] for row in _ROWS)  # of rows 1 to 6
ROW_BONUSES: tuple[int, ...] = tuple(row["row_bonus"] for row in _ROWS)
TERRACE: int = COMPONENTS["rows"]["terrace"]["index"]
TERRACE_VALUE: int = COMPONENTS["rows"]["terrace"]["value"]
COLUMN_BONUS: int = COMPONENTS["column_bonus"]

WIDTH = len(_COLUMNS)
HEIGHT = len(_ROWS)
# The squares of a garden, row by row; a square is its place in this list everywhere in the code.
SQUARES: tuple[str, ...] = tuple(f"{letter}{row['index']}" for row in _ROWS for letter in COLUMN_LETTERS)
SQUARE_INDEX: Mapping[str, int] = {name: square for square, name in enumerate(SQUARES)}
ROW_COLOURS: Mapping[int, str] = {row["index"]: row["colour"] for row in _ROWS}
SYMBOL_NAMES: Mapping[str, str] = {column["code"]: column["name"].replace("_", " ") for column in _COLUMNS}

_DISPLAY = COMPONENTS["display"]
PLACES: tuple[str, ...] = tuple(_DISPLAY["squares"])  # of the display, in the order in which they are filled
PLACE_INDEX: Mapping[str, int] = {name: place for place, name in enumerate(PLACES)}
ROW_OF: Mapping[str, int] = _DISPLAY["row_of"]  # the row of a place's colour
STACKS: int = _DISPLAY["draw_stacks"]
# Where a tile belongs (rule book 5.2): the first square of its place's row plus its symbol's column.
ROW_START: tuple[int, ...] = tuple((ROW_OF[place] - 1) * WIDTH for place in PLACES)
COLUMN_OF: Mapping[str, int] = {symbol: column for column, symbol in enumerate(SYMBOLS)}

_CARDS = COMPONENTS["playing_cards"]
DECK: tuple[str, ...] = tuple(_CARDS["deck_order_before_shuffle"])
CARDS: tuple[str, ...] = tuple(dict.fromkeys(DECK))  # each kind once
WILD_CARDS = frozenset(_CARDS["wild_cards"]["ids"])
COLOUR_CARDS = frozenset(_CARDS["two_colour_cards"]["ids"])
SYMBOL_CARDS = frozenset(_CARDS["symbol_cards"]["ids"])
HAND_SIZE: int = _CARDS["hand_size"]
# The places of the display that a two-colour card opens; the letters of a card are those of the rows.
OPENED: Mapping[str, frozenset[int]] = {
    card: frozenset(place for place, name in enumerate(PLACES) if name[0] in card) for card in COLOUR_CARDS
}

MISSIONS: tuple[str, ...] = tuple(COMPONENTS["mission_cards"]["ids"])
MISSIONS_EACH: int = COMPONENTS["mission_cards"]["dealt_per_player"]

_TILES = COMPONENTS["garden_tiles"]
NUMERALS: Mapping[int, tuple[str, ...]] = {  # in play, by number of players
    int(players): tuple(numerals) for players, numerals in _TILES["numerals_in_play"].items()
}


def numerals_in_play(players: int) -> list[str]:
    """The numerals on the backs of all tiles of a match, sorted by numeral."""
    return [numeral for numeral in NUMERALS[players] for _ in range(_TILES["by_numeral"][numeral]["total"])]


def tiles_in_play(players: int) -> list[str]:
    """All garden tiles of a match, in the unshuffled order: by column, so many of each symbol."""
    each = sum(_TILES["by_numeral"][numeral]["per_symbol"] for numeral in NUMERALS[players])
    return [symbol for symbol in SYMBOLS for _ in range(each)]


_GARDENS = COMPONENTS["gardens"]
ROW_1_PRINTED: tuple[str, ...] = tuple(_GARDENS["printed_row_1"])
# The printed squares of each side of each garden board.
LAYOUTS: Mapping[str, tuple[int, ...]] = {
    side: tuple(SQUARE_INDEX[square] for square in (*ROW_1_PRINTED, *extra))
    for side, extra in _GARDENS["layouts"].items()
}


def board_of(side: str) -> str:
    """The board of a garden side: ``A1`` is a side of board A; that of an expansion side alike."""
    return side[:-1]


GARDEN_SIDES: tuple[str, ...] = tuple(LAYOUTS)
GARDEN_BOARDS: tuple[str, ...] = tuple(dict.fromkeys(map(board_of, LAYOUTS)))
SIDES_OF: Mapping[str, tuple[str, ...]] = {
    board: tuple(side for side in LAYOUTS if board_of(side) == board) for board in GARDEN_BOARDS
}


class Mark(NamedTuple):
    """What a marked square of an expansion board does to the tile that is placed on it (rule book 5.3)."""

    code: str
    for_symbol: int  # points
    for_gardener: int


_EXPANSION = COMPONENTS["expansion"]
EXPANSION_SHAPE: tuple[int, ...] = tuple(SQUARE_INDEX[square] for square in _EXPANSION["shape"]["squares"])
MARK_CODES: Mapping[str, Mark] = {
    code: Mark(
        code,
        mark["points"] if mark["applies_to"] in ("symbol", "any") else 0,
        mark["points"] if mark["applies_to"] in ("gardener", "any") else 0,
    )
    for code, mark in _EXPANSION["mark_codes"].items()
}


def _marks(lines: list[list[str]]) -> dict[int, Mark]:
    """The marks of one side by square; plain squares have none."""
    codes = [code for line in lines for code in line]
    return {
        square: MARK_CODES[code]
        for square, code in zip(EXPANSION_SHAPE, codes, strict=True)
        if code in MARK_CODES
    }


# The marks of each side of each expansion board: ``MARKS["X1"]["A"]``.
EXPANSION_BOARDS: tuple[str, ...] = tuple(dict.fromkeys(map(board_of, _EXPANSION["boards"])))
SIDES: tuple[str, ...] = tuple(dict.fromkeys(side[-1].upper() for side in _EXPANSION["boards"]))
MARKS: Mapping[str, Mapping[str, Mapping[int, Mark]]] = {
    board: {
        side[-1].upper(): _marks(lines)
        for side, lines in _EXPANSION["boards"].items()
        if board_of(side) == board
    }
    for board in EXPANSION_BOARDS
}
