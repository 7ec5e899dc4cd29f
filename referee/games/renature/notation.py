"""Reading steps: the canonical text, and lines in the free spelling of people (rule book, section 9)."""

import re
from collections.abc import Sequence
from functools import cache

from referee.games.engine import IllegalStep, InvalidStep, OtherSpelling
from referee.games.renature.components import ANIMALS, DOMINOES, TYPES, VALUES
from referee.games.renature.rules import play, reveals
from referee.games.renature.spaces import SPACES, are_adjacent
from referee.games.renature.state import END as AT_END
from referee.games.renature.state import OVER, OVERFLOW, PLANT, PRECLOSE, START, State
from referee.games.renature.steps import (
    AGAIN,
    CHANGES,
    CLOSE,
    DISCARDS,
    DROP,
    END,
    GROWS,
    LAYINGS,
    LEAVE,
    RETURNS,
    Again,
    Close,
    Discard,
    Drop,
    End,
    Grow,
    Leave,
    Place,
    Step,
    place_step,
)

_EXAMPLES = "P AW d3-c3, X NO, +2 c2, +1N c2, +0, J T, R b2, DROP, OK, AGAIN, END"
_CODES = "".join(ANIMALS)
_SPACE = r"([A-O](?:1[0-5]|[1-9]))"
_LINE = re.compile(r"[!-~ ]{1,400}")
# Free spelling, in capitals and without blanks.
_PLACE = re.compile(rf"P([{_CODES}])([{_CODES}]){_SPACE}-{_SPACE}")
_GROW = re.compile(rf"\+([{''.join(map(str, VALUES))}])(N?){_SPACE}")
_SIMPLE_STEPS: list[Step] = [LEAVE, DROP, CLOSE, AGAIN, END, *DISCARDS.values(), *CHANGES, *RETURNS.values()]
_SIMPLE = {step.text: step for step in _SIMPLE_STEPS}
_WORDS: dict[str, Step] = {
    **{text.upper().replace(" ", ""): step for text, step in _SIMPLE.items()},
    **{f"X{domino[::-1]}": step for domino, step in DISCARDS.items()},
    ".": END,
}


@cache
def _grows() -> dict[str, Grow]:
    return {step.text: step for table in GROWS for step in table.values()}


def read(text: str) -> Step:
    """Read one canonical step.

    :raises OtherSpelling: a double whose spaces stand in the other order (rule book, "Readable": never legal).
    :raises InvalidStep: anything else, naming the canonical form where the text can be understood.
    """
    step = _SIMPLE.get(text) or _grows().get(text)
    if step is not None:
        return step
    try:
        meant = _read_words(text)
    except InvalidStep:
        raise InvalidStep(
            f"{_quoted(text)} is no step of this match; a step looks like {_EXAMPLES}"
        ) from None
    texts = ", ".join(step.text for step in meant)
    if len(meant) > 1:
        raise InvalidStep(f"{_quoted(text)} is several steps: write {texts}")
    if texts == text:
        return meant[0]
    if _is_double_reversed(text, meant[0]):
        raise OtherSpelling(f"{text} is not the canonical form: write {texts}", texts)
    raise InvalidStep(f"{_quoted(text)} is not the canonical form: write {texts}")


def _is_double_reversed(text: str, meant: Step) -> bool:
    return isinstance(meant, Place) and text == place_step(meant.domino, meant.second, meant.first).text


def read_line(line: str, state: State, seat: int) -> list[Step]:
    """Read a line in free spelling as the steps it means, ``;`` between them.

    Case does not matter, blanks are free, a domino may be written from either end. ``OK``, ``+0`` and ``END`` are left
    out where the machine has just passed that step by itself, also when the turn has passed on with it.

    :raises InvalidStep: the word that cannot be read.
    """
    return _without_passed(_read_words(line), state, seat)


def _read_words(line: str) -> list[Step]:
    if not _LINE.fullmatch(line):
        raise InvalidStep("a line is 1 to 400 printable ASCII characters")
    words = line.split(";")
    if not words[-1].strip():
        words.pop()  # a line may end with its separator
    if not words:
        raise InvalidStep("the line is empty")
    return [_read_word(word.strip()) for word in words]


def _read_word(word: str) -> Step:
    text = word.upper().replace(" ", "")
    step = _WORDS.get(text)
    if step is not None:
        return step
    if found := _PLACE.fullmatch(text):
        one, two, first, second = found.groups()
        return _placement(one, two, SPACES[first.lower()], SPACES[second.lower()])
    if found := _GROW.fullmatch(text):
        value, neutral, space = found.groups()
        kind = VALUES.index(int(value)) + (TYPES if neutral else 0)
        return GROWS[kind][SPACES[space.lower()]]
    raise InvalidStep(
        f"{_quoted(word)} is no step; a line looks like P WA c3-d3; +2 c2, a step like {_EXAMPLES}"
    )


def _placement(one: str, two: str, first: int, second: int) -> Place:
    """The placement of ``one`` on the first space and ``two`` on the second, however the domino is called."""
    is_turned = second < first if one == two else one + two not in DOMINOES
    if is_turned:
        one, two, first, second = two, one, second, first
    domino = one + two
    if are_adjacent(first, second):
        length = min(first, second) + 1
        for laying in LAYINGS[domino]:
            step = laying.placements.get(length)
            if step is not None and (step.first, step.second) == (first, second):
                return step
    return place_step(domino, first, second)


# The step that the machine takes by itself at a decision, in the order of a turn.
_PASSING: tuple[tuple[str, Step], ...] = ((PLANT, LEAVE), (PRECLOSE, CLOSE), (AT_END, END))
_ORDER = {phase: place for place, (phase, _) in enumerate(_PASSING)}
# The decision to which a step leads at once, as a place in that order: those from there on may have been passed.
_LEADS_TO: dict[type, int] = {
    **dict.fromkeys((Place,), _ORDER[PLANT]),
    **dict.fromkeys((Grow, Drop), _ORDER[PRECLOSE]),
    **dict.fromkeys((Leave, Close, Discard), _ORDER[AT_END]),
    **dict.fromkeys((End, Again), len(_ORDER)),
}
_CLOUD_ACTION_LEADS_TO = {**_ORDER, START: len(_ORDER), OVERFLOW: _ORDER[PRECLOSE]}


def _without_passed(steps: Sequence[Step], state: State, seat: int) -> list[Step]:
    """Leave out what the machine does by itself; what is illegal is left for the rules to refuse."""
    kept: list[Step] = []
    passed: list[Step] = []
    playing: State | None = state
    for step in steps:
        if step in passed:
            passed = passed[passed.index(step) + 1 :]
            continue
        kept.append(step)
        passed = []
        if playing is not None:
            playing, passed = _passed_after(playing, seat, step)
    return kept


def _passed_after(state: State, seat: int, step: Step) -> tuple[State | None, list[Step]]:
    """The state after a step and what the machine passed with it; no state where the line ends."""
    must_end = reveals(state, seat, step)
    try:
        after, _ = play(state, seat, step)
    except IllegalStep:
        return None, []
    first = _LEADS_TO.get(type(step), _CLOUD_ACTION_LEADS_TO[state.phase])
    has_moved_on = after.turn != state.turn or after.phase == OVER
    reached = len(_ORDER) if has_moved_on else _ORDER.get(after.phase, 0)
    passed = [passing for _, passing in _PASSING[first:reached]]
    return None if must_end or has_moved_on else after, passed


def _quoted(text: str) -> str:
    shown = text if len(text) <= 48 else text[:47] + "…"
    return repr(shown)
