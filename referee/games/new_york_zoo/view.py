"""What a viewer may know (rule book, section 3): everything, as nothing is hidden after the deal.

``imagine`` so has nothing to guess but the deal, of which only the tiles that are still to come matter.
"""

from collections.abc import Mapping, Sequence

from referee.games.engine import Effect, Viewer
from referee.games.new_york_zoo.components import BAYS, LIMITED, MARKERS
from referee.games.new_york_zoo.facts import marker_texts
from referee.games.new_york_zoo.pieces import BOARDS, ROWS
from referee.games.new_york_zoo.scoring import scores
from referee.games.new_york_zoo.state import OVER, Setup, State, decisions
from referee.games.new_york_zoo.steps import Step, place_name
from referee.games.new_york_zoo.texts import read_placed
from referee.games.new_york_zoo.walking import spaces_in_reach
from referee.games.new_york_zoo.zoo import Pen, Zoo
from referee.games.shuffle import Shuffle
from referee.strict_json import Json

GAME = "new_york_zoo"


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
        "decisions": [{"name": name, "seat": seat} for name, seat in decisions(state)],
        "turn": state.turn,
        "active": state.active,
        "elephant": state.elephant,
        "in_reach": spaces_in_reach(state),
        "stacks": [
            {"space": bay, "tiles": list(stack)} for bay, stack in zip(BAYS, state.stacks, strict=True)
        ],
        "attractions": dict(zip(LIMITED, state.supply, strict=True)),
        "hands": [list(hand) for hand in state.hands],
        "piece": state.piece or None,
        "second": state.second or None,
        "leaving": state.leaving or None,
        "full": [place_name(number) for number in state.full],
        "is_breeding": state.is_breeding,
        "lines": list(state.lines),
        "bred": [place_name(number) for number in state.bred],
        "zoos": [_view_zoo(seat, zoo) for seat, zoo in enumerate(state.zoos, 1)],
        "scores": scores(state),
    }
    if setup.is_solo:
        known["solo"] = {"laps": state.laps, "markers": marker_texts(state)}
    return known


def _view_zoo(seat: int, zoo: Zoo) -> dict[str, Json]:
    return {
        "seat": seat,
        "board": zoo.board.name,
        "houses": list(zoo.houses),
        "house_places": zoo.board.houses,
        "uncovered": zoo.uncovered,
        "rows": _rows(zoo),
        "enclosures": [
            {
                "enclosure": place_name(number),
                "tile": tile.text,
                "cells": list(tile.cells),
                "size": pen.size,
                "species": pen.species or None,
                "count": pen.animals,
            }
            for number, (tile, pen) in enumerate(zip(zoo.tiles, zoo.pens, strict=True), 1)
        ],
        "attractions": [{"attraction": step.text, "cells": list(step.cells)} for step in zoo.attractions],
    }


def _rows(zoo: Zoo) -> list[str]:
    """The zoo row by row: ``.`` uncovered, ``#`` covered, blank where the zoo has no cell."""
    grid, area, free = zoo.board.grid, zoo.board.area, zoo.free
    return [
        "".join(
            "." if free & bit else "#" if area & bit else " "
            for bit in (grid.bit(column, row) for column in range(grid.width))
        )
        for row in range(ROWS)
    ]


def tell(seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer) -> tuple[str, tuple[Effect, ...]]:
    """What the viewer may know of a step: in this game all of it."""
    return step.text, tuple(effects)


def imagine(view: Mapping[str, Json], shuffle: Shuffle) -> State:
    """A full state that yields this view; of the deal it keeps the tiles that still lie in the bays."""
    stacks = tuple(tuple(bay["tiles"]) for bay in view["stacks"])
    setup = Setup(
        players=view["players"],
        options=view["options"],
        boards=tuple(zoo["board"] for zoo in view["zoos"]),
        stacks=stacks,
        rules_version=view["rules_version"],
    )
    phase, seat = OVER, 0
    for owed in view["decisions"]:
        phase, seat = owed["name"], owed["seat"]
    solo = view.get("solo", {"laps": 0, "markers": []})
    return State(
        setup=setup,
        phase=phase,
        seat=seat,
        active=view["active"],
        turn=view["turn"],
        elephant=view["elephant"],
        stacks=stacks,
        supply=tuple(view["attractions"].values()),
        zoos=tuple(_imagined_zoo(zoo) for zoo in view["zoos"]),
        hands=tuple(map(tuple, view["hands"])),
        piece=view["piece"] or "",
        second=view["second"] or "",
        leaving=view["leaving"] or "",
        full=_numbers(view["full"]),
        is_breeding=view["is_breeding"],
        lines="".join(view["lines"]),
        bred=_numbers(view["bred"]),
        markers=tuple(MARKERS.index(marker) for marker in solo["markers"]),
        laps=solo["laps"],
    )


def _numbers(enclosures: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(name[1:]) for name in enclosures)


def _imagined_zoo(zoo: Mapping[str, Json]) -> Zoo:
    board = BOARDS[zoo["board"]]
    free = sum(
        board.grid.bit(column, row)
        for row, signs in enumerate(zoo["rows"])
        for column, sign in enumerate(signs)
        if sign == "."
    )
    enclosures = zoo["enclosures"]
    return Zoo(
        board,
        free,
        "".join(zoo["houses"]),
        tuple(Pen(each["species"] or "", each["count"], each["size"]) for each in enclosures),
        tuple(read_placed(each["tile"]) for each in enclosures),
        tuple(read_placed(each["attraction"]) for each in zoo["attractions"]),
    )
