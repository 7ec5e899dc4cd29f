"""The picture of a view in plain text: at most 72 columns, or as many as its lettering says (48 at least)."""

from collections.abc import Mapping

from referee.games.aquaretto.components import COMPONENTS, EXPANSIONS, LARGE, ROOM, SMALL, SPECIES
from referee.games.aquaretto.grid import COLUMNS, ENTRANCE, names_of
from referee.games.aquaretto.steps import CREW_PLACES
from referee.games.engine import ENGLISH, Lettering
from referee.games.trucks import board as common
from referee.games.trucks.board import Picture, finished, legend_lines
from referee.strict_json import Json

_CELL = 3  # a tile code and a blank
_FREE, _CLOSED, _TRAINER, _OPEN = ".", "##", "W", ""
_MARKS = tuple(COMPONENTS["marks"]["names"])

# Every word of the picture. Other languages have the same keys (referee/words/boards.py).
WORDS: Mapping[str, str] = {
    **common.WORDS,
    "piles": "stacks {} + {}",
    "RESOLVE": "{} is to place what is due",
    "crew/C": "C cashiers",
    "crew/K": "K keepers",
    "crew/M": "M manager",
    "species": "species",
    "large": "L large expansions",
    "small": "S small expansions",
    "depot": "depot, top last",
    "trainer": "trainer",
    "free": "free space",
    "entrance": "entrance",
    **{f"species/{letter}": name for letter, name in COMPONENTS["species"]["names"].items()},
    **{f"mark/{mark}": name for mark, name in COMPONENTS["marks"]["names"].items()},
}


def board(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
    """Trucks, bank and zoos of a view, one line after the other, with a line end after the last."""
    picture = Picture("Aquaretto", view, lettering, WORDS)
    lines = [
        picture.head((view["main_stack"], view["reserve"])),
        *picture.to_act(),
        "",
        *picture.trucks(),
        "",
    ]
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        lines += [*picture.zoo_head(zoo, coins), *_grid(zoo), *_crew(picture, zoo), ""]
    lines += picture.removed()
    if lettering.has_legend:
        lines += legend(view["species"], lettering)
    return finished(lines)


def legend(species: list[str], lettering: Lettering = ENGLISH) -> list[str]:
    """What the codes mean, as lines."""
    words = lettering.words or WORDS
    entries = [f"{letter} {words[f'species/{letter}']}" for letter in SPECIES if letter in species]
    entries += [f"_{mark} {words[f'mark/{mark}']}" for mark in _MARKS]
    entries += [f"$ {words['coin-tile']}", f"{_TRAINER} {words['trainer']}"]
    entries += [f"{_FREE} {words['free']}", f"{_CLOSED} {words['entrance']}"]
    return legend_lines(entries, lettering.width)


def _grid(zoo: Mapping[str, Json]) -> list[str]:
    """The cells that the board and the expansions reach, the highest row first."""
    shown = {
        **dict.fromkeys(names_of(ENTRANCE), _CLOSED),
        **dict.fromkeys(zoo["spaces"], _FREE),
        **dict.fromkeys(zoo["trainers"], _TRAINER),
        **{each["cell"]: each["tile"] for each in zoo["tiles"]},
    }
    reached = [COLUMNS.index(name[0]) for name in shown]
    rows = [int(name[1:]) for name in shown]
    columns = COLUMNS[min(reached) : max(reached) + 1]
    lines = [
        f"  {row:>2}  " + "".join(shown.get(f"{column}{row}", _OPEN).ljust(_CELL) for column in columns)
        for row in range(max(rows), min(rows) - 1, -1)
    ]
    return [*lines, "      " + "".join(column.ljust(_CELL) for column in columns)]


def _crew(picture: Picture, zoo: Mapping[str, Json]) -> list[str]:
    words = picture.words
    numbers = (zoo["cashiers"], zoo["keepers"], zoo["managers"])
    crew = [
        f"{words[f'crew/{place}']} {number}/{ROOM[place]}"
        for place, number in zip(CREW_PLACES, numbers, strict=True)
    ]
    built = [each["size"] for each in zoo["expansions"]]
    parts = [f"{words['species']} {len({each['tile'][0] for each in zoo['tiles']})}/{zoo['species_allowed']}"]
    for size, word in ((LARGE, "large"), (SMALL, "small")):
        parts.append(f"{words[word]} {built.count(size)}/{EXPANSIONS[size]}")
    return [
        *_filled(picture, crew),
        *_filled(picture, parts),
        *picture.wrapped(f"  {words['depot']}: ", zoo["depot"]),
    ]


def _filled(picture: Picture, parts: list[str]) -> list[str]:
    return picture.filled([f"  {parts[0]}", *parts[1:]], ", ", "  ")
