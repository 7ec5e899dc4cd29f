"""The state from a rule case (rule book, "Position")."""

from collections.abc import Mapping

from referee.games.engine import InvalidPosition
from referee.games.renature import flow
from referee.games.renature.areas import kind_at, up_to_each_value
from referee.games.renature.components import (
    ANIMAL_INDEX,
    ANIMALS,
    CLOUD_SPACES,
    DOMINOES,
    NEUTRAL,
    START_CLOUDS,
    START_JOKER,
    TYPES,
    VALUES,
)
from referee.games.renature.draft import Draft
from referee.games.renature.rulings import RULES_VERSION
from referee.games.renature.setup import (
    SETUP_KEYS,
    complete_setup,
    read_hands,
    start_scores,
)
from referee.games.renature.spaces import (
    AREA_INDEX,
    AREAS,
    CLOUDY,
    LAND,
    PRINTED_CLOUDS,
    SPACE_NAMES,
    SPACES,
    STREAM,
    are_adjacent,
    mask_of,
)
from referee.games.renature.state import (
    END,
    OVERFLOW,
    PHASES,
    PLANT,
    PRECLOSE,
    START,
    Setup,
    State,
    no_plants,
)
from referee.games.renature.steps import GROWS, Grow, Place, place_step
from referee.games.renature.stream import Stream
from referee.games.written import check_keys, read_list, read_seat
from referee.strict_json import Json

