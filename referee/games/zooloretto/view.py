"""What a viewer may know (rule book, section 3), and a random world that looks the same to him.

Nobody has private knowledge in this game; hidden from all are the order and distribution of the undrawn tiles.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.engine import Effect, Viewer
from referee.games.shuffle import Shuffle
from referee.games.trucks import view as common
from referee.games.trucks.view import imagined, view_table
from referee.games.zooloretto.box import BOX
from referee.games.zooloretto.components import AREAS, ENCLOSURES, END_PILE
from referee.games.zooloretto.pens import pen
from referee.games.zooloretto.scoring import scores, zoo_points
from referee.games.zooloretto.state import Setup, State, decisions
from referee.games.zooloretto.steps import Step
from referee.games.zooloretto.zoo import AREA_INDEX, Zoo
from referee.strict_json import Json


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """What the viewer may know, member by member: an allow-list.

    :param viewer: a seat or None for a spectator; all see the same here.
    """
    known = view_table(state, decisions(state))
    known["zoos"] = [_view_zoo(seat, zoo) for seat, zoo in enumerate(state.zoos, 1)]
    known["scores"] = scores(state)
    if state.setup.options["show_remaining_tiles"]:
        known["left"] = state.left
        known["main_pile"] = max(state.left - END_PILE, 0)
        known["end_pile"] = min(state.left, END_PILE)
    return known


def _view_zoo(seat: int, zoo: Zoo) -> dict[str, Json]:
    return {
        "seat": seat,
        "areas": [
            {
                "area": AREAS[place],
                "spaces": ENCLOSURES[place].spaces,
                "animals": list(here.tiles),
                "stall_spaces": ENCLOSURES[place].stall_spaces,
                "stalls": list(stalls),
            }
            for place, (here, stalls) in enumerate(zip(zoo.pens, zoo.stalls, strict=True))
        ],
        "barn": list(zoo.barn),
        "expansions": zoo.expansions,
        "score": zoo_points(zoo)["total"],
    }


def tell(seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer) -> tuple[str, tuple[Effect, ...]]:
    """What the viewer may know of a step: in this game all of it."""
    return step.text, tuple(effects)


def imagine(view: Mapping[str, Json], shuffle: Shuffle) -> State:
    """A random full state that yields this view: the undrawn tiles in the order of label ``imagine``.

    :raises InvalidPosition: no deck fits the view (only a rule case can show such a position).
    """
    zoos = tuple(_imagined_zoo(zoo) for zoo in view["zoos"])
    return imagined(Setup, view, undrawn_tiles(view), zoos, shuffle)


def _imagined_zoo(zoo: Mapping[str, Json]) -> Zoo:
    areas = zoo["areas"]
    return Zoo(
        tuple(pen(AREA_INDEX[area["area"]], tuple(area["animals"])) for area in areas),
        tuple(tuple(area["stalls"]) for area in areas),
        tuple(zoo["barn"]),
    )


def undrawn_tiles(view: Mapping[str, Json]) -> list[str]:
    """The tiles that nobody has seen, in the unshuffled order of the deck."""
    tiles = list(view["removed"])
    for zoo in view["zoos"]:
        tiles += zoo["barn"]
        for area in zoo["areas"]:
            tiles += area["animals"] + area["stalls"]
    return common.undrawn_tiles(BOX, view, Counter(tile.rstrip("+") for tile in tiles))
