"""The board in the reader's words: the picture, and one line per zone for who has it read aloud."""

from collections.abc import Mapping

from referee.games.engine import Game, Lettering
from referee.words import (
    aquaretto_board,
    new_york_zoo_board,
    renature_board,
    sanssouci_board,
    zooloretto_board,
)
from referee.words.kinds import BoardWords, View
from referee.words.languages import Language
from referee.words.seats import Names

BOARDS: Mapping[str, BoardWords] = {
    "zooloretto": zooloretto_board.BOARD,
    "aquaretto": aquaretto_board.BOARD,
    "sanssouci": sanssouci_board.BOARD,
    "renature": renature_board.BOARD,
    "new_york_zoo": new_york_zoo_board.BOARD,
}


def board_text(
    game: Game, view: View, language: Language, names: Names = None, width: int = 72, has_legend: bool = True
) -> str:
    """The board as text in the reader's language, with a line end after the last line.

    :param names: of the players by seat; None: seats are called by their numbers.
    :param width: columns that a line may have, at least 48.
    """
    return game.board(view, _lettering(game, language, names, width, has_legend))


def board_legend(game: Game, view: View, language: Language) -> str:
    """What the codes of the board mean, in one line."""
    return " ".join(BOARDS[game.name].legend(view, _lettering(game, language)))


def board_prose(game: Game, view: View, language: Language, names: Names = None) -> list[str]:
    """The same board in sentences, one per zone, for a screen reader."""
    return BOARDS[game.name].prose(view, language, names)


def _lettering(
    game: Game, language: Language, names: Names = None, width: int = 72, has_legend: bool = True
) -> Lettering:
    return Lettering(BOARDS[game.name].picture[language], names, width, has_legend)
