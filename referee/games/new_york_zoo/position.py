"""The state from a rule case (rule book, "Position"), and the part of a state that a snapshot keeps."""

from collections.abc import Mapping

from referee.games.engine import InvalidPosition
from referee.games.new_york_zoo.components import BAYS, LAPS_ALLOWED, LIMITED, MARKERS, SPACES, SPECIES
from referee.games.new_york_zoo.facts import marker_texts
from referee.games.new_york_zoo.flow import begin_breeding, end_main
from referee.games.new_york_zoo.options import check_options
from referee.games.new_york_zoo.pieces import BOARDS
from referee.games.new_york_zoo.rulings import RULES_VERSION, RULINGS
from referee.games.new_york_zoo.setup import (
    SETUP_KEYS,
    boards_of,
    first_turn,
    new_zoo,
    read_boards,
    read_deal,
    read_stack,
)
from referee.games.new_york_zoo.state import WALK, Setup, Stacks, State
from referee.games.new_york_zoo.texts import read_texts, read_zoo, write_zoo
from referee.games.new_york_zoo.walking import BAY_AT, arrive, can_land
from referee.games.new_york_zoo.zoo import Zoo
from referee.games.written import check_keys, check_rules_version
from referee.strict_json import Json

MAIN = "MAIN"
BREED = "BREED"
POSITION_KEYS = frozenset(
    {"elephant", "active", "phase", "lines", "markers", "laps", "stacks", "zoos", "supply"}
)
_NO_TILES: Stacks = ((),) * len(BAYS)


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
    complete = check_options(players, options)
    check_rules_version(rules_version, RULINGS)
    given = {} if written is None else written
    check_keys(given, SETUP_KEYS, "setup")
    check_keys(position, POSITION_KEYS, "position")
    boards = boards_of(players, complete)
    if "boards" in given:
        read_boards(players, complete, given["boards"])
    stacks = read_deal(given["stacks"]) if "stacks" in given else _NO_TILES
    begun = first_turn(Setup(players, complete, boards, stacks, rules_version))
    zoos = _read_zoos(begun.setup, position.get("zoos", []))
    active = _read_number(position.get("active", begun.active), "active", 1, players)
    state = begun._replace(
        seat=active,
        active=active,
        elephant=_read_number(position.get("elephant", begun.elephant), "elephant", 1, SPACES),
        stacks=_read_stacks(begun.stacks, position.get("stacks", {})),
        zoos=zoos,
        supply=_read_supply(zoos, position.get("supply", {})),
    )
    phase = position.get("phase", WALK)
    if phase not in (WALK, MAIN, BREED):
        raise InvalidPosition(f"phase is {WALK}, {MAIN} or {BREED}")
    state = _read_solo(state, position, phase)
    if phase == WALK:
        if "lines" in position:
            raise InvalidPosition(f"lines stands only with {MAIN} and {BREED}")
        return state
    state = state._replace(lines=_read_lines(position.get("lines", [])))
    return _arrived(state) if phase == MAIN else begin_breeding(state, ())[0]


def _read_zoos(setup: Setup, written: Json) -> tuple[Zoo, ...]:
    if not isinstance(written, list) or len(written) > setup.players:
        raise InvalidPosition(f"zoos is a list of at most {setup.players}")
    zoos = [
        read_zoo(BOARDS[board], zoo, f"zoo {seat}")
        for seat, (board, zoo) in enumerate(zip(setup.boards, written, strict=False), 1)
    ]
    return (*zoos, *(new_zoo(board) for board in setup.boards[len(zoos) :]))


def _read_stacks(begun: Stacks, written: Json) -> Stacks:
    if not isinstance(written, Mapping):
        raise InvalidPosition("stacks is an object")
    stacks = list(begun)
    for bay, stack in written.items():
        if bay not in map(str, BAYS):
            raise InvalidPosition(f"stacks: {bay!r} is no tile bay; there are {', '.join(map(str, BAYS))}")
        stacks[BAYS.index(int(bay))] = read_stack(stack, f"stacks.{bay}")
    return tuple(stacks)


