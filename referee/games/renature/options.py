"""Renature has no options; this checks that none is given."""

from collections.abc import Mapping

from referee.games.engine import InvalidOptions
from referee.games.renature.components import TABLES
from referee.strict_json import Json


def check_options(players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """The complete options: none.

    :raises InvalidOptions: any option, or a number of players that the game is not for.
    """
    if type(players) is not int or players not in TABLES:
        raise InvalidOptions("players", f"renature is for {min(TABLES)} to {max(TABLES)} players")
    if not isinstance(options, Mapping):
        raise InvalidOptions("options", "an object is expected")
    for name in options:
        raise InvalidOptions(str(name), "no such option; renature has none")
    return {}
