"""A player's profile: which referee, who I am there, and my private keys; one file that only its owner may read."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.signing import BadKey, key_from_jwk, private_jwk, write_private
from referee.strict_json import Unreadable, canonical_text, read

DEFAULT_PATH = Path.home() / ".config" / "referee" / "profile.json"
DEFAULT_URL = "http://127.0.0.1:8000"
_VERSION = 1
_TEXTS = ("url", "player", "name", "token", "match")


class BadProfile(ValueError):
    """The file is there, but is no profile; its text names the file."""


@dataclass
class Profile:
    """What a player keeps. An empty text means: not known yet.

    :ivar keys: private keys, oldest first. A seat knows the keys that its player had when he took it, so older
        keys are kept.
    :ivar match: the match that the profile was made for, if any.
    """

    path: Path
    url: str = ""
    player: str = ""
    name: str = ""
    token: str = field(default="", repr=False)
    keys: list[Ed25519PrivateKey] = field(default_factory=list, repr=False)
    match: str = ""

    @property
    def is_signed_up(self) -> bool:
        """Does the referee know this player?"""
        return bool(self.token)

    def save(self) -> None:
        """Write the file: whole or not at all, mode 600."""
        members: dict[str, Any] = {"v": _VERSION, **{name: getattr(self, name) for name in _TEXTS}}
        members["keys"] = [private_jwk(key) for key in self.keys]
        write_private(self.path, canonical_text(members) + "\n")


def load_profile(path: Path) -> Profile:
    """Read a profile; a missing file is an empty one.

    :raises BadProfile: if the file cannot be read, or holds something else.
    """
    try:
        members = read(path.read_bytes())
    except FileNotFoundError:
        return Profile(path)
    except OSError as error:
        raise BadProfile(f"{path}: {error.strerror}") from error
    except Unreadable as error:
        raise BadProfile(f"{path}: {error}") from error
    if not isinstance(members, dict) or members.get("v") != _VERSION:
        raise BadProfile(f"{path} is no profile of version {_VERSION}")
    if not all(isinstance(members.get(name), str) for name in _TEXTS):
        raise BadProfile(f"{path}: {', '.join(_TEXTS)} are texts")
    if not re.fullmatch(r"[\x21-\x7e]*", members["token"]):
        raise BadProfile(f"{path}: token is printable ASCII without blanks")
    keys = members.get("keys")
    if not isinstance(keys, list):
        raise BadProfile(f"{path}: keys is a list of private keys")
    try:
        found = [key_from_jwk(key) for key in keys]
    except BadKey as error:
        raise BadProfile(f"{path}: {error}") from error
    return Profile(path, keys=found, **{name: members[name] for name in _TEXTS})
