"""Where tiles and coworkers may be put, and what follows (rule book 5.3 to 5.7)."""

from referee.games.aquaretto import effects
from referee.games.aquaretto.components import (
    COIN_SIZES,
    COWORKER_SIZES,
    COWORKERS,
    FERTILE,
    SPECIES_INDEX,
    YOUNG,
)
from referee.games.aquaretto.grid import CELL_NAMES, beside
from referee.games.aquaretto.refusals import refuse
from referee.games.aquaretto.state import COWORKER, RESOLVE, State
from referee.games.aquaretto.steps import DEPOT, FIRST_CREW_PLACE, PLACE_NAMES
from referee.games.aquaretto.zoo import Zoo, with_animal, with_depot
from referee.games.engine import Effect, IllegalStep
from referee.games.trucks.box import Tiles
from referee.games.trucks.effects import coins as coins_effect
from referee.games.trucks.flow import Played, end_turn
from referee.games.trucks.money import coins_with
from referee.games.trucks.state import PLACE, new_state
from referee.games.trucks.values import changed, with_tile, without_tile


def why_no_animal(zoo: Zoo, species: str, place: int) -> IllegalStep | None:
    """Judge by predicate whether a tile of this species may be put there (5.3); None if so."""
    if place == DEPOT:
        return refuse("into-depot", "This goes into the water zoo, never into the depot.")
    if zoo.cells_for(species) >> place & 1:
        return None
    refusal = why_not_free(zoo, place)
    if refusal:
        return refusal
    name = CELL_NAMES[place]
    own = zoo.basins[SPECIES_INDEX[species]].cells
    if beside(1 << place) & (zoo.animals ^ own):
        return refuse("other-species", f"A tile of another species lies beside {name}.")
    if own:
        return refuse("apart-from-basin", f"{name} is not beside the basin of {species}.")
    return refuse("too-many-species", f"{zoo.species} species live here already, no more are allowed.")


def why_not_free(zoo: Zoo, cell: int) -> IllegalStep | None:
    """Judge whether a cell is a space with neither a tile nor a trainer; None if so."""
    if not zoo.ground.spaces >> cell & 1:
        return refuse("no-space", f"{CELL_NAMES[cell]} is no space of this zoo.")
    if not zoo.free >> cell & 1:
        what = "trainer stands" if zoo.trainers >> cell & 1 else "tile lies"
        return refuse("space-taken", f"A {what} on {CELL_NAMES[cell]}.")
    return None


def why_no_coworker(zoo: Zoo, place: int) -> IllegalStep | None:
    """Judge by predicate whether one more coworker may stand there (5.7); None if so."""
    if place == DEPOT:
        return refuse("into-depot", "A coworker becomes cashier, keeper, manager, or trainer on a space.")
    if place < FIRST_CREW_PLACE:
        return why_not_free(zoo, place)
    if zoo.has_room(place):
        return None
    return refuse("no-room", f"There is no room for one more coworker at {PLACE_NAMES[place]}.")


def put_animal(
    state: State,
    bank: int,
    coins: tuple[int, ...],
    happened: tuple[Effect, ...],
    zoo: Zoo,
    tile: str,
    cell: int,
    hand: Tiles,
) -> Played:
    """Put a tile on a legal space, with bonus, offspring and coworker (5.5).

    :param bank: before the bonus, as ``coins``; ``happened``: so far.
    :param zoo: of the seat to act, before the tile.
    :param hand: what is still in hand beside the tile: rest of the truck, and what is due.
    """
    seat = state.seat
    before = zoo.basins[SPECIES_INDEX[tile[0]]]
    zoo = with_animal(zoo, tile, cell)
    basin = zoo.basins[SPECIES_INDEX[tile[0]]]
    size = basin.size
    if size in COIN_SIZES and bank > 0:
        bank -= 1
        coins = coins_with(coins, seat, 1)
        happened += (coins_effect(seat, 1, "bonus", tile[0]),)
    if size in COWORKER_SIZES:
        hand = with_tile(hand, COWORKER)
        happened += (effects.coworker_due(seat),)
    if tile[1] in FERTILE and basin.pairs > before.pairs:
        hand = with_tile(hand, tile[0] + YOUNG)
        happened += (effects.offspring_due(seat, tile[0] + YOUNG),)
    return go_on(state, bank, coins, happened, zoo, hand)


def go_on(
    state: State, bank: int, coins: tuple[int, ...], happened: tuple[Effect, ...], zoo: Zoo, hand: Tiles
) -> Played:
    """Settle what has no place, then ask for what is still to be put down, or end the turn (5.5, 4 and 5).

    :param zoo: of the seat to act, as it is now.
    :param hand: all that is still to be put down.
    """
    setup, drawn, _, seat, turn, round_, starter, _, _, _, trucks, takers, zoos, removed = state
    phase = PLACE
    for due in hand:
        if due[1:] == YOUNG:
            if zoo.cells_for(due[0]):
                phase = RESOLVE
            else:
                zoo = with_depot(zoo, (*zoo.depot, due))
                hand = without_tile(hand, due)
                happened = _instead(
                    happened, effects.offspring_due(seat, due), effects.offspring_to_depot(seat, due)
                )
        elif due == COWORKER:
            if zoo.coworker_places and is_coworker_left(changed(zoos, seat - 1, zoo)):
                phase = RESOLVE
            else:
                hand = without_tile(hand, due)
                happened = _instead(happened, effects.coworker_due(seat), effects.coworker_lost(seat))
    zoos = changed(zoos, seat - 1, zoo)
    if not hand:
        return end_turn(state, bank, coins, trucks, takers, zoos, removed, happened)
    waiting = (
        setup,
        drawn,
        phase,
        seat,
        turn,
        round_,
        starter,
        bank,
        coins,
        hand,
        trucks,
        takers,
        zoos,
        removed,
    )
    return new_state(waiting), happened


def is_coworker_left(zoos: tuple[Zoo, ...]) -> bool:
    """Is a coworker left in the supply (R17: always, but in a rule case)?"""
    return sum(zoo.coworkers for zoo in zoos) < COWORKERS


def _instead(happened: tuple[Effect, ...], due: Effect, settled: Effect) -> tuple[Effect, ...]:
    """The effects with what became of a thing, instead of that it is due where that was said just now."""
    return (*(effect for effect in happened if effect != due), settled)
