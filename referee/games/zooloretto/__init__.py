"""Zooloretto (Michael Schacht, 2007): the game as the house sees it.

What Aquaretto has alike stands beside it, in ``referee.games.trucks``; ``box.py`` hands it the numbers.
Data: ``components.yaml`` and its tables, ``rulings.py``.
Values: ``pens.py`` one enclosure, ``zoo.py`` one zoo, ``state.py`` set-up and state, ``steps.py`` the steps and
their notation, ``effects.py`` what followed.
Rules: ``setup.py`` options, deal and start, ``rules.py`` the decisions, ``placing.py`` tiles, offspring and bonus,
``money.py`` the money actions, ``refusals.py`` why not, ``scoring.py`` points, ``default.py`` what an absent seat does.
Doors: ``view.py`` who may know what, ``board.py`` the picture, ``texts.py`` and ``position.py`` the texts of traces,
cases and snapshots.
"""

from referee.games.trucks import standings
from referee.games.trucks.effects import foreseen
from referee.games.trucks.position import save
from referee.games.trucks.setup import write_setup
from referee.games.trucks.steps import DRAW
from referee.games.zooloretto import board as boards
from referee.games.zooloretto import default, position, rules, scoring, setup, steps
from referee.games.zooloretto import view as views
from referee.games.zooloretto.box import BOX
from referee.games.zooloretto.components import COMPONENTS, TABLES
from referee.games.zooloretto.rulings import RULES_VERSION, RULINGS
from referee.games.zooloretto.state import State, decisions
from referee.games.zooloretto.steps import Step
from referee.strict_json import Json


class Zooloretto:
    """The engine contract (``engine.Game``), each method by the file of its concern."""

    name = BOX.game
    title = "Zooloretto"
    players = range(min(TABLES), max(TABLES) + 1)
    rules_version = RULES_VERSION
    rules_versions = frozenset(RULINGS)
    components = COMPONENTS
    breakdown_keys = scoring.BREAKDOWN_KEYS

    check_options = staticmethod(setup.check_options)
    deal = staticmethod(setup.deal)
    start = staticmethod(setup.start)
    write_setup = staticmethod(write_setup)
    read_setup = staticmethod(setup.read_setup)
    read_position = staticmethod(position.read_position)
    decisions = staticmethod(decisions)
    legal_steps = staticmethod(rules.legal_steps)
    play = staticmethod(rules.play)
    view = staticmethod(views.view)
    tell = staticmethod(views.tell)
    imagine = staticmethod(views.imagine)
    foreseen = staticmethod(foreseen)
    default_step = staticmethod(default.default_step)
    result = staticmethod(scoring.result)
    write = staticmethod(steps.write)
    parts = staticmethod(steps.parts)
    board = staticmethod(boards.board)
    save = staticmethod(save)
    restore = staticmethod(position.restore)

    @staticmethod
    def facts(state: State) -> dict[str, Json]:
        """The facts of the section "Trace"."""
        return standings.facts(state, scoring.scores(state))

    @staticmethod
    def turn(state: State) -> int:
        """The number of the turn, from 1."""
        return state.turn

    @staticmethod
    def reveals(state: State, seat: int, step: Step) -> bool:
        """Does the step uncover hidden information? A draw does, nothing else."""
        return step is DRAW

    @staticmethod
    def read(text: str, state: State, seat: int) -> Step:
        """Read one canonical step; raises InvalidStep."""
        return steps.read(text, state.setup.players)

    @staticmethod
    def read_line(text: str, state: State, seat: int) -> list[Step]:
        """Read a line in free spelling as the steps it means; raises InvalidStep."""
        return steps.read_line(text, state.setup.players)


GAME = Zooloretto()
