"""The five switches of a match (components, ``options``): their defaults and their check."""

from collections.abc import Mapping

from referee.games.engine import InvalidOptions
from referee.games.zooloretto.components import COMPONENTS, SPECIES, TABLES
from referee.strict_json import Json

RANDOM = "random"
DEFAULTS: Mapping[str, Json] = COMPONENTS["options"]
SWITCHES = ("show_remaining_tiles", "bank_is_finite", "stall_move_to_barn")


def check_options(players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """Complete the options with their defaults, each with its value, in the order of the components.

    :raises InvalidOptions: an unknown option or a value that it cannot have.
    """
    if type(players) is not int or players not in TABLES:
        raise InvalidOptions("players", f"zooloretto is for {min(TABLES)} to {max(TABLES)} players")
    if not isinstance(options, Mapping):
        raise InvalidOptions("options", "an object is expected")
    for name in options:
        if name not in DEFAULTS:
            raise InvalidOptions(str(name), f"no such option; there are {', '.join(DEFAULTS)}")
    complete = {**DEFAULTS, **options}
    _check_species(players, complete["species_removed"])
    _check_start(players, complete["start_player"])
    for name in SWITCHES:
        if not isinstance(complete[name], bool):
            raise InvalidOptions(name, "true or false is expected")
    return complete


def _check_species(players: int, removed: Json) -> None:
    count = TABLES[players].species_removed
    if removed == RANDOM:
        return
    is_list = isinstance(removed, list) and all(isinstance(s, str) and s in SPECIES for s in removed)
    if not is_list or len(removed) != count or len(set(removed)) != count:
        raise InvalidOptions(
            "species_removed",
            f'"{RANDOM}" or a list of {count} different letters of {" ".join(SPECIES)} is expected',
        )


def _check_start(players: int, start: Json) -> None:
    if start == RANDOM:
        return
    if type(start) is not int or not 1 <= start <= players:
        raise InvalidOptions("start_player", f'"{RANDOM}" or a seat from 1 to {players} is expected')
