"""The picture of a view in plain text."""

from tests.games.zooloretto.helping import GAME, case, play, walk

PICTURE = """\
Zooloretto   round 7   bank 20   piles 1 + 15
Seat 2 is to place: E EM

Truck 1   taken by seat 1
Truck 2   $   K
Truck 3   taken by seat 2

Seat 1   4 coins, 4 points, began the round
  5    E   EF+ .   .   .           stalls  S1
  4    .   .   .   .               stalls  S2  S3
  6    .   .   .   .   .   .       stalls  .
  X1   K   .   .   .   .           stalls  .
  B    M S4

Seat 2 <   1 coin, 0 points
  5    .   .   .   .   .           stalls  .
  4    .   .   .   .               stalls  .   .
  6    .   .   .   .   .   .       stalls  .
  B    -

C camel, E elephant, F flamingo, K kangaroo, L leopard, M chimpanzee,
P panda, Z zebra, _M male, _F female, _+ has mated, _O offspring,
$ coin, S1 kiosk, S2 barrow, S3 snacks, S4 popcorn
"""


def test_a_board_looks_exactly_like_this() -> None:
    state = case(
        2,
        next="PLACE 2",
        round=7,
        bank=20,
        coins=[4, 1],
        hand="EM,E",
        trucks=["@1", "$,K", "@2"],
        zoos=["5:E,EF+/S1 4:/S2,S3 6: X1:K B:S4,M", "B:"],
        deck=["E"] * 16,
    )
    assert GAME.board(GAME.view(state, 1)) == PICTURE


def test_a_board_says_when_the_match_is_over_and_what_left_the_game() -> None:
    state, _ = play(case(2, trucks=["$", "@2", "K"], options={"show_remaining_tiles": False}), "T1")
    lines = GAME.board(GAME.view(state, None)).splitlines()
    assert lines[:2] == ["Zooloretto   round 1   bank 26   last round", "The match is over."]
    assert "Out of the game: K" in lines
    assert lines[3:6] == ["Truck 1   .   .   .", "Truck 2   .   .", "Truck 3   ."]


def test_a_board_says_what_is_to_be_done() -> None:
    board = GAME.board(GAME.view(case(), None))
    assert board.splitlines()[1] == "Seat 1 is to take a turn"
    board = GAME.board(GAME.view(case(next="LOAD 3", hand="EF"), None))
    assert board.splitlines()[1] == "Seat 3 is to load the drawn tile: EF"


def test_a_board_is_plain_text_of_at_most_72_columns() -> None:
    for players in GAME.players:
        for state, _ in walk(players, seed=players):
            board = GAME.board(GAME.view(state, None))
            assert board.isascii()
            assert board.endswith("\n")
            for line in board.splitlines():
                assert len(line) <= 72
                assert line == line.rstrip()
