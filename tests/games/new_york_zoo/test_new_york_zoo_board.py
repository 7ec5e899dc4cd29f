"""The picture of a view in plain text."""

from referee.games.engine import Lettering
from tests.games.new_york_zoo.helping import GAME, case, dealt, play, walk

PICTURE = """\
New York Zoo   turn 1   elephant on 24
Seat 2 may breed: F, in the turn of seat 1
Breeding lines to resolve: F

Strip, clockwise from the elephant, the next tile of a bay first:
|F| 24 6b 5m         25 P F            1 7b 6l 5i       2 A K
     3 -         |K|  4 4a             5 P M            6 -
     7 P A            8 -         |P|  9 -             10 A F
    11 -             12 P K           13 -         |A| 14 -
    15 K M           16 -             17 F M           18 -
|M| 19 -             20 F K           21 -             22 A M
    23 -

Attractions left: a2 6, a3i 3, a3l 2, a4i 1, a4o 1, a6 1, a8 0; a1 never
runs out

Seat 1   2P1   84 uncovered   houses M . .
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  e1  - 0/7   e2  K 3/5
 1              .  .  .  .  .  .  #  #  #  #
 2              .  .  .  .  .  .  #  #  #  #
 3              .  .  .  .  .  .  .  .  .  .
 4              .  .  .  .  .  .  .  .  .  .
 5           .  .  .  .  .  .  .  .  .  .  .
 6  #  .  .  .  1  1  .  .  .  .  .  .  .  .
 7  #  #  .  1  1  1  .  .  .  .  .  .  .  .
 8  2  .  .  1  1  .  .  .  .  .  .  .  .  .
 9  2  2  2  2  .  .  .  .  .  .  .  .  .  .

Seat 2 <   2P2   101 uncovered   houses . . .
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  e1  F 2/4
 1                 .  .  .  .  .  .  .  .  .
 2              .  .  .  .  .  .  .  .  .  .
 3              .  .  .  .  .  .  .  .  .  .
 4              .  .  .  .  .  .  .  .  .  .
 5              .  .  .  .  .  .  .  .  .  .
 6  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .  .  .  .  .  1  1
 9  .  .  .  .  .  .  .  .  .  .  .  .  1  1

M meerkat, F flamingo, K kangaroo, P penguin, A arctic fox,
|K| breeding line
. uncovered, # attraction, 1: enclosure e1; M 3/7: three on seven cells
"""


def picture_case() -> str:
    state = case(
        2,
        elephant=24,
        active=1,
        phase="BREED",
        lines=["F"],
        stacks={"1": ["5i", "6l", "7b"], "4": ["4a"], "24": ["5m", "6b"]},
        zoos=[
            {"houses": ["M"], "enclosures": ["7b@D6", "5a@A8 K3"], "attractions": ["a3l@A6r3", "a8@K1"]},
            {"houses": [], "enclosures": ["4g@M8 F2"]},
        ],
    )
    return GAME.board(GAME.view(state, 1))


def test_a_board_looks_exactly_like_this() -> None:
    assert picture_case() == PICTURE


def first_lines(state: object, number: int = 2) -> list[str]:
    return GAME.board(GAME.view(state, None)).splitlines()[:number]


def test_a_board_says_what_is_to_be_done() -> None:
    soon = {"houses": [], "enclosures": ["5a@A6 K4", "5a@A8 M3"]}
    state = case(2, elephant=12, stacks={"13": ["7a", "5b"], "14": ["7b"]}, zoos=[soon])
    assert first_lines(state) == ["New York Zoo   turn 1   elephant on 12", "Seat 1 is to move the elephant"]
    said = []
    for text in ("+1", "5b@F1", "M:e2"):
        state, _ = play(state, text)
        said.append(first_lines(state)[1])
    assert said == [
        "Seat 1 is to place 5b",
        "Seat 1 is to move animals into e3",
        "Seat 2 is to move the elephant",
    ]
    state, said = case(2, elephant=12, phase="MAIN", lines=["M"], zoos=[soon]), []
    for text in ("K>e1", "n", "a2", "a2@N8r1", "-", "b:e2"):
        said.append(first_lines(state)[1])
        state, _ = play(state, text)
    assert said == [
        "Seat 1 is to take an animal: P K, or one other",
        "Seat 1 may keep one animal in a house: K",
        "Seat 1 is to choose an attraction",
        "Seat 1 is to place a2",
        "Seat 1 may take the second animal: P",
        "Seat 1 may breed: M",
    ]
    state = case(2, active=2, phase="BREED", lines=["K"], zoos=[{"enclosures": ["5a@A6 K2", "4g@F6 M2"]}])
    assert first_lines(state)[1] == "Seat 1 may breed: K, in the turn of seat 2"
    state, _ = play(state, "b:e1")
    assert first_lines(state)[1] == "Seat 1 may have one bonus birth, in the turn of seat 2"
    over = case(2, phase="BREED", zoos=[{"uncovered": []}])
    assert first_lines(over)[1] == "The match is over."


