"""Ids of matches and players: 10 bytes as 16 characters of Crockford's base32, lower case (design section 4)."""

ID_BYTES = 10
_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_VALUES = {letter: value for value, letter in enumerate(_CROCKFORD)}
_BITS = 5
_CHARACTERS = 8 * ID_BYTES // _BITS


def write_id(raw: bytes) -> str:
    """Write the 10 bytes of an id."""
    number = int.from_bytes(raw, "big")
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(8 * len(raw) - _BITS, -1, -_BITS))


def read_id(text: str) -> bytes:
    """The 10 bytes of an id; raises ValueError if it is none, other spellings included."""
    if len(text) != _CHARACTERS or not set(text) <= _VALUES.keys():
        raise ValueError("an id has 16 characters of Crockford's base32, lower case")
    number = 0
    for letter in text:
        number = number << _BITS | _VALUES[letter]
    return number.to_bytes(ID_BYTES, "big")
