"""The deal and the start (rule book, section 2); the set-up and position texts (section "Trace")."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.games.engine import InvalidPosition
from referee.games.shuffle import Shuffle
from referee.games.zooloretto.components import SPECIES, START_COINS, TABLES, square_tiles
from referee.games.zooloretto.flow import empty_trucks
from referee.games.zooloretto.options import RANDOM, check_options
from referee.games.zooloretto.rulings import RULES_VERSION, RULINGS
from referee.games.zooloretto.state import TURN, Setup, State
from referee.games.zooloretto.zoo import EMPTY_ZOO
from referee.strict_json import Json

SETUP_KEYS = frozenset({"species_removed", "deck", "start_player"})


def deal(
    players: int, options: Mapping[str, Json], shuffle: Shuffle, rules_version: int = RULES_VERSION
) -> Setup:
    """Draw all chance of a match: labels ``species``, ``deck``, ``start``, each only if no option names it.

    :raises InvalidOptions: options that the game does not know.
    """
    complete = check_options(players, options)
    removed = complete["species_removed"]
    if removed == RANDOM:
        removed = shuffle("species", SPECIES)[: TABLES[players].species_removed]
    deck = shuffle("deck", square_tiles(in_game(removed)))
    start = complete["start_player"]
    if start == RANDOM:
        start = shuffle("start", range(1, players + 1))[0]
    return Setup(players, complete, in_order(removed), tuple(deck), start, rules_version)


def in_order(species: Any) -> tuple[str, ...]:
    """These species in the order of the components."""
    return tuple(s for s in SPECIES if s in species)


def in_game(removed: Any) -> tuple[str, ...]:
    """The species that are played with, in the order of the components."""
    return tuple(s for s in SPECIES if s not in removed)


def start(setup: Setup) -> State:
    """The state in which the first decision is owed."""
    trucks, takers = empty_trucks(setup.players)
    return State(
        setup=setup,
        drawn=0,
        phase=TURN,
        seat=setup.start_player,
        turn=1,
        round=1,
        starter=setup.start_player,
        bank=TABLES[setup.players].bank,
        coins=(START_COINS,) * setup.players,
        hand=(),
        trucks=trucks,
        takers=takers,
        zoos=(EMPTY_ZOO,) * setup.players,
        removed=(),
    )


def write_setup(setup: Setup) -> dict[str, Json]:
    """The ``setup`` object of a trace."""
    return {
        "species_removed": list(setup.species_removed),
        "deck": list(setup.deck),
        "start_player": setup.start_player,
    }


def read_setup(
    players: int, options: Mapping[str, Json], written: Json, rules_version: int = RULES_VERSION
) -> Setup:
    """The set-up from a trace's ``setup`` object.

    :raises InvalidPosition: a key too many or too few, a deck that is not all square tiles of the species
        in game, or a value that contradicts an option.
    :raises InvalidOptions: options that the game does not know.
    """
    complete = check_options(players, options)
    check_rules_version(rules_version)
    check_keys(written, SETUP_KEYS, "setup")
    for key in sorted(SETUP_KEYS - set(written)):
        raise InvalidPosition(f"setup has no {key}")
    removed = read_species(players, written["species_removed"])
    named = complete["species_removed"]
    if named != RANDOM and set(named) != set(removed):
        raise InvalidPosition("setup.species_removed is not what the option species_removed names")
    first = read_seat(players, written["start_player"], "setup.start_player")
    if complete["start_player"] not in (RANDOM, first):
        raise InvalidPosition("setup.start_player is not what the option start_player names")
    deck = written["deck"]
    if not isinstance(deck, list) or not all(isinstance(tile, str) for tile in deck):
        raise InvalidPosition("setup.deck is a list of tiles")
    if Counter(deck) != Counter(square_tiles(in_game(removed))):
        raise InvalidPosition("setup.deck is not exactly the square tiles of the species in game")
    return Setup(players, complete, removed, tuple(deck), first, rules_version)


def check_rules_version(rules_version: int) -> None:
    """Refuse a version of the rules that does not exist."""
    if type(rules_version) is not int or rules_version not in RULINGS:
        raise InvalidPosition(f"rules_version {rules_version!r} does not exist")


def check_keys(written: Json, known: frozenset[str], where: str) -> None:
    """Refuse anything but an object with known keys."""
    if not isinstance(written, Mapping):
        raise InvalidPosition(f"{where} is an object")
    for key in written:
        if key not in known:
            raise InvalidPosition(f"{where} has no key {key!r}")


def read_species(players: int, written: Json) -> tuple[str, ...]:
    """The removed species: exactly so many, in the order of the components."""
    count = TABLES[players].species_removed
    if not isinstance(written, list) or len(written) != count or list(in_order(written)) != written:
        raise InvalidPosition(
            f"setup.species_removed is a list of {count} letters in the order {' '.join(SPECIES)}"
        )
    return tuple(written)


def read_seat(players: int, written: Json, where: str) -> int:
    """A seat of the match."""
    if type(written) is not int or not 1 <= written <= players:
        raise InvalidPosition(f"{where} is a seat from 1 to {players}")
    return written
