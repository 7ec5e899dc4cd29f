"""A match as pages show it: who plays, the board, the story, the result."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.matches.events import Event, read_trusted_event
from referee.matches.match import Match
from referee.service import reading
from referee.service.house import House
from referee.words.boards import board_legend, board_prose, board_text
from referee.words.games import breakdown_of, sentence_for_result
from referee.words.languages import Language
from referee.words.stories import Chapter, tell_story

WIDTH = 46  # columns of the board: they fit on a small screen
_POSITIONS = ("MatchStarted", "MovePlayed", "MoveUndone")
_MOST_TOLD = 400  # events of a story


@dataclass(frozen=True, slots=True)
class Board:
    """A board for a page: the picture, what its codes mean, and the same in sentences."""

    picture: str
    legend: str
    prose: list[str]


class Column(NamedTuple):
    """Who stands in a column of a result."""

    name: str
    rank: int


class ResultLine(NamedTuple):
    """One line of a result: points by column, None where the line does not exist for a seat."""

    title: str
    points: list[int | None]
    is_total: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result for a page, best first: who won in a sentence, and where the points come from."""

    sentence: str
    columns: list[Column]
    lines: list[ResultLine]


def draw(match: Match, shown: Any, language: Language, names: dict[int, str]) -> Board:
    """A view as a board."""
    game = match.rules
    return Board(
        board_text(game, shown, language, names, WIDTH, has_legend=False),
        board_legend(game, shown, language),
        board_prose(game, shown, language, names),
    )


def board_of(match: Match, seat: int | None, language: Language, names: dict[int, str]) -> Board | None:
    """The present board as a seat (None: a spectator) may know it; None before the start."""
    if match.state is None:
        return None
    return draw(match, match.view(seat), language, names)


def tell_since(
    house: House, match: Match, player: str | None, after: int, language: Language, names: dict[int, str]
) -> list[Chapter]:
    """What happened after a version, the newest part of it if it is long."""
    after = max(after, match.version - _MOST_TOLD)
    _, events = reading.list_events(house, match.id, player, after, _MOST_TOLD)
    return tell_story(match.rules.name, events, language, names)


def last_turn_of(house: House, match: Match, seat: int) -> int:
    """The version of the last event of the seat's stint before its present one, 0 if there was none."""
    is_past = False
    for version, event in reversed(position_events(house, match)):
        if event.seat != seat:
            is_past = True
        elif is_past:
            return version
    return 0


def position_events(house: House, match: Match, after: int = 0) -> list[tuple[int, Event]]:
    """The events after a version that changed the position, with their versions."""
    entries = house.logs.read(match.id, after)
    events = [(entry.version, read_trusted_event(entry.text)) for entry in entries]
    return [(version, event) for version, event in events if event.type in _POSITIONS]


def outcome_of(match: Match, language: Language, names: dict[int, str]) -> Outcome | None:
    """The result with its breakdown, or None while there is none."""
    result = reading.result_of(match)
    if result is None:
        return None
    order = sorted(range(len(result["ranks"])), key=lambda index: result["ranks"][index])
    breakdowns = [result["breakdown"][index] for index in order]
    lines = [
        ResultLine(title, [each.get(key) for each in breakdowns], key == "total")
        for key, title in breakdown_of(match.rules.name, language).items()
        if any(key in each for each in breakdowns)
    ]
    columns = [Column(names.get(index + 1, "?"), result["ranks"][index]) for index in order]
    sentence = sentence_for_result(
        result["scores"], result["ranks"], language, names, sorted(match.resigned())
    )
    return Outcome(sentence, columns, lines)
