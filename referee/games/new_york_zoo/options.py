"""The switches of a match (components, ``rule_options`` and ``quick_two_player``): their defaults and their check."""

from collections.abc import Mapping

from referee.games.engine import InvalidOptions
from referee.games.new_york_zoo.components import COMPONENTS, SOLO_BOARDS, TABLES
from referee.games.written import complete_options
from referee.strict_json import Json

DIFFERENT_SPECIES = "different_species"
ANY_OTHER_ENCLOSURE = "any_other_enclosure"
DEFAULTS: Mapping[str, Json] = {
    **COMPONENTS["rule_options"]["switches"],
    "quick_two_player": COMPONENTS["quick_two_player"]["default"],
}
_VALUES: Mapping[str, tuple[str, ...]] = {
    "bonus_breed_scope": (DIFFERENT_SPECIES, ANY_OTHER_ENCLOSURE),
    "solo_board": SOLO_BOARDS,
}


def check_options(players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """Complete the options with their defaults, each with its value, in the order of the components.

    :raises InvalidOptions: an unknown option or a value that it cannot have.
    """
    complete = complete_options("new_york_zoo", TABLES, DEFAULTS, players, options)
    for name, value in complete.items():
        allowed = _VALUES.get(name)
        if allowed is None:
            if not isinstance(value, bool):
                raise InvalidOptions(name, "true or false is expected")
        elif not isinstance(value, str) or value not in allowed:
            raise InvalidOptions(name, f"{' or '.join(allowed)} is expected")
    if complete["quick_two_player"] and players != 2:
        raise InvalidOptions("quick_two_player", "only two players can play the quick game")
    if complete["solo_board"] != DEFAULTS["solo_board"] and players != 1:
        raise InvalidOptions("solo_board", "only one player can choose the solo board")
    return complete
