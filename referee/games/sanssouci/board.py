"""The picture of a view in plain text: at most 72 columns, or as many as its lettering says (48 at least)."""

from collections.abc import Iterable, Mapping
from textwrap import wrap

from referee.games.engine import ENGLISH, Lettering
from referee.games.sanssouci.components import (
    COLOUR_CARDS,
    COLUMN_LETTERS,
    EXPANSION_SHAPE,
    HEIGHT,
    MARKS,
    PLACES,
    ROUNDS,
    ROW_COLOURS,
    ROW_OF,
    SIDES,
    SYMBOL_NAMES,
    TERRACE,
    WIDTH,
    WILD_CARDS,
    Mark,
)
from referee.games.sanssouci.garden import FREE
from referee.strict_json import Json

_CELL = 4  # the longest cell and a blank
_NOBLE = "*"
_ROW_OF_LETTER: Mapping[str, int] = {place[0]: row for place, row in ROW_OF.items()}
_NO_MARKS: Mapping[int, Mark] = {}

# Every word of the picture. Other languages have the same keys (referee/words/sanssouci_board.py).
WORDS: Mapping[str, str] = {
    "round": "round {} of {}",
    "left": "{} tiles in the stacks",
    "over": "The match is over.",
    "SIDE": "{} is to choose a side of the expansion board",
    "PLAY": "{} is to play a card",
    "GARDENER": "{} is to place the gardener: {} is filled",
    "NOBLE": "{} may move a noble",
    "STACK": "{} is to name a stack for {}",
    "display": "Display",
    "stacks": "Stacks",
    "Seat": "Seat {}",
    "point": "{} point",
    "points": "{} points",
    "gardener": "{} gardener",
    "gardeners": "{} gardeners",
    "garden": "garden {}",
    "board": "board {}",
    "side": "side {}",
    "hand": "hand",
    "missions": "missions",
    "pile": "draw pile",
    "played": "played",
    "printed": "printed",
    "symbol": "symbol tile",
    "free": "free",
    "noble": "noble (row 0: the terrace)",
    "mark": "points for a tile placed there",
    "mark-gardener": "for a gardener",
    "two-colours": "card for {} or {}",
    "wild": "card for any tile",
    **{f"colour/{row}": colour for row, colour in ROW_COLOURS.items()},
    **{f"symbol/{code}": name for code, name in SYMBOL_NAMES.items()},
}


def board(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
    """Display, stacks and gardens of a view, with a line end after the last line."""
    picture = _Picture(view, lettering)
    lines = [*picture.head(), *picture.to_act(), "", *picture.display(), ""]
    for garden in view["gardens"]:
        lines += [*picture.garden(garden), ""]
    if lettering.has_legend:
        lines += legend(view["options"]["expansion"], lettering)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def legend(has_expansion: bool, lettering: Lettering = ENGLISH) -> list[str]:
    """What the codes mean, as lines."""
    words = lettering.words or WORDS
    entries = [
        f"P {words['printed']}",
        f"S {words['symbol']}",
        f"K {words['gardener'].format('').strip()}",
        f"{FREE} {words['free']}",
        f"{_NOBLE} {words['noble']}",
    ]
    if has_expansion:
        entries += [f"+2 -2 {words['mark']}", f"g3 {words['mark-gardener']}"]
    entries += [
        f"{letter} {code} {words[f'symbol/{code}']}"
        for letter, code in zip(COLUMN_LETTERS, SYMBOL_NAMES, strict=True)
    ]
    card = min(COLOUR_CARDS)
    one, other = (words[f"colour/{_ROW_OF_LETTER[letter]}"] for letter in card)
    entries += [f"{card} {words['two-colours'].format(one, other)}", f"{min(WILD_CARDS)} {words['wild']}"]
    # A no-break space keeps each code beside its meaning.
    lines = wrap(", ".join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in entries), lettering.width)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


