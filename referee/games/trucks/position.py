"""The state from a rule case (rule books, "Position"), and the part of a state that a snapshot keeps."""

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple

from referee.games.engine import InvalidPosition
from referee.games.trucks.box import COIN, Tiles
from referee.games.trucks.decisions import may_draw
from referee.games.trucks.setup import (
    SETUP_KEYS,
    check_options,
    read_species,
)
from referee.games.trucks.standings import FACT_KEYS, truck_texts
from referee.games.trucks.state import LOAD, OVER, PLACE, TURN, AnyState, Setup, SetupType, State, ZooType
from referee.games.written import check_keys, check_rules_version, read_list, read_seat
from referee.strict_json import Json

POSITION_KEYS = FACT_KEYS | {"deck"}


class Texts(NamedTuple, Generic[SetupType, ZooType]):
    """How a game reads its own texts.

    :param phases: the names of its decisions.
    :param read_truck: a tile list of what can lie in the deck or on a truck, sorted.
    :param read_hand: a tile list of what a seat can have to put down, sorted.
    :param read_zoo: a zoo text, in a match of this set-up.
    :param new_zoo: the text of a new zoo.
    """

    setup_type: type[SetupType]
    phases: tuple[str, ...]
    read_truck: Callable[[str], Tiles]
    read_hand: Callable[[str], Tiles]
    read_zoo: Callable[[str, SetupType], ZooType]
    new_zoo: str


def read_position(
    texts: Texts[SetupType, ZooType],
    players: int,
    options: Mapping[str, Json],
    written: Json,
    position: Json,
    rules_version: int,
) -> State[SetupType, ZooType]:
    """The state of a rule case; every key of the set-up and of the position may be missing.

    Whether hand and trucks fit the decision owed, :func:`check_decision` says.

    :param written: the ``setup`` object, or None.
    :raises InvalidPosition: what the section "Position" does not allow.
    :raises InvalidOptions: options that the game does not know.
    """
    box = texts.setup_type.box
    complete = check_options(box, players, options)
    check_rules_version(rules_version, box.rulings)
    given = {} if written is None else written
    check_keys(given, SETUP_KEYS, "setup")
    check_keys(position, POSITION_KEYS, "position")
    removed: Tiles = ()
    if "species_removed" in given:
        removed = read_species(box, players, given["species_removed"])
    elif isinstance(complete["species_removed"], list):
        removed = box.in_order(complete["species_removed"])
    starter = read_seat(players, given.get("start_player", 1), "setup.start_player")
    deck = _read_deck(position.get("deck", given.get("deck", [])), texts.read_truck)
    setup = texts.setup_type(players, complete, removed, deck, starter, rules_version)
    phase, seat = _read_next(texts.phases, players, position.get("next", f"{TURN} {starter}"))
    trucks, takers = _read_trucks(setup, position.get("trucks"), texts.read_truck)
    bank_least = 0 if setup.is_bank_finite else None
    return State(
        setup=setup,
        drawn=0,
        phase=phase,
        seat=seat,
        turn=1,
        round=_read_number(position.get("round", 1), "round", 1),
        starter=starter,
        bank=_read_number(position.get("bank", box.tables[players].bank), "bank", bank_least),
        coins=tuple(
            _read_number(coins, "coins", 0)
            for coins in read_list(position.get("coins", [box.start_coins] * players), players, "coins")
        ),
        hand=texts.read_hand(_read_text(position.get("hand", ""), "hand")),
        trucks=trucks,
        takers=takers,
        zoos=tuple(
            texts.read_zoo(_read_text(zoo, "a zoo"), setup)
            for zoo in read_list(position.get("zoos", [texts.new_zoo] * players), players, "zoos")
        ),
        removed=(),
    )


def _read_next(phases: tuple[str, ...], players: int, written: Json) -> tuple[str, int]:
    if written == OVER:
        return OVER, 0
    for phase in phases:
        for seat in range(1, players + 1):
            if written == f"{phase} {seat}":
                return phase, seat
    raise InvalidPosition(f"next is a decision and a seat such as {TURN} 1, or {OVER}")


