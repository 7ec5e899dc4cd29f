"""The common part of a picture in plain text: head, trucks, and lines that fit the width."""

from collections.abc import Mapping
from textwrap import wrap

from referee.games.engine import Lettering
from referee.strict_json import Json

CELL = 4  # the longest tile code and a blank
_FREE = "."
NARROW = 50  # columns up to which a picture is drawn tightly

# Other languages have the same keys (referee/words/boards.py).
WORDS: Mapping[str, str] = {
    "round": "round {}",
    "bank": "bank {}",
    "piles": "piles {} + {}",
    "last-round": "last round",
    "over": "The match is over.",
    "TURN": "{} is to take a turn",
    "LOAD": "{} is to load the drawn tile",
    "PLACE": "{} is to place",
    "truck": "Truck {}",
    "taken": "taken by {}",
    "Seat": "Seat {}",
    "seat": "seat {}",
    "coin": "{} coin",
    "coins": "{} coins",
    "point": "{} point",
    "points": "{} points",
    "began": "began the round",
    "removed": "Out of the game",
    "coin-tile": "coin",
}


class Picture:
    """The lines of one view in one lettering.

    :param words: of the game, in English.
    """

    def __init__(
        self, title: str, view: Mapping[str, Json], lettering: Lettering, words: Mapping[str, str]
    ) -> None:
        self.title = title
        self.view = view
        self.words = lettering.words or words
        self.names = lettering.names or {}
        self.width = lettering.width

    def head(self, piles: tuple[int, int] | None) -> str:
        """The game, the round, the bank and the piles.

        :param piles: tiles of the main and of the end pile; None: nobody is told.
        """
        view, words = self.view, self.words
        parts = [self.title, words["round"].format(view["round"]), words["bank"].format(view["bank"])]
        if piles:
            parts.append(words["piles"].format(*piles))
        if view["last_round"]:
            parts.append(words["last-round"])
        return "\n".join(self.filled(parts, "   ", ""))

    def to_act(self) -> list[str]:
        """Who is to do what, with the hand."""
        if not self.view["decisions"]:
            return [self.words["over"]]
        owed, hand = self.view["decisions"][0], self.view["hand"]
        sentence = self.words[owed["name"]].format(self._who(owed["seat"], "Seat"))
        return wrap(f"{sentence}: {' '.join(hand)}" if hand else sentence, self.width)

    def trucks(self) -> list[str]:
        """A line for each truck."""
        titles = [self.words["truck"].format(truck["truck"]) for truck in self.view["trucks"]]
        return [
            f"{title}   {self._load(truck)}" for title, truck in zip(titles, self.view["trucks"], strict=True)
        ]

    def _load(self, truck: Mapping[str, Json]) -> str:
        if truck["taken_by"]:
            return self.words["taken"].format(self._who(truck["taken_by"], "seat"))
        return cells(truck["tiles"], truck["capacity"])

    def zoo_head(self, zoo: Mapping[str, Json], coins: int) -> list[str]:
        """Whose zoo it is, and what the seat has."""
        words, seat = self.words, zoo["seat"]
        title = words["Seat"].format(seat) + (" <" if seat == self.view["seat"] else "")
        if seat in self.names:
            title += f" {self.names[seat]}"
        wealth = [
            words["coin" if coins == 1 else "coins"].format(coins),
            words["point" if zoo["score"] == 1 else "points"].format(zoo["score"]),
        ]
        if seat == self.view["starter"]:
            wealth.append(words["began"])
        return self.filled([title, ", ".join(wealth)], "   ", "  ")

    def removed(self) -> list[str]:
        """The tiles that left the game, with an empty line after them; nothing if there are none."""
        if not self.view["removed"]:
            return []
        return [*self.wrapped(f"{self.words['removed']}: ", self.view["removed"]), ""]

    def wrapped(self, title: str, tiles: list[str]) -> list[str]:
        """A title and tiles after it, on as many lines as they need."""
        text = " ".join(tiles) or "-"
        return wrap(text, self.width, initial_indent=title, subsequent_indent=" " * len(title))

    def filled(self, parts: list[str], joint: str, indent: str) -> list[str]:
        """Parts on as few lines as hold them."""
        lines = [parts[0]]
        for part in parts[1:]:
            longer = lines[-1] + joint + part
            lines[-1:] = [longer] if len(longer) <= self.width else [lines[-1], indent + part]
        return lines

    def _who(self, seat: int, word: str) -> str:
        return self.names[seat] if seat in self.names else self.words[word].format(seat)


def legend_lines(entries: list[str], width: int) -> list[str]:
    """The explanation of the codes, each code beside its meaning."""
    # A no-break space keeps each code beside its meaning.
    lines = wrap(", ".join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in entries), width)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def finished(lines: list[str]) -> str:
    """The lines as one text with a line end after the last."""
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def cells(tiles: list[str], spaces: int) -> str:
    """Tiles and free spaces in a row."""
    shown = tiles + [_FREE] * (spaces - len(tiles))
    return "".join(tile.ljust(CELL) for tile in shown).rstrip()
