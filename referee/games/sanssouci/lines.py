"""Reading a line in free spelling (rule book, section 7), and what a line may leave out."""

import re
from collections.abc import Mapping, Sequence

from referee.games.engine import IllegalStep, InvalidStep, State
from referee.games.sanssouci.components import CARDS, COLOUR_CARDS, COLUMN_LETTERS, SYMBOLS, WILD_CARDS
from referee.games.sanssouci.rules import legal_steps, owes, play, reveals
from referee.games.sanssouci.state import GARDENER, NOBLE, STACK
from referee.games.sanssouci.steps import (
    EXAMPLES,
    PASS,
    READABLE,
    Gardener,
    Noble,
    Pass,
    Stack,
    Step,
    no_step,
    quoted,
)

# Other names of a card: the colours in the other order, the letter of a symbol's column, a star.
ALIASES: Mapping[str, str] = {
    **{card[::-1]: card for card in COLOUR_CARDS if card[::-1] not in CARDS},
    **{letter.upper(): symbol for letter, symbol in zip(COLUMN_LETTERS, SYMBOLS, strict=True)},
    **dict.fromkeys("*", min(WILD_CARDS)),
}
_LINE = re.compile(r"[!-~ ]{1,400}")
_LOOKS = "GT T1 @c5 >e5 /3"


def read(text: str) -> Step:
    """Read one canonical step.

    :raises InvalidStep: anything else, naming the canonical form where the text can be understood.
    """
    step = READABLE.get(text)
    if step is not None:
        return step
    try:
        meant = read_words(text)
    except InvalidStep:
        raise no_step(text) from None
    texts = ", ".join(step.text for step in meant)
    if len(meant) > 1:
        raise InvalidStep(f"{quoted(text)} is several steps: write {texts}", meant)
    raise InvalidStep(f"{quoted(text)} is not the canonical form: write {texts}", meant)


def read_line(line: str, state: State, seat: int) -> list[Step]:
    """Read a line as the steps it means; what it may leave out is put in where the seat is to move.

    That is the only square of a gardener, a pass where no noble can move, and the first stack that is not empty.

    :raises InvalidStep: the word that cannot be read.
    """
    return _completed(read_words(line), state, seat)


def read_words(line: str) -> list[Step]:
    """The steps that stand in a line; case and the number of blanks do not matter."""
    if not _LINE.fullmatch(line):
        raise InvalidStep("a line is 1 to 400 printable ASCII characters")
    words = line.split()
    if not words:
        raise InvalidStep("the line is empty")
    steps: list[Step] = []
    place = 0
    while place < len(words):
        width = 1 if words[place][0] in "@>/" else 2
        steps.append(_read_step(words[place : place + width]))
        place += width
    return steps


def _read_step(words: Sequence[str]) -> Step:
    first = words[0]
    if len(words) == 2:
        card = first.upper()
        text = f"{ALIASES.get(card, card)} {words[1].upper()}"
    elif first[0] in "@>/":
        text = first.lower()
    else:
        raise InvalidStep(
            f"{quoted(first)} needs something after it; a line looks like {_LOOKS}, a step like {EXAMPLES}"
        )
    step = READABLE.get(text)
    if step is None:
        raise InvalidStep(f"{quoted(' '.join(words))} names no card, place, square or stack of this game")
    return step


def _completed(steps: Sequence[Step], state: State, seat: int) -> list[Step]:
    """The steps with what was left out, up to the first that is illegal or uncovers something hidden."""
    complete: list[Step] = []
    rest = list(steps)
    while owes(state, seat):
        step = _left_out(state, seat, rest[0] if rest else None)
        if step is None:
            if not rest:
                break
            step = rest.pop(0)
        complete.append(step)
        if reveals(state, seat, step):
            break
        try:
            state, _ = play(state, seat, step)
        except IllegalStep:
            break
    return complete + rest


def _left_out(state: State, seat: int, following: Step | None) -> Step | None:
    """The step that the line leaves out at this decision, if it may."""
    phase = state.phase
    if phase == GARDENER and not isinstance(following, Gardener):
        squares = legal_steps(state, seat)
        return squares[0] if len(squares) == 1 else None
    if phase == NOBLE and not isinstance(following, Noble | Pass):
        return PASS if len(legal_steps(state, seat)) == 1 else None
    if phase == STACK and not isinstance(following, Stack):
        return legal_steps(state, seat)[0]
    return None
