"""What follows from each step, as data and in short notation, and who is told."""

from typing import Any

import pytest

from referee.games.engine import Effect
from tests.games.renature.helping import GAME, case, play

NO_RESERVE: dict[str, Any] = {"hands": [["AW", "NO"], ["QQ"]], "clouds": [0, 0]}
PLANTING: dict[str, Any] = {
    **NO_RESERVE, "phase": "PLANT", "halves": {"e3": "N", "f3": "N"}, "last": "e3-f3", "plants": {"e4": [1, "white"]},
}  # fmt: skip
SHUT = dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B")


def clouds(amount: int, reason: str) -> Effect:
    unit = "cloud" if abs(amount) == 1 else "clouds"
    return Effect("clouds", 1, f"{amount:+d} {unit}", {"amount": amount, "reason": reason})


def points(seat: int, amount: int, reason: str, area: str) -> Effect:
    unit = "point" if amount == 1 else "points"
    return Effect("points", seat, f"+{amount} {unit}", {"amount": amount, "reason": reason, "area": area})


def token(area: str, major: int, minor: int) -> Effect:
    return Effect("token", 1, f"token {area}", {"area": area, "major": major, "minor": minor})


def back(area: str, worth: int) -> Effect:
    return Effect("back", 1, f"{area} back {worth}", {"area": area, "points": worth}, (1,))


def discarded(count: int) -> Effect:
    return Effect("discarded", 1, f"{count} aside", {"count": count})


def drawn(domino: str, left: int) -> list[Effect]:
    return [
        Effect("refilled", 1, "drew 1", {"left": left}),
        Effect("drawn", 1, f"drew {domino}", {"domino": domino}, (1,)),
    ]


