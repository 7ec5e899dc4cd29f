"""What holds for the legal lists, the states and the default steps of any game."""

from collections.abc import Iterable
from typing import Any

from referee.games.engine import Game, IllegalStep, State, Step
from tests.games.helping import legal, to_act


def accepted(game: Game, state: State, steps: Iterable[Step], seat: int | None = None) -> list[str]:
    """The sorted texts of those steps that the rules let a seat play, by default the one to act."""
    seat = to_act(game, state) if seat is None else seat
    found = []
    for step in steps:
        try:
            game.play(state, seat, step)
        except IllegalStep:
            continue
        found.append(game.write(step))
    return sorted(found)


def assert_no_step_stands_twice(game: Game, walked: list[tuple[State, Any]]) -> None:
    """In no state that is not the last is a legal step listed twice, or none listed."""
    for state, _ in walked[:-1]:
        steps = game.legal_steps(state, to_act(game, state))
        assert len({game.write(step) for step in steps}) == len(steps) > 0


def assert_states_never_change(
    game: Game, walked: list[tuple[State, Any]], again: list[tuple[State, Any]]
) -> None:
    """faults.md A51: whatever is tried in a state, it stays; the same walk again goes through equal states."""
    facts = [game.facts(state) for state, _ in walked]
    assert [state for state, _ in again] == [state for state, _ in walked]
    for (state, step), before in zip(walked[:-1], facts, strict=False):
        seat = to_act(game, state)
        for other in list(game.legal_steps(state, seat))[:5]:
            game.play(state, seat, other)
        after, _ = game.play(state, seat, step)
        assert game.facts(state) == before
        assert after != state


def played_by_absent_seats(game: Game, state: State, most: int) -> State:
    """Play default steps alone, each of them legal, until the match is over after fewer steps than ``most``."""
    steps = 0
    while game.decisions(state):
        seat = to_act(game, state)
        step = game.default_step(state, seat)
        assert game.write(step) in legal(game, state)
        state, _ = game.play(state, seat, step)
        steps += 1
        assert steps < most
    assert game.facts(state)["next"] == "OVER"
    return state
