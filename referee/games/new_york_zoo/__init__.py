"""New York Zoo (Uwe Rosenberg, 2020): the game as the house sees it.

Data: ``components.yaml`` and its tables, ``options.py``, ``rulings.py``.
Values: ``pieces.py`` tiles and attractions on the grid, ``zoo.py`` one zoo, ``state.py`` set-up and state,
``steps.py`` the steps, ``notation.py`` their reading, ``effects.py`` what followed.
Rules: ``setup.py`` deal and start, ``rules.py`` the decisions, ``walking.py`` the elephant, ``placing.py`` tiles and
attractions, ``animals.py`` the animal space and full enclosures, ``breeding.py``, ``flow.py`` what comes next and
the end, ``refusals.py`` why not, ``scoring.py`` the result, ``default.py`` what an absent seat does.
Doors: ``view.py`` who may know what, ``board.py`` the picture, ``facts.py``, ``texts.py`` and ``position.py`` the
texts of traces, cases and snapshots.
"""

from collections.abc import Sequence

from referee.games.engine import Effect
from referee.games.new_york_zoo import board as boards
from referee.games.new_york_zoo import default, facts, notation, position, rules, scoring, setup, steps
from referee.games.new_york_zoo import view as views
from referee.games.new_york_zoo.components import COMPONENTS, TABLES
from referee.games.new_york_zoo.options import check_options
from referee.games.new_york_zoo.rulings import RULES_VERSION, RULINGS
from referee.games.new_york_zoo.state import State, decisions
from referee.games.new_york_zoo.steps import Step


class NewYorkZoo:
    """The engine contract (``engine.Game``), each method by the file of its concern."""

    name = views.GAME
    title = "New York Zoo"
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
    view = staticmethod(views.view)
    tell = staticmethod(views.tell)
    imagine = staticmethod(views.imagine)
    default_step = staticmethod(default.default_step)
    result = staticmethod(scoring.result)
    facts = staticmethod(facts.facts)
    parts = staticmethod(steps.parts)
    board = staticmethod(boards.board)
    save = staticmethod(position.save)
    restore = staticmethod(position.restore)

    @staticmethod
    def turn(state: State) -> int:
        """The number of the turn, from 1; 0 in the quick set-up.

        Other seats breed in it too: who owes a decision is said by ``decisions`` alone.
        """
        return state.turn

    @staticmethod
    def reveals(state: State, seat: int, step: Step) -> bool:
        """Does the step uncover hidden information? Nothing is hidden in this game."""
        return False

    @staticmethod
    def foreseen(effects: Sequence[Effect]) -> tuple[Effect, ...]:
        """The effects that everybody could foresee: all."""
        return tuple(effects)

    @staticmethod
    def read(text: str, state: State, seat: int) -> Step:
        """Read one canonical step; raises InvalidStep."""
        return notation.read(text, state)

    @staticmethod
    def read_line(text: str, state: State, seat: int) -> list[Step]:
        """Read a line in free spelling as the steps it means; raises InvalidStep."""
        return notation.read_line(text, state)

    @staticmethod
    def write(step: Step) -> str:
        """The canonical notation."""
        return step.text


GAME = NewYorkZoo()
