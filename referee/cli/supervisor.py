"""Several processes run as one: their output in one stream, who dies is started again, and a stop goes in order.

The Procfile's form, the colours and the prefixes are honcho's. Its Manager is not used: it stops all
processes at once, where ours go in rounds, and it leaves them behind when it is killed itself.
"""

import datetime
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

from honcho.colour import get_colours
from honcho.environ import parse_procfile
from honcho.printer import Message, Printer

from referee.cli.backoff import Backoff
from referee.settings import CannotStart
from referee.store.embedded import dies_with_parent

_PATIENCE = 10.0  # seconds between asking a round to stop and killing it
_TICK = 0.2  # seconds between two looks at what has no output of its own
_GROUP_NAME_WIDTH = 10


class BadProcfile(CannotStart):
    """The Procfile is missing or holds no process."""


def read_procfile(path: Path) -> dict[str, str]:
    """Read a Procfile: name to command, in its order.

    :raises BadProcfile: if it can't be read, or names no process or one twice.
    """
    try:
        processes: dict[str, str] = dict(parse_procfile(path.read_text(encoding="utf-8")).processes)
    except OSError as error:
        raise BadProcfile(f"cannot read {path}: {error.strerror}") from error
    except AssertionError as error:
        raise BadProcfile(f"{path}: {error}") from error
    if not processes:
        raise BadProcfile(f"{path} names no process")
    return processes


@dataclass(slots=True)
class Life:
    """Since when something runs, and when it is to be started again after it has died (seconds, monotonic)."""

    backoff: Backoff = field(default_factory=Backoff)
    begun: float = field(default_factory=time.monotonic)
    due: float | None = None

    def plan(self) -> float:
        """It has died: plan the next start; the seconds until then."""
        now = time.monotonic()
        pause = self.backoff.pause(now - self.begun)
        self.due = now + pause
        return pause

    def is_due(self) -> bool:
        """Is it time for the next start?"""
        return self.due is not None and time.monotonic() >= self.due

    def begin(self) -> None:
        """It is started now."""
        self.begun, self.due = time.monotonic(), None


@dataclass(slots=True)
class Child:
    """One process under supervision, started again and again.

    :ivar stop_round: children of a lower round are stopped, and gone, before the next round is asked.
    :ivar may_end: whether it may end by itself with exit code 0 while the others go on.
    """

    name: str
    command: str
    colour: str
    stop_round: int
    may_end: bool
    process: "subprocess.Popen[bytes]"
    has_ended: bool = False
    output: threading.Thread | None = None
    life: Life = field(default_factory=Life)


@dataclass(slots=True)
class Watched:
    """What others started, and we look after: an embedded server.

    :ivar start: starts it again; raises CannotStart where that is not to be tried once more.
    """

    is_running: Callable[[], bool]
    start: Callable[[], None]
    life: Life = field(default_factory=Life)


