"""The picture of a view in plain text: at most 72 columns, or as many as its lettering says (48 at least)."""

from collections.abc import Mapping

from referee.games.engine import ENGLISH, Lettering
from referee.games.trucks import board as common
from referee.games.trucks.board import NARROW, Picture, cells, finished, legend_lines
from referee.games.zooloretto.components import COMPONENTS, SPECIES, STALLS
from referee.strict_json import Json

_WIDE, _TIGHT = 28, 25  # columns of the animals of an enclosure

# Every word of the picture. Other languages have the same keys (referee/words/boards.py).
WORDS: Mapping[str, str] = {
    **common.WORDS,
    "stalls": "stalls",
    "male": "male",
    "female": "female",
    "mated": "has mated",
    "offspring": "offspring",
    **{f"species/{letter}": name for letter, name in COMPONENTS["species"]["names"].items()},
    **{f"stall/{code}": name for code, name in COMPONENTS["stall_names"].items()},
}


def board(view: Mapping[str, Json], lettering: Lettering = ENGLISH) -> str:
    """Trucks, bank and zoos of a view, one line after the other, with a line end after the last."""
    picture = Picture("Zooloretto", view, lettering, WORDS)
    piles = (view["main_pile"], view["end_pile"]) if "left" in view else None
    lines = [picture.head(piles), *picture.to_act(), "", *picture.trucks(), ""]
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        lines += [*picture.zoo_head(zoo, coins), *_zoo(picture, zoo), ""]
    lines += picture.removed()
    if lettering.has_legend:
        lines += legend(view["species"], lettering)
    return finished(lines)


def legend(species: list[str], lettering: Lettering = ENGLISH) -> list[str]:
    """What the codes mean, as lines."""
    words = lettering.words or WORDS
    entries = [f"{letter} {words[f'species/{letter}']}" for letter in SPECIES if letter in species]
    entries += [f"_M {words['male']}", f"_F {words['female']}", f"_+ {words['mated']}"]
    entries += [f"_O {words['offspring']}", f"$ {words['coin-tile']}"]
    entries += [f"{stall} {words[f'stall/{stall}']}" for stall in STALLS]
    return legend_lines(entries, lettering.width)


def _zoo(picture: Picture, zoo: Mapping[str, Json]) -> list[str]:
    return [*(_area(picture, area) for area in zoo["areas"]), *picture.wrapped("  B    ", zoo["barn"])]


def _area(picture: Picture, area: Mapping[str, Json]) -> str:
    animals = cells(area["animals"], area["spaces"])
    stalls = cells(area["stalls"], area["stall_spaces"])
    columns = _WIDE if picture.width > NARROW else _TIGHT
    return f"  {area['area']:<5}{animals:<{columns}}{picture.words['stalls']}  {stalls}"
