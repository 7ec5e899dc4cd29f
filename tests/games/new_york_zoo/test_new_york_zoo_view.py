"""What a viewer may know: exactly this; everything is public, and nothing but the view decides what he is told."""

import json
from typing import Any

import pytest

from referee.games.engine import State
from referee.games.new_york_zoo import view as views
from tests.drills.pairs import run
from tests.games.new_york_zoo.helping import GAME, case, dealt, play, walk

OPTIONS = {
    "bonus_breed_scope": "different_species",
    "attraction_may_be_declined": True,
    "shared_victory_on_full_tie": True,
    "solo_board": "S3",
    "quick_two_player": False,
}
ROWS_5P1 = ["    ....", "    ....", "    ....", "   .....", "   .....", *["........"] * 4]


def test_the_view_of_a_solo_match_that_begins_is_exactly_this() -> None:
    state = GAME.start(dealt(1))
    stacks = GAME.write_setup(state.setup)["stacks"]
    assert GAME.view(state, 1) == {
        "game": "new_york_zoo",
        "rules_version": 1,
        "players": 1,
        "options": OPTIONS,
        "decisions": [{"name": "WALK", "seat": 1}],
        "turn": 1,
        "active": 1,
        "elephant": 10,
        "in_reach": [10, 11, 12, 13, *range(14, 26), *range(1, 10)],
        "stacks": [{"space": int(bay), "tiles": tiles[:2]} for bay, tiles in stacks.items()],
        "attractions": {"a2": 6, "a3i": 3, "a3l": 3, "a4i": 1, "a4o": 1, "a6": 1, "a8": 1},
        "hands": [],
        "piece": None,
        "second": None,
        "leaving": None,
        "full": [],
        "is_breeding": False,
        "lines": [],
        "bred": [],
        "zoos": [
            {
                "seat": 1,
                "board": "S3",
                "houses": ["F", "M"],
                "house_places": 3,
                "uncovered": 80,
                "rows": [*["    ......."] * 4, "   ........", *["..........."] * 4],
                "enclosures": [],
                "attractions": [],
            }
        ],
        "scores": [-80],
        "solo": {"laps": 0, "markers": ["0", "1", "2", "3", "4+"]},
    }


def test_the_view_of_a_breeding_turn_is_exactly_this() -> None:
    litters = {"houses": ["K"], "enclosures": ["4g@A6 K3", "5a@A8 K4"], "attractions": ["a3l@E6r1"]}
    state = case(
        5,
        active=4,
        phase="BREED",
        lines=["K", "F"],
        elephant=24,
        stacks={"11": ["5c", "6a"]},
        options={"attraction_may_be_declined": False},
        zoos=[litters],
    )
    state, _ = play(state, "b:e2,e1")
    shown = GAME.view(state, None)
    zoo = shown.pop("zoos")[0]
    assert shown == {
        "game": "new_york_zoo",
        "rules_version": 1,
        "players": 5,
        "options": {**OPTIONS, "attraction_may_be_declined": False},
        "decisions": [{"name": "KEEP", "seat": 1}],
        "turn": 1,
        "active": 4,
        "elephant": 24,
        "in_reach": [],
        "stacks": [
            {"space": bay, "tiles": ["5c", "6a"] if bay == 11 else []}
            for bay in (1, 3, 4, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24)
        ],
        "attractions": {"a2": 6, "a3i": 3, "a3l": 2, "a4i": 1, "a4o": 1, "a6": 1, "a8": 1},
        "hands": [],
        "piece": None,
        "second": None,
        "leaving": "K",
        "full": ["e1"],
        "is_breeding": True,
        "lines": ["K", "F"],
        "bred": ["e2", "e1"],
        "scores": [-42, -53, -51, -50, -49],
    }
    assert zoo == {
        "seat": 1,
        "board": "5P1",
        "houses": ["K"],
        "house_places": 2,
        "uncovered": 42,
        "rows": [*ROWS_5P1[:5], "##..##..", "##...#..", "#.......", "####...."],
        "enclosures": [
            {"enclosure": "e1", "tile": "4g@A6", "cells": ["A6", "B6", "A7", "B7"], "size": 4, "species": "K", "count": 4},
            {"enclosure": "e2", "tile": "5a@A8", "cells": ["A8", "A9", "B9", "C9", "D9"], "size": 5, "species": None, "count": 0},
        ],
        "attractions": [{"attraction": "a3l@E6r1", "cells": ["E6", "F6", "F7"]}],
    }  # fmt: skip


def test_a_view_names_the_piece_the_second_animal_and_the_hands() -> None:
    bay = case(2, elephant=11, phase="MAIN", stacks={"11": ["5c"]})
    assert GAME.view(bay, 1)["piece"] == "5c"
    animals, _ = play(case(2, elephant=12, phase="MAIN"), "K>h")
    assert GAME.view(animals, 1)["second"] == "P"
    state = GAME.start(dealt(2, options={"quick_two_player": True}))
    hand = state.hands[0]
    assert GAME.view(state, 2)["hands"] == [list(hand) for hand in state.hands]
    state, _ = play(state, hand[0])
    assert (GAME.view(state, 2)["piece"], GAME.view(state, 2)["hands"][0]) == (hand[0], list(hand))
    state, _ = play(state, f"{hand[0]}@A6")
    assert (GAME.view(state, 2)["piece"], GAME.view(state, 2)["hands"][0]) == (None, list(hand[1:]))


def test_all_viewers_see_the_same_and_it_can_be_written_as_json() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players)[::25]:
            shown = GAME.view(state, None)
            assert all(GAME.view(state, seat) == shown for seat in range(1, players + 1))
            assert json.loads(json.dumps(shown)) == shown


def test_an_imagined_world_yields_its_view_and_plays_on_alike() -> None:
    for players, options in ((1, {}), (2, {"quick_two_player": True}), (3, {}), (5, {})):
        for state, step in walk(players, 7, options)[:-1:12]:
            shown = GAME.view(state, 1)
            imagined = GAME.imagine(shown, lambda label, items: list(items))
            assert GAME.view(imagined, 1) == shown
            assert imagined._replace(setup=state.setup) == state
            after, other = (GAME.play(world, state.seat, step)[0] for world in (state, imagined))
            assert GAME.view(after, None) == GAME.view(other, None)
            assert imagined.setup.boards == state.setup.boards


def test_pairs_that_look_the_same_are_answered_the_same() -> None:
    report = run(count=60, seed=1, name=GAME.name)
    assert (report["pairs"], report["differences"]) == (60, 0)


def test_a_leak_of_the_deal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which tiles lay where at the start is no part of a view: who looks later sees what is left."""

    def leaking(state: State, viewer: int | None) -> dict[str, Any]:
        return {**views.view(state, viewer), "dealt": [list(stack) for stack in state.setup.stacks]}

    monkeypatch.setattr(type(GAME), "view", staticmethod(leaking))
    assert run(count=12, seed=1, name=GAME.name)["differences"] > 0


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_a_step_is_told_whole_to_everybody(viewer: int | None) -> None:
    state = case(2, elephant=8)
    step = GAME.read("+1", state, 1)
    _, happened = GAME.play(state, 1, step)
    assert GAME.tell(1, step, happened, viewer) == ("+1", happened)
    assert GAME.foreseen(happened) == happened
    assert GAME.reveals(state, 1, step) is False
