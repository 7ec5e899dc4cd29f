"""The greedy bot of Aquaretto: every choice can be played, and it beats the random bot nearly always."""

import random

import pytest

from clients.choosing import CHOOSERS, choose, choose_greedy
from referee.games.engine import State
from referee.matches.play import play_texts
from tests.games.aquaretto.helping import GAME, case, dealt


def play_out(state: State, kinds: list[str], chance: random.Random) -> State:
    """Play to the end in this process; every choice must be playable."""
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        steps = choose(kinds[seat - 1], GAME.view(state, seat), seat, chance)
        state = play_texts(GAME, state, seat, steps).state
    return state


@pytest.mark.parametrize("players", GAME.players)
def test_every_choice_of_every_bot_of_aquaretto_can_be_played(players: int) -> None:
    kinds = [sorted(CHOOSERS)[seat % 2] for seat in range(players)]
    options = {"offspring_trainable": players % 2 == 0}
    over = play_out(GAME.start(dealt(players, players, options)), kinds, random.Random(players))
    assert not GAME.decisions(over)


def test_greedy_beats_random_at_aquaretto_nearly_always() -> None:
    """The drill plays 200 matches over HTTP; these 12 play the same choosers in one process."""
    wins = 0
    for number in range(12):
        kinds = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        ranks = GAME.result(play_out(GAME.start(dealt(2, number)), kinds, random.Random(number))).ranks
        wins += ranks[kinds.index("greedy")] < ranks[kinds.index("random")]
    assert wins >= 11


def chosen(**position: object) -> list[str]:
    return choose_greedy(GAME, case(2, **position), 1, random.Random(1))


def test_the_greedy_bot_puts_down_a_whole_truck_with_what_it_brings() -> None:
    zoo = "DA@J12 DA@K12 DF@L12 DA@K11 D:"
    steps = chosen(next="PLACE 1", hand="DM,HE", trucks=["@1", "", ""], zoos=[zoo, "D:"])
    assert sorted(step.split(">")[0] for step in steps) == ["P DM", "P HE", "P W", "P Y"]
    assert "P DM>D" not in steps


def test_the_greedy_bot_takes_the_truck_that_suits_it() -> None:
    zoo = "DA@J12 DA@K12 D:"
    trucks = ["DA,DM,DF", "HE,TE", "CE"]
    steps = chosen(zoos=[zoo, "D:"], trucks=trucks, coins=[0, 0], bank=20, deck=["OA"] * 10)
    assert steps[0] == "T1"
    assert all(step.endswith(">D") is False for step in steps)
