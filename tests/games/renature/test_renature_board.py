"""The picture of a view in plain text."""

from typing import Any

import pytest

from referee.games.engine import Lettering
from referee.words.boards import board_prose, board_text
from tests.games.renature.helping import GAME, case, play, walk

POSITION: dict[str, Any] = {
    "phase": "PLANT",
    "seat": 2,
    "joker": "F",
    "dominoes": ["ST b1-c1", "SF a1-a2", "NN o14-o15", "FW a3-b3"],
    "halves": {"f1": "D"},
    "plants": {"b2": [4, "orange"], "h14": [1, "neutral"], "k12": [2, "black"], "n9": [3, "blue"]},
    "sky": {"h9": 2, "n8": 1},
    "clouds": [0, 1, 6],
    "scores": [1, 12, -3],
    "hands": [["NN", "AW"], ["SS", "NO", "BD"], []],
    "reserves": [["TT"], [], []],
    "collected": {"A": 2, "R": 2, "C": 3},
}
PICTURE = """\
Renature   turn 1   joker F (frog)
Seat 2 is to plant beside a3-b3

   a   b   c   d   e   f   g   h   i   j   k   l   m   n   o
 1 S   S---T   .   .   D   .   .   .   *   .   .   .   *   .
   |
 2 F   a4o a   .   b   b   .   c   .   d   d   .   e   e   .

 3 F---W   .   .   .   .   .   c   .   .   .   .   .   .   .

 4 .   f   f   .   g   g   .   c   .   h   h   .   i   i   .

 5 .   f   .   .   g   g   .   .   .   h   h   .   .   i   .

 6 .   f   f   .   .   .   .   j   .   .   .   .   i   i   .

 7 .   .   .   .   k   .   j   j   j   .   l   .   .   .   .

 8 .   k   k   k   k   .   .   .   .   .   l   l   l   l~1 .

 9 .   k   .   .   .   .   m   m~2 m   .   .   .   .   l3b .

10 .   .   .   n   .   m   m   .   m   m   .   p   .   .   .

11 .   n   n   n   .   .   .   .   .   .   .   p   p   p   .

12 .   n   n   n   n   .   q   q   q   .   p2k p   p   p   .

13 .   .   .   .   .   .   q   q   q   .   .   .   .   .   .

14 .   r   r   .   q   q   q   q1n q   q   q   .   s   s   N
                                                           |
15 .   .   .   .   .   .   .   .   .   .   .   .   .   .   N

Seat 1, o orange, 1 point, 0 clouds, 2 in hand, 1 in reserve
  own 5x1 3x2 2x3 0x4   neutral 2x1 1x2 1x3 1x4

Seat 2 <, b blue, 12 points, 1 cloud, 3 in hand, 0 in reserve
  own 5x1 3x2 1x3 1x4   neutral 2x1 1x2 1x3 1x4   tokens a r

Seat 3, k black, -3 points, 6 clouds, 0 in hand, 0 in reserve
  own 5x1 2x2 2x3 1x4   neutral 2x1 1x2 1x3 1x4   tokens c

Tokens: 2/1 b d e s, 4/2 g h j, 5/2 f i, 6/3 k l, 7/3 m, 8/4 n p, 13/6 q
Your hand: BD NO SS
Your backs: a 1 r 2

B butterfly, N snail, S salamander, F frog, T turtle, A bat,
W woodpecker, Q squirrel, O owl, D badger, . free stream,
* starting space, a free area space, a~2 with 2 clouds,
a2o area, type, colour, 1 turf, 2 bush, 3 pine, 4 oak, o orange, b blue,
k black, n neutral
"""


def test_a_board_looks_exactly_like_this() -> None:
    assert GAME.board(GAME.view(case(3, **POSITION), 2)) == PICTURE


NARROW = """\
Renature   turn 1   joker F (frog)
Maximilian of Habsburg is to plant beside a3-b3

   a  b  c  d  e  f  g  h  i  j  k  l  m  n  o
 1 S  S--T  .  .  D  .  .  .  *  .  .  .  *  .
   |
 2 F  4o a  .  b  b  .  c  .  d  d  .  e  e  .

 3 F--W  .  .  .  .  .  c  .  .  .  .  .  .  .

 4 .  f  f  .  g  g  .  c  .  h  h  .  i  i  .

 5 .  f  .  .  g  g  .  .  .  h  h  .  .  i  .

 6 .  f  f  .  .  .  .  j  .  .  .  .  i  i  .

 7 .  .  .  .  k  .  j  j  j  .  l  .  .  .  .

 8 .  k  k  k  k  .  .  .  .  .  l  l  l  l~1.

 9 .  k  .  .  .  .  m  m~2m  .  .  .  .  3b .

10 .  .  .  n  .  m  m  .  m  m  .  p  .  .  .

11 .  n  n  n  .  .  .  .  .  .  .  p  p  p  .

12 .  n  n  n  n  .  q  q  q  .  2k p  p  p  .

13 .  .  .  .  .  .  q  q  q  .  .  .  .  .  .

14 .  r  r  .  q  q  q  1n q  q  q  .  s  s  N
                                             |
15 .  .  .  .  .  .  .  .  .  .  .  .  .  .  N

Seat 1 Ana, o orange, 1 point, 0 clouds
  2 in hand, 1 in reserve
  own 5x1 3x2 2x3 0x4   neutral 2x1 1x2 1x3 1x4

Seat 2 < Maximilian of Habsburg, b blue
  12 points, 1 cloud, 3 in hand, 0 in reserve
  own 5x1 3x2 1x3 1x4   neutral 2x1 1x2 1x3 1x4
  tokens a r

Seat 3 Mei, k black, -3 points, 6 clouds
  0 in hand, 0 in reserve
  own 5x1 2x2 2x3 1x4   neutral 2x1 1x2 1x3 1x4
  tokens c

Tokens: 2/1 b d e s, 4/2 g h j, 5/2 f i,
  6/3 k l, 7/3 m, 8/4 n p, 13/6 q
"""


