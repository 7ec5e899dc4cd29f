"""The greedy bot of Renature: every choice can be played, it beats the random bot, and it never looks behind its view."""

import random
from typing import Any

import pytest

from clients.choosing import CHOOSERS, choose, choose_greedy
from referee.games.engine import State
from referee.matches.play import play_texts
from tests.games.renature.helping import GAME, case, dealt


def play_out(state: State, kinds: list[str], chance: random.Random) -> State:
    """Play to the end in this process; every choice must be playable."""
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        steps = choose(kinds[seat - 1], GAME.view(state, seat), seat, chance)
        state = play_texts(GAME, state, seat, steps).state
    return state


@pytest.mark.parametrize("players", GAME.players)
def test_every_choice_of_every_bot_of_renature_can_be_played(players: int) -> None:
    kinds = [sorted(CHOOSERS)[seat % 2] for seat in range(players)]
    over = play_out(GAME.start(dealt(players, players)), kinds, random.Random(players))
    assert not GAME.decisions(over)


def test_greedy_beats_random_at_renature_nearly_always() -> None:
    """The drill plays 200 matches over HTTP; these 8 play the same choosers in one process."""
    wins = 0
    for number in range(8):
        kinds = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        ranks = GAME.result(play_out(GAME.start(dealt(2, number)), kinds, random.Random(number))).ranks
        wins += ranks[kinds.index("greedy")] < ranks[kinds.index("random")]
    assert wins >= 7


@pytest.mark.parametrize("kind", sorted(CHOOSERS))
def test_a_choice_of_renature_does_not_look_behind_the_view(kind: str) -> None:
    """Two worlds that look the same: hands and reserves of others differ, the choice does not."""
    chance = random.Random(3)
    state, compared = GAME.start(dealt(3, 3)), 0
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        view = GAME.view(state, seat)
        other = GAME.imagine(view, lambda _label, items: chance.sample(items, len(items)))
        chosen = [choose(kind, GAME.view(each, seat), seat, random.Random(1)) for each in (state, other)]
        assert chosen[0] == chosen[1]
        compared += other.setup.unused != state.setup.unused
        state = play_texts(GAME, state, seat, choose("random", view, seat, chance)).state
    assert compared > 50


def chosen(**position: Any) -> list[str]:
    return choose_greedy(GAME, case(2, **position), 1, random.Random(1))


def test_the_greedy_bot_plants_where_it_scores_most() -> None:
    plants = {"e2": [1, "white"], "f2": [2, "white"]}
    assert chosen(hands=[["NS"], ["QQ"]], plants={**plants, "f2": [1, "neutral"]}, clouds=[0, 0])[
        0
    ].startswith("P NS ")
    laid = {
        "phase": "PLANT",
        "dominoes": ["NS e3-f3"],
        "plants": {"e4": [1, "white"], "e5": [1, "neutral"]},
        "clouds": [0, 0],
    }
    assert chosen(**laid)[0].endswith(" f4")


def test_the_greedy_bot_takes_a_plant_back_where_an_area_closes_better_without_it() -> None:
    closing = {
        "phase": "PRECLOSE", "halves": dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B"), "last": "b1-c1", "clouds": [1, 0],
        "hands": [["NN"], ["SS"]], "boards": [{"neutral": [5, 4, 3, 2]}, {}],
    }  # fmt: skip
    assert chosen(plants={"b2": [1, "neutral"], "c2": [1, "black"]}, **closing) == ["R b2"]
    assert chosen(plants={"b2": [1, "neutral"], "c2": [2, "black"]}, **{**closing, "clouds": [2, 0]}) == [
        "OK"
    ]


def test_the_greedy_bot_gives_up_clouds_rather_than_pay_for_room() -> None:
    waiting = {
        "phase": "OVERFLOW",
        "dominoes": ["NS h15-i15"],
        "plants": {"h14": [1, "black"]},
        "planted": "h14",
        "waiting": 1,
    }
    assert chosen(**waiting) == ["DROP"]
    assert chosen(phase="END") == ["END"]
