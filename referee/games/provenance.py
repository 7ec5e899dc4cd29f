"""Where component data come from: which blocks hold a stand-in for a print, or a decision, that no source tells."""

from collections.abc import Mapping
from typing import Any

ASSUMED = "assumed"
_MARK = "provenance"


def assumed_blocks(data: Any, path: str = "") -> list[str]:
    """What is marked ``assumed``, as paths such as ``gardens`` or ``plant_supply.neutral_split``, in their order.

    A mark is a member ``provenance``, for the whole block that it lies in, or ``provenance_<part>``, for a part. Its
    value is one word, a phrase that begins with it, or an object of such, by part.

    :param data: a game's component data.
    """
    found: list[str] = []
    if isinstance(data, Mapping):
        for key, value in data.items():
            name = str(key)
            if name.startswith(_MARK):
                found += _assumed_parts(value, _under(path, name.removeprefix(_MARK).removeprefix("_")))
            else:
                found += assumed_blocks(value, _under(path, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            found += assumed_blocks(value, f"{path}[{place}]")
    return found


def _assumed_parts(mark: Any, path: str) -> list[str]:
    if isinstance(mark, Mapping):
        return [each for part, value in mark.items() for each in _assumed_parts(value, _under(path, part))]
    return [path] if str(mark).startswith(ASSUMED) else []


def _under(path: str, name: str) -> str:
    return ".".join(part for part in (path, name) if part)
