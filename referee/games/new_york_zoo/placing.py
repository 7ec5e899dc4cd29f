"""Placing tiles and attractions, and populating a new tile (rule book 5.2, 5.4, section 7)."""

from functools import lru_cache

from referee.games.engine import IllegalStep
from referee.games.new_york_zoo import effects
from referee.games.new_york_zoo.components import HOUSE, LIMITED, SPECIES
from referee.games.new_york_zoo.flow import Happened, Played, changed, end_main, end_match, go_on
from referee.games.new_york_zoo.pieces import Board, Place
from referee.games.new_york_zoo.refusals import no_such_enclosure, not_housed, refuse
from referee.games.new_york_zoo.state import PLACE, POPULATE, SETUP, WALK, State, altered
from referee.games.new_york_zoo.steps import TAKE_UP, Populate, Step, TakeUp, populate
from referee.games.new_york_zoo.walking import BAY_AT
from referee.games.new_york_zoo.zoo import Zoo, with_attraction, with_populated, with_tile

_LIMITED = tuple(LIMITED)


def place_steps(state: State) -> list[Place]:
    """Every place where the piece in work fits; in the quick set-up the rest of the hand must fit after it."""
    zoo = state.own
    found = zoo.board.grid.placements(state.piece, zoo.free)
    if not state.hands:
        return found
    rest = _rest_of_hand(state)
    mask, free = zoo.board.grid.mask, zoo.free
    # A way to pack the rest proves every placement that leaves its cells alone.
    proofs: list[int] = []
    legal = []
    for step in found:
        taken = mask(step)
        if not any(not taken & proof for proof in proofs):
            proof = _packing(rest, zoo.board, free & ~taken)
            if proof is None:
                continue
            proofs.append(proof)
        legal.append(step)
    return legal


def _rest_of_hand(state: State) -> tuple[str, ...]:
    hand = state.hands[state.seat - 1]
    at = hand.index(state.piece)
    return (*hand[:at], *hand[at + 1 :])


@lru_cache(1024)
def _packing(tiles: tuple[str, ...], board: Board, free: int) -> int | None:
    """The cells of some way to place all these tiles on the free cells, or None if there is none."""
    if not tiles:
        return 0
    grid = board.grid
    for step in grid.placements(tiles[0], free):
        mask = grid.mask(step)
        others = _packing(tiles[1:], board, free & ~mask)
        if others is not None:
            return mask | others
    return None


def place_piece(state: State, step: Place) -> Played:
    """Place the tile of the bay, the attraction or the tile of the quick set-up."""
    zoo = state.own
    if step.piece != state.piece:
        raise refuse("other-piece", f"The piece to place is {state.piece}, not {step.piece}.")
    mask = zoo.board.grid.mask(step)
    if not _is_on_grid(zoo.board, step) or mask & zoo.free != mask:
        raise _why_not_placed(zoo, step, mask)
    if state.hands:
        return _place_from_hand(state, zoo, step, mask)
    if state.piece in TAKE_UP:
        return _place_from_bay(state, zoo, step)
    return _place_attraction(state, zoo, step)


def _is_on_grid(board: Board, step: Place) -> bool:
    """Do the columns of the piece exist? Beyond them its bits would be those of the next row."""
    return step.column + step.picture.width <= board.grid.width


def _why_not_placed(zoo: Zoo, step: Place, mask: int) -> IllegalStep:
    """Why the piece does not lie on free cells alone."""
    board = zoo.board
    if not _is_on_grid(board, step) or mask & ~board.area:
        return refuse("outside", f"{step.text} would lie partly outside of zoo {board.name}.")
    return refuse("covered", f"{step.text} would lie on a cell that is covered.")


def _place_from_bay(state: State, zoo: Zoo, step: Place) -> Played:
    bay = BAY_AT[state.elephant]
    assert bay is not None, "the elephant stands on the bay whose tile is placed"
    stacks = state.stacks
    zoo = with_tile(zoo, step)
    state = altered(
        state,
        phase=POPULATE,
        stacks=(*stacks[:bay], stacks[bay][:-1], *stacks[bay + 1 :]),
        zoos=changed(state.zoos, state.seat, zoo),
        piece="",
    )
    if zoo.free:
        return state, ()
    return end_match(state, (effects.complete(state.seat),))  # nobody populates (6.1)


