"""The picture of a view in plain text: at most 72 columns, or as many as its lettering says (48 at least)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from referee.games.engine import ENGLISH, Lettering
from referee.games.new_york_zoo.components import (
    COMPONENTS,
    LAPS_ALLOWED,
    LINE_ENTERED,
    PAIRS,
    SHAPES,
    SPACES,
    SPECIES,
    UNLIMITED,
)
from referee.games.new_york_zoo.pieces import COLUMNS
from referee.strict_json import Json

TITLE = "New York Zoo"
_FREE = "."
_ATTRACTION = "#"
_STRIP_CELL = 15  # "|A| 14 7c 6c 5g"
_SHAPE_CELL = 9  # five cells, the widest shape, and a gap; "11 7a" above it
_PEN_CELL = 12  # "e12 M 10/12"

# Every word of the picture. Other languages have the same keys (referee/words/new_york_zoo_board.py).
WORDS: Mapping[str, str] = {
    "turn": "turn {}",
    "elephant": "elephant on {}",
    "laps": "laps {} of {}",
    "over": "The match is over.",
    "SETUP": "{} is to choose a tile to place",
    "WALK": "{} is to move the elephant",
    "PLACE": "{} is to place {}",
    "POPULATE": "{} is to move animals into {}",
    "ANIMAL": "{} is to take an animal: {}, or one other",
    "ANIMAL2": "{} may take the second animal: {}",
    "KEEP": "{} may keep one animal in a house: {}",
    "ATTRACTION": "{} is to choose an attraction",
    "NORMAL": "{} may breed: {}",
    "BONUS": "{} may have one bonus birth",
    "in-turn-of": "in the turn of {}",
    "lines": "Breeding lines to resolve: {}",
    "strip": "Strip, clockwise from the elephant, the next tile of a bay first:",
    "in-reach": "Tiles in reach:",
    "to-place": "To place:",
    "in-hand": "still in hand: {}",
    "left": "Attractions left: {}; {} never runs out",
    "markers": "Markers in hand: {}",
    "none": "none",
    "Seat": "Seat {}",
    "seat": "seat {}",
    "uncovered": "{} uncovered",
    "houses": "houses {}",
    "legend-cells": ". uncovered, # attraction, 1: enclosure e1; M 3/7: three on seven cells",
    "legend-line": "|K| breeding line",
    **{f"species/{letter}": name for letter, name in COMPONENTS["species"]["names"].items()},
}


def board(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
    """Strip, supply and every zoo of a view, one line after the other, with a line end after the last."""
    picture = _Picture(view, lettering)
    lines = [*picture.head(), *picture.to_act(), "", *picture.strip(), "", *picture.shapes()]
    lines += [*picture.supply(), ""]
    for zoo in view["zoos"]:
        lines += [*picture.zoo(zoo), ""]
    if lettering.has_legend:
        lines += legend(lettering)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def legend(lettering: Lettering = ENGLISH) -> list[str]:
    """What letters and signs mean, as lines."""
    words = lettering.words or WORDS
    entries = [f"{letter} {words[f'species/{letter}']}" for letter in SPECIES]
    entries.append(words["legend-line"])
    return _wrapped(", ".join(map(_unbroken, entries)), lettering.width) + wrap(
        words["legend-cells"], lettering.width
    )


class _Picture:
    """The lines of one view in one lettering."""

    def __init__(self, view: Mapping[str, Json], lettering: Lettering) -> None:
        self.view = view
        self.words = lettering.words or WORDS
        self.names = lettering.names or {}
        self.width = lettering.width
        self.stacks = {bay["space"]: bay["tiles"][::-1] for bay in view["stacks"]}

    # ------------------------------------------------------------------------------------- the table

    def head(self) -> list[str]:
        view, words = self.view, self.words
        parts = [TITLE, words["turn"].format(view["turn"]), words["elephant"].format(view["elephant"])]
        if "solo" in view:
            parts.append(words["laps"].format(view["solo"]["laps"], LAPS_ALLOWED))
        return self._filled(parts, "   ", "")

    def to_act(self) -> list[str]:
        view, words = self.view, self.words
        if not view["decisions"]:
            return [words["over"]]
        owed = view["decisions"][0]
        seat = owed["seat"]
        parts = [words[owed["name"]].format(self._who(seat, "Seat"), self._object(owed["name"], seat))]
        if seat != view["active"]:
            parts.append(words["in-turn-of"].format(self._who(view["active"], "seat")))
        lines = wrap(", ".join(parts), self.width)
        if view["lines"]:
            lines += wrap(words["lines"].format(" ".join(view["lines"])), self.width)
        return lines

    def _object(self, decision: str, seat: int) -> str:
        """What the decision is about."""
        view = self.view
        match decision:
            case "PLACE":
                return str(view["piece"])
            case "POPULATE":
                return str(view["zoos"][seat - 1]["enclosures"][-1]["enclosure"])
            case "ANIMAL":
                return " ".join(PAIRS[view["elephant"]])
            case "ANIMAL2":
                return str(view["second"])
            case "KEEP":
                return str(view["leaving"])
            case "NORMAL":
                return str(view["lines"][0])
            case _:
                return ""

    def strip(self) -> list[str]:
        gap = 2 if self.width > 3 * (_STRIP_CELL + 2) else 1
        spaces = [(self.view["elephant"] + step - 1) % SPACES + 1 for step in range(SPACES)]
        cells = [self._space(space) for space in spaces]
        return [*wrap(self.words["strip"], self.width), *_in_columns(cells, _STRIP_CELL + gap, self.width)]

    def _space(self, space: int) -> str:
        line = LINE_ENTERED.get(space)
        mark = f"|{line}|" if line else ""
        content = PAIRS[space] if space in PAIRS else self.stacks[space] or ["-"]
        return f"{mark:<3} {space:>2} {' '.join(content)}"

    def shapes(self) -> list[str]:
        """What the next tiles look like: in reach, in hand or to be placed."""
        view, words = self.view, self.words
        decision = view["decisions"][0]["name"] if view["decisions"] else ""
        if view["piece"]:
            return [words["to-place"], *self._shapes([(view["piece"], view["piece"])]), ""]
        if decision == "SETUP":
            hand = view["hands"][view["active"] - 1]
            return [words["to-place"], *self._shapes([(tile, tile) for tile in hand]), ""]
        tops = [(space, self.stacks[space][0]) for space in view["in_reach"] if self.stacks.get(space)]
        if not tops:
            return []
        return [words["in-reach"], *self._shapes([(f"{space} {tile}", tile) for space, tile in tops]), ""]

    def _shapes(self, titled: Sequence[tuple[str, str]]) -> list[str]:
        """Shapes side by side, in as many bands as they need."""
        columns = [[title, *(row.replace(".", " ") for row in SHAPES[piece])] for title, piece in titled]
        at_once = self.width // _SHAPE_CELL
        lines = []
        for first in range(0, len(columns), at_once):
            for row in zip_longest(*columns[first : first + at_once], fillvalue=""):
                lines.append("".join(cell.ljust(_SHAPE_CELL) for cell in row))
        return lines

    def supply(self) -> list[str]:
        view, words = self.view, self.words
        left = ", ".join(_unbroken(f"{kind} {number}") for kind, number in view["attractions"].items())
        lines = _wrapped(words["left"].format(left, UNLIMITED), self.width)
        if "solo" in view:
            markers = " ".join(view["solo"]["markers"]) or words["none"]
            lines.append(words["markers"].format(markers))
        return lines

    # ---------------------------------------------------------------------------------------- a zoo

    def zoo(self, zoo: Mapping[str, Json]) -> list[str]:
        grid = self._grid(zoo)
        pens = [_pen(each) for each in zoo["enclosures"]]
        beside = (self.width - len(grid[0]) - 2) // _PEN_CELL
        if beside * len(grid) < len(pens):
            return [*self._zoo_head(zoo), *grid, *_in_columns(pens, _PEN_CELL, self.width)]
        notes = _in_columns(pens, _PEN_CELL, beside * _PEN_CELL)
        rows = zip_longest(grid, notes, fillvalue="")
        return [*self._zoo_head(zoo), *(f"{row}  {note}" for row, note in rows)]

    def _zoo_head(self, zoo: Mapping[str, Json]) -> list[str]:
        words, seat = self.words, zoo["seat"]
        title = words["Seat"].format(seat)
        if any(owed["seat"] == seat for owed in self.view["decisions"]):
            title += " <"
        if seat in self.names:
            title += f" {self.names[seat]}"
        houses = [*zoo["houses"], *[_FREE] * (zoo["house_places"] - len(zoo["houses"]))]
        parts = [
            title,
            zoo["board"],
            words["uncovered"].format(zoo["uncovered"]),
            words["houses"].format(" ".join(houses)),
        ]
        if self.view["hands"] and self.view["hands"][seat - 1]:
            parts.append(words["in-hand"].format(" ".join(self.view["hands"][seat - 1])))
        return self._filled(parts, "   ", "  ")

    def _grid(self, zoo: Mapping[str, Json]) -> list[str]:
        labels = {cell: each["enclosure"][1:] for each in zoo["enclosures"] for cell in each["cells"]}
        labels |= {cell: _ATTRACTION for each in zoo["attractions"] for cell in each["cells"]}
        columns = COLUMNS[: len(zoo["rows"][0])]
        lines = ["  " + "".join(f"{column:>3}" for column in columns)]
        for number, signs in enumerate(zoo["rows"], 1):
            cells = (
                labels.get(f"{column}{number}", sign) for column, sign in zip(columns, signs, strict=True)
            )
            lines.append(f"{number:>2}" + "".join(f"{cell:>3}" for cell in cells))
        return lines

    # -------------------------------------------------------------------------------------- helpers

    def _filled(self, parts: Sequence[str], joint: str, indent: str) -> list[str]:
        """Parts on as few lines as hold them."""
        lines = [parts[0]]
        for part in parts[1:]:
            longer = lines[-1] + joint + part
            lines[-1:] = [longer] if len(longer) <= self.width else [lines[-1], indent + part]
        return lines

    def _who(self, seat: int, word: str) -> str:
        return self.names[seat] if seat in self.names else self.words[word].format(seat)


def _unbroken(text: str) -> str:
    """A text that :func:`_wrapped` keeps on one line: what belongs together stays so."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _wrapped(text: str, width: int) -> list[str]:
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(text, width)]


def _pen(enclosure: Mapping[str, Json]) -> str:
    """``e2 K 3/5``: three kangaroos on five cells."""
    return (
        f"{enclosure['enclosure']:<3} {enclosure['species'] or '-'} {enclosure['count']}/{enclosure['size']}"
    )


def _in_columns(cells: Iterable[str], cell_width: int, width: int) -> list[str]:
    """Cells side by side, as many as a line holds; the last of a line needs no gap behind it."""
    cells = list(cells)
    at_once = max(1, (width + 2) // cell_width)
    return [
        "".join(cell.ljust(cell_width) for cell in cells[first : first + at_once]).rstrip()
        for first in range(0, len(cells), at_once)
    ]
