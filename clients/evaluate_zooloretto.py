"""What a greedy player of Zooloretto thinks of a position: estimates in points, by the real rules.

The weights were tuned against the random bot and against each other. How trucks are judged: ``evaluate_trucks.py``.
"""

from collections.abc import Iterator
from itertools import permutations

from clients.evaluate_trucks import TruckJudge
from clients.judging import Choice
from referee.games.trucks.box import Tiles
from referee.games.trucks.state import PLACE
from referee.games.zooloretto import GAME as RULES
from referee.games.zooloretto.components import ENCLOSURES, KIND, STALL
from referee.games.zooloretto.pens import Pen
from referee.games.zooloretto.scoring import zoo_points
from referee.games.zooloretto.state import State
from referee.games.zooloretto.steps import Place, Step
from referee.games.zooloretto.zoo import Zoo

_FILL_CHANCE = 0.66  # that one more space of an enclosure still gets filled, early in the match
_EMPTY_ENCLOSURE = 2.0  # points of an enclosure that can still take any species, early in the match
_FERTILE = 0.5  # points of an animal in an enclosure that may still have offspring
_COIN = 0.6  # points of each of the first coins, early in the match
_COINS_OF_USE = 5
_RESCUE = 0.7  # points of a coin that can bring a barn animal into an enclosure


class Judge(TruckJudge):
    """Estimates for one decision of one seat."""

    rules = RULES
    placing = frozenset({PLACE})

    def zoo_value(self, zoo: Zoo, coins: int) -> float:
        """The points of a zoo and what may still come of it."""
        value = float(zoo_points(zoo)["total"])
        if self.time <= 0:
            return value + coins / 100  # coins break ties
        for pen, stalls in zip(zoo.pens, zoo.stalls, strict=True):
            value += self._hope(pen, bool(stalls))
        value += _COIN * min(coins, _COINS_OF_USE) * self.time
        homeless = sum(1 for tile in zoo.barn_kinds if zoo.places_for(KIND[tile]))
        return value + _RESCUE * min(homeless, coins) + coins / 100

    def _hope(self, pen: Pen, has_stall: bool) -> float:
        if not pen.room:
            return 0.0
        printed = ENCLOSURES[pen.area]
        if not pen.species:
            return _EMPTY_ENCLOSURE * self.time * printed.spaces / 5
        real = pen.points_with_stall if has_stall else pen.points
        supply = self.supply[pen.species]
        if supply < pen.room:
            full = 0.0
        else:
            scarce = min(1.0, supply / (2.0 * pen.room))
            full = (self._chance() * scarce) ** pen.room
        fertile = sum(1 for tile in set(pen.tiles) if tile[1:] in ("M", "F"))
        return (
            printed.points_full + printed.bonus_coins * _COIN - real
        ) * full + fertile * _FERTILE * self.time

    def _chance(self) -> float:
        return _FILL_CHANCE + (1 - _FILL_CHANCE) * 0.5 * min(1.0, self.time)

    def placed_quickly(self, seat: int, hand: Tiles, coins: int) -> tuple[Zoo, int]:
        """Tile by tile in the order of the hand, each where it is worth most."""
        all_coins = list(self.state.coins)
        all_coins[seat - 1] = coins
        # The placing alone is tried: whether the seat has a truck does not matter to it.
        state = self.state._replace(phase=PLACE, seat=seat, hand=hand, coins=tuple(all_coins))
        for tile in hand:
            state = self._place_best(state, tile)[0]
        return state.zoos[seat - 1], state.coins[seat - 1]

    def _place_best(self, state: State, tile: str) -> tuple[State, Step]:
        seat = state.seat
        best: tuple[float, State, Step] | None = None
        for step in RULES.legal_steps(state, seat):
            if not isinstance(step, Place) or step.tile != tile:
                continue
            after, _ = RULES.play(state, seat, step)
            value = self.zoo_value(after.zoos[seat - 1], after.coins[seat - 1])
            if best is None or value > best[0]:
                best = value, after, step
        assert best is not None, "the barn takes every tile"
        return best[1], best[2]

    def best_placing(self, state: State) -> Choice:
        """Every order of the tiles in hand, each tile where it is worth most."""
        seat = state.seat
        best: Choice | None = None
        for order in dict.fromkeys(permutations(state.hand)):
            current, steps = state, []
            for tile in order:
                current, step = self._place_best(current, tile)
                steps.append(step)
            worth = self.zoo_value(current.zoos[seat - 1], current.coins[seat - 1]) - self.now[seat - 1]
            if best is None or worth > best.worth:
                best = Choice(tuple(steps), worth)
        assert best is not None, "at PLACE there is a tile in hand"
        return best

    def sort_of(self, tile: str) -> str:
        """Fertile animals are counted as plain ones."""
        return tile if KIND.get(tile, STALL) == STALL else tile[0]


def choices(state: State, seat: int) -> Iterator[Choice]:
    """Everything worth thinking of at the decision of the seat, each with its worth."""
    return Judge(state, seat).choices()
