"""What people and files write of any game: options, set-ups and positions, judged the same way everywhere."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.games.engine import InvalidOptions, InvalidPosition
from referee.strict_json import Json


def complete_options(
    game: str, sizes: Collection[int], defaults: Mapping[str, Json], players: int, options: Mapping[str, Json]
) -> dict[str, Json]:
    """The options with their defaults, in the order of the defaults; their values are still to be judged.

    :param sizes: the numbers of players that the game is for.
    :raises InvalidOptions: an unknown option, or a number of players that the game is not for.
    """
    if type(players) is not int or players not in sizes:
        raise InvalidOptions("players", f"{game} is for {min(sizes)} to {max(sizes)} players")
    if not isinstance(options, Mapping):
        raise InvalidOptions("options", "an object is expected")
    for name in options:
        if name not in defaults:
            there_are = f"there are {', '.join(defaults)}" if defaults else f"{game} has none"
            raise InvalidOptions(str(name), f"no such option; {there_are}")
    return {**defaults, **options}


def check_rules_version(rules_version: int, known: Collection[int]) -> None:
    """Refuse a version of the rules that does not exist; raises InvalidPosition."""
    if type(rules_version) is not int or rules_version not in known:
        raise InvalidPosition(f"rules_version {rules_version!r} does not exist")


def check_keys(written: Json, known: frozenset[str], where: str) -> None:
    """Refuse anything but an object with known keys; raises InvalidPosition."""
    if not isinstance(written, Mapping):
        raise InvalidPosition(f"{where} is an object")
    for key in written:
        if key not in known:
            raise InvalidPosition(f"{where} has no key {key!r}")


def read_seat(players: int, written: Json, where: str) -> int:
    """A seat of the match; raises InvalidPosition."""
    if type(written) is not int or not 1 <= written <= players:
        raise InvalidPosition(f"{where} is a seat from 1 to {players}")
    return written


def read_list(written: Json, length: int | None, where: str) -> list[Json]:
    """A list, of this length unless it may have any; raises InvalidPosition."""
    if not isinstance(written, list) or (length is not None and len(written) != length):
        raise InvalidPosition(f"{where} is a list" if length is None else f"{where} is a list of {length}")
    return written


def ranks_of(standings: Sequence[Any]) -> list[int]:
    """The rank of each seat: one more than the number of seats that did better; ties share a rank.

    :param standings: what is compared, per seat; more is better.
    """
    return [1 + sum(other > own for other in standings) for own in standings]