class _Picture:
    """The lines of one view in one lettering."""

    def __init__(self, view: Mapping[str, Json], lettering: Lettering) -> None:
        self.view = view
        self.words = lettering.words or WORDS
        self.names = lettering.names or {}
        self.width = lettering.width

    def head(self) -> list[str]:
        view, words = self.view, self.words
        left = words["left"].format(sum(view["stacks"]))
        return self._filled(["Sanssouci", words["round"].format(view["round"], ROUNDS), left], "   ", "")

    def to_act(self) -> list[str]:
        if not self.view["decisions"]:
            return [self.words["over"]]
        pending = self.view["pending"] or {"place": "", "target": ""}
        lines: list[str] = []
        for owed in self.view["decisions"]:
            name = owed["name"]
            about = pending["target"] if name == "GARDENER" else pending["place"]
            lines += wrap(self.words[name].format(self._who(owed["seat"]), about), self.width)
        return lines

    def display(self) -> list[str]:
        words = self.words
        shown = {entry["place"]: entry["symbol"] or "-" for entry in self.view["display"]}
        lines = [words["display"]]
        for row in dict.fromkeys(ROW_OF[place] for place in PLACES):
            tiles = "   ".join(f"{place} {shown[place]:<3}" for place in PLACES if ROW_OF[place] == row)
            lines.append(f"  {row}  {words[f'colour/{row}']:<10}{tiles}")
        if len(self.view["stacks"]) > 1:
            tops = self.view.get("tops") or [None] * len(self.view["stacks"])
            stacks = [
                f"/{number}: {left}{f' {top}' if top else ''}"
                for number, (left, top) in enumerate(zip(self.view["stacks"], tops, strict=True), 1)
            ]
            lines += self._listed(f"{words['stacks']}  ", stacks, "   ")
        return lines

    def garden(self, garden: Mapping[str, Json]) -> list[str]:
        lines = self._garden_head(garden)
        expansion = garden["expansion"]
        marks = _NO_MARKS
        if expansion and expansion["side"]:
            marks = MARKS[expansion["board"]][expansion["side"]]
        lines.append("     " + _cells(COLUMN_LETTERS))
        lines.append(f"  {TERRACE}  " + _cells(_NOBLE if row == TERRACE else "" for row in garden["nobles"]))
        for row in range(HEIGHT):
            cells = (_cell(garden, marks, row, column) for column in range(WIDTH))
            lines.append(f"  {row + 1}  {_cells(cells)}")
        lines += self._cards(garden)
        if garden["hand"] is not None and expansion and not expansion["side"]:
            for side in SIDES:
                lines += self._expansion(expansion["board"], side)
        return lines

    def _garden_head(self, garden: Mapping[str, Json]) -> list[str]:
        words, seat = self.words, garden["seat"]
        title = words["Seat"].format(seat) + (" <" if seat == self.view["seat"] else "")
        if seat in self.names:
            title += f" {self.names[seat]}"
        score, gardeners = garden["score"], garden["gardeners"]
        wealth = [
            words["point" if score == 1 else "points"].format(score),
            words["gardener" if gardeners == 1 else "gardeners"].format(gardeners),
        ]
        boards = [words["garden"].format(garden["side"])]
        if garden["expansion"]:
            side = garden["expansion"]["side"] or ("?" if garden["expansion"]["has_chosen"] else "")
            boards.append(words["board"].format(f"{garden['expansion']['board']} {side}".strip()))
        return self._filled([title, ", ".join(wealth), ", ".join(boards)], "   ", "  ")

    def _cards(self, garden: Mapping[str, Json]) -> list[str]:
        words = self.words
        hand = ["?"] * garden["hand_size"] if garden["hand"] is None else garden["hand"]
        parts = [f"{words['hand']} {' '.join(hand) or '-'}"]
        if garden["missions"] is not None:
            parts.append(f"{words['missions']} {' '.join(garden['missions'])}")
        parts.append(f"{words['pile']} {garden['pile']}")
        lines = self._filled([f"  {parts[0]}", *parts[1:]], "   ", "  ")
        return lines + self._listed(f"  {words['played']} ", garden["played"] or ["-"], " ")

    def _expansion(self, board: str, side: str) -> list[str]:
        """One side of an expansion board, for the seat that is to choose."""
        marks = MARKS[board][side]
        lines = [f"  {self.words['side'].format(side)}"]
        for row in sorted({square // WIDTH for square in EXPANSION_SHAPE}):
            squares = [row * WIDTH + column for column in range(WIDTH)]
            cells = (_mark(marks, square) if square in EXPANSION_SHAPE else "" for square in squares)
            lines.append(f"  {row + 1}  {_cells(cells)}")
        return lines

    def _listed(self, title: str, entries: Iterable[str], joint: str) -> list[str]:
        text = joint.join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in entries)
        lines = wrap(text, self.width, initial_indent=title, subsequent_indent=" " * len(title))
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]

    def _filled(self, parts: list[str], joint: str, indent: str) -> list[str]:
        """Parts on as few lines as hold them."""
        lines = [parts[0]]
        for part in parts[1:]:
            longer = lines[-1] + joint + part
            lines[-1:] = [longer] if len(longer) <= self.width else [lines[-1], indent + part]
        return lines

    def _who(self, seat: int) -> str:
        return self.names[seat] if seat in self.names else self.words["Seat"].format(seat)


def _cell(garden: Mapping[str, Json], marks: Mapping[int, Mark], row: int, column: int) -> str:
    """What lies on a square, a star where a noble stands; on a free square the mark that waits there."""
    held: str = garden["rows"][row][column]
    if held == FREE:
        return _mark(marks, row * WIDTH + column)
    return held + (_NOBLE if garden["nobles"][column] == row + 1 else "")


def _mark(marks: Mapping[int, Mark], square: int) -> str:
    """The points of a mark: for a symbol tile or for any, and with a ``g`` for a gardener alone."""
    mark = marks.get(square)
    if mark is None:
        return FREE
    return f"{mark.for_symbol:+d}" if mark.for_symbol else f"g{mark.for_gardener}"


def _cells(cells: Iterable[str]) -> str:
    return "".join(cell.ljust(_CELL) for cell in cells)
