"""Options, the deal and the start (rule book, section 2), and the set-up of a trace."""

from collections.abc import Mapping

from referee.games.shuffle import Shuffle
from referee.games.trucks import setup as common
from referee.games.zooloretto.box import BOX
from referee.games.zooloretto.rulings import RULES_VERSION
from referee.games.zooloretto.state import Setup, State
from referee.games.zooloretto.zoo import EMPTY_ZOO
from referee.strict_json import Json


def check_options(players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """Complete the options with their defaults; raises InvalidOptions."""
    return common.check_options(BOX, players, options)


def deal(
    players: int, options: Mapping[str, Json], shuffle: Shuffle, rules_version: int = RULES_VERSION
) -> Setup:
    """Draw all chance of a match; raises InvalidOptions."""
    return common.deal(Setup, players, options, shuffle, rules_version)


def start(setup: Setup) -> State:
    """The state in which the first decision is owed."""
    return common.start(setup, EMPTY_ZOO)


def read_setup(
    players: int, options: Mapping[str, Json], written: Json, rules_version: int = RULES_VERSION
) -> Setup:
    """The set-up from a trace's ``setup`` object; raises InvalidPosition, InvalidOptions."""
    return common.read_setup(Setup, players, options, written, rules_version)
