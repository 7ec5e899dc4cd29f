"""The form of traces and rule cases, rule by rule: what is read, what differs, what cannot be read."""

import json
from typing import Any

import pytest

from referee.games.registry import GAMES, game_named
from referee.games.replay import Replayed, TraceDiffers, TraceError, TraceUnreadable, replay
from referee.games.trace import write_trace

ZOOS = ["5:E,E,E,EF B:", "B:", "B:"]
CASE: dict[str, Any] = {
    "t": "setup",
    "game": "zooloretto",
    "players": 3,
    "position": {"trucks": ["$,EM", "@2", "@3"], "bank": 10, "coins": [0, 0, 0], "zoos": ZOOS},
}
SOLO: dict[str, Any] = {"t": "setup", "game": "new_york_zoo", "players": 1, "position": {}}
STEP_1 = {
    "t": "step",
    "n": 1,
    "seat": 1,
    "decision": "TURN",
    "has": ["T1"],
    "illegal": ["T2", "EXP", "P EM>5", "nonsense"],
    "step": "T1",
    "facts": {"next": "PLACE 1", "coins": [1, 0, 0]},
}
STATEMENT = {"t": "step", "n": 1, "legal": ["P EM>4", "P EM>5", "P EM>6", "P EM>B"], "legal_count": 4}
STEP_2 = {"t": "step", "step": "P EM>5", "facts": {"next": "OVER", "bank": 8, "coins": [3, 0, 0]}}
OVER = {"t": "step", "n": 2, "seat": None, "decision": "OVER", "legal": [], "legal_count": 0}
END = {"t": "end", "scores": [6, 0, 0], "ranks": [1, 2, 2]}
THERE_ARE = ", ".join(GAMES)
TRACE = [json.loads(line) for line in write_trace(game_named("zooloretto"), 2, 1, {})]


def check(*lines: Any) -> Replayed:
    return replay([line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines])


def without(line: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key not in keys}


def test_a_case_may_state_what_it_likes() -> None:
    assert check(CASE, STEP_1, STATEMENT, STEP_2, OVER, END) == Replayed(1, 2)
    assert check(CASE) == Replayed(1, 0)
    assert check(CASE, STEP_1) == Replayed(1, 1)
    assert check(CASE, {"t": "step"}, STEP_1, {"t": "step", "step": "P EM>5"}, {"t": "end"}) == Replayed(1, 2)
    assert check(CASE, {"t": "step", "n": 0, "facts": {"bank": 10}}) == Replayed(1, 0)


def test_an_empty_position_makes_a_case() -> None:
    assert check({**CASE, "position": {}}, {"t": "step", "legal": ["D"]}) == Replayed(1, 0)
    assert check({**CASE, "position": {}, "setup": {}, "options": {}, "rules_version": 1}) == Replayed(1, 0)


def test_several_cases_and_traces_stand_in_one_file_with_blank_lines() -> None:
    lines = [CASE, STEP_1, b"", CASE, b"  \r", *TRACE, b"\r\n", *TRACE, CASE]
    assert check(*lines) == Replayed(5, 1 + 2 * (len(TRACE) - 2))


def test_the_order_of_keys_is_free_and_options_may_be_missing() -> None:
    turned = [dict(reversed(line.items())) for line in TRACE]
    assert check(*turned) == Replayed(1, len(TRACE) - 2)
    assert check(without(TRACE[0], "options", "rules_version"), *TRACE[1:]).games == 1


