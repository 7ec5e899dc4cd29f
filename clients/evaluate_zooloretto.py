"""What a greedy player of Zooloretto thinks of a position: estimates in points, by the real rules.

Everything is judged on a state made by ``imagine`` from a view; of its undrawn tiles only the numbers are
used, never the order. The weights were tuned against the random bot and against each other.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from clients.judging import Choice
from referee.games.trucks.box import COIN, Tiles
from referee.games.trucks.state import OVER, PLACE
from referee.games.trucks.steps import DRAW, Load, Take
from referee.games.zooloretto import GAME as RULES
from referee.games.zooloretto.components import ENCLOSURES, END_PILE, KIND, SPECIES, STALL, square_tiles
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
_DENY = 0.35  # how much of another seat's gain counts against us
_LATER = 0.93  # of a gain that must wait for a further turn
_FAVOURITE_GOES = 0.5  # chance that the next seat takes the truck that it likes best


class Judge:
    """Estimates for one decision of one seat; remembers what it has worked out.

    :param state: a full state, such as ``imagine`` makes from a view.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._supply = Counter(tile[0] for tile in state.setup.deck[state.drawn :])
        for tiles in state.trucks:
            self._supply.update(tile[0] for tile in tiles)
        self._time = _time_left(state)
        self._now = [self.zoo_value(zoo, coins) for zoo, coins in zip(state.zoos, state.coins, strict=True)]
        self._gains: dict[tuple[int, Tiles], float] = {}

    def choices(self) -> Iterator[Choice]:
        """Everything worth thinking of at the decision of the seat, each with its worth."""
        state, seat = self._state, self._seat
        if state.phase == PLACE:
            yield self._best_placing(state)
            return
        for step in RULES.legal_steps(state, seat):
            if isinstance(step, Load):
                yield Choice((step,), self._after_load(step))
            elif isinstance(step, Take):
                yield self._take(step)
            elif step is DRAW:
                yield Choice((step,), self._draw())
            else:
                yield Choice((step,), self._money_action(step))

    def zoo_value(self, zoo: Zoo, coins: int) -> float:
        """The points of a zoo and what may still come of it."""
        value = float(zoo_points(zoo)["total"])
        if self._time <= 0:
            return value + coins / 100  # coins break ties
        for pen, stalls in zip(zoo.pens, zoo.stalls, strict=True):
            value += self._hope(pen, bool(stalls))
        value += _COIN * min(coins, _COINS_OF_USE) * self._time
        homeless = sum(1 for tile in zoo.barn_kinds if zoo.places_for(KIND[tile]))
        return value + _RESCUE * min(homeless, coins) + coins / 100

    def _hope(self, pen: Pen, has_stall: bool) -> float:
        if not pen.room:
            return 0.0
        printed = ENCLOSURES[pen.area]
        if not pen.species:
            return _EMPTY_ENCLOSURE * self._time * printed.spaces / 5
        real = pen.points_with_stall if has_stall else pen.points
        supply = self._supply[pen.species]
        if supply < pen.room:
            full = 0.0
        else:
            scarce = min(1.0, supply / (2.0 * pen.room))
            full = (self._chance() * scarce) ** pen.room
        fertile = sum(1 for tile in set(pen.tiles) if tile[1:] in ("M", "F"))
        return (
            printed.points_full + printed.bonus_coins * _COIN - real
        ) * full + fertile * _FERTILE * self._time

    def _chance(self) -> float:
        return _FILL_CHANCE + (1 - _FILL_CHANCE) * 0.5 * min(1.0, self._time)

    # ------------------------------------------------------------------------------ what a truck is worth

    def _gain(self, seat: int, tiles: Tiles) -> float:
        """What a seat would gain if it took a truck with these tiles now."""
        if not tiles:
            return 0.0
        known = self._gains.get((seat, tiles))
        if known is None:
            known = self._gains[seat, tiles] = self._work_out_gain(seat, tiles)
        return known

    def _work_out_gain(self, seat: int, tiles: Tiles) -> float:
        state = self._state
        hand = tuple(sorted(tile for tile in tiles if tile != COIN))
        coins = list(state.coins)
        coins[seat - 1] += len(tiles) - len(hand)
        # The placing alone is tried: a truck is marked as taken so that the rules let the seat place.
        placing = state._replace(phase=PLACE, seat=seat, hand=hand, coins=tuple(coins))
        if hand:
            placing = self._placed_greedily(placing, hand)
        return self.zoo_value(placing.zoos[seat - 1], placing.coins[seat - 1]) - self._now[seat - 1]

    def _placed_greedily(self, state: State, order: Tiles) -> State:
        for tile in order:
            state = self._place_best(state, tile)[0]
        return state

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

    def _best_placing(self, state: State) -> Choice:
        seat = state.seat
        best: Choice | None = None
        for order in dict.fromkeys(permutations(state.hand)):
            current, steps = state, []
            for tile in order:
                current, step = self._place_best(current, tile)
                steps.append(step)
            worth = self.zoo_value(current.zoos[seat - 1], current.coins[seat - 1]) - self._now[seat - 1]
            if best is None or worth > best.worth:
                best = Choice(tuple(steps), worth)
        assert best is not None, "at PLACE there is a tile in hand"
        return best

    # ------------------------------------------------------------------------- what the others leave to us

    def _waiting(self) -> list[int]:
        """The other seats that will still take a truck this round, the next one first."""
        players = self._state.setup.players
        others = ((self._seat + step - 1) % players + 1 for step in range(1, players))
        return [seat for seat in others if seat not in self._state.takers]

    def _future(self, trucks: list[Tiles]) -> float:
        """What these trucks are worth to us when our next turn comes, less what they give to the others."""
        mine = sorted(
            ((self._gain(self._seat, tiles), place) for place, tiles in enumerate(trucks)), reverse=True
        )
        if not mine:
            return 0.0
        others = self._waiting()
        if not others:
            return _LATER * mine[0][0]
        theirs = max((self._gain(others[0], tiles), place) for place, tiles in enumerate(trucks))
        left = [gain for gain, place in mine if place != theirs[1]]
        without_it = left[0] if left else 0.0
        expected = _FAVOURITE_GOES * without_it + (1 - _FAVOURITE_GOES) * mine[0][0]
        return _LATER * expected - _DENY * theirs[0]

    def _denied(self, trucks: list[Tiles]) -> float:
        others = self._waiting()
        if not others or not trucks:
            return 0.0
        return _DENY * max(self._gain(others[0], tiles) for tiles in trucks)

    def _untaken(self) -> list[Tiles]:
        return [
            tiles for tiles, taker in zip(self._state.trucks, self._state.takers, strict=True) if not taker
        ]

    # ---------------------------------------------------------------------------------------- the decisions

    def _take(self, step: Take) -> Choice:
        tiles = self._state.trucks[step.truck - 1]
        rest = self._untaken()
        rest.remove(tiles)
        after, _ = RULES.play(self._state, self._seat, step)
        if after.phase != PLACE or after.seat != self._seat:  # nothing but coins on it
            return Choice((step,), self._gain(self._seat, tiles) - self._denied(rest))
        placing = self._best_placing(after)
        return Choice((step, *placing.steps), placing.worth - self._denied(rest))

    def _draw(self) -> float:
        """The mean over the tiles that may come, fertile ones counted as plain: each goes where it suits us best."""
        state = self._state
        undrawn = Counter(_sort_of(tile) for tile in state.setup.deck[state.drawn :])
        total = sum(undrawn.values())
        if not total:
            return 0.0
        return sum(count * self._best_load(tile) for tile, count in undrawn.items()) / total

    def _best_load(self, tile: str) -> float:
        return max(self._future(self._loaded(place, tile)) for place in self._places_with_room())

    def _places_with_room(self) -> list[int]:
        state = self._state
        rows = zip(state.trucks, state.takers, state.setup.capacities, strict=True)
        return [place for place, (tiles, taker, most) in enumerate(rows) if not taker and len(tiles) < most]

    def _loaded(self, place: int, tile: str) -> list[Tiles]:
        """The untaken trucks with one more tile on one of them."""
        return [
            tuple(sorted((*tiles, tile))) if number == place else tiles
            for number, (tiles, taker) in enumerate(zip(self._state.trucks, self._state.takers, strict=True))
            if not taker
        ]

    def _after_load(self, step: Load) -> float:
        return self._future(self._loaded(step.truck - 1, self._state.hand[0]))

    def _money_action(self, step: Step) -> float:
        after, _ = RULES.play(self._state, self._seat, step)
        values = [self.zoo_value(zoo, coins) for zoo, coins in zip(after.zoos, after.coins, strict=True)]
        gains = [then - now for then, now in zip(values, self._now, strict=True)]
        own = gains.pop(self._seat - 1)
        return own - _DENY * max(gains) + self._future(self._untaken())


def _sort_of(tile: str) -> str:
    return tile if KIND.get(tile, STALL) == STALL else tile[0]


def _time_left(state: State) -> float:
    """How much of the match is to come, from 1 to 0: the share of the main pile that is undrawn."""
    if state.phase == OVER:
        return 0.0
    removed = state.setup.species_removed
    # An imagined state has no drawn tiles, so the size of the pile comes from the box.
    main = len(square_tiles(tuple(letter for letter in SPECIES if letter not in removed))) - END_PILE
    return max(0, state.left - END_PILE) / main


def choices(state: State, seat: int) -> Iterator[Choice]:
    """Everything worth thinking of at the decision of the seat, each with its worth."""
    return Judge(state, seat).choices()