def _read_deck(written: Json, read_truck: Callable[[str], Tiles]) -> Tiles:
    if not isinstance(written, list) or not all(isinstance(tile, str) and tile for tile in written):
        raise InvalidPosition("deck is a list of tiles")
    for tile in written:
        if len(read_truck(tile)) != 1:
            raise InvalidPosition(f"{tile!r} is no tile")
    return tuple(written)


def _read_trucks(
    setup: Setup, written: Json, read_truck: Callable[[str], Tiles]
) -> tuple[tuple[Tiles, ...], tuple[int, ...]]:
    count = len(setup.capacities)
    texts = [
        _read_text(text, "a truck")
        for text in read_list([""] * count if written is None else written, count, "trucks")
    ]
    takers = tuple(_read_taker(setup.players, text) for text in texts)
    trucks = tuple(() if taker else read_truck(text) for text, taker in zip(texts, takers, strict=True))
    for number, (tiles, capacity) in enumerate(zip(trucks, setup.capacities, strict=True), 1):
        if len(tiles) > capacity:
            raise InvalidPosition(f"truck {number} has {capacity} spaces")
    taken = [taker for taker in takers if taker]
    if len(set(taken)) != len(taken):
        raise InvalidPosition("a seat takes one truck in a round")
    return trucks, takers


def _read_taker(players: int, text: str) -> int:
    if not text.startswith("@"):
        return 0
    for seat in range(1, players + 1):
        if text == f"@{seat}":
            return seat
    raise InvalidPosition(f"{text!r} is no seat of this match")


def _read_number(written: Json, where: str, least: int | None) -> int:
    if type(written) is not int or (least is not None and written < least):
        raise InvalidPosition(f"{where} is a whole number" + ("" if least is None else f" from {least}"))
    return written


def _read_text(written: Json, where: str) -> str:
    if not isinstance(written, str):
        raise InvalidPosition(f"{where} is a text")
    return written


def check_decision(state: AnyState) -> None:
    """Do hand and trucks fit the decision that is owed, where it is one that both games have?"""
    if state.phase == PLACE:
        if state.seat not in state.takers:
            raise InvalidPosition(f"in {PLACE} seat {state.seat} has a truck, @{state.seat}")
        if not state.hand or COIN in state.hand:
            raise InvalidPosition(f"in {PLACE} the hand holds one or more tiles, none a coin tile")
    elif state.phase in (TURN, LOAD) and state.seat in state.takers:
        raise InvalidPosition(f"in {state.phase} seat {state.seat} has no truck")
    elif state.phase == LOAD:
        if len(state.hand) != 1:
            raise InvalidPosition(f"in {LOAD} the hand holds the one tile drawn")
        if not may_draw(state):
            raise InvalidPosition(f"in {LOAD} an untaken truck has a free space")
    elif state.phase in (TURN, OVER) and state.hand:
        raise InvalidPosition(f"in {state.phase} the hand is empty")


def save(state: AnyState) -> Json:
    """All of a state that does not follow from its set-up; of the deck only how much is drawn."""
    return {
        "drawn": state.drawn,
        "phase": state.phase,
        "seat": state.seat,
        "turn": state.turn,
        "round": state.round,
        "starter": state.starter,
        "bank": state.bank,
        "coins": list(state.coins),
        "hand": list(state.hand),
        "trucks": truck_texts(state),
        "zoos": [zoo.text for zoo in state.zoos],
        "removed": list(state.removed),
    }


def restore(texts: Texts[SetupType, ZooType], setup: SetupType, saved: Json) -> State[SetupType, ZooType]:
    """The state that :func:`save` wrote."""
    trucks, takers = _read_trucks(setup, saved["trucks"], texts.read_truck)
    return State(
        setup=setup,
        drawn=saved["drawn"],
        phase=saved["phase"],
        seat=saved["seat"],
        turn=saved["turn"],
        round=saved["round"],
        starter=saved["starter"],
        bank=saved["bank"],
        coins=tuple(saved["coins"]),
        hand=tuple(saved["hand"]),
        trucks=trucks,
        takers=takers,
        zoos=tuple(texts.read_zoo(text, setup) for text in saved["zoos"]),
        removed=tuple(saved["removed"]),
    )
