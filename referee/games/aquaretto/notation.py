"""Reading steps: the canonical text of a step, and a line in free spelling (rule book, section 8)."""

import re
from collections.abc import Callable, Iterator, Mapping

from referee.games.aquaretto.components import ANIMALS, LARGE, SMALL
from referee.games.aquaretto.grid import CELL
from referee.games.aquaretto.steps import (
    BUY,
    CELL_OR_DEPOT,
    CORNERS,
    COWORKER_PLACE,
    DISCARD,
    EXPAND,
    MOVE,
    MOVE_COWORKER,
    PLACE,
    PLACE_COWORKER,
    PLACE_OFFSPRING,
    Expand,
    Step,
)
from referee.games.engine import InvalidStep
from referee.games.trucks.steps import DRAW, LOAD, TAKE, quoted

_EXAMPLES = (
    "D, L1, T2, P DM>K13, P Y>J13, P W>C, MV DF>L12, MW C>K10, BUY 3:OM>J11, DIS, EXP L M13, EXP S I13SE"
)
_LINE = re.compile(r"[!-~ ]{1,400}")
_NUMBERED = re.compile(r"\A(T|L|BUY)(?=[0-9])")
_TILES = frozenset(ANIMALS)
_FOLLOWED = ("T", "P", "MV", "BUY")  # by placements


def read(text: str, players: int, trucks: int) -> Step:
    """Read one canonical step of a match of so many players and trucks.

    :raises InvalidStep: naming the canonical form where the text can be understood.
    """
    step = _read_canonical(text, players, trucks)
    if step is not None:
        return step
    try:
        meant = read_line(text, players, trucks)
    except InvalidStep:
        raise InvalidStep(f"{quoted(text)} is no step of this match; a step looks like {_EXAMPLES}") from None
    texts = ", ".join(step.text for step in meant)
    if len(meant) > 1:
        raise InvalidStep(f"{quoted(text)} is several steps: write {texts}")
    raise InvalidStep(f"{quoted(text)} is not the canonical form: write {texts}")


def _read_canonical(text: str, players: int, trucks: int) -> Step | None:
    if text == DRAW.text:
        return DRAW
    if text == DISCARD.text:
        return DISCARD
    for table in (LOAD, TAKE):
        for number in range(1, trucks + 1):
            if text == table[number].text:
                return table[number]
    command, _, argument = text.partition(" ")
    reading = _READING.get(command)
    return reading(argument, players) if reading else None


def _read_place(argument: str, players: int) -> Step | None:
    what, _, where = argument.partition(">")
    if what == "W":
        if where in COWORKER_PLACE:
            return PLACE_COWORKER.once(COWORKER_PLACE[where])
        return PLACE_COWORKER.once(CELL_OR_DEPOT[where]) if where in CELL_OR_DEPOT else None
    if where not in CELL_OR_DEPOT:
        return None
    if what == "Y":
        return PLACE_OFFSPRING.once(CELL_OR_DEPOT[where])
    return PLACE[what].once(CELL_OR_DEPOT[where]) if what in _TILES else None


def _read_move(argument: str, players: int) -> Step | None:
    tile, _, where = argument.partition(">")
    is_one = tile in _TILES and where in CELL_OR_DEPOT
    return MOVE[tile].once(CELL_OR_DEPOT[where]) if is_one else None


def _read_coworker_move(argument: str, players: int) -> Step | None:
    origin, _, where = argument.partition(">")
    if origin not in COWORKER_PLACE or where not in COWORKER_PLACE:
        return None
    return MOVE_COWORKER.once(COWORKER_PLACE[origin]).once(COWORKER_PLACE[where])


def _read_purchase(argument: str, players: int) -> Step | None:
    seat, _, rest = argument.partition(":")
    tile, _, where = rest.partition(">")
    for seller in range(1, players + 1):
        if seat == str(seller) and tile in _TILES and where in CELL_OR_DEPOT:
            return BUY[seller][tile].once(CELL_OR_DEPOT[where])
    return None


