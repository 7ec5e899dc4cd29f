"""The state from a rule case (rule book, "position")."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from referee.games.engine import InvalidPosition
from referee.games.sanssouci.components import (
    CARDS,
    COLUMN_OF,
    GARDEN_SIDES,
    HEIGHT,
    MISSIONS,
    PLACE_INDEX,
    PLACES,
    ROW_START,
    SIDES,
    SYMBOLS,
    TERRACE,
    WIDTH,
)
from referee.games.sanssouci.flow import changed
from referee.games.sanssouci.garden import (
    FREE,
    PRINTED,
    ROW,
    SYMBOL,
    Garden,
    filled,
    make_garden,
    printed_squares,
    read_rows,
)
from referee.games.sanssouci.garden import (
    GARDENER as GARDENER_SQUARE,
)
from referee.games.sanssouci.options import GIVEN, SAME, are_sides, check_options
from referee.games.sanssouci.rules import legal_steps
from referee.games.sanssouci.rulings import RULES_VERSION, RULINGS
from referee.games.sanssouci.setup import (
    SETUP_KEYS,
    read_codes,
    read_given,
    start,
)
from referee.games.sanssouci.state import (
    GARDENER,
    NOBLE,
    NOTHING,
    NOWHERE,
    OVER,
    PHASES,
    PLAY,
    SIDE,
    STACK,
    Codes,
    Own,
    Setup,
    State,
    decisions,
)
from referee.games.written import check_keys, check_rules_version, read_list
from referee.strict_json import Json

T = TypeVar("T")
POSITION_KEYS = frozenset(
    {
        "phase", "turn", "gardens", "nobles", "scores", "marks", "hands", "piles", "missions", "sides",
        "display", "tiles", "stacks", "pending",
    }
)  # fmt: skip
_SQUARES = frozenset({PRINTED, SYMBOL, GARDENER_SQUARE, FREE})


def read_position(
    players: int,
    options: Mapping[str, Json],
    written: Json,
    position: Json,
    rules_version: int = RULES_VERSION,
) -> State:
    """The state of a rule case; every key of the set-up and of the position may be missing.

    :param written: the ``setup`` object, or None.
    :raises InvalidPosition: what the section "position" does not allow.
    :raises InvalidOptions: options that the game does not know.
    """
    given = {} if written is None else written
    check_keys(given, SETUP_KEYS, "setup")
    complete = check_options(players, _with_sides(players, options, given))
    check_rules_version(rules_version, RULINGS)
    check_keys(position, POSITION_KEYS, "position")
    setup = read_given(players, complete, given, rules_version)
    if "missions" in position:
        missions = _by_seat(position, "missions", setup.missions, _read_missions)
        setup = replace(setup, missions=missions)
    if position.keys() & {"tiles", "stacks"}:
        setup = replace(setup, numerals=())
    phase = position.get("phase", PLAY)
    if phase not in (*PHASES, OVER):
        raise InvalidPosition(f"phase is one of {', '.join((*PHASES, OVER))}")
    turns = _read_turn(setup, phase, position)
    state = _lay_over(start(setup), phase, turns, position)
    state = _take(state, position)
    _check_decision(state)
    return state


def _with_sides(players: int, options: Mapping[str, Json], given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The options of a case that chooses gardens without naming them: those of its set-up, else A1 B1 C1 D1."""
    choice = options.get("garden_choice") if isinstance(options, Mapping) else None
    if choice not in (GIVEN, SAME) or options.get("garden_sides") is not None:
        return options
    sides = given.get("gardens")
    if not are_sides(sides) or not sides:
        firsts = [side for side in GARDEN_SIDES if side.endswith("1")]
        sides = firsts[:players] if type(players) is int else []
    return {**options, "garden_sides": sides if choice == GIVEN else sides[:1]}