OVERFLOW = {
    **NO_RESERVE, "phase": "OVERFLOW", "dominoes": ["NS h15-i15"], "planted": "h14", "waiting": 2, "clouds": [6, 0],
    "plants": {"h14": [1, "black"], "i14": [1, "neutral"]}, "boards": [{"neutral": [5, 4, 3, 2]}, {}],
}  # fmt: skip
EFFECTS: list[tuple[str, dict[str, Any], list[Effect]]] = [
    ("P AW e1-f1", NO_RESERVE, []),
    ("X NO", NO_RESERVE, [discarded(1)]),
    ("X NO", {**NO_RESERVE, "reserves": [["BB", "SS"], []]}, [discarded(1), *drawn("BB", 1)]),
    ("X NO", {**NO_RESERVE, "reserves": [["BB"], ["SS"]]}, [discarded(1), *drawn("BB", 0)]),
    ("+0", PLANTING, []),
    ("+0", {**PLANTING, "reserves": [["BB"], []]}, drawn("BB", 0)),
    ("+1 f4", PLANTING, [points(1, 2, "plant", "G")]),
    ("+4N e2", PLANTING, [points(1, 1, "plant", "B")]),
    ("J T", {**NO_RESERVE, "clouds": [3, 0]}, [clouds(-2, "cost"), Effect("joker", 1, "joker T", {"animal": "T"})]),
    (
        "R e4",
        {**PLANTING, "clouds": [1, 0], "plants": {"e4": [1, "black"]}},
        [clouds(-1, "cost"), Effect("returned", 1, "-1 e4", {"type": 1, "neutral": False, "space": "e4"})],
    ),
    (
        "R e4",
        {**PLANTING, "clouds": [5, 0], "plants": {"e4": [3, "neutral"]}, "boards": [{"neutral": [6, 4, 0, 2]}, {}]},
        [clouds(-3, "cost"), Effect("returned", 1, "-3N e4", {"type": 3, "neutral": True, "space": "e4"})],
    ),
    (
        "+1 h14",
        {**NO_RESERVE, "phase": "PLANT", "dominoes": ["NS h15-i15"], "clouds": [3, 0]},
        [clouds(2, "taken"), points(1, 1, "plant", "Q")],
    ),
    (
        "+1 h14",
        {**NO_RESERVE, "phase": "PLANT", "dominoes": ["NS h15-i15"], "clouds": [5, 0]},
        [clouds(1, "taken"), Effect("waiting", 1, "1 waiting", {"amount": 1})],
    ),
    (
        "+1 h14",
        {**NO_RESERVE, "phase": "PLANT", "dominoes": ["NS h15-i15"], "clouds": [6, 0]},
        [Effect("waiting", 1, "2 waiting", {"amount": 2})],
    ),
    ("+1 h14", {**NO_RESERVE, "phase": "PLANT", "dominoes": ["NS h15-i15"], "clouds": [5, 0], "sky": {}}, [points(1, 1, "plant", "Q")]),
    ("DROP", OVERFLOW, [Effect("dropped", 1, "2 dropped", {"amount": 2}), points(1, 2, "plant", "Q")]),
    (
        "J T",
        OVERFLOW,
        [clouds(-2, "cost"), Effect("joker", 1, "joker T", {"animal": "T"}), clouds(2, "room"), points(1, 2, "plant", "Q")],
    ),
    (
        "R i14",
        OVERFLOW,
        [clouds(-1, "cost"), Effect("returned", 1, "-1N i14", {"type": 1, "neutral": True, "space": "i14"}), clouds(1, "room")],
    ),
    ("AGAIN", {**NO_RESERVE, "phase": "END", "clouds": [4, 0]}, [clouds(-3, "cost")]),
    ("END", {**NO_RESERVE, "phase": "END", "clouds": [4, 0]}, []),
    (
        "OK",
        {**NO_RESERVE, "phase": "PRECLOSE", "halves": SHUT, "last": "b1-c1", "clouds": [6, 0], "reserves": [["BB"], []], "plants": {"b2": [1, "black"], "c2": [2, "white"]}},
        [points(2, 2, "major", "A"), points(1, 1, "minor", "A"), token("A", 2, 1), back("A", 1), *drawn("BB", 0)],
    ),
    (
        "OK",
        {**NO_RESERVE, "phase": "PRECLOSE", "halves": SHUT, "last": "b1-c1", "clouds": [6, 0], "plants": {"b2": [1, "black"]}},
        [points(1, 3, "alone", "A"), token("A", 2, 1), back("A", 1)],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "position", "expected"), EFFECTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_step_has_exactly_these_effects(
    text: str, position: dict[str, Any], expected: list[Effect]
) -> None:
    _, happened = play(case(2, **position), text)
    assert happened == expected


def test_the_last_step_tells_the_final_scoring_of_every_seat() -> None:
    state = case(2, phase="END", hands=[[], []], clouds=[3, 1], scores=[7, 9], collected={"Q": 1})
    _, happened = play(state, "END")
    one = {"game": 7, "open": 0, "clouds": 3, "plants": -(5 + 6 + 6 + 4 + 6 + 8 + 9 + 8), "backs": 6, "total": -36, "tokens": 1}  # fmt: skip
    two = {"game": 9, "open": 0, "clouds": 1, "plants": -52, "backs": 0, "total": -42, "tokens": 0}
    assert happened == [
        Effect("final", 1, "=-36 points", one),
        Effect("final", 2, "=-42 points", two),
        Effect("match-over", 0, "over", {}),
    ]
    assert GAME.foreseen(happened) == (Effect("match-over", 0, "over", {}),)


def test_what_comes_out_is_told_to_its_seat_alone_and_foreseen_by_nobody() -> None:
    position = {"phase": "PRECLOSE", "halves": SHUT, "last": "b1-c1", "clouds": [6, 0], "reserves": [["BB"], []], "plants": {"b2": [1, "black"]}}  # fmt: skip
    state = case(2, **{**NO_RESERVE, **position})
    step = GAME.read("OK", state, 1)
    _, happened = GAME.play(state, 1, step)
    public = [points(1, 3, "alone", "A"), token("A", 2, 1), drawn("BB", 0)[0]]
    assert GAME.tell(1, step, happened, 1) == ("OK", tuple(happened))
    assert GAME.tell(1, step, happened, 2) == GAME.tell(1, step, happened, None) == ("OK", tuple(public))
    assert list(GAME.foreseen(happened)) == public


REVEALING: list[tuple[str, dict[str, Any], bool]] = [
    ("X NO", NO_RESERVE, False),
    ("X NO", {**NO_RESERVE, "reserves": [["BB"], []]}, True),
    ("X NO", {**NO_RESERVE, "reserves": [[], ["BB"]]}, False),
    ("P AW e1-f1", {**NO_RESERVE, "reserves": [["BB"], []]}, False),
    ("P AW e1-d1", {**NO_RESERVE, "reserves": [["BB"], []]}, False),
    ("P AW a1-b1", NO_RESERVE, False),
    ("P AW b1-a1", {**NO_RESERVE, "reserves": [["BB"], []], "plants": {"b2": [1, "white"]}}, True),
    ("J T", {**NO_RESERVE, "clouds": [2, 0], "reserves": [["BB"], []]}, False),
    ("+0", PLANTING, False),
    ("+0", {**PLANTING, "reserves": [["BB"], []]}, True),
    ("+1 f4", PLANTING, False),
    ("OK", {**NO_RESERVE, "phase": "PRECLOSE", "halves": SHUT, "last": "b1-c1", "clouds": [6, 0], "plants": {"b2": [1, "black"]}}, True),
    ("X NO", {"hands": [["NO"], []], "clouds": [0, 0]}, True),
    ("X NO", {"hands": [["NO"], []], "clouds": [2, 0]}, False),
    ("END", {"hands": [[], []], "clouds": [2, 0], "phase": "END"}, True),
    ("END", {"hands": [[], ["NO"]], "clouds": [2, 0], "phase": "END"}, False),
    ("AGAIN", {"hands": [["NN"], ["NO"]], "reserves": [["BB"], []], "clouds": [3, 0], "phase": "END"}, False),
    ("J T", {"hands": [[], []], "clouds": [2, 0], "phase": "END"}, True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "position", "reveals"), REVEALING, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_step_reveals_by_a_refill_a_token_or_the_end(
    text: str, position: dict[str, Any], reveals: bool
) -> None:
    """faults.md A49: what reveals is never taken back."""
    state = case(2, **position)
    assert GAME.reveals(state, 1, GAME.read(text, state, 1)) is reveals
