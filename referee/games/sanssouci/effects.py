"""What follows from a step, as data. All effects are public but the card that a seat draws.

==============  ======  ==============================================  ==============
kind            seat    detail                                          text
==============  ======  ==============================================  ==============
``turned``      who     ``symbol``, ``square`` (filled, so the tile     ``PAV=K``
                        is turned over)
``placed``      who     ``symbol``, ``square``: face up, by itself      ``PAV>c2``
``mark``        who     ``mark``, ``square``, ``points`` (signed)       ``+2``, ``-3``
``noble``       who     ``square``, ``points``                          ``+3``
``refilled``    0       ``place``, ``symbol``                           ``G1=HER``
``drew``        who     ``card``; only this seat may know it            ``card GT``
``sides``       0       ``sides``: the side of each seat, revealed      ``sides A B``
``scored``      who     ``rows``, ``columns``, ``missions`` (points),   ``+25``
                        ``cards``: the missions, revealed
``match-over``  0       (empty)                                         ``over``
==============  ======  ==============================================  ==============

Equal effects are one object: never change a detail.
"""

from collections.abc import Sequence
from functools import lru_cache

from referee.games.engine import Effect
from referee.games.sanssouci.components import PLACES, SQUARES
from referee.games.sanssouci.garden import GARDENER

REVEALING = frozenset({"refilled", "drew", "sides", "scored"})
_KEPT = 4096  # a match knows a few hundred different effects

MATCH_OVER = Effect("match-over", 0, "over", {})


@lru_cache(_KEPT)
def turned(seat: int, symbol: str, target: int) -> tuple[Effect, ...]:
    """The tile's own square is filled: it becomes a gardener."""
    return (Effect("turned", seat, f"{symbol}={GARDENER}", {"symbol": symbol, "square": SQUARES[target]}),)


@lru_cache(_KEPT)
def placed(seat: int, symbol: str, square: int) -> Effect:
    """A tile lies face up in a garden."""
    name = SQUARES[square]
    return Effect("placed", seat, f"{symbol}>{name}", {"symbol": symbol, "square": name})


@lru_cache(_KEPT)
def marked(seat: int, mark: str, square: int, points: int) -> Effect:
    """Points for a tile on a marked square."""
    detail = {"mark": mark, "square": SQUARES[square], "points": points}
    return Effect("mark", seat, f"{points:+d}", detail)


@lru_cache(_KEPT)
def noble_moved(seat: int, square: int, points: int) -> Effect:
    """A noble went to a square."""
    return Effect("noble", seat, f"{points:+d}", {"square": SQUARES[square], "points": points})


@lru_cache(_KEPT)
def refilled(place: int, symbol: str) -> Effect:
    """The next tile lies on the display."""
    return Effect("refilled", 0, f"{PLACES[place]}={symbol}", {"place": PLACES[place], "symbol": symbol})


@lru_cache(_KEPT)
def drew(seat: int, card: str) -> Effect:
    """The card that a seat drew: nobody else may know it."""
    return Effect("drew", seat, f"card {card}", {"card": card}, (seat,))


def sides_revealed(sides: Sequence[str]) -> Effect:
    """All have chosen the sides of their expansion boards."""
    return Effect("sides", 0, f"sides {' '.join(sides)}", {"sides": list(sides)})


def scored(seat: int, rows: int, columns: int, missions: int, cards: Sequence[str]) -> Effect:
    """The final scoring of a seat (rule book, section 6)."""
    detail = {"rows": rows, "columns": columns, "missions": missions, "cards": list(cards)}
    return Effect("scored", seat, f"+{rows + columns + missions}", detail)


def foreseen(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects of a revealing step that everybody could foresee: no tile, card, side or mission comes out."""
    return tuple(effect for effect in effects if effect.kind not in REVEALING)