def _read_expansion(argument: str, players: int) -> Step | None:
    size, _, where = argument.partition(" ")
    return read_expansion(size, where)


def read_expansion(size: str, where: str) -> Expand | None:
    """An expansion such as ``S``, ``I13SE``, as steps and zoo texts write it; None if there is none such."""
    if size == LARGE and where in CELL:
        return EXPAND[LARGE, ""].once(CELL[where])
    cell, corner = where[:-2], where[-2:]
    if size == SMALL and cell in CELL and corner in CORNERS:
        return EXPAND[SMALL, corner].once(CELL[cell])
    return None


_READING: Mapping[str, Callable[[str, int], Step | None]] = {
    "P": _read_place,
    "MV": _read_move,
    "MW": _read_coworker_move,
    "BUY": _read_purchase,
    "EXP": _read_expansion,
}


def read_line(line: str, players: int, trucks: int, top: str | None = None) -> list[Step]:
    """Read a line in free spelling as the steps it means.

    Case does not matter, nor does the number of blanks; between a command and its number they may be missing.
    After ``T2``, ``P``, ``MV`` and ``BUY`` any number of placements may follow; ``DIS`` may name its tile.

    :param top: the top tile of the seat's depot, ``""`` if it is empty; None: what ``DIS`` names is not compared.
    :raises InvalidStep: the word that cannot be read.
    """
    if not _LINE.fullmatch(line):
        raise InvalidStep("a line is 1 to 400 printable ASCII characters")
    words = list(_words(line))
    if not words:
        raise InvalidStep("the line is empty")
    steps: list[Step] = []
    for command, argument in _commands(words):
        if command == "DIS" and argument:
            _check_top(argument, top)
            argument = ""
        joint = "" if command in ("D", "L", "T", "DIS") else " "
        text = command + joint + argument
        step = _read_canonical(text, players, trucks)
        if step is None:
            raise InvalidStep(f"{quoted(text)} names no tile, truck, seat or place of this match")
        steps.append(step)
    return steps


def _check_top(tile: str, top: str | None) -> None:
    if tile not in _TILES:
        raise InvalidStep(f"{quoted('DIS ' + tile)} names no tile, truck, seat or place of this match")
    if top is not None and tile != top:
        lies = f"{top} lies there" if top else "the depot is empty"
        raise InvalidStep(f"DIS {tile}: {tile} is not the top tile of the depot, {lies}")


def _words(line: str) -> Iterator[str]:
    """The words of a line in capital letters, a command and its number apart."""
    expected = 0  # words that belong to the command: there ``L12`` and ``T9`` are cells
    for word in line.upper().split():
        if expected:
            expected -= 1
            yield word
            continue
        command, *number = _NUMBERED.sub(r"\1 ", word).split()
        yield from (command, *number)
        expected = max(_WORDS_OF.get(command, 0) - len(number), 0)


def _commands(words: list[str]) -> Iterator[tuple[str, str]]:
    """The words as commands with what they need, placements one by one."""
    place = 0
    while place < len(words):
        command = words[place]
        if command not in _WORDS_OF:
            raise InvalidStep(
                f"{quoted(command)} is no command; a line looks like T1 DM>K13 W>C Y>J13 HE>D, or {_EXAMPLES}"
            )
        end = place + 1 + _WORDS_OF[command]
        if end > len(words):
            raise InvalidStep(f"{command} needs something after it; a step looks like {_EXAMPLES}")
        argument = " ".join(words[place + 1 : end])
        if command == "EXP" and end < len(words) and words[end] in CORNERS:
            argument, end = argument + words[end], end + 1
        if command == "DIS" and end < len(words) and words[end] not in _WORDS_OF:
            argument, end = words[end], end + 1
        yield command, argument
        while command in _FOLLOWED and end < len(words) and ">" in words[end]:
            yield "P", words[end]
            end += 1
        place = end


_WORDS_OF = {"D": 0, "L": 1, "T": 1, "P": 1, "MV": 1, "MW": 1, "BUY": 1, "DIS": 0, "EXP": 2}
