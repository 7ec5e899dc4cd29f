"""The state from a rule case (rule book, "Position"), and the part of a state that a snapshot keeps."""

from collections.abc import Mapping

from referee.games.trucks import position as common
from referee.games.zooloretto.rulings import RULES_VERSION
from referee.games.zooloretto.state import PHASES, Setup, State
from referee.games.zooloretto.texts import read_tiles, read_zoo
from referee.games.zooloretto.zoo import Zoo
from referee.strict_json import Json

_TEXTS: common.Texts[Setup, Zoo] = common.Texts(
    setup_type=Setup,
    phases=PHASES,
    read_truck=read_tiles,
    read_hand=read_tiles,
    read_zoo=lambda text, setup: read_zoo(text, setup.expansions),
    new_zoo="B:",
)


def read_position(
    players: int,
    options: Mapping[str, Json],
    written: Json,
    position: Json,
    rules_version: int = RULES_VERSION,
) -> State:
    """The state of a rule case; every key of the set-up and of the position may be missing.

    :param written: the ``setup`` object, or None.
    :raises InvalidPosition: what the section "Position" does not allow.
    :raises InvalidOptions: options that the game does not know.
    """
    state = common.read_position(_TEXTS, players, options, written, position, rules_version)
    common.check_decision(state)
    return state


def restore(setup: Setup, saved: Json) -> State:
    """The state that ``save`` wrote."""
    return common.restore(_TEXTS, setup, saved)
