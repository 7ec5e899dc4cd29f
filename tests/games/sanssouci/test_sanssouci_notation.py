"""Reading and writing steps: the canonical text, other spellings, free lines, and what is none (rule book 7)."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import InvalidStep, OtherSpelling, State
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

EXAMPLES = "SIDE A, GT T1, PAV W1, ANY F2, @c5, >e5, >-, /3"
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


UNREADABLE = [
    "", " ", "SIDE", "SIDE C", "SIDE ?", "SIDE a", "SIDE  A", "side A", "TG T1", "WG T1", "FT W1", "* W1", "c W1", "C W1",
    "GT", "GT T", "GT T3", "GT T0", "GT B1", "GT  T1", "GTT1", " GT T1", "GT T1 ", "gt t1", "GT t1", "ANY", "PAVE W1",
    "@", "@a0", "@a7", "@j1", "@A1", "@-", "@a1 ", "a1", "@a10", ">", ">a0", ">j3", ">A1", ">--", "> a1", ">a7", "/", "/0",
    "/9", "/10", "/-", "1", "PASS", "GT T1 >a1", "@c5 >-", "Ｗ1", "GT\tT1", "GT T1\n", "@ａ1",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_text_that_is_no_canonical_step_is_invalid(text: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert not isinstance(refused.value, OtherSpelling)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("TG T1", "'TG T1' is not the canonical form: write GT T1"),
        ("* W1", "'* W1' is not the canonical form: write ANY W1"),
        ("c w1", "'c w1' is not the canonical form: write PAV W1"),
        ("@C5", "'@C5' is not the canonical form: write @c5"),
        ("side b", "'side b' is not the canonical form: write SIDE B"),
        ("GT T1 >a1", "'GT T1 >a1' is several steps: write GT T1, >a1"),
        ("WG T1", f"'WG T1' is no step of this match; a step looks like {EXAMPLES}"),
        (">a0", f"'>a0' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 60, f"'{'x' * 47}…' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 48, f"'{'x' * 48}' is no step of this match; a step looks like {EXAMPLES}"),
    ],
)
def test_an_invalid_step_says_what_to_write(text: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("GT T1 >a1", ["GT T1", ">a1"]),
        ("PAV W1 >c2", ["PAV W1", ">c2"]),
        ("ANY T1 @c5 >-", ["ANY T1", "@c5", ">-"]),
        ("* F2 >g5", ["ANY F2", ">g5"]),
        ("tg t1", ["GT T1"]),
        ("ow w2 @A2 >A2 /8", ["WO W2", "@a2", ">a2", "/8"]),
        ("  c   o1   >- ", ["PAV O1", ">-"]),
        ("i T2", ["VIN T2"]),
        ("A t2", ["LAB T2"]),
        ("pav w1", ["PAV W1"]),
        ("any w1", ["ANY W1"]),
        ("@c5", ["@c5"]),
        (">e5 /3", [">e5", "/3"]),
        (">-", [">-"]),
        ("/3", ["/3"]),
        ("side b", ["SIDE B"]),
    ],
)
def test_a_line_is_read_in_free_spelling(line: str, steps: list[str]) -> None:
    assert read_line(line) == steps


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("GT\tT1", "a line is 1 to 400 printable ASCII characters"),
        ("/" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        ("GT", f"'GT' needs something after it; a line looks like GT T1 @c5 >e5 /3, a step like {EXAMPLES}"),
        (
            "GT T1 PAV",
            f"'PAV' needs something after it; a line looks like GT T1 @c5 >e5 /3, a step like {EXAMPLES}",
        ),
        ("GT >a1", "'GT >a1' names no card, place, square or stack of this game"),
        ("WG T1", "'WG T1' names no card, place, square or stack of this game"),
        ("GT T3", "'GT T3' names no card, place, square or stack of this game"),
        ("j T1", "'j T1' names no card, place, square or stack of this game"),
        ("SIDE C", "'SIDE C' names no card, place, square or stack of this game"),
        ("GT T1 >", "'>' names no card, place, square or stack of this game"),
        ("GT T1 > a1", "'>' names no card, place, square or stack of this game"),
        ("GT T1 /9", "'/9' names no card, place, square or stack of this game"),
        ("GT T1 @z9", "'@z9' names no card, place, square or stack of this game"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_word(line: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read_line(line)
    assert str(refused.value) == why


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


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("SIDE B", {"kind": "side", "side": "B"}),
        ("GT T1", {"kind": "play", "card": "GT", "place": "T1"}),
        ("ANY W2", {"kind": "play", "card": "ANY", "place": "W2"}),
        ("@c5", {"kind": "gardener", "square": "c5"}),
        (">e5", {"kind": "noble", "square": "e5"}),
        (">-", {"kind": "pass"}),
        ("/3", {"kind": "stack", "stack": 3}),
    ],
)
def test_a_step_is_described_by_typed_parts(text: str, parts: dict[str, Any]) -> None:
    found = GAME.parts(read(text))
    assert found == parts
    assert next(iter(found)) == "kind"


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="GTWOFPAVNYSIDE123@>-/*abcei ", max_size=14))
def test_any_text_is_a_step_or_invalid_and_never_worse(text: str) -> None:
    try:
        assert GAME.write(read(text)) == text
    except InvalidStep:
        assert text not in READABLE
    try:
        steps = GAME.read_line(text, START, 1)
    except InvalidStep:
        return
    assert [read(GAME.write(step)) for step in steps] == steps
