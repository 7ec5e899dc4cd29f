"""What a viewer may know (rule book, section 3), and a random world that looks the same to him.

Nobody has private knowledge in this game; hidden from all are the order and distribution of the undrawn tiles.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.engine import Effect, InvalidPosition, Viewer
from referee.games.shuffle import Shuffle
from referee.games.zooloretto.components import (
    AREAS,
    COIN,
    COINS_TOTAL,
    ENCLOSURES,
    END_PILE,
    square_tiles,
)
from referee.games.zooloretto.flow import is_last_round
from referee.games.zooloretto.pens import pen
from referee.games.zooloretto.scoring import scores, zoo_points
from referee.games.zooloretto.setup import in_game
from referee.games.zooloretto.state import OVER, Setup, State, decisions
from referee.games.zooloretto.steps import Step
from referee.games.zooloretto.zoo import AREA_INDEX, Zoo
from referee.strict_json import Json

GAME = "zooloretto"


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """What the viewer may know, member by member: an allow-list.

    :param viewer: a seat or None for a spectator; all see the same here.
    """
    setup = state.setup
    known: dict[str, Json] = {
        "game": GAME,
        "rules_version": setup.rules_version,
        "players": setup.players,
        "options": dict(setup.options),
        "species": list(in_game(setup.species_removed)),
        "decisions": [{"name": name, "seat": seat} for name, seat in decisions(state)],
        "turn": state.turn,
        "round": state.round,
        "starter": state.starter,
        "seat": state.seat or None,
        "last_round": is_last_round(state),
        "bank": state.bank,
        "coins": list(state.coins),
        "hand": list(state.hand),
        "trucks": [
            {"truck": number, "capacity": capacity, "tiles": list(tiles), "taken_by": taker or None}
            for number, (tiles, taker, capacity) in enumerate(
                zip(state.trucks, state.takers, setup.capacities, strict=True), 1
            )
        ],
        "zoos": [_view_zoo(seat, zoo) for seat, zoo in enumerate(state.zoos, 1)],
        "removed": list(state.removed),
        "scores": scores(state),
    }
    if setup.options["show_remaining_tiles"]:
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
    undrawn = undrawn_tiles(view)
    if view.get("left", len(undrawn)) != len(undrawn):
        raise InvalidPosition("no deck fits this view: more or fewer tiles are seen than the game has")
    removed = tuple(s for s in in_game(()) if s not in view["species"])
    setup = Setup(
        players=view["players"],
        options=view["options"],
        species_removed=removed,
        deck=tuple(shuffle("imagine", undrawn)),
        start_player=view["starter"],
        rules_version=view["rules_version"],
    )
    phase, seat = OVER, 0
    for owed in view["decisions"]:
        phase, seat = owed["name"], owed["seat"]
    return State(
        setup=setup,
        drawn=0,
        phase=phase,
        seat=seat,
        turn=view["turn"],
        round=view["round"],
        starter=view["starter"],
        bank=view["bank"],
        coins=tuple(view["coins"]),
        hand=tuple(view["hand"]),
        trucks=tuple(tuple(truck["tiles"]) for truck in view["trucks"]),
        takers=tuple(truck["taken_by"] or 0 for truck in view["trucks"]),
        zoos=tuple(_imagined_zoo(zoo) for zoo in view["zoos"]),
        removed=tuple(view["removed"]),
    )


def _imagined_zoo(zoo: Mapping[str, Json]) -> Zoo:
    areas = zoo["areas"]
    return Zoo(
        tuple(pen(AREA_INDEX[area["area"]], tuple(area["animals"])) for area in areas),
        tuple(tuple(area["stalls"]) for area in areas),
        tuple(zoo["barn"]),
    )


def undrawn_tiles(view: Mapping[str, Json]) -> list[str]:
    """The tiles that nobody has seen, in the unshuffled order of the deck."""
    seen: Counter[str] = Counter(view["hand"]) + Counter(view["removed"])
    for truck in view["trucks"]:
        seen.update(truck["tiles"])
    for zoo in view["zoos"]:
        seen.update(zoo["barn"])
        for area in zoo["areas"]:
            seen.update(area["animals"])
            seen.update(area["stalls"])
    # Coin tiles leave the trucks as coins: what the table has more than the box came from them (section 3).
    seen[COIN] += view["bank"] + sum(view["coins"]) - COINS_TOTAL
    unmated: Counter[str] = Counter()
    for tile, count in seen.items():
        unmated[tile.rstrip("+")] += count
    undrawn: list[str] = []
    for tile in square_tiles(tuple(view["species"])):
        if unmated[tile] > 0:
            unmated[tile] -= 1
        else:
            undrawn.append(tile)
    return undrawn
