"""The greedy bot of New York Zoo: every choice can be played, it beats the random bot, and it looks at its view alone."""

import random
from typing import Any

import pytest

from clients.choosing import CHOOSERS, choose, choose_greedy
from referee.games.engine import State
from referee.matches.play import play_texts
from tests.games.new_york_zoo.helping import GAME, case, dealt


def play_out(state: State, kinds: list[str], chance: random.Random) -> State:
    """Play to the end in this process; every choice must be playable."""
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        steps = choose(kinds[seat - 1], GAME.view(state, seat), seat, chance)
        state = play_texts(GAME, state, seat, steps).state
    return state


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {"quick_two_player": True}), (3, {}), (5, {})])
def test_every_choice_of_the_greedy_bot_of_new_york_zoo_can_be_played(players: int, options: Any) -> None:
    over = play_out(
        GAME.start(dealt(players, players, options)), ["greedy"] * players, random.Random(players)
    )
    assert not GAME.decisions(over)


def test_greedy_beats_random_at_new_york_zoo_nearly_always() -> None:
    """The drill plays 200 matches over HTTP; these 6 play the same choosers in one process."""
    wins = 0
    for number in range(6):
        kinds = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        ranks = GAME.result(play_out(GAME.start(dealt(2, number)), kinds, random.Random(number))).ranks
        wins += ranks[kinds.index("greedy")] < ranks[kinds.index("random")]
    assert wins >= 5


@pytest.mark.parametrize("kind", sorted(CHOOSERS))
def test_a_choice_of_new_york_zoo_does_not_look_behind_the_view(kind: str) -> None:
    """Two worlds of one view, in which other tiles were dealt: the choice is the same."""
    state = GAME.start(dealt(1, 3))
    for number in range(30):
        if not GAME.decisions(state):
            break
        other = GAME.imagine(GAME.view(state, 1), lambda _label, items: list(items))
        assert other.setup.stacks != state.setup.stacks
        chosen = [choose(kind, GAME.view(each, 1), 1, random.Random(number)) for each in (state, other)]
        assert chosen[0] == chosen[1]
        state = play_texts(GAME, state, 1, chosen[0]).state


def chosen(**position: Any) -> list[str]:
    return choose_greedy(GAME, case(2, **position), 1, random.Random(1))


def test_the_greedy_bot_takes_the_larger_tile() -> None:
    stacks = {"11": ["4g"], "13": ["7b"]}
    assert chosen(stacks=stacks, zoos=[{"houses": ["M", "F", "K"]}]) == ["+3"]


def test_the_greedy_bot_fills_an_enclosure_for_its_attraction() -> None:
    pens = {"houses": ["K", "K"], "enclosures": ["5a@A6 K4", "7b@F6 K1", "7f@J6"]}
    assert chosen(elephant=12, phase="MAIN", zoos=[pens]) == ["K>e1"]
    full = case(2, elephant=12, phase="MAIN", zoos=[{"houses": ["K", "M", "F"], "enclosures": ["5a@A6 K4"]}])
    full = play_texts(GAME, full, 1, ["K>e1"]).state
    assert choose_greedy(GAME, full, 1, random.Random(1)) == ["a8"]


def test_the_greedy_bot_lets_its_animals_breed() -> None:
    pens = {"enclosures": ["5a@A6 K3", "7b@F6 K2"]}
    assert chosen(phase="BREED", lines=["K"], zoos=[pens])[0] in ("b:e1,e2", "b:e2,e1")
