"""Small tools for immutable values: fields worked out once, and sorted tile lists."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

from referee.games.trucks.box import Tiles

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - reads as a decorator, like property
    """A field worked out at its first use and kept in the instance: ``cached_property`` without its lock."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "lazy[T]": ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> "lazy[T] | T":
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.work_out(owner)
        return value


def changed(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A tuple with one entry changed."""
    return (*row[:place], value, *row[place + 1 :])


def with_tile(tiles: Tiles, tile: str) -> Tiles:
    """A sorted list of tiles with one more."""
    place = bisect_left(tiles, tile)
    return (*tiles[:place], tile, *tiles[place:])


def without_tile(tiles: Tiles, tile: str) -> Tiles:
    """A list of tiles with one of these less."""
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]
