"""Over HTTP too, two worlds that look the same to a viewer give him the same answers; a planted leak is found.

faults.md A54, A55; design section 5, "Non-interference". The doors of the engine have their own test in tests/games.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis

from referee.api import contract, watching
from referee.games.engine import State
from referee.games.registry import GAMES
from referee.games.zooloretto import board as boards
from referee.games.zooloretto import rules, view
from referee.matches import moves
from referee.matches.refusals import Refused
from referee.settings import Settings
from referee.strict_json import canonical
from tests.api.two_worlds import TwoWorlds
from tests.drills.noninterference import compare_pairs, two_worlds

GAME = type(GAMES["zooloretto"])
PAIRS = 36
PAIRS_THAT_SHOW_A_LEAK = 60


@pytest.fixture
def worlds(settings: Settings, log: Redis, cache: Redis) -> Iterator[TwoWorlds]:
    """Two worlds on the test servers."""
    return two_worlds(settings.redis_url, settings.cache_url, seed=7)


def test_answers_to_a_viewer_do_not_depend_on_what_is_hidden_from_him(worlds: TwoWorlds) -> None:
    """security.md C1: status, headers, ETag, Content-Length, legal moves, order, count, error text."""
    report = compare_pairs(worlds, PAIRS)
    assert report["first"] == []
    assert report["differences"] == 0
    assert report["pairs"] == PAIRS
    assert report["hidden_items_that_differ"] >= 0.5
    assert {"200", "304", "403", "409", "422"} <= set(report["answers"])


Plant = Callable[[pytest.MonkeyPatch], None]


def _next_tile(state: State) -> str:
    return str(state.setup.deck[state.drawn]) if state.left else ""


def _is_low(state: State) -> bool:
    return _next_tile(state) < "K"


def _remember(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What no answer should depend on, as of the state that was viewed or judged last."""
    seen = [False]

    def viewed(state: State, viewer: int | None) -> dict[str, Any]:
        seen[0] = _is_low(state)
        return view.view(state, viewer)

    monkeypatch.setattr(GAME, "view", staticmethod(viewed))
    return seen


def _in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, viewer: int | None) -> dict[str, Any]:
        shown = view.view(state, viewer)
        return {**shown, "species": shown["species"][:: 1 if _is_low(state) else -1]}

    monkeypatch.setattr(GAME, "view", staticmethod(leaking))


def _in_the_number_of_legal_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, seat: int) -> Any:
        return list(rules.legal_steps(state, seat))[: None if _is_low(state) else 1]

    monkeypatch.setattr(GAME, "legal_steps", staticmethod(leaking))


def _in_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    played = [False]

    def playing(state: State, seat: int, step: Any) -> Any:
        after, effects = rules.play(state, seat, step)
        played[0] = _is_low(after)
        return after, effects

    def leaking(seat: int, step: Any, effects: Any, viewer: int | None) -> Any:
        return step.text, (*effects, *(effects if played[0] else ()))

    monkeypatch.setattr(GAME, "play", staticmethod(playing))
    monkeypatch.setattr(GAME, "tell", staticmethod(leaking))


def _in_what_is_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "foreseen", staticmethod(lambda effects: tuple(effects)))


def _in_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = _remember(monkeypatch)
    monkeypatch.setattr(GAME, "board", staticmethod(lambda *given: boards.board(*given) + "." * seen[0]))


def _in_the_text_of_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal_of = moves.refusal_of

    def leaking(game: Any, seat: int, error: Any) -> Refused:
        refused = refusal_of(game, seat, error)
        refused.detail += "." * (error.state is not None and _is_low(error.state))
        return refused

    monkeypatch.setattr(moves, "refusal_of", leaking)


def _in_the_etag(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, etag_of = _remember(monkeypatch), watching.etag_of

    def leaking(contract: Any, version: int, body: Any) -> str:
        return etag_of(contract, version, body)[:-3] + f'{seen[0]:d}0"'

    monkeypatch.setattr(watching, "etag_of", leaking)


def _in_an_etag_over_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose digest could be compared with that of a guess, were the key known."""

    def leaking(contract: Any, version: int, body: Any) -> str:
        return f'"{version}-{hashlib.sha256(canonical(body)).hexdigest()[:16]}"'

    monkeypatch.setattr(watching, "etag_of", leaking)


def _in_the_content_length(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = _remember(monkeypatch)
    monkeypatch.setattr(contract, "canonical", lambda body: canonical(body) + b" " * seen[0])


PLANTS: dict[str, Plant] = {
    name.removeprefix("_in_"): plant
    for name, plant in list(globals().items())
    if name.startswith("_in_") and callable(plant)
}


@pytest.mark.parametrize("place", PLANTS)
def test_a_leak_that_is_planted_is_found(
    worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    PLANTS[place](monkeypatch)
    report = compare_pairs(worlds, PAIRS_THAT_SHOW_A_LEAK, many=1)
    assert report["differences"] > 0
