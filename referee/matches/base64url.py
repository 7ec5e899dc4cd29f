"""base64url without padding (RFC 4648 section 5), one spelling per value."""

import base64
import binascii


def encode(raw: bytes) -> str:
    """Write bytes."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def decode(text: str) -> bytes:
    """Read the one canonical spelling; raises ValueError on padding, foreign characters, stray bits."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("no base64url") from error
    if encode(raw) != text:
        raise ValueError("not the canonical base64url")
    return raw
