"""The vectors and rulings of the rule book, each a rule case in ``cases/``."""

from pathlib import Path

import pytest

from referee.games.replay import replay

CASES = Path(__file__).parent / "cases"
VECTORS = [f"T{number:02}" for number in range(1, 19)]
# Section 9 in its order, then what the sections say besides.
RULINGS = [
    "printed-square-is-filled",
    "free-target-takes-the-tile-face-up",
    "symbol-card-takes-its-symbol-while-there-is-one",
    "any-allowed-tile-though-its-square-is-filled",
    "gardener-in-row-or-column",
    "row-reached-counts-not-the-way",
    "no-diagonal-steps",
    "path-over-gardeners-and-nobles",
    "no-noble-stands-on-a-gardener",
    "one-noble-a-turn",
    "row-1-is-worth-1-to-a-noble-and-no-bonus",
    "completed-lines-score-only-at-the-end",
    "mission-on-the-terrace-is-worth-nothing",
    "default-is-one-queue",
    "stack-choice-asks-for-a-stack",
    "empty-stacks-are-not-asked-for-and-nothing-is-refilled",
    "score-may-fall-below-0",
    "sides-are-chosen-at-once-and-revealed-by-the-last",
    "an-expansion-hides-no-print-of-the-stand-in",
    "noble-on-a-mark-scores-its-row",
    "gardeners-on-the-expansion-break-ties",
    "equal-tiles-on-one-colour-are-two-lines",
]
OTHERS = [
    "a-skipped-place-is-open-to-no-card",
    "equal-cards-are-one-line",
    "every-row-and-column-bonus",
    "marks-stay-apart-in-the-breakdown",
    "noble-without-a-tile-taken-only-draws",
    "one-stack-left-is-still-asked-for",
    "round-18-has-one-card-and-no-draw",
    "side-b-has-its-own-marks",
    "start-seat-begins-and-play-goes-clockwise",
    "unshuffled-set-up",
]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_rule_case_holds(path: Path) -> None:
    assert replay(path.read_bytes().splitlines()).games >= 1


def test_every_vector_and_ruling_has_its_case() -> None:
    assert {path.stem for path in CASES.glob("*.jsonl")} == {*VECTORS, *RULINGS, *OTHERS}
