"""The vectors and rulings of the rule book, each a rule case in ``cases/`` or a test that names it."""

from pathlib import Path

import pytest

from referee.games.engine import InvalidOptions
from referee.games.replay import replay
from tests.games.aquaretto.helping import GAME, dealt
from tests.games.drawing import assert_the_last_round_comes_after

CASES = Path(__file__).parent / "cases"
# The ids of the data file, and those of the worked examples of the rule book (section 9).
VECTORS = [
    "E1",
    "E2",
    "E3a",
    "E3b",
    "E4a",
    "E4b",
    "E5a",
    "E5b",
    "E6",
    "E10",
    "E11",
    "E12",
    "E13",
    "E14",
    "E15",
]
EXAMPLES = [f"E{number}" for number in range(1, 23)]
RULINGS = [f"R{number}" for number in range(1, 32)]
ILLEGAL = [f"IL{number}" for number in range(1, 10)]
# What a rule case cannot say: who chooses the species that are removed.
NAMED_TESTS = {"R20": "test_r20_removed_species_are_drawn_or_named_but_never_dolphins_orcas_or_sea_lions"}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_rule_case_holds(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()).games >= 1


def test_every_vector_example_and_ruling_has_its_case() -> None:
    written = {path.stem for path in CASES.glob("*.jsonl")}
    assert set(NAMED_TESTS.values()) <= set(globals())
    assert written | set(NAMED_TESTS) == {*VECTORS, *EXAMPLES, *RULINGS, *ILLEGAL}


def test_r20_removed_species_are_drawn_or_named_but_never_dolphins_orcas_or_sea_lions() -> None:
    drawn = {species for seed in range(20) for species in dealt(2, seed).species_removed}
    assert drawn == set("THCPB")
    assert dealt(2, options={"species_removed": ["B", "T", "P"]}).species_removed == ("T", "P", "B")
    for species in "DOS":
        with pytest.raises(InvalidOptions):
            GAME.check_options(4, {"species_removed": [species]})


@pytest.mark.parametrize(("players", "draws"), [(2, 50), (3, 61), (4, 72), (5, 83)])
def test_the_first_tile_of_the_reserve_triggers_the_last_round(players: int, draws: int) -> None:
    """Rule book, section 6."""
    assert_the_last_round_comes_after(GAME, players, draws)