def _read_turn(setup: Setup, phase: str, position: Mapping[str, Json]) -> int:
    turns = position.get("turn", setup.turns if phase == OVER else 0)
    if type(turns) is not int or turns < 0:
        raise InvalidPosition("turn is a whole number from 0")
    if turns >= setup.turns and phase != OVER:
        raise InvalidPosition(f"turn {turns} is there only with phase {OVER}: the match has {setup.turns}")
    return turns


def _lay_over(state: State, phase: str, turns: int, position: Mapping[str, Json]) -> State:
    """The state with what the position names, a key at a time."""
    setup = state.setup
    if phase == SIDE and not setup.has_expansion:
        raise InvalidPosition(f"phase {SIDE} is there only with the option expansion")
    read: Mapping[str, tuple[Any, ...]] = {
        key: _by_seat(position, key, [getattr(own, name) for own in state.owns], reader)
        for key, name, reader in (
            ("hands", "hand", _read_hand),
            ("piles", "pile", _read_pile),
            ("scores", "points", _read_points),
            ("marks", "marks", _read_points),
        )
    }
    kept = [own.garden for own in state.owns]
    gardens = _by_seat(position, "gardens", kept, lambda written: _read_garden(written, setup.has_expansion))
    nobles = _by_seat(position, "nobles", [garden.nobles for garden in kept], _read_nobles)
    return state._replace(
        phase=phase,
        seat=0 if phase in (SIDE, OVER) else setup.seat_at(turns),
        turns=turns,
        owns=tuple(
            Own(
                make_garden(garden.printed, garden.symbols, garden.gardeners, nobles[place]),
                read["hands"][place],
                read["piles"][place],
                (),
                read["scores"][place],
                read["marks"][place],
            )
            for place, garden in enumerate(gardens)
        ),
        sides=_read_sides(setup, phase, position),
        display=_read_display(state.display, position.get("display", {})),
        stacks=_read_stacks(setup, state.stacks, position),
    )


def _by_seat(
    position: Mapping[str, Json], key: str, kept: Sequence[T], read: Callable[[Json], T]
) -> tuple[T, ...]:
    """A list with an entry per seat; ``null`` for a seat keeps what the set-up gave, a missing list does for all."""
    if key not in position:
        return tuple(kept)
    return tuple(
        own if entry is None else read(entry)
        for entry, own in zip(read_list(position[key], len(kept), key), kept, strict=True)
    )


def _read_garden(written: Json, is_covered: bool) -> Garden:
    on_terrace = (TERRACE,) * WIDTH
    if isinstance(written, str):
        if written not in GARDEN_SIDES:
            raise InvalidPosition(f"gardens: {written!r} is no garden side")
        return make_garden(printed_squares(written, is_covered), 0, 0, on_terrace)
    rows = read_list(written, HEIGHT, "a garden")
    for row in rows:
        if not isinstance(row, str) or len(row) != WIDTH or not _SQUARES.issuperset(row):
            raise InvalidPosition(f"gardens: {row!r} is no row of {WIDTH} squares P, S, K or .")
    garden = read_rows(rows, on_terrace)
    if filled(garden) & ROW[0] != ROW[0]:
        raise InvalidPosition("gardens: row 1 is printed in every garden, so none of its squares is free")
    return garden


def _read_nobles(written: Json) -> tuple[int, ...]:
    rows = read_list(written, WIDTH, "nobles of a seat")
    for row in rows:
        if type(row) is not int or not TERRACE <= row <= HEIGHT:
            raise InvalidPosition(f"nobles: a row from {TERRACE} to {HEIGHT} is expected")
    return tuple(rows)


def _read_points(written: Json) -> int:
    if type(written) is not int:
        raise InvalidPosition("scores and marks are whole numbers")
    return written


def _read_hand(written: Json) -> Codes:
    return tuple(sorted(read_codes(written, CARDS, "card", "hands")))


def _read_pile(written: Json) -> Codes:
    return read_codes(written, CARDS, "card", "piles")


