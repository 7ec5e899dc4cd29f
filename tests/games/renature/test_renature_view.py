"""What each viewer may know: exactly this, and nothing of hands, reserves, discards and backs of others."""

import json
from typing import Any

import pytest

from referee.games.engine import InvalidPosition
from tests.games.renature.helping import GAME, case, dealt, play, walk
from tests.games.renature.knowledge import PRINTED

SIZES = {"A": 2, "B": 2, "C": 3, "D": 2, "E": 2, "F": 5, "G": 4, "H": 4, "I": 5, "J": 4, "K": 6, "L": 6, "M": 7, "N": 8, "P": 8, "Q": 13, "R": 2, "S": 2}  # fmt: skip


def areas(**takers: int) -> list[dict[str, Any]]:
    """What the view tells of the areas."""
    order = {space: (int(space[1:]), space[0]) for space in PRINTED}
    return [
        {
            "area": area,
            "spaces": sorted((space for space in PRINTED if PRINTED[space] == area), key=order.__getitem__),
            "major": size,
            "minor": size // 2,
            "taken_by": takers.get(area),
        }
        for area, size in SIZES.items()
    ]


SKY = [
    {"space": "h14", "clouds": 2},
    {"space": "h9", "clouds": 2},
    {"space": "b8", "clouds": 1},
    {"space": "n8", "clouds": 1},
]


def test_the_view_of_a_new_match_is_exactly_this() -> None:
    setup = dealt(2)
    state = GAME.start(setup)
    seat = {"clouds": 6, "own": [5, 3, 2, 1], "neutral": [6, 4, 3, 2], "hand": 3, "reserve": 23, "discarded": 0, "tokens": []}  # fmt: skip
    expected = {
        "game": "renature",
        "rules_version": 1,
        "players": 2,
        "options": {},
        "viewer": None,
        "decisions": [{"name": "START", "seat": 2}],
        "turn": 1,
        "seat": 2,
        "start": 2,
        "joker": "B",
        "dominoes": [],
        "halves": [],
        "last": [],
        "planted": None,
        "waiting": 0,
        "areas": areas(),
        "plants": [],
        "sky": SKY,
        "seats": [
            {"seat": 1, "colour": "white", "score": 3, **seat},
            {"seat": 2, "colour": "black", "score": 4, **seat},
        ],
    }
    assert GAME.view(state, None) == expected
    own = {"hand": ["AA", "BN", "FA"], "discarded": [], "backs": []}
    assert GAME.view(state, 1) == {**expected, "viewer": 1, "own": own}
    own = {"hand": sorted(setup.hands[1]), "discarded": [], "backs": []}
    assert GAME.view(state, 2) == {**expected, "viewer": 2, "own": own}


def test_the_view_of_a_match_in_progress_is_exactly_this() -> None:
    state = case(
        3,
        {"start": 2, "colours": ["white", "orange", "blue"]},
        phase="OVERFLOW",
        seat=3,
        joker="T",
        dominoes=["NS i15-h15", "SS g15-g14"][:1],
        halves={"a1": "D"},
        planted="h14",
        waiting=3,
        plants={"h14": [2, "neutral"], "b2": [4, "white"], "c2": [1, "blue"]},
        sky={"h9": 2},
        clouds=[0, 1, 5],
        scores=[-1, 10, 12],
        hands=[["NN"], ["AW", "QQ"], ["OO", "FF", "BD"]],
        reserves=[["TT"], [], ["WW", "AA"]],
        collected={"A": 3, "Q": 3, "D": 1},
    )
    expected = {
        "game": "renature",
        "rules_version": 1,
        "players": 3,
        "options": {},
        "viewer": 3,
        "decisions": [{"name": "OVERFLOW", "seat": 3}],
        "turn": 1,
        "seat": 3,
        "start": 2,
        "joker": "T",
        "dominoes": [{"domino": "NS", "first": "i15", "second": "h15"}],
        "halves": [{"space": "a1", "animal": "D"}],
        "last": ["h15", "i15"],
        "planted": "h14",
        "waiting": 2,
        "areas": areas(A=3, Q=3, D=1),
        "plants": [
            {"space": "b2", "area": "A", "type": 4, "colour": "white"},
            {"space": "c2", "area": "A", "type": 1, "colour": "blue"},
            {"space": "h14", "area": "Q", "type": 2, "colour": "neutral"},
        ],
        "sky": [{**SKY[0], "clouds": 0}, SKY[1], {**SKY[2], "clouds": 0}, {**SKY[3], "clouds": 0}],
        "seats": [
            {"seat": 1, "colour": "white", "score": -1, "clouds": 0, "own": [5, 3, 2, 0], "neutral": [2, 1, 1, 1], "hand": 1, "reserve": 1, "discarded": 0, "tokens": ["D"]},
            {"seat": 2, "colour": "orange", "score": 10, "clouds": 1, "own": [5, 3, 2, 1], "neutral": [2, 1, 1, 1], "hand": 2, "reserve": 0, "discarded": 0, "tokens": []},
            {"seat": 3, "colour": "blue", "score": 12, "clouds": 6, "own": [4, 3, 2, 1], "neutral": [2, 1, 1, 1], "hand": 3, "reserve": 2, "discarded": 0, "tokens": ["A", "Q"]},
        ],
        "own": {"hand": ["BD", "FF", "OO"], "discarded": [], "backs": [{"area": "A", "points": 1}, {"area": "Q", "points": 6}]},
    }  # fmt: skip
    assert GAME.view(state, 3) == expected
    del expected["own"]
    assert GAME.view(state, None) == {**expected, "viewer": None}


