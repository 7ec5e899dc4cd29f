"""The deal and the start (rule book, sections 2, 7, 8); the set-up text (section "Trace")."""

from collections.abc import Mapping

from referee.games.engine import InvalidPosition
from referee.games.new_york_zoo.components import (
    BAY_SIZES,
    BAYS,
    LIMITED,
    QUICK_HANDS,
    START_SPACE,
    TABLES,
    TILE_SIZES,
)
from referee.games.new_york_zoo.flow import ALL_MARKERS
from referee.games.new_york_zoo.options import check_options
from referee.games.new_york_zoo.pieces import BOARDS
from referee.games.new_york_zoo.rulings import RULES_VERSION, RULINGS
from referee.games.new_york_zoo.state import SETUP, WALK, Setup, Stacks, State
from referee.games.new_york_zoo.zoo import Zoo
from referee.games.shuffle import Shuffle
from referee.games.written import check_keys, check_rules_version
from referee.strict_json import Json

SETUP_KEYS = frozenset({"boards", "stacks"})
SIZES = tuple(sorted(set(TILE_SIZES.values())))


def deal(
    players: int, options: Mapping[str, Json], shuffle: Shuffle, rules_version: int = RULES_VERSION
) -> Setup:
    """Draw all chance of a match: labels ``stack-4`` to ``stack-7``, each over the tiles of that size.

    :raises InvalidOptions: options that the game does not know.
    """
    complete = check_options(players, options)
    dealt: dict[int, list[str]] = {bay: [] for bay in BAYS}
    for size in SIZES:
        tiles = shuffle(f"stack-{size}", [tile for tile, other in TILE_SIZES.items() if other == size])
        bays = [bay for bay in BAYS if size in BAY_SIZES[bay]]
        for bay, tile in zip(bays, tiles, strict=True):
            dealt[bay].append(tile)
    stacks = tuple(tuple(dealt[bay]) for bay in BAYS)
    return Setup(players, complete, boards_of(players, complete), stacks, rules_version)


def boards_of(players: int, options: Mapping[str, Json]) -> tuple[str, ...]:
    """The zoo board of each seat."""
    return (options["solo_board"],) if players == 1 else TABLES[players].boards


def start(setup: Setup) -> State:
    """The state in which the first decision is owed."""
    state = first_turn(setup)
    if setup.is_quick:
        return state._replace(phase=SETUP, turn=0, hands=quick_hands(setup))
    return state


def first_turn(setup: Setup) -> State:
    """The state in which the first turn begins, in the quick game without what is placed before it."""
    return State(
        setup=setup,
        phase=WALK,
        seat=1,
        active=1,
        turn=1,
        elephant=START_SPACE,
        stacks=open_stacks(setup),
        supply=tuple(LIMITED.values()),
        zoos=tuple(new_zoo(board) for board in setup.boards),
        hands=(),
        piece="",
        second="",
        leaving="",
        full=(),
        is_breeding=False,
        lines="",
        bred=(),
        markers=ALL_MARKERS if setup.is_solo else (),
        laps=0,
    )


def open_stacks(setup: Setup) -> Stacks:
    """The stacks as the game begins: the solo and the quick game take off the top tiles."""
    if setup.is_quick or setup.is_solo:
        return tuple(stack[:-1] for stack in setup.stacks)
    return setup.stacks


def new_zoo(name: str) -> Zoo:
    """The zoo of a board as the game begins."""
    board = BOARDS[name]
    return Zoo(board, board.area, board.start_animals, (), (), ())


def quick_hands(setup: Setup) -> tuple[tuple[str, ...], ...]:
    """The top tiles that each seat places before the first turn (section 7)."""
    tops = [stack[-1] for stack in setup.stacks]
    hands: list[list[str]] = [[] for _ in range(setup.players)]
    for size, count in QUICK_HANDS.items():
        of_size = [tile for tile in tops if TILE_SIZES[tile] == size]
        for place, hand in enumerate(hands):
            hand += of_size[place * count : (place + 1) * count]
    return tuple(tuple(sorted(hand)) for hand in hands)


def write_setup(setup: Setup) -> dict[str, Json]:
    """The ``setup`` object of a trace."""
    return {
        "boards": list(setup.boards),
        "stacks": {str(bay): list(stack) for bay, stack in zip(BAYS, setup.stacks, strict=True)},
    }


def read_setup(
    players: int, options: Mapping[str, Json], written: Json, rules_version: int = RULES_VERSION
) -> Setup:
    """The set-up from a trace's ``setup`` object.

    :raises InvalidPosition: a key too many or too few, boards of another number of players or option, stacks
        that are not a whole deal.
    :raises InvalidOptions: options that the game does not know.
    """
    complete = check_options(players, options)
    check_rules_version(rules_version, RULINGS)
    check_keys(written, SETUP_KEYS, "setup")
    for key in sorted(SETUP_KEYS - set(written)):
        raise InvalidPosition(f"setup has no {key}")
    boards = read_boards(players, complete, written["boards"])
    return Setup(players, complete, boards, read_deal(written["stacks"]), rules_version)


def read_boards(players: int, options: Mapping[str, Json], written: Json) -> tuple[str, ...]:
    """The boards, which follow from players and options."""
    boards = boards_of(players, options)
    if written != list(boards):
        raise InvalidPosition(f"setup.boards is {', '.join(boards)} for this match")
    return boards


def read_deal(written: Json) -> Stacks:
    """All 45 tiles in 15 stacks, each of the sizes that its bay shows."""
    expected = [str(bay) for bay in BAYS]
    if not isinstance(written, Mapping) or sorted(written, key=str) != sorted(expected):
        raise InvalidPosition(f"setup.stacks has a stack for each bay: {', '.join(expected)}")
    stacks = tuple(read_stack(written[str(bay)], f"setup.stacks.{bay}") for bay in BAYS)
    for bay, stack in zip(BAYS, stacks, strict=True):
        if tuple(TILE_SIZES[tile] for tile in stack) != BAY_SIZES[bay]:
            sizes = ", ".join(map(str, BAY_SIZES[bay]))
            raise InvalidPosition(f"setup.stacks.{bay} has tiles of sizes {sizes} from bottom to top")
    if len({tile for stack in stacks for tile in stack}) < len(TILE_SIZES):
        raise InvalidPosition("setup.stacks has a tile twice")
    return stacks


def read_stack(written: Json, where: str) -> tuple[str, ...]:
    """Tiles that exist, from bottom to top."""
    if not isinstance(written, list):
        raise InvalidPosition(f"{where} is a list of tiles")
    for tile in written:
        if not isinstance(tile, str) or tile not in TILE_SIZES:
            raise InvalidPosition(f"{where}: {tile!r} is no enclosure tile")
    return tuple(written)
