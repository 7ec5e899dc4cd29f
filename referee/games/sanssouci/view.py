"""What a viewer may know (rule book, section 3): an allow-list; and what he may know of a step."""

from collections import Counter
from collections.abc import Sequence

from referee.games.engine import Effect, Viewer
from referee.games.sanssouci.components import PLACES, ROUNDS, SQUARES, SYMBOLS
from referee.games.sanssouci.garden import rows_of
from referee.games.sanssouci.scoring import scores
from referee.games.sanssouci.state import NOTHING, NOWHERE, OVER, SIDE, State, decisions, turn
from referee.games.sanssouci.steps import Side, Step
from referee.strict_json import Json

GAME = "sanssouci"
HIDDEN_SIDE = "SIDE ?"


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """What the viewer may know, member by member.

    :param viewer: a seat, which also knows its own hand, missions and side, or None for a spectator.
    """
    setup = state.setup
    points = scores(state)
    known: dict[str, Json] = {
        "game": GAME,
        "rules_version": setup.rules_version,
        "players": setup.players,
        "options": dict(setup.options),
        "decisions": [{"name": name, "seat": seat} for name, seat in decisions(state)],
        "turn": turn(state),
        "turns": state.turns,
        "round": min(state.turns // setup.players + 1, ROUNDS),
        "seat": state.seat or None,
        "display": [
            {"place": place, "symbol": symbol or None}
            for place, symbol in zip(PLACES, state.display, strict=True)
        ],
        "pending": _view_pending(state),
        "stacks": [len(stack) for stack in state.stacks],
        "undrawn": undrawn(state),
        "gardens": [
            _view_garden(state, seat, points[seat - 1], viewer) for seat in range(1, setup.players + 1)
        ],
    }
    if setup.has_stack_choice and setup.numerals:
        known["tops"] = top_numerals(state)
    return known


def _view_pending(state: State) -> Json:
    """The place of the tile just taken, and in GARDENER the filled square where it belongs."""
    if state.taken == NOWHERE:
        return None
    target = None if state.target == NOWHERE else SQUARES[state.target]
    return {"place": PLACES[state.taken], "target": target}


def undrawn(state: State) -> dict[str, Json]:
    """How many tiles of each symbol are left: everybody can count those that came out, nobody knows the order."""
    left = Counter(symbol for stack in state.stacks for symbol in stack)
    return {symbol: left[symbol] for symbol in SYMBOLS}


def top_numerals(state: State) -> list[Json]:
    """The numeral on the back of each stack's top tile, None for an empty stack."""
    setup = state.setup
    backs = setup.numerals[len(PLACES) :]
    tops: list[Json] = []
    for number, stack in enumerate(state.stacks):
        own = backs[number :: setup.stack_count]
        tops.append(own[len(own) - len(stack)] if stack else None)
    return tops


def _view_garden(state: State, seat: int, score: int, viewer: Viewer) -> dict[str, Json]:
    setup, place = state.setup, seat - 1
    own = state.owns[place]
    garden = own.garden
    is_own = viewer == seat
    known: dict[str, Json] = {
        "seat": seat,
        "side": setup.gardens[place],
        "rows": list(rows_of(garden)),
        "nobles": list(garden.nobles),
        "gardeners": garden.gardeners.bit_count(),
        "score": score,
        "marks": own.marks,
        "played": list(own.played),
        "pile": len(own.pile),
        "hand_size": len(own.hand),
        "hand": list(own.hand) if is_own else None,
        "missions": list(setup.missions[place]) if is_own or state.phase == OVER else None,
        "expansion": None,
    }
    if setup.has_expansion:
        side = state.sides[place]
        is_shown = is_own or state.phase != SIDE
        known["expansion"] = {
            "board": setup.expansions[place],
            "has_chosen": side != NOTHING,
            "side": (side or None) if is_shown else None,
        }
    return known


def tell(seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer) -> tuple[str, tuple[Effect, ...]]:
    """What the viewer may know of a step: its text, ``SIDE ?`` while a side is secret, and his effects.

    The last SIDE is told as it is: its effects reveal the sides of all.
    """
    known = tuple(effect for effect in effects if effect.seen_by is None or viewer in effect.seen_by)
    is_secret = isinstance(step, Side) and viewer != seat and all(effect.kind != "sides" for effect in known)
    return HIDDEN_SIDE if is_secret else step.text, known
