"""The picture of a view in plain text: at most 72 columns, or as many as its lettering says (48 at least).

The whole board: each space is a cell of four columns (three where lines are narrow), the halves of a domino are joined
by ``-`` or ``|``.
"""

from collections.abc import Mapping
from textwrap import wrap

from referee.games.engine import ENGLISH, Lettering
from referee.games.renature.components import COLOURS, COMPONENTS, NEUTRAL
from referee.games.renature.spaces import (
    AREA_OF,
    AREAS,
    COLUMNS,
    ROWS,
    SPACE_NAMES,
    SPACES,
    STARTS,
    WIDTH,
)
from referee.strict_json import Json

_NARROW = 63  # columns below which the cells lose their fourth
_MARGIN = 3  # columns of the row numbers
_FREE, _START, _CLOUD = ".", "*", "~"
_NBSP = "\N{NO-BREAK SPACE}"

# Every word of the picture. Other languages have the same keys (referee/words/boards.py).
WORDS: Mapping[str, str] = {
    "turn": "turn {}",
    "joker": "joker {}",
    "over": "The match is over.",
    "START": "{} is to place or discard a domino",
    "PLANT": "{} is to plant beside {}",
    "OVERFLOW": "{} has no room for {} clouds",
    "PRECLOSE": "{} may return plants before areas close",
    "END": "{} may use clouds before the turn ends",
    "Seat": "Seat {}",
    "point": "{} point",
    "points": "{} points",
    "cloud": "{} cloud",
    "clouds": "{} clouds",
    "hand": "{} in hand, {} in reserve",
    "discarded": "{} discarded",
    "own": "own {}",
    "neutral": "neutral {}",
    "tokens": "tokens {}",
    "your-hand": "Your hand",
    "your-discards": "Your discards",
    "your-backs": "Your backs",
    "lying": "Tokens",
    "free": "free stream",
    "start": "starting space",
    "free-land": "free area space",
    "sky": "with 2 clouds",
    "plant": "area, type, colour",
    **{f"animal/{animal['code']}": animal["name"] for animal in COMPONENTS["animals"]["list"]},
    **{f"type/{plant['value']}": plant["name"] for plant in COMPONENTS["plant_types"]["list"]},
    **{f"colour/{colour}": colour for colour in (*COLOURS, NEUTRAL)},
    # One letter each, in every language different from the others.
    "letter/orange": "o",
    "letter/blue": "b",
    "letter/black": "k",
    "letter/white": "w",
    "letter/neutral": "n",
}


