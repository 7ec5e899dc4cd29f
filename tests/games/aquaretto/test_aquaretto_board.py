"""The picture of a view in plain text."""

from referee.games.aquaretto.board import WORDS
from referee.games.engine import Lettering
from tests.games.aquaretto.helping import GAME, case, play, walk

PICTURE = """\
Aquaretto   round 7   bank 20   stacks 1 + 15
Seat 2 is to place what is due: DY HE W

Truck 1   taken by seat 1
Truck 2   $   OA
Truck 3   taken by seat 2

Seat 1   4 coins, 5 points, began the round
  14  .  .        .  .
  13  .  W  .  .  .  .
  12  .  DA DF .  .
  11  .  .  .  .  .
  10  ## .  .  OA .
   9  ## ## .  .
      I  J  K  L  M  N
  C cashiers 1/2, K keepers 2/2, M manager 0/1
  species 2/4, L large expansions 1/2, S small expansions 1/2
  depot, top last: CE HM

Seat 2 <   1 coin, 2 points
  13     .  .  .
  12  .  DF DM .  .
  11  .  .  .  .  .
  10  ## .  .  .  .
   9  ## ## .  .
      I  J  K  L  M
  C cashiers 0/2, K keepers 0/2, M manager 0/1
  species 1/3, L large expansions 0/2, S small expansions 0/2
  depot, top last: -

D dolphin, O orca, S sea lion, T sea turtle, H hippopotamus,
C crocodile, P penguin, B polar bear, _F fertile female,
_M fertile male, _A adult without a mark, _E fish symbol,
_Z flash symbol, _Y young (offspring tile), $ coin, W trainer,
. free space, ## entrance
"""


def test_a_board_looks_exactly_like_this() -> None:
    state = case(
        2,
        next="RESOLVE 2",
        round=7,
        bank=20,
        coins=[4, 1],
        hand="W,DY,HE",
        trucks=["@1", "$,OA", "@2"],
        zoos=["DA@J12 DF@K12 OA@L10 W@J13 W@C W@K W@K S@I13SE L@M13 D:CE,HM", "DF@J12 DM@K12 D:"],
        deck=["DA"] * 16,
    )
    assert GAME.board(GAME.view(state, 1)) == PICTURE


NARROW = """\
Aquaretto   round 1   bank 28   stacks 0 + 14
last round
Ana is to take a turn

Truck 1   .   .   .
Truck 2   .   .
Truck 3   .

Seat 1 < Ana
  1 coin, -2 points, began the round
  21                    .  .
  20                    .  .
  19                    .  .
  18                    .
  17                 .  .
  16                    .
  15
  14
  13     .  .  .
  12  .  .  .  .  .
  11  .  .  .  .  .
  10  ## .  .  .  .
   9  ## ## .  .
      I  J  K  L  M  N  O  P
  C cashiers 0/2, K keepers 0/2, M manager 0/1
  species 0/4, L large expansions 1/2
  S small expansions 2/2
  depot, top last: DA DM

Seat 2   1 coin, 0 points
  13     .  .  .
  12  .  .  .  .  .
  11  .  .  .  .  .
  10  ## .  .  .  .
   9  ## ## .  .
      I  J  K  L  M
  C cashiers 0/2, K keepers 0/2, M manager 0/1
  species 0/3, L large expansions 0/2
  S small expansions 0/2
  depot, top last: -
"""


def test_a_narrow_board_with_names_and_without_a_legend_looks_exactly_like_this() -> None:
    state = case(2, zoos=["L@O20 S@N16SW S@O18SE D:DA,DM", "D:"], deck=["DA"] * 14)
    shown = GAME.view(state, 1)
    assert GAME.board(shown, Lettering(WORDS, {1: "Ana"}, 48, False)) == NARROW


def test_a_board_says_when_the_match_is_over_and_what_left_the_game() -> None:
    state, _ = play(case(2, trucks=["$", "@2", "TE"]), "T1")
    lines = GAME.board(GAME.view(state, None)).splitlines()
    assert lines[:2] == ["Aquaretto   round 1   bank 28   stacks 0 + 0   last round", "The match is over."]
    assert "Out of the game: TE" in lines
    assert lines[3:6] == ["Truck 1   .   .   .", "Truck 2   .   .", "Truck 3   ."]


def test_a_board_says_what_is_to_be_done() -> None:
    for position, line in (
        ({}, "Seat 1 is to take a turn"),
        ({"next": "LOAD 3", "hand": "DF"}, "Seat 3 is to load the drawn tile: DF"),
        ({"next": "PLACE 1", "hand": "DF,DA", "trucks": ["@1", "", ""]}, "Seat 1 is to place: DA DF"),
        ({"next": "RESOLVE 2", "hand": "W"}, "Seat 2 is to place what is due: W"),
    ):
        assert GAME.board(GAME.view(case(**position), None)).splitlines()[1] == line


def test_a_board_names_only_the_species_that_are_played_with() -> None:
    state = case(4, options={"species_removed": ["B"]})
    assert "polar bear" not in GAME.board(GAME.view(state, None))
    assert "penguin" in GAME.board(GAME.view(state, None))


def test_a_board_is_plain_text_of_at_most_72_columns() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players):
            board = GAME.board(GAME.view(state, None))
            assert board.isascii()
            assert board.endswith("\n")
            for line in board.splitlines():
                assert len(line) <= 72
                assert line == line.rstrip()