def _read_missions(written: Json) -> Codes:
    return read_codes(written, MISSIONS, "mission", "missions")


def _read_sides(setup: Setup, phase: str, position: Mapping[str, Json]) -> Codes:
    if not setup.has_expansion:
        if "sides" in position:
            raise InvalidPosition("sides are there only with the option expansion")
        return ()
    kept = (NOTHING if phase == SIDE else SIDES[0],) * setup.players
    sides = _by_seat(position, "sides", kept, _read_side)
    if phase == SIDE and NOTHING not in sides:
        raise InvalidPosition(f"in {SIDE} a seat has not chosen yet")
    return sides


def _read_side(written: Json) -> str:
    if not isinstance(written, str) or written not in SIDES:
        raise InvalidPosition(f"sides: {' or '.join(SIDES)} or null is expected")
    return written


def _read_display(kept: Codes, written: Json) -> Codes:
    if not isinstance(written, Mapping):
        raise InvalidPosition("display is an object")
    display = kept
    for place, symbol in written.items():
        if place not in PLACE_INDEX:
            raise InvalidPosition(f"display: {place!r} is no place")
        display = changed(display, PLACE_INDEX[place], _read_symbol(symbol, "display"))
    return display


def _read_symbol(written: Json, where: str) -> str:
    if not isinstance(written, str) or written not in SYMBOLS:
        raise InvalidPosition(f"{where}: {written!r} is no symbol")
    return written


def _read_stacks(setup: Setup, kept: tuple[Codes, ...], position: Mapping[str, Json]) -> tuple[Codes, ...]:
    wrong = "tiles" if setup.has_stack_choice else "stacks"
    if wrong in position:
        how = "without" if setup.has_stack_choice else "with"
        raise InvalidPosition(f"{wrong} is there only {how} the option stack_choice")
    if "tiles" in position:
        return (read_codes(position["tiles"], SYMBOLS, "symbol", "tiles"),)
    if "stacks" in position:
        stacks = read_list(position["stacks"], setup.stack_count, "stacks")
        return tuple(read_codes(stack, SYMBOLS, "symbol", "stacks") for stack in stacks)
    return kept


def _take(state: State, position: Mapping[str, Json]) -> State:
    """The tile just taken: its place is empty, and in GARDENER its own square is the target."""
    if "pending" not in position:
        if state.phase in (GARDENER, STACK):
            raise InvalidPosition(f"in {state.phase} the tile just taken is pending")
        return state
    if state.phase not in (GARDENER, NOBLE, STACK):
        raise InvalidPosition(f"nothing is pending in {state.phase}")
    pending = position["pending"]
    check_keys(pending, frozenset({"from", "symbol"}), "pending")
    place = pending.get("from")
    if not isinstance(place, str) or place not in PLACE_INDEX:
        raise InvalidPosition(f"pending.from is one of {' '.join(PLACES)}")
    taken = PLACE_INDEX[place]
    symbol = _read_symbol(pending["symbol"], "pending.symbol") if "symbol" in pending else NOTHING
    target = NOWHERE
    if state.phase == GARDENER:
        if not symbol:
            raise InvalidPosition(f"in {GARDENER} pending has its symbol")
        target = ROW_START[taken] + COLUMN_OF[symbol]
        if not filled(state.owns[state.seat - 1].garden) >> target & 1:
            raise InvalidPosition(f"in {GARDENER} the square of the pending tile is filled")
    return state._replace(display=changed(state.display, taken, NOTHING), taken=taken, target=target)


def _check_decision(state: State) -> None:
    """Can the decision that is owed be answered?"""
    if state.phase == STACK and not (state.setup.has_stack_choice and any(state.stacks)):
        raise InvalidPosition(f"{STACK} is asked only with the option stack_choice, while a tile is left")
    for owed in decisions(state):
        if not legal_steps(state, owed.seat):
            raise InvalidPosition(f"seat {owed.seat} has no legal step at {owed.name}")
