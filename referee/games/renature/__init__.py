"""Renature (Wolfgang Kramer, Michael Kiesling, 2020): the game as the house sees it.

Data: ``components.yaml`` and its tables, ``spaces.py`` the printed board, ``options.py``, ``rulings.py``.
Values: ``stream.py`` the dominoes laid, ``state.py`` set-up and state, ``steps.py`` the steps, ``effects.py`` what
followed.
Rules: ``setup.py`` deal and start, ``rules.py`` the decisions, ``flow.py`` the step machine, ``clouds.py`` cloud actions,
``areas.py`` points of plants and areas, ``draft.py`` a state under way, ``refusals.py`` why not, ``scoring.py`` the end,
``default.py`` what an absent seat does.
Doors: ``notation.py`` reading steps, ``view.py`` who may know what, ``imagine.py`` worlds that look the same,
``board.py`` the picture, ``facts.py``, ``position.py`` rule cases, ``snapshot.py``.
"""

from referee.games.renature import board as boards
from referee.games.renature import (
    default,
    effects,
    facts,
    notation,
    position,
    rules,
    scoring,
    setup,
    snapshot,
    steps,
)
from referee.games.renature import imagine as imagining
from referee.games.renature import view as views
from referee.games.renature.components import COMPONENTS, TABLES
from referee.games.renature.options import check_options
from referee.games.renature.rulings import RULES_VERSION, RULINGS
from referee.games.renature.state import State, decisions
from referee.games.renature.steps import Step


class Renature:
    """The engine contract (``engine.Game``), each method by the file of its concern."""

    name = views.GAME
    title = "Renature"
    players = range(min(TABLES), max(TABLES) + 1)
    rules_version = RULES_VERSION
    rules_versions = frozenset(RULINGS)
    components = COMPONENTS
    breakdown_keys = scoring.BREAKDOWN_KEYS

    check_options = staticmethod(check_options)
    deal = staticmethod(setup.deal)
    start = staticmethod(setup.start)
    write_setup = staticmethod(setup.write_setup)
    read_setup = staticmethod(setup.read_setup)
    read_position = staticmethod(position.read_position)
    decisions = staticmethod(decisions)
    legal_steps = staticmethod(rules.legal_steps)
    play = staticmethod(rules.play)
    reveals = staticmethod(rules.reveals)
    view = staticmethod(views.view)
    tell = staticmethod(views.tell)
    imagine = staticmethod(imagining.imagine)
    foreseen = staticmethod(effects.foreseen)
    default_step = staticmethod(default.default_step)
    result = staticmethod(scoring.result)
    facts = staticmethod(facts.facts)
    read_line = staticmethod(notation.read_line)
    write = staticmethod(steps.write)
    parts = staticmethod(steps.parts)
    board = staticmethod(boards.board)
    save = staticmethod(snapshot.save)
    restore = staticmethod(snapshot.restore)

    @staticmethod
    def turn(state: State) -> int:
        """The number of the turn, from 1."""
        return state.turn

    @staticmethod
    def read(text: str, state: State, seat: int) -> Step:
        """Read one canonical step; raises InvalidStep."""
        return notation.read(text)


GAME = Renature()
