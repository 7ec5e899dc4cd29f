"""The picture of a view in plain text: at most 72 columns, or as many as its lettering says (48 at least)."""

from collections.abc import Mapping
from textwrap import wrap

from referee.games.engine import ENGLISH, Lettering
from referee.games.zooloretto.components import COMPONENTS, SPECIES, STALLS
from referee.strict_json import Json

_CELL = 4  # the longest tile code and a blank
_FREE = "."
_NARROW = 50  # columns up to which a picture is drawn tightly
_WIDE, _TIGHT = 28, 25  # columns of the animals of an enclosure

# Every word of the picture. Other languages have the same keys (referee/words/boards.py).
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
    "stalls": "stalls",
    "removed": "Out of the game",
    "male": "male",
    "female": "female",
    "mated": "has mated",
    "offspring": "offspring",
    "coin-tile": "coin",
    **{f"species/{letter}": name for letter, name in COMPONENTS["species"]["names"].items()},
    **{f"stall/{code}": name for code, name in COMPONENTS["stall_names"].items()},
}


def board(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
    """Trucks, bank and zoos of a view, one line after the other, with a line end after the last."""
    picture = _Picture(view, lettering)
    lines = [picture.head(), *picture.to_act(), "", *picture.trucks(), ""]
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        lines += [*picture.zoo(zoo, coins), ""]
    if view["removed"]:
        lines += [*picture.wrapped(f"{picture.words['removed']}: ", view["removed"]), ""]
    if lettering.has_legend:
        lines += legend(view["species"], lettering)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


def legend(species: list[str], lettering: Lettering = ENGLISH) -> list[str]:
    """What the codes mean, as lines."""
    words = lettering.words or WORDS
    entries = [f"{letter} {words[f'species/{letter}']}" for letter in SPECIES if letter in species]
    entries += [f"_M {words['male']}", f"_F {words['female']}", f"_+ {words['mated']}"]
    entries += [f"_O {words['offspring']}", f"$ {words['coin-tile']}"]
    entries += [f"{stall} {words[f'stall/{stall}']}" for stall in STALLS]
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
        self.animals = _WIDE if lettering.width > _NARROW else _TIGHT

    def head(self) -> str:
        view, words = self.view, self.words
        parts = ["Zooloretto", words["round"].format(view["round"]), words["bank"].format(view["bank"])]
        if "left" in view:
            parts.append(words["piles"].format(view["main_pile"], view["end_pile"]))
        if view["last_round"]:
            parts.append(words["last-round"])
        return "\n".join(self._filled(parts, "   ", ""))

    def to_act(self) -> list[str]:
        if not self.view["decisions"]:
            return [self.words["over"]]
        owed, hand = self.view["decisions"][0], self.view["hand"]
        sentence = self.words[owed["name"]].format(self._who(owed["seat"], "Seat"))
        return wrap(f"{sentence}: {' '.join(hand)}" if hand else sentence, self.width)

    def trucks(self) -> list[str]:
        titles = [self.words["truck"].format(truck["truck"]) for truck in self.view["trucks"]]
        return [
            f"{title}   {self._load(truck)}" for title, truck in zip(titles, self.view["trucks"], strict=True)
        ]

    def _load(self, truck: Mapping[str, Json]) -> str:
        if truck["taken_by"]:
            return self.words["taken"].format(self._who(truck["taken_by"], "seat"))
        return _cells(truck["tiles"], truck["capacity"])

    def zoo(self, zoo: Mapping[str, Json], coins: int) -> list[str]:
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
        head = self._filled([title, ", ".join(wealth)], "   ", "  ")
        return [
            *head,
            *(self._area(area) for area in zoo["areas"]),
            *self.wrapped("  B    ", zoo["barn"]),
        ]

    def _area(self, area: Mapping[str, Json]) -> str:
        animals = _cells(area["animals"], area["spaces"])
        stalls = _cells(area["stalls"], area["stall_spaces"])
        return f"  {area['area']:<5}{animals:<{self.animals}}{self.words['stalls']}  {stalls}"

    def wrapped(self, title: str, tiles: list[str]) -> list[str]:
        text = " ".join(tiles) or "-"
        return wrap(text, self.width, initial_indent=title, subsequent_indent=" " * len(title))

    def _filled(self, parts: list[str], joint: str, indent: str) -> list[str]:
        """Parts on as few lines as hold them."""
        lines = [parts[0]]
        for part in parts[1:]:
            longer = lines[-1] + joint + part
            lines[-1:] = [longer] if len(longer) <= self.width else [lines[-1], indent + part]
        return lines

    def _who(self, seat: int, word: str) -> str:
        return self.names[seat] if seat in self.names else self.words[word].format(seat)


def _cells(tiles: list[str], spaces: int) -> str:
    shown = tiles + [_FREE] * (spaces - len(tiles))
    return "".join(tile.ljust(_CELL) for tile in shown).rstrip()
