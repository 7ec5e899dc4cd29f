"""The tail of an append-only file after a power loss: find what is whole, keep a copy, cut the rest.

A disk that lost power may hold the last write in part, or as zero bytes; a server then refuses the
file. What was acknowledged under `appendfsync always` lies whole before that place, so that cutting
the torn last write loses nothing that anybody was told. Damage *before* a whole command is another
thing: it is reported, and never cut.
"""

import mmap
import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.settings import CannotStart
from referee.store.durable import sync

_MANIFEST = "appendonly.aof.manifest"
_HEADER = re.compile(rb"\*(\d{1,7})\r\n")
_LENGTH = re.compile(rb"\$(\d{1,10})\r\n")
_COMMAND = re.compile(rb"\*\d{1,7}\r\n\$\d{1,10}\r\n")


class DamagedLog(CannotStart):
    """The append-only file is damaged in a way that no torn last write explains."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What was cut from an append-only file, and where the damaged file was kept."""

    file: Path
    copy: Path
    whole: int  # bytes kept
    cut: int  # bytes cut off

    def __str__(self) -> str:
        return (
            f"the last write in {self.file} was torn: cut {self.cut} bytes after byte {self.whole}, "
            f"which no client was ever told about; the damaged file is kept as {self.copy}"
        )


def repair_torn_tail(directory: Path, report: Callable[[str], None]) -> Repair | None:
    """Cut a torn last write from the newest append-only file of a stopped server.

    :param directory: the server's data directory (it holds ``appendonlydir``).
    :param report: told in a sentence what is going on.
    :returns: what was done, or None if every command is whole.
    :raises DamagedLog: if whole commands follow the damage; nothing is changed then.
    """
    file = newest_file(directory)
    if file is None or file.stat().st_size == 0:
        return None
    report(f"checking {file} ({file.stat().st_size:,} bytes)")
    with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        whole, size = whole_length(data), len(data)
        if whole == size:
            return None
        follower = _whole_command_after(data, whole)
        if follower is not None:
            raise DamagedLog(
                f"{file} is damaged at byte {whole}, and commands follow at byte {follower}: this is no torn "
                "last write; nothing was changed; restore a backup (see docs/operations.md)"
            )
    copy = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{whole}")
    shutil.copy2(file, copy)
    sync(copy)
    sync(copy.parent)
    os.truncate(file, whole)
    sync(file)
    repair = Repair(file, copy, whole, size - whole)
    report(str(repair))
    return repair


def newest_file(directory: Path) -> Path | None:
    """Find the append-only file that the server writes to: the last one of its manifest."""
    manifest = directory / "appendonlydir" / _MANIFEST
    if not manifest.exists():
        return None
    names = re.findall(
        r"^file (\S+) seq \d+ type i", manifest.read_text(encoding="ascii", errors="replace"), re.M
    )
    file = manifest.parent / names[-1] if names else None
    return file if file is not None and file.exists() else None


def whole_length(data: bytes | mmap.mmap) -> int:
    """Count the bytes up to the end of the last whole command; an open transaction counts as torn.

    :param data: commands as the server writes them (the Redis protocol's arrays of bulk strings).
    """
    place = whole = 0
    in_transaction = False
    while place < len(data):
        end = _note_end(data, place) if data[place : place + 1] == b"#" else _command_end(data, place)
        if end is None:
            break
        # A command is short up to its first argument: enough to know MULTI and EXEC.
        start = bytes(data[place : min(end, place + 20)]).upper()
        if start.startswith(b"*1\r\n$5\r\nMULTI"):
            in_transaction = True
        elif start.startswith(b"*1\r\n$4\r\nEXEC"):
            in_transaction = False
        place = end
        if not in_transaction:
            whole = place
    return whole


def _command_end(data: bytes | mmap.mmap, place: int) -> int | None:
    header = _HEADER.match(data, place)
    if header is None:
        return None
    place = header.end()
    for _ in range(int(header.group(1))):
        length = _LENGTH.match(data, place)
        if length is None:
            return None
        place = length.end() + int(length.group(1))
        if data[place : place + 2] != b"\r\n":
            return None
        place += 2
    return place


def _note_end(data: bytes | mmap.mmap, place: int) -> int | None:
    """Find the end of a line of notes (`#TS:...`, with `aof-timestamp-enabled`)."""
    end = data.find(b"\r\n", place)
    return None if end < 0 else end + 2


def _whole_command_after(data: bytes | mmap.mmap, whole: int) -> int | None:
    """Find a whole command behind the first damage after ``whole``."""
    place = whole
    while place < len(data):  # step over what is whole: the commands of an open transaction
        end = _command_end(data, place)
        if end is None:
            break
        place = end
    for found in _COMMAND.finditer(data, place + 1):
        if _command_end(data, found.start()) is not None:
            return found.start()
    return None
