"""Ed25519 keys and the two forms of JWS that the referee uses (RFC 7515, RFC 7638, RFC 8037)."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from referee.matches import base64url
from referee.strict_json import Json, Unreadable, canonical, read

ORDER_TYPE = "referee-move+jws"
RECEIPT_TYPE = "referee-receipt+jws"
KEY_TYPE = "referee-key+jws"
ALGORITHMS = frozenset({"EdDSA", "Ed25519"})  # RFC 8037, and its fully specified name of RFC 9864
MAX_HEADER = 512  # characters of a protected header; ours has 151
_SIGNATURE_BYTES = 64
_KEY_BYTES = 32


class BadSignature(ValueError):
    """The signature is not of the form we accept, or not by that key over those bytes."""


class Jws(NamedTuple):
    """A signature taken apart: the protected header as sent, its ``kid``, and 64 bytes."""

    header: str
    kid: str
    signature: bytes


def public_jwk(x: str) -> dict[str, str]:
    """The JWK of a public key from its ``x`` (base64url of 32 bytes)."""
    return {"crv": "Ed25519", "kty": "OKP", "x": x}


def x_of(key: Ed25519PublicKey) -> str:
    """The JWK member ``x`` of a public key."""
    return base64url.encode(key.public_bytes_raw())


@lru_cache(maxsize=4096)
def thumbprint(x: str) -> str:
    """The ``kid`` of a key (RFC 7638)."""
    return base64url.encode(hashlib.sha256(canonical(public_jwk(x))).digest())


@lru_cache(maxsize=4096)
def load_public(x: str) -> Ed25519PublicKey:
    """The key behind ``x``; raises ValueError if it is none."""
    raw = base64url.decode(x)
    if len(raw) != _KEY_BYTES:
        raise ValueError("an Ed25519 key has 32 bytes")
    return Ed25519PublicKey.from_public_bytes(raw)


@lru_cache(maxsize=4096)
def standard_header(kid: str, kind: str) -> str:
    """The protected header that we write: JCS, base64url."""
    return base64url.encode(canonical({"alg": "EdDSA", "kid": kid, "typ": kind}))


def sign_detached(payload: bytes, key: Ed25519PrivateKey, kind: str = ORDER_TYPE) -> str:
    """Sign bytes as a detached JWS ``<header>..<signature>`` (RFC 7515 appendix F)."""
    header, signature = _sign(payload, key, kind)
    return f"{header}..{signature}"


def sign_compact(payload: Json, key: Ed25519PrivateKey, kind: str = RECEIPT_TYPE) -> str:
    """Sign a JSON value as a compact JWS over its canonical bytes."""
    body = canonical(payload)
    header, signature = _sign(body, key, kind)
    return f"{header}.{base64url.encode(body)}.{signature}"


def _sign(payload: bytes, key: Ed25519PrivateKey, kind: str) -> tuple[str, str]:
    header = standard_header(thumbprint(x_of(key.public_key())), kind)
    signed = key.sign(_signing_input(header, payload))
    return header, base64url.encode(signed)


def read_detached(text: str, kind: str = ORDER_TYPE) -> Jws:
    """Take a detached JWS apart; raises BadSignature unless its form is exactly ours."""
    parts = text.split(".")
    if len(parts) != 3 or parts[1]:
        raise BadSignature("not a detached JWS: <header>..<signature>")
    return _read_parts(parts[0], parts[2], kind)


def verify_detached(jws: Jws, payload: bytes, x: str) -> None:
    """Check a detached signature; raises BadSignature."""
    verify(jws.header, jws.signature, payload, x)


def verify(header: str, signature: bytes, payload: bytes, x: str) -> None:
    """Check one signature over one payload with the key ``x``; raises BadSignature."""
    try:
        load_public(x).verify(signature, _signing_input(header, payload))
    except (InvalidSignature, ValueError) as error:
        raise BadSignature("the signature is not by this key over these bytes") from error


def open_compact(text: str, keys: Mapping[str, str], kind: str = RECEIPT_TYPE) -> Json:
    """Check a compact JWS against known keys (``kid`` to ``x``) and give its payload; raises BadSignature."""
    parts = text.split(".")
    if len(parts) != 3:
        raise BadSignature("not a compact JWS: <header>.<payload>.<signature>")
    jws = _read_parts(parts[0], parts[2], kind)
    if jws.kid not in keys:
        raise BadSignature("signed by a key that is not the referee's")
    try:
        payload = base64url.decode(parts[1])
    except ValueError as error:
        raise BadSignature(f"the payload is {error}") from error
    verify(jws.header, jws.signature, payload, keys[jws.kid])
    try:
        return read(payload)
    except Unreadable as error:
        raise BadSignature(f"the payload is unreadable: {error}") from error


def read_header(header: str, kind: str) -> str:
    """The ``kid`` of a protected header; raises BadSignature unless its members are exactly ours."""
    if len(header) > MAX_HEADER:
        raise BadSignature(f"a protected header has at most {MAX_HEADER} characters")
    try:
        members = read(base64url.decode(header))
    except ValueError as error:
        raise BadSignature(f"the protected header is unreadable: {error}") from error
    if not isinstance(members, dict) or set(members) != {"alg", "kid", "typ"}:
        raise BadSignature("the protected header has exactly the members alg, kid, typ")
    alg, kid = members["alg"], members["kid"]
    if not isinstance(alg, str) or alg not in ALGORITHMS or members["typ"] != kind:
        raise BadSignature(f"the protected header wants alg EdDSA and typ {kind}")
    if not isinstance(kid, str):
        raise BadSignature("kid is a string")
    return kid


def _read_parts(header: str, signature: str, kind: str) -> Jws:
    return Jws(header, read_header(header, kind), read_signature(signature))


def read_signature(text: str) -> bytes:
    """The 64 bytes of a signature from their base64url; raises BadSignature."""
    try:
        raw = base64url.decode(text)
    except ValueError as error:
        raise BadSignature(f"the signature is {error}") from error
    if len(raw) != _SIGNATURE_BYTES:
        raise BadSignature("an Ed25519 signature has 64 bytes")
    return raw


def _signing_input(header: str, payload: bytes) -> bytes:
    return f"{header}.{base64url.encode(payload)}".encode("ascii")
