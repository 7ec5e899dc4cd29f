"""The component data of New York Zoo as tables; the numbers stand in ``components.yaml`` alone."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

COMPONENTS: Mapping[str, Any] = yaml.safe_load(
    files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")
)

SPECIES: tuple[str, ...] = tuple(COMPONENTS["species"]["order"])
HOUSE = 0  # as a source or a target of an animal; enclosures count from 1
ENCLOSURES_MOST: int = COMPONENTS["component_totals"]["enclosure_tiles"]


class Table(NamedTuple):
    """The set-up table (rule book, section 2), one row per number of players."""

    boards: tuple[str, ...]
    max_steps: int | None  # None: the range markers of the solo game
    has_bonus_breeding: bool


TABLES: Mapping[int, Table] = {
    int(players): Table(tuple(row["boards"]), row["max_steps"], row["bonus_breeding"])
    for players, row in COMPONENTS["player_counts"]["by_players"].items()
}

_STRIP = COMPONENTS["action_strip"]
SPACES: int = _STRIP["length"]
START_SPACE: int = _STRIP["start_space"]
# The printed sizes of each bay from bottom to top, and the pair of each animal space, by strip space.
BAY_SIZES: Mapping[int, tuple[int, ...]] = {
    int(space): tuple(printed["stack"])
    for space, printed in _STRIP["spaces"].items()
    if printed["kind"] == "tile"
}
PAIRS: Mapping[int, tuple[str, str]] = {
    int(space): (printed["pair"][0], printed["pair"][1])
    for space, printed in _STRIP["spaces"].items()
    if printed["kind"] == "animal"
}
BAYS: tuple[int, ...] = tuple(sorted(BAY_SIZES))
LINE_ENTERED: Mapping[int, str] = {line["entered"]: line["species"] for line in _STRIP["breeding_lines"]}

TILE_SIZES: Mapping[str, int] = {
    tile: printed["size"] for tile, printed in COMPONENTS["enclosure_tiles"]["tiles"].items()
}
ATTRACTION_SIZES: Mapping[str, int] = {
    kind: printed["size"] for kind, printed in COMPONENTS["attractions"]["pieces"].items()
}
SHAPES: Mapping[str, tuple[str, ...]] = {
    piece: tuple(printed["shape"])
    for block in (COMPONENTS["enclosure_tiles"]["tiles"], COMPONENTS["attractions"]["pieces"])
    for piece, printed in block.items()
}
# The attractions that can run out, in the order of the components, and how many there are.
LIMITED: Mapping[str, int] = {
    kind: printed["supply"]
    for kind, printed in COMPONENTS["attractions"]["pieces"].items()
    if printed["supply"] is not None
}
UNLIMITED = next(kind for kind in ATTRACTION_SIZES if kind not in LIMITED)  # a1

_SOLO = COMPONENTS["solo"]
SOLO_BOARDS: tuple[str, ...] = tuple(_SOLO["boards"])
MARKERS: tuple[str, ...] = tuple(_SOLO["range_markers"])
FAR_MARKER = len(MARKERS) - 1  # 4+: this many counted spaces or more
LAPS_ALLOWED: int = _SOLO["laps_allowed"]

QUICK_HANDS: Mapping[int, int] = {
    int(size): count for size, count in COMPONENTS["quick_two_player"]["dealt_to_each_player"].items()
}
