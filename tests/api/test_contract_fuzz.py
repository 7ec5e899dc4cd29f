"""A short run of the drill: made-up requests against real processes get documented answers only."""

from tests.drills.contract_fuzz import run


def test_made_up_requests_get_documented_answers_and_every_documented_refusal_comes() -> None:
    """security.md C1; faults.md "Also API-contract reports"."""
    report = run(count=120, seed=5)
    assert report["faults"] == []
    assert report["missing"] == []
    assert report["cases"] >= 120
