"""Reading and writing steps: the canonical text, free lines, and what is none (rule book 8, "Readable")."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import InvalidStep, State
from tests.games.aquaretto.helping import CELLS, GAME, TILES, case, dealt, texts

EXAMPLES = (
    "D, L1, T2, P DM>K13, P Y>J13, P W>C, MV DF>L12, MW C>K10, BUY 3:OM>J11, DIS, EXP L M13, EXP S I13SE"
)
STATES = {players: GAME.start(dealt(players)) for players in GAME.players}
SOME = ["A1", "U21", "I9", "I13", "K12", "L12", "T9"]


def read(text: str, players: int = 3) -> Any:
    return GAME.read(text, STATES[players], 1)


def read_line(line: str, players: int = 3) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, STATES[players], 1)]


READABLE = [
    "D", "T1", "T3", "L1", "L3", "P HE>K9", "P DM>D", "P BY>I9", "P TY>A1", "P SZ>U21", "P Y>J13", "P Y>D",
    "P W>C", "P W>K", "P W>M", "P W>D", "P W>K10", "MV DF>L12", "MV DF>D", "MV DY>I13", "MW C>C", "MW C>K10",
    "MW K10>J10", "MW M>K", "MW K10>K10", "BUY 3:OM>J11", "BUY 3:OM>D", "BUY 1:CE>A21", "DIS", "EXP L M13",
    "EXP L U21", "EXP L I9", "EXP S I13SE", "EXP S A1NW", "EXP S M12SW", "EXP S U21NE",
]  # fmt: skip
UNREADABLE = [
    "", " ", "D ", " D", "d", "D1", "T", "T0", "T4", "T01", "T1 ", "T 1", "t1", "L4", "L0", "L", "T1 DM>K13",
    "P HZ>K9", "P DE>K9", "P OE>K9", "P TZ>K9", "P $>D", "P QQ>K9", "P D>K9", "P DM>", "P >K9", "P DM", "P DM>C",
    "P DM>M", "P DM>V1", "P DM>K0", "P DM>K22", "P DM>K09", "P DM>k13", "P dm>K13", "PDM>K13", "P DM >K13",
    "P  DM>K13", "P DM>K13 ", "P DM>K13 W>C", "P Y>C", "P Y", "P W", "P W>W", "P W>", "P W>Y", "MV", "MV DM",
    "MV $>K9", "MV W>K9", "MV Y>K9", "MV DM>C", "MV DA>V1", "MVDM>K9", "MW D>C", "MW C>D", "MW C", "MW C>",
    "MW >C", "MW W>C", "MW C>K10>J10", "BUY 4:OM>J11", "BUY 0:OM>J11", "BUY 1:$>J11", "BUY OM>J11", "BUY 1:OM>K",
    "BUY 1 OM>J11", "BUY 01:OM>J11", "BUY 1:OM:DM>J11", "DIS OA", "DIS ", "dis", "EXP", "EXP L", "EXP M13", "EXP X M13",
    "EXP L M13SE", "EXP L D", "EXP S M13", "EXP S M13 SE", "EXP S M13se", "EXP S M13N", "EXP S M13EN", "EXP S SE",
    "EXP S V1SE", "EXP  L M13", "PASS", "0", "-", "T１", "D\n", "Ｄ", "P DM>K13\t",
]  # fmt: skip


@pytest.mark.parametrize("text", READABLE)
def test_a_canonical_text_is_read_and_written_back(text: str) -> None:
    assert GAME.write(read(text)) == text
    assert read(text) == read(text)
    assert read_line(text) == [text]


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_text_that_is_no_canonical_step_is_invalid(text: str) -> None:
    with pytest.raises(InvalidStep):
        read(text)


def test_what_exists_depends_on_the_number_of_players() -> None:
    for players, trucks in ((2, 3), (3, 3), (4, 4), (5, 5)):
        for letter in "TL":
            assert GAME.write(read(f"{letter}{trucks}", players)) == f"{letter}{trucks}"
            with pytest.raises(InvalidStep):
                read(f"{letter}{trucks + 1}", players)
        assert GAME.write(read(f"BUY {players}:DA>K9", players)) == f"BUY {players}:DA>K9"
        with pytest.raises(InvalidStep):
            read(f"BUY {players + 1}:DA>K9", players)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("t2", "'t2' is not the canonical form: write T2"),
        ("T 2", "'T 2' is not the canonical form: write T2"),
        ("p dm>k13", "'p dm>k13' is not the canonical form: write P DM>K13"),
        ("DIS OA", "'DIS OA' is not the canonical form: write DIS"),
        ("EXP S I13 SE", "'EXP S I13 SE' is not the canonical form: write EXP S I13SE"),
        ("T1 DM>K13 W>C", "'T1 DM>K13 W>C' is several steps: write T1, P DM>K13, P W>C"),
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
        ("T1 DM>K13 W>C Y>J13 HE>D", ["T1", "P DM>K13", "P W>C", "P Y>J13", "P HE>D"]),
        ("t1 p dm>k13 w>k10", ["T1", "P DM>K13", "P W>K10"]),
        ("P HE>K9", ["P HE>K9"]),
        ("P W>K10 Y>J13", ["P W>K10", "P Y>J13"]),
        ("P HE>D P DA>K9", ["P HE>D", "P DA>K9"]),
        ("mv DF>l12", ["MV DF>L12"]),
        ("MV DF>L12 W>C Y>J13", ["MV DF>L12", "P W>C", "P Y>J13"]),
        ("mw c>k10", ["MW C>K10"]),
        ("MW M>K", ["MW M>K"]),
        ("buy3:om>j11 y>j12", ["BUY 3:OM>J11", "P Y>J12"]),
        ("BUY 3:OM>J11", ["BUY 3:OM>J11"]),
        ("dis", ["DIS"]),
        ("exp l m13", ["EXP L M13"]),
        ("exp l l14", ["EXP L L14"]),
        ("EXP L T9", ["EXP L T9"]),
        ("exp s l14 nw", ["EXP S L14NW"]),
        ("EXP S T12SE", ["EXP S T12SE"]),
        ("mw l10>c", ["MW L10>C"]),
        ("MW T9>L12", ["MW T9>L12"]),
        ("mw l10>l12", ["MW L10>L12"]),
        ("t2 df>l12 w>t9", ["T2", "P DF>L12", "P W>T9"]),
        ("dis t2 df>k9 buy3:om>l11 l1", ["DIS", "T2", "P DF>K9", "BUY 3:OM>L11", "L1"]),
        ("EXP S I13SE", ["EXP S I13SE"]),
        ("exp s i13 se", ["EXP S I13SE"]),
        ("D L2", ["D", "L2"]),
        ("DIS D", ["DIS", "D"]),
    ],
)
def test_a_line_is_read_in_free_spelling(line: str, steps: list[str]) -> None:
    assert read_line(line) == steps


NO_STEP = "names no tile, truck, seat or place of this match"
LINE_EXAMPLES = f"a line looks like T1 DM>K13 W>C Y>J13 HE>D, or {EXAMPLES}"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "a line is 1 to 400 printable ASCII characters"),
        ("ß", "a line is 1 to 400 printable ASCII characters"),
        ("D\tL1", "a line is 1 to 400 printable ASCII characters"),
        ("D" * 401, "a line is 1 to 400 printable ASCII characters"),
        ("   ", "the line is empty"),
        ("DM>K13", f"'DM>K13' is no command; {LINE_EXAMPLES}"),
        ("T2 DM>K13 HE", f"'HE' is no command; {LINE_EXAMPLES}"),
        ("MW C>K W>C", f"'W>C' is no command; {LINE_EXAMPLES}"),
        ("EXP L M13 Y>J13", f"'Y>J13' is no command; {LINE_EXAMPLES}"),
        ("MVDM>K9", f"'MVDM>K9' is no command; {LINE_EXAMPLES}"),
        ("T", f"T needs something after it; a step looks like {EXAMPLES}"),
        ("P", f"P needs something after it; a step looks like {EXAMPLES}"),
        ("EXP L", f"EXP needs something after it; a step looks like {EXAMPLES}"),
        ("T2 HE>K9 P", f"P needs something after it; a step looks like {EXAMPLES}"),
        ("t4", f"'T4' {NO_STEP}"),
        ("T2 DM>K13 QQ>K9", f"'P QQ>K9' {NO_STEP}"),
        ("EXP L M13 SE", f"'EXP L M13SE' {NO_STEP}"),
        ("DIS QQ", f"'DIS QQ' {NO_STEP}"),
        ("D 1", f"'1' is no command; {LINE_EXAMPLES}"),
        ("P DM > K13", f"'P DM' {NO_STEP}"),
        ("DIS HE", "DIS HE: HE is not the top tile of the depot, the depot is empty"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_word(line: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read_line(line)
    assert str(refused.value) == why


def test_a_discard_may_name_the_top_tile_as_a_check() -> None:
    state = case(zoos=["D:CE,HE", "D:OA", "D:"], coins=[2, 2, 2])
    assert [GAME.write(step) for step in GAME.read_line("dis he", state, 1)] == ["DIS"]
    assert [GAME.write(step) for step in GAME.read_line("DIS OA", state, 2)] == ["DIS"]
    with pytest.raises(InvalidStep) as refused:
        GAME.read_line("DIS CE", state, 1)
    assert str(refused.value) == "DIS CE: CE is not the top tile of the depot, HE lies there"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("D", {"kind": "draw"}),
        ("L2", {"kind": "load", "truck": 2}),
        ("T2", {"kind": "take", "truck": 2}),
        ("P DM>K13", {"kind": "place", "tile": "DM", "to": "K13"}),
        ("P DM>D", {"kind": "place", "tile": "DM", "to": "D"}),
        ("P Y>J13", {"kind": "offspring", "to": "J13"}),
        ("P W>C", {"kind": "coworker", "to": "C"}),
        ("P W>K10", {"kind": "coworker", "to": "K10"}),
        ("MV DF>L12", {"kind": "move", "tile": "DF", "to": "L12"}),
        ("MW K10>M", {"kind": "move-coworker", "from": "K10", "to": "M"}),
        ("BUY 3:OM>J11", {"kind": "buy", "seat": 3, "tile": "OM", "to": "J11"}),
        ("DIS", {"kind": "discard"}),
        ("EXP L M13", {"kind": "expand", "size": "L", "cell": "M13"}),
        ("EXP S I13SE", {"kind": "expand", "size": "S", "cell": "I13", "corner": "SE"}),
    ],
)
def test_a_step_is_described_by_typed_parts(text: str, parts: dict[str, Any]) -> None:
    found = GAME.parts(read(text))
    assert found == parts
    assert next(iter(found)) == "kind"


@pytest.mark.parametrize("players", GAME.players)
def test_every_step_of_a_match_is_read_as_it_is_written(players: int) -> None:
    written = texts(players, SOME, TILES, [*SOME, "C", "K", "M"])
    assert len(set(written)) == len(written)
    kinds = set()
    for text in written:
        step = GAME.read(text, STATES[players], 1)
        assert GAME.write(step) == text
        assert len(text) <= 48
        assert [GAME.write(one) for one in GAME.read_line(text.lower(), STATES[players], 1)] == [text]
        kinds.add(GAME.parts(step)["kind"])
    assert kinds == {
        "draw", "load", "take", "place", "offspring", "coworker", "move", "move-coworker", "buy", "discard",
        "expand",
    }  # fmt: skip


def test_there_are_forty_tiles_and_441_cells() -> None:
    assert len(TILES) == 40
    for cell in CELLS:
        assert GAME.parts(read(f"P W>{cell}")) == {"kind": "coworker", "to": cell}
    assert len(set(CELLS)) == 441


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="DTLPMVWBUYEXISNOAFKJC0123456 @>/:+$\té", max_size=14))
def test_any_text_is_a_step_or_invalid_and_never_worse(text: str) -> None:
    state: State = STATES[3]
    try:
        assert GAME.write(GAME.read(text, state, 1)) == text
    except InvalidStep:
        assert text not in READABLE
    try:
        steps = GAME.read_line(text, state, 1)
    except InvalidStep:
        return
    assert [GAME.read(GAME.write(step), state, 1) for step in steps] == steps


def test_a_line_is_read_by_the_tiles_of_all_species() -> None:
    state = case(4, options={"species_removed": ["B"]})
    assert GAME.write(GAME.read("P BE>K9", state, 1)) == "P BE>K9"


def test_a_shuffled_line_of_steps_reads_back() -> None:
    chance = random.Random(1)
    written = chance.sample(texts(5, SOME, TILES, [*SOME, "C"]), 24)
    assert read_line(" ".join(written), 5) == written


def test_what_is_read_is_not_kept() -> None:
    """Texts of players must not fill the memory: of 320,000 steps a match needs few."""
    from referee.games.aquaretto.steps import MOVE_COWORKER, PLACE

    kept = (len(PLACE["DA"]), len(MOVE_COWORKER))
    for cell in ("A1", "B2", "C3"):
        read(f"P DA>{cell}")
        read(f"MW {cell}>A2")
    assert (len(PLACE["DA"]), len(MOVE_COWORKER)) == kept
