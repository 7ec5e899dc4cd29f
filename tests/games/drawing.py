"""What holds for the draws of a game with trucks."""

from referee.games.engine import Game
from tests.games.helping import dealt, to_act


def assert_the_last_round_comes_after(game: Game, players: int, draws: int) -> None:
    """In a match that draws as long as it can, the first tile after so many draws triggers the last round."""
    state = game.start(dealt(game, players))
    drawn = 0
    triggered_at = []
    while game.decisions(state):
        seat = to_act(game, state)
        step = game.default_step(state, seat)
        draw = game.read("D", state, seat)
        if game.write(step).startswith("T") and draw in game.legal_steps(state, seat):
            step = draw
        state, effects = game.play(state, seat, step)
        drawn += game.write(step) == "D"
        if "last-round" in [effect.kind for effect in effects]:
            triggered_at.append(drawn)
        assert game.view(state, None)["last_round"] == (drawn > draws)
    assert triggered_at == [draws + 1]
