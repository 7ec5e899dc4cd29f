"""The deal and the start (rule book, section 2); the set-up of a trace (section "Trace")."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.engine import InvalidPosition
from referee.games.sanssouci.components import (
    CARDS,
    DECK,
    EXPANSION_BOARDS,
    GARDEN_BOARDS,
    GARDEN_SIDES,
    HAND_SIZE,
    MISSIONS,
    MISSIONS_EACH,
    NUMERALS,
    PLACES,
    SIDES_OF,
    SYMBOLS,
    board_of,
    tiles_in_play,
)
from referee.games.sanssouci.garden import ON_TERRACE, make_garden, printed_squares
from referee.games.sanssouci.options import RANDOM, SAME, are_sides, check_options
from referee.games.sanssouci.rulings import RULES_VERSION, RULINGS
from referee.games.sanssouci.state import NOTHING, NOWHERE, PLAY, SIDE, Codes, Own, Setup, State
from referee.games.shuffle import Shuffle
from referee.games.written import check_keys, check_rules_version, read_list
from referee.strict_json import Json

ALWAYS = frozenset({"gardens", "decks", "missions", "tiles"})
SETUP_KEYS = ALWAYS | {"expansions", "numerals"}


def deal(
    players: int, options: Mapping[str, Json], shuffle: Shuffle, rules_version: int = RULES_VERSION
) -> Setup:
    """Draw all chance of a match.

    Labels ``gardens`` and ``sides-1..n`` (only if gardens are random), ``deck-1..n``, ``missions``, ``tiles``,
    ``expansions`` (only with the expansion).

    :raises InvalidOptions: options that the game does not know.
    """
    complete = check_options(players, options)
    seats = range(1, players + 1)
    gardens = named_gardens(players, complete)
    if gardens is None:
        boards = shuffle("gardens", GARDEN_BOARDS)[:players]
        gardens = [shuffle(f"sides-{seat}", SIDES_OF[boards[seat - 1]])[0] for seat in seats]
    decks = [shuffle(f"deck-{seat}", DECK) for seat in seats]
    missions = shuffle("missions", MISSIONS)
    tiles = shuffle("tiles", tiles_in_play(players))
    boards = shuffle("expansions", EXPANSION_BOARDS)[:players] if complete["expansion"] else []
    return Setup(
        players,
        complete,
        tuple(gardens),
        tuple(map(tuple, decks)),
        missions_by_seat(players, missions),
        tuple(tiles),
        tuple(boards),
        (),
        rules_version,
    )


def named_gardens(players: int, options: Mapping[str, Json]) -> list[str] | None:
    """The garden sides that the options name, or None if they are drawn."""
    if options["garden_choice"] == RANDOM:
        return None
    sides: list[str] = options["garden_sides"]
    return sides * players if options["garden_choice"] == SAME else list(sides)


def missions_by_seat(players: int, missions: Sequence[str]) -> tuple[Codes, ...]:
    """The first missions for seat 1, the next for seat 2, ..."""
    return tuple(
        tuple(missions[first : first + MISSIONS_EACH])
        for first in range(0, players * MISSIONS_EACH, MISSIONS_EACH)
    )


def start(setup: Setup) -> State:
    """The state in which the first decision is owed."""
    is_choosing = setup.has_expansion
    return State(
        setup=setup,
        phase=SIDE if is_choosing else PLAY,
        seat=0 if is_choosing else setup.seat_at(0),
        turns=0,
        owns=tuple(
            Own(
                garden=make_garden(printed_squares(side, setup.has_expansion), 0, 0, ON_TERRACE),
                hand=tuple(sorted(deck[:HAND_SIZE])),
                pile=deck[HAND_SIZE:],
                played=(),
                points=0,
                marks=0,
            )
            for side, deck in zip(setup.gardens, setup.decks, strict=True)
        ),
        sides=(NOTHING,) * setup.players if is_choosing else (),
        display=setup.tiles[: len(PLACES)],
        stacks=setup.stacks(),
        taken=NOWHERE,
        target=NOWHERE,
    )


def write_setup(setup: Setup) -> dict[str, Json]:
    """The ``setup`` object of a trace."""
    written: dict[str, Json] = {
        "gardens": list(setup.gardens),
        "decks": [list(deck) for deck in setup.decks],
        "missions": [list(missions) for missions in setup.missions],
        "tiles": list(setup.tiles),
    }
    if setup.has_expansion:
        written["expansions"] = list(setup.expansions)
    if setup.numerals:
        written["numerals"] = list(setup.numerals)
    return written


def read_setup(
    players: int, options: Mapping[str, Json], written: Json, rules_version: int = RULES_VERSION
) -> Setup:
    """The set-up from a trace's ``setup`` object.

    :raises InvalidPosition: a key too many or too few, cards or tiles that are not those of the match, or a
        value that contradicts an option.
    :raises InvalidOptions: options that the game does not know.
    """
    complete = check_options(players, options)
    check_rules_version(rules_version, RULINGS)
    check_keys(written, SETUP_KEYS, "setup")
    for key in sorted(ALWAYS | ({"expansions"} if complete["expansion"] else set())):
        if key not in written:
            raise InvalidPosition(f"setup has no {key}")
    return read_given(players, complete, written, rules_version)


def read_given(
    players: int, options: Mapping[str, Json], written: Mapping[str, Json], rules_version: int
) -> Setup:
    """The set-up of the keys that are there; the others are unshuffled (rule book, "position").

    :param options: complete.
    """
    unshuffled = Setup(
        players,
        options,
        tuple(named_gardens(players, options) or [SIDES_OF[board][0] for board in GARDEN_BOARDS[:players]]),
        (DECK,) * players,
        missions_by_seat(players, MISSIONS),
        tuple(tiles_in_play(players)),
        EXPANSION_BOARDS[:players] if options["expansion"] else (),
        (),
        rules_version,
    )
    whole = {**write_setup(unshuffled), **written}
    if "expansions" in written and not options["expansion"]:
        raise InvalidPosition("setup.expansions is there only with the option expansion")
    return Setup(
        players,
        options,
        _read_gardens(players, options, whole["gardens"]),
        _read_decks(players, whole["decks"]),
        _read_missions(players, whole["missions"]),
        _read_tiles(players, whole["tiles"]),
        _read_expansions(players, whole["expansions"]) if options["expansion"] else (),
        _read_numerals(players, whole["numerals"]) if "numerals" in whole else (),
        rules_version,
    )


def read_codes(written: Json, known: Sequence[str], what: str, where: str) -> Codes:
    """A list of known codes."""
    for code in read_list(written, None, where):
        if not isinstance(code, str) or code not in known:
            raise InvalidPosition(f"{where}: {code!r} is no {what}")
    return tuple(written)


def _read_gardens(players: int, options: Mapping[str, Json], written: Json) -> Codes:
    if not are_sides(written) or len(written) != players:
        raise InvalidPosition(f"setup.gardens is a list of {players} sides of {' '.join(GARDEN_SIDES)}")
    named = named_gardens(players, options)
    if named is not None and written != named:
        raise InvalidPosition("setup.gardens is not what the option garden_sides names")
    if named is None and len(set(map(board_of, written))) != players:
        raise InvalidPosition("setup.gardens names a board twice")
    return tuple(written)


def _read_decks(players: int, written: Json) -> tuple[Codes, ...]:
    decks = tuple(
        read_codes(deck, CARDS, "card", "setup.decks") for deck in read_list(written, players, "setup.decks")
    )
    if any(Counter(deck) != Counter(DECK) for deck in decks):
        raise InvalidPosition(f"setup.decks: each holds exactly the {len(DECK)} cards of a player")
    return decks


def _read_missions(players: int, written: Json) -> tuple[Codes, ...]:
    missions = tuple(
        read_codes(cards, MISSIONS, "mission", "setup.missions")
        for cards in read_list(written, players, "setup.missions")
    )
    dealt = Counter(card for cards in missions for card in cards)
    if any(len(cards) != MISSIONS_EACH for cards in missions) or dealt - Counter(MISSIONS):
        raise InvalidPosition(f"setup.missions: each seat has {MISSIONS_EACH}, and no card is there twice")
    return missions


def _read_tiles(players: int, written: Json) -> Codes:
    tiles = read_codes(written, SYMBOLS, "symbol", "setup.tiles")
    if Counter(tiles) != Counter(tiles_in_play(players)):
        raise InvalidPosition(f"setup.tiles is not exactly the tiles of a match of {players}")
    return tiles


def _read_expansions(players: int, written: Json) -> Codes:
    boards = read_codes(written, EXPANSION_BOARDS, "expansion board", "setup.expansions")
    if len(boards) != players or len(set(boards)) != players:
        raise InvalidPosition(f"setup.expansions is a list of {players} different boards")
    return boards


def _read_numerals(players: int, written: Json) -> Codes:
    numerals = read_codes(written, NUMERALS[players], "numeral of this match", "setup.numerals")
    if len(numerals) != len(tiles_in_play(players)):
        raise InvalidPosition("setup.numerals has one entry per tile")
    return numerals
