"""The five options of a match (components, ``options``): their defaults and their check."""

from collections.abc import Mapping

from referee.games.engine import InvalidOptions
from referee.games.sanssouci.components import COMPONENTS, GARDEN_SIDES, PLAYERS, board_of
from referee.games.written import complete_options
from referee.strict_json import Json

RANDOM, GIVEN, SAME = "random", "given", "same"
DEFAULTS: Mapping[str, Json] = {name: option["default"] for name, option in COMPONENTS["options"].items()}
SWITCHES = ("expansion", "stack_choice")


def check_options(players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """Complete the options with their defaults, each with its value, in the order of the components.

    :raises InvalidOptions: an unknown option or a value that it cannot have.
    """
    complete = complete_options("sanssouci", PLAYERS, DEFAULTS, players, options)
    for name in SWITCHES:
        if not isinstance(complete[name], bool):
            raise InvalidOptions(name, "true or false is expected")
    _check_gardens(players, complete["garden_choice"], complete["garden_sides"])
    seat = complete["start_seat"]
    if type(seat) is not int or not 1 <= seat <= players:
        raise InvalidOptions("start_seat", f"a seat from 1 to {players} is expected")
    return complete


def _check_gardens(players: int, choice: Json, sides: Json) -> None:
    if choice not in (RANDOM, GIVEN, SAME):
        raise InvalidOptions("garden_choice", f'"{RANDOM}", "{GIVEN}" or "{SAME}" is expected')
    if choice == RANDOM:
        if sides is not None:
            raise InvalidOptions("garden_sides", f'null is expected with garden_choice "{RANDOM}"')
        return
    count = players if choice == GIVEN else 1
    if not are_sides(sides) or len(sides) != count or len(set(map(board_of, sides))) != count:
        raise InvalidOptions(
            "garden_sides",
            f"a list of {count} {'side' if count == 1 else 'sides of different boards'} of "
            f'{" ".join(GARDEN_SIDES)} is expected with garden_choice "{choice}"',
        )


def are_sides(written: Json) -> bool:
    """Is this a list of garden sides?"""
    return isinstance(written, list) and all(
        isinstance(side, str) and side in GARDEN_SIDES for side in written
    )
