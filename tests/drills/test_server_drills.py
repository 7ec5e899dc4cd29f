"""The drills on real processes, in the size of the suite; in full: ``python -m tests.drills NAME``."""

import json
import re
from pathlib import Path

import pytest

from referee.games.registry import GAMES
from tests.drills import disk_full, drops, interleavings, kills, restarts, torn_logs, wrong_clocks
from tests.drills.__main__ import _run_side_by_side, all_drills, main, run_drill
from tests.drills.drill import Drill, Report, Tell, merged, tell_nobody
from tests.running import TOP


def test_random_interleavings_of_four_clients_are_one_sequence_with_right_refusals() -> None:
    """faults.md A3: moves and undos of four clients, two seats, several API processes."""
    report = interleavings.run(50, seed=2)
    interleavings.check_shares(report)
    assert report["interleavings"] == 50


def test_whatever_is_lost_between_client_and_api_each_act_counts_once() -> None:
    """faults.md A9: committed, and the answer lost."""
    report = drops.run_http(50, seed=2)
    assert report["seen"]["drop reply"] >= 10
    assert {"open", "join", "start", "move"} <= set(report["seen"])


def test_whatever_is_lost_between_api_or_worker_and_redis_each_act_counts_once() -> None:
    """The referee's own appends among them: start, revocation, score."""
    report = drops.run_redis(50, seed=2)
    assert report["seen"]["drop reply"] >= 10
    assert {"start", "revoke", "score", "move"} <= set(report["seen"])


def test_after_kill_and_after_ctrl_c_nothing_acknowledged_is_lost_and_play_goes_on() -> None:
    report = restarts.run(3, seed=2)
    assert [report["seen"][how] for how in ("kills", "stops by Ctrl-C", "kills with a torn log")] == [1, 1, 1]
    assert report["seen"]["answers again"] > 0


def test_whichever_process_or_server_is_killed_while_clients_play_each_order_counts_once() -> None:
    report = kills.run(6, seed=2)
    assert set(report["kills"].values()) == {1}
    assert len(report["kills"]) == 6


def test_a_last_write_that_was_torn_takes_nothing_acknowledged_with_it() -> None:
    report = torn_logs.run_torn_tail(10, seed=2)
    assert report["seen"]["last write gone"] == 8
    assert report["seen"]["last write kept"] == 2


def test_a_log_that_was_cut_anywhere_is_refused_with_every_match_that_is_short() -> None:
    report = torn_logs.run_cut_anywhere(4, seed=2)
    assert report["seen"]["refused"] >= 1
    assert report["matches listed"] >= 1


def test_while_the_disk_is_full_orders_are_refused_and_then_all_goes_on() -> None:
    report = disk_full.run(1, seed=2)
    assert report["ends of the server"] >= 2
    assert report["refused by 503"] >= 5


def test_a_web_process_with_a_wrong_clock_says_that_it_is_not_ready() -> None:
    assert wrong_clocks.run(2, seed=2)["wrong clocks"] == 2


def test_every_module_with_a_drill_takes_part() -> None:
    names = [drill.name for drill in all_drills()]
    assert {"interleavings", "drops_http", "drops_redis", "restarts"} <= set(names)
    assert len(names) == len(set(names))
    folder = Path(__file__).parent
    offering = [
        file
        for file in folder.glob("[a-z]*.py")
        if "\nDRILL = " in file.read_text() and file.name[:5] != "test_"
    ]
    assert len(offering) <= len(names)


def test_every_drill_stands_in_the_docs() -> None:
    page = (TOP / "docs" / "drills.md").read_text(encoding="utf-8")
    names = {drill.name for drill in all_drills()}
    for game in GAMES:  # what there is of every game stands there once, as `name_<game>`
        names = {re.sub(rf"_{game}$", "_<game>", name) for name in names}
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def counting(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    for number in range(count):
        tell(number + 1, count)
    return {"drill": "counting", "seed": seed, "units": count, "numbers": list(range(first, first + count))}


def test_a_drill_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    state = tmp_path / "state.json"

    def stops_at_six(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
        if first == 6:
            raise KeyboardInterrupt
        return counting(count, seed, tell, first)

    with pytest.raises(KeyboardInterrupt):
        run_drill(Drill("counting", stops_at_six, 10, 1, chunk=3), 10, 7, tell_nobody, state)
    told: list[tuple[int, int]] = []
    drill = Drill("counting", counting, 10, 1, chunk=3)
    report = run_drill(drill, 10, 7, lambda done, total: told.append((done, total)), state)
    assert report == {"drill": "counting", "seed": 7, "units": 10, "numbers": list(range(10))}
    assert told[0] == (7, 10)
    assert told[-1] == (10, 10)
    with pytest.raises(SystemExit, match="another drill"):
        run_drill(drill, 11, 7, tell_nobody, state)


def test_reports_of_chunks_add_up() -> None:
    reports: list[Report] = [
        {"seen": {"a": 1}, "n": 2, "t": [0.5]},
        {"seen": {"a": 2, "b": 3}, "n": 5, "t": [1.5]},
    ]
    assert merged(reports, 4) == {"seen": {"a": 3, "b": 3}, "n": 7, "t": [0.5, 1.5], "seed": 4}


def test_an_unknown_drill_is_named_with_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-drill"]) == 2
    assert "interleavings" in capsys.readouterr().err


def test_a_failing_drill_makes_the_command_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(count: int, seed: int, tell: Tell) -> Report:
        raise AssertionError("unit 3 of seed 1")

    monkeypatch.setattr("tests.drills.__main__.all_drills", lambda: [Drill("fails", fails, 10, 1)])
    assert main(["fails"]) == 1
    assert '"ok": false, "seed": 1, "error": "unit 3 of seed 1"' in capsys.readouterr().out


def test_drills_side_by_side_say_what_each_says_alone_and_one_that_fails_is_known() -> None:
    names = ["pairs_zooloretto", "no-such-drill", "tamper"]
    (pairs, is_sound), (nothing, is_known), (tamper, is_sound_too) = _run_side_by_side(names, 3)
    assert (is_sound, is_known, is_sound_too) == (True, False, True)
    assert (json.loads(pairs)["drill"], json.loads(pairs)["seed"]) == ("pairs_zooloretto", 3)
    assert (json.loads(tamper)["drill"], nothing) == ("tamper", "")
