"""The picture of a view in plain text, at most 72 columns."""

from collections.abc import Mapping
from textwrap import wrap

from referee.games.zooloretto.components import COMPONENTS, SPECIES, STALLS
from referee.strict_json import Json

WIDTH = 72
_CELL = 4  # the longest tile code and a blank
_FREE = "."
_WAITING = {"TURN": "to take a turn", "LOAD": "to load the drawn tile", "PLACE": "to place"}


def board(view: Mapping[str, Json]) -> str:
    """Trucks, bank and zoos of a view, one line after the other, with a line end after the last."""
    lines = [_head(view), _to_act(view), "", *_trucks(view), ""]
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        lines += [*_zoo(zoo, coins, view), ""]
    if view["removed"]:
        lines += [*_wrapped("Out of the game: ", view["removed"]), ""]
    lines += _legend(view["species"])
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(view: Mapping[str, Json]) -> str:
    words = ["Zooloretto", f"round {view['round']}", f"bank {view['bank']}"]
    if "left" in view:
        words.append(f"piles {view['main_pile']} + {view['end_pile']}")
    if view["last_round"]:
        words.append("last round")
    return "   ".join(words)


def _to_act(view: Mapping[str, Json]) -> str:
    if not view["decisions"]:
        return "The match is over."
    owed = view["decisions"][0]
    hand = f": {' '.join(view['hand'])}" if view["hand"] else ""
    return f"Seat {owed['seat']} is {_WAITING[owed['name']]}{hand}"


def _trucks(view: Mapping[str, Json]) -> list[str]:
    return [f"Truck {truck['truck']}   {_load(truck)}" for truck in view["trucks"]]


def _load(truck: Mapping[str, Json]) -> str:
    if truck["taken_by"]:
        return f"taken by seat {truck['taken_by']}"
    return _cells(truck["tiles"], truck["capacity"])


def _cells(tiles: list[str], spaces: int) -> str:
    shown = tiles + [_FREE] * (spaces - len(tiles))
    return "".join(tile.ljust(_CELL) for tile in shown).rstrip()


def _zoo(zoo: Mapping[str, Json], coins: int, view: Mapping[str, Json]) -> list[str]:
    marks = " <" if zoo["seat"] == view["seat"] else ""
    starts = ", began the round" if zoo["seat"] == view["starter"] else ""
    head = f"Seat {zoo['seat']}{marks}   {coins} {'coin' if coins == 1 else 'coins'}, {zoo['score']} points{starts}"
    return [head, *(_area(area) for area in zoo["areas"]), *_wrapped("  B    ", zoo["barn"])]


def _area(area: Mapping[str, Json]) -> str:
    animals = _cells(area["animals"], area["spaces"])
    stalls = _cells(area["stalls"], area["stall_spaces"])
    return f"  {area['area']:<5}{animals:<28}stalls  {stalls}"


def _wrapped(title: str, tiles: list[str]) -> list[str]:
    text = " ".join(tiles) or "-"
    return wrap(text, WIDTH, initial_indent=title, subsequent_indent=" " * len(title))


def _legend(species: list[str]) -> list[str]:
    names = COMPONENTS["species"]["names"]
    stalls = COMPONENTS["stall_names"]
    words = [f"{letter} {names[letter]}" for letter in SPECIES if letter in species]
    words += ["_M male", "_F female", "_+ has mated", "_O offspring", "$ coin"]
    words += [f"{stall} {stalls[stall]}" for stall in STALLS]
    # A no-break space keeps each code beside its meaning.
    lines = wrap(", ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in words), WIDTH)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
