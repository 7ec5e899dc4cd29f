"""What follows from each step, as data and in short notation."""

from typing import Any

import pytest

from referee.games.engine import Effect
from tests.games.new_york_zoo.helping import case, play

OVER = Effect("match-over", 0, "over", {})


def arrived(seat: int, space: int) -> Effect:
    return Effect("arrived", seat, f"@{space}", {"space": space})


def crossed(seat: int, species: str) -> Effect:
    return Effect("crossed", seat, f"|{species}|", {"species": species})


def emptied(seat: int, enclosure: int, species: str, count: int) -> Effect:
    detail = {"enclosure": enclosure, "species": species, "count": count}
    return Effect("emptied", seat, f"e{enclosure}-{species}{count}", detail)


def complete(seat: int) -> Effect:
    return Effect("complete", seat, "complete", {})


FULL_SOON = {"houses": ["M", "F", "K"], "enclosures": ["5a@A6 K4"]}
LAST = {**FULL_SOON, "uncovered": ["N9"]}
EFFECTS: list[tuple[str, int, dict[str, Any], list[Effect]]] = [
    ("+1", 2, {}, [arrived(1, 12)]),
    ("+1", 2, {"elephant": 8, "active": 2}, [arrived(2, 10), crossed(2, "P")]),
    ("+3", 2, {"elephant": 12}, [arrived(1, 20), crossed(1, "A"), crossed(1, "M")]),
    ("+3", 3, {"active": 1, "zoos": [{"uncovered": ["A6"]}]}, [arrived(1, 17), crossed(1, "A"), Effect("took-nothing", 1, "nothing", {})]),
    ("K>h", 2, {"phase": "MAIN", "elephant": 12}, []),
    ("K>e1", 2, {"phase": "MAIN", "elephant": 12, "zoos": [FULL_SOON]}, [emptied(1, 1, "K", 5)]),
    ("K>e1 a1 a1@N9", 2, {"phase": "MAIN", "elephant": 12, "zoos": [LAST]}, [emptied(1, 1, "K", 5), complete(1), OVER]),
    ("K>e1 a1 a1@A8", 2, {"phase": "MAIN", "elephant": 12, "zoos": [FULL_SOON]}, [emptied(1, 1, "K", 5)]),
    (
        "4g@A6", 2, {"phase": "MAIN", "elephant": 11, "stacks": {"11": ["4g"]}, "zoos": [{"uncovered": ["A6", "B6", "A7", "B7"]}]},
        [complete(1), OVER],
    ),
    (
        "b:e2,e1 n a0 n a0", 2,
        {"phase": "BREED", "lines": ["K"], "zoos": [{"enclosures": ["4g@A6 K3", "5a@A8 K4"]}]},
        [emptied(1, 2, "K", 5), emptied(1, 1, "K", 4)],
    ),
    (
        "b:e1 a1 a1@N9 b:-", 2,
        {"phase": "BREED", "lines": ["K", "P"], "active": 2, "zoos": [{"enclosures": ["4g@A6 P2"]}, {"houses": ["K", "M", "M"], "enclosures": ["4g@A6 K3"], "uncovered": ["N9"]}]},
        [emptied(2, 1, "K", 4), complete(2), OVER],
    ),
    ("f", 1, {}, [arrived(1, 12)]),
    ("f", 1, {"elephant": 9}, [arrived(1, 10), Effect("lap", 1, "lap 1", {"laps": 1})]),
    ("r0", 1, {}, [arrived(1, 10)]),
    (
        "r4>2 M>h", 1, {"elephant": 8, "laps": 1, "markers": ["4+"]},
        [arrived(1, 2), crossed(1, "P"), crossed(1, "A"), crossed(1, "M"), crossed(1, "F"), Effect("lap", 1, "lap 2", {"laps": 2}), OVER],
    ),
    ("r1 M>h", 1, {"markers": ["1"]}, [arrived(1, 12), Effect("markers-back", 1, "markers", {})]),
    ("r1 M>h", 1, {"markers": ["1", "2"]}, [arrived(1, 12)]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "players", "position", "expected"), EFFECTS)
def test_a_step_has_exactly_these_effects(
    line: str, players: int, position: dict[str, Any], expected: list[Effect]
) -> None:
    _, happened = play(case(players, **position), *line.split())
    assert happened == expected
    assert all(effect.seen_by is None for effect in happened)