POSITION_KEYS = frozenset(
    {
        "seat", "phase", "joker", "dominoes", "halves", "last", "planted", "waiting", "plants", "boards", "sky",
        "hands", "reserves", "collected", "clouds", "scores",
    }
)  # fmt: skip
_NEED_LAST = (PLANT, OVERFLOW, PRECLOSE)
# How the machine comes to a decision, and through it where it passes.
_ARRIVE = {
    START: flow.arrive_at_start,
    PLANT: flow.arrive_at_plant,
    OVERFLOW: flow.arrive_at_overflow,
    PRECLOSE: flow.arrive_at_preclose,
    END: flow.arrive_at_end,
}


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
    :raises InvalidOptions: any option, or a number of players that the game is not for.
    """
    given = {} if written is None else written
    check_keys(given, SETUP_KEYS, "setup")
    setup = complete_setup(players, options, given, rules_version)
    check_keys(position, POSITION_KEYS, "position")
    setup = _with_hands(setup, position)
    phase = position.get("phase", START)
    if not isinstance(phase, str) or phase not in PHASES:
        raise InvalidPosition(f"phase is one of {', '.join(PHASES)}")
    stream = _read_stream(position.get("dominoes", []), position.get("halves", {}))
    plants = _read_plants(setup, position.get("plants", {}))
    seat = read_seat(players, position.get("seat", setup.start), "seat")
    planted, waiting = _read_waiting(setup, seat, phase, plants, position)
    draft = Draft(
        State(
            setup=setup,
            phase=phase,
            seat=seat,
            turn=1,
            stream=stream,
            last=_read_last(phase, stream, position),
            joker=_read_animal(position.get("joker", ANIMALS[START_JOKER]), "joker"),
            plants=plants,
            up_to=up_to_each_value(plants),
            planted=planted,
            waiting=waiting,
            sky=_read_sky(plants, position),
            clouds=_read_numbers(
                players, position.get("clouds", [START_CLOUDS] * players), "clouds", 0, CLOUD_SPACES
            ),
            boards=_read_boards(setup, plants, position.get("boards", [{}] * players)),
            scores=_read_numbers(players, position.get("scores", list(start_scores(setup))), "scores"),
            hands=tuple(tuple(sorted(hand)) for hand in setup.hands),
            drawn=(0,) * players,
            discards=((),) * players,
            takers=_read_collected(players, position.get("collected", {})),
        )
    )
    _ARRIVE[phase](draft)
    state, _ = draft.played()
    return state._replace(turn=1)


def _with_hands(setup: Setup, position: Mapping[str, Json]) -> Setup:
    hands, reserves = setup.hands, setup.reserves
    if "hands" in position:
        hands = read_hands(setup.players, position["hands"], "hands", None)
        reserves = ((),) * setup.players
    if "reserves" in position:
        reserves = read_hands(setup.players, position["reserves"], "reserves", None)
    return Setup(
        setup.players,
        setup.options,
        setup.start,
        setup.colours,
        hands,
        reserves,
        setup.unused,
        setup.tokens,
        setup.tokens_box,
        setup.rules_version,
    )


def _read_space(written: Json, where: str) -> int:
    if not isinstance(written, str) or written not in SPACES:
        raise InvalidPosition(f"{where}: {written!r} is no space")
    return SPACES[written]


def _read_animal(written: Json, where: str) -> int:
    if not isinstance(written, str) or written not in ANIMAL_INDEX:
        raise InvalidPosition(f"{where} is an animal, one of {' '.join(ANIMALS)}")
    return ANIMAL_INDEX[written]


def _read_pair(written: Json, where: str) -> tuple[int, int]:
    """Two stream spaces next to each other, such as ``c3-d3``."""
    if not isinstance(written, str) or written.count("-") != 1:
        raise InvalidPosition(f"{where} is two spaces such as c3-d3")
    one, other = (_read_space(name, where) for name in written.split("-"))
    if not are_adjacent(one, other):
        raise InvalidPosition(f"{where}: {written} are not next to each other")
    return one, other


def _read_stream(dominoes: Json, halves: Json) -> Stream:
    if not isinstance(dominoes, list):
        raise InvalidPosition("dominoes is a list of placed dominoes such as ST b1-c1")
    placed = tuple(_read_placed(text) for text in dominoes)
    if not isinstance(halves, Mapping):
        raise InvalidPosition("halves is an object, space to animal")
    singles = tuple(
        sorted(
            (_read_space(name, "halves"), _read_animal(animal, f"halves.{name}"))
            for name, animal in halves.items()
        )
    )
    return stream_of(placed, singles)


def _read_placed(written: Json) -> Place:
    domino, blank, pair = written.partition(" ") if isinstance(written, str) else ("", "", "")
    if not blank or domino not in DOMINOES:
        raise InvalidPosition(f"dominoes: {written!r} is no placed domino such as ST b1-c1")
    first, second = _read_pair(pair, "dominoes")
    if domino[0] == domino[1] and second < first:
        first, second = second, first
    return place_step(domino, first, second)


def stream_of(placed: tuple[Place, ...], singles: tuple[tuple[int, int], ...] = ()) -> Stream:
    """The stream with these dominoes and single halves.

    :raises InvalidPosition: a space that is covered twice or is no stream space.
    """
    laid = [0] * len(ANIMALS)
    covered = 0
    halves = [half for step in placed for half in ((step.first, step.one), (step.second, step.two))]
    for space, animal in (*halves, *singles):
        if not STREAM >> space & 1:
            raise InvalidPosition(f"{SPACE_NAMES[space]} is no stream space")
        if covered >> space & 1:
            raise InvalidPosition(f"{SPACE_NAMES[space]} is covered twice")
        covered |= 1 << space
        laid[animal] |= 1 << space
    return Stream(placed, singles, tuple(laid), covered)


def _read_last(phase: str, stream: Stream, position: Mapping[str, Json]) -> int:
    if "last" in position:
        last = mask_of(_read_pair(position["last"], "last"))
        if last & ~stream.covered:
            raise InvalidPosition("last names two covered spaces")
        return last
    if stream.dominoes:
        return mask_of((stream.dominoes[-1].first, stream.dominoes[-1].second))
    if phase in _NEED_LAST:
        raise InvalidPosition(f"in {phase} a domino has just been placed: name it in last")
    return 0


def _read_plants(setup: Setup, written: Json) -> tuple[int, ...]:
    if not isinstance(written, Mapping):
        raise InvalidPosition("plants is an object, area space to [type, colour]")
    owners = (*setup.colours, NEUTRAL)
    plants = list(no_plants(setup.players))
    for name, plant in written.items():
        space = _read_space(name, "plants")
        if not LAND >> space & 1:
            raise InvalidPosition(f"plants: {name} is no space of an area")
        if not isinstance(plant, list) or len(plant) != 2:
            raise InvalidPosition(f"plants.{name} is a type and a colour")
        value, colour = plant
        if type(value) is not int or value not in VALUES:
            raise InvalidPosition(f"plants.{name}: the type is one of {', '.join(map(str, VALUES))}")
        if colour not in owners:
            raise InvalidPosition(f"plants.{name}: the colour is one of {', '.join(owners)}")
        plants[owners.index(colour) * TYPES + VALUES.index(value)] |= 1 << space
    return tuple(plants)


def _read_waiting(
    setup: Setup, seat: int, phase: str, plants: tuple[int, ...], position: Mapping[str, Json]
) -> tuple[Grow | None, int]:
    """In OVERFLOW the planting that has not scored yet, and the clouds that wait."""
    planted = None
    if "planted" in position:
        space = _read_space(position["planted"], "planted")
        kind = kind_at(plants, setup.players, seat, space)
        if kind is None:
            raise InvalidPosition(f"planted is the space of a plant that seat {seat} may have placed")
        planted = GROWS[kind][space]
    if phase != OVERFLOW:
        if "waiting" in position:
            raise InvalidPosition(f"waiting stands in {OVERFLOW} only")
        return None, 0
    if planted is None:
        raise InvalidPosition(f"in {OVERFLOW} a plant has just been placed: name its space in planted")
    return planted, _read_number(position.get("waiting"), "waiting", 1)


def _read_sky(plants: tuple[int, ...], position: Mapping[str, Json]) -> tuple[int, ...]:
    if "sky" not in position:
        return tuple(
            0 if any(mask >> space & 1 for mask in plants) else clouds
            for space, clouds in zip(CLOUDY, PRINTED_CLOUDS, strict=True)
        )
    written = position["sky"]
    names = [SPACE_NAMES[space] for space in CLOUDY]
    check_keys(written, frozenset(names), "sky")
    return tuple(_read_number(written.get(name, 0), f"sky.{name}", 0) for name in names)


def _read_boards(setup: Setup, plants: tuple[int, ...], written: Json) -> tuple[tuple[int, ...], ...]:
    boards = []
    for seat, board in enumerate(read_list(written, setup.players, "boards"), 1):
        check_keys(board, frozenset({"own", "neutral"}), "boards, each")
        grown = [mask.bit_count() for mask in plants[(seat - 1) * TYPES : seat * TYPES]]
        own, neutral = setup.capacities[:TYPES], setup.capacities[TYPES:]
        rows = (
            *board_row(board.get("own", [a - b for a, b in zip(own, grown, strict=True)]), own, seat),
            *board_row(board.get("neutral", list(neutral)), neutral, seat),
        )
        boards.append(rows)
    return tuple(boards)


def board_row(written: Json, capacities: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """One row of a player board, each number within its capacity."""
    row = read_list(written, len(capacities), "a row of boards")
    for count, capacity in zip(row, capacities, strict=True):
        if type(count) is not int or not 0 <= count <= capacity:
            raise InvalidPosition(
                f"the player board of seat {seat} has spaces for {', '.join(map(str, capacities))} plants: not {row}"
            )
    return tuple(row)


def _read_collected(players: int, written: Json) -> tuple[int, ...]:
    check_keys(written, frozenset(AREA_INDEX), "collected")
    return tuple(
        read_seat(players, written[area], f"collected.{area}") if area in written else 0 for area in AREAS
    )


def _read_numbers(
    players: int, written: Json, where: str, least: int | None = None, most: int | None = None
) -> tuple[int, ...]:
    return tuple(_read_number(number, where, least, most) for number in read_list(written, players, where))


def _read_number(written: Json, where: str, least: int | None = None, most: int | None = None) -> int:
    if (
        type(written) is not int
        or (least is not None and written < least)
        or (most is not None and written > most)
    ):
        bounds = "" if least is None else f" from {least}" + ("" if most is None else f" to {most}")
        raise InvalidPosition(f"{where} is a whole number{bounds}")
    return written
