"""What holds for a forbidden step of any game."""

import pytest

from referee.games.engine import Game, IllegalStep, State
from tests.games.helping import legal, to_act


def assert_refused(game: Game, state: State, text: str, rule: str, why: str) -> None:
    """A forbidden step names its rule and says why, stands in no list and changes nothing."""
    seat = to_act(game, state) or 1
    before = game.facts(state)
    with pytest.raises(IllegalStep) as refused:
        game.play(state, seat, game.read(text, state, seat))
    assert (refused.value.rule, refused.value.why, str(refused.value)) == (rule, why, why)
    assert text not in legal(game, state)
    assert game.facts(state) == before


def assert_not_to_move(game: Game, state: State, seat: int, text: str, owing: str) -> None:
    """A seat that owes nothing is told who does, and has no legal step."""
    with pytest.raises(IllegalStep) as refused:
        game.play(state, seat, game.read(text, state, seat))
    assert refused.value.rule == "not-to-move"
    assert refused.value.why == f"Seat {seat} is not to move: the rules wait for {owing}."
    assert list(game.legal_steps(state, seat)) == []
