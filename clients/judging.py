"""How bots judge: what an evaluation of a game gives, and which games have one."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from referee.games.engine import State, Step


class Choice(NamedTuple):
    """Steps to play, and what they are worth in points."""

    steps: tuple[Step, ...]
    worth: float


# Everything worth thinking of at the decision of a seat, judged on a state that ``imagine`` made of a view.
Judge = Callable[[State, int], Iterable[Choice]]
Judges = Mapping[str, Judge]
