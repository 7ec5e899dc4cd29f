"""Clocks that no match can have are refused with the field named, and open nothing."""

from typing import Any

import pytest

from tests.api.asking import Door, problem
from tests.service.playing import sign_up

DAY = 86_400_000


@pytest.mark.parametrize(
    ("clock", "name", "pointer"),
    [
        ({"kind": "move", "per_move": DAY, "bank": DAY}, "request/schema", "/policy/clock"),
        ({"kind": "move"}, "request/schema", "/policy/clock"),
        ({"kind": "bank", "bank": DAY, "increment": 0}, "request/schema", "/policy/clock"),
        (
            {"kind": "bank", "bank": DAY, "increment": 0, "cap": DAY, "per_move": DAY},
            "request/schema",
            "/policy/clock",
        ),
        ({"kind": "bank", "bank": 2 * DAY, "increment": 0, "cap": DAY}, "match/options", "/policy/clock"),
        ({"kind": "sand", "per_move": DAY}, "request/schema", "/policy/clock"),
        ({"kind": "move", "per_move": 999}, "request/schema", "/policy/clock"),
    ],
)
def test_a_clock_that_no_match_can_have_is_refused(
    door: Door, clock: dict[str, Any], name: str, pointer: str
) -> None:
    body = {"game": "zooloretto", "players": 2, "policy": {"clock": clock}}
    answer = door.ask("POST", "/v1/matches", sign_up(door.house).token, body)
    assert (answer.status_code, problem(answer)) == (422, name)
    assert all(error["pointer"].startswith(pointer) for error in answer.json["errors"])  # type: ignore[index]
