"""What is judged the same way in every game."""

import pytest

from referee.games.written import ranks_of


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(21, 2), (21, 3), (18, 9)], [2, 1, 3]),
        ([(21, 3), (21, 3), (18, 9)], [1, 1, 3]),
        ([(18, 9), (21, 3), (21, 3)], [3, 1, 1]),
        ([(74, 2), (74, 4), (70, 6)], [2, 1, 3]),
        ([(66, 3), (66, 3)], [1, 1]),
        ([(66, 3), (50, 9), (66, 3)], [1, 3, 1]),
        ([(0, 0), (0, 0), (0, 0), (0, 0)], [1, 1, 1, 1]),
        ([(-4, 2), (-4, 2), (-4, 1), (-5, 9)], [1, 1, 3, 4]),
        ([(5, 1), (4, 1), (4, 1), (3, 7)], [1, 2, 2, 4]),
        ([(5, 1), (4, 1), (4, 1), (4, 0), (3, 7)], [1, 2, 2, 4, 5]),
    ],
)
def test_ties_share_a_rank_and_the_next_is_skipped(
    standings: list[tuple[int, int]], expected: list[int]
) -> None:
    """faults.md A62: a tie is no win for one and no loss for the other."""
    assert ranks_of(standings) == expected
