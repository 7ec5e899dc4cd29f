"""What lies sealed at rest: seeds and secret parts, AES-256-GCM under the seal key (design section 4)."""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE_BYTES = 12


class BrokenSeal(Exception):
    """What was sealed cannot be opened with this key: another key, or damaged bytes."""


class Seals:
    """Seals and opens under one key of 32 bytes; the place where it lies is authenticated with it."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, clear: bytes, place: str) -> bytes:
        """A random nonce of 12 bytes, then the ciphertext with its tag."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, clear, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        """The clear bytes; raises BrokenSeal."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError) as error:
            raise BrokenSeal(f"the seal of {place} does not open with this key") from error
