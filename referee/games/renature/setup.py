"""The deal and the start (rule book, section 2); the set-up text (section "Trace")."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.engine import InvalidPosition
from referee.games.renature.components import (
    COLOURS_BY_PLAYERS,
    DOMINOES,
    HAND_SIZE,
    START_CLOUDS,
    START_JOKER,
    START_SCORES,
    TABLES,
    TOKEN_SIZES,
    TOKENS,
    TYPES,
    tokens_of_size,
)
from referee.games.renature.options import check_options
from referee.games.renature.rulings import RULES_VERSION, RULINGS
from referee.games.renature.spaces import AREA_SIZES, AREAS, PRINTED_CLOUDS
from referee.games.renature.state import NO_TAKERS, START, Dominoes, Setup, State, no_plants
from referee.games.renature.stream import EMPTY_STREAM
from referee.games.shuffle import Shuffle
from referee.games.written import check_keys, check_rules_version, read_list, read_seat
from referee.strict_json import Json

SETUP_KEYS = frozenset({"start", "colours", "hands", "reserves", "unused", "tokens", "tokens_box"})


def deal(
    players: int, options: Mapping[str, Json], shuffle: Shuffle, rules_version: int = RULES_VERSION
) -> Setup:
    """Draw all chance of a match: labels ``start``, ``tokens-2`` to ``tokens-13``, ``dominoes``.

    :raises InvalidOptions: any option, or a number of players that the game is not for.
    """
    complete = check_options(players, options)
    start = shuffle("start", range(1, players + 1))[0]
    tokens, box = lay_tokens({size: shuffle(f"tokens-{size}", tokens_of_size(size)) for size in TOKEN_SIZES})
    blocks, unused = deal_blocks(players, start, shuffle("dominoes", DOMINOES))
    return Setup(
        players=players,
        options=complete,
        start=start,
        colours=colours_by_position(players, start),
        hands=tuple(block[:HAND_SIZE] for block in blocks),
        reserves=tuple(block[HAND_SIZE:] for block in blocks),
        unused=unused,
        tokens=tokens,
        tokens_box=box,
        rules_version=rules_version,
    )


def lay_tokens(by_size: Mapping[int, Sequence[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The token of each area, and those in the box: areas in letter order take the first of their size."""
    left = {size: list(ids) for size, ids in by_size.items()}
    laid = tuple(left[size].pop(0) for size in AREA_SIZES)
    return laid, tuple(token for size in TOKEN_SIZES for token in left[size])


def deal_blocks(players: int, start: int, dominoes: Sequence[str]) -> tuple[tuple[Dominoes, ...], Dominoes]:
    """The block of each seat, position 0 first of the list, and what is left."""
    each = TABLES[players].dominoes
    positions = [(seat - start) % players for seat in range(1, players + 1)]
    blocks = tuple(tuple(dominoes[each * position : each * (position + 1)]) for position in positions)
    return blocks, tuple(dominoes[each * players :])


def colours_by_position(players: int, start: int) -> tuple[str, ...]:
    """The colour of each seat: by turn position, in the order of the components."""
    names = COLOURS_BY_PLAYERS[players]
    return tuple(names[(seat - start) % players] for seat in range(1, players + 1))


def start(setup: Setup) -> State:
    """The state in which the first decision is owed."""
    players = setup.players
    return State(
        setup=setup,
        phase=START,
        seat=setup.start,
        turn=1,
        stream=EMPTY_STREAM,
        last=0,
        joker=START_JOKER,
        plants=no_plants(players),
        up_to=(0,) * TYPES,
        planted=None,
        waiting=0,
        sky=PRINTED_CLOUDS,
        clouds=(START_CLOUDS,) * players,
        boards=(setup.capacities,) * players,
        scores=start_scores(setup),
        hands=tuple(tuple(sorted(hand)) for hand in setup.hands),
        drawn=(0,) * players,
        discards=((),) * players,
        takers=NO_TAKERS,
    )


def start_scores(setup: Setup) -> tuple[int, ...]:
    """The score of each seat at the start, by turn position."""
    return tuple(START_SCORES[setup.position_of(seat)] for seat in range(1, setup.players + 1))


def write_setup(setup: Setup) -> dict[str, Json]:
    """The ``setup`` object of a trace."""
    return {
        "start": setup.start,
        "colours": list(setup.colours),
        "hands": [list(hand) for hand in setup.hands],
        "reserves": [list(reserve) for reserve in setup.reserves],
        "unused": list(setup.unused),
        "tokens": dict(zip(AREAS, setup.tokens, strict=True)),
        "tokens_box": list(setup.tokens_box),
    }


