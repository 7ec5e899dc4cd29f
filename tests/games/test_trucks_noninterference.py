"""Two worlds of a game with trucks that look the same to a viewer give him the same answers; a planted leak is found.

What is hidden is the order of the tiles not drawn yet, from everybody (faults.md A54).
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import pytest

from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.pairs import run
from tests.games.helping import walk


class Hidden(NamedTuple):
    """How a game is tried: ``pairs`` that must agree, every how many states are imagined, ``pairs_of_leaks`` that must not.

    ``order`` is that of the deck before it is shuffled.
    """

    pairs: int
    every: int
    pairs_of_leaks: int
    order: Callable[[str], Any]


def _order_of_aquaretto(tile: str) -> tuple[int, int]:
    return (-1, 0) if tile == "$" else ("DOSTHCPB".index(tile[0]), "FMAEZ".index(tile[1]))


def _order_of_zooloretto(tile: str) -> tuple[int, str, int]:
    if tile == "$":
        return (1, "", 0)
    if tile[0] == "S":
        return (2, tile, 0)
    return (0, tile[0], ["", "M", "F"].index(tile[1:]))


TRUCKS = {
    "aquaretto": Hidden(200, 9, 30, _order_of_aquaretto),
    "zooloretto": Hidden(500, 15, 40, _order_of_zooloretto),
}


@pytest.fixture(params=TRUCKS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_named(request.param)


def leaks(game: Game) -> bool:
    """Is a difference found between worlds that look the same?"""
    return run(count=TRUCKS[game.name].pairs_of_leaks, seed=1, name=game.name)["differences"] > 0


def plant(monkeypatch: pytest.MonkeyPatch, game: Game, door: str, leaking: Callable[..., Any]) -> None:
    """Put something that leaks in the place of a member of the game."""
    monkeypatch.setattr(type(game), door, staticmethod(leaking))


def part_of(game: Game, name: str) -> Any:
    """A module of the rules, which stays as it is when a leak is planted."""
    return import_module(f"referee.games.{game.name}.{name}")


def test_pairs_that_look_the_same_are_answered_the_same(game: Game) -> None:
    count = TRUCKS[game.name].pairs
    report = run(count=count, seed=1, name=game.name)
    assert report["pairs"] == count
    assert report["differences"] == 0
    assert report["hidden_items_that_differ"] >= 0.5


def test_an_imagined_world_yields_its_view_and_all_its_tiles(game: Game) -> None:
    for players in game.players:
        for state, _ in walk(game, players, seed=players)[:: TRUCKS[game.name].every]:
            shown = game.view(state, 1)
            imagined = game.imagine(shown, seeded_shuffle(trace_seed(1), "pair", []))
            assert game.view(imagined, 1) == shown
            assert game.facts(imagined) == game.facts(state)
            assert imagined.zoos == state.zoos
            undrawn = state.setup.deck[state.drawn :]
            assert sorted(imagined.setup.deck[imagined.drawn :]) == sorted(undrawn)
            assert imagined.setup.species_removed == state.setup.species_removed


def test_the_imagined_order_comes_from_the_label_imagine_over_the_unshuffled_list(game: Game) -> None:
    state = walk(game, 5, seed=2)[0][0]
    asked: list[Any] = []

    def shuffle(label: str, items: Any) -> list[Any]:
        asked.append((label, list(items)))
        return list(items)

    imagined = game.imagine(game.view(state, None), shuffle)
    assert [label for label, _ in asked] == ["imagine"]
    assert list(imagined.setup.deck) == asked[0][1] == sorted(asked[0][1], key=TRUCKS[game.name].order)


def _next_tile(state: State) -> str:
    return str(state.setup.deck[state.drawn]) if state.left else ""


def test_a_leak_planted_in_the_legal_steps_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = part_of(game, "rules")

    def leaking(state: State, seat: int) -> Any:
        return list(rules.legal_steps(state, seat))[: 1 + (_next_tile(state) < "K")]

    plant(monkeypatch, game, "legal_steps", leaking)
    assert leaks(game)


def test_a_leak_planted_in_the_default_step_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = part_of(game, "rules")

    def leaking(state: State, seat: int) -> Any:
        return rules.legal_steps(state, seat)[0 if _next_tile(state) < "K" else -1]

    plant(monkeypatch, game, "default_step", leaking)
    assert leaks(game)


def test_a_leak_planted_in_the_view_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    view = part_of(game, "view").view

    def leaking(state: State, viewer: int | None) -> dict[str, Any]:
        return {**view(state, viewer), "next_tile": _next_tile(state)}

    plant(monkeypatch, game, "view", leaking)
    assert leaks(game)


def test_a_leak_planted_in_the_order_of_the_list_is_found(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = part_of(game, "rules")

    def leaking(state: State, seat: int) -> Any:
        steps = list(rules.legal_steps(state, seat))
        return steps if _next_tile(state) < "K" else steps[::-1]

    plant(monkeypatch, game, "legal_steps", leaking)
    assert leaks(game)


def test_a_leak_planted_in_what_is_told_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = part_of(game, "rules")

    def leaking(state: State, seat: int, step: Any) -> Any:
        after, effects = rules.play(state, seat, step)
        return after, (*effects, *effects[: _next_tile(after) < "K"])

    plant(monkeypatch, game, "play", leaking)
    assert leaks(game)


def test_a_leak_planted_in_the_board_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    view, board = part_of(game, "view").view, part_of(game, "board").board
    secrets: list[str] = []

    def remembering(state: State, viewer: int | None) -> dict[str, Any]:
        secrets.append(_next_tile(state))
        return dict(view(state, viewer))

    plant(monkeypatch, game, "view", remembering)
    plant(monkeypatch, game, "board", lambda shown: board(shown) + secrets[-1])
    assert leaks(game)
