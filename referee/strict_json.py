"""JSON as the referee reads and writes it: nothing ambiguous in, one canonical form out."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import rfc8785

MAX_DEPTH = 20
MAX_INTEGER = 2**53 - 1  # the largest that every JSON reader keeps exactly (RFC 8785, appendix D)
_MAX_DIGITS = 16
_SAFE_DIGITS = 15  # any integer of so many digits is within bounds
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")  # written as an escape, or raw in a string
_BEYOND_BMP = re.compile(r"[\U00010000-\U0010ffff]")
# In an object: what may be a number that no canonical text holds, too long or with a fraction or an exponent.
_SUSPECT_NUMBER = re.compile(r"[:,\[]-?[0-9]+(?:[.eE]|(?<=[0-9]{16}))")

Json = Any  # a JSON value; recursive aliases cost more in casts than they catch


class Unreadable(ValueError):
    """The text is no JSON that means one thing to every reader."""


class Unwritable(ValueError):
    """The value has no canonical form here: a float, a number beyond 2**53 - 1, a lone surrogate."""


def read(text: str | bytes, *, floats: bool = False, max_depth: int = MAX_DEPTH) -> Json:
    """Read one JSON value strictly (RFC 8259, RFC 8785 section 3.1).

    :param text: UTF-8 bytes or a string.
    :param floats: let numbers with a fraction or an exponent through, so that a schema can name the field.
    :param max_depth: how deep arrays and objects may nest.
    :raises Unreadable: on bad UTF-8, syntax, a key that stands twice, NaN or infinity, a number
        beyond 2**53 - 1, a lone surrogate, too much depth; and on any float unless ``floats``.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = (_WITH_FLOATS if floats else _INTEGERS_ONLY).decode(text)
    except Unreadable:
        raise
    except UnicodeDecodeError as error:
        raise Unreadable("not UTF-8") from error
    except RecursionError as error:
        raise Unreadable(f"nested deeper than {max_depth}") from error
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error.msg} at character {error.pos}") from error
    if text.count("[") + text.count("{") > max_depth and _is_deeper_than(max_depth, value):
        raise Unreadable(f"nested deeper than {max_depth}")
    if ("\\u" in text or not text.isascii()) and _SURROGATE.search(text):
        _refuse_lone_surrogates(value)
    return value


def canonical(value: Json) -> bytes:
    """Write the canonical form of a value without floats (RFC 8785).

    :raises Unwritable: what has no such form.
    """
    return canonical_text(value).encode("utf-8")


def canonical_text(value: Json) -> str:
    """Write the canonical form (see :func:`canonical`) as a string.

    Sorted keys and no blanks are all that the RFC asks, as long as the order of the keys is the same by
    character and by UTF-16; beyond the Basic Multilingual Plane ``rfc8785`` itself writes. A test holds all of
    it against that library.
    """
    try:
        text = _encode(value)
        if not isinstance(value, dict) or _SUSPECT_NUMBER.search(text):
            _refuse_unsafe_numbers(value)
        if text.isascii():
            return text
        if _BEYOND_BMP.search(text):
            return rfc8785.dumps(value).decode("utf-8")
        text.encode("utf-8")  # refuses lone surrogates
        return text
    except Unwritable:
        raise
    except ValueError as error:  # NaN and infinity; a lone surrogate
        raise Unwritable(str(error)) from error


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def read_canonical(text: str) -> Json:
    """Read a text that is exactly the canonical form of what it says.

    :raises Unreadable: if it is not.
    """
    value = read(text)
    if (_encode(value) if text.isascii() else canonical_text(value)) != text:
        raise Unreadable("not in canonical form (RFC 8785)")
    return value


def float_pointers(value: Json, pointer: str = "") -> Iterator[str]:
    """The JSON pointers (RFC 6901) of all floats in a value: ``1.0`` is no integer here."""
    if isinstance(value, float):
        yield pointer
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from float_pointers(item, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from float_pointers(item, f"{pointer}/{place}")


def _object_without_repeats(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Unreadable(f"the key {key!r} stands twice")
            seen.add(key)
    return found


def _bounded_integer(digits: str) -> int:
    if digits == "-0":
        raise Unreadable("-0 is no integer")
    # The length first: turning a long text into an integer is itself an attack.
    if len(digits) > _SAFE_DIGITS and (
        len(digits.lstrip("-")) > _MAX_DIGITS or abs(int(digits)) > MAX_INTEGER
    ):
        raise Unreadable("a number beyond 2^53 - 1")
    return int(digits)


def _finite_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Unreadable("a number beyond all bounds")
    return number


def _refuse_float(digits: str) -> float:
    raise Unreadable(f"{digits[:20]} is no integer")


def _refuse_constant(name: str) -> None:
    raise Unreadable(f"{name} is no JSON")


_INTEGERS_ONLY, _WITH_FLOATS = (
    json.JSONDecoder(
        object_pairs_hook=_object_without_repeats,
        parse_int=_bounded_integer,
        parse_float=parse_float,
        parse_constant=_refuse_constant,
    )
    for parse_float in (_refuse_float, _finite_float)
)


def _is_deeper_than(depth: int, value: Json) -> bool:
    """Does a value nest deeper? Level by level: a recursion could itself go too deep."""
    level = [value]
    for _ in range(depth + 1):
        level = [item for item in level if isinstance(item, dict | list)]
        if not level:
            return False
        level = [
            item for parent in level for item in (parent.values() if isinstance(parent, dict) else parent)
        ]
    return True


def _refuse_unsafe_numbers(value: Json) -> None:
    if isinstance(value, float):
        raise Unwritable(f"{value!r} is no integer")
    if isinstance(value, int) and not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise Unwritable("a number beyond 2^53 - 1")
    if isinstance(value, Mapping):
        for item in value.values():
            _refuse_unsafe_numbers(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_unsafe_numbers(item)


def _refuse_lone_surrogates(value: Json) -> None:
    try:
        _encode(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unreadable("a lone surrogate") from error