DIFFERENT: list[tuple[list[Any], int, str]] = [
    ([CASE, {"t": "step", "n": 1}], 2, "expected n 1, got 0"),
    ([CASE, {**STEP_1, "n": 2}], 2, "expected n 2, got 1"),
    ([CASE, {**STEP_1, "seat": 2}], 2, "expected seat 2, got 1"),
    ([CASE, {**STEP_1, "seat": None}], 2, "expected seat null, got 1"),
    ([CASE, {**STEP_1, "decision": "LOAD"}], 2, 'expected decision "LOAD", got "TURN"'),
    ([CASE, {**STEP_1, "has": ["T2"]}], 2, 'expected T2 to be legal, got ["D","T1"]'),
    ([CASE, {**STEP_1, "illegal": ["T1"]}], 2, "expected T1 to be illegal, got it among the legal steps"),
    ([CASE, {"t": "step", "legal_count": 3}], 2, "expected legal_count 3, got 2"),
    ([CASE, {"t": "step", "legal": ["D"]}], 2, 'expected legal ["D"], got ["D","T1"] (not in the file: T1)'),
    (
        [CASE, {"t": "step", "legal": ["D", "EXP", "T1"]}],
        2,
        'expected legal ["D","EXP","T1"], got ["D","T1"] (only in the file: EXP)',
    ),
    (
        [CASE, {"t": "step", "legal": ["EXP", "T1"]}],
        2,
        'expected legal ["EXP","T1"], got ["D","T1"] (not in the file: D; only in the file: EXP)',
    ),
    (
        [CASE, {"t": "step", "legal": ["T1", "D"]}],
        2,
        'expected legal ["T1","D"], got ["D","T1"] (another order, or a step twice)',
    ),
    (
        [CASE, {"t": "step", "legal": ["D", "D", "T1"]}],
        2,
        'expected legal ["D","D","T1"], got ["D","T1"] (another order, or a step twice)',
    ),
    ([CASE, {"t": "step", "step": "T2"}], 2, "step T2 is illegal: Truck 2 is taken by seat 2. (truck-taken)"),
    ([CASE, {"t": "step", "step": "SW 4/5"}], 2, "step SW 4/5 is illegal: SW 4/5 is not the canonical form: write SW 5/4"),
    ([CASE, {"t": "step", "step": "MV E@B>5"}], 2, "step MV E@B>5 is illegal: MV E@B>5 is not the canonical form: write MV E>5"),
    ([CASE, {**STEP_1, "facts": {"coins": [1, 0]}}], 2, "expected coins [1,0], got [1,0,0]"),
    ([CASE, {**STEP_1, "facts": {"bank": "10"}}], 2, 'expected bank "10", got 10'),
    ([CASE, STEP_1, {"t": "step", "facts": {"hand": ""}}], 3, 'expected hand "", got "EM"'),
    ([CASE, END], 2, "expected the end, got TURN of seat 1"),
    ([CASE, STEP_1, STEP_2, {"t": "step", "step": "D"}], 4, "step D is illegal: The match is over. (match-over)"),
    ([CASE, STEP_1, STEP_2, {**END, "scores": [6, 0, 1]}], 4, "expected scores [6,0,1], got [6,0,0]"),
    ([CASE, STEP_1, STEP_2, {**END, "ranks": [1, 2, 3]}], 4, "expected ranks [1,2,3], got [1,2,2]"),
    (
        [CASE, STEP_1, STEP_2, {"t": "end", "breakdown": [{"X1": 0}]}],
        4,
        'expected breakdown [{"X1":0}], got [{"4":0,"5":8,"6":0,"barn_animals":-2,"barn_stalls":0,"coins":3,'
        '"stalls":0,"total":6},{"4":0,"5":0,"6":0,"barn_animals":0,"barn_stalls":0,"coins":0,"stalls":0,"total":0},'
        '{"4":0,"5":0,"6":0,"barn_animals":0,"barn_stalls":0,"coins":0,"stalls":0,"total":0}]',
    ),
    ([*TRACE[:10], TRACE[-1]], 11, "expected the end, got {}"),
    ([*TRACE[:-1], TRACE[-2], TRACE[-1]], len(TRACE), f"expected n {len(TRACE) - 2}, got {len(TRACE) - 1}"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "line", "why"), DIFFERENT, ids=[why[:60] for *_, why in DIFFERENT])
def test_what_differs_is_said(lines: list[Any], line: int, why: str) -> None:
    with pytest.raises(TraceDiffers) as found:
        check(*lines)
    if "{}" in why:
        assert found.value.why.startswith(why[:-2])
    else:
        assert found.value.why == why
    assert found.value.line == line
    assert str(found.value) == f"{line}: {found.value.why}"


