"""What everybody may know of table and trucks, and a random deck that looks the same.

Nobody has private knowledge in these games; hidden from all are the order and distribution of the undrawn tiles.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.engine import Decision, InvalidPosition
from referee.games.shuffle import Shuffle
from referee.games.trucks.box import COIN, Box
from referee.games.trucks.state import OVER, AnyState, SetupType, State, ZooType
from referee.strict_json import Json


def view_table(state: AnyState, decisions: Sequence[Decision]) -> dict[str, Json]:
    """What a viewer may know of all but the zoos, member by member: an allow-list."""
    setup = state.setup
    return {
        "game": setup.box.game,
        "rules_version": setup.rules_version,
        "players": setup.players,
        "options": dict(setup.options),
        "species": list(setup.box.in_game(setup.species_removed)),
        "decisions": [{"name": name, "seat": seat} for name, seat in decisions],
        "turn": state.turn,
        "round": state.round,
        "starter": state.starter,
        "seat": state.seat or None,
        "last_round": state.is_last_round,
        "bank": state.bank,
        "coins": list(state.coins),
        "hand": list(state.hand),
        "trucks": [
            {"truck": number, "capacity": capacity, "tiles": list(tiles), "taken_by": taker or None}
            for number, (tiles, taker, capacity) in enumerate(
                zip(state.trucks, state.takers, setup.capacities, strict=True), 1
            )
        ],
        "removed": list(state.removed),
    }


def imagined(
    setup_type: type[SetupType],
    view: Mapping[str, Json],
    undrawn: list[str],
    zoos: tuple[ZooType, ...],
    shuffle: Shuffle,
) -> State[SetupType, ZooType]:
    """A random full state that yields this view: the undrawn tiles in the order of label ``imagine``.

    :param undrawn: as :func:`undrawn_tiles` gives them.
    :param zoos: those of the view.
    :raises InvalidPosition: no deck fits the view (only a rule case can show such a position).
    """
    if view.get("left", len(undrawn)) != len(undrawn):
        raise InvalidPosition("no deck fits this view: more or fewer tiles are seen than the game has")
    box = setup_type.box
    setup = setup_type(
        players=view["players"],
        options=view["options"],
        species_removed=box.in_game(view["species"]),
        deck=tuple(shuffle("imagine", undrawn)),
        start_player=view["starter"],
        rules_version=view["rules_version"],
    )
    phase, seat = OVER, 0
    for owed in view["decisions"]:
        phase, seat = owed["name"], owed["seat"]
    return State(
        setup=setup,
        drawn=0,
        phase=phase,
        seat=seat,
        turn=view["turn"],
        round=view["round"],
        starter=view["starter"],
        bank=view["bank"],
        coins=tuple(view["coins"]),
        hand=tuple(view["hand"]),
        trucks=tuple(tuple(truck["tiles"]) for truck in view["trucks"]),
        takers=tuple(truck["taken_by"] or 0 for truck in view["trucks"]),
        zoos=zoos,
        removed=tuple(view["removed"]),
    )


def undrawn_tiles(box: Box, view: Mapping[str, Json], elsewhere: Counter[str]) -> list[str]:
    """The tiles that nobody has seen, in the unshuffled order of the deck.

    :param elsewhere: the tiles of all zoos and of those that left the game, as they were in the deck.
    """
    seen = elsewhere + Counter(view["hand"])
    for truck in view["trucks"]:
        seen.update(truck["tiles"])
    # Coin tiles leave the trucks as coins: what the table has more than the box came from them (section 3).
    seen[COIN] += view["bank"] + sum(view["coins"]) - box.coins_total
    undrawn: list[str] = []
    for tile in box.deck_of(tuple(view["species"])):
        if seen[tile] > 0:
            seen[tile] -= 1
        else:
            undrawn.append(tile)
    return undrawn