def test_a_board_shows_the_tiles_in_reach_the_piece_and_the_hand() -> None:
    state = case(2, stacks={"11": ["5i", "7a"], "13": ["4h"], "24": ["7b"]})
    lines = GAME.board(GAME.view(state, None)).splitlines()
    at = lines.index("Tiles in reach:")
    assert lines[at + 1 : at + 6] == ["11 7a    13 4h", "   #     ####", "####", " ##", ""]
    state, _ = play(state, "+1")
    lines = GAME.board(GAME.view(state, None)).splitlines()
    at = lines.index("To place:")
    assert lines[at + 1 : at + 6] == ["7a", "   #", "####", " ##", ""]
    state = GAME.start(dealt(2, options={"quick_two_player": True}))
    text = GAME.board(GAME.view(state, None))
    assert f"still in hand: {' '.join(state.hands[0])}\n" in text
    assert f"still in hand: {' '.join(state.hands[1])}\n" in text
    assert "To place:\n" + "".join(tile.ljust(9) for tile in state.hands[0]).rstrip() + "\n" in text
    assert "Tiles in reach" not in GAME.board(GAME.view(case(2), None))


def test_a_board_of_one_player_shows_laps_and_markers() -> None:
    text = GAME.board(GAME.view(case(1, laps=1, markers=["0", "4+"]), None))
    assert text.startswith("New York Zoo   turn 1   elephant on 10   laps 1 of 2\n")
    assert "Markers in hand: 0 4+\n" in text
    assert "Markers in hand: none\n" in GAME.board(GAME.view(case(1, markers=[]), None))


def test_names_stand_for_seats() -> None:
    state = case(2, active=2, phase="BREED", lines=["K"], zoos=[{"enclosures": ["5a@A6 K2"]}])
    text = GAME.board(GAME.view(state, None), Lettering(names={1: "Ana", 2: "Luis"}, has_legend=False))
    assert "Ana may breed: K, in the turn of Luis\nBreeding lines to resolve: K\n" in text
    assert "Seat 1 < Ana   2P1   102 uncovered   houses F M .\n" in text
    assert "Seat 2 Luis   2P2   105 uncovered   houses K M .\n" in text
    assert "arctic fox" not in text


def test_a_zoo_of_many_enclosures_lists_them_below() -> None:
    small = [f"4g@{column}{row}" for row in (6, 8) for column in "ACEGIKM"]
    upper = [f"4g@{column}{row}" for row in (1, 3) for column in "EGIKM"]
    text = GAME.board(GAME.view(case(2, zoos=[{"enclosures": [*small, *upper]}]), None))
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(("   A  B", "    A  B")))
    assert lines[at + 6] == " 6  1  1  2  2  3  3  4  4  5  5  6  6  7  7"
    assert lines[at + 10].startswith("e1  - 0/4   e2  - 0/4")


def test_a_board_is_plain_text_of_at_most_72_columns_and_a_narrow_one_of_48() -> None:
    for players, options in ((1, {}), (2, {"quick_two_player": True}), (2, {}), (3, {}), (4, {}), (5, {})):
        for state, _ in walk(players, players, options)[::9]:
            for width in (72, 48):
                board = GAME.board(GAME.view(state, None), Lettering(width=width))
                assert board.isascii()
                assert board.endswith("\n")
                for line in board.splitlines():
                    assert len(line) <= width
                    assert line == line.rstrip()
