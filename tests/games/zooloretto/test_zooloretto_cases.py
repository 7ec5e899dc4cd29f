"""The vectors and rulings of the rule book, each a rule case in ``cases/`` or a test that names it."""

from pathlib import Path

import pytest

from referee.games.replay import replay
from tests.games.drawing import assert_the_last_round_comes_after
from tests.games.zooloretto.helping import GAME

CASES = Path(__file__).parent / "cases"
VECTORS = [
    *(f"SC{number}" for number in range(1, 9)),
    *(f"MV{number}" for number in range(1, 23)),
    *(f"IL{number}" for number in range(1, 14)),
    *(f"FL{number}" for number in range(1, 8)),
]
RULINGS = [f"R{number}" for number in range(1, 31)]
# What a rule case cannot say: the number of draws in a whole game.
NAMED_TESTS = {"FL5": "test_fl5_the_first_tile_of_the_end_pile_triggers_the_last_round"}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_rule_case_holds(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()).games >= 1


def test_every_vector_and_ruling_has_its_case() -> None:
    written = {path.stem for path in CASES.glob("*.jsonl")}
    assert set(NAMED_TESTS.values()) <= set(globals())
    assert written | set(NAMED_TESTS) == {*VECTORS, *RULINGS}


@pytest.mark.parametrize(("players", "draws"), [(2, 64), (3, 75), (4, 86), (5, 97)])
def test_fl5_the_first_tile_of_the_end_pile_triggers_the_last_round(players: int, draws: int) -> None:
    assert_the_last_round_comes_after(GAME, players, draws)
