"""The referee's three keys in a directory of their own, for `referee up`.

Elsewhere they come from the environment (see :mod:`referee.settings`). Each file holds one key as one
line of base64url text: ``seal.key``, ``link.key``, ``sign.key``. They never lie among the data, so
that a backup of the data leaves them out.
"""

import os
import stat
from pathlib import Path

from referee.settings import KEY_BYTES, KEY_NAMES, CannotStart, read_key, write_key
from referee.store.durable import sync

FILES = {name: f"{name.removeprefix('REFEREE_').removesuffix('_KEY').lower()}.key" for name in KEY_NAMES}


class KeysGone(CannotStart):
    """Logs exist, but a key that they need does not."""


class KeysExposed(CannotStart):
    """Others on this machine may read a key."""


def missing(directory: Path) -> tuple[str, ...]:
    """Name the keys that the directory does not hold, by their variables."""
    return tuple(name for name, file in FILES.items() if not (directory / file).exists())


def make_missing(directory: Path) -> tuple[str, ...]:
    """Make the keys that the directory does not hold; they are on the disk when this returns.

    :returns: the variables of the keys made.
    """
    absent = missing(directory)
    if absent:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        directory.chmod(0o700)
        for name in absent:
            _write_durably(directory / FILES[name], write_key(os.urandom(KEY_BYTES)) + "\n")
        sync(directory)
        sync(directory.parent)
    return absent


def load(directory: Path) -> dict[str, str]:
    """Read the three keys.

    :returns: variable to text, ready for a child's environment.
    :raises KeysGone: if one is missing.
    :raises KeysExposed: if others may read one.
    :raises BadSetting: if one is no key, naming its file.
    """
    absent = missing(directory)
    if absent:
        raise KeysGone(f"{directory / FILES[absent[0]]} is missing")
    keys = {}
    for name, file in FILES.items():
        path = directory / file
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise KeysExposed(f"others may read {path}: chmod 600 {path}")
        text = path.read_text(encoding="ascii", errors="replace").strip()
        read_key(str(path), text)
        keys[name] = text
    return keys


def make_or_load(directory: Path, logs_exist: bool) -> tuple[dict[str, str], tuple[str, ...]]:
    """Load the keys, after making the missing ones where no log needs an old one.

    :param logs_exist: whether the log server holds anything.
    :returns: the keys, and the variables of those just made.
    :raises KeysGone: if logs exist and a key is missing: nobody could open their seeds or trust new signatures.
    """
    absent = missing(directory)
    if absent and logs_exist:
        files = ", ".join(str(directory / FILES[name]) for name in absent)
        raise KeysGone(
            f"logs exist, but the keys that they need are gone: put back {files} "
            "(or start with an empty --data; see docs/operations.md)"
        )
    made = make_missing(directory)
    return load(directory), made


def _write_durably(path: Path, text: str) -> None:
    """Write a new file of mode 600 whole or not at all, and wait for the disk."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    draft.rename(path)
