"""Steps of Sanssouci beside the table of its notation: what a line may leave out because it is forced (rule book 7)."""

import random
from typing import Any

import pytest

from referee.games.engine import State
from referee.games.sanssouci.steps import READABLE
from tests.games.sanssouci.helping import (
    FREE,
    GAME,
    ROW_1,
    case,
    dealt,
    grid,
    legal,
    nobles,
    play,
    to_act,
    walk,
)

START = GAME.start(dealt(2))
CARDS = [
    "WO",
    "WF",
    "WT",
    "GO",
    "GF",
    "GT",
    "OF",
    "OT",
    "LAB",
    "STA",
    "PAV",
    "FIG",
    "STE",
    "FOU",
    "ROS",
    "HER",
    "VIN",
    "ANY",
]
PLACES = ["W1", "W2", "G1", "G2", "O1", "O2", "F1", "F2", "T1", "T2"]
SQUARES = [f"{column}{row}" for row in range(1, 7) for column in "abcdefghi"]


def read(text: str) -> Any:
    return GAME.read(text, START, 1)


def read_line(line: str, state: State = START, seat: int = 0) -> list[str]:
    """Of a seat that is not to move by default: then nothing is put in."""
    return [GAME.write(step) for step in GAME.read_line(line, state, seat)]


def test_exactly_the_texts_of_the_table_are_readable() -> None:
    assert list(READABLE) == [
        "SIDE A",
        "SIDE B",
        *(f"{card} {place}" for card in CARDS for place in PLACES),
        *(f"@{square}" for square in SQUARES),
        *(f">{square}" for square in SQUARES),
        ">-",
        *(f"/{stack}" for stack in range(1, 9)),
    ]


def test_every_step_is_read_as_it_is_written() -> None:
    kinds = set()
    for text in READABLE:
        step = read(text)
        assert GAME.write(step) == text
        assert read(text) is step
        assert read_line(f"  {text.lower()} ") == [text]
        assert read_line(text.upper()) == [text]
        kinds.add(GAME.parts(step)["kind"])
    assert kinds == {"side", "play", "gardener", "noble", "pass", "stack"}


# Row 2 and column c are full but for c6, so that a pavilion from white has one square for its gardener.
ONE_SQUARE = [ROW_1, "S" * 9, "..S......", "..S......", "..S......", FREE]
EVERYWHERE = nobles(**dict.fromkeys("abcdefghi", 6))
STACKS = [[], ["VIN"], [], ["FOU"], [], [], [], []]


@pytest.mark.parametrize(
    ("position", "options", "line", "steps"),
    [
        # The only square of a gardener may be left out, and a pass where no noble can move.
        ({"gardens": [ONE_SQUARE, None]}, {}, "PAV W1", ["PAV W1", "@c6"]),
        ({"gardens": [ONE_SQUARE, None]}, {}, "PAV W1 >a2", ["PAV W1", "@c6", ">a2"]),
        ({"gardens": [ONE_SQUARE, None]}, {}, "PAV W1 @c6", ["PAV W1", "@c6"]),
        ({"gardens": [ONE_SQUARE, None], "nobles": [EVERYWHERE, None]}, {}, "PAV W1", ["PAV W1", "@c6", ">-"]),
        ({"gardens": [grid(), None]}, {}, "PAV W1", ["PAV W1"]),
        ({"gardens": [grid(), None], "nobles": [EVERYWHERE, None]}, {}, "PAV W1", ["PAV W1", ">-"]),
        ({"gardens": [grid("..S......"), None]}, {}, "PAV W1 >-", ["PAV W1", ">-"]),
        # The first stack that is not empty.
        ({"gardens": [grid(), None], "stacks": STACKS}, {"stack_choice": True}, "PAV W1 >-", ["PAV W1", ">-", "/2"]),
        ({"gardens": [grid(), None], "stacks": STACKS}, {"stack_choice": True}, "PAV W1 >- /4", ["PAV W1", ">-", "/4"]),
        ({"gardens": [grid(), None], "stacks": STACKS}, {"stack_choice": True}, "PAV W1", ["PAV W1"]),
        ({"gardens": [grid(), None], "stacks": [[]] * 8}, {"stack_choice": True}, "PAV W1 >-", ["PAV W1", ">-"]),
        ({"phase": "STACK", "pending": {"from": "W1"}, "stacks": STACKS}, {"stack_choice": True}, "/4", ["/4"]),
        ({"phase": "NOBLE", "nobles": [EVERYWHERE, None], "pending": {"from": "W1"}}, {"stack_choice": True}, "/3", [">-", "/3"]),
        ({"phase": "GARDENER", "gardens": [ONE_SQUARE, None], "pending": {"from": "W1", "symbol": "PAV"}}, {}, ">a2", ["@c6", ">a2"]),
        # Behind an illegal step, a reveal or the turn nothing is put in.
        ({"gardens": [ONE_SQUARE, None]}, {}, "GT W1 >-", ["GT W1", ">-"]),
        ({"gardens": [grid(), None], "nobles": [EVERYWHERE, None]}, {}, "PAV W1 >- PAV W2", ["PAV W1", ">-", "PAV W2"]),
        ({"gardens": [grid(), None]}, {}, "PAV W1 @a2 >-", ["PAV W1", "@a2", ">-"]),
    ],
)  # fmt: skip
def test_a_line_may_leave_out_what_is_forced(
    position: dict[str, Any], options: dict[str, Any], line: str, steps: list[str]
) -> None:
    state = case(2, options, **{"hands": [["PAV"], None], "display": {"W1": "PAV", "W2": "PAV"}, **position})
    assert read_line(line, state, 1) == steps


def test_a_line_of_a_seat_that_is_not_to_move_stays_as_it_is() -> None:
    state = case(gardens=[grid(), None], nobles=[EVERYWHERE, EVERYWHERE], display={"W1": "PAV"})
    assert read_line("WO W1", state, 2) == ["WO W1"]
    assert read_line("WO W1", state, 1) == ["WO W1", ">-"]
    assert read_line("WO W1", case(phase="OVER"), 1) == ["WO W1"]


def test_a_line_of_a_secret_choice_stays_as_it_is() -> None:
    state = case(2, {"expansion": True}, phase="SIDE")
    for seat in (1, 2):
        assert read_line("side b", state, seat) == ["SIDE B"]


def test_the_lines_of_whole_games_read_back_without_what_is_forced() -> None:
    for players in GAME.players:
        options = {"stack_choice": players != 3, "expansion": players == 4}
        walked = walk(players, seed=players, options=options)
        for state, seat, step in walked[:-1]:
            if GAME.decisions(state)[0].name != "PLAY":
                continue
            said, whole = [GAME.write(step)], [GAME.write(step)]
            after, _ = GAME.play(state, seat, step)
            while GAME.turn(after) == GAME.turn(state) and GAME.decisions(after):
                texts = legal(after)
                name = GAME.decisions(after)[0].name
                chosen = min(texts) if name == "STACK" else random.Random(len(texts)).choice(texts)
                whole.append(chosen)
                if len(texts) > 1 and name != "STACK":
                    said.append(chosen.upper())
                after, _ = play(after, chosen)
            assert read_line(" ".join(said), state, to_act(state)) == whole