def test_a_narrow_board_looks_exactly_like_this() -> None:
    lettering = Lettering(None, {1: "Ana", 2: "Maximilian of Habsburg", 3: "Mei"}, 48, False)
    assert GAME.board(GAME.view(case(3, **POSITION), None), lettering) == NARROW


def head(**position: Any) -> str:
    return GAME.board(GAME.view(case(2, **position), None)).splitlines()[1]


def test_a_board_says_what_is_to_be_done() -> None:
    closing = {"halves": dict.fromkeys(["a2", "b1", "c1", "d2", "b3", "c3"], "B"), "last": "b1-c1"}
    waiting = {"dominoes": ["NS h15-i15"], "planted": "h14", "waiting": 2}
    assert head() == "Seat 1 is to place or discard a domino"
    assert head(phase="PLANT", dominoes=["NS a1-b1"]) == "Seat 1 is to plant beside a1-b1"
    assert (
        head(phase="OVERFLOW", plants={"h14": [1, "black"]}, **waiting) == "Seat 1 has no room for 2 clouds"
    )
    assert head(phase="PRECLOSE", plants={"b2": [1, "black"]}, **closing) == (
        "Seat 1 may return plants before areas close"
    )
    assert head(phase="END", seat=2) == "Seat 2 may use clouds before the turn ends"
    assert head(hands=[[], []]) == "The match is over."


def test_a_viewer_sees_his_own_hand_discards_and_backs_below_the_board() -> None:
    state, _ = play(case(2, hands=[["NO", "AW"], ["SS"]], clouds=[0, 0], collected={"Q": 1}), "X NO")
    lines = GAME.board(GAME.view(state, 1)).splitlines()
    place = lines.index("Your hand: AW")
    assert lines[place : place + 3] == ["Your hand: AW", "Your discards: NO", "Your backs: q 6"]
    for viewer in (None, 2):
        assert "NO" not in GAME.board(GAME.view(state, viewer)).split()
    state, _ = play(case(2, hands=[["NO"], ["SS"]], clouds=[0, 0]), "X NO")
    assert GAME.decisions(state)
    assert "Your hand: -" in GAME.board(GAME.view(state, 1)).splitlines()
    state, _ = play(state, "X SS")
    lines = GAME.board(GAME.view(state, 1)).splitlines()
    assert "Your discards: NO" in lines
    assert "Your hand: -" not in lines


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_board_fits_its_width_in_every_language(language: Any) -> None:
    names = {1: "Ana María de los Ángeles", 2: "Bo", 3: "Chloë", 4: "D" * 24}
    for players in GAME.players:
        for state, _ in walk(players, seed=players)[::12]:
            for viewer in (None, 1):
                for width in (72, 48):
                    board = board_text(GAME, GAME.view(state, viewer), language, names, width)
                    assert board.endswith("\n")
                    for line in board.splitlines():
                        assert len(line) <= width
                        assert line == line.rstrip()


def test_a_board_in_english_is_plain_text_that_shows_every_piece() -> None:
    for state, _ in walk(4, seed=4, tidy=0.9)[::10]:
        view = GAME.view(state, None)
        board = GAME.board(view, Lettering(has_legend=False))
        assert board.isascii()
        grid = board.splitlines()[4:33]
        cells = {f"{'abcdefghijklmno'[column]}{row + 1}": grid[2 * row][3 + 4 * column :][:3] for row in range(15) for column in range(15)}  # fmt: skip
        for placed in view["dominoes"]:
            assert cells[placed["first"]][0] + cells[placed["second"]][0] == placed["domino"]
        letters = {"orange": "o", "blue": "b", "black": "k", "white": "w", "neutral": "n"}
        for plant in view["plants"]:
            assert (
                cells[plant["space"]] == f"{plant['area'].lower()}{plant['type']}{letters[plant['colour']]}"
            )
        joints = sum(line.count("-") for line in grid[::2]) / 3 + sum(line.count("|") for line in grid[1::2])
        assert joints == len(view["dominoes"])


def test_a_board_is_told_in_sentences() -> None:
    said = board_prose(GAME, GAME.view(case(3, **POSITION), 2), "en", {1: "Ana"})
    assert said[:3] == [
        "Turn 1. The joker is the frog. Dominoes on the board: 4.",
        "Seat 2 is to plant beside a3-b3.",
        "Ana (orange): 1 point, 0 clouds, 2 in hand, 1 in reserve, 0 discarded. "
        "Plants left, by value from 1 to 4: own 5, 3, 2, 0; neutral 2, 1, 1, 1. Area tokens: none.",
    ]
    assert "Area A (b2 c2), 2 and 1 points, taken by seat 2: an oak (orange) on b2." in said
    assert "Clouds on the board: h9 2 clouds, n8 1 cloud." in said
    assert "Row 3 of the stream: a3 frog, b3 woodpecker." in said
    assert said[-1] == "Your hand: butterfly-badger (BD), snail-owl (NO), salamander-salamander (SS)."
    assert len(said) == 2 + 3 + 18 + 1 + 5 + 1
    spanish = board_prose(GAME, GAME.view(case(3, **POSITION), None), "es")
    assert spanish[1] == "El asiento 2 planta junto a a3-b3."
    assert len(spanish) == len(said) - 1