def _place_attraction(state: State, zoo: Zoo, step: Place) -> Played:
    supply = state.supply
    if step.piece in LIMITED:
        at = _LIMITED.index(step.piece)
        supply = (*supply[:at], supply[at] - 1, *supply[at + 1 :])
    zoo = with_attraction(zoo, step)
    happened: Happened = () if zoo.free else (effects.complete(state.seat),)
    state = altered(state, zoos=changed(state.zoos, state.seat, zoo), supply=supply, piece="")
    return go_on(state, happened)


def _place_from_hand(state: State, zoo: Zoo, step: Place, mask: int) -> Played:
    rest = _rest_of_hand(state)
    if _packing(rest, zoo.board, zoo.free & ~mask) is None:
        raise refuse("others-must-fit", f"After {step.text} the other tiles in hand would not all fit.")
    seat = state.seat
    hands = (*state.hands[: seat - 1], rest, *state.hands[seat:])
    zoos = changed(state.zoos, seat, with_tile(zoo, step))
    state = altered(state, phase=SETUP, zoos=zoos, hands=hands, piece="")
    if rest:
        return state, ()
    if seat < len(hands):
        return altered(state, seat=seat + 1, active=seat + 1), ()
    return altered(state, phase=WALK, seat=1, active=1, turn=1, hands=()), ()


def take_up_steps(state: State) -> list[Step]:
    """The tiles still in hand: all of them can be placed, so each may be the next."""
    return [TAKE_UP[tile] for tile in dict.fromkeys(state.hands[state.seat - 1])]


def take_up(state: State, step: TakeUp) -> Played:
    """Name the tile to place next (section 7)."""
    hand = state.hands[state.seat - 1]
    if step.tile not in hand:
        raise refuse("not-in-hand", f"{step.tile} is not among the tiles in hand: {', '.join(hand)}.")
    return altered(state, phase=PLACE, piece=step.tile), ()


def populate_steps(state: State) -> list[Populate]:
    """Every one or two animals of one species that can move into the newest enclosure."""
    zoo = state.own
    givers: dict[str, list[tuple[int, int]]] = {}  # by species: the source, and how many it can give
    for species in dict.fromkeys(zoo.houses):
        givers[species] = [(HOUSE, zoo.houses.count(species))]
    for number, (species, count, _) in enumerate(zoo.pens, 1):
        if count >= 2:
            givers.setdefault(species, []).append((number, count - 1))
    found = []
    for species in SPECIES:
        sources = givers.get(species, ())
        for at, (source, most) in enumerate(sources):
            found.append(populate(species, (source,)))
            if most >= 2:
                found.append(populate(species, (source, source)))
            found += [populate(species, (source, other)) for other, _ in sources[at + 1 :]]
    return found


def populate_tile(state: State, step: Populate) -> Played:
    """Move the animals into the newest enclosure (5.2)."""
    zoo, species = state.own, step.species
    newest = len(zoo.pens)
    for source in dict.fromkeys(step.sources):
        wanted = step.sources.count(source)
        if source == HOUSE:
            if zoo.houses.count(species) < wanted:
                raise not_housed(species)
            continue
        if source > newest:
            raise no_such_enclosure(source, newest)
        if source == newest:
            raise refuse("new-enclosure", f"e{source} is the new tile: animals come from elsewhere.")
        pen = zoo.pens[source - 1]
        if pen.species != species:
            raise refuse("other-species", f"In e{source} there is no {species}.")
        if pen.animals <= wanted:
            raise refuse(
                "one-must-stay", f"At least one animal stays in e{source}, which holds {pen.animals}."
            )
    zoo = with_populated(zoo, species, step.sources)
    return end_main(altered(state, zoos=changed(state.zoos, state.seat, zoo)), ())
