"""A move: one or more steps of a seat within one turn, ended by the turn or by the first reveal."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.engine import Effect, Game, IllegalStep, InvalidStep, State, Step


class Line(NamedTuple):
    """What a move did: the state after it, its steps, the effects of each, and whether the last one revealed."""

    state: State
    steps: tuple[Step, ...]
    effects: tuple[tuple[Effect, ...], ...]
    reveals: bool


class StepRefused(ValueError):
    """A step of a move that cannot be played.

    :param index: of the step, from 0; ``rule`` is None when the step cannot even be read.
    :param state: as it stood before this step, so that the answer can say what is legal; None where the
        move was at its end, for what lies behind a reveal is nobody's business before it is played.
    """

    def __init__(self, index: int, step: str, rule: str | None, why: str, state: State | None) -> None:
        super().__init__(f"step {index + 1} ({step}): {why}")
        self.index = index
        self.step = step
        self.rule = rule
        self.why = why
        self.state = state


def play_texts(game: Game, state: State, seat: int, texts: Sequence[str]) -> Line:
    """Read all canonical steps of one move, then play them; raises StepRefused.

    An unreadable step is refused before any illegal one: what is readable depends on the match alone.
    """
    return play_steps(game, state, seat, read_steps(game, state, seat, texts))


def read_steps(game: Game, state: State, seat: int, texts: Sequence[str]) -> list[Step]:
    """Read canonical steps; raises StepRefused."""
    steps: list[Step] = []
    for index, text in enumerate(texts):
        try:
            steps.append(game.read(text, state, seat))
        except InvalidStep as error:
            raise StepRefused(index, text, None, str(error), state) from error
    return steps


def play_steps(game: Game, state: State, seat: int, steps: Sequence[Step]) -> Line:
    """Play the steps of one move; raises StepRefused.

    A step after a reveal, after the end of the turn, or where another seat is asked in the midst of the turn, is
    illegal (rules ``after-reveal``, ``turn-over``).
    """
    turn = game.turn(state)
    effects: list[tuple[Effect, ...]] = []
    revealed = False
    for index, step in enumerate(steps):
        if revealed:
            raise StepRefused(
                index, game.write(step), "after-reveal", "A move ends at the first reveal.", None
            )
        if index and is_move_over(game, state, seat, turn):
            raise StepRefused(index, game.write(step), "turn-over", "A move ends with the turn.", None)
        try:
            revealed = game.reveals(state, seat, step)
            state, followed = game.play(state, seat, step)
        except IllegalStep as error:
            raise StepRefused(index, game.write(step), error.rule, error.why, state) from error
        effects.append(followed)
    return Line(state, tuple(steps), tuple(effects), revealed)


def is_move_over(game: Game, state: State, seat: int, turn: int) -> bool:
    """Can a move that began in this turn not go on: has the turn ended, or do the rules wait for others now?"""
    return game.turn(state) != turn or all(decision.seat != seat for decision in game.decisions(state))
