"""The file of checkpoints: what it says, what it takes, and what a torn write leaves of it."""

from pathlib import Path

import pytest

from referee.matches.chain import Base
from referee.store.checkpoints import BadCheckpoints, Checkpoints

ONE, TWO = "0" * 16, "1" * 16


def place(version: int, digit: str = "a") -> Base:
    return Base(version, digit * 64)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "checkpoints.jsonl"


def test_what_was_noted_is_known_by_who_reads_it_next(path: Path) -> None:
    first = Checkpoints(path)
    assert first.note({ONE: place(3), TWO: place(1)}) == {}
    assert first.note({ONE: place(4)}) == {}
    assert Checkpoints(path).known == first.known == {ONE: place(4), TWO: place(1)}


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    """Whoever has the id of an unlisted match may watch it."""
    checkpoints = Checkpoints(path)
    for version in (1, 2):
        checkpoints.note({ONE: place(version)})
        assert path.stat().st_mode & 0o077 == 0


def test_a_log_that_grew_shorter_or_changed_is_told_and_not_written(path: Path) -> None:
    checkpoints = Checkpoints(path)
    checkpoints.note({ONE: place(9), TWO: place(5)})
    before = path.read_bytes()
    assert checkpoints.note({ONE: place(8), TWO: place(5, "b")}) == {ONE: place(8), TWO: place(5, "b")}
    assert checkpoints.note({ONE: place(9)}) == {}
    assert path.read_bytes() == before


def test_overtaken_lines_go_when_there_are_many(path: Path) -> None:
    checkpoints = Checkpoints(path)
    for version in range(1, 2500):
        checkpoints.note({ONE: place(version)})
    assert path.read_bytes().count(b"\n") < 1500
    assert Checkpoints(path).known == {ONE: place(2499)}


@pytest.mark.parametrize("rest", [b'{"head":"aa', b"\0" * 100, b'{"hea' + b"\0" * 20 + b"\n"])
def test_what_a_torn_write_left_is_passed_over_and_cleared_away(path: Path, rest: bytes) -> None:
    Checkpoints(path).note({ONE: place(3)})
    path.write_bytes(path.read_bytes() + rest)
    checkpoints = Checkpoints(path)
    assert checkpoints.known == {ONE: place(3)}
    checkpoints.note({ONE: place(4)})
    assert path.read_bytes().count(b"\n") == 1
    assert Checkpoints(path).known == {ONE: place(4)}


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        '{"head":"aa","match":"0000000000000000","version":1}',
        '{"head":"%s","match":"short","version":1}' % ("a" * 64),
        '{"head":"%s","match":"0000000000000000","version":0}' % ("a" * 64),
        '{"head":"%s","match":"0000000000000000"}' % ("a" * 64),
    ],
)
def test_a_line_that_is_none_is_named_and_nothing_is_written(path: Path, line: str) -> None:
    Checkpoints(path).note({ONE: place(3)})
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(BadCheckpoints, match="line 2 is no checkpoint"):
        Checkpoints(path)
