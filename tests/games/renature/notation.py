"""The notation of Renature: texts of steps that are read, those that are not, and what is said then."""

from tests.games.notation import Notation

EXAMPLES = "P AW d3-c3, X NO, +2 c2, +1N c2, +0, J T, R b2, DROP, OK, AGAIN, END"
READABLE = [
    "P AW d3-c3", "P AW c3-d3", "P NN a1-b1", "P NN a1-o15", "P BB b2-c2", "P BD a1-a1", "P DD o14-o15", "X NO", "X BB",
    "+0", "+1 c2", "+4 a1", "+1N c2", "+4N o15", "J B", "J D", "R b2", "R o15", "DROP", "OK", "AGAIN", "END",
]  # fmt: skip
UNREADABLE = [
    "", " ", "P", "P AW", "P AW d3", "P AW d3-", "P AW d3c3", "P AWd3-c3", "PAW d3-c3", "P  AW d3-c3", "P AW d3 - c3",
    "P WA c3-d3", "P AW D3-C3", "p AW d3-c3", "P aw d3-c3", "P AX d3-c3", "P AW p1-o1", "P AW a0-a1", "P AW a16-a15",
    "P AW a01-b1", "X", "X ON", "XNO", "X no", "X XX", "X ?", "X N", "+", "+5 c2", "+0 c2", "+00", "+1", "+1c2", "+1 C2",
    "+1n c2", "+1N", "+1NN c2", "+ 1 c2", "+1N  c2", "+1N p1", "J", "J X", "JB", "J b", "J BB", "R", "R p1", "R a16", "R0",
    "Rb2", "R B2", "drop", "Drop", "OK.", "ok", ".", "END.", "end", "AGAIN ", " AGAIN", "PASS", "END;", "END; END", "X NO;",
    "P NO a1-b1; +0", "R b2\n", "Ｒ b2", "R b２",
]  # fmt: skip
NO_STEP = f"is no step; a line looks like P WA c3-d3; +2 c2, a step like {EXAMPLES}"

NOTATION = Notation(
    players=2,
    reader=2,
    readable=READABLE,
    unreadable=UNREADABLE,
    other_spellings=[
        ("P NN b1-a1", "P NN a1-b1"),
        ("P BB a2-a1", "P BB a1-a2"),
        ("P DD o15-a1", "P DD a1-o15"),
    ],
    corrections=[
        ("x on", "'x on' is not the canonical form: write X NO"),
        ("P WA c3-d3", "'P WA c3-d3' is not the canonical form: write P AW d3-c3"),
        (".", "'.' is not the canonical form: write END"),
        ("+1nc2", "'+1nc2' is not the canonical form: write +1N c2"),
        ("P WA c3-d3; +2 c2", "'P WA c3-d3; +2 c2' is several steps: write P AW d3-c3, +2 c2"),
        ("R p1", f"'R p1' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 60, f"'{'x' * 47}…' is no step of this match; a step looks like {EXAMPLES}"),
    ],
    lines=[
        ("P WA c3-d3; +2 c2", ["P AW d3-c3", "+2 c2"]),
        ("J T; P FT h5-i5; +1N j5; OK", ["J T", "P FT h5-i5", "+1N j5", "OK"]),
        ("AGAIN", ["AGAIN"]),
        ("R c2; END", ["R c2", "END"]),
        ("X QO", ["X QO"]),
        ("xoq", ["X QO"]),
        ("x o q", ["X QO"]),
        ("p n s a1 - b1", ["P NS a1-b1"]),
        ("P SN a1-b1", ["P NS b1-a1"]),
        ("pnnb1-a1", ["P NN a1-b1"]),
        ("P NN a1-b1", ["P NN a1-b1"]),
        ("P DB o15-o14", ["P BD o14-o15"]),
        ("+ 4 n c 1 2", ["+4N c12"]),
        ("+1nn1", ["+1N n1"]),
        ("+1n1", ["+1 n1"]),
        ("+0", ["+0"]),
        ("j b", ["J B"]),
        (".", ["END"]),
        ("ok;.", ["OK", "END"]),
        ("drop ; again;", ["DROP", "AGAIN"]),
        ("r O15", ["R o15"]),
    ],
    bad_lines=[
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("X NO\t", "a line is 1 to 400 printable ASCII characters"),
        (";" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        (";", f"'' {NO_STEP}"),
        ("X NO;;END", f"'' {NO_STEP}"),
        ("X NO END", f"'X NO END' {NO_STEP}"),
        ("P AW d3-c3 +2 c2", f"'P AW d3-c3 +2 c2' {NO_STEP}"),
        ("P AW d3-p3", f"'P AW d3-p3' {NO_STEP}"),
        ("P AX d3-c3", f"'P AX d3-c3' {NO_STEP}"),
        ("X ?", f"'X ?' {NO_STEP}"),
        ("+5 c2", f"'+5 c2' {NO_STEP}"),
    ],
    parts=[
        ("P AW d3-c3", {"kind": "place", "domino": "AW", "first": "d3", "second": "c3"}),
        ("X NO", {"kind": "discard", "domino": "NO"}),
        ("+2 c2", {"kind": "plant", "type": 2, "neutral": False, "space": "c2"}),
        ("+1N c12", {"kind": "plant", "type": 1, "neutral": True, "space": "c12"}),
        ("+0", {"kind": "no-plant"}),
        ("J T", {"kind": "joker", "animal": "T"}),
        ("R b2", {"kind": "return", "space": "b2"}),
        ("DROP", {"kind": "drop"}),
        ("OK", {"kind": "close"}),
        ("AGAIN", {"kind": "again"}),
        ("END", {"kind": "end"}),
    ],
    alphabet="PXJR+DOKENAGI0125N abco-;.?\té",
    known=READABLE,
)
