"""The checkpoints: a small file beside the data that says how far each log had come, to show when one lost its end.

The chain of hashes shows that nothing is missing in the middle of a log; that nothing is missing at its end only
somebody else can show. One line per match and place, ``{"head","match","version"}`` as JCS; the newest one counts.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from referee.matches.chain import Base
from referee.matches.events import HEX_64, ID
from referee.settings import CannotStart
from referee.store.durable import sync
from referee.strict_json import Unreadable, canonical_text, read

_MATCH = re.compile(rf"{ID}\Z")
_HEAD = re.compile(rf"{HEX_64}\Z")
_SPARE_LINES = 1000  # overtaken lines that a file may hold before it is written anew


class BadCheckpoints(CannotStart):
    """The file of checkpoints cannot be read: nothing may start that could overwrite what it knows."""


class Checkpoints:
    """The newest place of each log that stands in a file, and the way to write newer ones.

    :param path: of the file; it need not exist yet.
    :raises BadCheckpoints: naming the line that is none. What a torn last write left is passed over.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known, self._lines = _read_file(path)

    @property
    def known(self) -> Mapping[str, Base]:
        """Match to the newest place known."""
        return self._known

    def note(self, places: Mapping[str, Base]) -> dict[str, Base]:
        """Write the places that are new; they are on the disk when this returns.

        :returns: those that contradict what is known, which are not written: a log never grows shorter.
        """
        newer, contradicting = {}, {}
        for match, place in places.items():
            before = self._known.get(match)
            if before is None or place.version > before.version:
                newer[match] = place
            elif place != before:
                contradicting[match] = place
        if newer:
            self._write(newer)
        return contradicting

    def _write(self, newer: Mapping[str, Base]) -> None:
        known = {**self._known, **newer}
        if self._lines is None or self._lines + len(newer) > 2 * len(known) + _SPARE_LINES:
            _replace(self.path, known.items())
            self._lines = len(known)
        else:
            _append(self.path, newer.items())
            self._lines += len(newer)
        self._known = known


def _read_file(path: Path) -> tuple[dict[str, Base], int | None]:
    """What a file says, and its number of lines; None where it must be written anew: there is none, or it was torn."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return {}, None
    *lines, rest = text.split(b"\n")
    known: dict[str, Base] = {}
    is_torn = bool(rest)
    for number, line in enumerate(lines, start=1):
        if b"\0" in line:  # a power cut left zero bytes: the write was not finished, and nobody relied on it
            is_torn = True
            continue
        try:
            match, place = _read_line(line)
        except ValueError as error:
            raise BadCheckpoints(f"{path}: line {number} is no checkpoint: {error}") from error
        if match not in known or place.version > known[match].version:
            known[match] = place
    return known, None if is_torn else len(lines)


def _read_line(line: bytes) -> tuple[str, Base]:
    try:
        members = read(line)
    except Unreadable as error:
        raise ValueError(str(error)) from error
    if not isinstance(members, dict) or set(members) != {"head", "match", "version"}:
        raise ValueError("exactly head, match and version")
    head, match, version = members["head"], members["match"], members["version"]
    if not (isinstance(match, str) and _MATCH.match(match)):
        raise ValueError("match is no id")
    if not (isinstance(head, str) and _HEAD.match(head) and type(version) is int and version > 0):
        raise ValueError("head is 64 hex digits, and version counts from 1")
    return match, Base(version, head)


def _line(match: str, place: Base) -> str:
    return canonical_text({"match": match, **place._asdict()}) + "\n"


def _append(path: Path, places: Iterable[tuple[str, Base]]) -> None:
    # Not for everybody's eyes: whoever has the id of an unlisted match may watch it.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "ab") as stream:
        stream.write("".join(_line(*place) for place in places).encode("ascii"))
        stream.flush()
        os.fsync(stream.fileno())


def _replace(path: Path, places: Iterable[tuple[str, Base]]) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    _append(draft, places)
    draft.replace(path)
    sync(path.parent)
