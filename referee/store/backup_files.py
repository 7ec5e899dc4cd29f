"""A backup as a directory of three files: what is for ever, what may have to be erased, and a table of contents.

``matches.jsonl.gz``: the matches, pseudonymous. ``people.jsonl.gz``: accounts, addresses, invitations. ``backup.json``
comes last: without it, or with other sums than it says, there is no backup. Keys of the referee are in none of them.
"""

import gzip
import hashlib
import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from referee.settings import CannotStart
from referee.store.durable import sync
from referee.strict_json import Json, Unreadable, canonical, read

MATCHES, PEOPLE, CONTENTS = "matches.jsonl.gz", "people.jsonl.gz", "backup.json"
VERSION = 1
_MODE = 0o600


class BadBackup(CannotStart):
    """A directory is no backup, or not as it was written; the text says why."""


class BackupWriter:
    """Writes a backup into a directory that does not exist yet: all of it appears at the end, or nothing.

    :raises BadBackup: if there is something at the place already.
    """

    def __init__(self, directory: Path) -> None:
        if directory.exists():
            raise BadBackup(f"{directory} exists: a backup goes into a directory of its own")
        self._directory = directory
        self._draft = directory.with_name(f"{directory.name}.unfinished-{os.getpid()}")
        self._draft.mkdir(mode=0o700, parents=True)
        self._files = {name: _Compressed(self._draft / name) for name in (MATCHES, PEOPLE)}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files.values():
            file.close()
        if self._draft.exists():
            for left in self._draft.iterdir():
                left.unlink()
            self._draft.rmdir()

    def write(self, name: str, line: Json) -> None:
        """Add a line to one of the two files."""
        self._files[name].write(canonical(line) + b"\n")

    def finish(self, contents: Mapping[str, Any]) -> None:
        """Write the table of contents, and give the directory its name; all of it is on the disk then.

        :param contents: what else it says.
        """
        sums = {}
        for name, file in self._files.items():
            file.close()
            sums[name] = {"lines": file.lines, "sha256": _digest(self._draft / name)}
        text = canonical({"t": "referee-backup", "v": VERSION, "files": sums, **contents}) + b"\n"
        with _open_new(self._draft / CONTENTS) as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        sync(self._draft)
        self._draft.rename(self._directory)
        sync(self._directory.parent)


class _Compressed:
    """A gzip file of lines, on the disk once it is closed."""

    def __init__(self, path: Path) -> None:
        self._raw = _open_new(path)
        self._stream = gzip.GzipFile(filename="", fileobj=self._raw, mode="wb", compresslevel=6, mtime=0)
        self.lines = 0

    def write(self, line: bytes) -> None:
        self._stream.write(line)
        self.lines += 1

    def close(self) -> None:
        if not self._raw.closed:
            self._stream.close()
            self._raw.flush()
            os.fsync(self._raw.fileno())
            self._raw.close()


def read_contents(directory: Path) -> dict[str, Any]:
    """Read the table of contents, and hold the files against their sums.

    A backup whose people were deleted, as they must be after a while, is whole without them.

    :raises BadBackup: naming what is not there or not as it was.
    """
    try:
        contents = read((directory / CONTENTS).read_bytes())
    except OSError as error:
        raise BadBackup(f"{directory} is no backup: {CONTENTS}: {error.strerror}") from error
    except Unreadable as error:
        raise BadBackup(f"{directory / CONTENTS}: {error}") from error
    if not isinstance(contents, dict) or contents.get("t") != "referee-backup":
        raise BadBackup(f"{directory / CONTENTS} is no table of contents of a backup")
    if contents.get("v") != VERSION:
        raise BadBackup(
            f"{directory}: a backup of version {contents.get('v')!r}; this program knows {VERSION}"
        )
    _check_contents(directory, contents)
    for name, said in contents["files"].items():
        path = directory / name
        if name == PEOPLE and not path.exists():
            continue
        if not path.exists():
            raise BadBackup(f"{path} is missing")
        if _digest(path) != said["sha256"]:
            raise BadBackup(f"{path} is not as it was written: its SHA-256 is not the one in {CONTENTS}")
    return contents


def _check_contents(directory: Path, contents: Mapping[str, Any]) -> None:
    files = contents.get("files")
    is_whole = (
        isinstance(files, dict)
        and set(files) == {MATCHES, PEOPLE}
        and all(
            isinstance(said, dict) and type(said.get("lines")) is int and isinstance(said.get("sha256"), str)
            for said in files.values()
        )
        and all(type(contents.get(count)) is int for count in ("matches", "events", "keys"))
    )
    if not is_whole:
        raise BadBackup(f"{directory / CONTENTS} is not as a backup writes it")


@contextmanager
def reading_line(path: Path, number: int) -> Iterator[None]:
    """Say which line of a file is at fault where what stands in it cannot be used; raises BadBackup."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise BadBackup(f"{path}: line {number} is not as a backup writes it ({why})") from error


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of one of the files, numbered from 1; raises BadBackup."""
    try:
        with gzip.open(path, "rb") as stream:
            for number, line in enumerate(io.BufferedReader(stream), start=1):
                yield number, _read_line(path, number, line)
    except (OSError, EOFError) as error:
        raise BadBackup(f"{path}: {error}") from error


def _read_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        members = read(line)
    except Unreadable as error:
        raise BadBackup(f"{path}: line {number}: {error}") from error
    if not isinstance(members, dict):
        raise BadBackup(f"{path}: line {number}: no object")
    return members


def _open_new(path: Path) -> io.BufferedWriter:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE), "wb")


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
