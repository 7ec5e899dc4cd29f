"""`referee up` on data that lost something: it starts nothing, and lists what is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

from referee.matches.chain import Base
from referee.store import names, secrets
from referee.store.checkpoints import Checkpoints
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect
from tests.running import free_port

ONE, TWO, THREE = "0" * 16, "1" * 16, "2" * 16
HEADS = ["a" * 64, "b" * 64, "c" * 64]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Data of two logs with three events each, as far as the start looks at them."""
    secrets.make_missing(tmp_path / "keys")
    with EmbeddedServer(tmp_path / "log") as server:
        for match in (ONE, TWO):
            for version, head in enumerate(HEADS, start=1):
                connect(server.url).xadd(names.log(match), {"e": "{}", "h": head}, id=f"{version}-0")
    return tmp_path


def up(data: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run `referee up` with one process that ends at once: whoever gets as far as starting it has not refused."""
    procfile = data / "Procfile"
    procfile.write_text("web: python -c 'print(\"started\")'\n")
    command = [Path(sys.executable).parent / "referee", "up", "--no-demo", "--port", str(free_port())]
    given = ["--data", str(data), "--procfile", str(procfile), *words]
    return subprocess.run([*command, *given], capture_output=True, text=True, check=False)


def note(data: Path, places: dict[str, Base]) -> None:
    Checkpoints(data / "checkpoints.jsonl").note(places)


def test_logs_that_reach_as_far_as_the_checkpoints_show_are_started_on(data: Path) -> None:
    note(data, {ONE: Base(3, HEADS[2]), TWO: Base(2, HEADS[1])})
    begun = up(data)
    assert begun.returncode == 1
    assert "started" in begun.stdout


def test_every_log_that_is_shorter_gone_or_another_is_listed_and_nothing_starts(data: Path) -> None:
    note(data, {ONE: Base(4, HEADS[0]), TWO: Base(3, HEADS[0]), THREE: Base(1, HEADS[0])})
    refused = up(data)
    assert refused.returncode == 2
    assert "started" not in refused.stdout
    assert "referee: 3 logs have lost events" in refused.stderr
    assert (
        f"match {ONE}: the log has 3 events, a checkpoint in {data / 'checkpoints.jsonl'} shows 4"
        in refused.stderr
    )
    assert f"match {TWO}: event 3 is not the one that a checkpoint in" in refused.stderr
    assert f"match {THREE}: the log is gone, a checkpoint in" in refused.stderr


def test_checkpoints_that_cannot_be_read_are_never_passed_over(data: Path) -> None:
    (data / "checkpoints.jsonl").write_text("what is this\n")
    refused = up(data)
    assert refused.returncode == 2
    assert "line 1 is no checkpoint" in refused.stderr


def test_receipts_that_are_none_of_this_referee_are_refused(data: Path, tmp_path: Path) -> None:
    receipts = tmp_path / "receipts.txt"
    receipts.write_text("a.b.c\n")
    refused = up(data, "--receipts", str(receipts))
    assert refused.returncode == 2
    assert "line 1 is no receipt of this referee" in refused.stderr


def test_after_an_interrupted_restore_nothing_starts(data: Path) -> None:
    with EmbeddedServer(data / "log") as server:
        connect(server.url).set(names.RESTORING, "1")
    refused = up(data)
    assert refused.returncode == 2
    assert "a restore into this server was interrupted" in refused.stderr
