"""The steps that both games have, one object for each text: draw, load, take."""

from dataclasses import dataclass

TRUCKS = range(1, 6)


# Each text has one object, so steps are compared by identity (``eq=False``) and cost no hashing.
@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Draw a tile (rule books 5.1)."""

    text: str = "D"


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """Put the drawn tile on a truck (5.1)."""

    text: str
    truck: int


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """Take a truck (5.2)."""

    text: str
    truck: int


DRAW = Draw()
LOAD = {truck: Load(f"L{truck}", truck) for truck in TRUCKS}
TAKE = {truck: Take(f"T{truck}", truck) for truck in TRUCKS}


def quoted(text: str) -> str:
    """A player's text in quotes, cut where it is longer than any step."""
    shown = text if len(text) <= 48 else text[:47] + "…"
    return repr(shown)
