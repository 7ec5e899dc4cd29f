"""Options, the deal and the start (rule books, section 2), and the set-up of a trace (section "Trace")."""

from collections import Counter
from collections.abc import Mapping

from referee.games.engine import InvalidOptions, InvalidPosition
from referee.games.shuffle import Shuffle
from referee.games.trucks.box import Box, Tiles
from referee.games.trucks.state import TURN, SetupType, State, ZooType
from referee.games.written import check_keys, check_rules_version, complete_options, read_seat
from referee.strict_json import Json

RANDOM = "random"
SETUP_KEYS = frozenset({"species_removed", "deck", "start_player"})


def check_options(box: Box, players: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """Complete the options with their defaults, each with its value, in the order of the components.

    :raises InvalidOptions: an unknown option or a value that it cannot have.
    """
    complete = complete_options(box.game, box.tables, box.options, players, options)
    _check_species(box, players, complete["species_removed"])
    _check_start(players, complete["start_player"])
    for name, default in box.options.items():
        if isinstance(default, bool) and not isinstance(complete[name], bool):
            raise InvalidOptions(name, "true or false is expected")
    return complete


def _check_species(box: Box, players: int, removed: Json) -> None:
    count = box.tables[players].species_removed
    if removed == RANDOM:
        return
    is_list = isinstance(removed, list) and all(isinstance(s, str) and s in box.removable for s in removed)
    if not is_list or len(removed) != count or len(set(removed)) != count:
        raise InvalidOptions(
            "species_removed",
            f'"{RANDOM}" or a list of {count} different letters of {" ".join(box.removable)} is expected',
        )


def _check_start(players: int, start: Json) -> None:
    if start == RANDOM:
        return
    if type(start) is not int or not 1 <= start <= players:
        raise InvalidOptions("start_player", f'"{RANDOM}" or a seat from 1 to {players} is expected')


def deal(
    setup_type: type[SetupType],
    players: int,
    options: Mapping[str, Json],
    shuffle: Shuffle,
    rules_version: int,
) -> SetupType:
    """Draw all chance of a match: labels ``species``, ``deck``, ``start``, each only if no option names it.

    :raises InvalidOptions: options that the game does not know.
    """
    box = setup_type.box
    complete = check_options(box, players, options)
    removed = complete["species_removed"]
    if removed == RANDOM:
        removed = shuffle("species", box.removable)[: box.tables[players].species_removed]
    deck = shuffle("deck", box.deck_of(box.in_game(removed)))
    start_player = complete["start_player"]
    if start_player == RANDOM:
        start_player = shuffle("start", range(1, players + 1))[0]
    return setup_type(players, complete, box.in_order(removed), tuple(deck), start_player, rules_version)


def start(setup: SetupType, empty_zoo: ZooType) -> State[SetupType, ZooType]:
    """The state in which the first decision is owed."""
    box = setup.box
    return State(
        setup=setup,
        drawn=0,
        phase=TURN,
        seat=setup.start_player,
        turn=1,
        round=1,
        starter=setup.start_player,
        bank=box.tables[setup.players].bank,
        coins=(box.start_coins,) * setup.players,
        hand=(),
        trucks=setup.empty_trucks,
        takers=setup.untaken,
        zoos=(empty_zoo,) * setup.players,
        removed=(),
    )


def write_setup(setup: SetupType) -> dict[str, Json]:
    """The ``setup`` object of a trace."""
    return {
        "species_removed": list(setup.species_removed),
        "deck": list(setup.deck),
        "start_player": setup.start_player,
    }


def read_setup(
    setup_type: type[SetupType],
    players: int,
    options: Mapping[str, Json],
    written: Json,
    rules_version: int,
) -> SetupType:
    """The set-up from a trace's ``setup`` object.

    :raises InvalidPosition: a key too many or too few, a deck that is not that of the species in game, or a
        value that contradicts an option.
    :raises InvalidOptions: options that the game does not know.
    """
    box = setup_type.box
    complete = check_options(box, players, options)
    check_rules_version(rules_version, box.rulings)
    check_keys(written, SETUP_KEYS, "setup")
    for key in sorted(SETUP_KEYS - set(written)):
        raise InvalidPosition(f"setup has no {key}")
    removed = read_species(box, players, written["species_removed"])
    named = complete["species_removed"]
    if named != RANDOM and set(named) != set(removed):
        raise InvalidPosition("setup.species_removed is not what the option species_removed names")
    first = read_seat(players, written["start_player"], "setup.start_player")
    if complete["start_player"] not in (RANDOM, first):
        raise InvalidPosition("setup.start_player is not what the option start_player names")
    deck = written["deck"]
    if not isinstance(deck, list) or not all(isinstance(tile, str) for tile in deck):
        raise InvalidPosition("setup.deck is a list of tiles")
    if Counter(deck) != Counter(box.deck_of(box.in_game(removed))):
        raise InvalidPosition("setup.deck is not exactly the deck tiles of the species in game")
    return setup_type(players, complete, removed, tuple(deck), first, rules_version)


def read_species(box: Box, players: int, written: Json) -> Tiles:
    """The removed species: exactly so many of the removable ones, in the order of the components."""
    count = box.tables[players].species_removed
    in_order = [s for s in box.in_order(written) if s in box.removable] if isinstance(written, list) else None
    if in_order is None or len(written) != count or in_order != written:
        letters = " ".join(s for s in box.species if s in box.removable)
        raise InvalidPosition(f"setup.species_removed is a list of {count} letters in the order {letters}")
    return tuple(written)