def read_setup(
    players: int, options: Mapping[str, Json], written: Json, rules_version: int = RULES_VERSION
) -> Setup:
    """The set-up from a trace's ``setup`` object.

    :raises InvalidPosition: a key too many or too few, or anything that is not exactly the pieces of the game.
    :raises InvalidOptions: any option, or a number of players that the game is not for.
    """
    check_keys(written, SETUP_KEYS, "setup")
    for key in sorted(SETUP_KEYS - set(written)):
        raise InvalidPosition(f"setup has no {key}")
    setup = complete_setup(players, options, written, rules_version)
    dealt = [domino for block in (*setup.hands, *setup.reserves, setup.unused) for domino in block]
    if Counter(dealt) != Counter(DOMINOES):
        raise InvalidPosition("setup deals not exactly the dominoes of the game")
    if Counter((*setup.tokens, *setup.tokens_box)) != Counter(list(TOKENS)):
        raise InvalidPosition("setup lays not exactly the tokens of the game")
    return setup


def complete_setup(
    players: int, options: Mapping[str, Json], written: Mapping[str, Json], rules_version: int
) -> Setup:
    """A set-up of which any key may be missing; each has its default by itself (rule book, "Position").

    :raises InvalidPosition: a value that its key cannot have, whatever the others are.
    :raises InvalidOptions: any option, or a number of players that the game is not for.
    """
    complete = check_options(players, options)
    check_rules_version(rules_version, RULINGS)
    first = read_seat(players, written.get("start", 1), "setup.start")
    table = TABLES[players]
    blocks, unused = deal_blocks(players, first, DOMINOES)
    tokens, box = lay_tokens({size: tokens_of_size(size) for size in TOKEN_SIZES})
    hands: tuple[Dominoes, ...] = tuple(block[:HAND_SIZE] for block in blocks)
    reserves: tuple[Dominoes, ...] = tuple(block[HAND_SIZE:] for block in blocks)
    if "hands" in written:
        hands = read_hands(players, written["hands"], "setup.hands", HAND_SIZE)
    if "reserves" in written:
        reserves = read_hands(players, written["reserves"], "setup.reserves", table.dominoes - HAND_SIZE)
    if "unused" in written:
        unused = read_dominoes(written["unused"], "setup.unused", table.unused)
    if "tokens" in written:
        tokens = _read_tokens(written["tokens"])
    if "tokens_box" in written:
        box = _read_box(written["tokens_box"], len(box))
    colours = colours_by_position(players, first)
    if "colours" in written:
        colours = _read_colours(players, first, written["colours"])
    return Setup(players, complete, first, colours, hands, reserves, unused, tokens, box, rules_version)


def read_hands(players: int, written: Json, where: str, length: int | None) -> tuple[Dominoes, ...]:
    """A list per seat of domino ids.

    :param length: how many each seat has; None: any number.
    """
    return tuple(read_dominoes(hand, f"{where}, each", length) for hand in read_list(written, players, where))


def read_dominoes(written: Json, where: str, length: int | None) -> Dominoes:
    """A list of domino ids."""
    if not isinstance(written, list) or (length is not None and len(written) != length):
        raise InvalidPosition(
            f"{where} is a list of {'dominoes' if length is None else f'{length} dominoes'}"
        )
    for domino in written:
        if domino not in DOMINOES:
            raise InvalidPosition(f"{where}: {domino!r} is no domino")
    return tuple(written)


def _read_colours(players: int, first: int, written: Json) -> tuple[str, ...]:
    colours = read_list(written, players, "setup.colours")
    names = COLOURS_BY_PLAYERS[players]
    if players == len(names) == 2:
        expected = colours_by_position(players, first)
        if tuple(colours) != expected:
            raise InvalidPosition(
                f"setup.colours of two players: {', '.join(expected)} (the first seat is black)"
            )
    elif any(colour not in names for colour in colours) or len(set(colours)) != players:
        raise InvalidPosition(f"setup.colours are different ones of {', '.join(names)}")
    return tuple(colours)


def _read_tokens(written: Json) -> tuple[str, ...]:
    check_keys(written, frozenset(AREAS), "setup.tokens")
    for area, size in zip(AREAS, AREA_SIZES, strict=True):
        if written.get(area) not in tokens_of_size(size):
            raise InvalidPosition(f"setup.tokens.{area} is the id of a token of size {size}")
    return tuple(written[area] for area in AREAS)


def _read_box(written: Json, length: int) -> tuple[str, ...]:
    ids = read_list(written, length, "setup.tokens_box")
    for token in ids:
        if not isinstance(token, str) or token not in TOKENS:
            raise InvalidPosition(f"setup.tokens_box: {token!r} is no token")
    sizes = [TOKENS[token].major for token in ids]
    if sizes != sorted(sizes):
        raise InvalidPosition("setup.tokens_box has its sizes ascending")
    return tuple(ids)
