"""Steps of Zooloretto beside the table of its notation: what exists, and how many there are (rule book 8)."""

import random
from typing import Any

import pytest

from referee.games.engine import InvalidStep
from referee.games.zooloretto.steps import readable
from tests.games.zooloretto.helping import GAME, case, dealt

STATES = {players: GAME.start(dealt(players)) for players in GAME.players}


def read(text: str, players: int = 3) -> Any:
    return GAME.read(text, STATES[players], 1)


def read_line(line: str, players: int = 3) -> list[str]:
    return [GAME.write(step) for step in GAME.read_line(line, STATES[players], 1)]


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


def test_a_line_is_read_by_the_tiles_of_all_species() -> None:
    state = case(4, options={"species_removed": ["Z"]})
    assert GAME.write(GAME.read("P Z>5", state, 1)) == "P Z>5"


def test_a_shuffled_line_of_legal_steps_reads_back() -> None:
    chance = random.Random(1)
    texts = chance.sample(sorted(readable(5)), 30)
    assert read_line(" ".join(texts[:20]), 5) == texts[:20]