def _read_supply(zoos: tuple[Zoo, ...], written: Json) -> tuple[int, ...]:
    """The full supply less what lies in the zoos, with single numbers replaced."""
    if not isinstance(written, Mapping):
        raise InvalidPosition("supply is an object")
    for kind, number in written.items():
        if kind not in LIMITED:
            raise InvalidPosition(f"supply has no {kind!r}; there are {', '.join(LIMITED)}")
        _read_number(number, f"supply.{kind}", 0)
    laid = [step.piece for zoo in zoos for step in zoo.attractions]
    supply = []
    for kind, number in LIMITED.items():
        left = number - laid.count(kind)
        if left < 0:
            raise InvalidPosition(f"more {kind} lie in the zoos than there are: {number}")
        supply.append(written.get(kind, left))
    return tuple(supply)


def _read_solo(state: State, position: Mapping[str, Json], phase: str) -> State:
    """Markers and laps, which only one player has."""
    if not state.setup.is_solo:
        for key in ("markers", "laps"):
            if key in position:
                raise InvalidPosition(f"{key} stands only with one player")
        return state
    written = read_texts(position.get("markers", list(MARKERS)), "markers")
    if len(set(written)) < len(written) or not set(written) <= set(MARKERS):
        raise InvalidPosition(f"markers are some of {', '.join(MARKERS)}, each once")
    most = LAPS_ALLOWED if phase == MAIN else LAPS_ALLOWED - 1
    return state._replace(
        markers=tuple(number for number, marker in enumerate(MARKERS) if marker in written),
        laps=_read_number(position.get("laps", 0), "laps", 0, most),
    )


def _read_lines(written: Json) -> str:
    lines = read_texts(written, "lines")
    if len(set(lines)) < len(lines) or not set(lines) <= set(SPECIES):
        raise InvalidPosition(f"lines are some of {', '.join(SPECIES)}, each once")
    return "".join(lines)


def _arrived(state: State) -> State:
    """The elephant has just arrived: the first decision of MAIN, or after the dead end of 5.1 what follows."""
    if can_land(state, state.elephant):
        return arrive(state)
    if BAY_AT[state.elephant] is None:
        return end_main(state, ())[0]
    raise InvalidPosition(f"the elephant could not have landed on bay {state.elephant}")


def _read_number(written: Json, where: str, least: int, most: int | None = None) -> int:
    if type(written) is not int or written < least or (most is not None and written > most):
        raise InvalidPosition(
            f"{where} is a whole number from {least}" + ("" if most is None else f" to {most}")
        )
    return written


def save(state: State) -> Json:
    """All of a state that does not follow from its set-up."""
    return {
        "phase": state.phase,
        "seat": state.seat,
        "active": state.active,
        "turn": state.turn,
        "elephant": state.elephant,
        "stacks": [list(stack) for stack in state.stacks],
        "supply": list(state.supply),
        "zoos": [write_zoo(zoo) for zoo in state.zoos],
        "hands": [list(hand) for hand in state.hands],
        "piece": state.piece,
        "second": state.second,
        "leaving": state.leaving,
        "full": list(state.full),
        "is_breeding": state.is_breeding,
        "lines": state.lines,
        "bred": list(state.bred),
        "markers": marker_texts(state),
        "laps": state.laps,
    }


def restore(setup: Setup, saved: Json) -> State:
    """The state that :func:`save` wrote."""
    return State(
        setup=setup,
        phase=saved["phase"],
        seat=saved["seat"],
        active=saved["active"],
        turn=saved["turn"],
        elephant=saved["elephant"],
        stacks=tuple(map(tuple, saved["stacks"])),
        supply=tuple(saved["supply"]),
        zoos=tuple(
            read_zoo(BOARDS[board], zoo, "a zoo", may_be_full=True)
            for board, zoo in zip(setup.boards, saved["zoos"], strict=True)
        ),
        hands=tuple(map(tuple, saved["hands"])),
        piece=saved["piece"],
        second=saved["second"],
        leaving=saved["leaving"],
        full=tuple(saved["full"]),
        is_breeding=saved["is_breeding"],
        lines=saved["lines"],
        bred=tuple(saved["bred"]),
        markers=tuple(MARKERS.index(marker) for marker in saved["markers"]),
        laps=saved["laps"],
    )