UNREADABLE: list[tuple[list[Any], int, str]] = [
    ([], 1, "there is no setup line"),
    ([b""], 1, "there is no setup line"),
    ([STEP_1], 1, 'the first line is a setup line ("t": "setup")'),
    ([b"{"], 1, "no JSON: Expecting property name enclosed in double quotes at character 1"),
    ([b"\xff"], 1, "not UTF-8"),
    ([b"[]"], 1, "a line is a JSON object"),
    ([{}], 1, '"t" is "setup", "step" or "end"'),
    ([CASE, {"t": "comment"}], 2, '"t" is "setup", "step" or "end"'),
    ([CASE, b'{"t":"step","n":0,"n":0}'], 2, "the key 'n' stands twice"),
    ([CASE, b'{"t":"step","facts":{"bank":10,"bank":10}}'], 2, "the key 'bank' stands twice"),
    ([CASE, b'{"t":"step","n":0.0}'], 2, "0.0 is no integer"),
    ([{**CASE, "note": ""}], 1, "the setup line has no key 'note'"),
    ([without(CASE, "players")], 1, "the setup line has no players"),
    ([without(CASE, "game")], 1, "the setup line has no game"),
    ([{**CASE, "game": "chess"}], 1, f"no game is called 'chess'; there are: {THERE_ARE}"),
    ([{**CASE, "game": None}], 1, f"no game is called None; there are: {THERE_ARE}"),
    ([{**CASE, "players": True}], 1, "players is a whole number"),
    ([{**CASE, "players": 7}], 1, "players: zooloretto is for 2 to 5 players"),
    ([{**CASE, "rules_version": 2}], 1, "rules_version 2 does not exist"),
    ([{**CASE, "rules_version": True}], 1, "rules_version true does not exist"),
    ([{**CASE, "rules_version": None}], 1, "rules_version null does not exist"),
    ([{**CASE, "options": {"x": 1}}], 1, "x: no such option; there are species_removed, start_player, show_remaining_tiles, bank_is_finite, stall_move_to_barn"),
    ([{**CASE, "options": None}], 1, "options: an object is expected"),
    ([{**CASE, "setup": None}], 1, "setup is an object"),
    ([{**CASE, "setup": {"seed": 1}}], 1, "setup has no key 'seed'"),
    ([{**CASE, "position": {"zoo": 1}}], 1, "position has no key 'zoo'"),
    ([{**CASE, "position": None}], 1, "position is an object"),
    ([CASE, {"t": "step", "note": 1}], 2, "the step line has no key 'note'"),
    ([CASE, {"t": "step", "facts": {"banks": 1}}], 2, "facts has no key 'banks'"),
    ([SOLO, {"t": "step", "facts": {"solo": {"lap": 0}}}], 2, "facts.solo has no key 'lap'"),
    ([CASE, {"t": "step", "facts": []}], 2, "facts is an object"),
    ([CASE, {"t": "step", "facts": {"bank": True}}], 2, "bank: true is no number"),
    ([CASE, {"t": "step", "facts": {"coins": [False, 0, 0]}}], 2, "coins[0]: false is no number"),
    ([CASE, {"t": "step", "n": True}], 2, "n is a whole number"),
    ([CASE, {"t": "step", "n": None}], 2, "n is a whole number"),
    ([CASE, {"t": "step", "legal_count": "2"}], 2, "legal_count is a whole number"),
    ([CASE, {"t": "step", "seat": "1"}], 2, "seat is a whole number, or null when the match is over"),
    ([CASE, {"t": "step", "seat": True}], 2, "seat is a whole number, or null when the match is over"),
    ([CASE, {"t": "step", "decision": None}], 2, "decision is a text"),
    ([CASE, {"t": "step", "step": None}], 2, "step is a text"),
    ([CASE, {"t": "step", "legal": "D"}], 2, "legal is a list of texts"),
    ([CASE, {"t": "step", "has": [1]}], 2, "has is a list of texts"),
    ([CASE, {"t": "step", "illegal": None}], 2, "illegal is a list of texts"),
    ([CASE, {"t": "step", "step": "T9"}], 2, "'T9' is no step of this match; a step looks like D, L1, T2, P EM>5, MV E>4, SW 5/B:E, BUY 2:EF>5, DIS E, EXP"),
    ([CASE, {"t": "step", "step": "t1"}], 2, "'t1' is not the canonical form: write T1"),
    ([CASE, {"t": "step", "step": "D"}], 2, "the deck of this case has no tile left to draw"),
    ([CASE, STEP_1, STEP_2, {**END, "n": 1}], 4, "the end line has no key 'n'"),
    ([CASE, STEP_1, STEP_2, {"t": "end", "scores": [True, 0, 0]}], 4, "scores is a list of whole numbers"),
    ([CASE, STEP_1, STEP_2, {"t": "end", "ranks": 1}], 4, "ranks is a list of whole numbers"),
    ([CASE, STEP_1, STEP_2, {"t": "end", "breakdown": [1]}], 4, "breakdown is a list of objects"),
    ([CASE, STEP_1, STEP_2, {"t": "end", "breakdown": [{"X3": 0}]}], 4, "breakdown has no key 'X3'"),
    ([CASE, STEP_1, STEP_2, {"t": "end", "breakdown": [{"5": True}]}], 4, "breakdown[0].5: true is no number"),
    ([CASE, STEP_1, STEP_2, END, OVER], 5, "nothing follows an end line but another setup line"),
    ([CASE, STEP_1, STEP_2, END, END], 5, "nothing follows an end line but another setup line"),
    ([without(TRACE[0], "setup"), *TRACE[1:]], 1, "the setup line has no setup"),
    ([{**TRACE[0], "setup": []}, *TRACE[1:]], 1, "setup is an object"),
    ([{**TRACE[0], "rules_version": 9}, *TRACE[1:]], 1, "rules_version 9 does not exist"),
    ([TRACE[0], {**TRACE[1], "has": []}], 2, "the step line has no key 'has'"),
    *(([TRACE[0], without(TRACE[1], key)], 2, f"the step line has no {key}") for key in ("n", "seat", "decision", "legal", "step", "facts")),
    ([TRACE[0], {**TRACE[1], "facts": without(TRACE[1]["facts"], "left")}], 2, "facts has no left"),
    *(([*TRACE[:-1], without(TRACE[-1], key)], len(TRACE), f"the end line has no {key}") for key in ("scores", "ranks", "breakdown")),
    ([*TRACE, TRACE[-1]], len(TRACE) + 1, "nothing follows an end line but another setup line"),
    ([*TRACE[:-1]], len(TRACE) - 1, "this trace has no end line"),
    ([*TRACE[:5], b"", *TRACE], 5, "this trace has no end line"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "line", "why"), UNREADABLE, ids=[why[:60] for *_, why in UNREADABLE])
def test_what_cannot_be_read_is_said(lines: list[Any], line: int, why: str) -> None:
    with pytest.raises(TraceUnreadable) as found:
        check(*lines)
    assert (found.value.line, found.value.why) == (line, why)


@pytest.mark.parametrize("key", sorted(TRACE[1]["facts"]))
def test_every_fact_of_every_line_is_compared(key: str) -> None:
    changed = json.loads(json.dumps(TRACE[60]))
    changed["facts"][key] = 99 if isinstance(changed["facts"][key], int) else [99]
    with pytest.raises(TraceDiffers, match=f"^61: expected {key} "):
        check(*TRACE[:60], changed, *TRACE[61:])


def test_a_flipped_byte_anywhere_is_found() -> None:
    lines = [json.dumps(line, separators=(",", ":")).encode() for line in TRACE[:12]]
    begun = [json.dumps({**TRACE[0], "position": {}}).encode(), *lines[1:]]
    for place in range(1, len(lines)):
        for at in range(0, len(lines[place]), 5):
            flipped = bytearray(lines[place])
            flipped[at] ^= 1
            with pytest.raises(TraceError, match=f"^{place + 1}: "):
                replay([*begun[:place], bytes(flipped)])
