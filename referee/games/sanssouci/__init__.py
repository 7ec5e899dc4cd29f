"""Sanssouci (Michael Kiesling, 2013): the game as the house sees it.

Data: ``components.yaml`` and its tables, ``options.py``, ``rulings.py``.
Values: ``garden.py`` one garden, ``state.py`` set-up and state, ``steps.py`` the steps and their notation, ``lines.py``
free spelling, ``effects.py`` what followed.
Rules: ``setup.py`` deal and start, ``rules.py`` the decisions, ``placing.py`` tiles, gardeners and marks, ``flow.py``
the end of a turn, ``refusals.py`` why not, ``scoring.py`` points, ``default.py`` what an absent seat does.
Doors: ``view.py`` who may know what, ``imagine.py`` a world that looks the same, ``board.py`` the picture in text,
``facts.py``, ``position.py`` and ``saving.py`` the texts of traces, cases and snapshots.
"""

from referee.games.sanssouci import board as boards
from referee.games.sanssouci import (
    default,
    effects,
    facts,
    imagine,
    lines,
    position,
    rules,
    saving,
    scoring,
    setup,
    state,
    steps,
)
from referee.games.sanssouci import view as views
from referee.games.sanssouci.components import COMPONENTS, PLAYERS
from referee.games.sanssouci.options import check_options
from referee.games.sanssouci.rulings import RULES_VERSION, RULINGS
from referee.games.sanssouci.state import State
from referee.games.sanssouci.steps import Step


class Sanssouci:
    """The engine contract (``engine.Game``), each method by the file of its concern."""

    name = views.GAME
    title = "Sanssouci"
    players = PLAYERS
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
    decisions = staticmethod(state.decisions)
    turn = staticmethod(state.turn)
    legal_steps = staticmethod(rules.legal_steps)
    play = staticmethod(rules.play)
    reveals = staticmethod(rules.reveals)
    view = staticmethod(views.view)
    tell = staticmethod(views.tell)
    imagine = staticmethod(imagine.imagine)
    foreseen = staticmethod(effects.foreseen)
    default_step = staticmethod(default.default_step)
    result = staticmethod(scoring.result)
    facts = staticmethod(facts.facts)
    read_line = staticmethod(lines.read_line)
    write = staticmethod(steps.write)
    parts = staticmethod(steps.parts)
    board = staticmethod(boards.board)
    save = staticmethod(saving.save)
    restore = staticmethod(saving.restore)

    @staticmethod
    def read(text: str, state: State, seat: int) -> Step:
        """Read one canonical step; raises InvalidStep. What can be read is the same in every match."""
        return lines.read(text)


GAME = Sanssouci()
