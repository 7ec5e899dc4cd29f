"""Steps of a preview in free spelling: each is what it says, whatever a line might leave out."""

import pytest

from referee.games.engine import State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from referee.service.previews import read_freely
from tests.games.sanssouci.helping import GAME, case, nobles


def forced() -> State:
    """One square is free, and once it is filled no noble can go anywhere: a line could leave out all but the card."""
    garden = ["P" * 9, *["S" * 9] * 4, "SSSSSSSS."]
    at_the_end = nobles(a=6, b=6, c=6, d=6, e=6, f=6, g=6, h=6, i=5)
    return case(
        2,
        {"stack_choice": True},
        hands=[["ANY", "HER"], None],
        gardens=[garden, None],
        nobles=[at_the_end, None],
    )


@pytest.mark.parametrize("steps", [["any w1"], ["any w1", "@I6"], ["* W1", "@i6", ">-", "/2"]])
def test_a_step_in_free_spelling_brings_no_other_steps_with_it(steps: list[str]) -> None:
    read = [GAME.write(step) for step in read_freely(GAME, forced(), 1, steps, None)]
    assert read == ["ANY W1", "@i6", ">-", "/2"][: len(steps)]


def test_a_line_brings_what_it_may_leave_out() -> None:
    read = [GAME.write(step) for step in read_freely(GAME, forced(), 1, None, "any w1")]
    assert read == ["ANY W1", "@i6", ">-", "/1"]


def test_each_step_is_read_where_the_steps_before_have_led() -> None:
    """New York Zoo: what a landing square means is known when the elephant has walked."""
    zoo = game_named("new_york_zoo")
    shuffle = seeded_shuffle(trace_seed(3), "trace", [b""] * 2)
    state = zoo.start(zoo.deal(2, zoo.check_options(2, {}), shuffle))
    seat = zoo.decisions(state)[0].seat
    for walk in zoo.legal_steps(state, seat):
        after, _ = zoo.play(state, seat, walk)
        if zoo.reveals(state, seat, walk) or zoo.decisions(after)[0].seat != seat:
            continue
        for step in zoo.legal_steps(after, seat):
            texts = [zoo.write(walk), zoo.write(step)]
            free = [text.lower() for text in texts]
            for asked in (texts, free):
                assert [zoo.write(each) for each in read_freely(zoo, state, seat, asked, None)] == texts
