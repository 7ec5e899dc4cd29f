"""The worked examples and rulings of the rule book, each a rule case in ``cases/`` or a test that names it."""

from pathlib import Path

import pytest

from referee.games.replay import replay
from tests.games.renature.helping import GAME, case

CASES = Path(__file__).parent / "cases"
VECTORS = [f"V{number}" for number in range(1, 24)]
RULINGS = [f"R{number}" for number in range(1, 23)]
# What a rule case cannot say: who is told what.
NAMED_TESTS = {"R7": "test_r7_only_the_fact_of_a_discard_is_public"}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_rule_case_holds(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()).games >= 1


def test_every_vector_and_ruling_has_its_case() -> None:
    written = {path.stem for path in CASES.glob("*.jsonl")}
    assert set(NAMED_TESTS.values()) <= set(globals())
    assert written | set(NAMED_TESTS) == {*VECTORS, *RULINGS}


def test_r7_only_the_fact_of_a_discard_is_public() -> None:
    state = case(2, hands=[["NO", "QQ"], ["AW"]], clouds=[0, 0])
    step = GAME.read("X NO", state, 1)
    after, effects = GAME.play(state, 1, step)
    assert GAME.tell(1, step, effects, 1)[0] == "X NO"
    for viewer in (None, 2):
        assert GAME.tell(1, step, effects, viewer)[0] == "X ?"
        assert "NO" not in str(GAME.tell(1, step, effects, viewer))
        assert "NO" not in str(GAME.view(after, viewer))
        assert GAME.view(after, viewer)["seats"][0]["discarded"] == 1
    assert GAME.view(after, 1)["own"]["discarded"] == ["NO"]
