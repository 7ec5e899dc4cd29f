"""Steps of Aquaretto beside the table of its notation: what exists, and lines that name the top of a depot (rule book 8)."""

import random
from typing import Any

import pytest

from referee.games.engine import InvalidStep
from tests.games.aquaretto.helping import CELLS, GAME, TILES, case, dealt, texts

STATES = {players: GAME.start(dealt(players)) for players in GAME.players}
SOME = ["A1", "U21", "I9", "I13", "K12", "L12", "T9"]


def read(text: str, players: int = 3) -> Any:
    return GAME.read(text, STATES[players], 1)


def read_line(line: str, players: int = 3) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, STATES[players], 1)]


def test_what_exists_depends_on_the_number_of_players() -> None:
    for players, trucks in ((2, 3), (3, 3), (4, 4), (5, 5)):
        for letter in "TL":
            assert GAME.write(read(f"{letter}{trucks}", players)) == f"{letter}{trucks}"
            with pytest.raises(InvalidStep):
                read(f"{letter}{trucks + 1}", players)
        assert GAME.write(read(f"BUY {players}:DA>K9", players)) == f"BUY {players}:DA>K9"
        with pytest.raises(InvalidStep):
            read(f"BUY {players + 1}:DA>K9", players)


def test_a_discard_may_name_the_top_tile_as_a_check() -> None:
    state = case(zoos=["D:CE,HE", "D:OA", "D:"], coins=[2, 2, 2])
    assert [GAME.write(step) for step in GAME.read_line("dis he", state, 1)] == ["DIS"]
    assert [GAME.write(step) for step in GAME.read_line("DIS OA", state, 2)] == ["DIS"]
    with pytest.raises(InvalidStep) as refused:
        GAME.read_line("DIS CE", state, 1)
    assert str(refused.value) == "DIS CE: CE is not the top tile of the depot, HE lies there"


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
