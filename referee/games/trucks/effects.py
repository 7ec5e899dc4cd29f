"""What follows from a step in both games, as data. Everything is public, so every effect is seen by all.

===============  =======  ==========================================  ==================
kind             seat     detail                                      text
===============  =======  ==========================================  ==================
``drawn``        drawer   ``tile``                                    ``D=EM``
``coins``        who      ``amount`` (signed), ``reason``: ``cost``,  ``+2``, ``-1``
                          ``coin-tiles``, ``sale`` or ``bonus``;
                          ``area`` that earned it, or ``""``
``removed``      who, 0   ``tiles``, ``reason``: ``discard`` or       ``-EM``, ``-E,$``
                          ``truck`` (left on it at a round's end)
``last-round``   0        (empty)                                     ``last round``
``round-ended``  0        ``round``                                   ``end of round 3``
``round-began``  0        ``round``, ``starter`` (a seat)             ``round 4``
``match-over``   0        (empty)                                     ``over``
===============  =======  ==========================================  ==================

Equal effects are one object: never change a detail.
"""

from collections.abc import Sequence
from functools import lru_cache

from referee.games.engine import Effect

REVEALING = frozenset({"drawn", "last-round"})
KEPT = 4096  # a match knows a few hundred different effects


@lru_cache(KEPT)
def drawn(seat: int, tile: str) -> Effect:
    """The tile that a draw uncovered."""
    return Effect("drawn", seat, f"D={tile}", {"tile": tile})


@lru_cache(KEPT)
def coins(seat: int, amount: int, reason: str, area: str = "") -> Effect:
    """Coins that a seat got or paid."""
    return Effect("coins", seat, f"{amount:+d}", {"amount": amount, "reason": reason, "area": area})


def removed(seat: int, tiles: Sequence[str], reason: str) -> Effect:
    """Tiles that left the game."""
    return Effect("removed", seat, f"-{','.join(tiles)}", {"tiles": list(tiles), "reason": reason})


LAST_ROUND = Effect("last-round", 0, "last round", {})
MATCH_OVER = Effect("match-over", 0, "over", {})


def round_ended(number: int) -> Effect:
    """The end of a round."""
    return Effect("round-ended", 0, f"end of round {number}", {"round": number})


def round_began(number: int, starter: int) -> Effect:
    """The next round and the seat that begins it."""
    return Effect("round-began", 0, f"round {number}", {"round": number, "starter": starter})


def foreseen(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects of a draw that everybody could foresee: all but the tile and what it triggers."""
    return tuple(effect for effect in effects if effect.kind not in REVEALING)
