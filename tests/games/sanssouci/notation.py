"""The notation of Sanssouci: texts of steps that are read, those that are not, and what is said then."""

from referee.games.sanssouci.steps import READABLE
from tests.games.notation import Notation

EXAMPLES = "SIDE A, GT T1, PAV W1, ANY F2, @c5, >e5, >-, /3"
UNREADABLE = [
    "", " ", "SIDE", "SIDE C", "SIDE ?", "SIDE a", "SIDE  A", "side A", "TG T1", "WG T1", "FT W1", "* W1", "c W1", "C W1",
    "GT", "GT T", "GT T3", "GT T0", "GT B1", "GT  T1", "GTT1", " GT T1", "GT T1 ", "gt t1", "GT t1", "ANY", "PAVE W1",
    "@", "@a0", "@a7", "@j1", "@A1", "@-", "@a1 ", "a1", "@a10", ">", ">a0", ">j3", ">A1", ">--", "> a1", ">a7", "/", "/0",
    "/9", "/10", "/-", "1", "PASS", "GT T1 >a1", "@c5 >-", "Ｗ1", "GT\tT1", "GT T1\n", "@ａ1",
]  # fmt: skip

NOTATION = Notation(
    players=2,
    reader=0,
    unreadable=UNREADABLE,
    corrections=[
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
    lines=[
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
    bad_lines=[
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
    parts=[
        ("SIDE B", {"kind": "side", "side": "B"}),
        ("GT T1", {"kind": "play", "card": "GT", "place": "T1"}),
        ("ANY W2", {"kind": "play", "card": "ANY", "place": "W2"}),
        ("@c5", {"kind": "gardener", "square": "c5"}),
        (">e5", {"kind": "noble", "square": "e5"}),
        (">-", {"kind": "pass"}),
        ("/3", {"kind": "stack", "stack": 3}),
    ],
    alphabet="GTWOFPAVNYSIDE123@>-/*abcei ",
    known=READABLE,
)
