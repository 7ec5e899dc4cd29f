"""Who acts next, and how a round and the match end (rule book, sections 4 and 6)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.games.engine import Effect
from referee.games.zooloretto import effects
from referee.games.zooloretto.components import END_PILE, TABLES
from referee.games.zooloretto.state import OVER, TURN, State
from referee.games.zooloretto.zoo import Tiles, Zoo

Played = tuple[State, tuple[Effect, ...]]

# A step makes its state by the bare tuple constructor: a profile showed the generated one at a tenth of a step.
new_state: Callable[[tuple[Any, ...]], State] = partial(tuple.__new__, State)
_NO_TILES: dict[int, tuple[Tiles, ...]] = {
    players: ((),) * len(table.capacities) for players, table in TABLES.items()
}
_UNTAKEN: dict[int, tuple[int, ...]] = {
    players: (0,) * len(table.capacities) for players, table in TABLES.items()
}
# For each seat the others clockwise, and itself last: it may be the only one without a truck.
_CLOCKWISE = {
    (players, seat): tuple((seat + step) % players + 1 for step in range(players))
    for players in TABLES
    for seat in range(1, players + 1)
}


def seat_after(players: int, seat: int, takers: tuple[int, ...]) -> int:
    """The next seat clockwise without a truck, 0 if everybody has one."""
    for other in _CLOCKWISE[players, seat]:
        if other not in takers:
            return other
    return 0


def empty_trucks(players: int) -> tuple[tuple[Tiles, ...], tuple[int, ...]]:
    """All trucks back: nothing on them, nobody has one."""
    return _NO_TILES[players], _UNTAKEN[players]


def end_turn(
    state: State,
    bank: int,
    coins: tuple[int, ...],
    trucks: tuple[Tiles, ...],
    takers: tuple[int, ...],
    zoos: tuple[Zoo, ...],
    removed: Tiles,
    happened: tuple[Effect, ...],
) -> Played:
    """Pass the turn on; after the last truck of a round, end the round."""
    setup, drawn, _, seat, turn, round_, starter, *_ = state
    following = seat_after(setup.players, seat, takers)
    if following:
        return (
            new_state(
                (
                    setup,
                    drawn,
                    TURN,
                    following,
                    turn + 1,
                    round_,
                    starter,
                    bank,
                    coins,
                    (),
                    trucks,
                    takers,
                    zoos,
                    removed,
                )
            ),
            happened,
        )
    left_over = sorted(tile for tiles in trucks for tile in tiles)
    if left_over:  # 2 players: the third truck (R22)
        removed = tuple(sorted((*removed, *left_over)))
        happened += (effects.removed(0, left_over, "truck"),)
    happened += (effects.round_ended(round_),)
    trucks, takers = empty_trucks(setup.players)
    if is_last_round(state):
        over = (setup, drawn, OVER, 0, turn, round_, starter, bank, coins, (), trucks, takers, zoos, removed)
        return new_state(over), (*happened, effects.MATCH_OVER)
    # The round ends with the seat that took the last truck; it begins the next one.
    begun = (
        setup,
        drawn,
        TURN,
        seat,
        turn + 1,
        round_ + 1,
        seat,
        bank,
        coins,
        (),
        trucks,
        takers,
        zoos,
        removed,
    )
    return new_state(begun), (*happened, effects.round_began(round_ + 1, seat))


def is_last_round(state: State) -> bool:
    """Has a tile of the end pile been drawn?"""
    return len(state.setup.deck) - state.drawn < END_PILE
