"""What a viewer may know (rule book, section 3), and a random world that looks the same to him.

Nobody has private knowledge in this game; hidden from all are the order and distribution of the undrawn tiles.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.aquaretto.box import BOX
from referee.games.aquaretto.components import RESERVE
from referee.games.aquaretto.grid import CELL, names_of
from referee.games.aquaretto.notation import read_expansion
from referee.games.aquaretto.scoring import scores
from referee.games.aquaretto.state import Setup, State, decisions
from referee.games.aquaretto.steps import Step
from referee.games.aquaretto.zoo import EMPTY_ZOO, Zoo, with_animal, with_coworker, with_expansion
from referee.games.engine import Effect, Viewer
from referee.games.shuffle import Shuffle
from referee.games.trucks import view as common
from referee.games.trucks.view import imagined, view_table
from referee.strict_json import Json


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """What the viewer may know, member by member: an allow-list.

    :param viewer: a seat or None for a spectator; all see the same here.
    """
    known = view_table(state, decisions(state))
    known["scores"] = scores(state)
    known["zoos"] = [
        _view_zoo(seat, zoo, score)
        for seat, (zoo, score) in enumerate(zip(state.zoos, known["scores"], strict=True), 1)
    ]
    known["left"] = state.left
    known["main_stack"] = max(state.left - RESERVE, 0)
    known["reserve"] = min(state.left, RESERVE)
    return known


def _view_zoo(seat: int, zoo: Zoo, score: int) -> dict[str, Json]:
    cashiers, keepers, managers = zoo.crew
    tiles = [tile.split("@") for basin in zoo.basins for tile in basin.tiles()]
    return {
        "seat": seat,
        "spaces": names_of(zoo.ground.spaces),
        "expansions": [_view_expansion(text) for text in zoo.ground.expansions],
        "tiles": [{"cell": cell, "tile": tile} for tile, cell in tiles],
        "trainers": names_of(zoo.trainers),
        "cashiers": cashiers,
        "keepers": keepers,
        "managers": managers,
        "depot": list(zoo.depot),
        "species_allowed": zoo.ground.basin_limit,
        "score": score,
    }


def _view_expansion(text: str) -> dict[str, Json]:
    size, where = text.split("@")
    cell = where.rstrip("NESW")
    return {"size": size, "cell": cell, "corner": where[len(cell) :] or None}


def tell(seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer) -> tuple[str, tuple[Effect, ...]]:
    """What the viewer may know of a step: in this game all of it."""
    return step.text, tuple(effects)


def imagine(view: Mapping[str, Json], shuffle: Shuffle) -> State:
    """A random full state that yields this view: the undrawn tiles in the order of label ``imagine``.

    :raises InvalidPosition: no deck fits the view (only a rule case can show such a position).
    """
    zoos = tuple(_imagined_zoo(zoo) for zoo in view["zoos"])
    return imagined(Setup, view, undrawn_tiles(view), zoos, shuffle)


def _imagined_zoo(shown: Mapping[str, Json]) -> Zoo:
    zoo = EMPTY_ZOO
    for each in shown["expansions"]:
        expansion = read_expansion(each["size"], each["cell"] + (each["corner"] or ""))
        assert expansion is not None  # a view names none but these
        zoo = with_expansion(zoo, expansion)
    for cell in shown["trainers"]:
        zoo = with_coworker(zoo, CELL[cell])
    for each in shown["tiles"]:
        zoo = with_animal(zoo, each["tile"], CELL[each["cell"]])
    crew = (shown["cashiers"], shown["keepers"], shown["managers"])
    return zoo._replace(crew=crew, depot=tuple(shown["depot"]))


def undrawn_tiles(view: Mapping[str, Json]) -> list[str]:
    """The tiles that nobody has seen, in the unshuffled order of the deck."""
    tiles = list(view["removed"])
    for zoo in view["zoos"]:
        tiles += zoo["depot"]
        tiles += [each["tile"] for each in zoo["tiles"]]
    return common.undrawn_tiles(BOX, view, Counter(tiles))
