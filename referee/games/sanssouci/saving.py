"""The part of a state that a snapshot keeps: nothing that follows from the set-up, so nothing that is hidden but sides."""

from collections import Counter

from referee.games.sanssouci.garden import read_rows, rows_of
from referee.games.sanssouci.state import Own, Setup, State
from referee.strict_json import Json


def save(state: State) -> Json:
    """All of a state that does not follow from its set-up; of piles and stacks only how much is left."""
    return {
        "phase": state.phase,
        "seat": state.seat,
        "turns": state.turns,
        "gardens": [
            {"rows": list(rows_of(own.garden)), "nobles": list(own.garden.nobles)} for own in state.owns
        ],
        "piles": [len(own.pile) for own in state.owns],
        "played": [list(own.played) for own in state.owns],
        "points": [own.points for own in state.owns],
        "marks": [own.marks for own in state.owns],
        "sides": list(state.sides),
        "display": list(state.display),
        "stacks": [len(stack) for stack in state.stacks],
        "taken": state.taken,
        "target": state.target,
    }


def restore(setup: Setup, saved: Json) -> State:
    """The state that :func:`save` wrote."""
    owns = []
    for place, deck in enumerate(setup.decks):
        garden, played = saved["gardens"][place], saved["played"][place]
        drawn = len(deck) - saved["piles"][place]
        hand = (Counter(deck[:drawn]) - Counter(played)).elements()
        owns.append(
            Own(
                garden=read_rows(garden["rows"], tuple(garden["nobles"])),
                hand=tuple(sorted(hand)),
                pile=deck[drawn:],
                played=tuple(played),
                points=saved["points"][place],
                marks=saved["marks"][place],
            )
        )
    return State(
        setup=setup,
        phase=saved["phase"],
        seat=saved["seat"],
        turns=saved["turns"],
        owns=tuple(owns),
        sides=tuple(saved["sides"]),
        display=tuple(saved["display"]),
        stacks=tuple(
            stack[len(stack) - size :] for stack, size in zip(setup.stacks(), saved["stacks"], strict=True)
        ),
        taken=saved["taken"],
        target=saved["target"],
    )
