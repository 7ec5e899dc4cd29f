"""Reading steps: the canonical text, other spellings of it, and free lines (rule book, section 12)."""

import re
from collections.abc import Mapping

from referee.games.engine import IllegalStep, InvalidStep, OtherSpelling
from referee.games.new_york_zoo.components import (
    ATTRACTION_SIZES,
    HOUSE,
    SPECIES,
    TILE_SIZES,
)
from referee.games.new_york_zoo.pieces import DISTINCT, SUFFIXES, Place, place
from referee.games.new_york_zoo.rules import play
from referee.games.new_york_zoo.state import ATTRACTION, SETUP, State
from referee.games.new_york_zoo.steps import (
    ACQUIRE,
    ACQUIRE_BOTH,
    CHOOSE,
    FAR,
    FREE,
    KEEP,
    MARKER,
    NO_KEEP,
    STOP,
    TAKE_UP,
    WALK,
    Choose,
    Litter,
    Step,
    TakeUp,
    bonus,
    breed,
    populate,
)
from referee.games.new_york_zoo.texts import CELLS, placed

_EXAMPLES = "+2, @E6r1, M:h,e2, K>e1+, -, k, a3l, b:e2,e1+, x:e4"
_LINE = re.compile(r"[!-~ ]{1,400}")
_ENCLOSURE = r"e(?:[1-9]|[1-3][0-9]|4[0-5])"
_SOURCE = rf"(?:h|{_ENCLOSURE})"
_SPECIES = f"[{''.join(SPECIES)}]"
_POPULATE = re.compile(rf"({_SPECIES}):({_SOURCE}(?:,{_SOURCE})?)")
_ACQUIRE = re.compile(rf"({_SPECIES})>(h|{_ENCLOSURE}\+?)")
_BREED = re.compile(rf"b:(-|{_ENCLOSURE}\+?(?:,{_ENCLOSURE}\+?)?)")
_BONUS = re.compile(rf"x:(-|{_ENCLOSURE}\+?)")
_CELLS = re.compile(r"=[A-N][1-9](?:\.[A-N][1-9])*")

_FIXED_STEPS: tuple[Step, ...] = (
    *WALK.values(),
    *MARKER.values(),
    *FAR.values(),
    FREE,
    STOP,
    KEEP,
    NO_KEEP,
    *CHOOSE.values(),
    *TAKE_UP.values(),
)
FIXED: Mapping[str, Step] = {step.text: step for step in _FIXED_STEPS}


def _number(text: str) -> int:
    return HOUSE if text == "h" else int(text[1:])


def _litters(text: str) -> tuple[Litter, ...]:
    if text == "-":
        return ()
    return tuple((_number(one.rstrip("+")), one.endswith("+")) for one in text.split(","))


def _understood(text: str) -> Step | None:
    """The step that a text of the table's forms means, canonical or with sources or orientation in another way."""
    if text in FIXED:
        return FIXED[text]
    if found := _ACQUIRE.fullmatch(text):
        number = _number(found[2].rstrip("+"))
        return ACQUIRE_BOTH[found[1]][number] if found[2].endswith("+") else ACQUIRE[found[1]][number]
    if found := _POPULATE.fullmatch(text):
        return populate(found[1], tuple(sorted(map(_number, found[2].split(",")))))
    if found := _BREED.fullmatch(text):
        return breed(_litters(found[1]))
    if found := _BONUS.fullmatch(text):
        return bonus(_litters(found[1]))
    return placed(text)


def _has_form(text: str, step: Step) -> bool:
    """Is the text of the readable form, be it of another order or orientation (section "Trace")?"""
    return not isinstance(step, Place) or text.partition("@")[2][2:] in SUFFIXES


