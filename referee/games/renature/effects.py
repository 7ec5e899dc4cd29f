"""What followed from a step, as data. Hidden from the others are the domino drawn and the back of a token taken.

================  =======  ==========================================  ===============  ==========
kind              seat     detail                                      text             seen by
================  =======  ==========================================  ===============  ==========
``clouds``        who      ``amount`` (signed), ``reason``: ``cost``,  ``+2 clouds``    all
                           ``taken`` (from the board) or ``room``
                           (they had waited)
``waiting``       who      ``amount`` that has no room                 ``1 waiting``    all
``dropped``       who      ``amount`` given up                         ``1 dropped``    all
``joker``         who      ``animal``                                  ``joker T``      all
``returned``      who      ``type``, ``neutral``, ``space``            ``-2N c2``       all
``points``        who      ``amount``, ``reason``: ``plant``,          ``+3 points``    all
                           ``major``, ``minor`` or ``alone`` (major
                           and minor); ``area``
``token``         taker    ``area``, ``major``, ``minor``              ``token A``      all
``back``          taker    ``area``, ``points``                        ``A back 2``     the taker
``discarded``     who      ``count`` of its discards so far            ``1 aside``      all
``refilled``      who      ``left`` (dominoes of the reserve)          ``drew 1``       all
``drawn``         who      ``domino``                                  ``drew NS``      the seat
``final``         who      the lines of the breakdown                  ``=57 points``   all
``match-over``    0        (empty)                                     ``over``         all
================  =======  ==========================================  ===============  ==========

Equal effects are one object: never change a detail.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.games.engine import Effect
from referee.games.renature.components import ANIMALS, TYPES, VALUES
from referee.games.renature.spaces import AREAS, SPACE_NAMES
from referee.games.renature.steps import kind_text

UNFORESEEN = frozenset({"drawn", "back", "final"})
_KEPT = 8192  # a match knows a few hundred different effects


@lru_cache(_KEPT)
def clouds(seat: int, amount: int, reason: str) -> Effect:
    """Clouds that came to a player board or left it."""
    unit = "cloud" if abs(amount) == 1 else "clouds"
    return Effect("clouds", seat, f"{amount:+d} {unit}", {"amount": amount, "reason": reason})


@lru_cache(_KEPT)
def waiting(seat: int, amount: int) -> Effect:
    """Clouds that found no room and wait."""
    return Effect("waiting", seat, f"{amount} waiting", {"amount": amount})


@lru_cache(_KEPT)
def dropped(seat: int, amount: int) -> Effect:
    """Waiting clouds that were given up."""
    return Effect("dropped", seat, f"{amount} dropped", {"amount": amount})


@lru_cache(_KEPT)
def joker(seat: int, animal: int) -> Effect:
    """The new joker."""
    return Effect("joker", seat, f"joker {ANIMALS[animal]}", {"animal": ANIMALS[animal]})


@lru_cache(_KEPT)
def returned(seat: int, kind: int, space: int) -> Effect:
    """A plant that came back to a player board."""
    detail = {"type": VALUES[kind % TYPES], "neutral": kind >= TYPES, "space": SPACE_NAMES[space]}
    return Effect("returned", seat, f"-{kind_text(kind)} {SPACE_NAMES[space]}", detail)


@lru_cache(_KEPT)
def points(seat: int, amount: int, reason: str, area: int) -> Effect:
    """Points during the game."""
    unit = "point" if amount == 1 else "points"
    detail = {"amount": amount, "reason": reason, "area": AREAS[area]}
    return Effect("points", seat, f"{amount:+d} {unit}", detail)


@lru_cache(_KEPT)
def token(seat: int, area: int, major: int, minor: int) -> Effect:
    """The token of a closed area, taken by the active player."""
    detail = {"area": AREAS[area], "major": major, "minor": minor}
    return Effect("token", seat, f"token {AREAS[area]}", detail)


@lru_cache(_KEPT)
def back(seat: int, area: int, worth: int) -> Effect:
    """The back of a token taken; only its taker may look at it."""
    detail = {"area": AREAS[area], "points": worth}
    return Effect("back", seat, f"{AREAS[area]} back {worth}", detail, (seat,))


@lru_cache(_KEPT)
def discarded(seat: int, count: int) -> Effect:
    """A domino went into the box, nobody else knows which; ``count`` did so far."""
    return Effect("discarded", seat, f"{count} aside", {"count": count})


@lru_cache(_KEPT)
def refilled(seat: int, left: int) -> Effect:
    """A domino was drawn; ``left`` are still in the reserve."""
    return Effect("refilled", seat, "drew 1", {"left": left})


@lru_cache(_KEPT)
def drawn(seat: int, domino: str) -> Effect:
    """Which domino it was; only the seat itself sees it."""
    return Effect("drawn", seat, f"drew {domino}", {"domino": domino}, (seat,))


def final(seat: int, breakdown: Mapping[str, int]) -> Effect:
    """A seat's final scoring."""
    return Effect("final", seat, f"={breakdown['total']} points", dict(breakdown))


MATCH_OVER = Effect("match-over", 0, "over", {})


def foreseen(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects of a revealing step that everybody could foresee: all but what comes out."""
    return tuple(effect for effect in effects if effect.kind not in UNFORESEEN)
