"""Try a move before it is signed: free spelling becomes canonical steps, and nothing hidden comes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.engine import Effect, Game, IllegalStep, InvalidStep, State, Step
from referee.matches import moves
from referee.matches.chain import Base
from referee.matches.match import Match
from referee.matches.play import Line, StepRefused, is_move_over, play_steps
from referee.matches.refusals import Refused
from referee.service.house import House
from referee.service.loading import load_visible
from referee.service.orders import effect_members
from referee.service.reading import LegalStep, following_steps, own_seat

INCOMPLETE, COMPLETE, ILLEGAL = "incomplete", "complete", "illegal"
MOST_STEPS = 40


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do; ``refused`` says why it cannot be played."""

    match: Match
    status: str
    steps: list[str]
    parts: list[dict[str, Any]]
    reveals: bool
    base: Base
    effects: list[dict[str, Any]]
    next_legal: list[LegalStep]
    shown: dict[str, Any] | None
    refused: Refused | None


def preview_move(
    house: House, match_id: str, player: str, seat: int, steps: Sequence[str] | None, line: str | None
) -> Preview:
    """Try a move in free spelling: nothing is written, and nothing hidden comes out.

    :raises Refused: as an order would be, before its steps are looked at.
    """
    match = load_visible(house, match_id, player)
    own_seat(match, player, seat)
    return preview_on(match, seat, steps, line)


def preview_on(match: Match, seat: int, steps: Sequence[str] | None, line: str | None) -> Preview:
    """Try a move of a seat on the present position; no steps at all: what is legal first.

    :raises Refused: as an order would be, before its steps are looked at.
    """
    moves.check_match_runs(match)
    if match.is_vacant(seat):
        raise moves.vacant(match, seat)
    moves.check_owes(match, seat)
    game, state, base = match.rules, match.state, match.base_of(seat) or match.last
    read: list[Step] = []
    try:
        read = read_freely(game, state, seat, steps, line)
        before, last = read[:-1], read[-1:]
        begun = play_steps(game, state, seat, before)
        reveals = bool(last) and _reveals_here(game, state, begun, seat, last[0])
        tried = play_steps(game, state, seat, read)
    except StepRefused as error:
        sound = read[: error.index]
        return Preview(
            match,
            ILLEGAL,
            [game.write(step) for step in sound],
            [game.parts(step) for step in sound],
            False,
            base,
            [],
            [],
            None,
            moves.refusal_of(game, seat, error),
        )
    effects = [effect for followed in tried.effects[:-1] for effect in followed]
    for followed in tried.effects[-1:]:
        effects += game.foreseen(followed) if reveals else followed
    shown = begun.state if reveals else tried.state
    over = reveals or (bool(read) and is_move_over(game, tried.state, seat, game.turn(state)))
    return Preview(
        match,
        COMPLETE if over else INCOMPLETE,
        [game.write(step) for step in read],
        [game.parts(step) for step in read],
        reveals,
        base,
        [effect_members(effect) for effect in _known_to(effects, seat)],
        [] if over else following_steps(game, state, tried, seat),
        game.view(shown, seat),
        None,
    )


def read_freely(
    game: Game, state: State, seat: int, steps: Sequence[str] | None, line: str | None
) -> list[Step]:
    """Read steps or a line in free spelling; raises StepRefused.

    A line may leave out what is forced (the game says what); steps are what they are, so that a move can grow.
    """
    texts = [line or ""] if steps is None else steps
    read: list[Step] = []
    begun = state
    for index, text in enumerate(texts):
        try:
            found = game.read_line(text, begun, seat) if steps is None else _read(game, begun, seat, text)
        except InvalidStep as error:
            raise StepRefused(index, text, None, str(error), begun) from error
        read += found
        begun = _played_so_far(game, begun, seat, found)
    if len(read) > MOST_STEPS:
        raise StepRefused(
            MOST_STEPS,
            game.write(read[MOST_STEPS]),
            None,
            f"A move has at most {MOST_STEPS} steps.",
            state,
        )
    return read


def _played_so_far(game: Game, state: State, seat: int, steps: Sequence[Step]) -> State:
    """The state in which the next step is read: after these, as far as they can be played without a reveal."""
    for step in steps:
        try:
            if game.reveals(state, seat, step):
                return state
            state, _ = game.play(state, seat, step)
        except IllegalStep:
            return state
    return state


def _read(game: Game, state: State, seat: int, text: str) -> Sequence[Step]:
    """The steps that a text says, in whatever spelling, and no others."""
    try:
        return [game.read(text, state, seat)]
    except InvalidStep as error:
        return error.meant or game.read_line(text, state, seat)


def _reveals_here(game: Game, start: State, begun: Line, seat: int, step: Step) -> bool:
    is_open = not begun.reveals and not is_move_over(game, begun.state, seat, game.turn(start))
    try:
        return is_open and game.reveals(begun.state, seat, step)
    except IllegalStep:
        return False


def _known_to(effects: Sequence[Effect], seat: int) -> list[Effect]:
    return [effect for effect in effects if effect.seen_by is None or seat in effect.seen_by]
