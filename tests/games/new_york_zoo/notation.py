"""The notation of New York Zoo: texts of steps that are read, those that are not, and what is said then."""

from tests.games.notation import Notation

EXAMPLES = "+2, @E6r1, M:h,e2, K>e1+, -, k, a3l, b:e2,e1+, x:e4"
READABLE = [
    "+1", "+9", "f", "r0", "r3", "r4>1", "r4>25", "7b@A6r1", "7b@N9", "4g@A1", "5a@N9r3m", "a8@A1r1", "a1@N9",
    "M:h", "M:h,h", "M:h,e45", "M:e1,e1", "M:e1,e2", "K>h", "K>e45", "K>e45+", "A>e1", "-", "k", "n", "a0", "a1",
    "a3l", "a8", "b:-", "b:e1", "b:e1+", "b:e1,e45+", "b:e2,e1", "b:e1,e1", "x:-", "x:e4", "x:e4+", "7b", "4a",
]  # fmt: skip
UNREADABLE = [
    "", " ", "+0", "+10", "+", "1", "+1 ", "r4", "r5", "r4>0", "r4>26", "r4>01", "r0>1", "F", "ff", "@A6", "5a@A6r0",
    "5a@A6r4", "5a@A6mr1", "5a@A10", "5a@O1", "5a@a6", "5a@A0", "8a@A1", "a0@A1", "5z@A1", "a5", "5z", "5A", "M:",
    "M:e0", "M:e46", "M:h,h,h", "M:h;e1", "M:h, e1", "m:h", "Q:h", "M:e1+", "K>", "K>h+", "K>e0", "K>e46", "k>h",
    "K>e1 +", "K>e01", "--", "K", "N", "b:", "b:h", "b:e1,e2,e3", "b:e46", "b:e1++", "b:-,e1", "x:", "x:e1,e2", "x:h",
    "x:e1-", "PASS", "+１", "k\n", "5a@A6\t", "=A1.B1", "5a=A6.A7", "a3l@E6r0", "5a@A6r1 M:h", "r", "b:e001",
]  # fmt: skip

NOTATION = Notation(
    players=2,
    readable=READABLE,
    is_kept=True,
    unreadable=UNREADABLE,
    other_spellings=[
        ("4g@A6r1", "4g@A6"),
        ("4g@A6m", "4g@A6"),
        ("4h@C2r3", "4h@C2r1"),
        ("4h@C2r2m", "4h@C2"),
        ("M:e2,h", "M:h,e2"),
        ("M:e3,e2", "M:e2,e3"),
        ("a8@A1r3", "a8@A1r1"),
        ("7b@A1r2", "7b@A1"),
        ("7b@A1m", "7b@A1r1"),
    ],
    corrections=[
        ("5a@A6r0", "'5a@A6r0' is not the canonical form: write 5a@A6"),
        ("5A@a6R1", "'5A@a6R1' is not the canonical form: write 5a@A6r1"),
        ("m:E1,H", "'m:E1,H' is not the canonical form: write M:h,e1"),
        ("+1 r0", "'+1 r0' is several steps: write +1, r0"),
        ("5a=A6.A7.B7.C7.D7", "'5a=A6.A7.B7.C7.D7' is not the canonical form: write 5a@A6"),
        ("e46", f"'e46' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 60, f"'{'x' * 47}…' is no step of this match; a step looks like {EXAMPLES}"),
    ],
    bad_lines=[
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("-" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        ("hello", f"'hello' is no step of this match; a step looks like {EXAMPLES}"),
        ("+1 go", f"'go' is no step of this match; a step looks like {EXAMPLES}"),
        ("@A6", "'@A6' names no piece, and none is being placed here"),
        (
            "+9 @A6",
            "'@A6' names no piece, and +9 before it is not legal. The elephant moves at most 4 counted spaces.",
        ),
        ("+2 @A6", "'@A6' names no piece, and none is being placed here"),
        ("=A6.A7", "'=A6.A7' names no piece, and none is being placed here"),
        ("9z@A6", "'9z@A6' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("a0@A6", "'a0@A6' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("5a@A6r7", "'5a@A6r7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("5a@A6=A7", "'5a@A6=A7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        ("4g=A6.A7.B7", "'4g=A6.A7.B7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
        (
            "4g=A6.A7.B6.C7",
            "'4g=A6.A7.B6.C7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7",
        ),
        ("4g=A6,A7", "'4g=A6,A7' names no piece and place; a place looks like @E6r1 or =E6.E7.F7"),
    ],
    parts=[
        ("+2", {"kind": "walk", "count": 2}),
        ("r0", {"kind": "marker", "marker": 0}),
        ("r4>21", {"kind": "far-marker", "space": 21}),
        ("f", {"kind": "free-move"}),
        (
            "7b@B3r1",
            {
                "kind": "place",
                "piece": "7b",
                "cell": "B3",
                "turn": "r1",
                "cells": ["B3", "C3", "B4", "C4", "D4", "C5", "D5"],
            },
        ),
        ("a2@N9", {"kind": "place", "piece": "a2", "cell": "N9", "turn": "", "cells": ["N9", "O9"]}),
        ("M:h,e2", {"kind": "populate", "species": "M", "from": ["h", "e2"]}),
        ("K>h", {"kind": "acquire", "species": "K", "to": "h", "with_house": False}),
        ("K>e3+", {"kind": "acquire", "species": "K", "to": "e3", "with_house": True}),
        ("-", {"kind": "stop"}),
        ("k", {"kind": "keep", "keeps": True}),
        ("n", {"kind": "keep", "keeps": False}),
        ("a3l", {"kind": "attraction", "attraction": "a3l"}),
        ("a0", {"kind": "attraction", "attraction": "a0"}),
        ("b:-", {"kind": "breed", "litters": []}),
        (
            "b:e2,e1+",
            {
                "kind": "breed",
                "litters": [
                    {"enclosure": "e2", "with_house": False},
                    {"enclosure": "e1", "with_house": True},
                ],
            },
        ),
        ("x:e4", {"kind": "bonus", "litters": [{"enclosure": "e4", "with_house": False}]}),
        ("7b", {"kind": "take-up", "tile": "7b"}),
    ],
    alphabet="+r0123456789fbkxnMFKPA@:=,.>-ehalmi ",
    known=READABLE,
)
