"""The short form of two drills: random histories of a clock, and drop-outs at every decision."""

import pytest

from tests.matches.drop_outs import drop_out_everywhere
from tests.matches.histories import play_history


@pytest.mark.parametrize("number", range(40))
def test_no_history_makes_time_out_of_nothing(number: int) -> None:
    """faults.md A34, A35, A39, A40, A42: pauses, undo, restarts and the end, in any order."""
    play_history(number, seed=1)


@pytest.mark.parametrize("number", range(2))
def test_a_match_goes_on_whoever_drops_out_wherever(number: int) -> None:
    """faults.md A48, A44: by time or by resigning, at each decision that was reached."""
    report = drop_out_everywhere(number, seed=1)
    assert report["drop_outs"] > 100
    assert report["steps"] > 1000
