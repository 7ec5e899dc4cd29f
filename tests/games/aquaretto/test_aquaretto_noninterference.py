"""Two worlds that look the same to a viewer give him the same answers; a planted leak is found (faults.md A54)."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.aquaretto import board as boards
from referee.games.aquaretto import rules, view
from referee.games.engine import State
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.pairs import run
from tests.games.aquaretto.helping import GAME, walk


def test_pairs_that_look_the_same_are_answered_the_same() -> None:
    report = run(count=200, seed=1, name=GAME.name)
    assert report["pairs"] == 200
    assert report["differences"] == 0
    assert report["hidden_items_that_differ"] >= 0.5


def test_an_imagined_world_yields_its_view_and_all_its_tiles() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players)[::9]:
            shown = GAME.view(state, 1)
            imagined = GAME.imagine(shown, seeded_shuffle(trace_seed(1), "pair", []))
            assert GAME.view(imagined, 1) == shown
            assert GAME.facts(imagined) == GAME.facts(state)
            assert imagined.zoos == state.zoos
            undrawn = state.setup.deck[state.drawn :]
            assert sorted(imagined.setup.deck[imagined.drawn :]) == sorted(undrawn)
            assert imagined.setup.species_removed == state.setup.species_removed


def test_the_imagined_order_comes_from_the_label_imagine_over_the_unshuffled_list() -> None:
    state = walk(5, seed=2)[0][0]
    asked: list[Any] = []

    def shuffle(label: str, items: Any) -> list[Any]:
        asked.append((label, list(items)))
        return list(items)

    imagined = GAME.imagine(GAME.view(state, None), shuffle)
    assert [label for label, _ in asked] == ["imagine"]
    assert list(imagined.setup.deck) == asked[0][1] == sorted(asked[0][1], key=_deck_order)


def _deck_order(tile: str) -> tuple[int, int]:
    return (-1, 0) if tile == "$" else ("DOSTHCPB".index(tile[0]), "FMAEZ".index(tile[1]))


def _next_tile(state: State) -> str:
    return str(state.setup.deck[state.drawn]) if state.left else ""


def _leaking_view(state: State, viewer: int | None) -> dict[str, Any]:
    return {**view.view(state, viewer), "next_tile": _next_tile(state)}


LEAKS: dict[str, Callable[[State, int], Any]] = {
    "legal_steps": lambda state, seat: list(rules.legal_steps(state, seat))[: 1 + (_next_tile(state) < "K")],
    "default_step": lambda state, seat: (
        rules.legal_steps(state, seat)[0] if _next_tile(state) < "K" else rules.legal_steps(state, seat)[-1]
    ),
    "view": _leaking_view,
}


@pytest.mark.parametrize("door", sorted(LEAKS))
def test_a_leak_planted_in_a_door_is_found(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), door, staticmethod(LEAKS[door]))
    assert run(count=30, seed=1, name=GAME.name)["differences"] > 0


def test_a_leak_planted_in_the_order_of_the_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, seat: int) -> Any:
        steps = list(rules.legal_steps(state, seat))
        return steps if _next_tile(state) < "K" else steps[::-1]

    monkeypatch.setattr(type(GAME), "legal_steps", staticmethod(leaking))
    assert run(count=30, seed=1, name=GAME.name)["differences"] > 0


def test_a_leak_planted_in_what_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, seat: int, step: Any) -> Any:
        after, effects = rules.play(state, seat, step)
        return after, (*effects, *effects[: _next_tile(after) < "K"])

    monkeypatch.setattr(type(GAME), "play", staticmethod(leaking))
    assert run(count=30, seed=1, name=GAME.name)["differences"] > 0


def test_a_leak_planted_in_the_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets: list[str] = []

    def remembering(state: State, viewer: int | None) -> dict[str, Any]:
        secrets.append(_next_tile(state))
        return view.view(state, viewer)

    monkeypatch.setattr(type(GAME), "view", staticmethod(remembering))
    monkeypatch.setattr(type(GAME), "board", staticmethod(lambda shown: boards.board(shown) + secrets[-1]))
    assert run(count=30, seed=1, name=GAME.name)["differences"] > 0
