"""A state under way: what one step and all that follows by itself change, before it becomes a value again."""

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.games.engine import Effect
from referee.games.renature.components import TYPES
from referee.games.renature.state import KIND_PLACES, State

Played = tuple[State, tuple[Effect, ...]]

# A step makes its state by the bare tuple constructor, a good deal faster than the generated one.
_new_state: Callable[[tuple[Any, ...]], State] = partial(tuple.__new__, State)


class Draft:
    """The fields of a state, open to change, and the effects so far.

    One step changes a dozen fields on its way through the machine: a new tuple for each would cost more than the
    rules themselves.
    """

    __slots__ = (*State._fields, "effects")

    def __init__(self, state: State) -> None:
        (
            self.setup,
            self.phase,
            self.seat,
            self.turn,
            self.stream,
            self.last,
            self.joker,
            self.plants,
            self.up_to,
            self.planted,
            self.waiting,
            self.sky,
            self.clouds,
            self.boards,
            self.scores,
            self.hands,
            self.drawn,
            self.discards,
            self.takers,
        ) = state
        self.effects: list[Effect] = []

    def played(self) -> Played:
        """The state as a value, and the effects."""
        state = (
            self.setup,
            self.phase,
            self.seat,
            self.turn,
            self.stream,
            self.last,
            self.joker,
            self.plants,
            self.up_to,
            self.planted,
            self.waiting,
            self.sky,
            self.clouds,
            self.boards,
            self.scores,
            self.hands,
            self.drawn,
            self.discards,
            self.takers,
        )
        return _new_state(state), tuple(self.effects)

    def score(self, seat: int, amount: int) -> None:
        """Give points."""
        self.scores = changed(self.scores, seat - 1, self.scores[seat - 1] + amount)

    def add_clouds(self, amount: int) -> None:
        """Put clouds on the player board of the active seat, or take them away."""
        self.clouds = changed(self.clouds, self.seat - 1, self.clouds[self.seat - 1] + amount)

    def move_plant(self, kind: int, space: int, amount: int) -> None:
        """Move a plant from the active seat's board to a space (``amount`` -1) or back (+1)."""
        seat = self.seat
        board = self.boards[seat - 1]
        self.boards = changed(self.boards, seat - 1, changed(board, kind, board[kind] + amount))
        place = KIND_PLACES[self.setup.players][seat][kind]
        self.plants = changed(self.plants, place, self.plants[place] ^ 1 << space)
        rank = kind % TYPES
        bit = 1 << space
        self.up_to = (*self.up_to[:rank], *[mask ^ bit for mask in self.up_to[rank:]])


def changed(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """A tuple with one entry changed."""
    entries = list(row)
    entries[place] = value
    return tuple(entries)
