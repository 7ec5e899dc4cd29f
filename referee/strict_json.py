"""JSON as the referee reads and writes it: nothing ambiguous in, one canonical form out."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

MAX_DEPTH = 20
MAX_INTEGER = 2**53 - 1  # the largest that every JSON reader keeps exactly (RFC 8785, appendix D)
_MAX_DIGITS = 16
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")

Json = Any  # a JSON value; recursive aliases cost more in casts than they catch


class Unreadable(ValueError):
    """The text is no JSON that means one thing to every reader."""


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
        value = json.loads(
            text,
            object_pairs_hook=_object_without_repeats,
            parse_int=_bounded_integer,
            parse_float=_finite_float if floats else _refuse_float,
            parse_constant=_refuse_constant,
        )
    except Unreadable:
        raise
    except UnicodeDecodeError as error:
        raise Unreadable("not UTF-8") from error
    except RecursionError as error:
        raise Unreadable(f"nested deeper than {max_depth}") from error
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error.msg} at character {error.pos}") from error
    if text.count("[") + text.count("{") > max_depth and _depth(value) > max_depth:
        raise Unreadable(f"nested deeper than {max_depth}")
    if _SURROGATE_ESCAPE.search(text):
        _refuse_lone_surrogates(value)
    return value


def canonical(value: Json) -> bytes:
    """Write a value of integers, strings, booleans, arrays and objects with ASCII keys as RFC 8785 does.

    For such values sorted keys and no blanks are all that the RFC asks; a test holds it against ``rfc8785``.
    """
    return canonical_text(value).encode("utf-8")


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical_text(value: Json) -> str:
    """Write the canonical form (see :func:`canonical`) as a string."""
    return _encode(value)


def is_canonical(text: str) -> bool:
    """Is the text exactly the canonical form of what it says?"""
    try:
        return canonical_text(read(text)) == text
    except Unreadable:
        return False


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
    # The length first: turning a long text into an integer is itself an attack.
    if len(digits.lstrip("-")) > _MAX_DIGITS or abs(int(digits)) > MAX_INTEGER:
        raise Unreadable("a number beyond 2^53 - 1")
    if digits == "-0":
        raise Unreadable("-0 is no integer")
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


def _depth(value: Json) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def _refuse_lone_surrogates(value: Json) -> None:
    try:
        canonical_text(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unreadable("a lone surrogate") from error
