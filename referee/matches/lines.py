"""All whole-turn lines from a position: the complete answer to "what may I do?"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.engine import Effect, Game, State, Step
from referee.matches.play import is_move_over, play_steps

MOST_LINES = 500


class LegalLine(NamedTuple):
    """A move that ends its turn, reveals, or lets others decide: canonical steps, and the effects of each (of a
    reveal: those that everybody could foresee)."""

    steps: tuple[str, ...]
    effects: tuple[tuple[Effect, ...], ...]
    reveals: bool
    ends_turn: bool


class LegalLines(NamedTuple):
    """Lines in depth-first order of their text; ``truncated`` when there are more."""

    lines: list[LegalLine]
    truncated: bool


def legal_lines(
    game: Game, state: State, seat: int, prefix: Sequence[Step], most: int = MOST_LINES
) -> LegalLines:
    """List the lines of the seat that begin with the prefix, at most ``most``.

    :raises referee.matches.play.StepRefused: if the prefix itself cannot be played.
    """
    begun = play_steps(game, state, seat, prefix)
    texts = tuple(game.write(step) for step in prefix)
    effects = begun.effects
    if begun.reveals:
        effects = (*effects[:-1], game.foreseen(effects[-1]))
    found: list[LegalLine] = []
    for line in _continue(game, begun.state, seat, game.turn(state), texts, effects, begun.reveals):
        if len(found) == most:
            return LegalLines(found, True)
        found.append(line)
    return LegalLines(found, False)


def _continue(
    game: Game,
    state: State,
    seat: int,
    turn: int,
    texts: tuple[str, ...],
    effects: tuple[tuple[Effect, ...], ...],
    revealed: bool,
) -> Iterator[LegalLine]:
    over = is_move_over(game, state, seat, turn)
    if texts and (over or revealed):
        yield LegalLine(texts, effects, revealed, over)
        return
    if over:
        return
    for text, step in sorted(((game.write(step), step) for step in game.legal_steps(state, seat)), key=_text):
        reveals = game.reveals(state, seat, step)
        after, followed = game.play(state, seat, step)
        if reveals:
            followed = game.foreseen(followed)
        yield from _continue(game, after, seat, turn, (*texts, text), (*effects, followed), reveals)


def _text(pair: tuple[str, Step]) -> str:
    return pair[0]
