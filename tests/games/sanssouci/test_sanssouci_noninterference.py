"""Two worlds that look the same to a viewer give him the same answers; a planted leak is found (faults.md A54)."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from referee.games.engine import IllegalStep, State
from referee.games.sanssouci import board as boards
from referee.games.sanssouci import imagine, rules, view
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.pairs import run
from tests.games.sanssouci.helping import GAME, case, play, to_act, walk
from tests.games.sanssouci.knowledge import DECK, SYMBOLS, hidden_items, random_options, setup_of

ADVANCED = {"expansion": True, "stack_choice": True}


def pairs(count: int) -> dict[str, Any]:
    return run(count, 1, name="sanssouci")


def shuffled(seed: int) -> Any:
    return seeded_shuffle(trace_seed(seed), "pair", [])


def test_pairs_that_look_the_same_are_answered_the_same() -> None:
    report = pairs(500)
    assert report["pairs"] == 500
    assert report["differences"] == 0
    assert report["hidden_items_that_differ"] >= 0.5


def test_every_kind_of_hidden_item_differs_in_pairs() -> None:
    """Hands, piles, missions, undrawn tiles and pending secret sides: at least a third of each, over all viewers."""
    differing: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for number in range(12):
        players = 2 + number % 3
        for state, _, _ in walk(
            players, number, {**random_options(players, random.Random(number)), "expansion": True}
        ):
            for viewer in (None, *range(1, players + 1)):
                other = GAME.imagine(GAME.view(state, viewer), shuffled(len(differing) + number))
                for kind, one, two in _by_kind(state, other, viewer):
                    seen[kind] += 1
                    differing[kind] += one != two
    assert set(seen) == {"hand", "pile", "missions", "tiles", "side"}
    for kind, total in seen.items():
        assert differing[kind] >= total / 3, kind


def _by_kind(one: State, two: State, viewer: int | None) -> list[tuple[str, Any, Any]]:
    kinds = [("tiles", a, b) for a, b in zip(one.stacks, two.stacks, strict=True) if len(a) > 1]
    for seat, (own, other) in enumerate(zip(one.owns, two.owns, strict=True), 1):
        if len(own.pile) > 1:
            kinds.append(("pile", own.pile, other.pile))
        if seat == viewer or not GAME.decisions(one):
            continue
        if own.pile:
            kinds.append(("hand", own.hand, other.hand))
        kinds.append(("missions", one.setup.missions[seat - 1], two.setup.missions[seat - 1]))
        if one.phase == "SIDE" and one.sides[seat - 1]:
            kinds.append(("side", one.sides[seat - 1], two.sides[seat - 1]))
    return kinds


def test_an_imagined_world_yields_its_view_and_all_that_is_in_the_box() -> None:
    for players in GAME.players:
        walked = walk(players, seed=players, options={**ADVANCED, "start_seat": players})
        for state, _, _ in [*walked[:4], *walked[4::9], walked[-1]]:
            for viewer in (None, 1, players):
                shown = GAME.view(state, viewer)
                imagined = GAME.imagine(shown, shuffled(players))
                assert GAME.view(imagined, viewer) == shown
                assert GAME.decisions(imagined) == GAME.decisions(state)
                for own, other in zip(state.owns, imagined.owns, strict=True):
                    assert Counter((*other.hand, *other.pile, *other.played)) == Counter(DECK)
                    assert (other.played, other.garden, other.points) == (own.played, own.garden, own.points)
                tiles = [symbol for stack in imagined.stacks for symbol in stack]
                assert sorted(tiles) == sorted(symbol for stack in state.stacks for symbol in stack)
                missions = [mission for own in imagined.setup.missions for mission in own]
                assert len(set(missions)) == len(missions) == 2 * players
                assert GAME.restore(imagined.setup, GAME.save(imagined)) == imagined
                assert Counter(imagined.setup.tiles) == Counter(state.setup.tiles)


def test_a_seat_imagines_its_own_cards_missions_and_side_as_they_are() -> None:
    state = case(3, {"expansion": True}, phase="SIDE", sides=["B", "A", None])
    for seed in range(20):
        for viewer in (1, 2, 3):
            imagined = GAME.imagine(GAME.view(state, viewer), shuffled(seed))
            assert imagined.owns[viewer - 1].hand == state.owns[viewer - 1].hand
            assert imagined.setup.missions[viewer - 1] == state.setup.missions[viewer - 1]
            assert imagined.sides[viewer - 1] == state.sides[viewer - 1]
    sides = {GAME.imagine(GAME.view(state, 3), shuffled(seed)).sides for seed in range(30)}
    assert sides == {(one, two, "") for one in "AB" for two in "AB"}


def test_what_is_imagined_comes_from_these_labels_over_the_unshuffled_lists() -> None:
    numerals = ["II"] * 27 + ["III"] * 18 + ["II"] * 18
    state = GAME.read_position(
        3, ADVANCED, {"numerals": numerals}, {"phase": "SIDE", "sides": ["B", None, "A"]}
    )
    asked: dict[str, Any] = {}

    def shuffle(label: str, items: Any) -> list[Any]:
        asked[label] = list(items)
        return list(items)

    imagined = GAME.imagine(GAME.view(state, 1), shuffle)
    undrawn = [*["STA"] * 4, *(symbol for symbol in SYMBOLS[2:] for _ in range(7))]
    assert asked == {
        "imagine-tiles": undrawn,
        "imagine-cards-1": DECK[2:],
        "imagine-cards-2": DECK,
        "imagine-cards-3": DECK,
        "imagine-missions": SYMBOLS[2:],
        "imagine-side-3": ["A", "B"],
        "imagine-numerals": ["II"] * 37 + ["III"] * 18,
    }
    assert imagined.sides == ("B", "", "A")
    assert [own.hand for own in imagined.owns] == [("WF", "WO")] * 3
    assert imagined.setup.missions == (("LAB", "STA"), ("PAV", "FIG"), ("STE", "FOU"))
    assert [len(stack) for stack in imagined.stacks] == [7, 7, 7, 7, 7, 6, 6, 6]
    assert imagined.stacks[0] == tuple(undrawn[:7])
    assert GAME.view(imagined, 1)["tops"] == GAME.view(state, 1)["tops"]


def test_an_imagined_world_of_stacks_with_numerals_yields_its_tops() -> None:
    numerals = ["II"] * 45 + ["III"] * 18
    random.Random(4).shuffle(numerals)
    state = GAME.read_position(3, ADVANCED, {"numerals": numerals}, {})
    while GAME.decisions(state):
        step = GAME.default_step(state, to_act(state))
        state, _ = GAME.play(state, to_act(state), step)
        for viewer in (None, 2):
            shown = GAME.view(state, viewer)
            assert GAME.view(GAME.imagine(shown, shuffled(1)), viewer) == shown


def test_the_moves_so_far_lead_from_the_other_set_up_to_the_imagined_world() -> None:
    for seed in range(6):
        players = 2 + seed % 3
        options = random_options(players, random.Random(seed))
        walked = walk(players, seed, options)
        for place in range(0, len(walked), 11):
            state = walked[place][0]
            if state.phase == "SIDE":
                continue
            imagined = GAME.imagine(GAME.view(state, 1), shuffled(seed))
            other = GAME.start(setup_of(state, imagined))
            for _, seat, step in walked[:place]:
                other, _ = GAME.play(other, seat, step)
            assert hidden_items(other, None) == hidden_items(imagined, None)
            assert GAME.view(other, 1) == GAME.view(state, 1)


def _secret(state: State) -> str:
    """Something that is hidden from everybody but, in part, from one seat."""
    return "".join(state.stacks[0][:1]) + "".join(own.pile[0] for own in state.owns if own.pile)


def _is_odd(state: State) -> bool:
    return sum(map(ord, _secret(state))) % 2 == 1


LEAKS: dict[str, Callable[..., Any]] = {
    "legal_steps": lambda state, seat: list(rules.legal_steps(state, seat))[: 1 if _is_odd(state) else None],
    "default_step": lambda state, seat: rules.legal_steps(state, seat)[-1 if _is_odd(state) else 0],
    "view": lambda state, viewer: {**view.view(state, viewer), "next_tile": state.stacks[0][:1]},
    "reveals": lambda state, seat, step: rules.reveals(state, seat, step) ^ _is_odd(state),
    "turn": lambda state: state.turns + _is_odd(state),
}


@pytest.mark.parametrize("door", sorted(LEAKS))
def test_a_leak_planted_in_a_door_is_found(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), door, staticmethod(LEAKS[door]))
    assert pairs(60)["differences"] > 0


def _with_hands(state: State, viewer: int | None) -> dict[str, Any]:
    return {**view.view(state, viewer), "hands": [list(own.hand) for own in state.owns]}


def _with_missions(state: State, viewer: int | None) -> dict[str, Any]:
    return {**view.view(state, viewer), "missions": [list(own) for own in state.setup.missions]}


def _with_piles(state: State, viewer: int | None) -> dict[str, Any]:
    return {**view.view(state, viewer), "piles": [list(own.pile) for own in state.owns]}


def _with_sides(state: State, viewer: int | None) -> dict[str, Any]:
    return {**view.view(state, viewer), "sides": list(state.sides)}


@pytest.mark.parametrize("leaking", [_with_hands, _with_missions, _with_piles])
def test_a_view_that_shows_what_is_private_is_found(
    leaking: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "view", staticmethod(leaking))
    assert pairs(40)["differences"] > 0


def test_a_view_that_shows_a_secret_side_is_found() -> None:
    """Few states of the drill wait for sides, so this one is made."""
    state = case(3, {"expansion": True}, phase="SIDE", sides=["B", "A", None])
    others = [GAME.imagine(GAME.view(state, 3), shuffled(seed)) for seed in range(10)]
    assert all(GAME.view(other, 3) == GAME.view(state, 3) for other in others)
    assert any(_with_sides(other, 3) != _with_sides(state, 3) for other in others)


def test_a_leak_planted_in_the_order_of_the_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, seat: int) -> Any:
        steps = list(rules.legal_steps(state, seat))
        return steps[::-1] if _is_odd(state) else steps

    monkeypatch.setattr(type(GAME), "legal_steps", staticmethod(leaking))
    assert pairs(60)["differences"] > 0


def test_a_leak_planted_in_what_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, seat: int, step: Any) -> Any:
        after, effects = rules.play(state, seat, step)
        return after, (*effects, *effects[: _is_odd(after)])

    monkeypatch.setattr(type(GAME), "play", staticmethod(leaking))
    assert pairs(60)["differences"] > 0


def test_a_leak_planted_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: State, seat: int, step: Any) -> Any:
        try:
            return rules.play(state, seat, step)
        except IllegalStep as refused:
            raise IllegalStep(refused.rule, refused.why + _secret(state)) from None

    monkeypatch.setattr(type(GAME), "play", staticmethod(leaking))
    assert pairs(40)["differences"] > 0


def test_a_leak_planted_in_the_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets: list[str] = []

    def remembering(state: State, viewer: int | None) -> dict[str, Any]:
        secrets.append(_secret(state))
        return view.view(state, viewer)

    monkeypatch.setattr(type(GAME), "view", staticmethod(remembering))
    monkeypatch.setattr(type(GAME), "board", staticmethod(lambda shown: boards.board(shown) + secrets[-1]))
    assert pairs(40)["differences"] > 0


def test_what_a_seat_is_told_of_a_turn_does_not_hang_on_the_hands_of_others() -> None:
    state = case(2, hands=[["WO", "GT"], ["ANY", "VIN"]])
    other = case(2, hands=[["WO", "GT"], ["LAB", "WO"]])
    for text in ("WO W1", ">b1"):
        told = []
        for world in (state, other):
            step = GAME.read(text, world, 1)
            _, happened = GAME.play(world, 1, step)
            told.append(
                (GAME.reveals(world, 1, step), [GAME.tell(1, step, happened, viewer) for viewer in (None, 1)])
            )
        assert told[0] == told[1]
        state, other = play(state, text)[0], play(other, text)[0]


def test_an_imagined_world_keeps_the_tiles_of_a_case_that_has_too_many() -> None:
    state = case(2, {"stack_choice": True}, stacks=[["VIN"] * 9] * 8)
    shown = GAME.view(state, 1)
    assert GAME.view(imagine.imagine(shown, shuffled(1)), 1) == shown
    state = case(2, tiles=["VIN"])
    shown = GAME.view(state, 1)
    assert GAME.view(imagine.imagine(shown, shuffled(1)), 1) == shown
