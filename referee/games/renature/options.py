"""Renature has no options; this checks that none is given."""

from collections.abc import Mapping

from referee.games.renature.components import TABLES
from referee.games.written import complete_options
from referee.strict_json import Json


def check_options(players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """The complete options: none.

    :raises InvalidOptions: any option, or a number of players that the game is not for.
    """
    return complete_options("renature", TABLES, {}, players, options)
