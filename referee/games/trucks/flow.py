"""Who acts next, and how a round and the match end (rule books, sections 4 and 6)."""

from referee.games.engine import Effect
from referee.games.trucks import effects
from referee.games.trucks.box import Tiles
from referee.games.trucks.state import OVER, TURN, AnyState, ZooType, new_state

Played = tuple[AnyState, tuple[Effect, ...]]


def end_turn(
    state: AnyState,
    bank: int,
    coins: tuple[int, ...],
    trucks: tuple[Tiles, ...],
    takers: tuple[int, ...],
    zoos: tuple[ZooType, ...],
    removed: Tiles,
    happened: tuple[Effect, ...],
) -> Played:
    """Pass the turn on; after the last truck of a round, end the round."""
    setup, drawn, _, seat, turn, round_, starter, *_ = state
    for following in setup.clockwise[seat]:
        if following not in takers:
            passed_on = (
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
            return new_state(passed_on), happened
    left_over = sorted(tile for tiles in trucks for tile in tiles)
    if left_over:  # 2 players: the third truck
        removed = tuple(sorted((*removed, *left_over)))
        happened += (effects.removed(0, left_over, "truck"),)
    happened += (effects.round_ended(round_),)
    trucks, takers = setup.empty_trucks, setup.untaken
    if state.is_last_round:
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