def test_the_view_after_the_end_reveals_everything() -> None:
    state = case(
        2, hands=[["NO"], []], reserves=[[], []], clouds=[2, 0], scores=[5, 6], collected={"A": 1},
        boards=[{"own": [0, 0, 0, 0], "neutral": [0, 0, 0, 0]}, {"own": [1, 0, 0, 0], "neutral": [0, 0, 0, 0]}],
    )  # fmt: skip
    state, _ = play(state, "X NO", "END")
    for viewer in (None, 1, 2):
        view = GAME.view(state, viewer)
        assert (view["decisions"], view["seat"]) == ([], None)
        assert [seat["score"] for seat in view["seats"]] == [5 + 2 + 1, 6 - 1]
        assert view["revealed"] == {
            "game_scores": [5, 6],
            "discarded": [["NO"], []],
            "unused": ["OO", "OD", "DD"],
            "backs": [
                {"area": area, "points": points}
                for area, points in zip(
                    SIZES, (1, 1, 2, 1, 1, 2, 1, 2, 3, 2, 2, 3, 4, 3, 5, 6, 2, 2), strict=True
                )
            ],
            "box": [{"major": 2, "points": 2}, {"major": 4, "points": 3}, {"major": 6, "points": 4}],
        }


def test_nothing_is_revealed_before_the_end() -> None:
    for state, _ in walk(4, seed=3)[:-1:7]:
        for viewer in (None, 1, 2, 3, 4):
            assert "revealed" not in GAME.view(state, viewer)
            assert ("own" in GAME.view(state, viewer)) == (viewer is not None)


def test_all_that_differs_between_viewers_is_their_own() -> None:
    for state, _ in walk(3, seed=3)[::9]:
        common = []
        for viewer in (None, 1, 2, 3):
            view = GAME.view(state, viewer)
            view.pop("own", None)
            assert view.pop("viewer") == viewer
            common.append(json.dumps(view))
        assert len(set(common)) == 1


def test_a_domino_that_a_viewer_has_not_seen_stands_nowhere_in_his_view() -> None:
    """faults.md A54, A55: no hand, reserve, discard or undealt domino of somebody else."""
    for players in GAME.players:
        for state, _ in walk(players, seed=players)[:-1:6]:
            for viewer in (None, *range(1, players + 1)):
                text = json.dumps(GAME.view(state, viewer))
                hidden = [*state.setup.unused]
                for seat in range(1, players + 1):
                    hidden += state.setup.reserves[seat - 1][state.drawn[seat - 1] :]
                    if seat != viewer:
                        hidden += (*state.hands[seat - 1], *state.discards[seat - 1])
                assert [domino for domino in hidden if f'"{domino}"' in text] == []


def test_tokens_are_shown_by_their_fronts_and_never_by_their_ids() -> None:
    state = GAME.start(dealt(4))
    text = json.dumps(GAME.view(state, 1))
    assert not any(token in text for token in (*state.setup.tokens, *state.setup.tokens_box))


def test_a_view_is_the_callers_own() -> None:
    state = GAME.start(dealt(3))
    view = GAME.view(state, 1)
    view["own"]["hand"][0] = view["seats"][0]["own"][0] = view["areas"][0]["spaces"] = "spoilt"
    view["options"]["x"] = 1
    assert GAME.view(state, 1) != view
    assert GAME.view(state, 1)["options"] == {}


@pytest.mark.parametrize(
    "position",
    [
        {"hands": [["NN"], ["NN"]]},
        {"dominoes": ["BB a1-b1"]},
        {"halves": {"a1": "B", "b1": "B"}, "hands": [["NN", "SS"], ["FF"]]},
    ],
)
def test_a_view_that_no_deal_fits_is_refused(position: dict[str, Any]) -> None:
    with pytest.raises(
        InvalidPosition, match=r"^no deal fits this view: more or fewer dominoes are seen than the game has$"
    ):
        GAME.imagine(GAME.view(case(2, **position), 1), lambda label, items: list(items))


def test_a_view_with_more_equal_backs_than_there_are_is_refused() -> None:
    of_size_2 = "ABDERS"
    tokens = dealt(2).tokens
    laid = {
        area: "t2e" if area in of_size_2 else token
        for area, token in zip("ABCDEFGHIJKLMNPQRS", tokens, strict=True)
    }
    state = case(2, {"tokens": laid}, collected=dict.fromkeys(of_size_2, 1))
    why = r"^no deal fits this view: more tokens with 2 on the back are seen than there are$"
    with pytest.raises(InvalidPosition, match=why):
        GAME.imagine(GAME.view(state, 1), lambda label, items: list(items))
