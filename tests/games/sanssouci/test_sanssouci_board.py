"""The picture of a view in plain text."""

from referee.games.engine import Lettering
from tests.games.sanssouci.helping import GAME, case, dealt, nobles, walk

PICTURE = """\
Sanssouci   round 3 of 18   13 tiles in the stacks
Seat 1 is to place the gardener: c2 is filled

Display
  2  white     W1 LAB   W2 -
  3  grey      G1 LAB   G2 LAB
  4  orange    O1 LAB   O2 STA
  5  fuchsia   F1 STA   F2 STA
  6  turquoise T1 STA   T2 STA
Stacks  /1: 9   /2: 1   /3: 0   /4: 1   /5: 0   /6: 0   /7: 0   /8: 2

Seat 1 <   4 points, 1 gardener   garden A1, board X1 A
     a   b   c   d   e   f   g   h   i
  0      *       *   *   *   *   *   *
  1  P*  P   P   P   P   P   P   P   P
  2  .   .   S   .   K   .   .   .   .
  3  .   .   S*  .   -2  .   .   .   .
  4  .   .   .   +1  P   g3  .   .   .
  5  .   .   +2  -3  +1  .   g3  .   .
  6  .   +3  .   g3  +3  -2  .   +2  P
  hand GT   missions LAB PAV   draw pile 16
  played -

Seat 2   1 point, 0 gardeners   garden B1, board X2 B
     a   b   c   d   e   f   g   h   i
  0  *   *   *   *   *   *   *   *   *
  1  P   P   P   P   P   P   P   P   P
  2  P   .   .   .   .   P   .   .   .
  3  .   .   .   P   +1  .   .   .   .
  4  .   .   .   .   g3  -2  P   .   .
  5  .   P   +1  +2  -3  .   g3  .   .
  6  .   +3  -2  g3  .   +2  +3  .   P
  hand ? ?   draw pile 16
  played -

P printed, S symbol tile, K gardener, . free,
* noble (row 0: the terrace), +2 -2 points for a tile placed there,
g3 for a gardener, a LAB labyrinth, b STA statue, c PAV pavilion,
d FIG figure, e STE steps, f FOU fountain, g ROS rose arch,
h HER herb spiral, i VIN vine, GF card for grey or fuchsia,
ANY card for any tile
"""
ADVANCED = {"expansion": True, "stack_choice": True}


def test_a_board_looks_exactly_like_this() -> None:
    state = case(
        2,
        ADVANCED,
        phase="GARDENER",
        turn=4,
        gardens=[["PPPPPPPPP", "..S.K....", "..S......", "....P....", ".........", "........P"], None],
        nobles=[nobles(c=3, a=1), None],
        scores=[4, 1],
        sides=["A", "B"],
        hands=[["GT"], None],
        missions=[["LAB", "PAV"], ["VIN", "ROS"]],
        stacks=[["VIN"] * 9, ["VIN"], [], ["FOU"], [], [], [], ["LAB"] * 2],
        pending={"from": "W2", "symbol": "PAV"},
    )
    assert GAME.board(GAME.view(state, 1)) == PICTURE


def test_a_seat_that_is_to_choose_sees_both_sides_of_its_board() -> None:
    state = case(2, {"expansion": True}, phase="SIDE", sides=[None, "B"])
    lines = GAME.board(GAME.view(state, 1)).splitlines()
    assert lines[1] == "Seat 1 is to choose a side of the expansion board"
    place = lines.index("  side A")
    assert lines[place : place + 10] == [
        "  side A",
        "  3                  -2",
        "  4              +1  .   g3",
        "  5          +2  -3  +1  .   g3",
        "  6      +3  .   g3  +3  -2  .   +2",
        "  side B",
        "  3                  -2",
        "  4              g3  .   +1",
        "  5          g3  .   +1  -3  +2",
        "  6      +2  .   -2  +3  g3  .   +3",
    ]
    assert "Seat 1   0 points, 0 gardeners   garden A1, board X1" in lines
    assert "Seat 2   0 points, 0 gardeners   garden B1, board X2 ?" in lines
    assert lines.count("  side A") == 1
    for viewer in (2, None):
        assert "  side A" not in GAME.board(GAME.view(state, viewer)).splitlines()
    own = GAME.board(GAME.view(state, 2))
    assert "Seat 2   0 points, 0 gardeners   garden B1, board X2 B" in own


def test_a_board_says_when_the_match_is_over() -> None:
    lines = GAME.board(GAME.view(case(phase="OVER", missions=[["VIN", "LAB"], None]), None)).splitlines()
    assert lines[:2] == ["Sanssouci   round 18 of 18   35 tiles in the stacks", "The match is over."]
    assert "  hand ? ?   missions VIN LAB   draw pile 16" in lines


def test_a_board_says_what_is_to_be_done() -> None:
    def said(state: object) -> str:
        return GAME.board(GAME.view(state, None)).splitlines()[1]

    assert said(case(turn=1)) == "Seat 2 is to play a card"
    assert said(case(phase="NOBLE")) == "Seat 1 may move a noble"
    stack = case(2, ADVANCED, phase="STACK", pending={"from": "F1"})
    assert said(stack) == "Seat 1 is to name a stack for F1"


def test_numerals_stand_beside_their_stacks() -> None:
    numerals = {"numerals": ["II"] * 45 + ["III"] * 18}
    state = GAME.read_position(3, {"stack_choice": True}, numerals, {})
    lines = GAME.board(GAME.view(state, None)).splitlines()
    assert lines[9:11] == [
        "Stacks  /1: 7 II   /2: 7 II   /3: 7 II   /4: 7 II   /5: 7 II   /6: 6 II",
        "        /7: 6 II   /8: 6 II",
    ]
    # With stack choice off nobody asks for a stack, and none is shown.
    assert "Stacks" not in GAME.board(GAME.view(GAME.read_position(3, {}, numerals, {}), None))


def test_a_board_is_plain_text_of_at_most_72_columns() -> None:
    for players in GAME.players:
        for state, _, _ in walk(players, seed=players, options=ADVANCED)[::3]:
            for viewer in (None, players):
                board = GAME.board(GAME.view(state, viewer))
                assert board.isascii()
                assert board.endswith("\n")
                assert not board.endswith("\n\n")
                for line in board.splitlines():
                    assert len(line) <= 72
                    assert line == line.rstrip()


def test_a_narrow_board_with_names_and_no_legend_fits_48_columns() -> None:
    lettering = Lettering(names={1: "Ana", 3: "Luis"}, width=48, has_legend=False)
    for state, _, _ in walk(3, seed=3, options=ADVANCED)[::5]:
        board = GAME.board(GAME.view(state, 1), lettering)
        assert all(len(line) <= 48 for line in board.splitlines())
        assert "printed" not in board
    new = GAME.board(GAME.view(GAME.start(dealt(3)), 1), lettering).splitlines()
    assert new[:3] == ["Sanssouci   round 1 of 18", "53 tiles in the stacks", "Ana is to play a card"]
    assert any(line.startswith("Seat 1 < Ana") for line in new)
    assert any(line.startswith("Seat 2   0 points") for line in new)
    assert any(line.startswith("Seat 3 Luis") for line in new)
