"""The player's keys and what they sign: make, keep, load; orders and proofs of possession."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches import base64url
from referee.matches.orders import Order
from referee.matches.signatures import KEY_TYPE, public_jwk, sign_detached, thumbprint, x_of
from referee.strict_json import Json, Unreadable, canonical, canonical_text, read

_PRIVATE_MODE = 0o600


class BadKey(ValueError):
    """The text or file holds no private Ed25519 key as JWK."""


def new_key() -> Ed25519PrivateKey:
    """Make a key from the randomness of the operating system."""
    return Ed25519PrivateKey.generate()


def key_id(key: Ed25519PrivateKey) -> str:
    """The ``kid`` of a key: its RFC 7638 thumbprint."""
    return thumbprint(x_of(key.public_key()))


def jwk_of(key: Ed25519PrivateKey) -> dict[str, str]:
    """The public key as JWK, as the referee wants it."""
    return public_jwk(x_of(key.public_key()))


def private_jwk(key: Ed25519PrivateKey) -> dict[str, str]:
    """The private key as JWK (RFC 8037, section 2): keep it to yourself."""
    return {**jwk_of(key), "d": base64url.encode(key.private_bytes_raw())}


def key_from_jwk(members: Json) -> Ed25519PrivateKey:
    """The key of a private JWK; raises BadKey, also if ``x`` is not that of ``d``."""
    if not isinstance(members, Mapping) or not isinstance(members.get("d"), str):
        raise BadKey("a private key is a JWK with the members crv, d, kty, x")
    try:
        key = Ed25519PrivateKey.from_private_bytes(base64url.decode(members["d"]))
    except ValueError as error:
        raise BadKey("d is no Ed25519 key: 32 bytes in base64url") from error
    if private_jwk(key) != dict(members):
        raise BadKey("the public part of the key does not belong to its private part")
    return key


def save_key(path: Path, key: Ed25519PrivateKey) -> None:
    """Write a private key as JWK into a file that only its owner may read (mode 600)."""
    write_private(path, canonical_text(private_jwk(key)) + "\n")


def load_key(path: Path) -> Ed25519PrivateKey:
    """Read the file of :func:`save_key`; raises BadKey, or OSError if it cannot be read."""
    try:
        return key_from_jwk(read(path.read_bytes()))
    except Unreadable as error:
        raise BadKey(f"{path}: {error}") from error


def write_private(path: Path, text: str) -> None:
    """Replace a file whole or not at all; only its owner may read it, from its first byte on.

    Missing directories are made with mode 700.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE_MODE)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def sign_order(order: Order, key: Ed25519PrivateKey) -> dict[str, Any]:
    """The body of ``POST .../orders``: the order, and a detached JWS over its canonical bytes."""
    return {"order": dict(order), "signature": sign_detached(canonical(order), key)}


def prove_possession(player: str, key: Ed25519PrivateKey) -> dict[str, Any]:
    """The body of ``POST /v1/me/keys``: the public key, and the proof that the player holds the private one."""
    public = jwk_of(key)
    proof = sign_detached(canonical({"key": public, "player": player}), key, KEY_TYPE)
    return {"key": public, "proof": proof}
