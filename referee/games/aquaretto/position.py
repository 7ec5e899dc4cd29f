"""The state from a rule case (rule book, "Position"), and the part of a state that a snapshot keeps."""

from collections.abc import Mapping

from referee.games.aquaretto.components import COWORKERS, YOUNG
from referee.games.aquaretto.rulings import RULES_VERSION
from referee.games.aquaretto.state import COWORKER, PHASES, RESOLVE, Setup, State
from referee.games.aquaretto.texts import read_hand, read_truck, read_zoo
from referee.games.aquaretto.zoo import Zoo
from referee.games.engine import InvalidPosition
from referee.games.trucks import position as common
from referee.games.trucks.box import COIN
from referee.games.trucks.state import LOAD, PLACE
from referee.strict_json import Json

_TEXTS: common.Texts[Setup, Zoo] = common.Texts(
    setup_type=Setup,
    phases=PHASES,
    read_truck=read_truck,
    read_hand=read_hand,
    read_zoo=lambda text, setup: read_zoo(text),
    new_zoo="D:",
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
    if state.phase in (LOAD, PLACE) and (COWORKER in state.hand or _offspring(state)):
        raise InvalidPosition(f"in {state.phase} the hand holds tiles of a truck alone")
    if sum(zoo.coworkers for zoo in state.zoos) > COWORKERS:
        raise InvalidPosition(f"there are {COWORKERS} coworkers in all")
    if state.phase == RESOLVE:
        _check_due(state)
    return state


def _offspring(state: State) -> list[str]:
    return [tile for tile in state.hand if tile[1:] == YOUNG]


def _check_due(state: State) -> None:
    """Is something due, is it one of each, and has it a place?"""
    offspring = _offspring(state)
    coworkers = state.hand.count(COWORKER)
    if not offspring and not coworkers:
        raise InvalidPosition(f"in {RESOLVE} the hand holds what is due: an offspring such as DY, or W")
    if len(offspring) > 1 or coworkers > 1:
        raise InvalidPosition(f"in {RESOLVE} at most one offspring and one coworker are due")
    if COIN in state.hand:
        raise InvalidPosition("a coin tile is in no hand")
    has_rest = len(state.hand) > len(offspring) + coworkers
    if has_rest and state.seat not in state.takers:
        raise InvalidPosition(
            f"in {RESOLVE} with a tile in hand seat {state.seat} has a truck, @{state.seat}"
        )
    zoo = state.zoos[state.seat - 1]
    if offspring and not zoo.cells_for(offspring[0][0]):
        raise InvalidPosition(f"in {RESOLVE} the offspring {offspring[0]} has a legal space")
    in_all = sum(each.coworkers for each in state.zoos)
    if coworkers and (not zoo.coworker_places or in_all == COWORKERS):
        raise InvalidPosition(f"in {RESOLVE} the coworker has a place")


def restore(setup: Setup, saved: Json) -> State:
    """The state that ``save`` wrote."""
    return common.restore(_TEXTS, setup, saved)
