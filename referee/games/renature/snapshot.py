"""The part of a state that a snapshot keeps: all that does not follow from its set-up."""

from referee.games.renature.areas import up_to_each_value
from referee.games.renature.position import stream_of
from referee.games.renature.spaces import mask_of, spaces_of
from referee.games.renature.state import Dominoes, Setup, State
from referee.games.renature.steps import GROWS, place_step
from referee.strict_json import Json


def save(state: State) -> Json:
    """All of a state that does not follow from its set-up.

    Hands and discards are written as places in the block that the seat was dealt: a snapshot tells nobody a domino.
    """
    setup = state.setup
    blocks = [(*hand, *reserve) for hand, reserve in zip(setup.hands, setup.reserves, strict=True)]
    return {
        "phase": state.phase,
        "seat": state.seat,
        "turn": state.turn,
        "dominoes": [[step.domino, step.first, step.second] for step in state.stream.dominoes],
        "halves": [list(half) for half in state.stream.halves],
        "last": list(spaces_of(state.last)),
        "joker": state.joker,
        "plants": [list(spaces_of(mask)) for mask in state.plants],
        "planted": [state.planted.kind, state.planted.space] if state.planted else None,
        "waiting": state.waiting,
        "sky": list(state.sky),
        "clouds": list(state.clouds),
        "boards": [list(board) for board in state.boards],
        "scores": list(state.scores),
        "hands": [_places(block, hand) for block, hand in zip(blocks, state.hands, strict=True)],
        "drawn": list(state.drawn),
        "discards": [_places(block, gone) for block, gone in zip(blocks, state.discards, strict=True)],
        "takers": list(state.takers),
    }


def _places(block: Dominoes, dominoes: Dominoes) -> list[int]:
    return [block.index(domino) for domino in dominoes]


def restore(setup: Setup, saved: Json) -> State:
    """The state that :func:`save` wrote."""
    blocks = [(*hand, *reserve) for hand, reserve in zip(setup.hands, setup.reserves, strict=True)]

    def dominoes(key: str) -> tuple[Dominoes, ...]:
        return tuple(
            tuple(block[place] for place in places) for block, places in zip(blocks, saved[key], strict=True)
        )

    plants = tuple(mask_of(spaces) for spaces in saved["plants"])
    return State(
        setup=setup,
        phase=saved["phase"],
        seat=saved["seat"],
        turn=saved["turn"],
        stream=stream_of(
            tuple(place_step(*placed) for placed in saved["dominoes"]),
            tuple((space, animal) for space, animal in saved["halves"]),
        ),
        last=mask_of(saved["last"]),
        joker=saved["joker"],
        plants=plants,
        up_to=up_to_each_value(plants),
        planted=GROWS[saved["planted"][0]][saved["planted"][1]] if saved["planted"] else None,
        waiting=saved["waiting"],
        sky=tuple(saved["sky"]),
        clouds=tuple(saved["clouds"]),
        boards=tuple(tuple(board) for board in saved["boards"]),
        scores=tuple(saved["scores"]),
        hands=dominoes("hands"),
        drawn=tuple(saved["drawn"]),
        discards=dominoes("discards"),
        takers=tuple(saved["takers"]),
    )
