"""What a greedy player of Aquaretto thinks of a position: estimates in points, by the real rules.

How trucks are judged: ``evaluate_trucks.py``. Where a tile fits best is judged by the room around it, since every
space of every tile played out would take too long.
"""

from collections.abc import Iterator

from clients.evaluate_trucks import TruckJudge
from clients.judging import Choice
from referee.games.aquaretto import GAME as RULES
from referee.games.aquaretto.components import COIN_SIZES, COWORKER_SIZES, SPECIES, SPECIES_INDEX
from referee.games.aquaretto.grid import beside, cells_of
from referee.games.aquaretto.scoring import zoo_points
from referee.games.aquaretto.state import RESOLVE, State
from referee.games.aquaretto.steps import Place, PlaceOffspring, Step
from referee.games.aquaretto.zoo import Basin, Zoo, with_animal, with_depot
from referee.games.trucks.box import Tiles
from referee.games.trucks.state import PLACE

_GROWTH = 0.45  # points of a space beside a basin that its species can still fill, early in the match
_SPACES_OF_USE = 5
_NEW_BASIN = 1.5  # points of each species that may still come to live here, early in the match
_FERTILE = 0.6  # points of a fertile animal that may still have offspring
_NEAR_BONUS = 0.5  # points of a basin that the next tile brings a coin or a coworker
_COIN = 0.7  # points of each of the first coins, early in the match
_COINS_OF_USE = 4
_RESCUE = 1.0  # points of a coin that can bring the top tile of the depot into the zoo
_COWORKER = 1.5  # points of a coworker to come
_KEEPER_GROWTH = 0.5  # points of a keeper for the fish to come


class Judge(TruckJudge):
    """Estimates for one decision of one seat."""

    rules = RULES
    placing = frozenset({PLACE, RESOLVE})

    def zoo_value(self, zoo: Zoo, coins: int) -> float:
        """The points of a zoo and what may still come of it."""
        points = zoo_points(zoo, coins, self.state.setup.is_offspring_trainable)
        value = points["total"] + coins / 100  # coins break ties
        if self.time <= 0:
            return value
        for species, basin in zip(SPECIES, zoo.basins, strict=True):
            if basin.cells:
                value += self._hope(zoo, species, basin)
        if zoo.cells_for_a_new_basin():
            value += _NEW_BASIN * (zoo.ground.basin_limit - zoo.species) * self.time
        value += _COIN * min(coins, _COINS_OF_USE) * self.time
        value += _KEEPER_GROWTH * zoo.crew[1] * self.time
        if zoo.depot and coins and zoo.cells_for(zoo.top[0]):
            value += _RESCUE
        return value

    def _hope(self, zoo: Zoo, species: str, basin: Basin) -> float:
        supply = self.supply[species]
        room = zoo.cells_for(species).bit_count()
        if not room or not supply:
            return 0.0
        hope = _GROWTH * min(room, supply, _SPACES_OF_USE) * self.time
        if basin.size + 1 in COIN_SIZES | COWORKER_SIZES:
            hope += _NEAR_BONUS
        unpaired = (basin.marked("F") | basin.marked("M")).bit_count() - 2 * basin.pairs
        return hope + _FERTILE * min(unpaired, 2) * self.time

    def placed_quickly(self, seat: int, hand: Tiles, coins: int) -> tuple[Zoo, int]:
        """Tile by tile in the order of the hand, each where most room is left; what follows is only counted."""
        zoo = self.state.zoos[seat - 1]
        for tile in hand:
            zoo, more = self._put(zoo, tile)
            coins += more
        return zoo, coins

    def _put(self, zoo: Zoo, tile: str) -> tuple[Zoo, int]:
        cells = zoo.cells_for(tile[0])
        if not cells:
            return with_depot(zoo, (*zoo.depot, tile)), 0
        after = with_animal(zoo, tile, _roomiest(zoo, tile[0], cells))
        basin = after.basins[SPECIES_INDEX[tile[0]]]
        coins = int(basin.size in COIN_SIZES) + int(
            basin.size in COWORKER_SIZES
        )  # a coworker is worth a coin
        if basin.pairs > zoo.basins[SPECIES_INDEX[tile[0]]].pairs:
            after, more = self._put(after, tile[0] + "Y")
            coins += more
        return after, coins

    def best_placing(self, state: State) -> Choice:
        """Step by step, each time the step after which the zoo is worth most."""
        seat, turn = self.seat, state.turn
        steps: list[Step] = []
        while state.turn == turn and state.seat == seat:
            best: tuple[float, State, Step] | None = None
            for step in _worth_trying(state):
                after, _ = RULES.play(state, seat, step)
                value = self._value_with_due(after, seat)
                if best is None or value > best[0]:
                    best = value, after, step
            assert best is not None, "something can be done with what is in hand"
            state = best[1]
            steps.append(best[2])
        return Choice(
            tuple(steps), self.zoo_value(state.zoos[seat - 1], state.coins[seat - 1]) - self.now[seat - 1]
        )

    def _value_with_due(self, state: State, seat: int) -> float:
        value = self.zoo_value(state.zoos[seat - 1], state.coins[seat - 1])
        if state.phase == RESOLVE and state.seat == seat:
            value += _COWORKER * len([due for due in state.hand if due == "W" or due[1] == "Y"])
        return value


def _worth_trying(state: State) -> list[Step]:
    """The legal steps, of the spaces for each tile only the roomiest."""
    zoo = state.zoos[state.seat - 1]
    tried: list[Step] = []
    roomiest: dict[str, int] = {}
    for step in RULES.legal_steps(state, state.seat):
        if isinstance(step, Place | PlaceOffspring):
            tile = step.tile if isinstance(step, Place) else _young(state)
            if zoo.cells_for(tile[0]) >> step.place & 1:
                if tile not in roomiest:
                    roomiest[tile] = _roomiest(zoo, tile[0], zoo.cells_for(tile[0]))
                if step.place != roomiest[tile]:
                    continue
        tried.append(step)
    return tried


def _young(state: State) -> str:
    return next(tile for tile in state.hand if tile[1:] == "Y")


def _roomiest(zoo: Zoo, species: str, cells: int) -> int:
    """Of these cells the one after which the basin has most room to grow and takes least from the others."""
    own = zoo.basins[SPECIES_INDEX[species]].cells
    free = zoo.free
    others = beside(zoo.animals ^ own)
    best, best_room = -1, -100
    for cell in cells_of(cells):
        bit = 1 << cell
        edge = beside(own | bit) & free & ~bit
        room = 2 * (edge & ~others).bit_count() - (beside(bit) & free & others).bit_count()
        if not own:
            # A first tile keeps away from the other basins, near the border of the zoo.
            room -= 2 * (beside(beside(bit)) & zoo.animals).bit_count()
        if room > best_room:
            best, best_room = cell, room
    return best


def choices(state: State, seat: int) -> Iterator[Choice]:
    """Everything worth thinking of at the decision of the seat, each with its worth."""
    return Judge(state, seat).choices()