class Supervisor:
    """Starts children, shows their output, and stops them all.

    Until :meth:`keep_alive` a death is a start that went wrong: all ends. From then on who dies is started again.

    :param environment: of the children.
    :param directory: where they run.
    :param watched: by name, what others started (the embedded servers).
    """

    def __init__(
        self, environment: Mapping[str, str], directory: Path, watched: Mapping[str, Watched]
    ) -> None:
        self.environment = dict(environment)
        self._directory = directory
        self._watched = dict(watched)
        self._children: list[Child] = []
        self._news: SimpleQueue[tuple[Child, bytes | None] | signal.Signals] = SimpleQueue()
        self._printer = Printer(width=_GROUP_NAME_WIDTH)
        self._colours = get_colours()
        self._next_tick = 0.0
        self._keeps_alive = False
        self.is_asked_to_stop = False
        self.death = ""  # who died and how, in words, where that ends everything

    def keep_alive(self) -> None:
        """From now on start again whoever dies."""
        self._keeps_alive = True

    def take_signals(self) -> None:
        """From now on SIGINT, SIGTERM and SIGHUP ask for a stop; a second one kills what still runs."""
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # SimpleQueue.put is made to be called from a signal handler.
            signal.signal(which, lambda number, _frame: self._news.put(signal.Signals(number)))

    def start(self, name: str, command: str, stop_round: int, may_end: bool = False) -> None:
        """Start a child in a process group of its own.

        :param command: one program with its arguments; the shell expands variables and is gone then, so
            that signals, exit codes and the kernel's word of our death reach the program itself.
        """
        child = Child(name, command, next(self._colours), stop_round, may_end, self._spawn(command))
        self._children.append(child)
        self._attach(child)

    def _spawn(self, command: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            f"exec env {command}",
            shell=True,
            cwd=self._directory,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )

    def _attach(self, child: Child) -> None:
        child.output = threading.Thread(target=self._read_output, args=(child,), daemon=True)
        child.output.start()
        threading.Thread(target=self._await_end, args=(child, child.process), daemon=True).start()

    def should_go_on(self) -> bool:
        """Has nobody asked for a stop, and nothing happened that ends everything?"""
        return not (self.is_asked_to_stop or self.death)

    def attend(self, seconds: float) -> None:
        """Show output and notice deaths and signals; returns after ``seconds``, or sooner if all must end."""
        until = time.monotonic() + seconds
        while self.should_go_on():
            left = until - time.monotonic()
            if left <= 0:
                return
            self._take_news(min(left, _TICK))
            self._look_around()

    def stop(self) -> None:
        """Stop all children, round by round; whoever does not go in time is killed."""
        is_hurried = False
        for stop_round in sorted({child.stop_round for child in self._children}):
            round_ = [child for child in self._children if child.stop_round == stop_round]
            for child in round_:
                child.life.due = None
                _signal_group(child, signal.SIGTERM)
            until = time.monotonic() + _PATIENCE
            while not all(child.has_ended for child in round_):
                is_hurried = self._take_news(_TICK) or is_hurried
                if is_hurried or time.monotonic() > until:
                    for child in round_:
                        _signal_group(child, signal.SIGKILL)
            for child in round_:  # what a child left in its group
                _signal_group(child, signal.SIGKILL)
            is_hurried = self._show_last_words(round_) or is_hurried

    def say(self, sentence: str) -> None:
        """Print a line of our own among the children's."""
        self._print("referee", None, sentence)

    def _show_last_words(self, round_: list[Child]) -> bool:
        """Show what is left of their output, before the next round says anything; came a signal meanwhile?"""
        for child in round_:
            if child.output is not None:
                child.output.join(1.0)
        came_signal = False
        while not self._news.empty():
            came_signal = self._take_news(0.0) or came_signal
        return came_signal

    def _read_output(self, child: Child) -> None:
        assert child.process.stdout is not None
        for line in child.process.stdout:
            self._news.put((child, line))

    def _await_end(self, child: Child, process: "subprocess.Popen[bytes]") -> None:
        process.wait()
        self._news.put((child, None))

    def _take_news(self, patience: float) -> bool:
        """Take one piece of news; was it a signal?"""
        try:
            news = self._news.get(timeout=patience)
        except Empty:
            return False
        if isinstance(news, signal.Signals):
            if not self.is_asked_to_stop:
                self.say(f"{news.name}: stopping")
            self.is_asked_to_stop = True
            return True
        child, line = news
        if line is not None:
            self._print(child.name, child.colour, line)
        else:
            self._note_end(child)
        return False

    def _note_end(self, child: Child) -> None:
        child.has_ended = True
        code = child.process.returncode
        if code == 0 and child.may_end:
            self.say(f"{child.name} is done")
        elif self.should_go_on():
            how = (
                f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
            )
            _signal_group(child, signal.SIGKILL)  # what it left may hold its port
            self._bury(f"{child.name} {how}", child.life)

    def _bury(self, death: str, life: Life) -> None:
        if self._keeps_alive:
            self.say(f"{death}; starting it again in {life.plan():g} s")
        else:
            self.death = death

    def _look_around(self) -> None:
        """Look at what has no output of its own, and start again what is due."""
        if time.monotonic() < self._next_tick:
            return
        self._next_tick = time.monotonic() + _TICK
        for name, watched in self._watched.items():
            if self.should_go_on():
                self._look_at(name, watched)
        for child in self._children:
            if self.should_go_on() and child.life.is_due():
                self._start_again(child)

    def _look_at(self, name: str, watched: Watched) -> None:
        if watched.life.is_due():
            watched.life.begin()
            try:
                watched.start()
                self.say(f"the {name} server is back")
            except CannotStart as error:
                self.death = str(error)
        elif watched.life.due is None and not watched.is_running():
            self._bury(f"the {name} server ended", watched.life)

    def _start_again(self, child: Child) -> None:
        child.life.begin()
        if child.output is not None:
            child.output.join(1.0)  # its last words come before the first ones of the next
        child.process, child.has_ended = self._spawn(child.command), False
        self._attach(child)

    def _print(self, name: str, colour: str | None, data: bytes | str) -> None:
        self._printer.write(Message("line", data, datetime.datetime.now(), name, colour))


def _signal_group(child: Child, which: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.process.pid, which)
