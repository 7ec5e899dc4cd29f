"""What a viewer may know (rule book, section 3): an allow-list.

A seat knows its own hand, the dominoes that it discarded and the backs of the tokens that it collected. Hidden from all
are the reserves, the undealt dominoes and the backs of all other tokens. After final scoring everything is revealed.
"""

from collections.abc import Sequence

from referee.games.engine import Effect, Viewer
from referee.games.renature.components import ANIMALS, NEUTRAL, TOKENS, TYPES, VALUES
from referee.games.renature.facts import areas_of
from referee.games.renature.scoring import scores
from referee.games.renature.spaces import AREA_MASKS, AREA_OF, AREAS, CLOUDY, SPACE_NAMES, spaces_of
from referee.games.renature.state import OVER, State, decisions
from referee.games.renature.steps import HIDDEN_DISCARD, Discard, Step
from referee.strict_json import Json

GAME = "renature"


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """What the viewer may know, member by member.

    :param viewer: a seat or None for a spectator.
    """
    setup = state.setup
    known: dict[str, Json] = {
        "game": GAME,
        "rules_version": setup.rules_version,
        "players": setup.players,
        "options": dict(setup.options),
        "viewer": viewer,
        "decisions": [{"name": name, "seat": seat} for name, seat in decisions(state)],
        "turn": state.turn,
        "seat": state.seat or None,
        "start": setup.start,
        "joker": ANIMALS[state.joker],
        "dominoes": [
            {"domino": step.domino, "first": SPACE_NAMES[step.first], "second": SPACE_NAMES[step.second]}
            for step in state.stream.dominoes
        ],
        "halves": [
            {"space": SPACE_NAMES[space], "animal": ANIMALS[animal]} for space, animal in state.stream.halves
        ],
        "last": _names(state.last),
        "planted": SPACE_NAMES[state.planted.space] if state.planted else None,
        "waiting": state.waiting,
        "areas": [_view_area(state, area) for area in range(len(AREAS))],
        "plants": _view_plants(state),
        "sky": [
            {"space": SPACE_NAMES[space], "clouds": clouds}
            for space, clouds in zip(CLOUDY, state.sky, strict=True)
        ],
        "seats": [_view_seat(state, seat, score) for seat, score in enumerate(scores(state), 1)],
    }
    if viewer is not None:
        known["own"] = _view_own(state, viewer)
    if state.phase == OVER:
        known["revealed"] = _view_revealed(state)
    return known


def _names(mask: int) -> list[str]:
    return [SPACE_NAMES[space] for space in spaces_of(mask)]


_AREA_SPACES = tuple(tuple(_names(mask)) for mask in AREA_MASKS)


def _view_area(state: State, area: int) -> dict[str, Json]:
    token = TOKENS[state.setup.tokens[area]]
    return {
        "area": AREAS[area],
        "spaces": list(_AREA_SPACES[area]),
        "major": token.major,
        "minor": token.minor,
        "taken_by": state.takers[area] or None,
    }


def _view_plants(state: State) -> list[dict[str, Json]]:
    owners = (*state.setup.colours, NEUTRAL)
    standing = [
        (space, VALUES[place % TYPES], owners[place // TYPES])
        for place, mask in enumerate(state.plants)
        for space in spaces_of(mask)
    ]
    return [
        {"space": SPACE_NAMES[space], "area": AREAS[AREA_OF[space]], "type": value, "colour": colour}
        for space, value, colour in sorted(standing)
    ]


def _view_seat(state: State, seat: int, score: int) -> dict[str, Json]:
    board = state.boards[seat - 1]
    return {
        "seat": seat,
        "colour": state.setup.colours[seat - 1],
        "score": score,
        "clouds": state.clouds[seat - 1],
        "own": list(board[:TYPES]),
        "neutral": list(board[TYPES:]),
        "hand": len(state.hands[seat - 1]),
        "reserve": state.left(seat),
        "discarded": len(state.discards[seat - 1]),
        "tokens": areas_of(state, seat),
    }


def _view_own(state: State, seat: int) -> dict[str, Json]:
    """What a seat alone knows."""
    return {
        "hand": list(state.hands[seat - 1]),
        "discarded": list(state.discards[seat - 1]),
        "backs": [
            {"area": letter, "points": TOKENS[token].back}
            for letter, token, taker in zip(AREAS, state.setup.tokens, state.takers, strict=True)
            if taker == seat
        ],
    }


def _view_revealed(state: State) -> dict[str, Json]:
    """What comes out after final scoring."""
    return {
        "game_scores": list(state.scores),
        "discarded": [list(dominoes) for dominoes in state.discards],
        "unused": list(state.setup.unused),
        "backs": [
            {"area": letter, "points": TOKENS[token].back}
            for letter, token in zip(AREAS, state.setup.tokens, strict=True)
        ],
        "box": [
            {"major": TOKENS[token].major, "points": TOKENS[token].back} for token in state.setup.tokens_box
        ],
    }


def tell(seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer) -> tuple[str, tuple[Effect, ...]]:
    """What the viewer may know of a step: which domino a seat discarded, it alone; so with some effects."""
    text = HIDDEN_DISCARD if isinstance(step, Discard) and viewer != seat else step.text
    return text, tuple(effect for effect in effects if effect.seen_by is None or viewer in effect.seen_by)
