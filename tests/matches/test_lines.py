"""Whole-turn lines against brute force, and that none of them tells what a draw would bring."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import Game, State
from referee.games.registry import GAMES
from referee.matches.lines import MOST_LINES, legal_lines
from referee.matches.moves import legal_texts
from referee.matches.play import StepRefused, play_texts, read_steps
from tests.drills import legal_moves
from tests.matches.building import random_options, started_match

GAME: Game = GAMES["zooloretto"]


def _position(players: int, seed: int) -> tuple[State, int] | None:
    chance = random.Random(seed)
    builder = started_match(players, seed, **random_options(players, chance))
    match = builder.play_on(chance, chance.randrange(150), line_share=0.3).match
    return (match.state, match.decisions()[0].seat) if match.decisions() else None


def test_the_lines_of_recorded_positions_are_those_of_brute_force() -> None:
    report = legal_moves.run(30, seed=1, name="zooloretto")
    assert report["positions"] == 30
    assert report["lines"] > 100
    assert report["longest_line"] >= 4


def test_the_lines_of_many_choices_are_cut_like_those_of_brute_force() -> None:
    report = legal_moves.run(5, seed=2, name="zooloretto", least=MOST_LINES + 1)
    assert report["truncated"] == report["positions"] >= 3


def test_a_cut_is_told_exactly() -> None:
    found = _position(2, 11)
    assert found is not None
    state, seat = found
    every = legal_lines(GAME, state, seat, [], 10_000)
    assert not every.truncated
    count = len(every.lines)
    assert not legal_lines(GAME, state, seat, [], count).truncated
    cut = legal_lines(GAME, state, seat, [], count - 1)
    assert cut.truncated
    assert cut.lines == every.lines[:-1]
    assert legal_lines(GAME, state, seat, [], 0) == ([], True)


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_every_line_can_be_played_and_ends_where_a_move_ends(players: int, seed: int) -> None:
    found = _position(players, seed)
    if found is None:
        return
    state, seat = found
    lines = legal_lines(GAME, state, seat, []).lines
    assert len({line.steps for line in lines}) == len(lines)
    assert [line.steps for line in lines] == sorted(line.steps for line in lines)
    for line in lines[:40]:
        played = play_texts(GAME, state, seat, line.steps)
        assert line.reveals == played.reveals
        over = GAME.turn(played.state) != GAME.turn(state) or not GAME.decisions(played.state)
        assert line.ends_turn == over
        assert over or played.reveals
        assert line.reveals or line.effects == played.effects


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_prefix_gives_the_lines_that_begin_with_it(players: int, seed: int, choice: int) -> None:
    found = _position(players, seed)
    if found is None:
        return
    state, seat = found
    every = legal_lines(GAME, state, seat, [], 10_000)
    if every.truncated:
        return
    line = every.lines[choice % len(every.lines)]
    for length in range(len(line.steps) + 1):
        prefix = line.steps[:length]
        some = legal_lines(GAME, state, seat, read_steps(GAME, state, seat, prefix))
        expected = [other for other in every.lines if other.steps[:length] == prefix]
        assert some.lines == expected[:MOST_LINES]
        assert some.truncated == (len(expected) > MOST_LINES)


def test_a_prefix_that_cannot_be_played_is_refused() -> None:
    match = started_match().match
    seat = match.decisions()[0].seat
    for texts in (["T1"], ["D", "L1"], ["L1"]):
        steps = read_steps(GAME, match.state, seat, texts)
        with pytest.raises(StepRefused):
            legal_lines(GAME, match.state, seat, steps)


def test_a_seat_that_owes_nothing_has_no_lines() -> None:
    match = started_match().match
    assert legal_lines(GAME, match.state, 3 - match.decisions()[0].seat, []) == ([], False)


@settings(max_examples=40)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_no_line_tells_what_a_draw_would_bring(players: int, seed: int) -> None:
    """faults.md A49, A54: the same lines in every world that looks the same, with and without the draw as prefix."""
    found = _position(players, seed)
    if found is None:
        return
    state, seat = found
    view = GAME.view(state, seat)
    prefixes = [[], ["D"]] if "D" in legal_texts(GAME, state, seat) else [[]]
    for texts in prefixes:
        told = []
        for world in range(4):
            chance = random.Random(world)
            imagined = GAME.imagine(
                view, lambda label, items, chance=chance: chance.sample(list(items), len(items))
            )
            told.append(legal_lines(GAME, imagined, seat, read_steps(GAME, imagined, seat, texts)))
        assert told.count(told[0]) == len(told)
        revealing = [line for line in told[0].lines if line.reveals]
        assert {effect.kind for line in revealing for effect in line.effects[-1]} <= {"coins"}
