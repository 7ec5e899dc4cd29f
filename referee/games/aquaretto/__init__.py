"""Aquaretto (Michael Schacht, 2008): the game as the house sees it.

What Zooloretto has alike stands beside it, in ``referee.games.trucks``; ``box.py`` hands it the numbers.
Data: ``components.yaml`` and its tables, ``rulings.py``.
Values: ``grid.py`` cells and sets of cells, ``ground.py`` the spaces of a zoo, ``zoo.py`` one zoo, ``state.py`` set-up
and state, ``steps.py`` the steps, ``notation.py`` reading them, ``effects.py`` what followed.
Rules: ``setup.py`` options, deal and start, ``rules.py`` the decisions, ``placing.py`` tiles, offspring, coworkers and
bonus, ``money.py`` the money actions, ``building.py`` expansions, ``refusals.py`` why not, ``scoring.py`` points,
``default.py`` what an absent seat does.
Doors: ``view.py`` who may know what, ``board.py`` the picture, ``texts.py`` and ``position.py`` the texts of traces,
cases and snapshots.
"""

from referee.games.aquaretto import board as boards
from referee.games.aquaretto import default, notation, position, rules, scoring, setup, steps
from referee.games.aquaretto import view as views
from referee.games.aquaretto.box import BOX
from referee.games.aquaretto.components import COMPONENTS, TABLES
from referee.games.aquaretto.rulings import RULES_VERSION, RULINGS
from referee.games.aquaretto.state import State, decisions
from referee.games.aquaretto.steps import Step
from referee.games.trucks import standings
from referee.games.trucks.effects import foreseen
from referee.games.trucks.position import save
from referee.games.trucks.setup import write_setup
from referee.games.trucks.steps import DRAW
from referee.strict_json import Json


class Aquaretto:
    """The engine contract (``engine.Game``), each method by the file of its concern."""

    name = BOX.game
    title = "Aquaretto"
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
        return notation.read(text, state.setup.players, len(state.setup.capacities))

    @staticmethod
    def read_line(text: str, state: State, seat: int) -> list[Step]:
        """Read a line in free spelling as the steps it means; raises InvalidStep."""
        top = state.zoos[seat - 1].top
        return notation.read_line(text, state.setup.players, len(state.setup.capacities), top)


GAME = Aquaretto()
