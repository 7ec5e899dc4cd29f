"""Reading and writing steps: the canonical text, other spellings, free lines, and what is none (rule book 8)."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import InvalidStep, OtherSpelling, State
from referee.games.zooloretto.steps import readable
from tests.games.zooloretto.helping import GAME, case, dealt

EXAMPLES = "D, L1, T2, P EM>5, MV E>4, SW 5/B:E, BUY 2:EF>5, DIS E, EXP"
STATES = {players: GAME.start(dealt(players)) for players in GAME.players}


def read(text: str, players: int = 3) -> Any:
    return GAME.read(text, STATES[players], 1)


def read_line(line: str, players: int = 3) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, STATES[players], 1)]


READABLE = [
    "D", "T1", "T3", "L1", "L3", "P E>5", "P EM+>B", "P EO>X1", "P S4>6", "P Z>4", "MV EM>5", "MV S1>4",
    "MV S2@5>4", "MV S1@4>B", "MV E>B", "MV E@5>6", "MV E@5>5", "MV EF+@X1>B", "SW 5/4", "SW 5/X1", "SW 5/5",
    "SW 5/B", "SW B/5", "SW B/B", "SW 4/B:E", "SW B/B:E", "BUY 3:EF>5", "BUY 1:E>B", "BUY 2:S3>X1",
    "DIS EO", "DIS S1", "EXP",
]  # fmt: skip
UNREADABLE = [
    "", " ", "D ", " D", "d", "D1", "T", "T0", "T4", "T01", "T1 ", "T 1", "t1", "L4", "L0", "L", "T1 EM>5",
    "P E>X2", "P E>X3", "P EO+>5", "P $>B", "P QQ>5", "P E>", "P >5", "P E", "PE>5", "P E >5", "P  E>5", "P e>5",
    "P E>7", "P S5>B", "P S>B", "P S1+>B", "P E+>5", "P E@5>4", "P E>5 ", "P E>5 E>5", "MV", "MV E", "MV $>5",
    "MV E@X2>5", "MV E@7>5", "MVE>5", "SW", "SW 5", "SW 5/", "SW 5/X2", "SW 5/B:", "SW 5/B:S", "SW 5/4:E",
    "SW B:E/5", "SW 5/B:EM", "SW5/4", "SW 5 / 4", "BUY 4:E>5", "BUY 0:E>5", "BUY 1:$>5", "BUY E>5", "BUY 1:E>X2",
    "BUY 1 E>5", "DIS", "DIS $", "DIS E>5", "EXP 1", "exp", "PASS", "0", "-", "T１", "D\n", "Ｄ", "P E>5\t",
]  # fmt: skip


@pytest.mark.parametrize("text", READABLE)
def test_a_canonical_text_is_read_and_written_back(text: str) -> None:
    assert GAME.write(read(text)) == text
    assert read(text) is read(text)
    assert read_line(text) == [text]


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_text_that_is_no_canonical_step_is_invalid(text: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert not isinstance(refused.value, OtherSpelling)


def test_what_exists_depends_on_the_number_of_players() -> None:
    for text in ("P E>X2", "MV S1@X2>5", "SW X1/X2", "BUY 2:E>X2", "SW X2/B:E"):
        assert GAME.write(read(text, 2)) == text
        for players in (3, 4, 5):
            with pytest.raises(InvalidStep):
                read(text, players)
    for players, trucks in ((2, 3), (3, 3), (4, 4), (5, 5)):
        for letter in "TL":
            assert GAME.write(read(f"{letter}{trucks}", players)) == f"{letter}{trucks}"
            with pytest.raises(InvalidStep):
                read(f"{letter}{trucks + 1}", players)
        assert GAME.write(read(f"BUY {players}:E>B", players)) == f"BUY {players}:E>B"
        with pytest.raises(InvalidStep):
            read(f"BUY {players + 1}:E>B", players)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("SW 4/5", "SW 5/4"), ("SW X1/6", "SW 6/X1"), ("MV E@B>5", "MV E>5"), ("MV S1@B>B", "MV S1>B")],
)
def test_another_spelling_names_the_canonical_form(text: str, canonical: str) -> None:
    with pytest.raises(OtherSpelling) as refused:
        read(text)
    assert refused.value.canonical == canonical
    assert str(refused.value) == f"{text} is not the canonical form: write {canonical}"
    assert read_line(text) == [canonical]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("t2", "'t2' is not the canonical form: write T2"),
        ("T 2", "'T 2' is not the canonical form: write T2"),
        ("p em>5", "'p em>5' is not the canonical form: write P EM>5"),
        ("sw 4/5", "'sw 4/5' is not the canonical form: write SW 5/4"),
        ("T2 EM>5 E>B", "'T2 EM>5 E>B' is several steps: write T2, P EM>5, P E>B"),
        ("T9", f"'T9' is no step of this match; a step looks like {EXAMPLES}"),
        ("x" * 60, f"'{'x' * 47}…' is no step of this match; a step looks like {EXAMPLES}"),
    ],
)
def test_an_invalid_step_says_what_to_write(text: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(text)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("d", ["D"]),
        ("l2", ["L2"]),
        ("L 2", ["L2"]),
        ("  t   3 ", ["T3"]),
        ("T2 EM>5 E>B S1>4", ["T2", "P EM>5", "P E>B", "P S1>4"]),
        ("t2 em>5\te>b", None),
        ("T2 P EM>5 E>B", ["T2", "P EM>5", "P E>B"]),
        ("P E>B S1>4", ["P E>B", "P S1>4"]),
        ("p ef+>x1", ["P EF+>X1"]),
        ("P E>B P S1>4", ["P E>B", "P S1>4"]),
        ("mv E@b>5", ["MV E>5"]),
        ("MV S2@5>4", ["MV S2@5>4"]),
        ("SW 4/5", ["SW 5/4"]),
        ("sw5/b:e", ["SW 5/B:E"]),
        ("buy3:ef>5", ["BUY 3:EF>5"]),
        ("dis eo", ["DIS EO"]),
        ("exp", ["EXP"]),
        ("D L2", ["D", "L2"]),
    ],
)
def test_a_line_is_read_in_free_spelling(line: str, steps: list[str] | None) -> None:
    if steps is None:
        with pytest.raises(InvalidStep, match=r"^a line is 1 to 400 printable ASCII characters$"):
            read_line(line)
    else:
        assert read_line(line) == steps


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("D" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        ("EM>5", f"'EM>5' is no command; a line looks like T2 EM>5 E>B, or {EXAMPLES}"),
        ("T2 EM>5 E", f"'E' is no command; a line looks like T2 EM>5 E>B, or {EXAMPLES}"),
        ("MVE>5", f"'MVE>5' is no command; a line looks like T2 EM>5 E>B, or {EXAMPLES}"),
        ("T", f"T needs something after it; a step looks like {EXAMPLES}"),
        ("P", f"P needs something after it; a step looks like {EXAMPLES}"),
        ("T2 E>5 P", f"P needs something after it; a step looks like {EXAMPLES}"),
        ("t4", "'T4' names no tile, truck, seat or area of this match"),
        ("T2 EM>5 Q>4", "'P Q>4' names no tile, truck, seat or area of this match"),
        ("MV E>5 K>4", f"'K>4' is no command; a line looks like T2 EM>5 E>B, or {EXAMPLES}"),
        ("D 1", f"'1' is no command; a line looks like T2 EM>5 E>B, or {EXAMPLES}"),
        ("SW 5 / 4", "'SW 5' names no tile, truck, seat or area of this match"),
        ("P E > 5", "'P E' names no tile, truck, seat or area of this match"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_word(line: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read_line(line)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("D", {"kind": "draw"}),
        ("L2", {"kind": "load", "truck": 2}),
        ("T2", {"kind": "take", "truck": 2}),
        ("P EM>5", {"kind": "place", "tile": "EM", "area": "5"}),
        ("P S1>B", {"kind": "place", "tile": "S1", "area": "B"}),
        ("MV E>X1", {"kind": "move", "tile": "E", "from": "B", "to": "X1"}),
        ("MV S2@5>4", {"kind": "move", "tile": "S2", "from": "5", "to": "4"}),
        ("SW 5/4", {"kind": "swap", "from": "5", "to": "4"}),
        ("SW 5/B:E", {"kind": "swap", "from": "5", "to": "B", "species": "E"}),
        ("BUY 3:EF>5", {"kind": "buy", "seat": 3, "tile": "EF", "area": "5"}),
        ("DIS EO", {"kind": "discard", "tile": "EO"}),
        ("EXP", {"kind": "expand"}),
    ],
)
def test_a_step_is_described_by_typed_parts(text: str, parts: dict[str, Any]) -> None:
    found = GAME.parts(read(text))
    assert found == parts
    assert next(iter(found)) == "kind"


@pytest.mark.parametrize("players", GAME.players)
def test_every_step_of_a_match_is_read_as_it_is_written(players: int) -> None:
    texts = list(readable(players))
    assert len(texts) == len(set(texts))
    kinds = set()
    for text in texts:
        step = GAME.read(text, STATES[players], 1)
        assert GAME.write(step) == text
        assert len(text) <= 48
        assert [GAME.write(one) for one in GAME.read_line(text.lower(), STATES[players], 1)] == [text]
        kinds.add(GAME.parts(step)["kind"])
    assert kinds == {"draw", "load", "take", "place", "move", "swap", "buy", "discard", "expand"}


def _count(players: int, areas: int) -> int:
    tiles = 8 * 6 + 4
    trucks = {2: 3, 3: 3, 4: 4, 5: 5}[players]
    swaps = (areas - 1) * areas // 2 + 2 * (areas - 1) + 1 + 8 * areas
    return 2 + 2 * trucks + tiles * areas + tiles * areas**2 + swaps + players * tiles * areas + tiles


@pytest.mark.parametrize(("players", "areas"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_exactly_the_steps_of_the_table_are_readable(players: int, areas: int) -> None:
    assert len(readable(players)) == _count(players, areas)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="DTLPMVSWBUYEXI0123456 @>/:+$\té", max_size=14))
def test_any_text_is_a_step_or_invalid_and_never_worse(text: str) -> None:
    state: State = STATES[3]
    try:
        assert GAME.write(GAME.read(text, state, 1)) == text
    except InvalidStep:
        assert text not in readable(3)
    try:
        steps = GAME.read_line(text, state, 1)
    except InvalidStep:
        return
    assert [GAME.read(GAME.write(step), state, 1) for step in steps] == steps


def test_a_line_is_read_by_the_tiles_of_all_species() -> None:
    state = case(4, options={"species_removed": ["Z"]})
    assert GAME.write(GAME.read("P Z>5", state, 1)) == "P Z>5"


def test_a_shuffled_line_of_legal_steps_reads_back() -> None:
    chance = random.Random(1)
    texts = chance.sample(sorted(readable(5)), 30)
    assert read_line(" ".join(texts[:20]), 5) == texts[:20]
