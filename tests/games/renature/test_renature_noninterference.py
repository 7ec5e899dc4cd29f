"""Two worlds that look the same to a viewer give him the same answers; a planted leak is found (faults.md A54)."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.games.engine import State
from referee.games.renature import board as boards
from referee.games.renature import rules, view
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.pairs import differences, run
from tests.games.renature.helping import GAME, dealt, walk
from tests.games.renature.knowledge import hidden_items, setup_of


def test_pairs_that_look_the_same_are_answered_the_same() -> None:
    report = run(count=500, seed=1, name=GAME.name)
    assert report["pairs"] == 500
    assert report["differences"] == 0
    assert report["hidden_items_that_differ"] >= 0.5


def imagined_from(state: State, viewer: int | None, seed: int = 1) -> State:
    return GAME.imagine(GAME.view(state, viewer), seeded_shuffle(trace_seed(seed), "pair", []))


def test_an_imagined_world_yields_its_view_and_has_all_pieces_once() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players)[::15]:
            for viewer in (None, 1, players):
                imagined = imagined_from(state, viewer)
                assert GAME.view(imagined, viewer) == GAME.view(state, viewer)
                dominoes = [step.domino for step in imagined.stream.dominoes]
                for seat in range(players):
                    dominoes += (*imagined.setup.hands[seat], *imagined.setup.reserves[seat])
                    assert [*imagined.discards[seat], *imagined.hands[seat]] == list(
                        imagined.setup.hands[seat]
                    )
                assert len(set(dominoes)) == len(dominoes)
                assert sorted([*dominoes, *imagined.setup.unused]) == sorted(
                    GAME.components["dominoes"]["list"]
                )
                tokens = [*imagined.setup.tokens, *imagined.setup.tokens_box]
                assert sorted(tokens) == sorted(row["id"] for row in GAME.components["area_tokens"]["list"])


def test_an_imagined_world_can_be_played_to_its_end() -> None:
    chance = random.Random(1)
    state = imagined_from(walk(3, seed=4)[50][0], 2)
    while GAME.decisions(state):
        state, _ = GAME.play(state, state.seat, chance.choice(GAME.legal_steps(state, state.seat)))
    assert GAME.restore(state.setup, GAME.save(state)) == state


def test_what_is_shuffled_is_what_the_viewer_has_not_seen_in_the_order_of_the_data() -> None:
    state = walk(2, seed=2, tidy=0.2)[60][0]
    asked: dict[str, list[Any]] = {}

    def shuffle(label: str, items: Any) -> list[Any]:
        asked[label] = list(items)
        return list(items)

    GAME.imagine(GAME.view(state, 1), shuffle)
    sizes = (2, 3, 4, 5, 6, 7, 8, 13)
    assert list(asked) == ["imagine-dominoes", *(f"imagine-tokens-{size}" for size in sizes)]
    assert len(state.discards[0]) > 0
    seen = {step.domino for step in state.stream.dominoes} | {*state.hands[0], *state.discards[0]}
    assert asked["imagine-dominoes"] == [
        domino for domino in GAME.components["dominoes"]["list"] if domino not in seen
    ]
    assert asked["imagine-tokens-8"] == ["t8a", "t8b"]


def test_backs_that_a_viewer_knows_stay_in_his_imagined_worlds() -> None:
    state = walk(2, seed=3, tidy=1.0)[-30][0]
    assert set(state.takers) >= {1, 2}
    backs = {row["id"]: row["back"] for row in GAME.components["area_tokens"]["list"]}
    seen: dict[int, set[int]] = {1: set(), 2: set()}
    for seed in range(40):
        imagined = imagined_from(state, 1, seed)
        for token, other, taker in zip(state.setup.tokens, imagined.setup.tokens, state.takers, strict=True):
            if taker:
                seen[taker].add(backs[other] - backs[token])
    assert seen[1] == {0}
    assert len(seen[2]) > 1


def test_the_moves_that_led_to_a_state_lead_to_the_imagined_one() -> None:
    walked = walk(3, seed=6)
    state = walked[70][0]
    imagined = imagined_from(state, 2)
    other = GAME.start(setup_of(state, imagined))
    discards = [list(dominoes) for dominoes in imagined.discards]
    for then, step in walked[:70]:
        text = GAME.write(step)
        if text.startswith("X "):
            text = f"X {discards[then.seat - 1].pop(0)}"
        other, _ = GAME.play(other, then.seat, GAME.read(text, other, then.seat))
    assert GAME.view(other, 2) == GAME.view(state, 2)
    assert hidden_items(other, 2) == hidden_items(imagined, 2)


def _others_hand(state: State, seat: int) -> tuple[str, ...]:
    return state.hands[seat % state.setup.players]


def _leaking_view(state: State, viewer: int | None) -> dict[str, Any]:
    return {**view.view(state, viewer), "next": _others_hand(state, viewer or 1)}


def _leaking_default(state: State, seat: int) -> Any:
    steps = rules.legal_steps(state, seat)
    return steps[0] if _others_hand(state, seat) < ("N",) else steps[-1]


LEAKS: dict[str, Callable[[State, int], Any]] = {
    "legal_steps": lambda state, seat: list(rules.legal_steps(state, seat))[
        : 1 + (_others_hand(state, seat) < ("N",))
    ],
    "default_step": _leaking_default,
    "view": _leaking_view,
    "decisions": lambda state, seat=0: (("END", state.seat),) if state.setup.unused < ("N",) else (),
}


@pytest.mark.parametrize("door", sorted(set(LEAKS) - {"decisions"}))
def test_a_leak_planted_in_a_door_is_found(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), door, staticmethod(LEAKS[door]))
    assert run(count=60, seed=1, name=GAME.name)["differences"] > 0


def test_a_leak_planted_in_what_is_told_of_a_discard_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next domino of the others, told in the effects of a step that reveals nothing."""

    def leaking(state: State, seat: int, step: Any) -> Any:
        after, effects = rules.play(state, seat, step)
        return after, (*effects, *effects[: _others_hand(after, seat) < ("N",)])

    monkeypatch.setattr(type(GAME), "play", staticmethod(leaking))
    assert run(count=60, seed=1, name=GAME.name)["differences"] > 0


def test_a_leak_planted_in_the_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets: list[str] = []

    def remembering(state: State, viewer: int | None) -> dict[str, Any]:
        secrets.append(" ".join(state.setup.unused))
        return view.view(state, viewer)

    monkeypatch.setattr(type(GAME), "view", staticmethod(remembering))
    monkeypatch.setattr(type(GAME), "board", staticmethod(lambda shown: boards.board(shown) + secrets[-1]))
    assert run(count=40, seed=1, name=GAME.name)["differences"] > 0


def test_hidden_things_are_hidden_until_the_end_and_then_none_is() -> None:
    state = GAME.start(dealt(2))
    # 55 dominoes but the own hand, 18 tokens but the three of which there is one each.
    assert len(hidden_items(state, 1)) == 52 + 15
    assert len(hidden_items(state, None)) == 55 + 15
    assert hidden_items(walk(2, seed=1)[-1][0], 1) == []
    assert differences(GAME, state, imagined_from(state, 1), 1) == []
    assert differences(GAME, state, imagined_from(state, 2), 1) != []
