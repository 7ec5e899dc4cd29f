"""Pauses between the starts of what dies again and again."""

from referee.cli.backoff import FIRST, LONGEST, Backoff


def test_pauses_double_up_to_the_longest_and_a_minute_of_life_forgives_all() -> None:
    backoff = Backoff()
    pauses = [backoff.pause(lived=1.0) for _ in range(10)]
    assert pauses[:4] == [FIRST, FIRST * 2, FIRST * 4, FIRST * 8]
    assert pauses[-1] == LONGEST
    assert pauses == sorted(pauses)
    assert backoff.pause(lived=59.0) == LONGEST
    assert backoff.pause(lived=60.0) == FIRST
    assert backoff.pause(lived=0.1) == FIRST * 2