def board(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
    """Stream, areas, seats and tokens of a view, with a line end after the last line."""
    picture = _Picture(view, lettering)
    lines = [*picture.head(), *picture.to_act(), "", *picture.grid(), ""]
    for seat in view["seats"]:
        lines += [*picture.seat(seat), ""]
    lines += picture.lying()
    lines += picture.own()
    if lettering.has_legend:
        lines += ["", *legend(view, lettering)]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def legend(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> list[str]:
    """What the codes mean, as lines."""
    words = lettering.words or WORDS
    colours = [*(seat["colour"] for seat in view["seats"]), NEUTRAL]
    example = f"a2{words[f'letter/{colours[0]}']}"
    entries = [
        *(
            f"{animal['code']} {words['animal/' + animal['code']]}"
            for animal in COMPONENTS["animals"]["list"]
        ),
        f"{_FREE} {words['free']}",
        f"{_START} {words['start']}",
        f"a {words['free-land']}",
        f"a{_CLOUD}2 {words['sky']}",
        f"{example if lettering.width >= _NARROW else example[1:]} {words['plant']}",
        *(
            f"{plant['value']} {words['type/' + str(plant['value'])]}"
            for plant in COMPONENTS["plant_types"]["list"]
        ),
        *(f"{words['letter/' + colour]} {words['colour/' + colour]}" for colour in colours),
    ]
    # A no-break space keeps each code beside its meaning.
    lines = wrap(", ".join(entry.replace(" ", _NBSP) for entry in entries), lettering.width)
    return [line.replace(_NBSP, " ") for line in lines]


class _Picture:
    """The lines of one view in one lettering."""

    def __init__(self, view: Mapping[str, Json], lettering: Lettering) -> None:
        self.view = view
        self.words = lettering.words or WORDS
        self.names = lettering.names or {}
        self.width = lettering.width
        self.is_narrow = lettering.width < _NARROW
        self.cell = 3 if self.is_narrow else 4

    def head(self) -> list[str]:
        view, words = self.view, self.words
        animal = words[f"animal/{view['joker']}"]
        parts = [
            "Renature",
            words["turn"].format(view["turn"]),
            words["joker"].format(f"{view['joker']} ({animal})"),
        ]
        return self._filled(parts, "   ", "")

    def to_act(self) -> list[str]:
        if not self.view["decisions"]:
            return [self.words["over"]]
        owed = self.view["decisions"][0]
        what = {"PLANT": "-".join(self.view["last"]), "OVERFLOW": self.view["waiting"]}.get(owed["name"], "")
        return wrap(self.words[owed["name"]].format(self._who(owed["seat"]), what), self.width)

    def grid(self) -> list[str]:
        """The board, with a line for the joints of upright dominoes between two rows."""
        cells, joints = self._cells(), self._joints()
        lines = [" " * _MARGIN + "".join(letter.ljust(self.cell) for letter in COLUMNS)]
        for row in range(len(ROWS)):
            line = f"{row + 1:>2} "
            below = " " * _MARGIN
            for column in range(len(COLUMNS)):
                space = row * WIDTH + column
                fill = "-" if (space, space + 1) in joints else " "
                line += cells[space].ljust(self.cell, fill)
                below += ("|" if (space, space + WIDTH) in joints else " ").ljust(self.cell)
            lines += [line, below]
        return lines[:-1]

    def _joints(self) -> set[tuple[int, int]]:
        pairs = [(SPACES[placed["first"]], SPACES[placed["second"]]) for placed in self.view["dominoes"]]
        return {(min(pair), max(pair)) for pair in pairs}

    def _cells(self) -> dict[int, str]:
        cells = {
            space: AREAS[AREA_OF[space]].lower()
            if space in AREA_OF
            else _START
            if STARTS >> space & 1
            else _FREE
            for space in SPACE_NAMES
        }
        for placed in self.view["dominoes"]:
            cells[SPACES[placed["first"]]] = placed["domino"][0]
            cells[SPACES[placed["second"]]] = placed["domino"][1]
        for half in self.view["halves"]:
            cells[SPACES[half["space"]]] = half["animal"]
        for spot in self.view["sky"]:
            if spot["clouds"]:
                cells[SPACES[spot["space"]]] += f"{_CLOUD}{spot['clouds']}"
        for plant in self.view["plants"]:
            area = "" if self.is_narrow else plant["area"].lower()
            cells[SPACES[plant["space"]]] = f"{area}{plant['type']}{self._letter(plant['colour'])}"
        return cells

    def _letter(self, colour: str) -> str:
        return self.words[f"letter/{colour}"]

    def seat(self, seat: Mapping[str, Json]) -> list[str]:
        words, number = self.words, seat["seat"]
        title = words["Seat"].format(number) + (" <" if number == self.view["seat"] else "")
        if number in self.names:
            title += f" {self.names[number]}"
        colour = f"{self._letter(seat['colour'])} {words['colour/' + seat['colour']]}"
        parts = [
            f"{title}, {colour}",
            words["point" if seat["score"] == 1 else "points"].format(seat["score"]),
            words["cloud" if seat["clouds"] == 1 else "clouds"].format(seat["clouds"]),
            words["hand"].format(seat["hand"], seat["reserve"]),
        ]
        if seat["discarded"]:
            parts.append(words["discarded"].format(seat["discarded"]))
        below = [
            "  " + words["own"].format(self._plants(seat["own"])),
            words["neutral"].format(self._plants(seat["neutral"])),
        ]
        if seat["tokens"]:
            below.append(words["tokens"].format(" ".join(seat["tokens"]).lower()))
        return [*self._filled(parts, ", ", "  "), *self._filled(below, "   ", "  ")]

    def _plants(self, counts: list[int]) -> str:
        return " ".join(f"{count}x{value}" for value, count in enumerate(counts, 1))

    def lying(self) -> list[str]:
        """The tokens that still lie, by size."""
        lying = [area for area in self.view["areas"] if not area["taken_by"]]
        fronts = dict.fromkeys(
            (area["major"], area["minor"]) for area in sorted(lying, key=lambda area: area["major"])
        )
        entries = []
        for major, minor in fronts:
            letters = " ".join(area["area"].lower() for area in lying if area["major"] == major)
            entries.append(f"{major}/{minor} {letters}".replace(" ", _NBSP))
        text = ", ".join(entries) or "-"
        return [
            line.replace(_NBSP, " ")
            for line in wrap(f"{self.words['lying']}: {text}", self.width, subsequent_indent="  ")
        ]

    def own(self) -> list[str]:
        """What the viewer alone knows."""
        if "own" not in self.view:
            return []
        own = self.view["own"]
        backs = [f"{back['area'].lower()}{_NBSP}{back['points']}" for back in own["backs"]]
        lines: list[str] = []
        for title, entries in (
            ("your-hand", own["hand"]),
            ("your-discards", own["discarded"]),
            ("your-backs", backs),
        ):
            if entries or (title == "your-hand" and self.view["decisions"]):
                text = f"{self.words[title]}: {' '.join(entries) or '-'}"
                lines += wrap(text, self.width, subsequent_indent="  ")
        return [line.replace(_NBSP, " ") for line in lines]

    def _filled(self, parts: list[str], joint: str, indent: str) -> list[str]:
        """Parts on as few lines as hold them."""
        lines = [parts[0]]
        for part in parts[1:]:
            longer = lines[-1] + joint + part
            lines[-1:] = [longer] if len(longer) <= self.width else [lines[-1], indent + part]
        return lines

    def _who(self, seat: int) -> str:
        return self.names[seat] if seat in self.names else self.words["Seat"].format(seat)
