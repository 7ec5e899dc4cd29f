"""The checker of acknowledged orders finds each planted fault, and nothing in a sound history."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.drills.acknowledged import Line, Told, check

MOVES = 6


def entry(version: int, event: dict[str, Any], before: str) -> dict[str, Any]:
    text = json.dumps(event, separators=(",", ":"), sort_keys=True)
    return {
        "version": version,
        "e": text,
        "h": hashlib.sha256(b"\0" + bytes.fromhex(before) + text.encode()).hexdigest(),
    }


def chained(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for version, event in enumerate(events, start=1):
        entries.append(entry(version, event, entries[-1]["h"] if entries else "0" * 64))
    return entries


def record(entries: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in [{"t": "record"}, *entries])


def events() -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = [
        {"at": at, "type": kind, "data": {}} for at, kind in enumerate(("MatchOpened", "MatchStarted"))
    ]
    for number in range(MOVES):
        made.append(
            {
                "at": 10 + number,
                "type": "MovePlayed",
                "seat": 1 + number % 2,
                "data": {"steps": ["D"], "base": 2 + number},
            }
        )
    made.append(
        {"at": 90, "type": "MovePlayed", "seat": 1, "data": {"steps": ["D"], "base": 8, "via": "autopilot"}}
    )
    return [
        *made,
        {"at": 98, "type": "MatchEnded", "data": {}},
        {"at": 99, "type": "MatchScored", "data": {}},
    ]


def history(entries: list[dict[str, Any]]) -> list[Line]:
    lines = []
    for number in range(MOVES):
        version = 3 + number
        order = {
            "seat": 1 + number % 2,
            "act": "move",
            "version": version - 1,
            "head": entries[version - 2]["h"],
            "steps": ["D"],
        }
        body = {"version": version, "head": entries[version - 1]["h"]}
        lines.append(Line(order, version * 10, version * 10 + 5, 201, body))
    return lines


ENTRIES = chained(events())
LINES = history(ENTRIES)


def fault(lines: list[Line], entries: list[dict[str, Any]] | None = None) -> str:
    with pytest.raises(Told) as caught:
        check(lines, record(ENTRIES if entries is None else entries))
    return caught.value.kind


def test_a_sound_history_is_counted() -> None:
    lost = [replace(line, answered=None, status=0, body={}) for line in LINES]
    never = replace(lost[0], order={**lost[0].order, "steps": ["other"]})
    refused = replace(never, order={**never.order, "seat": 2}, answered=1000, status=409)
    assert check([*lost, *LINES, never, refused], record(ENTRIES)) == (14, 8, 6, 7, 1, 1, 11)


def test_an_acknowledged_order_without_its_event_is_lost() -> None:
    events_left = [event for number, event in enumerate(events()) if number != 7]
    assert fault(LINES, chained(events_left)) == "lost"


def test_one_order_in_two_events_is_doubled() -> None:
    made = events()
    assert fault(LINES, chained([*made[:8], made[7], *made[8:]])) == "doubled"


def test_two_scores_are_doubled() -> None:
    made = events()
    assert fault(LINES, chained([*made, made[-1]])) == "doubled"


def test_an_event_that_nobody_sent_is_invented() -> None:
    assert fault(LINES[1:]) == "invented"


@pytest.mark.parametrize("body", [{"version": 4}, {"head": "0" * 64}, {"receipt": "other"}])
def test_an_acknowledgement_of_something_else_is_found(body: dict[str, Any]) -> None:
    again = replace(LINES[2], body={**LINES[2].body, **body})
    assert fault([*LINES, again]) == "changed"


def test_an_order_that_overtook_an_answered_one_is_found() -> None:
    assert fault([replace(LINES[0], sent=500, answered=501), *LINES[1:]]) == "order"


def test_an_order_that_was_refused_and_yet_played_is_found() -> None:
    assert fault([*LINES, replace(LINES[3], status=409, body={"type": "/problems/order/stale"})]) == "refused"


def test_events_that_go_back_in_time_are_found() -> None:
    made = events()
    made[5]["at"] = 3
    assert fault(LINES, chained(made)) == "order"


def test_a_record_that_is_no_chain_or_has_no_end_is_found() -> None:
    altered = [*ENTRIES]
    altered[4] = {**altered[4], "e": altered[4]["e"].replace("12", "13")}
    assert fault(LINES, altered) == "chain"
    assert fault(LINES, [*ENTRIES[:3], *ENTRIES[4:]]) == "chain"
    assert fault(LINES, ENTRIES[:-1]) == "unfinished"
