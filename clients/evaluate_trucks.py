"""What a greedy player of Zooloretto or Aquaretto thinks of trucks: what each is worth to him, and to the others.

Everything is judged on a state made by ``imagine`` from a view; of its undrawn tiles only the numbers are used, never
the order. What a zoo is worth, and how tiles are placed in it, each game's own judge says.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

from clients.judging import Choice
from referee.games.engine import Game, Step
from referee.games.trucks.box import COIN, Tiles
from referee.games.trucks.state import OVER, AnyState
from referee.games.trucks.steps import DRAW, Load, Take

_DENY = 0.35  # how much of another seat's gain counts against us
_LATER = 0.93  # of a gain that must wait for a further turn
_FAVOURITE_GOES = 0.5  # chance that the next seat takes the truck that it likes best


class TruckJudge(ABC):
    """Estimates for one decision of one seat; remembers what it has worked out.

    :param state: a full state, such as ``imagine`` makes from a view.
    """

    rules: ClassVar[Game]
    placing: ClassVar[frozenset[str]]  # the decisions at which the hand is put down

    def __init__(self, state: AnyState, seat: int) -> None:
        self.state = state
        self.seat = seat
        # What may still come, by species (or kind of tile): on trucks and undrawn.
        self.supply = Counter(tile[0] for tile in state.setup.deck[state.drawn :])
        for tiles in state.trucks:
            self.supply.update(tile[0] for tile in tiles)
        self.time = _time_left(state)
        self.now = [self.zoo_value(zoo, coins) for zoo, coins in zip(state.zoos, state.coins, strict=True)]
        self._gains: dict[tuple[int, Tiles], float] = {}

    # ------------------------------------------------------------------------------- what each game says

    @abstractmethod
    def zoo_value(self, zoo: Any, coins: int) -> float:
        """The points of a zoo and what may still come of it."""

    @abstractmethod
    def placed_quickly(self, seat: int, hand: Tiles, coins: int) -> tuple[Any, int]:
        """The zoo and the coins of a seat when it has put down these tiles, roughly as well as it can."""

    @abstractmethod
    def best_placing(self, state: AnyState) -> Choice:
        """The steps that put down all that is in hand, and what they are worth."""

    def sort_of(self, tile: str) -> str:
        """A tile for which others like it may stand when the next draw is judged."""
        return tile

    # --------------------------------------------------------------------------------------- the decisions

    def choices(self) -> Iterator[Choice]:
        """Everything worth thinking of at the decision of the seat, each with its worth."""
        if self.state.phase in self.placing:
            yield self.best_placing(self.state)
            return
        for step in self.rules.legal_steps(self.state, self.seat):
            if isinstance(step, Load):
                yield Choice((step,), self._after_load(step))
            elif isinstance(step, Take):
                yield self._take(step)
            elif step is DRAW:
                yield Choice((step,), self._draw())
            else:
                yield self._money_action(step)

    def _take(self, step: Take) -> Choice:
        tiles = self.state.trucks[step.truck - 1]
        rest = self._untaken()
        rest.remove(tiles)
        after, _ = self.rules.play(self.state, self.seat, step)
        if not self._goes_on(after):  # nothing but coins on it
            return Choice((step,), self._gain(self.seat, tiles) - self._denied(rest))
        placing = self.best_placing(after)
        return Choice((step, *placing.steps), placing.worth - self._denied(rest))

    def _draw(self) -> float:
        """The mean over the tiles that may come: each goes where it suits us best."""
        state = self.state
        undrawn = Counter(self.sort_of(tile) for tile in state.setup.deck[state.drawn :])
        total = sum(undrawn.values())
        if not total:
            return 0.0
        return sum(count * self._best_load(tile) for tile, count in undrawn.items()) / total

    def _best_load(self, tile: str) -> float:
        return max(self._future(self._loaded(place, tile)) for place in self._places_with_room())

    def _after_load(self, step: Load) -> float:
        return self._future(self._loaded(step.truck - 1, self.state.hand[0]))

    def _money_action(self, step: Step) -> Choice:
        after, _ = self.rules.play(self.state, self.seat, step)
        steps: tuple[Step, ...] = (step,)
        values = [
            now if zoo is old_zoo and coins == old_coins else self.zoo_value(zoo, coins)
            for now, zoo, coins, old_zoo, old_coins in zip(
                self.now, after.zoos, after.coins, self.state.zoos, self.state.coins, strict=True
            )
        ]
        gains = [then - now for then, now in zip(values, self.now, strict=True)]
        own = gains.pop(self.seat - 1)
        if self._goes_on(after):
            placing = self.best_placing(after)
            steps, own = (step, *placing.steps), placing.worth
        return Choice(steps, own - _DENY * max(gains) + self._future(self._untaken()))

    def _goes_on(self, after: AnyState) -> bool:
        return after.phase in self.placing and after.seat == self.seat

    # ------------------------------------------------------------------------------ what a truck is worth

    def _gain(self, seat: int, tiles: Tiles) -> float:
        """What a seat would gain if it took a truck with these tiles now."""
        if not tiles:
            return 0.0
        known = self._gains.get((seat, tiles))
        if known is None:
            hand = tuple(sorted(tile for tile in tiles if tile != COIN))
            zoo, coins = self.placed_quickly(seat, hand, self.state.coins[seat - 1] + len(tiles) - len(hand))
            known = self._gains[seat, tiles] = self.zoo_value(zoo, coins) - self.now[seat - 1]
        return known

    # ------------------------------------------------------------------------- what the others leave to us

    def _waiting(self) -> list[int]:
        """The other seats that will still take a truck this round, the next one first."""
        players = self.state.setup.players
        others = ((self.seat + step - 1) % players + 1 for step in range(1, players))
        return [seat for seat in others if seat not in self.state.takers]

    def _future(self, trucks: list[Tiles]) -> float:
        """What these trucks are worth to us when our next turn comes, less what they give to the others."""
        mine = sorted(
            ((self._gain(self.seat, tiles), place) for place, tiles in enumerate(trucks)), reverse=True
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
        return [tiles for tiles, taker in zip(self.state.trucks, self.state.takers, strict=True) if not taker]

    def _places_with_room(self) -> list[int]:
        state = self.state
        rows = zip(state.trucks, state.takers, state.setup.capacities, strict=True)
        return [place for place, (tiles, taker, most) in enumerate(rows) if not taker and len(tiles) < most]

    def _loaded(self, place: int, tile: str) -> list[Tiles]:
        """The untaken trucks with one more tile on one of them."""
        return [
            tuple(sorted((*tiles, tile))) if number == place else tiles
            for number, (tiles, taker) in enumerate(zip(self.state.trucks, self.state.takers, strict=True))
            if not taker
        ]


def _time_left(state: AnyState) -> float:
    """How much of the match is to come, from 1 to 0: the share of the main pile that is undrawn."""
    if state.phase == OVER:
        return 0.0
    box = state.setup.box
    # An imagined state has no drawn tiles, so the size of the pile comes from the box.
    main: int = len(box.deck_of(box.in_game(state.setup.species_removed))) - box.end_pile
    return float(max(0, state.left - box.end_pile) / main)