def read(text: str, state: State) -> Step:
    """Read one canonical step.

    :raises OtherSpelling: sources in another order, or an orientation that has an earlier name (never legal).
    :raises InvalidStep: anything else, naming the canonical form where the text can be understood.
    """
    step = _understood(text)
    if step is not None and step.text == text:
        return step
    if step is not None and _has_form(text, step):
        raise OtherSpelling(f"{text} is not the canonical form: write {step.text}", step.text)
    try:
        meant = read_line(text, state)
    except InvalidStep:
        raise InvalidStep(
            f"{_quoted(text)} is no step of this match; a step looks like {_EXAMPLES}"
        ) from None
    texts = ", ".join(step.text for step in meant)
    if len(meant) > 1:
        raise InvalidStep(f"{_quoted(text)} is several steps: write {texts}")
    raise InvalidStep(f"{_quoted(text)} is not the canonical form: write {texts}")


def read_line(line: str, state: State) -> list[Step]:
    """Read a line in free spelling as the steps it means, one token after the other.

    Case does not matter. ``@E6`` places the piece that the steps before it lead to; ``a3l@E6r1`` and in the quick
    set-up ``7b@A6`` name the piece and place it; ``=E6.E7.F7`` lists the cells.

    :raises InvalidStep: the word that cannot be read.
    """
    if not _LINE.fullmatch(line):
        raise InvalidStep("a line is 1 to 400 printable ASCII characters")
    words = line.split()
    if not words:
        raise InvalidStep("the line is empty")
    steps: list[Step] = []
    now: State | None = state
    why_left = ""
    for word in words:
        for step in _read_word(word, now, why_left, steps):
            steps.append(step)
            if now is not None:
                now, why_left = _after(now, step)
    return steps


def _after(state: State, step: Step) -> tuple[State | None, str]:
    """The state after a step; None and why once the line has left the rules, which judge it later."""
    try:
        return play(state, state.seat, step)[0], ""
    except IllegalStep as error:
        return None, f"{step.text} before it is not legal. {error.why}"


def _read_word(word: str, state: State | None, why_left: str, before: list[Step]) -> list[Step]:
    """The steps that one word means.

    :param state: after the steps before it; None, and ``why_left``, if they have left the rules.
    """
    text = _normal(word)
    step = _understood(text)
    named = text.partition("@")[0] if "@" in text else text.partition("=")[0]
    if "@" in text or "=" in text:
        piece = named or _piece_in_work(state, before)
        if not piece:
            raise InvalidStep(
                f"{_quoted(word)} names no piece, and {why_left or 'none is being placed here'}"
            )
        step = _placement(word, piece, text[len(named) :])
        if state is not None and named and state.phase in (ATTRACTION, SETUP):
            return [CHOOSE[piece] if piece in CHOOSE else TAKE_UP[piece], step]
        return [step]
    if step is None:
        raise InvalidStep(f"{_quoted(word)} is no step of this match; a step looks like {_EXAMPLES}")
    return [step]


def _normal(word: str) -> str:
    """The word with species and columns as capital letters, all else in small ones."""
    text = word.lower()
    if text[:1] in "mfkpa" and text[1:2] in (":", ">"):
        return text[0].upper() + text[1:]
    for sign in "@=":
        name, found, where = text.partition(sign)
        if found:
            return name + sign + re.sub(r"[a-n](?=[1-9])", lambda cell: cell[0].upper(), where)
    return text


def _piece_in_work(state: State | None, before: list[Step]) -> str:
    if state is not None:
        return state.piece
    last = before[-1] if before else None
    return last.text if isinstance(last, Choose | TakeUp) else ""


def _placement(word: str, piece: str, where: str) -> Place:
    """The placement of a piece that ``@E6r1`` or ``=E6.E7`` means."""
    if piece in TILE_SIZES or piece in ATTRACTION_SIZES:
        step = placed(piece + where) if where.startswith("@") else _by_cells(piece, where)
        if step is not None:
            return step
    raise InvalidStep(f"{_quoted(word)} names no piece and place; a place looks like @E6r1 or =E6.E7.F7")


def _by_cells(piece: str, where: str) -> Place | None:
    if not _CELLS.fullmatch(where):
        return None
    cells = sorted(CELLS[cell] for cell in where[1:].split("."))
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    for picture in DISTINCT[piece]:
        if sorted((left + x, top + y) for x, y in picture.cells) == cells:
            return place(piece, picture, left, top)
    return None


def _quoted(text: str) -> str:
    shown = text if len(text) <= 48 else text[:47] + "…"
    return repr(shown)
